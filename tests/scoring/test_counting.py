"""Found patterns -> counted lines: what each table's file says of rivals, of what includes what and of what counts when nothing else does.

The hits are given, but for one hand at the end, and nothing is remembered from another test.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from scoring_cases import case_of

from scoring.counting import Countings, FanLine, PassedOver
from scoring.forms import parse_context, parse_hand
from scoring.rulesets import RuleSet, load_house, load_ruleset, parse_ruleset
from scoring.score import score
from scoring.shapes import SevenPairs, Standard
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
        "fanorder",
        {"options": {"seven_pairs": {"default": True}}},
        {"seven_pairs": 1, "concealed": 1, "all_honours": 1},
        [("all_honours", 10)],
        [("seven_pairs", "included", "all_honours"), ("concealed", "included", "seven_pairs")],
    ),
    "what counts is named before what is itself excluded": (
        "vmc",
        {},
        {"self_draw": 1, "after_kong": 1, "after_consecutive_kongs": 1},
        [("after_consecutive_kongs", 9)],
        [("self_draw", "included", "after_consecutive_kongs"), ("after_kong", "included", "after_consecutive_kongs")],
    ),
    "two in a row stay in total where the single one is not played": (
        "vmc",
        {"fan": {"how_won": {"after_kong": False}}},
        {"self_draw": 1, "after_consecutive_kongs": 1},
        [("after_consecutive_kongs", 9)],
        [("self_draw", "included", "after_consecutive_kongs")],
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


# A table made for this, with two groups of which one counts. Lines of its own -> what was found, what counts, what is passed over, why and for what.
FAN = {
    "pattern": {"all_chows": 1, "all_pongs": 3, "half_flush": 2},
    "special": {"great_winds": 4, "great_dragons": 6},
    "opening": {"heavenly": 5, "earthly": 4},
    "luck": {"self_draw": 1, "dragon_pong": 1, "last_tile": 1},
}
EVERYTHING = [name for priced in FAN.values() for name in priced]
RIVALS = [("great_winds", "one_of_group", "great_dragons")]

MADE: dict[str, tuple[dict[str, Any], Found, list[tuple[str, int]], list[tuple[str, str, str | None]]]] = {
    "of each group one": (
        {},
        {"great_winds": 1, "great_dragons": 1, "heavenly": 1, "earthly": 1},
        [("great_dragons", 6), ("heavenly", 5)],
        [*RIVALS, ("earthly", "one_of_group", "heavenly")],
    ),
    "what the rival that is dropped would exclude counts": (
        {"excludes": {"great_winds": ["all_pongs"]}},
        {"all_pongs": 1, "great_winds": 1, "great_dragons": 1},
        [("all_pongs", 3), ("great_dragons", 6)],
        RIVALS,
    ),
    "a rival worth less by itself, and more with what it leaves": (
        {"excludes": {"great_dragons": ["all_pongs"]}},
        {"all_pongs": 1, "great_winds": 1, "great_dragons": 1},
        [("all_pongs", 3), ("great_winds", 4)],
        [("great_dragons", "one_of_group", "great_winds")],
    ),
    "the first of the file beside rivals": ({}, {"all_chows": 1, "great_winds": 1, "great_dragons": 1}, [("all_chows", 1), ("great_dragons", 6)], RIVALS),
    "each that excludes does, beside rivals": (
        {"excludes": {"all_chows": ["self_draw"], "great_dragons": ["last_tile"]}},
        {"all_chows": 1, "great_winds": 1, "great_dragons": 1, "self_draw": 1, "last_tile": 1},
        [("all_chows", 1), ("great_dragons", 6)],
        [*RIVALS, ("self_draw", "included", "all_chows"), ("last_tile", "included", "great_dragons")],
    ),
    "each that excludes does": (
        {"excludes": {"all_chows": ["self_draw"], "great_dragons": ["half_flush"]}},
        {"all_chows": 1, "half_flush": 1, "great_dragons": 1, "self_draw": 1},
        [("all_chows", 1), ("great_dragons", 6)],
        [("half_flush", "included", "great_dragons"), ("self_draw", "included", "all_chows")],
    ),
    "of two that include another the first of the file is named": (
        {"excludes": {"half_flush": ["self_draw"], "great_dragons": ["self_draw"]}},
        {"all_chows": 1, "half_flush": 1, "great_dragons": 1, "self_draw": 1},
        [("all_chows", 1), ("half_flush", 2), ("great_dragons", 6)],
        [("self_draw", "included", "half_flush")],
    ),
    "one that includes another wholly is named before one that does in part": (
        {"excludes": {"all_pongs": ["1 dragon_pong"], "great_dragons": ["dragon_pong"]}},
        {"all_pongs": 1, "great_dragons": 1, "dragon_pong": 2},
        [("all_pongs", 3), ("great_dragons", 6)],
        [("dragon_pong", "included", "great_dragons")] * 2,
    ),
    "a special hand that counts only when it is worth more, and isn't": (
        {"only_when_dearer": ["special"], "excludes": {"great_winds": ["all_pongs", "half_flush"]}},
        {"all_pongs": 1, "half_flush": 1, "great_winds": 1},
        [("all_pongs", 3), ("half_flush", 2)],
        [("great_winds", "worth_less", None)],
    ),
    "the same, and it is": (
        {"only_when_dearer": ["special"], "excludes": {"great_dragons": ["all_pongs", "half_flush"]}},
        {"all_pongs": 1, "half_flush": 1, "great_dragons": 1},
        [("great_dragons", 6)],
        [("all_pongs", "included", "great_dragons"), ("half_flush", "included", "great_dragons")],
    ),
    "the same, worth as much: it is kept": (
        {"only_when_dearer": ["special"], "excludes": {"great_winds": ["all_pongs", "all_chows"]}},
        {"all_chows": 1, "all_pongs": 1, "great_winds": 1},
        [("great_winds", 4)],
        [("all_chows", "included", "great_winds"), ("all_pongs", "included", "great_winds")],
    ),
    "of two, both dropped where the rest is worth more; another group is still weighed": (
        {"only_when_dearer": ["special"], "excludes": {"@special": ["@pattern", "@luck"]}},
        {"all_chows": 1, "all_pongs": 1, "half_flush": 1, "great_winds": 1, "great_dragons": 1, "heavenly": 1, "earthly": 1, "self_draw": 1},
        [("all_chows", 1), ("all_pongs", 3), ("half_flush", 2), ("heavenly", 5), ("self_draw", 1)],
        [("great_winds", "worth_less", None), ("great_dragons", "worth_less", None), ("earthly", "one_of_group", "heavenly")],
    ),
    "what counts when nothing else does is not passed over, and what follows it is": (
        {"fallback": "all_pongs", "excludes": {"all_chows": ["self_draw"]}},
        {"all_chows": 1, "all_pongs": 1, "self_draw": 1},
        [("all_chows", 1)],
        [("self_draw", "included", "all_chows")],
    ),
    "what counts when nothing else does, however much is excluded": (
        {"fallback": "all_pongs", "excludes": {"all_pongs": ["self_draw"]}},
        {"all_pongs": 1, "self_draw": 1},
        [("all_pongs", 3)],
        [("self_draw", "included", "all_pongs")],
    ),
    "what is excluded excludes in part as well": (
        {"excludes": {"great_dragons": ["all_pongs"], "all_pongs": ["1 dragon_pong"]}},
        {"all_pongs": 1, "great_dragons": 1, "dragon_pong": 2},
        [("great_dragons", 6), ("dragon_pong", 1)],
        [("all_pongs", "included", "great_dragons"), ("dragon_pong", "included", "all_pongs")],
    ),
    "what is excluded excludes": (
        {"excludes": {"great_dragons": ["all_pongs"], "all_pongs": ["self_draw"]}},
        {"all_pongs": 1, "great_dragons": 1, "self_draw": 1},
        [("great_dragons", 6)],
        [("all_pongs", "included", "great_dragons"), ("self_draw", "included", "all_pongs")],
    ),
    "of two that exclude in part the first of the file says how many": (
        {"excludes": {"all_pongs": ["2 dragon_pong"], "half_flush": ["1 dragon_pong", "1 last_tile"]}},
        {"all_pongs": 1, "half_flush": 1, "dragon_pong": 4, "last_tile": 1},
        [("all_pongs", 3), ("half_flush", 2), ("dragon_pong", 1), ("dragon_pong", 1)],
        [("dragon_pong", "included", "all_pongs"), ("dragon_pong", "included", "all_pongs"), ("last_tile", "included", "half_flush")],
    ),
    "worth less beside another": (
        {"beside": {"all_pongs": {"half_flush": 1, "self_draw": 2}}},
        {"all_pongs": 1, "half_flush": 1, "self_draw": 1},
        [("all_pongs", 1), ("half_flush", 2), ("self_draw", 1)],
        [],
    ),
    "not beside one that does not count": (
        {"beside": {"all_pongs": {"half_flush": 1}}, "excludes": {"great_dragons": ["half_flush"]}},
        {"all_pongs": 1, "half_flush": 1, "great_dragons": 1},
        [("all_pongs", 3), ("great_dragons", 6)],
        [("half_flush", "included", "great_dragons")],
    ),
    "nor beside one that was dropped": (
        {"beside": {"all_pongs": {"great_winds": 1}}},
        {"all_pongs": 1, "great_winds": 1, "great_dragons": 1},
        [("all_pongs", 3), ("great_dragons", 6)],
        RIVALS,
    ),
    "what is not played excludes nothing": (
        {"options": {"great_dragons": {"default": False, "counts": {"true": ["great_dragons"]}}}, "excludes": {"great_dragons": ["all_pongs"]}},
        {"all_pongs": 1, "great_winds": 1, "great_dragons": 1},
        [("all_pongs", 3), ("great_winds", 4)],
        [],
    ),
}


def made(lines: Mapping[str, Any]) -> RuleSet:
    titles = dict.fromkeys(("en", "zh_hant", "zh_hans"), "made")
    paid = {"shares": {"plain": {"discarder": 1, "other": 1, "self_draw": 1}}, "points": {"plain": {"table": [1, 2]}}}
    table = {"name": "made", "source": "none", "minimum": 0, "limit": 9, "forms": [], "titles": titles, "fan": FAN, "rows": {name: name for name in EVERYTHING}}
    return parse_ruleset({**table, "one_of": ["special", "opening"], **paid, **lines}, "made")


@pytest.mark.parametrize(("own", "found", "lines", "passed_over"), MADE.values(), ids=MADE)
def test_what_counts_of_what(own: dict[str, Any], found: Found, lines: list[tuple[str, int]], passed_over: list[tuple[str, str, str | None]]) -> None:
    rules = made(own)
    hits = asked(rules, found)
    counting = Countings(rules)[hits]
    assert [(line.pattern, line.fan) for line in counting.lines] == lines
    assert counting.raw == sum(fan for _, fan in lines) and counting.fan == min(counting.raw, 9)
    assert [(told.pattern, told.because, told.by) for told in Countings(rules).passed_over(hits)] == passed_over


def test_a_line_and_what_is_passed_over_say_which_award_they_are() -> None:
    rules = made({"excludes": {"all_pongs": ["2 dragon_pong"], "great_dragons": ["self_draw"]}, "only_when_dearer": ["opening"]})
    hits = asked(rules, {"all_pongs": 1, "dragon_pong": 7, "great_winds": 1, "great_dragons": 1, "self_draw": 1})
    countings = Countings(rules)
    assert countings[hits].lines[2:] == tuple(FanLine("dragon_pong", 1, award) for award in (2, 3, 4, 5, 6))
    assert countings.passed_over(hits) == [
        PassedOver("great_winds", "one_of_group", 0, "great_dragons"),
        PassedOver("self_draw", "included", 0, "great_dragons"),
        PassedOver("dragon_pong", "included", 0, "all_pongs"),
        PassedOver("dragon_pong", "included", 1, "all_pongs"),
    ]
    rules = made({"only_when_dearer": ["special"], "excludes": {"great_winds": ["all_pongs", "half_flush"]}})
    hits = asked(rules, {"all_pongs": 1, "half_flush": 1, "great_winds": 1})
    assert Countings(rules)[hits].dropped == {"great_winds": None}
    assert Countings(rules).passed_over(hits) == [PassedOver("great_winds", "worth_less", 0, None)]


def test_what_counts_when_nothing_else_does_is_its_one_award() -> None:
    rules = load_ruleset("sichuan")
    assert Countings(rules)[asked(rules, {"plain": 1})].lines == (FanLine("plain", 0, 0),)


def test_nothing_found_comes_to_nothing() -> None:
    rules = made({})
    assert Countings(rules)[0] == ((), 0, 0, {}) and Countings(rules).passed_over(0) == []


def test_what_was_said_of_one_grouping_is_not_said_of_another() -> None:
    """One table plays seven pairs, the other parts the same tiles into sets."""
    case = case_of("1122334455667m +7m")
    hand, context = parse_hand(case["hand"]), parse_context(case["context"])
    pairs = score(hand, context, load_ruleset("fanorder").with_options({"seven_pairs": True}))
    sets = score(hand, context, load_ruleset("wisteria"))
    assert isinstance(pairs.shape, SevenPairs) and isinstance(sets.shape, Standard)
    told = [{entry.pattern: entry.because for entry in found.not_counted} for found in (pairs, sets)]
    assert [because["all_pongs"] for because in told] == ["needs_four_sets", "has_chow"]
