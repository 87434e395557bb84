"""`python -m scoring`: what it prints and its exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.__main__ import main

CASES = Path(__file__).parents[1] / "cases"
HAND = "456p123456s8m (123p) 1f +8m"
BY = ["--seat", "south", "--round", "west", "--win", "discard", "--from", "east"]


def test_check_counts_the_cases_that_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(CASES / "wisteria.toml"), str(CASES / "hkma.toml"), "--rules", "hkma"]) == 0
    assert capsys.readouterr().out == "50 of 50 cases hold\n"


def test_check_tells_which_case_fails_and_how(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = {"id": "wrong", "kind": "settlement", "ruleset": "mjhouse", "settlement": {"type": "self_draw", "winners": [{"seat": "south", "total": 3}]}}
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({"cases": [{**case, "expected": {"ok": True, "payouts": {"south": 1}}}, {"id": "empty"}]}), encoding="utf-8")
    assert main(["check", str(path)]) == 1
    told = capsys.readouterr().out
    assert "wrong (mahjong_house): payouts: expected {'south': 1}" in told and "empty" in told and "0 of 2 cases hold" in told
    assert main(["check", str(path), "--json", "--rules", "mjhouse"]) == 1
    counted = json.loads(capsys.readouterr().out)
    assert (counted["cases"], counted["hold"], counted["failing"][0]["id"]) == (1, 0, "wrong")


def test_check_of_nothing_does_not_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "none.json").write_text("[]", encoding="utf-8")
    assert main(["check", str(tmp_path / "none.json")]) == 1
    (tmp_path / "torn.json").write_text("{", encoding="utf-8")
    assert main(["check", str(tmp_path / "torn.json")]) == 2
    (tmp_path / "deep.json").write_text("[" * 100_000, encoding="utf-8")
    assert main(["check", str(tmp_path / "deep.json")]) == 2
    assert main(["check", str(tmp_path / "absent.json")]) == 2
    assert "absent.json" in capsys.readouterr().err


def test_score_prints_lines_total_and_payouts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", HAND, *BY, "--option", "min=0"]) == 0
    told = capsys.readouterr().out
    assert "All chows" in told and "1 Fan" in told and "south +8" in told and "east -4" in told


def test_score_as_json_and_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", HAND, *BY, "--option", "min=0", "--option", "cap=none", "--json", "--language", "zh-Hant"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["lines"] == [["all_chows", 1]] and told["reasons"][0]["name"] == "平糊"


def test_score_refuses_with_the_breakdown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", HAND, *BY]) == 1
    assert "1 Fan, expected at least 3" in capsys.readouterr().out


@pytest.mark.parametrize(("hand", "status"), [("456p", 2), ("456p123456s8m (124p) 1f +8m", 1), ("456p123456s (123p) +8m", 1)])
def test_score_of_what_is_no_hand(hand: str, status: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", hand, *BY]) == status
    assert "expected" in capsys.readouterr().err


def test_unknown_options_are_malformed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", HAND, *BY, "--option", "minimum=0"]) == 2
    assert "unknown option 'minimum'" in capsys.readouterr().err


def test_circumstances_reach_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = ["--seat", "east", "--round", "east", "--win", "self_draw", "--last-tile", "--replacement", "kong"]
    assert main(["score", "123456m12p99s [4444z] +3p", *drawn, "--rules", "mjhouse", "--json"]) == 0
    lines = {line for line, _ in json.loads(capsys.readouterr().out)["lines"]}
    assert lines == {"concealed", "self_draw", "last_tile", "replacement", "no_flowers"}


def test_the_module_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scoring", "check", str(CASES / "vmc.toml")], capture_output=True, text=True, cwd=CASES.parents[1], check=False
    )
    assert (done.returncode, done.stdout) == (0, "47 of 47 cases hold\n")


DISPUTED = "222m555p888s44z77m 1f +4z"
LANGUAGE_WORDS = {
    "en": [
        "All pongs",
        "4 Fan",
        "it takes all three dragon sets; lacking 555666777z",
        "The winning tile 4z completes the pong 444z.",
        "the discarder pays 2 ×",
    ],
    "zh-Hant": ["對對糊", "4番", "要三組三元牌; 欠555666777z", "糊牌4z補成刻子444z。", "出銃者付2倍"],
    "zh-Hans": ["对对糊", "4番", "要三组三元牌; 欠555666777z", "糊牌4z补成刻子444z。", "出铳者付2倍"],
}


@pytest.mark.parametrize("language", LANGUAGE_WORDS)
def test_score_tells_its_reasons_in_each_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", DISPUTED, *BY, "--language", language]) == 0
    told = capsys.readouterr().out
    assert [words for words in LANGUAGE_WORDS[language] if words not in told] == []
    assert main(["score", DISPUTED, *BY, "--language", language, "--brief"]) == 0
    assert len(capsys.readouterr().out.splitlines()) < len(told.splitlines()) / 3


@pytest.mark.parametrize(
    ("command", "hand", "words"),
    [
        (
            "compare",
            "123m45p55z (777z) (666z) +6p",
            {"en": "dragons 3 instead of 5", "zh-Hant": "小三元是3番而不是", "zh-Hans": "小三元是3番而不是"},
        ),
        ("compare", "123m45p55z (777z) (666z) +6p", {"en": "; the winner gets +256", "zh-Hant": "糊家得+256分", "zh-Hans": "糊家得+256分"}),
        ("what-if", DISPUTED, {"en": "11 Fan  drawn by the winner", "zh-Hant": "11番  改為自摸", "zh-Hans": "11番  改为自摸"}),
        ("nearest", "123m45p55z (777z) (666z) +9p", {"en": "9p for 3p", "zh-Hant": "9p換成3p", "zh-Hans": "9p换成3p"}),
    ],
)
def test_every_view_is_told_in_each_language(command: str, hand: str, words: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    for language, expected in words.items():
        assert main([command, hand, *BY, "--language", language]) == 0
        assert expected in capsys.readouterr().out
        assert main([command, hand, *BY, "--language", language, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)
    assert main([command, hand, *BY, "--language", "fr"]) == 2
