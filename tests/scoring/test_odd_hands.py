"""Hands and circumstances at the edge of what can happen: each is scored as the rules say, or refused with its reason."""

from __future__ import annotations

from typing import Any

import pytest
from scoring_cases import case_of

from scoring.cases import answer
from scoring.rulesets import RULESET_NAMES, load_ruleset

KONGS = "5m [1111m] [9999m] (2222p) (444+4z) +5m"
DRAWN: dict[str, Any] = {"win": "self_draw"}


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_eighteen_tiles_with_every_flower(name: str) -> None:
    """Four kongs, a pair and, where they are played, all eight flowers: 26 tiles."""
    bonus = "1234f1234g " if load_ruleset(name).readings.bonus else ""
    kongs = KONGS.replace("444+4z", "888+8p") if name == "sichuan" else KONGS
    told = answer(case_of(bonus + kongs, name, {"min": 0}, **DRAWN, replacement="kong_on_kong", last_tile=True))
    assert told["ok"] and sum(told["payouts"].values()) == 0
    assert [group["kind"] for group in told["grouping"]].count("pair") == 1
    named = [line for line, _ in told["lines"]]
    if name == "sichuan":
        assert named.count("root") == 4 and "golden_hook" in named
    else:  # of the HKMA's ceiling hands the first of equals
        assert "four_kongs" in named


@pytest.mark.parametrize(
    ("name", "hand", "said", "error", "reason"),
    [
        # The robbed tile's other three lie in the robbed pong.
        ("fanorder", "123456m12p2p9s (444z) +2p", {"win": "rob_kong"}, "inconsistent_context", "robbed_tile_held_elsewhere"),
        # Dealt hands hold nothing claimed, and no kong where the table allows none.
        ("fanorder", "123456m12p99s (4444z) +3p", {**DRAWN, "seat": "east", "opening": "heavenly"}, "inconsistent_context", "heavenly_with_calls"),
        ("wisteria", "123456m12p99s [4444z] +3p", {**DRAWN, "seat": "east", "opening": "heavenly"}, "inconsistent_context", "heavenly_with_calls"),
        ("vmc", "123456m12p99s [4444z] +3p", {**DRAWN, "opening": "human"}, "inconsistent_context", "human_with_calls"),
        ("sichuan", "123456m12p99p555p +3p", {**DRAWN, "seat": "east", "opening": "earthly"}, "inconsistent_context", "earthly_needs_non_dealer_self_draw"),
        # The start is not the end, and a replacement is drawn.
        ("fanorder", "123456m12p99s444z +3p", {**DRAWN, "seat": "east", "opening": "heavenly", "last_tile": True}, "inconsistent_context", "opening_at_end"),
        ("fanorder", "123456m12p99s [4444z] +3p", {"replacement": "kong"}, "inconsistent_context", "replacement_needs_self_draw"),
        ("fanorder", "123456m12p99s [4444z] +3p", {**DRAWN, "replacement": "kong_on_kong"}, "inconsistent_context", "kong_on_kong_needs_two_kongs"),
        ("fanorder", "123456m12p99s (444z) +3p", {**DRAWN, "last_discard": True}, "inconsistent_context", "last_discard_needs_discard"),
        ("fanorder", "123456m12p99s (444z) +3p", {"win": "rob_kong", "last_discard": True}, "inconsistent_context", "last_discard_needs_discard"),
    ],
)
def test_what_cannot_be_is_refused(name: str, hand: str, said: dict[str, Any], error: str, reason: str) -> None:
    told = answer(case_of(hand, name, {"min": 0}, **said))
    assert (told["ok"], told["error"], told["reason"]) == (False, error, reason)


@pytest.mark.parametrize(
    ("name", "hand", "said", "lines"),
    [
        ("fanorder", "5m [1111m] [9999m] (222p) (444z) 1f +5m", {**DRAWN, "replacement": "kong", "last_tile": True},
         [["all_pongs", 3], ["self_draw", 1], ["last_tile", 1], ["replacement", 1]]),
        ("fanorder", "123456m12p99s [4444z] 1f +3p", {**DRAWN, "seat": "east", "opening": "heavenly", "round": "east"}, [["heavenly", 13], ["self_draw", 1]]),
        ("vmc", "5m [1111m] [9999m] (222p) (444z) 1f +5m", {**DRAWN, "replacement": "kong", "last_tile": True},
         [["all_pongs", 3], ["after_kong", 2], ["last_tile", 1]]),
        ("hkma", "19m19p19s1234556z +7z", {"win": "rob_kong", "robbed": "concealed"}, [["thirteen_orphans", 10]]),
        ("fanorder", "119m19p19s123456z 1f +7z", {"win": "rob_kong"}, [["thirteen_orphans", 13], ["rob_kong", 1]]),
        ("sichuan", "123456m12p99p [5555p] +3p", {**DRAWN, "seat": "east", "opening": "heavenly"}, [["heavenly", 4]]),
        ("sichuan", "5m [1111m] [9999m] (2222p) (888+8p) +5m", {**DRAWN, "replacement": "kong", "last_tile": True},
         [["all_pongs", 1], ["golden_hook", 1], ["root", 1], ["root", 1], ["root", 1], ["root", 1], ["kong_win", 1], ["last_tile", 1]]),
    ],
)  # fmt: skip
def test_what_is_rare_is_scored(name: str, hand: str, said: dict[str, Any], lines: list[list[Any]]) -> None:
    told = answer(case_of(hand, name, {"min": 0}, **said))
    assert told["ok"] and sorted(told["lines"]) == sorted(lines), told


def test_what_means_nothing_at_a_table_is_named() -> None:
    said = {"void_suit": "s", "already_won": ["north"], "after_kong_discard": True}
    assert answer(case_of("123456m12p99555p +3p", "wisteria", {}, **said))["ignored"] == ["void_suit", "already_won", "after_kong_discard"]
    assert answer(case_of("123456m12p99555p +3p", "sichuan", {}, **said))["ignored"] == []
    assert answer(case_of("123456m12p99555p +3p", "wisteria", {}))["ignored"] == []
