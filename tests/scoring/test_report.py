"""Answers as text, line by line: what stands where, what is left out, and how it is put in Chinese."""

from __future__ import annotations

import pytest
from scoring_cases import case_of

from scoring.cases import answer
from scoring.comparison import compare, what_if
from scoring.nearest import nearest
from scoring.report import compare_lines, nearest_lines, score_lines, what_if_lines

CAPPED = case_of("22233344m55p (444z) 1f3g +4m", "fanorder", {"min": 0, "cap": 2})
PAGE = "(FanOrder, Hong Kong mahjong hands and Fan, row “{}”)"


def test_a_hand_is_told_line_by_line() -> None:
    told = answer(CAPPED)
    few = {**told, "not_counted": [entry for entry in told["not_counted"] if entry["id"] in ("half_flush", "little_winds", "dragon_pong", "nine_gates")]}
    lines = score_lines(few, "en")
    assert lines == [
        "   3  All pongs  222333444m55p444z",
        f"      Each of the four sets holds three or four alike; the pair is free. {PAGE.format('All pongs')}",
        "      2 Fan, 3 before the limit",
        "  east -8",
        " south +16",
        "  west -4",
        " north -4",
        "Who pays",
        f"      2 Fan is 4 points. {PAGE.format('From Fan to points')}",
        f"      On a discard the discarder pays 2 × the points and each other player 1 ×. {PAGE.format('From Fan to points')}",
        "The winning tile 4m completes the pong 444m. In the chow 234m the hand would come to 0 Fan.",
        "Not counted",
        "      Half flush: there is more than one suit (55p)",
        "      Little four winds: it takes three wind sets and a pair of the fourth; lacking 11222333z",
        "      Dragon pong: there is no set of dragons",
        "      Nine gates: a set was declared (22334m55p444z); lacking 1119995678m",
        "Other groupings",
        "      0 Fan  444z 234m+ 234m 234m 55p",
    ]
    assert score_lines(few, "en", brief=True) == [lines[0], *lines[2:7]]


def test_what_is_not_there_takes_no_line() -> None:
    told = {**answer(case_of("1199m22p33s44z557z +7z", "fanorder", {"seven_pairs": True})), "not_counted": [], "paying": []}
    lines = score_lines(told, "en")
    assert lines[2] == "   1  No flowers or seasons"  # an award that no tile earns
    assert lines[4:] == [
        "      5 Fan", "  east -64", " south +128", "  west -32", " north -32", "The winning tile 7z completes the pair 77z. It can sit nowhere else.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "place"),
    [("zh-Hant", "糊牌4m補成刻子444m。若補成順子234m則是0番。"), ("zh-Hans", "糊牌4m补成刻子444m。若补成顺子234m则是0番。")],
)
def test_sentences_in_chinese_stand_without_spaces(language: str, place: str) -> None:
    assert answer(CAPPED, language)["winning_place"] == place


def test_a_refusal_is_told_with_its_breakdown() -> None:
    told = answer(case_of("123456m12p99s (444z) +3p"))
    assert score_lines(told, "en", brief=True) == [
        "   1  No flowers or seasons", "      1 Fan", f"{told['message']} 1 Fan, expected at least 3",
    ]  # fmt: skip
    told = answer(case_of("123456m12p99s (444z) +4p"))
    assert score_lines(told, "en") == [f"{told['message']} {told['detail']}"]


def test_a_hand_under_every_table() -> None:
    assert compare_lines(compare(case_of("123m45p55z (777z) (666z) +6p")), "south", "en") == [
        "FanOrder: 6 Fan; the winner gets +256",
        "Wisteria Court: 6 Fan; the winner gets +128",
        "VMC: 6 Fan; the winner gets +128",
        "HKMA: 5 Fan; the winner gets +96",
        "    No flowers or seasons 1 does not count there",
        "    Dragon pong 2 counts there",
        "    Little three dragons 3 instead of 5",
        "Mahjong House: 6 Fan; the winner gets +48",
        "Sichuan: There is a tile that this table does not know.",
    ]
    below = compare_lines(compare(case_of("123456m12p99s (444z) +3p")), "south", "en")[0]
    assert below.startswith("FanOrder: 1 Fan; ") and "the winner gets" not in below


def test_other_circumstances() -> None:
    assert what_if_lines(what_if(case_of("123456m123p5s (444z) +5s")), "en") == [
        "  +2    3 Fan  drawn as the last wall tile",
        "  +1    2 Fan  drawn by the winner (below the minimum)",
        "  +1    2 Fan  seated North (below the minimum)",
        "  +1    2 Fan  in the North round (below the minimum)",
    ]


def test_the_nearest_hands() -> None:
    assert nearest_lines(nearest(case_of("123m45p55z (777z) (666z) +9p")), "en") == ["  6 Fan  9p for 3p", "  6 Fan  9p for 6p"]
    assert nearest_lines(nearest(case_of("123m45p55s (444z) (123s) +9p")), "en")[0] == "  1 Fan  9p for 3p (below the minimum)"
    (none,) = nearest_lines([], "en")
    assert none == "no hand within two tiles"


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("123456m12p99s (444z) +3p", "The winning tile 3p completes the chow 123p. It can sit nowhere else."),
        ("119m19p19s123456z +7z", "The winning tile 7z completes the thirteen orphans 119m19p19s1234567z. It can sit nowhere else."),
        ("111222333m7855s +9s", "The winning tile 9s completes the chow 789s. It can sit nowhere else."),
        ("22233m555p888s44z +3m", "The winning tile 3m completes the pong 333m. It can sit nowhere else."),
        ("22233344m555p88s +4m", "The winning tile 4m completes the pong 444m. In the chow 234m the hand would come to 2 Fan."),
        ("3345m555p888s444z +3m", "The winning tile 3m completes the pair 33m. Where else it could sit, the hand comes to as much."),
    ],
)
def test_where_the_winning_tile_sits_and_why_it_matters(hand: str, told: str) -> None:
    answered = answer(case_of(hand, "fanorder", {"min": 0}))
    assert answered["winning_place"] == told
