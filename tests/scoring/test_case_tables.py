"""The golden cases: every table in tests/cases, each case under its own id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from scoring_cases import all_cases

from scoring.cases import answer
from scoring.check import case_faults, compare
from scoring.rulesets import RULESET_NAMES, load_ruleset


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case["id"])
def test_case_holds(case: Mapping[str, Any]) -> None:
    assert case_faults(case) == []


def test_ids_are_unique_and_sourced() -> None:
    cases = all_cases()
    assert len({case["id"] for case in cases}) == len(cases) > 361
    assert all(case["source"] for case in cases)


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_each_priced_pattern_is_counted_and_refused(name: str, cases_by_ruleset: dict[str, list[Mapping[str, Any]]]) -> None:
    """Each pattern that a table prices has a case that counts it, and a hand near it, tagged with its name, that does not."""
    asserted = [case for case in cases_by_ruleset[name] if "lines" in case["expected"]]
    rules = load_ruleset(name)
    for pattern in rules.prices:
        assert any(pattern in (line[0] for line in case["expected"]["lines"]) for case in asserted), f"no case counts {pattern}"
        (refusing,) = (case for case in asserted if case.get("tag") == f"refuses {pattern}")
        assert rules.rows[pattern] in refusing["source"]
        assert pattern not in (line[0] for line in refusing["expected"]["lines"])
        told = [entry["because"] for entry in answer(refusing)["not_counted"] if entry["id"] == pattern]
        assert told[:1] == [refusing["note"]] or pattern == rules.fallback


def test_a_wrong_answer_is_a_fault_in_each_compared_key() -> None:
    expected = {"ok": True, "lines": [["all_chows", 1]], "total": 1, "total_before_cap": 1, "payouts": {"east": -1, "south": 1}, "fan": 1, "error": "x"}
    for key, wrong in {"ok": False, "lines": [["all_pongs", 3]], "total": 2, "total_before_cap": 2, "payouts": {}, "fan": 0, "error": "y"}.items():
        assert len(compare(expected, {**expected, key: wrong})) == 1
    assert compare({"ok": True, "lines": [["a", 1]], "equal_alternatives": [[["b", 1]]]}, {"ok": True, "lines": [["b", 1]]}) == []
    assert compare({"ok": True, "lines": [["a", 1], ["a", 1]]}, {"ok": True, "lines": [["a", 1]]})
