"""A table with its options settled: what it takes for an option, what is then played and worth what, and what a total comes to in points."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import FormError, RuleSetError
from scoring.rulesets import (
    ALIASES,
    FOLDER,
    MOST_FAN,
    MOST_HOUSE_CHARACTERS,
    Curve,
    Option,
    RuleSet,
    load_house,
    load_ruleset,
    parse_ruleset,
    read_house,
    read_ruleset,
    rules_as_data,
    rules_version,
    version_of,
)  # fmt: skip
from scoring.rulesets.loader import read_table
from scoring.rulesets.ruleset import word
from scoring.shapes import Form


def refused(ask: Callable[[], object]) -> tuple[str, str]:
    """What a FormError says, and the field it names."""
    with pytest.raises(FormError) as caught:
        ask()
    return str(caught.value), caught.value.field


@pytest.fixture
def rules() -> RuleSet:
    """FanOrder read anew, so that nothing was asked of it before."""
    return parse_ruleset(read_table(FOLDER / "fanorder.toml"), "fanorder")


@pytest.mark.parametrize(
    ("option", "taken", "refusals"),
    [
        (Option("winds", "some", ("some", "none")), ["some", "none"], [(value, told) for value, told in (("all", '"all"'), (1, "1"), (None, "null"))]),
        (Option("winds", False, (False, True)), [True, False], [(1, "1"), (0, "0"), ("true", '"true"')]),
        (Option("winds", 1, (1, 2)), [1, 2], [(True, "true"), (3, "3"), (1.0, "1.0")]),
        (Option("winds", 2, (), 1, 3), [1, 2, 3], [(0, "0"), (4, "4"), (True, "true"), (2.0, "2.0"), ("2", '"2"'), ([2], "[2]")]),
    ],
)
def test_what_an_option_takes(option: Option, taken: list[Any], refusals: list[tuple[Any, str]]) -> None:
    for value in taken:
        assert option.check(value) is value
    expected = f"one of {', '.join(str(choice).lower() for choice in option.choices)}" if option.choices else "a number from 1 to 3"
    for value, told in refusals:
        assert refused(lambda value=value: option.check(value)) == (f"option winds = {told}, expected {expected}", "options.winds")  # type: ignore[misc]


def test_an_option_takes_nothing_unless_it_says_so() -> None:
    assert refused(lambda: Option("winds", 0).check(1)) == ("option winds = 1, expected a number from 0 to 0", "options.winds")


@pytest.mark.parametrize(("value", "spelled"), [(True, "true"), (False, "false"), (2, "2"), ("plus_fan", "plus_fan")])
def test_how_a_file_writes_an_options_value(value: Any, spelled: str) -> None:
    assert word(value) == spelled


# The table's entries are those from 0 Fan up; beyond its end so many Fan more double it, each begun; the most that is paid is 30 Fan.
@pytest.mark.parametrize(
    ("curve", "points"),
    [
        (Curve((1, 2, 4), 0), {0: 1, 1: 2, 2: 4, 3: 4, 30: 4, 99: 4}),
        (Curve((1, 2, 4, 8, 16), 1), {4: 16, 5: 32, 6: 64, 10: 1024, 29: 1 << 29, 30: 1 << 30, 31: 1 << 30, 100: 1 << 30}),
        (Curve((4, 8, 16, 24), 2), {2: 16, 3: 24, 4: 32, 5: 48, 6: 64, 7: 96, 30: 16 << 14, 31: 16 << 14}),
        (Curve((8,), 1), {0: 8, 1: 16, 30: 8 << 30, 40: 8 << 30}),
    ],
)
def test_points_of_a_total(curve: Curve, points: dict[int, int]) -> None:
    assert {fan: curve.points(fan) for fan in points} == points


def test_a_printed_table_longer_than_the_most_that_is_paid() -> None:
    assert Curve(tuple(range(1, 41)), 0).points(35) == 36
    assert Curve(tuple(range(1, 41)), 1).points(35) == 31


def test_minimum_and_cap(rules: RuleSet) -> None:
    chosen = rules.with_options({"min": 0, "cap": 100})
    assert (chosen.minimum, chosen.limit, chosen.preset_limit) == (0, 100, 13) and (rules.minimum, rules.limit) == (3, 13)
    assert [chosen.capped(fan) for fan in (99, 100, 101)] == [99, 100, 100]
    free = rules.with_options({"cap": None})
    assert free.limit is None and free.capped(500) == 500 and free.minimum == 3
    assert rules.with_options({"min": MOST_FAN}).minimum == 100
    number = "expected a number from 0 to 100"
    assert refused(lambda: rules.with_options({"min": None})) == (f"option min = null, {number}", "options.min")
    assert refused(lambda: rules.with_options({"min": True})) == (f"option min = true, {number}", "options.min")
    assert refused(lambda: rules.with_options({"min": 101})) == (f"option min = 101, {number}", "options.min")
    assert refused(lambda: rules.with_options({"cap": -1})) == (f"option cap = -1, {number}, or null for none", "options.cap")
    assert refused(lambda: rules.with_options({"cap": [8]})) == (f"option cap = [8], {number}, or null for none", "options.cap")


def test_an_option_of_no_such_name(rules: RuleSet) -> None:
    said, field = refused(lambda: rules.with_options({"spicy": 1}))
    assert said == f"unknown option 'spicy' for fanorder, expected one of {', '.join(['min', 'cap', *rules.options])}" and field == "options.spicy"


def test_what_an_option_switches_is_played_only_with_it(rules: RuleSet) -> None:
    with_pairs = rules.with_options({"seven_pairs": True})
    assert with_pairs.plays("seven_pairs") and not rules.plays("seven_pairs") and rules.plays("all_chows")
    assert with_pairs.forms == (*rules.forms, Form.SEVEN_PAIRS) and rules.forms == (Form.STANDARD, Form.THIRTEEN_ORPHANS)
    assert with_pairs.with_options({"seven_pairs": False}).plays("seven_pairs") is False
    assert not rules.plays("plain")  # priced at another table


def test_the_same_choice_gives_the_same_rules_with_what_they_remember(rules: RuleSet) -> None:
    chosen = rules.with_options({"min": 1, "cap": 8})
    assert rules.with_options({"min": 1, "cap": 8}) is chosen
    assert chosen.verdicts is rules.verdicts and chosen.worded is rules.worded
    assert chosen.countings is not rules.countings  # other prices count, and limit hands are worth the cap
    assert rules.with_options({"seven_pairs": True}) is not rules.with_options({"seven_pairs": False})
    rules.with_options({"min": 1})
    assert refused(lambda: rules.with_options({"min": True}))[1] == "options.min"  # True equals 1 and is no number of Fan


def test_only_so_many_choices_are_remembered(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.rulesets.ruleset._MOST_CHOICES", 2)
    first = rules.with_options({"min": 0})
    assert rules.with_options({"min": 1}) is not first and rules.with_options({"min": 0}) is first
    rules.with_options({"min": 2})  # a third: the two before are forgotten
    assert rules.with_options({"min": 0}) is not first and rules.with_options({"min": 0}).minimum == 0


def test_a_limit_hand_is_worth_the_cap_and_without_one_the_pages() -> None:
    rules = load_ruleset("mahjong_house")
    (hand, *_) = [name for name, price in rules.prices.items() if price.fan is None]
    assert rules.fan_of(hand) == rules.limit == 10
    assert [rules.with_options({"cap": cap}).fan_of(hand) for cap in (8, None)] == [8, 10]
    assert load_ruleset("fanorder").with_options({"cap": 8}).fan_of("great_winds") == 13  # a number is a number, whatever the cap


def test_points_are_those_of_the_capped_total_times_the_base() -> None:
    sichuan = load_ruleset("sichuan")
    assert "base" in sichuan.options and sichuan.base == sichuan.settled["base"]
    chosen = sichuan.with_options({"base": 3, "cap": 2})
    assert chosen.base == 3 and [chosen.points(fan) for fan in (1, 2, 3)] == [3 * sichuan.curve.points(1), *[3 * sichuan.curve.points(2)] * 2]
    assert load_ruleset("fanorder").base == 1


def test_the_settled_way_to_pay_and_table_of_points() -> None:
    options = {
        "payment": {"default": "half", "choices": ["half", "all"]}, "curve": {"default": "plain", "choices": ["plain", "spicy"]},
        "each": {"default": 2, "least": 1, "most": 9}, "more": {"default": False, "extra_base": {"true": 3}},
        "plus": {"default": "none", "choices": ["none", "one"], "extra_base": {"one": 1}},
    }  # fmt: skip
    table = read_table(FOLDER / "fanorder.toml")
    rules = parse_ruleset(
        {
            **table,
            "options": {**{name: spec for name, spec in table["options"].items() if name not in options}, **options},
            "shares": {"all": {"discarder": 4, "other": 0, "self_draw": "each"}, "half": {"discarder": 2, "other": 1, "self_draw": 5}},
            "points": {"spicy": {"table": [3, 4], "doubles_every": 1}, "plain": {"table": [1, 2]}},
        },
        "ours",
    )
    assert (rules.share.discarder, rules.self_draw_multiple, rules.curve.table) == (2, 5, (1, 2))
    chosen = rules.with_options({"payment": "all", "curve": "spicy", "each": 7})
    assert (chosen.share.discarder, chosen.self_draw_multiple, chosen.curve.table) == (4, 7, (3, 4))
    assert [rules.with_options(said).extra_bases for said in ({}, {"more": True}, {"plus": "one"}, {"more": True, "plus": "one"})] == [0, 3, 1, 4]
    alone = load_ruleset("hkma")  # where there is one of each, no option chooses
    assert not {"payment", "curve"} & set(alone.options) and [*alone.shares.values()] == [alone.share] and [*alone.curves.values()] == [alone.curve]


def test_points_at_the_cap() -> None:
    rules = load_ruleset("fanorder")
    assert rules.points_at_limit == rules.curve.points(13)
    assert rules.with_options({"cap": 8}).points_at_limit == rules.curve.points(8)
    assert rules.with_options({"cap": None}).points_at_limit == rules.curve.points(13)


def test_a_table_by_name() -> None:
    assert load_ruleset("wisteria") is load_ruleset("wisteria") and load_ruleset("mjhouse") is load_ruleset("mahjong_house")
    known = "fanorder, wisteria, vmc, hkma, mahjong_house, sichuan"  # not its other names
    assert refused(lambda: load_ruleset("riichi")) == (f"unknown rule set 'riichi', expected one of {known}", "ruleset")


def test_own_lines_over_a_table_by_name() -> None:
    ours = load_house("mjhouse", {"minimum": 2})
    assert (ours.minimum, ours.source) == (2, load_ruleset("mahjong_house").source) and load_house("mahjong_house", {"minimum": 2}) is ours
    assert load_house("fanorder", {"titles": {"en": "桌"}}).titles["en"] == "桌"
    assert load_house("fanorder", {"limit": 8, "minimum": 2}) is load_house("fanorder", {"minimum": 2, "limit": 8})  # in whatever order they stand
    assert refused(lambda: load_house("riichi", {}))[1] == "ruleset"
    with pytest.raises(RuleSetError, match="rule set 'house' has 1 fault"):
        load_house("fanorder", {"minimum": -1})


def test_own_lines_that_are_no_lines() -> None:
    assert refused(lambda: load_house("fanorder", [1])) == ("house = [1], expected an object with the lines that differ", "house")
    for strange in ({"minimum": {1, 2}}, {(1, 2): 3}, {"limit": b"8"}):
        assert refused(lambda strange=strange: load_house("fanorder", strange)) == (  # type: ignore[misc]
            "house holds what is no JSON, expected an object with the lines that differ", "house",
        )  # fmt: skip
    endless: dict[str, Any] = {}
    endless["house"] = endless
    assert refused(lambda: load_house("fanorder", endless))[0].startswith("house holds what is no JSON")


def within(depth: int) -> dict[str, Any]:
    """Tables within tables, so many of them."""
    return {} if depth == 1 else {"a": within(depth - 1)}


def told_of(house: dict[str, Any]) -> str:
    """What is said first of lines that are no rules."""
    with pytest.raises(FormError) as caught:
        load_house("fanorder", house)
    return str(caught.value)


def test_how_much_the_lines_may_be() -> None:
    text = "x" * (MOST_HOUSE_CHARACTERS - len('{"name": ""}'))
    assert load_house("fanorder", {"name": text}).name == text
    assert refused(lambda: load_house("fanorder", {"name": f"{text}x"})) == (
        "house has 10001 characters or too many tables within tables, expected no more than 10000", "house",
    )  # fmt: skip
    assert "unknown key a" in told_of(within(8)) and "house has 58 characters or too many tables within tables" in told_of(within(9))
    assert load_house("fanorder", {"name": "X" * 20}).name == "X" * 20 and "too many tables" in told_of({"a": "X" * 20, "b": within(8)})
    lists: dict[str, Any] = {"a": [[[[[[[1]]]]]]]}
    assert "unknown key a" in told_of(lists) and "too many tables" in told_of({"a": [lists["a"]]})
    assert "unknown key b" in told_of({"a": within(6), "b": within(6), "c": [[1], [2], [3], [4]] * 3})  # side by side is not within


def test_a_files_parent_and_lines(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('extends = "mjhouse"\nlimit = 8\n', encoding="utf-8")
    assert read_house(path) == (ALIASES["mjhouse"], {"limit": 8})


def test_a_file_over_a_table_that_ships(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('extends = "mjhouse"\nlimit = 8\n', encoding="utf-8")
    rules = read_ruleset(path)
    assert (rules.limit, rules.source) == (8, load_ruleset("mahjong_house").source) and read_table(path)["limit"] == 8
    path.write_text('extends = "mjhouse"\nlimit = -1\n', encoding="utf-8")
    with pytest.raises(RuleSetError, match="rule set 'ours' has 1 fault"):
        read_ruleset(path)


def test_a_table_knows_its_patterns_and_counts_by_its_prices(rules: RuleSet) -> None:
    assert rules.verdicts.times(1) == {"all_chows": 1} and rules.countings[1].raw == 1  # the first row of the file


def test_a_table_as_plain_data_reads_again_as_itself() -> None:
    kept = rules_as_data("mjhouse")
    assert parse_ruleset(dict(kept), "any").prices == load_ruleset("mahjong_house").prices and kept["name"] == "mahjong_house"
    with pytest.raises(TypeError):
        kept["minimum"] = 0  # type: ignore[index]
    assert rules_version("mjhouse") == version_of(dict(kept)) == rules_version("mahjong_house") != rules_version("vmc")
    assert refused(lambda: rules_as_data("riichi"))[1] == refused(lambda: rules_version("riichi"))[1] == "ruleset"
