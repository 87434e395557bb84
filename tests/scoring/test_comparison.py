"""The same hand elsewhere: other tables, other circumstances, and the nearest hands."""

from __future__ import annotations

from typing import Any

import pytest
from scoring_cases import case_of

from scoring.cases import answer
from scoring.comparison import compare, what_if
from scoring.errors import FormError, MeldError, TileError
from scoring.nearest import nearest
from scoring.rulesets import RULESET_NAMES, load_ruleset
from scoring.score import _said_before
from tests.scoring.random_hands import random_cases

LITTLE = case_of("123m45p55z (777z) (666z) +6p", "fanorder")
CLAIMED_FOR_LESS = [
    ({"win": "discard"}, 4, -1),
    ({"last_discard": True}, 4, -1),
    ({"after_kong_discard": True}, 4, -1),
]


def test_compare_asks_every_table_the_same() -> None:
    entries = compare(LITTLE)
    assert entries[0]["ruleset"] == "fanorder" and {entry["ruleset"] for entry in entries} == set(RULESET_NAMES)
    for entry in entries:
        alone = answer({**LITTLE, "ruleset": entry["ruleset"]})
        assert {key: entry[key] for key in alone} == alone
    hkma = next(entry for entry in entries if entry["ruleset"] == "hkma")
    assert [line["id"] for line in hkma["differs"]["more"]] == ["no_flowers"]
    assert [(line["id"], line["here"], line["there"]) for line in hkma["differs"]["less"]] == [("dragon_pong", 0, 2)]
    assert [(line["id"], line["here"], line["there"]) for line in hkma["differs"]["other_value"]] == [("little_dragons", 5, 3)]
    assert next(entry for entry in entries if entry["ruleset"] == "sichuan")["error"] == "invalid_tile"


def test_what_one_table_asked_sways_no_other() -> None:
    for case in random_cases("fanorder", 25, seed=5):
        entries = compare({**case, "options": {}})
        for entry in entries:
            _said_before.cache_clear()
            context = {key: value for key, value in case["context"].items() if key != "responsible" or load_ruleset(entry["ruleset"]).responsible}
            alone = answer({**case, "options": {}, "context": context, "ruleset": entry["ruleset"]})
            assert {key: entry[key] for key in alone} == alone


def test_compare_keeps_options_at_home_and_starts_there() -> None:
    entries = compare({**LITTLE, "ruleset": "mjhouse", "options": {"curve": "spicy"}}, "zh-Hans")
    assert entries[0]["ruleset"] == "mahjong_house" and entries[0]["title"] == "麻雀馆" and len(entries) == 6
    assert all(entry["ok"] or entry["error"] in ("invalid_tile",) for entry in entries)


def test_compare_asks_no_other_table_who_is_responsible() -> None:
    case = case_of("12m99s (777z) (666z) (555z) +3m", "mahjong_house", {}, responsible="north")
    assert {entry["ruleset"] for entry in compare(case) if not entry["ok"]} == {"sichuan"}


def test_compare_holds_the_responsible_player_to_it_at_the_own_table_alone() -> None:
    entries = {entry["ruleset"]: entry for entry in compare(case_of("5m (111z) (222z) (333z) (444z) +5m", "mjhouse", responsible="west"))}
    assert list(entries) == ["mahjong_house", "fanorder", "wisteria", "vmc", "hkma", "sichuan"]
    assert entries["mahjong_house"]["payouts"] == {"east": 0, "south": 192, "west": -192, "north": 0}
    assert entries["hkma"]["payouts"] == {"east": -512, "south": 512, "west": 0, "north": 0}


def test_the_lines_that_make_the_difference() -> None:
    entries = {entry["ruleset"]: entry for entry in compare(LITTLE)}
    assert entries["fanorder"]["title"] == "FanOrder" and entries["fanorder"]["differs"] == {"more": [], "less": [], "other_value": []}
    assert entries["hkma"]["differs"] == {
        "more": [{"id": "no_flowers", "name": "No flowers or seasons", "here": 1, "there": 0}],
        "less": [{"id": "dragon_pong", "name": "Dragon pong", "here": 0, "there": 2}],
        "other_value": [{"id": "little_dragons", "name": "Little three dragons", "here": 5, "there": 3}],
    }
    assert [line["id"] for line in entries["sichuan"]["differs"]["more"]] == ["little_dragons", "no_flowers"]


def test_a_table_that_refuses_the_hand_counts_nothing_of_it() -> None:
    entries = compare({**LITTLE, "ruleset": "sichuan"}, "zh-Hant")
    assert [(entry["title"], entry["ok"], entry["differs"]["more"]) for entry in entries[:2]] == [("四川麻將", False, []), ("番序", True, [])]
    assert entries[1]["differs"]["less"] == [
        {"id": "little_dragons", "name": "小三元", "here": 0, "there": 5}, {"id": "no_flowers", "name": "無花", "here": 0, "there": 1},
    ]  # fmt: skip


def test_a_settlement_at_every_table() -> None:
    case = {"ruleset": "mjhouse", "kind": "settlement", "settlement": {"type": "self_draw", "winners": [{"seat": "south", "total": 3}]}}
    entries = compare(case, "zh-Hans")
    assert {entry["ruleset"]: entry["payouts"]["south"] for entry in entries} == {
        "mahjong_house": 12, "fanorder": 48, "wisteria": 48, "vmc": 48, "hkma": 48, "sichuan": 27,
    }  # fmt: skip
    assert all(entry["differs"] == {"more": [], "less": [], "other_value": []} for entry in entries)
    assert {entry["payments"][0]["because"] for entry in entries} == {"自摸由各家支付"}


def test_compare_of_an_unknown_table() -> None:
    with pytest.raises(FormError):
        compare({**LITTLE, "ruleset": "riichi"})


def test_what_if_tells_each_change_with_what_it_adds() -> None:
    entries = what_if(LITTLE)
    by_text = {entry["text"]: entry for entry in entries}
    assert by_text["drawn by the winner"]["difference"] == 1 and by_text["drawn as the last wall tile"]["difference"] == 2
    assert by_text["taken by robbing a kong"]["change"] == {"win": "rob_kong"}
    assert [entry["difference"] for entry in entries] == sorted((entry["difference"] for entry in entries), reverse=True)
    assert not any("kong_on_kong" in str(entry["change"]) for entry in entries)  # refused: there is no kong


def told_changes(hand: str, ruleset: str = "fanorder", **said: Any) -> list[tuple[dict[str, Any], str, int, int]]:
    return [(entry["change"], entry["text"], entry["total"], entry["difference"]) for entry in what_if(case_of(hand, ruleset, {"min": 0}, **said))]


def test_every_circumstance_that_would_change_a_claimed_hand_the_dearest_first() -> None:
    hand = "456m12p99s [1111s] [4444z] 1f +3p"
    assert told_changes(hand) == [
        ({"replacement": "kong_on_kong"}, "drawn after two kongs in a row", 10, 9),
        ({"last_tile": True}, "drawn as the last wall tile", 3, 2),
        ({"replacement": "kong"}, "drawn to replace a kong", 3, 2),
        ({"replacement": "flower"}, "drawn to replace a flower or season", 3, 2),
        ({"win": "self_draw"}, "drawn by the winner", 2, 1),
        ({"win": "rob_kong"}, "taken by robbing a kong", 2, 1),
        ({"seat": "north"}, "seated North", 2, 1),
        ({"round": "north"}, "in the North round", 2, 1),
    ]
    (first, *_) = what_if(case_of(hand, "fanorder", {"min": 0}))
    assert first["ok"] and first["lines"] == [["concealed", 1], ["self_draw", 1], ["kong_on_kong", 8]]


@pytest.mark.parametrize(
    ("seat", "elsewhere"),
    [
        ("east", [({"seat": "north"}, 5, 0), *CLAIMED_FOR_LESS, ({"seat": "south"}, 4, -1), ({"seat": "west"}, 4, -1)]),
        ("south", [(change, 3, less) for change, _, less in CLAIMED_FOR_LESS]),
    ],
)
def test_a_drawn_hand_claimed_instead(seat: str, elsewhere: list[Any]) -> None:
    """From a seat that is not the winner's; East holds the own flower here and loses it elsewhere."""
    told = told_changes("22233344m55p (444z) 1f +4m", seat=seat, win="self_draw")
    assert [(change, total, less) for change, _, total, less in told if less <= 0] == elsewhere


def test_players_who_are_out_and_a_void_suit_stay_as_they_are() -> None:
    said = {"already_won": ["north"], "void_suit": "s"}
    assert [(text, total) for _, text, total, _ in told_changes("22233344m55p (444p) +4m", "sichuan", **said)] == [
        ("drawn as the last wall tile", 2), ("claimed from the last discard", 2), ("claimed right after a kong", 2),
    ]  # fmt: skip
    assert told_changes("22233344m55p (444z) 1f +4p", win="self_draw") == []


def test_what_if_the_seat_or_the_winning_tile_were_another() -> None:
    winds = {entry["text"] for entry in what_if(case_of("123456m12p99s (444z) +3p", "fanorder", {"min": 0}))}
    assert {"seated North", "in the North round"} <= winds
    pongs = what_if(case_of("222m555p888s44z77m 1f +4z"))
    on_pair = [entry for entry in pongs if entry["change"] == {"winning_tile": "m7"}]
    assert [(entry["total"], entry["difference"]) for entry in on_pair] == [(10, 6)]


def test_another_winning_tile_is_named() -> None:
    told = {entry["text"]: entry["change"] for entry in what_if(case_of("222m555p888s44z77m 1f +4z"))}
    assert told["won on m7"] == {"winning_tile": "m7"}


def test_what_if_of_a_hand_that_cannot_be_won_as_it_stands() -> None:
    """There is no kong whose tile was replaced; drawn or claimed without one it is a hand, and all of it is gain."""
    entries = what_if(case_of("123456m12p99s (444z) +3p", "fanorder", {"min": 0}, win="self_draw", replacement="kong"))
    assert {entry["text"]: (entry["total"], entry["difference"]) for entry in entries}["drawn by the winner"] == (2, 2)


@pytest.mark.parametrize(
    ("hand", "ruleset", "said"),
    [
        ("22233344m55p (444p) +4m", "sichuan", {"void_suit": "m"}),  # tiles of the suit declared void
        ("22233344m55p (444p) +4m", "sichuan", {"already_won": ["south"]}),  # the winner has won before
        ("123456m12p99555s +3p", "mahjong_house", {"responsible": "north"}),  # for a hand that this is not
    ],
)
def test_what_is_refused_however_it_was_won(hand: str, ruleset: str, said: dict[str, Any]) -> None:
    case = case_of(hand, ruleset, {"min": 0}, **said)
    assert not answer(case)["ok"] and [entry["text"] for entry in what_if(case) if "seat" not in entry["change"]] == []


@pytest.mark.parametrize(
    ("win", "out", "claimed"),
    [
        ({"win": "self_draw"}, ["east"], True),
        ({"win": "self_draw"}, ["east", "west"], True),
        ({"win": "discard", "discarder": "north"}, ["east", "west"], True),
        ({"win": "self_draw"}, ["east", "west", "north"], False),
    ],
)
def test_a_tile_may_be_claimed_from_whoever_is_still_in(win: dict[str, Any], out: list[str], claimed: bool) -> None:
    changes = [change for change, *_ in told_changes("22233344m55p (444p) +4m", "sichuan", **win, already_won=out)]
    assert ({"last_discard": True} in changes) == claimed


def test_what_if_of_a_hand_below_the_minimum() -> None:
    entries = what_if(case_of("123456m123p5s (444z) +5s"), "zh-Hant")
    assert {e["text"]: e["ok"] for e in entries if e["text"].startswith("改為自摸")} == {"改為自摸": False, "改為自摸最後一張牌": True}


def test_what_if_is_strict() -> None:
    with pytest.raises(FormError):
        what_if({**LITTLE, "context": {}})


def test_nearest_finds_the_one_tile_that_is_wrong() -> None:
    found = nearest(case_of("123m45p55z (777z) (666z) +9p"))
    assert [(entry["out"], entry["in"], entry["total"]) for entry in found] == [(["p9"], ["p3"], 6), (["p9"], ["p6"], 6)]


def test_a_nearest_hand_says_what_changes_and_what_it_comes_to() -> None:
    held = ["m1", "m2", "m3", "p4", "p5", "white", "white"]
    lines = [["little_dragons", 5], ["no_flowers", 1]]
    worth = {"ok": True, "total": 6, "total_before_cap": 6, "lines": lines}
    one = case_of("123m45p55z (777z) (666z) +9p")
    assert nearest(one) == [
        {"out": ["p9"], "in": ["p3"], "hand": {"concealed": held, "winning_tile": "p3"}, **worth},
        {"out": ["p9"], "in": ["p6"], "hand": {"concealed": held, "winning_tile": "p6"}, **worth},
    ]
    assert nearest(one, most=1) == nearest(one)[:1]


def test_two_tiles_away_the_winning_tile_stays_where_it_can() -> None:
    found = nearest(case_of("123m45p56z (777z) (666z) +9p", "fanorder", {"min": 0}))
    assert [(entry["out"], entry["in"], entry["hand"]["winning_tile"], entry["total"]) for entry in found] == [
        (["p9", "green"], ["p3", "white"], "p3", 6),
        (["p9", "green"], ["p6", "white"], "p6", 6),
        (["white", "green"], ["p3", "p9"], "p9", 3),
        (["white", "green"], ["p6", "p9"], "p9", 3),
    ]


def test_nearest_never_holds_a_fifth_copy_and_plays_the_tables_tiles() -> None:
    case = case_of("1112m (345p) (678p) (345s) +5m", "fanorder", {"min": 0})
    assert all(answer({**case, "hand": {**case["hand"], **entry["hand"]}})["ok"] for entry in nearest(case))
    sichuan = case_of("222345m777888m9m +8m", "sichuan")
    assert all("white" not in entry["in"] for entry in nearest(sichuan))


def test_nearest_shows_ten_hands_unless_more_are_asked_for() -> None:
    waiting = case_of("1112345678999m +1z", "fanorder", {"min": 0})  # every tile of the suit completes nine gates, whatever else leaves
    every = nearest(waiting, most=100)
    assert len(every) > 10 and nearest(waiting) == every[:10]


@pytest.mark.parametrize(
    ("hand", "options", "named"),
    [
        ("119m19p19s123456z +2m", {}, "thirteen_orphans"),
        ("1133m2266p4488s1z +2z", {"seven_pairs": True}, "seven_pairs"),
        ("1133m2266p4488s1z +2z", {}, None),
    ],
)
def test_nearest_looks_for_every_form_that_is_played(hand: str, options: dict[str, Any], named: str | None) -> None:
    lines = [line for entry in nearest(case_of(hand, "fanorder", {"min": 0, **options})) for line, _ in entry["lines"]]
    assert named in lines if named else lines == []


def test_a_hand_is_not_its_own_nearest() -> None:
    complete = nearest(case_of("123456m12p99s (444z) +3p", "fanorder", {"min": 0}), most=100)
    assert complete and all(entry["out"] != entry["in"] for entry in complete)


@pytest.mark.parametrize(
    ("hand", "error"),
    [("123m456s789m11s33z +2s", TileError), ("45m456s789s11s (123m) +9m", MeldError)],
)
def test_nearest_plays_the_tables_tiles_and_claims(hand: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        nearest(case_of(hand, "sichuan"))


def test_nearest_goes_two_tiles_far_and_no_farther() -> None:
    two = nearest(case_of("123m45p56z (777z) (666z) +9p", "fanorder", {"min": 0}))
    assert two and all(len(entry["out"]) == 2 for entry in two)
    assert nearest(case_of("147m258p369s1234z +5z", "fanorder", {"min": 0})) == []
