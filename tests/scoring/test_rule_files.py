"""A rule set file becomes values one by one, and each fault is told in its own words, where it is and what was expected.

The file is a small one made here, so that each of its lines can be wrong alone.
"""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from scoring.errors import RuleSetError
from scoring.readings import Readings
from scoring.rulesets import Curve, Option, Price, RuleSet, Shares
from scoring.rulesets.loader import parse_ruleset, version_of
from scoring.rulesets.ruleset import OwnPrice
from scoring.shapes import Form

SMALL: dict[str, Any] = {
    "name": "small",
    "source": "A page",
    "minimum": 1,
    "limit": 8,
    "forms": ["standard"],
    "titles": {"en": "Small", "zh_hant": "小桌子", "zh_hans": "小桌"},
    "fan": {"sets": {"all_chows": 1, "all_pongs": 3}, "special": {"great_winds": "limit", "great_dragons": 8}, "luck": {"self_draw": 1, "concealed": 0}},
    "shares": {"plain": {"discarder": 2, "other": 1, "self_draw": 3}},
    "points": {"plain": {"table": [1, 2, 4], "doubles_every": 2}},
    "rows": {"all_chows": "A", "all_pongs": "B", "great_winds": "C", "great_dragons": "D", "self_draw": "E", "concealed": "F"},
}
TONGUES = {"en": "a", "zh_hant": "b", "zh_hans": "c"}
PAYMENT = {"default": "half", "choices": ["half", "all"]}


def table_with(changes: dict[str, Any]) -> dict[str, Any]:
    """The small file with other lines; None takes one away."""
    return {key: value for key, value in {**SMALL, **changes}.items() if value is not None}


def read(**changes: Any) -> RuleSet:
    return parse_ruleset(table_with(changes), "file")


def faults_of(changes: dict[str, Any]) -> list[str]:
    with pytest.raises(RuleSetError) as caught:
        parse_ruleset(table_with(changes), "file")
    assert str(caught.value) == f"rule set 'file' has {len(caught.value.faults)} fault(s): {'; '.join(caught.value.faults)}"
    return list(caught.value.faults)


def test_what_a_file_must_say() -> None:
    rules = read()
    assert (rules.name, rules.source, rules.minimum, rules.limit, rules.preset_limit) == ("small", "A page", 1, 8, 8)
    assert rules.base_forms == rules.forms == (Form.STANDARD,)
    assert dict(rules.titles) == SMALL["titles"] and dict(rules.rows) == SMALL["rows"]
    assert list(rules.prices.items()) == [
        ("all_chows", Price(1, "sets")), ("all_pongs", Price(3, "sets")), ("great_winds", Price(None, "special")), ("great_dragons", Price(8, "special")),
        ("self_draw", Price(1, "luck")), ("concealed", Price(0, "luck")),
    ]  # fmt: skip
    assert dict(rules.shares) == {"plain": Shares(2, 1, 3)} and dict(rules.curves) == {"plain": Curve((1, 2, 4), 2)}
    nothing_more = [rules.one_of, rules.only_when_dearer, rules.excludes, rules.options, rules.settled, rules.responsible, rules.kong_money, rules.notes]
    assert not any(nothing_more) and not rules.own and not rules.names and rules.responsible_row == "" and rules.fallback is None
    assert rules.readings == Readings()


def test_what_a_file_may_say() -> None:
    rules = read(
        one_of=["special"],
        only_when_dearer=["special"],
        fallback="all_chows",
        responsible=["great_winds", "great_dragons"],
        responsible_row="Row",
        readings={"nine_gates": "extra", "most_suits": 2, "honours": False},
        beside={"all_pongs": {"self_draw": 2}},
        kong_money={"exposed": 2, "added": 1, "concealed": 0},
        notes={"all_chows": TONGUES},
        names={"all_pongs": {"zh_hant": "對對糊"}},
        **{"@own": {"all_pongs": 2, "great_winds": "limit", "self_draw": None, "concealed": False, "all_terminals": 1}},
    )
    assert (rules.one_of, rules.only_when_dearer, rules.fallback) == ({"special"}, {"special"}, "all_chows")
    assert (rules.responsible, rules.responsible_row) == ({"great_winds", "great_dragons"}, "Row")
    assert rules.readings == Readings(nine_gates="extra", most_suits=2, honours=False)
    assert rules.prices["all_pongs"] == Price(3, "sets", {"self_draw": 2})
    assert dict(rules.kong_money) == {"exposed": 2, "added": 1, "concealed": 0}
    assert {name: dict(note) for name, note in rules.notes.items()} == {"all_chows": TONGUES}
    assert {name: dict(called) for name, called in rules.names.items()} == {"all_pongs": {"zh_hant": "對對糊"}}
    assert dict(rules.own) == {"all_pongs": OwnPrice("2"), "great_winds": OwnPrice("limit"), "self_draw": OwnPrice(""), "concealed": OwnPrice("")}


def test_what_its_options_settle() -> None:
    rules = read(
        options={
            "payment": PAYMENT,
            "curve": {"default": "plain", "choices": ["plain", "spicy"]},
            "base": {"default": 2, "least": 1, "most": 9},
            "winds": {"default": False, "counts": {"true": ["great_winds"]}, "forms": {"true": ["seven_pairs"]}, "extra_base": {"true": 3, "false": 1}},
        },
        shares={
            "half": {"discarder": 2, "other": 1, "self_draw": "base", "robbed": 6, "row": "Pay", "self_draw_row": "Draw", "robbed_row": "Rob"},
            "all": {"discarder": 4, "other": 0, "robbed": 7, "self_draw_total": 6, "odd_point": "first", "row": "All", "self_draw_row": "All drawn"},
        },
        points={"plain": {"table": [1, 2]}, "spicy": {"table": [2, 2, 3], "doubles_every": 1, "row": "Spicy"}},
    )
    assert dict(rules.options) == {
        "payment": Option("payment", "half", ("half", "all")),
        "curve": Option("curve", "plain", ("plain", "spicy")),
        "base": Option("base", 2, (), 1, 9),
        "winds": Option("winds", False, (False, True), 0, 0, {"true": ("great_winds",)}, {"true": (Form.SEVEN_PAIRS,)}, {"true": 3, "false": 1}),
    }
    assert dict(rules.settled) == {"payment": "half", "curve": "plain", "base": 2, "winds": False}
    assert dict(rules.shares) == {"half": Shares(2, 1, "base", 6, None, "", "Pay", "Draw", "Rob"), "all": Shares(4, 0, 0, 7, 6, "first", "All", "All drawn")}
    assert dict(rules.curves) == {"plain": Curve((1, 2), 0), "spicy": Curve((2, 2, 3), 1, "Spicy")}


# What each side of an exclusion may name, and what then is not counted beside what: all of it, or so many awards.
EXCLUDES: list[tuple[dict[str, Any], dict[str, dict[str, int | None]]]] = [
    ({"all_pongs": ["all_chows", "2 self_draw"]}, {"all_pongs": {"all_chows": None, "self_draw": 2}}),
    ({"all_pongs": "all_chows"}, {"all_pongs": {"all_chows": None}}),
    ({"all_pongs": []}, {}),
    ({"@special": ["@luck"]}, {name: {"self_draw": None, "concealed": None} for name in ("great_winds", "great_dragons")}),
    ({"great_winds": ["1 @luck"]}, {"great_winds": {"self_draw": 1, "concealed": 1}}),
    ({"great_winds": ["*"]}, {"great_winds": {name: None for name in ("all_chows", "all_pongs", "self_draw", "concealed")}}),  # within one_of nothing is
    ({"*": ["concealed"]}, {name: {"concealed": None} for name in SMALL["rows"] if name != "concealed"}),
    ({"@luck": ["concealed"]}, {"self_draw": {"concealed": None}}),
    ({"self_draw": ["@luck"]}, {"self_draw": {"concealed": None}}),  # a group speaks of all else in it
    ({"great_winds": ["@special"]}, {}),
]


@pytest.mark.parametrize(("said", "beside"), EXCLUDES, ids=[str(said) for said, _ in EXCLUDES])
def test_what_excludes_what(said: dict[str, Any], beside: dict[str, dict[str, int | None]]) -> None:
    rules = read(one_of=["special"], excludes=said)
    assert {name: dict(others) for name, others in rules.excludes.items()} == beside


def test_of_a_group_that_all_counts_one_may_exclude_another() -> None:
    assert {name: dict(others) for name, others in read(excludes={"great_winds": ["great_dragons"]}).excludes.items()} == {
        "great_winds": {"great_dragons": None}
    }


# Lines of a file and all of its faults. A part that is missing stands for nothing, and of nothing no more is said.
FAULTS: list[tuple[dict[str, Any], list[str]]] = [
    *(({key: None}, [f"{key} is missing"]) for key in SMALL),
    (dict.fromkeys(SMALL, None), [f"{key} is missing" for key in ("name", "source", "minimum", "limit", "forms", "titles", "fan", "shares", "points", "rows")]),
    ({"name": 3}, ["name = 3, expected text"]),
    ({"source": ["a"]}, ['source = ["a"], expected text']),
    ({"minimum": "three"}, ['minimum = "three", expected a number']),
    ({"limit": True}, ["limit = true, expected a number"]),
    ({"forms": {}}, ["forms = {}, expected a list"]),
    ({"titles": "Small"}, ['titles = "Small", expected a table']),
    ({"fan": []}, ["fan = [], expected a table"]),
    ({"shares": 1, "points": 1, "rows": 1}, [f"{key} = 1, expected a table" for key in ("shares", "points", "rows")]),
    ({"shares": 1, "options": {"payment": PAYMENT}}, ["shares = 1, expected a table"]),
    ({"points": 1, "options": {"curve": PAYMENT}}, ["points = 1, expected a table"]),
    *(({key: 1}, [f"{key} = 1, expected a list"]) for key in ("one_of", "only_when_dearer", "responsible")),
    *(({key: 1}, [f"{key} = 1, expected text"]) for key in ("fallback", "responsible_row")),
    *(({key: 1}, [f"{key} = 1, expected a table"]) for key in ("readings", "excludes", "beside", "options", "kong_money", "notes", "names", "@own")),
    ({"colour": "green", "size": 1}, ["unknown key colour", "unknown key size"]),
    ({"fan": {**SMALL["fan"], "more": 1}}, ["fan.more is no table"]),
    ({"shares": {**SMALL["shares"], "more": 1}}, ["shares.more is no table"]),
    ({"points": {**SMALL["points"], "more": 1}}, ["points.more is no table"]),
    ({"options": {"more": 1}}, ["options.more is no table"]),
    ({"beside": {"all_pongs": 1}}, ["beside.all_pongs is no table"]),
    ({"notes": {"all_pongs": "a"}}, ["notes.all_pongs is no table"]),
    ({"names": {"all_pongs": "a"}}, ["names.all_pongs is no table"]),
    ({"minimum": -1}, ["minimum = -1, expected a number from 0 to 100"]),
    ({"limit": 101}, ["limit = 101, expected a number from 0 to 100"]),
    ({"forms": ["standard", "knitted"]}, ["forms names 'knitted', which is no form"]),
    ({"forms": [1]}, ["forms = [1], expected a list of words"]),
    ({"titles": {"en": "a", "zh_hans": 3, "fr": "d"}}, ["titles has no zh_hant", "titles has no zh_hans", "titles has fr, which nothing needs"]),
    ({"rows": {**SMALL["rows"], "all_pongs": 3, "root": "G"}}, ["rows has no all_pongs", "rows has root, which nothing needs"]),
    ({"notes": {"all_pongs": {"en": "a"}}}, ["notes.all_pongs has no zh_hant", "notes.all_pongs has no zh_hans"]),
    ({"notes": {"root": TONGUES}}, ["notes names 'root', which is no priced pattern"]),
    ({"names": {"root": {"en": "a"}}}, ["names names 'root', which is no priced pattern"]),
    ({"names": {"all_pongs": {"en": "a", "fr": "b"}}}, ["names.all_pongs has fr, expected en, zh_hant, zh_hans"]),
    ({"names": {"all_pongs": {"en": 3}}}, ["names.all_pongs has no en"]),
    ({"one_of": ["@special"]}, ["one_of names '@special', which is no group"]),
    ({"one_of": ["special", "lucky"]}, ["one_of names 'lucky', which is no group"]),
    ({"only_when_dearer": ["special"]}, ["only_when_dearer names 'special', which is no group in one_of"]),
    ({"fallback": "root"}, ["fallback names 'root', which is no priced pattern"]),
    ({"responsible": ["root"]}, ["responsible names 'root', which is no priced pattern"]),
    ({"readings": {"gates": "any"}}, ["readings.gates is no reading"]),
    ({"readings": {"nine_gates": "some"}}, ['readings.nine_gates = "some", expected any or extra or when_claimed']),
    ({"readings": {"nine_gates": True}}, ["readings.nine_gates = true, expected any or extra or when_claimed"]),
    ({"readings": {"hidden_pair": "extra"}}, ['readings.hidden_pair = "extra", expected always or when_claimed']),
    ({"readings": {"most_suits": True}}, ["readings.most_suits = true, expected a number"]),
    ({"readings": {"honours": 1}}, ["readings.honours = 1, expected true or false"]),
    ({"readings": {"bonus": False, "bonu": 1}, "fan": {**SMALL["fan"], "more": {"no_flowers": 1}}, "rows": {**SMALL["rows"], "no_flowers": "G"}}, [
        "readings.bonu is no reading", "readings.bonus = false, and no_flowers is priced; expected no_flowers = false as well",
    ]),
    ({"fan": {**SMALL["fan"], "more": {"all_pong": 1}}, "rows": {**SMALL["rows"], "all_pong": "G"}, "readings": {"bonus": False}}, [
        "fan.more.all_pong is priced but no pattern means it",
    ]),
    ({"fan": {**SMALL["fan"], "more": {"all_pongs": 1}}}, ["fan.more.all_pongs is priced twice, in fan.sets too; expected all_pongs = false in one of them"]),
    *(
        ({"fan": {**SMALL["fan"], "luck": {"self_draw": fan, "concealed": 100}}}, [
            f'fan.luck.self_draw = {told}, expected a number from 0 to 100, "limit", or false for no such hand',
        ])
        for fan, told in ((-1, "-1"), (101, "101"), (True, "true"), ("much", '"much"'), (1.5, "1.5"))
    ),
    ({"beside": {"root": {"self_draw": 1}}}, ["beside names 'root', which is no priced pattern"]),
    ({"beside": {"all_pongs": {"root": 1}}}, ["beside.all_pongs names 'root', which is no priced pattern"]),
    ({"beside": {"all_pongs": {"self_draw": 101}}}, ["beside.all_pongs.self_draw = 101, expected a number from 0 to 100"]),
    ({"excludes": {"root": ["self_draw"]}}, ["excludes names 'root', which is no priced pattern"]),
    ({"excludes": {"@lucky": ["self_draw"]}}, ["excludes names 'lucky', which is no group"]),
    ({"excludes": {"self_draw": ["root"]}}, ["excludes.self_draw names 'root', which is no priced pattern"]),
    ({"excludes": {"self_draw": ["1 @lucky"]}}, ["excludes.self_draw names 'lucky', which is no group"]),
    ({"excludes": {"self_draw": ["one concealed"]}}, ["excludes.self_draw names 'one concealed', which is no priced pattern"]),
    ({"excludes": {"self_draw": ["1 all pongs"]}}, ["excludes.self_draw names 'all pongs', which is no priced pattern"]),
    ({"excludes": {"all_chows": ["all_pongs", "self_draw"], "all_pongs": ["all_chows"], "self_draw": ["concealed"]}}, [
        "excludes: all_chows excludes itself in a cycle", "excludes: all_pongs excludes itself in a cycle",
    ]),
    ({"excludes": {"self_draw": ["1"]}}, ["excludes.self_draw names '1', which is no priced pattern"]),
    ({"excludes": {"self_draw": 3}}, ["excludes.self_draw names '3', which is no priced pattern"]),
    ({"excludes": {"self_draw": ["self_draw"]}}, ["excludes.self_draw names itself"]),
    ({"excludes": {"self_draw": ["concealed"], "concealed": ["all_pongs"], "all_pongs": ["concealed"]}}, [
        "excludes: concealed excludes itself in a cycle", "excludes: all_pongs excludes itself in a cycle",
    ]),
    ({"excludes": {"all_chows": ["all_pongs", "self_draw"], "all_pongs": ["concealed"], "self_draw": ["concealed"], "concealed": ["self_draw"]}}, [
        "excludes: self_draw excludes itself in a cycle", "excludes: concealed excludes itself in a cycle",
    ]),
    ({"kong_money": {"exposed": 101, "hidden": 1}}, [
        "kong_money has no added", "kong_money has no concealed", "kong_money.hidden is unknown", "kong_money.exposed = 101, expected a number from 0 to 100",
    ]),
    ({"options": {"winds": {}, "calls": {"default": 1, "least": "a"}, "flowers": {"default": 2}}}, [
        "options.winds.default = null, expected true, false, a number or a word", 'options.calls.least = "a", expected a number',
        "options.flowers.default = 2, expected a number from its least to its most",
    ]),
    ({"options": {"winds": {}}}, ["options.winds.default = null, expected true, false, a number or a word"]),
    ({"options": {"winds": {"default": 1.5, "colour": 1}}}, [
        "options.winds.colour is unknown", "options.winds.default = 1.5, expected true, false, a number or a word",
    ]),
    ({"options": {"winds": {"default": 1, "choices": "1", "least": "1", "most": True, "counts": [], "forms": 1, "extra_base": 1}}}, [
        'options.winds.choices = "1", expected a list', 'options.winds.least = "1", expected a number', "options.winds.most = true, expected a number",
        "options.winds.counts = [], expected a table", "options.winds.forms = 1, expected a table", "options.winds.extra_base = 1, expected a table",
    ]),
    ({"options": {"winds": {"default": "some"}}}, ["options.winds has no choices"]),
    ({"options": {"winds": {"default": "some", "choices": ["none"]}}}, ['options.winds.default = "some", which is none of its choices']),
    *(
        ({"options": {"winds": {"default": default, **bounds}}}, [f"options.winds.default = {default}, expected a number from its least to its most"])
        for default, bounds in ((1, {}), (-1, {}), (1, {"least": 2, "most": 3}), (4, {"least": 2, "most": 3}))
    ),
    ({"options": {"winds": {"default": 3, "choices": [1, 2]}}}, ["options.winds.default = 3, which is none of its choices"]),
    ({"options": {"winds": {"default": False, "counts": {"yes": []}, "forms": {"no": []}, "extra_base": {"True": 1}}}}, [
        f"options.winds.{key} names {choice!r}, which is no choice of it" for key, choice in (("counts", "yes"), ("forms", "no"), ("extra_base", "True"))
    ]),
    ({"options": {"winds": {"default": False, "counts": {"true": ["root"]}, "forms": {"true": ["knitted"]}, "extra_base": {"true": 101}}}}, [
        "options.winds.counts names 'root', which is no priced pattern", "options.winds.forms names 'knitted', which is no form",
        "options.winds.extra_base = 101, expected a number from 0 to 100",
    ]),
    ({"options": {"winds": {"default": False, "counts": {"true": 1}}}}, ["options.winds.counts = 1, expected a list of words"]),
    ({"options": {"winds": 1, "more": 2, "flowers": {"default": 2}}}, [
        "options.winds is no table", "options.more is no table", "options.flowers.default = 2, expected a number from its least to its most",
    ]),
    ({"shares": {}}, ["shares has 0 entries and no option chooses among them"]),
    ({"shares": {**SMALL["shares"], "all": {"discarder": 1, "other": 1, "self_draw": 1}}}, ["shares has 2 entries and no option chooses among them"]),
    ({"options": {"payment": PAYMENT}}, ["shares has plain but the option payment has half, all"]),
    ({"options": {"curve": PAYMENT}, "points": {"half": {"table": [1]}, "most": {"table": [2]}}}, ["points has half, most but the option curve has half, all"]),
    ({"shares": {"plain": {"thrower": 1}}}, [
        "shares.plain.thrower is unknown", "shares.plain.discarder = null, expected a number from 0 to 100",
        "shares.plain.other = null, expected a number from 0 to 100", "shares.plain.self_draw = null, expected a number from 0 to 100",
    ]),
    ({"shares": {"plain": {"discarder": 101, "other": -1, "self_draw": True, "robbed": "all"}}}, [
        "shares.plain.discarder = 101, expected a number from 0 to 100", "shares.plain.other = -1, expected a number from 0 to 100",
        'shares.plain.robbed = "all", expected a number from 0 to 100', "shares.plain.self_draw = true, expected a number from 0 to 100",
    ]),
    ({"shares": {"plain": {**SMALL["shares"]["plain"], "row": 3, "self_draw_row": ["a"], "robbed_row": False}}}, [
        "shares.plain has the row 3, expected text", 'shares.plain has the row ["a"], expected text', "shares.plain has the row false, expected text",
    ]),
    ({"shares": {"plain": {**SMALL["shares"]["plain"], "odd_point": "each"}}}, ["shares.plain.odd_point goes with self_draw_total, which is divided"]),
    ({"shares": {"plain": {**SMALL["shares"]["plain"], "self_draw_total": 101}}}, [
        "shares.plain has self_draw, what each pays, and self_draw_total, what all pay together; expected one of them",
        "shares.plain.odd_point = null, expected one of winner, each, first, dealer", "shares.plain.self_draw_total = 101, expected a number from 0 to 100",
    ]),
    ({"shares": {"plain": {"discarder": 1, "other": 1, "self_draw_total": 4, "odd_point": "south"}}}, [
        'shares.plain.odd_point = "south", expected one of winner, each, first, dealer',
    ]),
    ({"shares": {"plain": {**SMALL["shares"]["plain"], "self_draw": "each"}}}, ["shares.plain.self_draw names 'each', which is no option with a number"]),
    ({"shares": {"plain": {**SMALL["shares"]["plain"], "self_draw": "winds"}}, "options": {"winds": {"default": False}}}, [
        "shares.plain.self_draw names 'winds', which is no option with a number",
    ]),
    ({"points": {}}, ["points has 0 entries and no option chooses among them"]),
    ({"points": {"plain": {"row": 3, "colour": "green"}}}, [
        "points.plain.colour is unknown", "points.plain.row = 3, expected text",
        "points.plain.table = [], expected points from 0 Fan up, each from 1 to 1000000",
    ]),
    *(
        ({"points": {"plain": {"table": table}}}, [f"points.plain.table = {told}, expected points from 0 Fan up, each from 1 to 1000000"])
        for table, told in (("1", '"1"'), ([], "[]"), ([0, 1], "[0, 1]"), ([1, 1_000_001], "[1, 1000001]"), ([1, True], "[1, true]"), ([1, 2.5], "[1, 2.5]"))
    ),
    ({"points": {"plain": {"table": [1] * 101}}}, [
        f"points.plain.table = {('[' + '1, ' * 40)[:77]}..., expected points from 0 Fan up, each from 1 to 1000000",
    ]),
    ({"options": {"curve": {"default": "a", "choices": ["a", "b", "c"]}},
      "points": {"a": {"table": []}, "b": {"table": [1], "doubles_every": 2}, "c": {"table": [2, 1]}}}, [
        "points.a.table = [], expected points from 0 Fan up, each from 1 to 1000000",
        "points.b.doubles_every = 2, expected a number of Fan within its table, or 0 where it ends there",
        "points.c.table falls from 2 to 1 at 1 Fan, expected no less for more",
    ]),
    ({"points": {"plain": {"table": [1, 3, 2, 1]}}}, ["points.plain.table falls from 3 to 2 at 2 Fan, expected no less for more"]),
    ({"points": {"plain": {"table": [2, 1], "doubles_every": 2}}}, [
        "points.plain.table falls from 2 to 1 at 1 Fan, expected no less for more",
        "points.plain.doubles_every = 2, expected a number of Fan within its table, or 0 where it ends there",
    ]),
    *(
        ({"points": {"plain": {"table": table, "doubles_every": step}}}, [
            f"points.plain.doubles_every = {told}, expected a number of Fan within its table, or 0 where it ends there",
        ])
        for table, step, told in (([1, 2, 4], 3, "3"), ([1, 2], -1, "-1"), ([1], 2, "2"), ([1, 2], True, "true"))
    ),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "faults"), FAULTS, ids=range(len(FAULTS)))
def test_every_fault_and_no_other(changes: dict[str, Any], faults: list[str]) -> None:
    assert faults_of(changes) == faults


def test_what_is_just_within_bounds() -> None:
    assert (read(minimum=0, limit=100).minimum, read(minimum=0, limit=100).limit) == (0, 100)
    assert read(points={"plain": {"table": [1_000_000] * 100, "doubles_every": 99}}).curves["plain"] == Curve((1_000_000,) * 100, 99)
    assert read(points={"plain": {"table": [1], "doubles_every": 1}}).curves["plain"] == Curve((1,), 1)  # a double with every Fan
    assert read(points={"plain": {"table": [1, 1]}}).curves["plain"] == Curve((1, 1), 0)
    assert read(shares={"plain": {"discarder": 100, "other": 0, "self_draw": 100, "robbed": 0}}).shares["plain"] == Shares(100, 0, 100, 0)
    for default in (2, 3):
        assert read(options={"winds": {"default": default, "least": 2, "most": 3}}).settled["winds"] == default
    assert read(options={"winds": {"default": 0}}).settled["winds"] == 0
    assert read(options={"winds": {"default": 2, "choices": [1, 2]}}).options["winds"] == Option("winds", 2, (1, 2))


def test_the_other_parts_are_read_where_one_is_no_table() -> None:
    """So that a fault in them is told as well."""
    assert faults_of({"fan": {**SMALL["fan"], "more": 1}, "excludes": {"all_pongs": ["root"]}}) == [
        "fan.more is no table", "excludes.all_pongs names 'root', which is no priced pattern",
    ]  # fmt: skip


def test_a_version_changes_with_any_value_and_with_the_order_of_rows() -> None:
    turned = {**SMALL, "fan": dict(reversed(SMALL["fan"].items()))}
    versions = [version_of(SMALL), version_of({**SMALL, "limit": 9}), version_of(turned)]
    assert len(set(versions)) == 3 and all(len(version) == 12 and int(version, 16) >= 0 for version in versions)
    told = hashlib.sha256('{"a":1,"b":[1,"番"]}'.encode()).hexdigest()  # a record keeps it: it must be the same in years
    assert version_of({"a": 1, "b": [1, "番"]}) == told[:12]
