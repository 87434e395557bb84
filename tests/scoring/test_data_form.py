"""The data form: what is malformed, that nothing is changed, and that threads get the same answers."""

from __future__ import annotations

import copy
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_cases import all_cases, case_of, field_named

from scoring.cases import answer, answer_by
from scoring.context import Discard, RobbedKong, SelfDraw
from scoring.errors import FormError
from scoring.forms import hand_form, parse_context, parse_hand
from scoring.notation import parse_hand_text
from scoring.rulesets import load_ruleset
from scoring.tiles import Wind

GOOD = case_of("123456m12p99s (444z) 1f +3p", "fanorder", {"min": 0})


def changed(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    case = copy.deepcopy(GOOD)
    at: Any = case
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return case


MALFORMED = [
    (("ruleset",), None, "ruleset = null, expected one of fanorder, wisteria, vmc, hkma, mahjong_house, sichuan"),
    (("ruleset",), "riichi", "unknown rule set 'riichi', expected one of fanorder, wisteria, vmc, hkma, mahjong_house, sichuan"),
    (("ruleset",), 3, "ruleset = 3, expected one of fanorder, wisteria, vmc, hkma, mahjong_house, sichuan"),
    (("options",), [], "options = [], expected an object"),
    (
        ("options",),
        {"minimum": 3},
        "unknown option 'minimum' for fanorder, expected one of min, cap, payment, seven_pairs, last_discard, coloured, bonus_tiles, "
        "self_draw_each, multiple_winners",
    ),
    (("options",), {"min": "3"}, 'option min = "3", expected a number from 0 to 100'),
    (("options",), {"min": -1}, "option min = -1, expected a number from 0 to 100"),
    (("options",), {"min": True}, "option min = true, expected a number from 0 to 100"),
    (("options",), {"cap": 10**9}, "option cap = 1000000000, expected a number from 0 to 100, or null for none"),
    (("options",), {"payment": "full"}, 'option payment = "full", expected one of half, all'),
    (("options",), {"seven_pairs": 1}, "option seven_pairs = 1, expected one of false, true"),
    (("options",), {"self_draw_each": 3}, "option self_draw_each = 3, expected one of 1, 2"),
    (("options",), {"self_draw_each": True}, "option self_draw_each = true, expected one of 1, 2"),
    (("hand",), None, "hand = null, expected an object"),
    (("hand",), [], "hand = [], expected an object"),
    (("hand", "concealed"), None, "hand.concealed = null, expected a list"),
    (("hand", "concealed"), "m1", 'hand.concealed = "m1", expected a list'),
    (("hand", "concealed"), [1], "hand.concealed holds 1, expected tile codes such as 'm1'"),
    (("hand", "concealed"), ["m1"] * 41, "hand.concealed holds 41 tiles, expected no more than 40"),
    (("hand", "winning_tile"), None, "hand.winning_tile = null, expected a tile code such as 'm1'"),
    (("hand", "winning_tile"), ["m1"], "hand.winning_tile = [\"m1\"], expected a tile code such as 'm1'"),
    (("hand", "melds"), {}, "hand.melds = {}, expected a list"),
    (("hand", "melds"), ["m1"], 'hand.melds[0] = "m1", expected an object'),
    (("hand", "melds"), [{"kind": "kan", "tiles": []}], 'hand.melds[0].kind = "kan", expected one of chow, pong, kong-exposed, kong-added, kong-concealed'),
    (("hand", "melds"), [{"kind": "chow"}], "hand.melds[0].tiles = null, expected a list"),
    (
        ("hand", "melds"),
        [{"kind": ["chow"], "tiles": []}],
        'hand.melds[0].kind = ["chow"], expected one of chow, pong, kong-exposed, kong-added, kong-concealed',
    ),
    (("hand", "bonus"), "f1", 'hand.bonus = "f1", expected a list'),
    (("hand", "extra"), 1, 'hand has the unknown key "extra", expected some of concealed, winning_tile, melds, bonus'),
    (("context",), None, "context = null, expected an object"),
    (("context", "seat"), None, "context.seat = null, expected one of east, south, west, north"),
    (("context", "seat"), "up", 'context.seat = "up", expected one of east, south, west, north'),
    (("context", "seat"), {}, "context.seat = {}, expected one of east, south, west, north"),
    (("context", "round"), 1, "context.round = 1, expected one of east, south, west, north"),
    (("context", "win"), "tsumo", 'context.win = "tsumo", expected one of discard, self_draw, rob_kong'),
    (("context", "discarder"), "me", 'context.discarder = "me", expected one of east, south, west, north'),
    (("context", "replacement"), "bird", 'context.replacement = "bird", expected one of kong, flower, kong_on_kong'),
    (("context", "last_tile"), "yes", 'context.last_tile = "yes", expected true or false'),
    (("context", "last_tile"), 1, "context.last_tile = 1, expected true or false"),
    (("context", "opening"), "early", 'context.opening = "early", expected one of heavenly, earthly, human'),
    (("context", "robbed"), "yes", 'context.robbed = "yes", expected one of added, concealed'),
    (("context", "already_won"), "east", 'context.already_won = "east", expected a list'),
    (("context", "already_won"), ["me"], 'context.already_won = "me", expected one of east, south, west, north'),
    (("context", "void_suit"), "z", 'context.void_suit = "z", expected one of m, s, p'),
    (
        ("context", "wind"),
        "east",
        'context has the unknown key "wind", expected some of seat, round, win, discarder, replacement, last_tile, last_discard, after_kong_discard, '
        "opening, robbed, responsible, already_won, void_suit",
    ),
    (("kind",), "score", "kind = \"score\", expected 'settlement' or nothing"),
    (
        ("surprise",),
        1,
        'case has the unknown key "surprise", expected some of ruleset, house, options, hand, context, kind, settlement, id, expected, confidence, '
        "rests_on, note, tag, source",
    ),
]


@pytest.mark.parametrize(("path", "value", "told"), MALFORMED, ids=str)
def test_malformed_forms(path: tuple[Any, ...], value: Any, told: str) -> None:
    with pytest.raises(FormError) as caught:
        answer(changed(path, value))
    assert (str(caught.value), caught.value.field) == (told, field_named(told))


@pytest.mark.parametrize("case", [None, [], "x", 3])
def test_what_is_no_object(case: Any) -> None:
    with pytest.raises(FormError) as caught:
        answer(case)
    assert str(caught.value).startswith("case = ") and caught.value.field == ""
    with pytest.raises(FormError) as caught:
        answer_by(load_ruleset("vmc"), case)
    assert str(caught.value).startswith("case = ") and caught.value.field == ""


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    ),
    st.sampled_from([path for path, _, _ in MALFORMED]),
)
def test_any_value_anywhere_is_an_answer_or_a_form_error(value: Any, path: tuple[Any, ...]) -> None:
    try:
        assert answer(changed(path, value))["ok"] in (True, False)
    except FormError as error:
        assert str(error)


def test_reasons_are_told_unless_the_answer_is_to_be_brief() -> None:
    rules = load_ruleset("fanorder").with_options({"min": 0})
    assert answer(GOOD) == answer_by(rules, {**GOOD, "options": None}) == answer_by(rules, {**GOOD, "options": None}, "en", False)
    assert {"reasons", "not_counted", "grouping", "winning_place"} <= answer(GOOD).keys()
    brief = answer(GOOD, brief=True)
    assert brief == {key: value for key, value in answer(GOOD).items() if key in brief} and "reasons" not in brief


def test_null_is_absent() -> None:
    case = copy.deepcopy(GOOD)
    case["context"] |= dict.fromkeys(("replacement", "opening", "robbed", "responsible", "void_suit", "already_won", "last_tile", "last_discard"))
    case["hand"]["melds"] = GOOD["hand"]["melds"]
    assert answer(case) == answer(GOOD)
    assert answer({**GOOD, "options": None, "kind": None})["error"] == "below_minimum"


@pytest.mark.parametrize("absent", [{}, {"melds": None, "bonus": None}])
def test_a_hand_without_melds_or_flowers_need_not_say_so(absent: dict[str, Any]) -> None:
    closed = case_of("123456m12p99555s +3p", "fanorder", {"min": 0})
    bare = {key: closed["hand"][key] for key in ("concealed", "winning_tile")}
    assert answer({**closed, "hand": {**bare, **absent}}) == answer(closed)


@pytest.mark.parametrize(
    ("said", "by"),
    [
        ({"win": "self_draw", "discarder": None}, SelfDraw()),
        ({"win": "discard", "discarder": "west"}, Discard(Wind.WEST)),
        ({"win": "rob_kong", "discarder": "west"}, RobbedKong(Wind.WEST)),
        ({"win": "rob_kong", "discarder": "north", "robbed": "added"}, RobbedKong(Wind.NORTH)),
        ({"win": "rob_kong", "discarder": "north", "robbed": "concealed"}, RobbedKong(Wind.NORTH, concealed=True)),
    ],
)
def test_where_the_winning_tile_came_from(said: dict[str, Any], by: object) -> None:
    context = parse_context({"seat": "south", "round": "east", **said})
    assert (context.seat, context.round, context.by) == (Wind.SOUTH, Wind.EAST, by)


def test_forty_tiles_are_too_many_for_a_hand_and_still_a_form() -> None:
    assert answer(changed(("hand", "concealed"), ["m1"] * 40))["error"] == "wrong_tile_count"


def test_an_answer_is_plain_data_with_its_reasons() -> None:
    told = answer(case_of("456p123456s8m (123p) 2f +8m", "fanorder", {}, round="south", win="self_draw"))
    assert json.loads(json.dumps(told)) == told
    assert told["ok"] and told["total"] == sum(fan for _, fan in told["lines"]) == sum(reason["fan"] for reason in told["reasons"])
    (chows,) = (reason for reason in told["reasons"] if reason["id"] == "all_chows")
    assert chows["name_en"] == "All chows" and chows["name_zh"] == "平糊" and len(chows["tiles"]) == 14
    assert chows["source"].startswith("FanOrder") and "All chows" in chows["source"] and chows["clause"]
    assert sum(group["has_winning_tile"] for group in told["grouping"]) == 1
    assert {payment["payee"] for payment in told["payments"]} == {"south"} and all(payment["because"] for payment in told["payments"])
    (pongs,) = (entry for entry in told["not_counted"] if entry["id"] == "all_pongs")
    assert pongs["because"] == "there is a chow" and pongs["by"] is None and len(pongs["tiles"]) == 12


def test_what_another_pattern_includes_names_it() -> None:
    told = answer(case_of("123m45p55z (777z) (666z) 1f +6p"))
    dragons = [entry for entry in told["not_counted"] if entry["id"] == "dragon_pong"]
    assert [entry["by"] for entry in dragons] == ["little_dragons"] * 2 and "Little three dragons" in dragons[0]["because"]


def test_other_groupings_are_told_dearest_first() -> None:
    told = answer(case_of("111222333m78p55s 1f +9p", "fanorder", {"min": 0}))
    totals = [other["total_before_cap"] for other in told["other_groupings"]]
    assert totals and totals == sorted(totals, reverse=True) and totals[0] <= told["total_before_cap"]


def test_concealment_is_told_for_each_set() -> None:
    told = answer(case_of("222m555p888s44z77m 1f +4z", "fanorder"))
    assert [group["concealed"] for group in told["grouping"] if group["tiles"][0] == "north"] == [False]
    drawn = answer(case_of("222m555p888s44z77m 1f +4z", "fanorder", win="self_draw"))
    assert all(group["concealed"] for group in drawn["grouping"])


def test_the_winning_tile_decides() -> None:
    on_pong = answer(case_of("222m555p888s44z77m 1f +4z"))
    on_pair = answer(case_of("222m555p888s444z7m 1f +7m"))
    assert (on_pong["total"], on_pair["total"]) == (4, 10)


def test_data_form_of_a_hand_is_the_inverse() -> None:
    hand = parse_hand_text("5s [1111m] (9999m) (222+2p) (123s) 1f +5s")
    assert parse_hand(hand_form(hand)) == hand


def test_threads_get_the_same_answers_and_change_nothing() -> None:
    cases = all_cases()[::4]
    before = copy.deepcopy(cases)
    alone = [answer(case) for case in cases]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(answer, cases)) == alone
    assert cases == before


def test_languages() -> None:
    case = case_of("456p123456s8m (123p) 2f +8m", "fanorder", {"min": 0})
    assert answer(case, "zh-Hant")["reasons"][0]["name"] == "平糊" != answer(case, "en")["reasons"][0]["name"]
    with pytest.raises(FormError, match="zh-Hans"):
        answer(case, "fr")


def test_the_alias_is_the_same_table() -> None:
    case = case_of("123456m12p99s (444z) 1f +3p", "mjhouse", {"min": 0})
    assert answer(case) == answer({**case, "ruleset": "mahjong_house"})
