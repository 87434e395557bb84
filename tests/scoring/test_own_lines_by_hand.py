"""Three tables under the usual lines of their own: hands a referee worked out, the lines, the Fan before the cap and what South wins."""

from __future__ import annotations

from typing import Any

import pytest
from scoring_cases import case_of

from scoring.cases import answer

SEVEN_PAIRS = {"forms": ["standard", "thirteen_orphans", "seven_pairs"], "fan": {"pattern": {"seven_pairs": 4}}, "excludes": {"seven_pairs": ["concealed"]}}
DRAWN = {"win": "self_draw"}
ROBBED = {"win": "rob_kong", "discarder": "north"}
DRAGONS = "45p99s (777z) (555z) (666z) +6p"
MORE_FLOWERS = {"fan": {"bonus": {"seven_flowers": 3, "eight_flowers": 8}}, "excludes": {"eight_flowers": ["flower_set", "season_set"]}}
CLUB = {"shares": {"club": {"discarder": 3, "other": 0, "self_draw": 1}}, "points": {"club": {"table": [1, 2, 4, 8, 16, 32, 64], "doubles_every": 1}}}
STEPS = {
    "shares": {"divided": {"discarder": 4, "other": 0, "self_draw_total": 4, "odd_point": "dealer"}},
    "points": {"steps": {"table": [1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64]}},
}
HKMA_DRAGONS = [["great_dragons", 5], *[["dragon_pong", 1]] * 3]
Lines = list[list[Any]]


@pytest.mark.parametrize(
    ("ruleset", "house", "hand", "said", "lines", "fan", "gain"),
    [
        ("hkma", SEVEN_PAIRS, "11m22m33m44p55p66s7s +7s", DRAWN, [["seven_pairs", 4], ["self_draw", 1]], 5, 144),
        ("hkma", SEVEN_PAIRS, "11m22m33m44m55z66z7z +7z", {}, [["seven_pairs", 4], ["half_flush", 3]], 7, 192),
        ("hkma", SEVEN_PAIRS, "11z22z33z44z55z66z7z +7z", {}, [["all_honours", 10]], 10, 512),
        ("hkma", {"fan": {"how_won": {"last_discard": 1}}}, DRAGONS, {"last_discard": True}, [*HKMA_DRAGONS, ["last_discard", 1]], 9, 384),
        ("hkma", {"fan": {"ceiling": {"human": 10}}}, "123m789m234s456p9s +9s", {**DRAWN, "opening": "human"}, [["human", 10]], 10, 768),
        ("hkma", {"only_when_dearer": ["ceiling"]}, "111333555777m9m +9m", {}, [["all_pongs", 3], ["full_flush", 7], ["concealed", 1]], 11, 512),
        ("hkma", {"responsible": ["great_dragons"]}, DRAGONS, {**ROBBED, "responsible": "east"}, [*HKMA_DRAGONS, ["rob_kong", 1]], 9, 576),
        ("hkma", CLUB, DRAGONS, ROBBED, [*HKMA_DRAGONS, ["rob_kong", 1]], 9, 1536),
        ("hkma", STEPS, DRAGONS, DRAWN, [*HKMA_DRAGONS, ["self_draw", 1]], 9, 128),
        ("mahjong_house", MORE_FLOWERS, "45p99s1234f123g (123m) (789m) (444z) +6p", {}, [["flower_set", 2], ["seven_flowers", 3], ["own_season", 1]], 6, 48),
        ("mahjong_house", MORE_FLOWERS, "45p99s1234f1234g (123m) (789m) (444z) +6p", {}, [["eight_flowers", 8]], 8, 96),
        ("mahjong_house", SEVEN_PAIRS, "112233m778899m5m +5m", {}, [["seven_pairs", 4], ["full_flush", 7], ["no_flowers", 1]], 12, 192),
        ("mahjong_house", CLUB, "45p99s1f (777z) (555z) (666z) +6p", {**DRAWN, "responsible": "north"}, [["great_dragons", 8], ["self_draw", 1]], 9, 1536),
        ("sichuan", {"readings": {"split_root": False}}, "34m789p88p (555m) (222p) +5m", {}, [["plain", 0]], 0, 1),
        ("sichuan", {"readings": {"called_kong": False}}, "8p (222m) (333m) [5555p] (666p) +8p", {}, [["all_pongs", 1], ["root", 1]], 2, 4),
        (
            "sichuan",
            {"readings": {"terminal_pairs": True}, "limit": 6},
            "1111m9999m1111p9p +9p",
            {},
            [["dragon_seven_pairs", 3], ["root", 1], ["root", 1], ["terminals_every_set", 2]],
            7,
            64,
        ),
        (
            "sichuan",
            {"fan": {"pattern": {"all_258": 3}}, "excludes": {"all_258": ["all_pongs"]}},
            "8p (222m) (555m) (888m) (5555p) +8p",
            {},
            [["all_258", 3], ["golden_hook", 1], ["root", 1]],
            5,
            16,
        ),
    ],
)
def test_the_lines_of_a_table_are_counted(ruleset: str, house: dict[str, Any], hand: str, said: dict[str, Any], lines: Lines, fan: int, gain: int) -> None:
    told = answer({**case_of(hand, ruleset, **said), "house": house})
    assert sorted(told["lines"]) == sorted(lines) and told["total_before_cap"] == fan, told
    assert told["payouts"]["south"] == gain and sum(told["payouts"].values()) == 0
