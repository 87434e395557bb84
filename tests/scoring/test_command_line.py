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
    assert "All chows" in told and "   1  Fan" in told and "south +8" in told and "east -4" in told


def test_score_as_json_and_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", HAND, *BY, "--option", "min=0", "--option", "cap=none", "--json", "--language", "zh-Hant"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["lines"] == [["all_chows", 1]] and told["reasons"][0]["name"] == "平糊"


def test_score_refuses_with_the_breakdown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", HAND, *BY]) == 1
    assert "below_minimum: 1 Fan, expected at least 3" in capsys.readouterr().out


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
