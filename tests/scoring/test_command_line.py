"""`python -m scoring`: what it prints and its exit status."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring.__main__ import _parser, main
from scoring.rulesets import load_house, read_house

CASES = Path(__file__).parents[1] / "cases"
DOCS = Path(__file__).parents[2] / "docs"
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
    assert main(["score", HAND, *BY, "--option", "minimum=0", "--language", "zh-Hant"]) == 2
    assert capsys.readouterr().err.startswith("unknown option 'minimum' for fanorder, expected one of min, cap, "), "not a refusal of the game: in English"


def test_an_unknown_rule_set_names_those_that_are_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", HAND, *BY, "--rules", "none"]) == 2
    told = capsys.readouterr().err
    assert "mahjong_house" in told and "mjhouse" not in told
    with pytest.raises(SystemExit) as stopped:
        main(["check", "--help"])
    told = capsys.readouterr().out
    assert stopped.value.code == 0 and "mjhouse" not in told and "[--rules NAME]" in told


@pytest.mark.parametrize("question", [["check", "{}"], ["rules", "{}"], ["score", HAND, *BY, "--rules", "{}/x.toml"]])
def test_a_file_that_cannot_be_opened_is_said_in_words(question: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, words in ((tmp_path / "absent", "there is no such file"), (tmp_path, "folder")):
        assert main([part.format(path) for part in question]) == 2
        told = capsys.readouterr().err
        assert "Errno" not in told and str(path) in told and (words in told or "no such file" in told), told


NONSENSE = {
    "hello +1m": {"en": "'h' at place 1", "zh-Hant": "「hello」不是牌：可寫5p、五筒", "zh-Hans": "“hello”不是牌：可写5p、五筒"},
    "99 +1m": {"en": "'99' in '99 '", "zh-Hant": "「99」之後沒有寫哪一門", "zh-Hans": "“99”之后没有写哪一门"},
    "9z +1m": {"en": "expected 1-7: '9z'", "zh-Hant": "沒有「9z」這張牌", "zh-Hans": "没有“9z”这张牌"},
    "1m)": {"en": "no partner", "zh-Hant": "括號「)」不成對", "zh-Hans": "括号“)”不成对"},
    "1m": {"en": "no winning tile", "zh-Hant": "欠糊牌那張", "zh-Hans": "欠糊牌那张"},
    "1m+": {"en": "expected the winning tile", "zh-Hant": "欠糊牌那張", "zh-Hans": "欠糊牌那张"},
    "1m+2m3m": {"en": "expected one winning tile", "zh-Hant": "加號之後寫了「2m3m」", "zh-Hans": "加号之后写了“2m3m”"},
    "1m" * 300: {"en": "600 characters", "zh-Hant": "寫了600個字，太長：最多500個", "zh-Hans": "写了600个字，太长：最多500个"},
    "1m (12p) +1m": {"en": "(12p)", "zh-Hant": "順子要同一門", "zh-Hans": "顺子要同一门"},
}


@pytest.mark.parametrize("typed", NONSENSE, ids=lambda typed: typed[:12])
def test_nonsense_is_told_as_well_in_each_language(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    for language, words in NONSENSE[typed].items():
        assert main(["score", typed, *BY, "--language", language]) in (1, 2)
        assert words in capsys.readouterr().err


def test_the_text_is_all_of_one_language(capsys: pytest.CaptureFixture[str]) -> None:
    """No code of the data form, no English seat and no half-width mark in Chinese."""
    assert main(["score", HAND, *BY, "--option", "min=0", "--language", "zh-Hant"]) == 0
    told = capsys.readouterr().out
    assert "南 +8" in told and "東 -4" in told and "south" not in told
    assert re.findall(r"[一-鿿][,:;(]|[,:;)] ?[一-鿿]", told) == []
    for language in ("en", "zh-Hant"):
        assert main(["score", HAND, *BY, "--language", language]) == 1
        told = capsys.readouterr().out
        assert "below_minimum" not in told and ("番數未到這桌的起糊番數。" in told or language == "en")


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
    "zh-Hant": ["對對糊", "4番", "要三組三元牌；欠555666777z", "糊牌4z補成刻子444z。", "出銃者付2倍"],
    "zh-Hans": ["对对糊", "4番", "要三组三元牌；欠555666777z", "糊牌4z补成刻子444z。", "出铳者付2倍"],
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
        ("compare", "123m45p55z (777z) (666z) +6p", {"en": "; the winner gets +256", "zh-Hant": "；糊家得+256分", "zh-Hans": "；糊家得+256分"}),
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


def commands() -> dict[str, tuple[str, argparse.ArgumentParser]]:
    """Each command, what it is for and its parser."""
    (chosen,) = (action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction))
    return {action.dest: (str(action.help), chosen.choices[action.dest]) for action in chosen._choices_actions}


def row(action: argparse.Action) -> str:
    """An argument as the documentation writes it."""
    names = " ".join(f"`{name}`" for name in action.option_strings or [str(action.metavar)])
    takes = ", ".join(f"`{choice}`" for choice in action.choices or ())
    if not takes and action.option_strings and action.nargs != 0:
        takes = f"`{action.metavar}`".replace("|", r"\|")
    if not action.option_strings:
        takes = {"+": "one or more", None: "one"}[action.nargs]  # type: ignore[index]
    elif action.required:
        takes = f"needed: {takes}"
    elif action.default:
        takes += f", or `{action.default}`"
    if isinstance(action, argparse._AppendAction):
        takes += ", more than once"
    return f"| {names} | {takes + ' ' if takes else ''}| {action.help} |"


def test_every_argument_is_in_the_documentation_as_it_is_taken() -> None:
    text = (DOCS / "command-line.md").read_text(encoding="utf-8")
    written = {title: part for title, part in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)}
    known = commands()
    assert list(written) == [f"{name}: {told}" for name, (told, _) in known.items()]
    for name, (told, parser) in known.items():
        rows = [row(action) for action in parser._actions if not isinstance(action, argparse._HelpAction)]
        if name in ("compare", "what-if", "nearest"):
            brief = [line for line in rows_of(written[f"score: {known['score'][0]}"]) if "`--brief`" not in line]
            assert rows == brief and parser.description is None
        else:
            assert rows == rows_of(written[f"{name}: {told}"]) and (parser.description or "") in written[f"{name}: {told}"]
    assert _parser().format_usage() in text and (_parser().prog, _parser().description) == ("python -m scoring", "Hong Kong mahjong scoring")
    assert {name: parser.description for name, (_, parser) in known.items() if parser.description} == {
        "score": "docs/notation.md describes the notation.",
        "rules": "Every fault of each file is named.",
    }


def rows_of(part: str) -> list[str]:
    return [line for line in part.splitlines() if line.startswith("| `")]


def test_a_command_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([])
    assert caught.value.code == 2 and capsys.readouterr().err.endswith("python -m scoring: error: the following arguments are required: COMMAND\n")


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("payment=true", "payment = true"),
        ("payment=false", "payment = false"),
        ("payment=none", "payment = null"),
        ("payment=12", "payment = 12"),
        ("payment=123456789", "payment = 123456789"),
        ("payment=1234567890", 'payment = "1234567890"'),
        ("payment=-1", 'payment = "-1"'),
        ("payment=1²", 'payment = "1²"'),
        ("payment=a=b", 'payment = "a=b"'),
        ("payment", 'payment = ""'),
        ("min=none", "min = null"),
    ],
)
def test_how_an_option_is_read(given: str, read: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, told = said(capsys, "score", HAND, *BY, "--option", given)
    assert status == 2 and told.startswith(f"option {read}, expected ")


def test_none_is_no_cap_and_a_word_of_sichuans_self_draw(capsys: pytest.CaptureFixture[str]) -> None:
    _, told, _ = said(capsys, "score", "5m (111z) (222z) (333z) (444z) +5m", *BY, "--option", "cap=none", "--option", "payment=all", "--json")
    assert json.loads(told)["total"] == 13 and json.loads(told)["payouts"]["east"] == -4 * 8192
    drawn = ["--seat", "south", "--round", "west", "--win", "self_draw", "--rules", "sichuan", "--json"]
    gains = [
        json.loads(said(capsys, "score", "123456m12p99p555p +3p", *drawn, "--option", f"self_draw={how}")[1])["payouts"]["south"]
        for how in ("none", "plus_base")
    ]
    assert gains == [3, 6]


def test_json_is_indented_by_two_and_keeps_its_characters(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("score", "compare", "what-if", "nearest"):
        hand = HAND if command != "nearest" else "123m45p55z (777z) (666z) +9p"
        status, told, _ = said(capsys, command, hand, *BY, "--option", "min=0", "--json", "--language", "zh-Hant")
        assert status == 0 and told == json.dumps(json.loads(told), ensure_ascii=False, indent=2) + "\n" and told.isascii() == (command == "nearest")


def test_each_view_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    status, told, _ = said(capsys, "score", HAND, *BY, "--option", "min=0", "--brief")
    assert (status, told) == (
        0,
        "8m456p123456s (123p) 1f +8m\n   1  All chows  88m123456p123456s\n      1 Fan\n  east -4\n south +8\n  west -2\n north -2\n",
    ), told
    assert said(capsys, "score", HAND, *BY, "--option", "min=0")[1].startswith("8m456p123456s (123p) 1f +8m\n   1  All chows  88m123456p123456s\n      ")


def test_a_hand_with_no_hand_near_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "nearest", "147m258p369s1234z +5z", *BY) == (1, said(capsys, "nearest", "147m258p369s1234z +5z", *BY)[1], "")
    status, told, _ = said(capsys, "nearest", "147m258p369s1234z +5z", *BY, "--json")
    assert (status, told) == (1, "[]\n")


def test_a_refused_hand_under_every_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    """The status is its own table's."""
    refused, other = said(capsys, "compare", HAND, *BY), said(capsys, "compare", HAND, *BY, "--rules", "wisteria")
    assert (refused[0], other[0]) == (1, 0) and refused[1].splitlines()[0].startswith("FanOrder: 1 Fan")
    for seat in ("south", "west"):  # the payout told is the winner's
        by = ["--seat", seat, "--round", "west", "--win", "discard", "--from", "east"]
        assert "the winner gets +8" in said(capsys, "compare", HAND, *by, "--option", "min=0")[1]


def test_check_tells_all_of_it_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settled: dict[str, Any] = {"kind": "settlement", "settlement": {"type": "self_draw", "winners": [{"seat": "south", "total": 3}]}}
    good = {**settled, "id": "番", "ruleset": "hkma", "expected": {"ok": True}}
    wrong = {**settled, "id": "wrong", "ruleset": "hkma", "expected": {"ok": False, "error": "below_minimum"}}
    (tmp_path / "one.json").write_text(json.dumps({"cases": [good, wrong]}), encoding="utf-8")
    others = [{**good, "id": name, "ruleset": "vmc"} for name in ("other", "another")]
    (tmp_path / "two.json").write_text(json.dumps(others), encoding="utf-8")
    status, told, _ = said(capsys, "check", str(tmp_path / "one.json"), str(tmp_path / "two.json"), "--json")
    faults = json.loads(told)["failing"][0].pop("faults")
    assert status == 1 and len(faults) == 2
    assert json.loads(told) == {
        "cases": 4,
        "hold": 3,
        "rulesets": {"hkma": {"cases": 2, "hold": 1}, "vmc": {"cases": 2, "hold": 2}},
        "failing": [{"id": "wrong", "ruleset": "hkma", "faults": faults}],
    }
    assert told == json.dumps(json.loads(told), ensure_ascii=False, indent=2) + "\n"
    assert said(capsys, "check", str(tmp_path / "one.json")) == (1, f"wrong (hkma): {'; '.join(faults)}\n1 of 2 cases hold\n", "")
    assert said(capsys, "check", str(tmp_path / "one.json"), "--rules", "vmc") == (1, "0 of 0 cases hold\n", "")
    assert said(capsys, "check", str(tmp_path / "two.json")) == (0, "2 of 2 cases hold\n", "")


def test_rules_tells_each_fault_on_a_line_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong, own, good = (tmp_path / f"{name}.toml" for name in ("wrong", "own", "good"))
    wrong.write_text('extends = "hkma"\nminimum = -1\nlimit = 101\n', encoding="utf-8")
    own.write_text('extends = "hkma"\nname = "Ours"\n[fan.pattern]\nall_pongs = 9\nroot = 2\n', encoding="utf-8")
    good.write_text('extends = "hkma"\n', encoding="utf-8")
    number = "expected a number from 0 to 100"
    status, told, _ = said(capsys, "rules", str(wrong), str(own), str(good))
    priced = len(load_house(*read_house(good)).prices)
    first, second, third, fourth = told.splitlines()
    assert status == 2 and (first, second) == (f"{wrong}: minimum = -1, {number}", f"{wrong}: limit = 101, {number}")
    assert third.startswith(f"{own}: Ours, ") and third.endswith(f" at most, {priced + 1} patterns, own prices: all_pongs, root")
    assert fourth.startswith(f"{good}: HKMA, ") and fourth.endswith(f" at most, {priced} patterns, own prices: none")
    assert said(capsys, "rules", str(own), str(good))[0] == 0


def test_every_circumstance_reaches_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """Each refuses a hand that it cannot be true of, in its own words."""
    hand, drawn = "123456m12p99s (444z) 1f +3p", ["--seat", "south", "--round", "west", "--win", "self_draw", "--option", "min=0", "--json"]
    by = [*BY, "--option", "min=0", "--json"]

    def reason(*given: str, hand: str = hand) -> str:
        return str(json.loads(said(capsys, "score", hand, *given)[1]).get("reason"))

    assert reason(*drawn, "--discarder", "east") == "self_draw_with_discarder"
    assert reason(*by, "--replacement", "flower") == "replacement_needs_self_draw"
    assert reason(*drawn, "--opening", "heavenly") == "heavenly_needs_dealer_self_draw"
    assert reason(*by, "--robbed", "added") == "robbed_needs_rob_kong"
    assert reason(*by, "--responsible", "north") == "no_responsibility"
    assert reason(*by, "--last-tile") == "last_tile_needs_self_draw"
    assert reason(*drawn, "--last-discard") == "last_discard_needs_discard"
    sichuan = "123456m12p99p555p +3p"
    assert reason(*by, "--rules", "sichuan", "--void-suit", "m", hand=sichuan) not in ("None", "")
    assert reason(*by, "--rules", "sichuan", "--already-won", "north", "--already-won", "south", hand=sichuan) not in ("None", "")
    told = json.loads(said(capsys, "score", sichuan, *by, "--rules", "sichuan", "--after-kong-discard", "--already-won", "west", "--already-won", "north")[1])
    assert ["kong_deal_in", 1] in told["lines"] and told["payouts"]["west"] == told["payouts"]["north"] == 0
    assert json.loads(said(capsys, "score", sichuan, *by)[1])["ignored"] == []


def test_a_hand_under_a_tables_own_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ours.toml").write_text('extends = "hkma"\nminimum = 0\n[fan.pattern]\nall_chows = 4\n', encoding="utf-8")
    status, told, _ = said(capsys, "score", HAND.replace(" 1f", ""), *BY, "--rules", str(tmp_path / "ours.toml"), "--json")
    assert status == 0 and ["all_chows", 4] in json.loads(told)["lines"]


def test_a_name_that_only_looks_like_a_file_is_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, told = said(capsys, "score", HAND, *BY, "--rules", "ours.toml.bak")
    assert status == 2 and told.startswith("unknown rule set 'ours.toml.bak', expected one of fanorder, ")
    status, _, told = said(capsys, "score", HAND, *BY, "--rules", "absent.toml")
    assert status == 2 and "absent.toml" in told
