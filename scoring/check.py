"""Case files -> which cases hold. What is compared, and what is for people only, stands in `compare`."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .cases import answer_by, base_rules
from .errors import FormError, ScoringError, spelled
from .rulesets import ALIASES, RuleSet

_COMPARED = ("ok", "error", "fan", "total_before_cap", "total", "payouts")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One case and every way in which the answer differs from what it expects."""

    case: str
    ruleset: str
    faults: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """No fault."""
        return not self.faults


def read_cases(path: Path) -> list[Mapping[str, Any]]:
    """The cases of a JSON or TOML file: a list, or an object with `cases`. Raises OSError, FormError."""
    try:
        text = path.read_bytes().decode()
        data = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormError(f"{path}: not {path.suffix.removeprefix('.') or 'JSON'}: {error}") from error
    cases = data.get("cases") if isinstance(data, Mapping) else data
    if not isinstance(cases, list) or not all(isinstance(case, Mapping) for case in cases):
        raise FormError(f"{path}: expected a list of cases, or an object with one under 'cases'")
    return cases


def check(cases: Iterable[Mapping[str, Any]], rules: str | None = None) -> list[Outcome]:
    """Run every case, or those of one rule set. A malformed case is a fault of the case, not an error."""
    wanted = rules and ALIASES.get(rules, rules)
    outcomes = []
    for at, case in enumerate(cases):
        name = str(case.get("ruleset"))
        ruleset = ALIASES.get(name, name)
        if wanted is None or ruleset == wanted:
            outcomes.append(Outcome(str(case.get("id", f"case {at + 1}")), ruleset, tuple(case_faults(case))))
    return outcomes


def case_faults(case: Mapping[str, Any], base: RuleSet | None = None) -> list[str]:
    """Every way in which the answer to a case differs from what it expects, under the rules it names or under `base`."""
    expected = case.get("expected")
    if not isinstance(expected, Mapping) or not expected:
        return [f"expected = {spelled(expected)}, which asks for nothing"]
    try:
        given = answer_by(base or base_rules(case), case)
    except ScoringError as error:
        return [f"malformed: {error}"]
    return compare(expected, given)


def compare(expected: Mapping[str, Any], given: Mapping[str, Any]) -> list[str]:
    """Faults of an answer: the compared keys that are expected, and lines as a multiset or as any equal alternative."""
    faults = [f"{key}: expected {expected[key]!r}, got {given.get(key)!r}" for key in _COMPARED if key in expected and given.get(key) != expected[key]]
    if expected.get("lines") is not None:
        right = [_multiset(lines) for lines in (expected["lines"], *expected.get("equal_alternatives", []))]
        if _multiset(given.get("lines", [])) not in right:
            faults.append(f"lines: expected {expected['lines']!r}, got {given.get('lines')!r}")
    if faults and given.get("detail"):
        faults.append(f"detail: {given['detail']}")
    return faults


def _multiset(lines: Iterable[Iterable[Any]]) -> Counter[tuple[Any, ...]]:
    return Counter(tuple(line) for line in lines)
