"""Settlements: what is malformed, what is refused, who pays."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.cases import answer
from scoring.errors import FormError
from scoring.rulesets import RULESET_NAMES, load_ruleset


def settle(ruleset: str, options: dict[str, Any] | None = None, **settlement: Any) -> dict[str, Any]:
    return answer({"kind": "settlement", "ruleset": ruleset, "options": options or {}, "settlement": settlement})


def winners(**totals: int) -> list[dict[str, Any]]:
    return [{"seat": seat, "total": total} for seat, total in totals.items()]


@pytest.mark.parametrize(
    "settlement",
    [
        {}, {"type": "win"}, {"type": "discard"}, {"type": "discard", "discarder": "east"}, {"type": "discard", "discarder": "east", "winners": "south"},
        {"type": "discard", "winners": winners(south=3)}, {"type": "discard", "discarder": "east", "winners": []},
        {"type": "discard", "discarder": "east", "winners": winners(south=3) * 2}, {"type": "self_draw", "winners": winners(south=-1)},
        {"type": "self_draw", "winners": [{"seat": "south", "total": True}]}, {"type": "self_draw", "winners": winners(south=10**9)},
        {"type": "self_draw", "winners": [{"seat": "south", "total": 3, "fan": 3}]}, {"type": "self_draw", "winners": winners(up=3)},
        {"type": "kong", "kind": "added", "by": "south"}, {"type": "end_of_wall", "ready": []}, {"type": "self_draw", "winners": winners(south=3), "x": 1},
    ],
    ids=str,
)  # fmt: skip
def test_malformed_settlements(settlement: dict[str, Any]) -> None:
    with pytest.raises(FormError, match="expected"):
        settle("mahjong_house", **settlement)


@pytest.mark.parametrize(
    ("ruleset", "settlement", "reason"),
    [
        ("fanorder", {"type": "discard", "discarder": "south", "winners": winners(south=3)}, "discarder_is_winner"),
        ("fanorder", {"type": "self_draw", "discarder": "east", "winners": winners(south=3)}, "self_draw_with_discarder"),
        ("fanorder", {"type": "self_draw", "winners": winners(south=3, west=3)}, "one_self_draw"),
        ("fanorder", {"type": "self_draw", "winners": winners(south=3), "responsible": "east"}, "no_responsibility"),
        ("mahjong_house", {"type": "self_draw", "winners": winners(south=3), "responsible": "south"}, "responsible_is_winner"),
        ("sichuan", {"type": "self_draw", "winners": winners(south=3), "already_won": ["south"]}, "already_won_plays_on"),
        ("sichuan", {"type": "discard", "discarder": "east", "winners": winners(south=3), "already_won": ["east"]}, "already_won_plays_on"),
        ("sichuan", {"type": "kong", "kind": "exposed", "by": "south", "from": "south"}, "kong_from_itself"),
        ("sichuan", {"type": "kong", "kind": "added", "by": "south", "already_won": ["south"]}, "already_won_plays_on"),
        ("sichuan", {"type": "end_of_wall", "ready": winners(east=1), "not_ready": ["east"]}, "seat_twice"),
        ("sichuan", {"type": "end_of_wall", "ready": winners(east=1), "not_ready": ["south"], "already_won": ["south"]}, "seat_twice"),
    ],
)
def test_refused_settlements(ruleset: str, settlement: dict[str, Any], reason: str) -> None:
    told = settle(ruleset, **settlement)
    assert (told["ok"], told["error"], told["reason"]) == (False, "inconsistent_context", reason)


def test_a_total_below_the_minimum_is_refused() -> None:
    told = settle("mahjong_house", type="self_draw", winners=winners(south=2))
    assert (told["ok"], told["error"], told["fan"]) == (False, "below_minimum", 2)


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_every_settlement_sums_to_zero_and_never_falls_as_the_total_rises(name: str) -> None:
    rules = load_ruleset(name)
    for payment in rules.options["payment"].choices if "payment" in rules.options else (None,):
        options = {"min": 0, **({"payment": payment} if payment else {})}
        gained = []
        for total in range(20):
            for settlement in ({"type": "discard", "discarder": "north"}, {"type": "self_draw"}):
                told = settle(name, options, winners=winners(south=total), **settlement)
                assert sum(told["payouts"].values()) == 0
                gained.append(told["payouts"]["south"])
        assert gained[::2] == sorted(gained[::2]) and gained[1::2] == sorted(gained[1::2]) and min(gained) > 0


def test_one_discard_one_winner_unless_the_table_says_otherwise() -> None:
    one = settle("mahjong_house", type="discard", discarder="south", winners=winners(east=5, north=3, west=4))
    assert one["payouts"] == {"east": 0, "south": -24, "west": 24, "north": 0}
    assert [payment["because"] for payment in one["payments"]] == ["discarded the winning tile"]


def test_several_flower_pigs_pay_each_other() -> None:
    told = settle("sichuan", type="end_of_wall", flower_pig=["east", "south"])
    assert told["payouts"] == {"east": -32, "south": -32, "west": 32, "north": 32}


def test_a_pig_pays_sixteen_bases_where_there_is_no_cap() -> None:
    told = settle("sichuan", {"cap": None, "base": 3}, type="end_of_wall", flower_pig=["east"], already_won=["south", "west"])
    assert told["payouts"] == {"east": -48, "south": 0, "west": 0, "north": 48}
