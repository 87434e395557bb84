"""Every value of every rule set file is held by a case: moved by one, or taken away, it makes one fail."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from scoring.check import case_faults
from scoring.errors import RuleSetError
from scoring.readings import WORDS, Readings
from scoring.rulesets import FOLDER, RULESET_NAMES, RuleSet
from scoring.rulesets.loader import parse_ruleset

Table = dict[str, Any]

# Words, not rules: what a row is called scores nothing.
_TEXTS = ("name", "titles", "source", "rows", "responsible_row", "names", "notes")


def mutants(table: Table) -> Iterator[tuple[str, Table]]:
    """Copies of a file with one value changed, and where."""
    for key, value in table.items():
        if key not in _TEXTS:
            yield from _within(table, (key,), value)
    for reading, preset in ((field, getattr(Readings(), field)) for field in Readings.__dataclass_fields__):
        if reading not in table.get("readings", {}):  # the ones a file leaves to the preset are rules of the table too
            yield from _replaced(table, ("readings", reading), preset)


def _within(table: Table, path: tuple[Any, ...], value: Any) -> Iterator[tuple[str, Table]]:
    if path[-1] in ("row", "self_draw_row", "robbed_row"):
        return
    if path[0] == "options" and path[-1] == "choices":
        for choice in value:
            yield _changed(table, path, [other for other in value if other != choice], f"without {choice}")
        return
    if path[0] == "options" and path[-1] in ("least", "most"):  # narrower; that nothing beyond them is taken, the form's tests hold
        yield _changed(table, path, value + (1 if path[-1] == "least" else -1), "narrower")
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _within(table, (*path, key), inner)
    elif isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        for at in range(len(value)):
            yield _changed(table, path, value[:at] + value[at + 1 :], f"without {value[at]}")
    elif isinstance(value, list):
        for at, entry in enumerate(value):
            yield _changed(table, path, [*value[:at], entry + 1, *value[at + 1 :]], f"[{at}] {entry + 1}")
    else:
        yield from _replaced(table, path, value)


def _replaced(table: Table, path: tuple[Any, ...], value: Any) -> Iterator[tuple[str, Table]]:
    if isinstance(value, bool):
        yield _changed(table, path, not value, str(not value))
    elif isinstance(value, int):
        yield _changed(table, path, value + 1, str(value + 1))
        if value and path[-1] != "doubles_every":
            yield _changed(table, path, value - 1, str(value - 1))
    elif path[0] == "readings":
        for word in WORDS[path[-1]]:
            if word != value:
                yield _changed(table, path, word, word)
    elif value == "limit":
        yield _changed(table, path, 1, "1")
    elif path[-1] == "default":
        for choice in table["options"][path[1]]["choices"]:
            if choice != value:
                yield _changed(table, path, choice, choice)
    elif path == ("fallback",):
        mutant = copy.deepcopy(table)
        del mutant["fallback"]
        yield "without fallback", mutant
    elif path[-1] == "self_draw":
        yield _changed(table, path, 3, "3")
    else:
        raise AssertionError(f"no mutant known for {path} = {value!r}")


def _changed(table: Table, path: tuple[Any, ...], value: Any, told: str) -> tuple[str, Table]:
    mutant = copy.deepcopy(table)
    at = mutant
    for key in path[:-1]:
        at = at.setdefault(key, {})
    at[path[-1]] = value
    return f"{'.'.join(map(str, path))}: {told}", mutant


def _caught(mutant: Table, name: str, cases: list[Mapping[str, Any]]) -> bool:
    try:
        rules: RuleSet = parse_ruleset(mutant, name)
    except RuleSetError:
        return True
    return any(case_faults(case, rules) for case in cases)


# A reading says nothing where the pattern it reads has no price.
_READ_BY = {
    "closed_with_kong": "concealed",
    "nine_gates": "nine_gates",
    "hidden_kongs": "four_concealed_pongs",
    "hidden_pair": "four_concealed_pongs",
    "rob_concealed": "thirteen_orphans",
    "earthly_kong": "earthly",
    "called_kong": "golden_hook",
    "split_root": "root",
    "terminal_pairs": "terminals_every_set",
}


def _says_nothing(told: str, rules: RuleSet) -> bool:
    where, _, change = told.partition(": ")
    reading = where.removeprefix("readings.")
    return (
        (reading in _READ_BY and _READ_BY[reading] not in rules.prices)
        or (reading.startswith("liability") and not rules.responsible)
        or told == "readings.most_suits: 4"  # there are three
        or (where == "options.seven_pairs.counts.true" and change == "without seven_pairs")  # the form is off with it
        or told == "excludes.after_consecutive_kongs: without self_draw"  # after_kong excludes it too, unless a table's own rules take that away
    )


def _words(case: Mapping[str, Any]) -> frozenset[str]:
    """What a case speaks of: options, circumstances, patterns and totals."""
    said = [case.get("options"), case.get("context"), case.get("settlement"), case["expected"].get("lines"), f"table_{case['expected'].get('total')}"]
    return frozenset(re.findall(r"\w+", str(said)) + [f"table_{total}" for total in re.findall(r"'total': (\d+)", str(case.get("settlement")))])


def _likely_first(told: str, cases: list[tuple[frozenset[str], Mapping[str, Any]]]) -> list[Mapping[str, Any]]:
    """Cases that speak of the changed value first: one failing case is enough."""
    about = set(re.findall(r"\w+", re.sub(r"table: \[(\d+)\].*", r"table_\1", told)))
    return [case for _, case in sorted(cases, key=lambda entry: -len(about & entry[0]))]


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_every_value_is_held_by_a_case(name: str, cases_by_ruleset: dict[str, list[Mapping[str, Any]]]) -> None:
    table = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    found = list(mutants(table))
    assert len(found) > 60
    rules = parse_ruleset(table, name)
    cases = [(_words(case), case) for case in cases_by_ruleset[name]]
    survivors = [told for told, mutant in found if not _says_nothing(told, rules) and not _caught(mutant, name, _likely_first(told, cases))]
    assert survivors == []
