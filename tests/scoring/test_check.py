"""Checking case files: what a file must hold, which cases are run, and what a fault says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from scoring_cases import case_of

from scoring.check import case_faults, check, compare, read_cases
from scoring.errors import FormError
from scoring.rulesets import load_ruleset

CHOWS = case_of("456p123456s8m (123p) 1f +8m", "fanorder", {"min": 0})
HOLDS = {**CHOWS, "expected": {"total": 1, "lines": [["all_chows", 1]]}}
HOUSE = {**case_of("456p123456s8m (123p) 1f +8m", "mjhouse", {"min": 0}), "expected": {"total": 1}}


@pytest.mark.parametrize(
    ("name", "text", "cases"),
    [
        ("list.json", '[{"id": "糊"}]', [{"id": "糊"}]),
        ("named.json", '{"cases": [{"id": "a"}, {}], "note": 1}', [{"id": "a"}, {}]),
        ("table.toml", '[[cases]]\nid = "糊"\n', [{"id": "糊"}]),
        ("none.json", "[]", []),
    ],
)
def test_a_file_of_cases(name: str, text: str, cases: list[dict[str, Any]], tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert read_cases(tmp_path / name) == cases


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("torn.json", b"[{", "not json: Expecting property name"),
        ("torn.toml", b"[[cases]", "not toml: "),
        ("torn", b"{", "not JSON: "),
        ("latin.json", '["é"]'.encode("latin-1"), "not json: 'utf-8' codec can't decode"),
        ("deep.json", b"[" * 100_000, "not json: maximum recursion"),
        ("text.json", b'"cases"', "expected a list of cases, or an object with one under 'cases'"),
        ("other.json", b'{"case": []}', "expected a list of cases, or an object with one under 'cases'"),
        ("mixed.json", b'[{}, "case"]', "expected a list of cases, or an object with one under 'cases'"),
    ],
)
def test_a_file_that_holds_no_cases(name: str, content: bytes, told: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(FormError, match=re.escape(f"{tmp_path / name}: {told}")):
        read_cases(tmp_path / name)


def test_which_cases_are_run_and_what_they_are_called() -> None:
    cases = [{**HOLDS, "id": "chows"}, HOUSE, {"id": 3}]
    assert [(outcome.case, outcome.ruleset, outcome.holds) for outcome in check(cases)] == [
        ("chows", "fanorder", True), ("case 2", "mahjong_house", True), ("3", "None", False),
    ]  # fmt: skip
    for name in ("mjhouse", "mahjong_house"):
        assert [outcome.case for outcome in check(cases, name)] == ["case 2"]
    assert check(cases, "vmc") == []


@pytest.mark.parametrize(
    ("changed", "faults"),
    [
        ({}, []),
        ({"expected": None}, ["expected = null, which asks for nothing"]),
        ({"expected": {}}, ["expected = {}, which asks for nothing"]),
        ({"expected": ["ok"]}, ['expected = ["ok"], which asks for nothing']),
        ({"ruleset": "riichi"}, ["malformed: unknown rule set 'riichi', expected one of fanorder, wisteria, vmc, hkma, mahjong_house, sichuan"]),
        ({"expected": {"ok": False, "total": 1}}, ["ok: expected False, got True"]),
        ({"expected": {"lines": [["all_pongs", 3]]}}, ["lines: expected [['all_pongs', 3]], got [['all_chows', 1]]"]),
        ({"expected": {"lines": [["all_pongs", 3]], "equal_alternatives": [[["all_chows", 1]]]}}, []),
        ({"expected": {"lines": []}, "options": {}}, ["lines: expected [], got [['all_chows', 1]]", "detail: 1 Fan, expected at least 3"]),
        ({"expected": {"error": "below_minimum", "fan": 1}, "options": {}}, []),
        (
            {"expected": {"ok": True, "error": None, "lines": [["all_chows", 1]]}, "hand": case_of("456p123456s8m (123p) 1f +9m")["hand"]},
            [
                "ok: expected True, got False",
                "error: expected None, got 'not_complete'",
                "lines: expected [['all_chows', 1]], got None",
                "detail: m8 m9 p4 p5 p6 s1 s2 s3 s4 s5 s6 with 1 melds parts into no hand, expected one of: standard, thirteen_orphans",
            ],
        ),
    ],
)
def test_the_faults_of_a_case(changed: dict[str, Any], faults: list[str]) -> None:
    assert case_faults({**HOLDS, **changed}) == faults


def test_a_case_may_be_asked_of_a_tables_own_rules() -> None:
    below = {**HOLDS, "options": None, "expected": {"error": "below_minimum"}}
    assert case_faults(below) == case_faults(below, load_ruleset("vmc").with_options({"min": 5})) == []
    assert case_faults(below, load_ruleset("fanorder").with_options({"min": 1})) == ["error: expected 'below_minimum', got None"]


def test_lines_that_are_not_asked_for_are_not_compared() -> None:
    assert compare({"ok": True, "lines": None}, {"ok": True}) == [] == compare({"ok": False, "lines": []}, {"ok": False})
    assert json.dumps(compare({"total": 1}, {"detail": "why"})) == '["total: expected 1, got None", "detail: why"]'
