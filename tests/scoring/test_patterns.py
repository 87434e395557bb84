"""Each pattern: a hand that shows it, and the nearest hand that does not, with the reason it gives."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from scoring_cases import case_of

from scoring.explain import texts
from scoring.forms import parse_context, parse_hand
from scoring.marks import HAS_BONUS, OWN_FLOWER, OWN_SEASON
from scoring.notation import parse_tiles
from scoring.patterns import PATTERNS, Hit, Miss, Win, judge
from scoring.patterns.pattern import pattern
from scoring.patterns.views import BONUS, DRAGONS, HOW_WON, KINDS, OWN_WINDS, WINDS
from scoring.readings import READ_BY, WORDS, Readings
from scoring.shapes import Form, SevenPairs, Standard, ThirteenOrphans, winning_shapes
from scoring.tiles import Tile

BASE = "123456m12p99s (444z) +3p"
DRAW: dict[str, Any] = {"win": "self_draw"}
ROB: dict[str, Any] = {"win": "rob_kong"}
PONGS = "222m555p888s44z77m +4z"
GATES = "1112345678999m +5m"
LATE = "1112345678899m +9m"

# pattern, hand, circumstances and readings that show it, how often; then those that do not, and why.
SHOWN = [
    ("all_chows", "456p123456s8m (123p) +8m", {}, 1),
    ("all_chows", "1122334455667m +7m", {}, 1),
    ("mixed_terminals", "111s44z99p (111m) (999m) +4z", {}, 1),
    ("all_pongs", PONGS, {}, 1),
    ("all_pongs", "5s [1111m] (9999m) (222+2p) (4444z) +5s", {}, 1),
    ("half_flush", "45678s11155z (123s) +9s", {}, 1),
    ("half_flush", "1133557799s667z +7z", {}, 1),
    ("full_flush", "456789p2255p (123p) +2p", {}, 1),
    ("full_flush", "1122334455667m +7m", {}, 1),
    ("seven_pairs", "1133m2266p4488s1z +1z", {}, 1),
    ("all_terminals", "99m11p (111s) (999s) (999p) +9m", {}, 1),
    ("four_kongs", "5s [1111m] (9999m) (222+2p) (4444z) +5s", {}, 1),
    ("four_concealed_pongs", PONGS, DRAW, 1),
    ("four_concealed_pongs", "222m555p888s444z7m +7m", {}, 1),
    ("four_concealed_pongs", "222m555p444z7m [8888s] +7m", {}, 1),
    ("dragon_pong", "123m12p99s (777z) [6666z] +3p", {}, 2),
    ("seat_wind", "123456m12p99s (222z) +3p", {}, 1),
    ("round_wind", "123456m12p99s (333z) +3p", {}, 1),
    ("little_dragons", "123m45p55z (777z) (666z) +6p", {}, 1),
    ("great_dragons", "55z123m99s (777z) (666z) +5z", {}, 1),
    ("little_winds", "12m11z (444z) (222z) (333z) +3m", {}, 1),
    ("great_winds", "5m (111z) (222z) (333z) (444z) +5m", {}, 1),
    ("all_honours", "77z66z (111z) (222z) (555z) +7z", {}, 1),
    ("all_honours", "112233445566z7z +7z", {}, 1),
    ("own_flower", BASE + " 2f", {}, 1),
    ("own_season", BASE + " 2g", {}, 1),
    ("no_flowers", BASE, {}, 1),
    ("flower_set", BASE + " 1234f", {}, 1),
    ("season_set", BASE + " 1234g", {}, 1),
    ("seven_flowers", BASE + " 1234f123g", {}, 1),
    ("eight_flowers", BASE + " 1234f1234g", {}, 1),
    ("concealed", "123456m12p99555s +3p", {}, 1),
    ("concealed", "123456m12p99s [5555s] +3p", {}, 1),
    ("self_draw", BASE, DRAW, 1),
    ("self_draw_bonus", BASE, DRAW, 1),
    ("last_tile", BASE, DRAW | {"last_tile": True}, 1),
    ("last_tile", BASE, {"last_discard": True, "readings": Readings(last_tile="wall_or_discard")}, 1),
    ("last_tile", BASE, DRAW | {"last_tile": True, "readings": Readings(last_tile="wall_or_discard")}, 1),
    ("last_discard", BASE, {"last_discard": True}, 1),
    ("replacement", BASE, DRAW | {"replacement": "flower"}, 1),
    ("replacement", BASE, DRAW | {"replacement": "kong"}, 1),
    ("replacement", BASE, DRAW | {"replacement": "kong_on_kong"}, 1),
    ("after_kong", BASE, DRAW | {"replacement": "kong"}, 1),
    ("after_kong", BASE, DRAW | {"replacement": "kong_on_kong"}, 1),
    ("kong_on_kong", BASE, DRAW | {"replacement": "kong_on_kong"}, 1),
    ("after_consecutive_kongs", BASE, DRAW | {"replacement": "kong_on_kong"}, 1),
    ("rob_kong", BASE, ROB, 1),
    ("heavenly", BASE, DRAW | {"opening": "heavenly"}, 1),
    ("earthly", BASE, {"opening": "earthly"}, 1),
    ("human", BASE, DRAW | {"opening": "human"}, 1),
    ("thirteen_orphans", "119m19p19s123456z +7z", {}, 1),
    ("nine_gates", GATES, {}, 1),
    ("nine_gates", LATE, {}, 1),
    ("nine_gates", LATE, DRAW | {"readings": Readings(nine_gates="when_claimed")}, 1),
    ("nine_gates", GATES, {"readings": Readings(nine_gates="extra")}, 1),
    ("jade_dragon", "2s (111s) (555s) (9999s) (666z) +2s", {}, 1),
    ("ruby_dragon", "2m (111m) (555m) (999m) (777z) +2m", {}, 1),
    ("pearl_dragon", "2p (111p) (555p) (999p) (555z) +2p", {}, 1),
    ("plain", BASE, {}, 1),
    ("all_258", "88p55m (222m) (222p) (555p) +8p", {}, 1),
    ("terminals_every_set", "123789m11999p11m +1p", {}, 1),
    ("terminals_every_set", "1111m9m1199p1199s +9m", {"readings": Readings(terminal_pairs=True)}, 1),
    ("dragon_seven_pairs", "22223355m7799p6m +6m", {}, 1),
    ("golden_hook", "5m (222m) (333m) (777p) [8888p] +5m", {}, 1),
    ("root", "22223333m7777p6m +6m", {}, 3),
    ("root", "34m234p99p567p (222m) +2m", {}, 1),
    ("kong_win", BASE, DRAW | {"replacement": "kong"}, 1),
    ("kong_win", BASE, DRAW | {"replacement": "kong_on_kong"}, 1),
    ("kong_deal_in", BASE, {"after_kong_discard": True}, 1),
]

NOT_SHOWN = [
    ("all_chows", BASE, {}, "has_pong"),
    ("all_chows", "1133m2266p4488s1z +1z", {}, "needs_four_sets"),
    ("mixed_terminals", "123s44z99p (111m) (999m) +4z", {}, "has_chow"),
    ("mixed_terminals", "111s44z88p (111m) (999m) +4z", {}, "has_simple"),
    ("mixed_terminals", "99m11p (111s) (999s) (999p) +9m", {}, "has_no_honour"),
    ("mixed_terminals", "77z66z (111z) (222z) (555z) +7z", {}, "has_no_terminal"),
    ("all_pongs", BASE, {}, "has_chow"),
    ("all_pongs", "1133m2266p4488s1z +1z", {}, "needs_four_sets"),
    ("half_flush", "45678s11155z (123p) +9s", {}, "has_other_suit"),
    ("half_flush", "456789p2255p (123p) +2p", {}, "has_no_honour"),
    ("half_flush", "77z66z (111z) (222z) (555z) +7z", {}, "has_no_suit"),
    ("full_flush", "45678s11155z (123s) +9s", {}, "has_honour"),
    ("full_flush", "45678s11155z (123m) +9s", {}, "has_stranger"),
    ("full_flush", "456789p2255p (123m) +2p", {}, "has_other_suit"),
    ("seven_pairs", BASE, {}, "needs_seven_pairs"),
    ("all_terminals", "99m11p (111s) (888s) (999p) +9m", {}, "has_no_terminal_only"),
    ("four_kongs", "5s [1111m] (9999m) (222p) (4444z) +5s", {}, "has_no_four_kongs"),
    ("four_concealed_pongs", PONGS, {}, "has_open_pong"),
    ("four_concealed_pongs", PONGS, ROB, "has_open_pong"),
    ("four_concealed_pongs", "222m555p444z7m (8888s) +7m", {}, "has_open_pong"),
    ("four_concealed_pongs", "222m555p234s444z7m +7m", {}, "has_chow"),
    ("four_concealed_pongs", "222m555p444z7m [8888s] +7m", {"readings": Readings(hidden_kongs=False)}, "has_kong"),
    ("four_concealed_pongs", PONGS, DRAW | {"readings": Readings(hidden_pair="always")}, "won_not_on_pair"),
    ("dragon_pong", "123456m12p55z (444z) +3p", {}, "no_dragon_set"),
    ("seat_wind", BASE, {}, "no_such_wind_set"),
    ("round_wind", "123456m12p33z (444z) +3p", {}, "no_such_wind_set"),
    ("little_dragons", "123m45p11z (777z) (666z) +6p", {}, "needs_two_dragon_sets_and_pair"),
    ("little_dragons", "55z123m99s (777z) (666z) +5z", {}, "needs_two_dragon_sets_and_pair"),
    ("great_dragons", "123m45p55z (777z) (666z) +6p", {}, "needs_three_dragon_sets"),
    ("little_winds", "12m55z (444z) (222z) (333z) +3m", {}, "needs_three_wind_sets_and_pair"),
    ("great_winds", "12m11z (444z) (222z) (333z) +3m", {}, "needs_four_wind_sets"),
    ("all_honours", "77z11m (111z) (222z) (555z) +7z", {}, "has_suited"),
    ("own_flower", BASE + " 3f2g", {}, "own_bonus_absent"),
    ("own_season", BASE + " 3g2f", {}, "own_bonus_absent"),
    ("no_flowers", BASE + " 1g", {}, "has_bonus"),
    ("flower_set", BASE + " 123f1234g", {}, "bonus_set_incomplete"),
    ("season_set", BASE + " 124g1234f", {}, "bonus_set_incomplete"),
    ("seven_flowers", BASE + " 1234f1234g", {}, "not_seven_flowers"),
    ("eight_flowers", BASE + " 1234f134g", {}, "not_eight_flowers"),
    ("concealed", "123456m12p99s (5555s) +3p", {}, "has_open_meld"),
    ("concealed", "123456m12p99s (555+5s) +3p", {}, "has_open_meld"),
    ("concealed", "123456m12p99s [5555s] +3p", {"readings": Readings(closed_with_kong=False)}, "has_open_meld"),
    ("self_draw", BASE, ROB, "not_self_drawn"),
    ("self_draw_bonus", BASE, {}, "not_self_drawn"),
    ("last_tile", BASE, {"last_discard": True}, "not_last_tile"),
    ("last_tile", BASE, {"readings": Readings(last_tile="wall_or_discard")}, "not_last_tile_or_discard"),
    ("last_discard", BASE, DRAW | {"last_tile": True}, "not_last_discard"),
    ("replacement", BASE, DRAW, "not_replacement"),
    ("after_kong", BASE, DRAW | {"replacement": "flower"}, "not_after_kong"),
    ("kong_on_kong", BASE, DRAW | {"replacement": "kong"}, "not_kong_on_kong"),
    ("after_consecutive_kongs", BASE, DRAW | {"replacement": "kong"}, "not_kong_on_kong"),
    ("rob_kong", BASE, {}, "not_robbed"),
    ("heavenly", BASE, DRAW, "not_opening"),
    ("earthly", BASE, {}, "not_opening"),
    ("human", BASE, DRAW, "not_opening"),
    ("thirteen_orphans", BASE, {}, "needs_thirteen_orphans"),
    ("nine_gates", "2345678999m (111m) +8m", {}, "has_meld"),
    ("nine_gates", "1112345699m789p +9m", {}, "not_one_suit"),
    ("nine_gates", "1112223334445m +5m", {}, "lacks_gate"),
    ("nine_gates", LATE, {"readings": Readings(nine_gates="extra")}, "won_not_on_extra"),
    ("nine_gates", LATE, {"readings": Readings(nine_gates="when_claimed")}, "won_not_on_extra"),
    ("jade_dragon", "2s (111s) (555s) (9999s) (777z) +2s", {}, "has_stranger"),
    ("jade_dragon", "2s (123s) (555s) (9999s) (666z) +2s", {}, "has_chow"),
    ("ruby_dragon", "7z (111m) (555m) (999m) (222m) +7z", {}, "lacks_dragon_set"),
    ("pearl_dragon", "2p (111p) (555p) (999p) (333p) +2p", {}, "lacks_dragon_set"),
    ("all_258", "88p55m (222m) (222p) (666p) +8p", {}, "has_no_258"),
    ("all_258", "123m888p5s (555m) (222p) +5s", {}, "has_chow"),
    ("terminals_every_set", "123789m22999p11m +2p", {}, "set_without_terminal"),
    ("terminals_every_set", "1111m9m1199p1199s +9m", {}, "needs_four_sets"),
    ("dragon_seven_pairs", "1133m2266p4488s1z +1z", {}, "has_no_four"),
    ("golden_hook", "5222m (333m) (777p) [8888p] +5m", {}, "set_not_declared"),
    ("golden_hook", "5m (222m) (333m) (777p) [8888p] +5m", {"readings": Readings(called_kong=False)}, "set_not_declared"),
    ("root", BASE, {}, "has_no_four"),
    ("root", "34m234p99p567p (222m) +2m", {"readings": Readings(split_root=False)}, "has_no_four"),
    ("kong_win", BASE, DRAW | {"replacement": "flower"}, "not_after_kong"),
    ("kong_deal_in", BASE, {}, "not_kong_discard"),
]


def verdicts(pattern: str, hand: str, said: dict[str, Any]) -> list[Hit | Miss]:
    """The verdict on each shape of the hand. Circumstances are not checked against the hand here: a pattern is asked alone."""
    said = dict(said)
    readings = said.pop("readings", Readings())
    case = case_of(hand, **said)
    parsed, context = parse_hand(case["hand"]), parse_context(case["context"])
    shapes = winning_shapes(parsed, tuple(Form))
    assert shapes
    return [judge(PATTERNS[pattern], Win(parsed, context, shape, readings)) for shape in shapes]


@pytest.mark.parametrize(("pattern", "hand", "said", "times"), SHOWN)
def test_shown(pattern: str, hand: str, said: dict[str, Any], times: int) -> None:
    hits = [verdict for verdict in verdicts(pattern, hand, said) if isinstance(verdict, Hit)]
    assert hits and max(len(hit.awards) for hit in hits) == times


# The tiles that earn each award.
EARNED = [
    ("root", "22223333m7777p6m +6m", {}, ["2222m", "3333m", "7777p"]),
    ("root", "34m234p99p567p (222m) +2m", {}, ["2222m"]),
    ("dragon_pong", "123m12p99s (777z) [6666z] +3p", {}, ["777z", "6666z"]),
    ("little_dragons", "123m45p55z (777z) (666z) +6p", {}, ["777z666z55z"]),
    ("great_dragons", "55z123m99s (777z) (666z) +5z", {}, ["777z666z555z"]),
    ("seat_wind", "123456m12p99s (222z) +3p", {}, ["222z"]),
    ("golden_hook", "5m (222m) (333m) (777p) [8888p] +5m", {}, ["55m"]),
    ("own_flower", BASE + " 2f", {}, ["2f"]),
    ("season_set", BASE + " 1234g1f", {}, ["1234g"]),
    ("no_flowers", BASE, {}, [""]),
    ("concealed", "123456m12p99s [5555s] +3p", {}, ["123456m12p99s3p"]),
    ("self_draw", BASE, DRAW, ["3p"]),
    ("rob_kong", BASE, ROB, ["3p"]),
    ("kong_win", BASE, DRAW | {"replacement": "kong"}, ["3p"]),
]


@pytest.mark.parametrize(("pattern", "hand", "said", "awards"), EARNED)
def test_which_tiles_earn_it(pattern: str, hand: str, said: dict[str, Any], awards: list[str]) -> None:
    (hit,) = {verdict for verdict in verdicts(pattern, hand, said) if isinstance(verdict, Hit)}
    assert sorted(map(in_order, hit.awards)) == sorted(in_order(parse_tiles(tiles)) for tiles in awards)


@pytest.mark.parametrize(("pattern", "hand", "said", "because"), NOT_SHOWN)
def test_not_shown(pattern: str, hand: str, said: dict[str, Any], because: str) -> None:
    given = verdicts(pattern, hand, said)
    assert all(isinstance(verdict, Miss) for verdict in given)
    assert because in {verdict.because for verdict in given if isinstance(verdict, Miss)}


# What a miss shows: the tiles in the way, and those that are not there and would have to be.
IN_THE_WAY = [
    ("all_chows", BASE, "444z", ""),
    ("all_pongs", BASE, "123456m123p", ""),
    ("mixed_terminals", "123s44z88p (111m) (999m) +4z", "123s88p", ""),
    ("half_flush", "45678s11155z (123p) +9s", "123p", ""),
    ("full_flush", "45678s11155z (123m) +9s", "123m11155z", ""),
    ("seat_wind", BASE, "", "222z"),
    ("seat_wind", "123456m12p22z (444z) +3p", "", "2z"),
    ("seat_wind", "123456m12p99s (333z) +3p", "", "222z"),
    ("round_wind", "123456m12p33z (444z) +3p", "", "3z"),
    ("round_wind", "123456m12p99s (444z) +3p", "", "333z"),
    ("little_dragons", "123m45p11z (777z) (666z) +6p", "", "55z"),
    ("little_dragons", "123456m55z77p (777z) +7p", "", "666z"),
    ("little_dragons", "123456m12p99s (444z) +3p", "", "55z666z777z"),
    ("little_dragons", "55z123m99s (777z) (666z) +5z", "555z99s", ""),
    ("great_dragons", "123m45p55z (777z) (666z) +6p", "", "5z"),
    ("great_dragons", BASE, "", "555666777z"),
    ("little_winds", "12m55z (444z) (222z) (333z) +3m", "", "11z"),
    ("little_winds", "56m33z789p (111z) (222z) +4m", "", "444z"),
    ("little_winds", "5m (111z) (222z) (333z) (444z) +5m", "444z55m", ""),
    ("great_winds", "12m11z (444z) (222z) (333z) +3m", "", "1z"),
    ("all_honours", "77z11m (111z) (222z) (555z) +7z", "11m", ""),
    ("own_flower", BASE + " 3f2g", "", "2f"),
    ("own_season", BASE + " 3g2f", "", "2g"),
    ("no_flowers", BASE + " 1g3f", "3f1g", ""),
    ("flower_set", BASE + " 13f1234g", "", "24f"),
    ("season_set", BASE + " 124g1234f", "", "3g"),
    ("flower_set", BASE + " 13f", "", "24f"),
    ("season_set", BASE + " 124f3g", "", "124g"),
    ("eight_flowers", BASE + " 1234f134g", "", "2g"),
    ("eight_flowers", BASE + " 4f", "", "123f1234g"),
    ("concealed", "123456m12p99s (5555s) +3p", "5555s", ""),
    ("nine_gates", "2345678999m (111m) +8m", "111m", "111m"),
    ("nine_gates", "1112345699m789p +9m", "789p", "78m"),
    ("jade_dragon", "2s (111s) (555s) (9999s) (777z) +2s", "777z", ""),
    ("jade_dragon", "2s (123s) (555s) (9999s) (666z) +2s", "123s", ""),
    ("jade_dragon", "2m (111s) (555s) (9999s) (666z) +2m", "22m", ""),
    ("jade_dragon", "6z (111s) (555s) (9999s) (222s) +6z", "", "666z"),
    ("ruby_dragon", "7z (111m) (555m) (999m) (222m) +7z", "", "777z"),
    ("pearl_dragon", "2p (111p) (555p) (999p) (333p) +2p", "", "555z"),
    ("pearl_dragon", "2p (111p) (555p) (999p) (123m) +2p", "123m", ""),
    ("four_kongs", "5s [1111m] (9999m) (222p) (4444z) +5s", "222p", ""),
    ("golden_hook", "5222m (333m) (777p) [8888p] +5m", "222m", ""),
    ("full_flush", "456789p2255p (123m) +2p", "123m", ""),
    ("all_258", "88p55m (222m) (222p) (666p) +8p", "666p", ""),
    ("all_terminals", "99m11p (111s) (888s) (999p) +9m", "888s", ""),
    ("terminals_every_set", "123789m22999p11m +2p", "222p", ""),
    ("terminals_every_set", "1111m9m1199p1199s +9m", "", ""),
    ("four_concealed_pongs", PONGS, "444z", ""),
    ("four_concealed_pongs", "222m555p234s444z7m +7m", "234s", ""),
    ("nine_gates", "77z66z (111z) (222z) (555z) +7z", "77766z111222555z", ""),
    # One tile beyond the gates may stay, the lowest: it is any of them.
    ("nine_gates", "1112223334445m +5m", "233445m", "678999m"),
]

# The same where the circumstances or the table's readings decide.
IN_THE_WAY_BY = [
    ("nine_gates", LATE, {"readings": Readings(nine_gates="extra")}, "9m", ""),
    ("nine_gates", "1112223334445m +5m", {"readings": Readings(nine_gates="extra")}, "223344m", "678999m"),  # the winning one may stay
    ("golden_hook", "5m (222m) (333m) (777p) [8888p] +5m", {"readings": Readings(called_kong=False)}, "8888p", ""),
    ("four_concealed_pongs", "222m555p444z7m [8888s] +7m", {"readings": Readings(hidden_kongs=False)}, "8888s", ""),
    ("four_concealed_pongs", PONGS, DRAW | {"readings": Readings(hidden_pair="always")}, "4z", ""),
    ("four_concealed_pongs", "222m555p234s44z77m +4z", DRAW | {"readings": Readings(hidden_pair="always")}, "234s444z", ""),
    ("four_concealed_pongs", "22m555p77m (444z) [8888s] +2m", {"readings": Readings(hidden_kongs=False)}, "444z8888s222m", ""),
]


@pytest.mark.parametrize(("pattern", "hand", "said", "tiles", "lacks"), [*((name, hand, {}, *told) for name, hand, *told in IN_THE_WAY), *IN_THE_WAY_BY])
def test_what_stands_in_the_way_and_what_is_lacking(pattern: str, hand: str, said: dict[str, Any], tiles: str, lacks: str) -> None:
    given = {(in_order(verdict.tiles), in_order(verdict.lacks)) for verdict in verdicts(pattern, hand, said) if isinstance(verdict, Miss)}
    assert given == {(in_order(parse_tiles(tiles)), in_order(parse_tiles(lacks)))}


def in_order(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(tiles))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_only_the_readings_named_sway_a_pattern(pattern: str) -> None:
    others = {field.name: WORDS.get(field.name, (True, False)) for field in fields(Readings) if field.name not in READ_BY.get(pattern, ())}
    met = [(hand, said) for name, hand, said, _ in (*SHOWN, *NOT_SHOWN) if name == pattern]
    assert met
    for hand, said in met:
        given, readings = verdicts(pattern, hand, said), said.get("readings", Readings())
        for reading, values in others.items():
            for value in values:
                assert verdicts(pattern, hand, {**said, "readings": replace(readings, **{reading: value})}) == given


def test_names_that_only_restate_another_are_worth_no_word_where_they_are_not_played() -> None:
    assert {name for name, pattern in PATTERNS.items() if not pattern.everywhere} == {
        "self_draw_bonus", "after_kong", "after_consecutive_kongs", "plain", "all_258", "terminals_every_set", "dragon_seven_pairs", "golden_hook", "root",
        "kong_win", "kong_deal_in",
    }  # fmt: skip


def test_a_pattern_bears_its_name_and_says_what_it_looks_at() -> None:
    assert all(pattern.name == name for name, pattern in PATTERNS.items())
    looks = {"all_pongs": KINDS, "own_flower": BONUS, "self_draw": HOW_WON, "great_winds": WINDS, "seat_wind": OWN_WINDS, "great_dragons": DRAGONS}
    assert {name: PATTERNS[name].sees for name in looks} == looks
    assert {PATTERNS[name].on for name in ("self_draw", "all_pongs", "all_honours", "seven_pairs")} == {
        (Standard, SevenPairs, ThirteenOrphans), (Standard,), (Standard, SevenPairs), (SevenPairs,),
    }  # fmt: skip


@pytest.mark.parametrize(("bonus", "own"), [("", 0), (" 1f", 0), (" 2f", OWN_FLOWER), (" 2g", OWN_SEASON), (" 2f12g", OWN_FLOWER | OWN_SEASON)])
def test_what_may_be_asked_of_a_win(bonus: str, own: int) -> None:
    """Of the grouping, of the hand, of how it was won, and of the winner's own flowers: South's are the twos."""
    case = case_of(BASE + bonus, **DRAW)
    hand, context = parse_hand(case["hand"]), parse_context(case["context"])
    (shape,) = winning_shapes(hand, (Form.STANDARD,))
    won = Win(hand, context, shape)
    assert won.marks == shape.marks | hand.marks | context.marks | own
    assert all((shape.marks, hand.marks, context.marks)) and (bool(hand.marks & HAS_BONUS), won.readings) == (bool(bonus), Readings())


def test_a_pattern_is_defined_once() -> None:
    def root(win: Win[Any]) -> Hit | Miss:
        return Miss("never")

    with pytest.raises(ValueError, match=r"^pattern 'root' is defined twice$"):
        pattern(sees=BONUS)(root)
    assert PATTERNS["root"].check is not root


def test_every_pattern_and_every_reason_is_met() -> None:
    assert {pattern for pattern, *_ in SHOWN} == set(PATTERNS)
    assert {pattern for pattern, *_ in NOT_SHOWN} == set(PATTERNS) - {"plain"}  # a complete hand is always plain
    assert {because for *_, because in NOT_SHOWN} == set(texts("reasons")) - {"included", "one_of_group", "worth_less", "option_off", "not_played"}
