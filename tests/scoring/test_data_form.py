"""The data form: what is malformed, that nothing is changed, and that threads get the same answers."""

from __future__ import annotations

import copy
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_cases import all_cases, case_of

from scoring.cases import answer
from scoring.errors import FormError
from scoring.forms import hand_form, parse_hand
from scoring.notation import parse_hand_text

GOOD = case_of("123456m12p99s (444z) 1f +3p", "fanorder", {"min": 0})


def changed(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    case = copy.deepcopy(GOOD)
    at: Any = case
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return case


MALFORMED = [
    (("ruleset",), None), (("ruleset",), "riichi"), (("ruleset",), 3), (("options",), []), (("options",), {"minimum": 3}), (("options",), {"min": "3"}),
    (("options",), {"min": -1}), (("options",), {"min": True}), (("options",), {"cap": 10**9}), (("options",), {"payment": "full"}),
    (("options",), {"seven_pairs": 1}), (("options",), {"self_draw_each": 3}), (("options",), {"self_draw_each": True}), (("hand",), None),
    (("hand",), []), (("hand", "concealed"), None), (("hand", "concealed"), "m1"), (("hand", "concealed"), [1]), (("hand", "concealed"), ["m1"] * 41),
    (("hand", "winning_tile"), None), (("hand", "winning_tile"), ["m1"]), (("hand", "melds"), {}), (("hand", "melds"), ["m1"]),
    (("hand", "melds"), [{"kind": "kan", "tiles": []}]), (("hand", "melds"), [{"kind": "chow"}]), (("hand", "melds"), [{"kind": ["chow"], "tiles": []}]),
    (("hand", "bonus"), "f1"), (("hand", "extra"), 1), (("context",), None), (("context", "seat"), None), (("context", "seat"), "up"),
    (("context", "seat"), {}), (("context", "round"), 1), (("context", "win"), "tsumo"), (("context", "discarder"), "me"),
    (("context", "replacement"), "bird"), (("context", "last_tile"), "yes"), (("context", "last_tile"), 1), (("context", "opening"), "early"),
    (("context", "robbed"), "yes"), (("context", "already_won"), "east"), (("context", "already_won"), ["me"]), (("context", "void_suit"), "z"),
    (("context", "wind"), "east"), (("kind",), "score"), (("surprise",), 1),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value"), MALFORMED, ids=str)
def test_malformed_forms(path: tuple[Any, ...], value: Any) -> None:
    with pytest.raises(FormError) as caught:
        answer(changed(path, value))
    assert "expected" in str(caught.value)


@pytest.mark.parametrize("case", [None, [], "x", 3])
def test_what_is_no_object(case: Any) -> None:
    with pytest.raises(FormError):
        answer(case)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    ),
    st.sampled_from([path for path, _ in MALFORMED]),
)
def test_any_value_anywhere_is_an_answer_or_a_form_error(value: Any, path: tuple[Any, ...]) -> None:
    try:
        assert answer(changed(path, value))["ok"] in (True, False)
    except FormError as error:
        assert str(error)


def test_null_is_absent() -> None:
    case = copy.deepcopy(GOOD)
    case["context"] |= dict.fromkeys(("replacement", "opening", "robbed", "responsible", "void_suit", "already_won", "last_tile", "last_discard"))
    case["hand"]["melds"] = GOOD["hand"]["melds"]
    assert answer(case) == answer(GOOD)
    assert answer({**GOOD, "options": None, "kind": None})["error"] == "below_minimum"


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
