"""Settlements: what is malformed, what is refused, who pays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from scoring_cases import field_named

from scoring.cases import answer
from scoring.context import Discard
from scoring.errors import FormError
from scoring.payout import balance
from scoring.rulesets import RULESET_NAMES, RuleSet, load_ruleset
from scoring.settlement import Claim, win_settlement
from scoring.settlement import settle as settlement_of
from scoring.settling import settling
from scoring.tiles import Wind


def settle(ruleset: str, options: dict[str, Any] | None = None, **settlement: Any) -> dict[str, Any]:
    return answer({"kind": "settlement", "ruleset": ruleset, "options": options or {}, "settlement": settlement})


def payouts(east: int = 0, south: int = 0, west: int = 0, north: int = 0) -> dict[str, int]:
    return {"east": east, "south": south, "west": west, "north": north}


def winners(**totals: int) -> list[dict[str, Any]]:
    return [{"seat": seat, "total": total} for seat, total in totals.items()]


@pytest.mark.parametrize(
    ("settlement", "told"),
    [
        ({}, "settlement.type = null, expected one of discard, self_draw, rob_kong, kong, end_of_wall"),
        ({"type": "win"}, 'settlement.type = "win", expected one of discard, self_draw, rob_kong, kong, end_of_wall'),
        ({"type": "discard"}, "settlement.discarder = null, expected one of east, south, west, north"),
        ({"type": "discard", "discarder": "east"}, "settlement.winners = [], expected one seat or more, each once"),
        ({"type": "discard", "discarder": "east", "winners": "south"}, 'settlement.winners = "south", expected a list'),
        ({"type": "discard", "winners": winners(south=3)}, "settlement.discarder = null, expected one of east, south, west, north"),
        ({"type": "discard", "discarder": "east", "winners": []}, "settlement.winners = [], expected one seat or more, each once"),
        (
            {"type": "discard", "discarder": "east", "winners": winners(south=3) * 2},
            "settlement.winners = ['south', 'south'], expected one seat or more, each once",
        ),
        ({"type": "self_draw", "winners": winners(south=-1)}, "settlement.winners[0].total = -1, expected Fan from 0 to 100"),
        ({"type": "self_draw", "winners": [{"seat": "south", "total": True}]}, "settlement.winners[0].total = true, expected Fan from 0 to 100"),
        ({"type": "self_draw", "winners": winners(south=10**9)}, "settlement.winners[0].total = 1000000000, expected Fan from 0 to 100"),
        (
            {"type": "self_draw", "winners": [{"seat": "south", "total": 3, "fan": 3}]},
            'settlement.winners[0] has the unknown key "fan", expected some of seat, total, responsible',
        ),
        ({"type": "self_draw", "winners": winners(up=3)}, 'settlement.winners[0].seat = "up", expected one of east, south, west, north'),
        (
            {"type": "kong", "kind": "added", "by": "south"},
            'settlement.type = "kong": mahjong_house pays nothing for it, expected discard, self_draw or rob_kong',
        ),
        ({"type": "end_of_wall", "ready": []}, 'settlement.type = "end_of_wall": mahjong_house pays nothing for it, expected discard, self_draw or rob_kong'),
        (
            {"type": "self_draw", "winners": winners(south=3), "x": 1},
            'settlement has the unknown key "x", expected some of type, winners, discarder, responsible, kind, by, from, robbed, just_drawn, dealt_in, '
            "already_won, ready, not_ready, flower_pig, kongs",
        ),
    ],
    ids=str,
)
def test_malformed_settlements(settlement: dict[str, Any], told: str) -> None:
    with pytest.raises(FormError) as caught:
        settle("mahjong_house", **settlement)
    assert (str(caught.value), caught.value.field) == (told, field_named(told))


@pytest.mark.parametrize(
    ("settlement", "told"),
    [
        ({"discarder": "up"}, 'settlement.discarder = "up", expected one of east, south, west, north'),
        ({"responsible": "up"}, 'settlement.responsible = "up", expected one of east, south, west, north'),
        ({"by": "up"}, 'settlement.by = "up", expected one of east, south, west, north'),
        ({"from": "up"}, 'settlement.from = "up", expected one of east, south, west, north'),
        ({"dealt_in": "up"}, 'settlement.dealt_in = "up", expected one of east, south, west, north'),
        ({"kind": "pong"}, 'settlement.kind = "pong", expected one of concealed, exposed, added'),
        ({"robbed": 1}, "settlement.robbed = 1, expected true, false or the seat that robbed it"),
        ({"just_drawn": "no"}, 'settlement.just_drawn = "no", expected true or false'),
        ({"already_won": "east"}, 'settlement.already_won = "east", expected a list'),
        ({"already_won": ["up"]}, 'settlement.already_won = "up", expected one of east, south, west, north'),
        ({"not_ready": "east"}, 'settlement.not_ready = "east", expected a list'),
        ({"not_ready": ["up"]}, 'settlement.not_ready = "up", expected one of east, south, west, north'),
        ({"flower_pig": "east"}, 'settlement.flower_pig = "east", expected a list'),
        ({"flower_pig": ["up"]}, 'settlement.flower_pig = "up", expected one of east, south, west, north'),
        ({"winners": "east"}, 'settlement.winners = "east", expected a list'),
        ({"winners": [3]}, "settlement.winners[0] = 3, expected an object"),
        ({"winners": [{"total": 3}]}, "settlement.winners[0].seat = null, expected one of east, south, west, north"),
        ({"ready": "east"}, 'settlement.ready = "east", expected a list'),
        ({"ready": [{"seat": "up", "total": 1}]}, 'settlement.ready[0].seat = "up", expected one of east, south, west, north'),
        ({"ready": [{"seat": "east"}]}, "settlement.ready[0].total = null, expected Fan from 0 to 100"),
        ({"ready": winners(east=101)}, "settlement.ready[0].total = 101, expected Fan from 0 to 100"),
        ({"ready": [{"seat": "east", "total": 1, "responsible": "up"}]}, 'settlement.ready[0].responsible = "up", expected one of east, south, west, north'),
        ({"kongs": "added"}, 'settlement.kongs = "added", expected a list'),
        ({"kongs": ["added"]}, 'settlement.kongs[0] = "added", expected an object'),
        ({"kongs": [{"by": "east"}]}, "settlement.kongs[0].kind = null, expected one of concealed, exposed, added"),
        ({"kongs": [{"kind": "pong", "by": "east"}]}, 'settlement.kongs[0].kind = "pong", expected one of concealed, exposed, added'),
        ({"kongs": [{"kind": "added"}]}, "settlement.kongs[0].by = null, expected one of east, south, west, north"),
        ({"kongs": [{"kind": "added", "by": "up"}]}, 'settlement.kongs[0].by = "up", expected one of east, south, west, north'),
        ({"kongs": [{"kind": "added", "by": "east", "robbed": 1}]}, "settlement.kongs[0].robbed = 1, expected true, false or the seat that robbed it"),
        (
            {"kongs": [{"kind": "added", "by": "east", "seat": "east"}]},
            'settlement.kongs[0] has the unknown key "seat", expected some of kind, by, from, robbed, just_drawn, dealt_in, already_won',
        ),
        (
            {"kongs": [{"kind": "added", "by": "east", "already_won": ["up"]}]},
            'settlement.kongs[0].already_won = "up", expected one of east, south, west, north',
        ),
        ({"kongs": [{"kind": "added", "by": "east", "already_won": "up"}]}, 'settlement.kongs[0].already_won = "up", expected a list'),
        ({"kongs": [{"kind": "exposed", "by": "east"}]}, "settlement.kongs[0].from = null, expected one of east, south, west, north"),
        ({"type": "kong"}, "settlement.kind = null, expected one of exposed, added, concealed"),
        ({"type": "kong", "kind": "added"}, "settlement.by = null, expected one of east, south, west, north"),
        ({"type": "kong", "kind": "exposed", "by": "east"}, "settlement.from = null, expected one of east, south, west, north"),
    ],
    ids=str,
)
def test_malformed_fields_of_kongs_and_the_end_of_the_wall(settlement: dict[str, Any], told: str) -> None:
    """Every field is of its form, whether this kind of settlement reads it or not."""
    read_nowhere = {"type": "self_draw", "winners": winners(south=3)}
    missing = "type" in settlement or settlement.get("kongs") == [{"kind": "exposed", "by": "east"}]  # which is no fault where it isn't read
    for kind in ({"type": "end_of_wall"}, *([] if missing else [read_nowhere])):
        with pytest.raises(FormError) as caught:
            settle("sichuan", **{**kind, **settlement})
        assert (str(caught.value), caught.value.field) == (told, field_named(told))


@pytest.mark.parametrize(
    ("ruleset", "settlement", "reason", "detail"),
    [
        (
            "fanorder",
            {"type": "discard", "discarder": "south", "winners": winners(south=3)},
            "discarder_is_winner",
            "the tile came from south, who is a winner; expected another seat",
        ),
        (
            "fanorder",
            {"type": "self_draw", "discarder": "east", "winners": winners(south=3)},
            "self_draw_with_discarder",
            "self_draw with discarder east, expected no discarder",
        ),
        ("fanorder", {"type": "self_draw", "winners": winners(south=3, west=3)}, "one_self_draw", "self_draw with 2 winners, expected one"),
        (
            "hkma",
            {"type": "rob_kong", "discarder": "south", "winners": winners(south=3)},
            "discarder_is_winner",
            "the tile came from south, who is a winner; expected another seat",
        ),
        (
            "fanorder",
            {"type": "self_draw", "winners": winners(south=3), "responsible": "east"},
            "no_responsibility",
            "responsible east: fanorder holds nobody responsible",
        ),
        (
            "mahjong_house",
            {"type": "self_draw", "winners": winners(south=3), "responsible": "south"},
            "responsible_is_winner",
            "responsible south, who is the winner; expected another seat",
        ),
        (
            "sichuan",
            {"type": "self_draw", "winners": winners(south=3), "already_won": ["south"]},
            "already_won_plays_on",
            "already out: south; expected neither winner nor payer",
        ),
        (
            "sichuan",
            {"type": "discard", "discarder": "east", "winners": winners(south=3), "already_won": ["east"]},
            "already_won_plays_on",
            "already out: east; expected neither winner nor payer",
        ),
        (
            "sichuan",
            {"type": "kong", "kind": "exposed", "by": "south", "from": "south"},
            "kong_from_itself",
            "an exposed kong of south from south, expected another seat",
        ),
        (
            "sichuan",
            {"type": "kong", "kind": "added", "by": "south", "already_won": ["south"]},
            "already_won_plays_on",
            "a kong of south with south already out",
        ),
        (
            "sichuan",
            {"type": "end_of_wall", "ready": winners(east=1), "not_ready": ["east"]},
            "seat_twice",
            "east named twice at the end of the wall, expected each seat once",
        ),
        (
            "sichuan",
            {"type": "end_of_wall", "ready": winners(east=1), "not_ready": ["south"], "already_won": ["south"]},
            "seat_twice",
            "south named twice at the end of the wall, expected each seat once",
        ),
        (
            "sichuan",
            {"type": "discard", "discarder": "east", "winners": winners(south=3), "already_won": ["south", "north"]},
            "already_won_plays_on",
            "already out: north, south; expected neither winner nor payer",
        ),
        (
            "sichuan",
            {"type": "kong", "kind": "concealed", "by": "south", "already_won": ["south", "north"]},
            "already_won_plays_on",
            "a kong of south with north, south already out",
        ),
        (
            "sichuan",
            {"type": "kong", "kind": "exposed", "by": "south", "from": "east", "already_won": ["east"]},
            "already_won_plays_on",
            "a kong of south with east already out",
        ),
        (
            "sichuan",
            {"type": "kong", "kind": "added", "by": "south", "dealt_in": "south"},
            "discarder_is_winner",
            "dealt_in south, who made the kong; expected another seat",
        ),
        (
            "sichuan",
            {"type": "kong", "kind": "added", "by": "south", "dealt_in": "north", "already_won": ["north"]},
            "already_won_plays_on",
            "a kong of south with north already out",
        ),
        (
            "sichuan",
            {"type": "end_of_wall", "ready": winners(south=1), "not_ready": ["east", "south"], "flower_pig": ["east"]},
            "seat_twice",
            "east, south named twice at the end of the wall, expected each seat once",
        ),
    ],
)
def test_refused_settlements(ruleset: str, settlement: dict[str, Any], reason: str, detail: str) -> None:
    told = settle(ruleset, **settlement)
    assert (told["ok"], told["error"], told["reason"], told["detail"]) == (False, "inconsistent_context", reason, detail)


def test_a_total_below_the_minimum_is_refused() -> None:
    told = settle("mahjong_house", type="self_draw", winners=winners(south=2))
    assert (told["ok"], told["error"], told["fan"], told["detail"]) == (False, "below_minimum", 2, "2 Fan, expected at least 3")


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_every_settlement_sums_to_zero_and_never_falls_as_the_total_rises(name: str) -> None:
    rules = load_ruleset(name)
    for payment in rules.options["payment"].choices if "payment" in rules.options else (None,):
        options = {"min": 0, **({"payment": payment} if payment else {})}
        gained = []
        for total in range(20):
            for settlement in ({"type": "discard", "discarder": "north"}, {"type": "self_draw"}, {"type": "rob_kong", "discarder": "north"}):
                told = settle(name, options, winners=winners(south=total), **settlement)
                assert sum(told["payouts"].values()) == 0
                gained.append(told["payouts"]["south"])
        assert all(gained[way::3] == sorted(gained[way::3]) for way in range(3)) and min(gained) > 0


ROBBING = {"concealed": ["m1", "m2", "m3", "m5", "m6", "m7", "p2", "p3", "p4", "p5", "p6", "m9", "m9"], "winning_tile": "p7", "melds": [], "bonus": []}


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_a_robbed_kong_is_settled_as_the_hand_that_robbed_it(name: str) -> None:
    context = {"seat": "south", "round": "west", "win": "rob_kong", "discarder": "north", "robbed": "added"}
    hand = answer({"ruleset": name, "options": {"min": 0}, "hand": ROBBING, "context": context})
    told = settle(name, {"min": 0}, type="rob_kong", discarder="north", winners=winners(south=hand["total"]))
    assert told["payouts"] == hand["payouts"] and told["payments"] == hand["payments"]


def test_where_the_robbed_player_pays_more_than_a_discarder_the_settlement_does_too() -> None:
    robbed, discarded = (settle("hkma", type=way, discarder="north", winners=winners(south=3)) for way in ("rob_kong", "discard"))
    assert robbed["payouts"]["north"] < discarded["payouts"]["north"] < 0


def test_what_a_robbed_player_pays_and_why() -> None:
    """HKMA, 3 Fan, 8 points: a discarder pays four of them, a robbed player all six of a self-draw."""
    robbed, discarded = (settle("hkma", type=way, discarder="north", winners=winners(south=3)) for way in ("rob_kong", "discard"))
    assert (robbed["payouts"], discarded["payouts"]) == (payouts(south=48, north=-48), payouts(south=32, north=-32))
    assert [payment["because"] for payment in robbed["payments"]] == ["was robbed of the kong and pays as the discarder"]
    assert [payment["because"] for payment in discarded["payments"]] == ["discarded the winning tile"]


@pytest.mark.parametrize(("rule", "each"), [("none", 10), ("plus_base", 15), ("plus_fan", 10)])
def test_a_self_draw_with_and_without_the_extra_base(rule: str, each: int) -> None:
    """1 Fan at a base of 5; the Fan of plus_fan is in the total."""
    told = settle("sichuan", {"base": 5, "self_draw": rule}, type="self_draw", winners=winners(south=1))
    assert told["payouts"] == payouts(-each, 3 * each, -each, -each)
    assert settle("sichuan", {"base": 5, "self_draw": rule}, type="discard", discarder="east", winners=winners(south=1))["payouts"] == payouts(
        east=-10, south=10
    )


@pytest.mark.parametrize(
    ("odd", "total", "fan", "paid"),
    [
        # The extra base of 5 comes on top of each share: three times 10 points divide among three, 10 and 20 do not.
        *[(odd, 3, 1, payouts(-15, 45, -15, -15)) for odd in ("winner", "each", "first", "dealer")],
        ("winner", 1, 1, payouts(-8, 24, -8, -8)),
        ("each", 1, 1, payouts(-9, 27, -9, -9)),
        ("first", 1, 1, payouts(-8, 25, -9, -8)),
        ("dealer", 1, 1, payouts(-9, 25, -8, -8)),
        ("first", 2, 1, payouts(-11, 35, -12, -12)),
        ("dealer", 2, 1, payouts(-13, 35, -11, -11)),
    ],
)  # fmt: skip
def test_a_divided_self_draw_with_an_extra_base(odd: str, total: int, fan: int, paid: dict[str, int]) -> None:
    house = {"shares": {"divided": {"discarder": 1, "other": 0, "self_draw_total": total, "odd_point": odd}}}
    settlement = {"type": "self_draw", "winners": winners(south=fan)}
    told = answer({"kind": "settlement", "ruleset": "sichuan", "house": house, "options": {"base": 5}, "settlement": settlement})
    assert told["payouts"] == paid


def test_one_discard_one_winner_unless_the_table_says_otherwise() -> None:
    one = settle("mahjong_house", type="discard", discarder="south", winners=winners(east=5, north=3, west=4))
    assert one["payouts"] == {"east": 0, "south": -24, "west": 24, "north": 0}
    assert [payment["because"] for payment in one["payments"]] == ["discarded the winning tile"]


def without_options(name: str) -> RuleSet:
    """A table whose file offers no options."""
    return replace(load_ruleset(name), options={}, settled={})


def test_a_table_without_the_option_has_one_winner() -> None:
    paid = win_settlement([Claim(Wind.EAST, 5), Claim(Wind.WEST, 4)], Discard(Wind.SOUTH), frozenset(), without_options("mahjong_house"))
    assert {payment.payee for payment in paid} == {Wind.WEST}


def test_a_table_without_options_settles_the_end_of_the_wall_in_full() -> None:
    paid = settlement_of({"type": "end_of_wall", **WALL, "kongs": [EXPOSED]}, without_options("sichuan"))
    assert {wind.value: points for wind, points in balance(paid).items()} == payouts(16 + 2 * 4 + 2, 16 - 4 - 2, 16 - 4, -3 * 16)


def test_who_is_out_pays_for_no_win() -> None:
    drawn = settle("sichuan", type="self_draw", winners=winners(south=1), already_won=["west"])
    assert drawn["payouts"] == payouts(east=-3, south=6, north=-3)  # 2 points for 1 Fan, and a base for the self-draw
    # Where play ends with the first win nobody is out, whatever is said.
    assert settle("mahjong_house", type="self_draw", winners=winners(south=3), already_won=["west"])["payouts"]["west"] < 0


def test_several_flower_pigs_pay_each_other() -> None:
    told = settle("sichuan", type="end_of_wall", flower_pig=["east", "south"])
    assert told["payouts"] == {"east": -32, "south": -32, "west": 32, "north": 32}


def test_a_pig_pays_sixteen_bases_where_there_is_no_cap() -> None:
    told = settle("sichuan", {"cap": None, "base": 3}, type="end_of_wall", flower_pig=["east"], already_won=["south", "west"])
    assert told["payouts"] == {"east": -48, "south": 0, "west": 0, "north": 48}


ADDED = {"kind": "added", "by": "south"}
CONCEALED = {"kind": "concealed", "by": "south"}
EXPOSED = {"kind": "exposed", "by": "south", "from": "east"}


@pytest.mark.parametrize(
    ("options", "kong", "paid", "because"),
    [
        ({}, EXPOSED, payouts(east=-2, south=2), ["discarded the tile of an exposed kong"]),
        ({}, ADDED, payouts(-1, 3, -1, -1), ["pays for an added kong"] * 3),
        ({}, CONCEALED, payouts(-2, 6, -2, -2), ["pays for a concealed kong"] * 3),
        ({"base": 5}, EXPOSED, payouts(east=-10, south=10), ["discarded the tile of an exposed kong"]),
        ({}, {**CONCEALED, "already_won": ["west"]}, payouts(-2, 4, 0, -2), ["pays for a concealed kong"] * 2),
        # The others of an exposed kong may be out: they pay nothing for it anyway.
        ({}, {**EXPOSED, "already_won": ["west", "north"]}, payouts(east=-2, south=2), ["discarded the tile of an exposed kong"]),
        ({}, {**ADDED, "robbed": True}, payouts(), []),
        ({}, {**ADDED, "robbed": "west"}, payouts(), []),
        ({}, {**ADDED, "robbed": False}, payouts(-1, 3, -1, -1), ["pays for an added kong"] * 3),
        ({}, {**ADDED, "just_drawn": False}, payouts(-1, 3, -1, -1), ["pays for an added kong"] * 3),
        ({"added_kong": "just_drawn"}, {**ADDED, "just_drawn": False}, payouts(), []),
        ({"added_kong": "just_drawn"}, {**ADDED, "just_drawn": True}, payouts(-1, 3, -1, -1), ["pays for an added kong"] * 3),
        ({"added_kong": "just_drawn"}, ADDED, payouts(-1, 3, -1, -1), ["pays for an added kong"] * 3),
        ({"added_kong": "just_drawn"}, {**CONCEALED, "just_drawn": False}, payouts(-2, 6, -2, -2), ["pays for a concealed kong"] * 3),
        ({}, {**ADDED, "dealt_in": "north"}, payouts(-1, 3, -1, -1), ["pays for an added kong"] * 3),
        ({"kong_dealt_in": "returned"}, {**ADDED, "dealt_in": "north"}, payouts(), []),
        ({"kong_dealt_in": "returned"}, ADDED, payouts(-1, 3, -1, -1), ["pays for an added kong"] * 3),
        ({"kong_dealt_in": "handed_over"}, ADDED, payouts(-1, 3, -1, -1), ["pays for an added kong"] * 3),
        (
            {"kong_dealt_in": "handed_over"},
            {**CONCEALED, "dealt_in": "north", "already_won": ["west"]},
            payouts(east=-2, south=0, north=2),
            ["pays for a concealed kong"] * 2 + ["dealt in right after the kong and hands its money over"],
        ),
    ],
)  # fmt: skip
def test_what_a_kong_earns(options: dict[str, Any], kong: dict[str, Any], paid: dict[str, int], because: list[str]) -> None:
    told = settle("sichuan", options, type="kong", **kong)
    assert (told["payouts"], [payment["because"] for payment in told["payments"]]) == (paid, because)


WALL: dict[str, Any] = {"ready": winners(east=2), "not_ready": ["south", "west"], "flower_pig": ["north"]}


@pytest.mark.parametrize(
    ("options", "wall", "paid"),
    [
        ({}, WALL, payouts(16 + 2 * 4, 16 - 4, 16 - 4, -3 * 16)),
        ({"ready_pay": False}, WALL, payouts(16, 16, 16, -3 * 16)),
        ({"pig_pays": "ready"}, WALL, payouts(16 + 2 * 4, -4, -4, -16)),
        ({"pig_pays": "ready"}, {"flower_pig": ["north"]}, payouts()),
        ({"cap": 3, "base": 2}, WALL, payouts(16 + 2 * 8, 16 - 8, 16 - 8, -3 * 16)),
        ({}, {"ready": winners(east=2), "not_ready": ["west"], "flower_pig": ["north"], "already_won": ["south"]}, payouts(16 + 4, 0, 16 - 4, -2 * 16)),
        ({}, {"ready": winners(east=0, south=1), "not_ready": ["west", "north"]}, payouts(2, 4, -3, -3)),
        ({}, {**WALL, "flower_pig": [], "kongs": [ADDED]}, payouts(8 + 1, -4 - 3, -4 + 1, 1)),
        ({}, {**WALL, "flower_pig": [], "kongs": [EXPOSED, {**CONCEALED, "already_won": ["west"]}]}, payouts(8 + 2 + 2, -4 - 2 - 4, -4, 2)),
        ({"kong_refund": False}, {**WALL, "flower_pig": [], "kongs": [ADDED]}, payouts(8, -4, -4, 0)),
        ({}, {"flower_pig": ["south"], "kongs": [ADDED]}, payouts(16 + 1, -3 * 16 - 3, 16 + 1, 16 + 1)),
        ({}, {"ready": winners(south=1), "kongs": [ADDED]}, payouts()),
        ({}, {"not_ready": ["south"], "kongs": [{**ADDED, "robbed": True}]}, payouts()),
        ({}, {"not_ready": ["south"], "kongs": [{**ADDED, "dealt_in": "west"}]}, payouts(1, -3, 1, 1)),
        ({"kong_dealt_in": "handed_over"}, {"not_ready": ["south"], "kongs": [{**ADDED, "dealt_in": "west"}]}, payouts()),
        ({"kong_dealt_in": "handed_over"}, {"not_ready": ["south"], "kongs": [ADDED]}, payouts(1, -3, 1, 1)),
        ({"kong_dealt_in": "returned"}, {"not_ready": ["south"], "kongs": [{**ADDED, "dealt_in": "west"}]}, payouts()),
    ],
)  # fmt: skip
def test_what_the_end_of_the_wall_pays(options: dict[str, Any], wall: dict[str, Any], paid: dict[str, int]) -> None:
    assert settle("sichuan", options, type="end_of_wall", **wall)["payouts"] == paid


def test_each_payment_of_the_end_of_the_wall_says_why() -> None:
    told = settle("sichuan", type="end_of_wall", **{**WALL, "kongs": [EXPOSED]})
    assert [(payment["payer"], payment["payee"], payment["points"], payment["because"]) for payment in told["payments"]] == [
        ("north", "east", 16, "still held tiles of the void suit"),
        ("north", "south", 16, "still held tiles of the void suit"),
        ("north", "west", 16, "still held tiles of the void suit"),
        ("south", "east", 4, "was not ready at the end of the wall"),
        ("west", "east", 4, "was not ready at the end of the wall"),
        ("south", "east", 2, "was not ready and returns kong money"),
    ]


@pytest.mark.parametrize("points", [0, 100])
def test_the_least_and_the_most_fan_of_a_winner(points: int) -> None:
    assert settle("mahjong_house", {"min": 0}, type="self_draw", winners=winners(south=points))["ok"]


TWO = [{"seat": "west", "total": 10, "responsible": "north"}, {"seat": "south", "total": 3}]


@pytest.mark.parametrize(
    ("house", "asked", "paid"),
    [
        ({}, {"winners": TWO}, payouts(-12, 12, 192, -192)),
        # Said of all winners at once: whoever is responsible for another's hand is not so for their own.
        ({}, {"winners": winners(west=10, south=3), "responsible": "south"}, payouts(-12, 12 - 192, 192, 0)),
        ({}, {"winners": winners(west=10, south=3), "responsible": "north"}, payouts(0, 12, 192, -12 - 192)),
        ({"readings": {"liability_each": False}}, {"winners": TWO}, payouts(-12 - 192, 12, 192, 0)),
        ({"readings": {"liability_each": False}}, {"winners": TWO[:1]}, payouts(0, 0, 192, -192)),
        ({}, {"winners": winners(west=99)}, payouts(-192, 0, 192, 0)),
    ],
)
def test_who_is_responsible_with_several_winners(house: dict[str, Any], asked: dict[str, Any], paid: dict[str, int]) -> None:
    case = {
        "kind": "settlement",
        "ruleset": "mahjong_house",
        "options": {"multiple_winners": True},
        "settlement": {"type": "discard", "discarder": "east", **asked},
    }
    assert answer({**case, "house": house} if house else case)["payouts"] == paid


PRESET = "Sichuan rules, Going further: Fan says nothing of this: the table's preset"
CHOSEN = "Sichuan rules, Going further: Fan says nothing of this: it is what this table chose"
POINTS_ROW = "Sichuan rules, Going further: Fan, row “What fan are”"


@pytest.mark.parametrize(
    ("options", "settlement", "told"),
    [
        ({"base": 5}, {"type": "kong", **EXPOSED}, [("an exposed kong (刮風), in points: 10", PRESET)]),
        ({}, {"type": "kong", **ADDED}, [("Each player still in pays for an added kong (刮風), in points: 1", PRESET)]),
        ({"base": 2}, {"type": "kong", **CONCEALED}, [("pays for a concealed kong (下雨), in points: 4", PRESET)]),
        ({}, {"type": "kong", **ADDED, "robbed": True}, [("A robbed kong earns nothing", PRESET)]),
        ({}, {"type": "kong", **ADDED, "just_drawn": False}, [("even where its tile was held", PRESET), ("an added kong (刮風)", PRESET)]),
        (
            {"added_kong": "just_drawn"},
            {"type": "kong", **ADDED, "just_drawn": False},
            [("held from before earns nothing", CHOSEN)],
        ),
        ({}, {"type": "kong", **ADDED, "dealt_in": "north"}, [("an added kong (刮風)", PRESET), ("keeps its money", PRESET)]),
        (
            {"kong_dealt_in": "returned"},
            {"type": "kong", **ADDED, "dealt_in": "north"},
            [("an added kong", PRESET), ("deals in, the kong earns", CHOSEN)],
        ),
        (
            {"kong_dealt_in": "handed_over"},
            {"type": "kong", **ADDED, "dealt_in": "north"},
            [("an added kong (刮風)", PRESET), ("呼叫轉移", CHOSEN)],
        ),
        (
            {"base": 3},
            {"type": "end_of_wall", **WALL, "kongs": [EXPOSED, EXPOSED, {"kind": "concealed", "by": "east"}]},
            [
                ("pays each other player still in what the cap is worth (查花豬)", PRESET),
                ("4 Fan is 48 points", POINTS_ROW),
                ("pays each ready player for their best wait (查大叫)", PRESET),
                ("2 Fan is 12 points", POINTS_ROW),
                ("returns the money of their kongs (退稅)", PRESET),
                ("an exposed kong (刮風), in points: 6", PRESET),  # once, and no word of East's, who is ready
            ],
        ),
        (
            {"pig_pays": "ready", "cap": None},
            {"type": "end_of_wall", "flower_pig": ["east"]},
            [("pays each ready player what the cap", CHOSEN), ("4 Fan is 16", POINTS_ROW)],
        ),
        (
            {"cap": 3},
            {"type": "end_of_wall", "flower_pig": ["east"]},
            [("pays each other player still in", PRESET), ("3 Fan is 8 points", POINTS_ROW)],
        ),
        ({"ready_pay": False}, {"type": "end_of_wall", "ready": winners(east=2), "not_ready": ["south"]}, [("Nothing is paid", CHOSEN)]),
        ({"kong_refund": False}, {"type": "end_of_wall", "not_ready": ["south"], "kongs": [ADDED]}, [("Kong money is kept", CHOSEN)]),
        ({}, {"type": "end_of_wall", "not_ready": ["south"]}, []),
        (
            {"base": 5},
            {"type": "self_draw", "winners": winners(south=1)},
            [("1 Fan is 10 points", POINTS_ROW), ("each opponent pays 1 ×", PRESET), ("Each adds 5", PRESET)],
        ),
        (
            {"multiple_winners": True},
            {"type": "discard", "discarder": "east", "winners": winners(south=1, west=9)},
            [("1 Fan is 2 points", POINTS_ROW), ("the discarder alone pays", PRESET), ("4 Fan is 16 points", POINTS_ROW)],
        ),
        (
            {},
            {"type": "rob_kong", "discarder": "east", "winners": winners(west=2, south=1)},  # the first in turn alone is paid
            [("1 Fan is 2 points", POINTS_ROW), ("the discarder alone pays", PRESET), ("A robbed player pays as the discarder", PRESET)],
        ),
    ],
)  # fmt: skip
def test_each_settlement_names_the_clauses_that_decide_it(options: dict[str, Any], settlement: dict[str, Any], told: list[tuple[str, str]]) -> None:
    paying = settle("sichuan", options, **settlement)["paying"]
    assert [rule["source"] for rule in paying] == [source for _, source in told]
    assert [(part, rule["clause"]) for rule, (part, _) in zip(paying, told, strict=True) if part not in rule["clause"]] == []
    case = {"kind": "settlement", "ruleset": "sichuan", "options": options, "settlement": settlement}
    for language in ("zh-Hant", "zh-Hans"):  # worded otherwise, not left out
        chinese = answer(case, language)["paying"]
        assert len(chinese) == len(paying) and not any(rule in paying for rule in chinese)


def test_a_settlement_with_a_responsible_player_says_that_they_pay_all() -> None:
    told = settle("mahjong_house", type="self_draw", winners=winners(west=10), responsible="north")["paying"]
    assert told[-1]["clause"].startswith("The responsible player pays all of it")
    alone = settle("mahjong_house", type="self_draw", winners=winners(west=10))["paying"]
    assert not any("responsible" in rule["clause"] for rule in alone)


def test_a_table_without_options_names_the_usual_clauses() -> None:
    rules = without_options("sichuan")
    wall = {"type": "end_of_wall", **WALL, "kongs": [{**ADDED, "just_drawn": False, "dealt_in": "west"}]}
    told = " ".join(rule["clause"] for rule in settling(wall, settlement_of(wall, rules), rules, "en"))
    assert all(part in told for part in ("each other player still in", "best wait", "2 Fan is 4 points", "(退稅)", "even where", "keeps its money"))
