"""Found patterns -> counted lines: what each table's file says of rivals, of what includes what and of what counts when nothing else does.

No hand is asked: the hits are given, and nothing is remembered from another test.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from scoring.counting import Countings
from scoring.rulesets import RuleSet, load_house, load_ruleset
from scoring.verdicts import HIT_BITS

DEARER = {"only_when_dearer": ["special"]}
Found = Mapping[str, int]

# Table, its own lines, what was found and how often -> the lines counted, with their Fan; what is passed over, why and for what.
COUNTED: dict[str, tuple[str, dict[str, Any], Found, list[tuple[str, int]], list[tuple[str, str, str | None]]]] = {
    "apart, all count": ("fanorder", {}, {"all_pongs": 1, "half_flush": 1}, [("all_pongs", 3), ("half_flush", 3)], []),
    "one pattern earned twice": ("fanorder", {}, {"dragon_pong": 2}, [("dragon_pong", 1), ("dragon_pong", 1)], []),
    "one includes another, every time": (
        "fanorder",
        {},
        {"little_dragons": 1, "dragon_pong": 2},
        [("little_dragons", 5)],
        [("dragon_pong", "included", "little_dragons")] * 2,
    ),
    "of rivals the dearest": (
        "fanorder",
        {},
        {"great_winds": 1, "all_honours": 1, "seat_wind": 1},
        [("great_winds", 13)],
        [("seat_wind", "included", "great_winds"), ("all_honours", "one_of_group", "great_winds")],
    ),
    "the dearest, wherever it stands in the file": (
        "fanorder",
        {},
        {"nine_gates": 1, "four_concealed_pongs": 1, "earthly": 1},
        [("earthly", 13)],
        [("nine_gates", "one_of_group", "earthly"), ("four_concealed_pongs", "one_of_group", "earthly")],
    ),
    "a special hand that counts only when it is worth more, and isn't": (
        "fanorder",
        DEARER,
        {"all_terminals": 1, "full_flush": 1, "all_pongs": 1, "seat_wind": 1, "concealed": 1},
        [("all_pongs", 3), ("full_flush", 7), ("seat_wind", 1), ("concealed", 1)],
        [("all_terminals", "worth_less", None)],
    ),
    "the same, and it is": (
        "fanorder",
        DEARER,
        {"all_terminals": 1, "full_flush": 1, "concealed": 1},
        [("concealed", 1), ("all_terminals", 10)],
        [("full_flush", "included", "all_terminals")],
    ),
    "without that line it counts though worth less": (
        "fanorder",
        {},
        {"all_terminals": 1, "full_flush": 1, "all_pongs": 1, "half_flush": 1, "concealed": 1},
        [("concealed", 1), ("all_terminals", 10)],
        [("all_pongs", "included", "all_terminals"), ("half_flush", "included", "all_terminals"), ("full_flush", "included", "all_terminals")],
    ),
    "beside another, worth less": (
        "vmc",
        {},
        {"mixed_terminals": 1, "four_concealed_pongs": 1, "all_pongs": 1},
        [("mixed_terminals", 1), ("four_concealed_pongs", 8)],
        [("all_pongs", "included", "mixed_terminals")],
    ),
    "the same without the other": ("vmc", {}, {"mixed_terminals": 1, "all_pongs": 1}, [("mixed_terminals", 4)], [("all_pongs", "included", "mixed_terminals")]),
    "what is excluded still excludes": (
        "vmc",
        {},
        {"self_draw": 1, "after_kong": 1, "after_consecutive_kongs": 1},
        [("after_consecutive_kongs", 9)],
        [("self_draw", "included", "after_kong"), ("after_kong", "included", "after_consecutive_kongs")],
    ),
    "in part: one of three": (
        "sichuan",
        {},
        {"dragon_seven_pairs": 1, "seven_pairs": 1, "root": 3},
        [("dragon_seven_pairs", 3), ("root", 1), ("root", 1)],
        [("seven_pairs", "included", "dragon_seven_pairs"), ("root", "included", "dragon_seven_pairs")],
    ),
    "when nothing else counts": ("sichuan", {}, {"plain": 1}, [("plain", 0)], []),
    "when something does, it isn't even passed over": ("sichuan", {}, {"plain": 1, "all_pongs": 1}, [("all_pongs", 1)], []),
    "not played at this table": ("fanorder", {}, {"seven_pairs": 1, "concealed": 1}, [("concealed", 1)], []),
}


def asked(rules: RuleSet, found: Found) -> int:
    return sum(found[name] << HIT_BITS * at for at, name in enumerate(rules.prices) if name in found)


@pytest.mark.parametrize(("table", "own", "found", "lines", "passed_over"), COUNTED.values(), ids=COUNTED)
def test_what_counts(table: str, own: dict[str, Any], found: Found, lines: list[tuple[str, int]], passed_over: list[tuple[str, str, str | None]]) -> None:
    rules = load_house(table, own) if own else load_ruleset(table)
    assert found.keys() <= rules.prices.keys()
    hits = asked(rules, found)
    counting = Countings(rules)[hits]
    assert [(line.pattern, line.fan) for line in counting.lines] == lines
    assert counting.raw == sum(fan for _, fan in lines)
    assert [(told.pattern, told.because, told.by) for told in Countings(rules).passed_over(hits)] == passed_over


def test_awards_are_numbered_and_what_is_taken_off_comes_off_the_first() -> None:
    rules = load_ruleset("sichuan")
    hits = asked(rules, {"dragon_seven_pairs": 1, "root": 3})
    assert [(line.pattern, line.award) for line in Countings(rules)[hits].lines] == [("dragon_seven_pairs", 0), ("root", 1), ("root", 2)]
    assert [(told.pattern, told.award) for told in Countings(rules).passed_over(hits)] == [("root", 0)]


def test_a_full_memory_is_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.counting._MOST_REMEMBERED", 3)
    rules = load_ruleset("fanorder")
    countings = Countings(rules)
    for found in ({"all_pongs": 1}, {"half_flush": 1}, {"full_flush": 1}, {"concealed": 1}):
        assert countings[asked(rules, found)].raw
        assert len(countings) <= 3
