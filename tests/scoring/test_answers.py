"""What an answer holds, whole: the groups of a hand, the other groupings, the payments and what is passed over."""

from __future__ import annotations

from typing import Any

import pytest
from scoring_cases import case_of

from scoring.cases import answer
from scoring.explain import texts
from scoring.rulesets import load_ruleset

FREE = {"min": 0}


def groups(told: list[dict[str, Any]]) -> list[tuple[str, str, bool, bool]]:
    assert all(list(group) == ["kind", "tiles", "concealed", "has_winning_tile"] for group in told)
    return [(group["kind"], " ".join(group["tiles"]), group["concealed"], group["has_winning_tile"]) for group in told]


@pytest.mark.parametrize(
    ("hand", "options", "told", "others"),
    [
        (
            "5m [1111m] (9999m) (222+2p) (123s) 1f +5m",
            {},
            [
                ("kong-concealed", "m1 m1 m1 m1", True, False),
                ("kong-exposed", "m9 m9 m9 m9", False, False),
                ("kong-added", "p2 p2 p2 p2", False, False),
                ("chow", "s1 s2 s3", False, False),
                ("pair", "m5 m5", True, True),
            ],
            [],
        ),
        ("19m19p19s1234567z +1z", {}, [("thirteen_orphans", "m1 m9 p1 p9 s1 s9 east east south west north white green red", True, True)], []),
        (
            "1133m2266p4488s1z +1z",
            {"seven_pairs": True},
            [*(("pair", f"{tile} {tile}", True, False) for tile in ("m1", "m3", "p2", "p6", "s4", "s8")), ("pair", "east east", True, True)],
            [],
        ),
        (
            "22233344m55p444s +4m",  # the claimed tile opens the pong that it completes, and no chow
            {},
            [
                *(("pong", f"{tile} {tile} {tile}", tile != "m4", tile == "m4") for tile in ("m2", "m3", "m4", "s4")),
                ("pair", "p5 p5", True, False),
            ],
            [
                (
                    2,
                    [
                        ("chow", "m2 m3 m4", True, True),
                        ("chow", "m2 m3 m4", True, False),
                        ("chow", "m2 m3 m4", True, False),
                        ("pong", "s4 s4 s4", True, False),
                        ("pair", "p5 p5", True, False),
                    ],
                )
            ],
        ),
        (
            "222333m55p44s (444m) +4s",
            {},
            [
                ("pong", "m4 m4 m4", False, False),
                ("pong", "m2 m2 m2", True, False),
                ("pong", "m3 m3 m3", True, False),
                ("pong", "s4 s4 s4", False, True),
                ("pair", "p5 p5", True, False),
            ],
            [],
        ),
    ],
)
def test_the_groups_of_a_hand(hand: str, options: dict[str, Any], told: list[Any], others: list[Any]) -> None:
    answered = answer(case_of(hand, "fanorder", FREE | options))
    assert groups(answered["grouping"]) == told
    assert [(other["total_before_cap"], groups(other["grouping"])) for other in answered["other_groupings"]] == others


def test_a_tile_claimed_for_a_pong_opens_it_in_another_grouping_too() -> None:
    answered = answer(case_of("11122233m789p55s 1f +3m", "fanorder", FREE))
    (other,) = answered["other_groupings"]
    assert groups(answered["grouping"])[0] == ("chow", "m1 m2 m3", True, True)
    assert groups(other["grouping"])[1:3] == [("pong", "m2 m2 m2", True, False), ("pong", "m3 m3 m3", False, True)]


@pytest.mark.parametrize(
    ("language", "why"),
    [("en", ["discarded the winning tile", "pays a share of a win on a discard"]), ("zh-Hant", ["打出糊牌的一家", "出銃時其他各家分擔"])],
)
def test_who_pays_whom_and_why(language: str, why: list[str]) -> None:
    answered = answer(case_of("22233344m55p444s +4m", "fanorder", FREE), language)
    assert answered["payments"] == [
        {"payer": payer, "payee": "south", "points": points, "because": because}
        for payer, points, because in (("east", 64, why[0]), ("west", 32, why[1]), ("north", 32, why[1]))
    ]
    assert answered["payouts"] == {"east": -64, "south": 128, "west": -32, "north": -32} and answered["ignored"] == []


def test_a_pattern_that_stands_above_is_called_what_the_page_calls_it() -> None:
    told = answer(case_of("5m [1111m] [2222m] [3333m] [4444m] 1f +5m", "fanorder", FREE), "zh-Hant")
    assert {entry["id"]: entry["because"] for entry in told["not_counted"] if entry["by"]} == {
        "all_pongs": "由槓槓和代替", "full_flush": "由槓槓和代替", "four_concealed_pongs": "同類只計一項，這裡計槓槓和",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "said", "unplayed"),
    [
        ("2s (111s) (555s) (9999s) (666z) 1f +2s", {}, {"jade_dragon": "option_off"}),
        ("123456m12p99s (444z) 1f +3p", {"last_discard": True}, {"last_discard": "option_off"}),
        ("123456m12p99s (444z) 1234f123g +3p", {}, {"seven_flowers": "not_played"}),
        ("123456m12p99s (444z) 1f +3p", {"win": "self_draw"}, {}),  # of the names that other pages give the same moment none is told
    ],
)
def test_what_the_hand_shows_and_this_table_does_not_play(hand: str, said: dict[str, Any], unplayed: dict[str, str]) -> None:
    rules = load_ruleset("fanorder")
    answered = answer(case_of(hand, "fanorder", FREE, **said))
    told, counted = answered["not_counted"], {line for line, _ in answered["lines"]}
    assert {entry["id"]: entry["because"] for entry in told if not rules.plays(entry["id"])} == {
        name: texts("reasons")[because]["en"] for name, because in unplayed.items()
    }
    played = {name for name in rules.prices if rules.plays(name)}
    assert counted | {entry["id"] for entry in told if rules.plays(entry["id"])} == played
    assert not counted & {entry["id"] for entry in told}  # each hand earns a pattern once at most


def test_a_settlement_answers_with_payments_and_their_clauses() -> None:
    case = {"ruleset": "fanorder", "kind": "settlement", "settlement": {"type": "self_draw", "winners": [{"seat": "south", "total": 3}]}}
    told = answer(case)
    assert list(told) == ["ok", "payouts", "payments", "paying"] and told["ok"] is True
    assert [rule["clause"] for rule in told["paying"]] == ["3 Fan is 8 points.", "On a self-draw each opponent pays 2 × the points."]


@pytest.mark.parametrize(
    ("settlement", "expected"),
    [
        ({"winners": [{"seat": "south", "total": 1}]}, {"error": "below_minimum", "reason": "", "fan": 1, "detail": "1 Fan, expected at least 3"}),
        (
            {"winners": [{"seat": "south", "total": 3}], "discarder": "east"},
            {"error": "inconsistent_context", "reason": "self_draw_with_discarder", "detail": "self_draw with discarder east, expected no discarder"},
        ),
    ],
)
def test_a_settlement_that_is_refused_says_why(settlement: dict[str, Any], expected: dict[str, Any]) -> None:
    case = {"ruleset": "fanorder", "kind": "settlement", "settlement": {"type": "self_draw", **settlement}}
    told = {language: answer(case, language) for language in ("en", "zh-Hans")}
    for answered in told.values():
        assert {key: value for key, value in answered.items() if key != "message"} == {"ok": False, **expected}
    assert told["en"]["message"] != told["zh-Hans"]["message"]
