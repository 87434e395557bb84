"""The small values: what they refuse and in which words, how they are spelled, and what a case file must be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scoring.check import case_faults, check, read_cases
from scoring.context import Discard, Moment, RobbedKong, SelfDraw, WinContext
from scoring.errors import FormError, HandError, MeldError, MinimumError, Refusal, RuleSetError, TileError, spelled
from scoring.hand import Hand
from scoring.marks import (
    ALL_FLOWERS,
    ALL_SEASONS,
    BONUS,
    CLAIMED,
    COLOURED,
    FIRST_MOMENT,
    FIRST_ROUND,
    FIRST_SEAT,
    FIRST_SPLIT,
    GATES,
    HAS_BONUS,
    MOMENTS,
    ROBBED,
    ROUNDS,
    SEATS,
    SEVEN_BONUS,
    SPLITS,
    WON_EXTRA,
    gates_marks,
)
from scoring.melds import Meld, MeldKind
from scoring.notation import parse_hand_text, parse_tiles
from scoring.tiles import ALL_TILES, Suit, Tile, Wind


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"), (True, "true"), ("東", '"東"'), ({"a": [1]}, '{"a": [1]}'), ("x" * 78, f'"{"x" * 78}"'), ("x" * 79, f'"{"x" * 76}...'),
        (Path("a"), '"a"'), ({3}, '"{3}"'), ({(1,): 2}, "dict"),
    ],
)  # fmt: skip
def test_a_value_is_spelled_as_the_data_forms_do(value: Any, text: str) -> None:
    assert spelled(value) == text


def test_errors_keep_what_they_are_about() -> None:
    faults = RuleSetError("ours", ["one is wrong", "two is wrong"])
    assert (str(faults), faults.faults) == ("rule set 'ours' has 2 fault(s): one is wrong; two is wrong", ("one is wrong", "two is wrong"))
    assert (faults.field, FormError("why").field, FormError("why", "hand.held").field) == ("house", "", "hand.held")
    assert (str(Refusal("why")), Refusal("why").reason, Refusal("why", "word").reason) == ("why", "", "word")
    low = MinimumError("2 Fan", 2)
    assert (str(low), low.fan, low.reason) == ("2 Fan", 2, "")


def test_a_tile_that_is_none() -> None:
    for rank, suit, told in (
        (0, Suit.DOTS, "no such tile: rank 0 of dots, expected 1-9"),
        (10, Suit.BAMBOO, "no such tile: rank 10 of bamboo, expected 1-9"),
        (8, Suit.HONOURS, "no such tile: rank 8 of honours, expected 1-7"),
        (5, Suit.SEASONS, "no such tile: rank 5 of seasons, expected 1-4"),
    ):
        with pytest.raises(TileError) as caught:
            Tile(suit, rank)
        assert str(caught.value) == told
    with pytest.raises(TileError) as caught:
        Tile.parse("9z")
    assert str(caught.value) == "no such tile: '9z', expected a rank and one of m p s z f g, as in '5p'"


def test_the_42_faces() -> None:
    assert "".join(tile.code + " " for tile in ALL_TILES) == (
        "m1 m2 m3 m4 m5 m6 m7 m8 m9 p1 p2 p3 p4 p5 p6 p7 p8 p9 s1 s2 s3 s4 s5 s6 s7 s8 s9 east south west north white green red f1 f2 f3 f4 q1 q2 q3 q4 "
    )
    assert [tile.index for tile in ALL_TILES] == list(range(42)) == [hash(tile) for tile in ALL_TILES]
    assert [wind.tile.code for wind in Wind] == ["east", "south", "west", "north"]
    assert [[wind.turns_after(other) for wind in Wind] for other in Wind] == [[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1], [1, 2, 3, 0]]
    assert Tile.parse("5p") == Tile(Suit.DOTS, 5) != Tile.parse("5s") and Tile.parse("5p") != "5p" and Tile.parse("9m") < Tile.parse("1p")
    assert not Tile.parse("5p") < Tile.parse("5p")


@pytest.mark.parametrize(
    ("kind", "tile", "told", "reason"),
    [
        (MeldKind.PONG, "1f", "a pong of f1: flowers and seasons form no set", "pong"),
        (MeldKind.CHOW, "8m", "a chow from m8: expected three in a row of one suit", "chow"),
        (MeldKind.CHOW, "1z", "a chow from east: expected three in a row of one suit", "chow"),
    ],
)
def test_a_set_that_is_none(kind: MeldKind, tile: str, told: str, reason: str) -> None:
    with pytest.raises(MeldError) as caught:
        Meld(kind, Tile.parse(tile))
    assert (str(caught.value), caught.value.reason) == (told, reason)
    with pytest.raises(MeldError) as caught:
        Meld.of(kind, (Tile.parse(tile),) * 3)
    shown = " ".join([Tile.parse(tile).code] * 3)
    alike = "three in a row of one suit" if kind is MeldKind.CHOW else "three alike"
    assert (str(caught.value), caught.value.reason) == (f"a {kind.value} of {shown}: expected {alike}", reason)


def test_the_highest_chow() -> None:
    assert [tile.code for tile in Meld(MeldKind.CHOW, Tile.parse("7m")).tiles] == ["m7", "m8", "m9"]


@pytest.mark.parametrize(
    ("winning", "error", "told"),
    [
        ("1p", HandError, "the winning tile p1 is not among the held tiles 'm1 m1 m1 m2 m2 m3 m4 m5 m6 m7 m8 m9 m9 m9'"),
        ("1f", TileError, "f1 among the held tiles, expected it among the flowers and seasons"),
    ],
)
def test_a_winning_tile_that_is_not_held(winning: str, error: type[Refusal], told: str) -> None:
    held = parse_tiles("11122345678999m")
    with pytest.raises(error) as caught:
        Hand(held, (), (), Tile.parse(winning))
    assert str(caught.value) == told
    assert Hand(held[::-1], (), (), Tile.parse("2m")).held == held


def test_what_a_hand_knows_of_itself() -> None:
    hand = parse_hand_text("222456m5z (222z) (3333p) 1f3g +5z")
    assert [tile.code for tile in hand.suited] == ["m2", "m2", "m2", "m4", "m5", "m6", "p3", "p3", "p3", "p3"]
    assert hand.suits == (Suit.CHARACTERS, Suit.DOTS) and hand.kongs == 1 == hand.fours
    assert [tile.code for tile in hand.honours] == ["south", "south", "south", "white", "white"]
    assert [oct(part) for part in hand.parts] == ["0o111030", "0o0", "0o0", "0o20000"]
    assert hand.marks & HAS_BONUS and not hand.marks & COLOURED
    assert hand.bonus_bits == 0b0100_0001 and [tile.code for tile in hand.concealed] == ["m2", "m2", "m2", "m4", "m5", "m6", "white"]


def test_a_suit_ends_where_the_next_begins() -> None:
    """Nothing of one suit or of the honours is taken for the next: 1 of dots, 1 of bamboo and East follow a 9 in `PLAYING_TILES`."""
    dots = parse_hand_text("1999p (111z) (555z) (123p) +1p")
    assert dots.suits == (Suit.DOTS,) and [len(dots.suited), len(dots.honours)] == [8, 6] and dots.marks & HAS_BONUS == 0
    bamboo = parse_hand_text("11199s11z (111p) (666z) +1z")
    assert bamboo.suits == (Suit.DOTS, Suit.BAMBOO) and [len(bamboo.suited), len(bamboo.honours)] == [8, 6]
    assert [oct(part) for part in bamboo.parts] == ["0o0", "0o0", "0o200000003", "0o3"]
    assert parse_hand_text("222444s6z (666s) (888s) +6z").marks & COLOURED


def test_circumstances_in_short() -> None:
    drawn, thrown, robbed = SelfDraw(), Discard(Wind.EAST), RobbedKong(Wind.WEST)
    for by, self_drawn, payer in ((drawn, True, None), (thrown, False, Wind.EAST), (robbed, False, Wind.WEST)):
        context = WinContext(Wind.SOUTH, Wind.NORTH, by)
        assert (context.self_drawn, context.claimed, context.payer) == (self_drawn, not self_drawn, payer)
    marks = {WinContext(seat, round_, by).marks for seat in Wind for round_ in Wind for by in (drawn, thrown, robbed)}
    assert len(marks) == 4 * 4 * 3
    assert len({WinContext(Wind.EAST, Wind.EAST, drawn, frozenset({moment})).marks for moment in Moment}) == len(Moment)


def test_marks_keep_each_circumstance_in_its_own_bits() -> None:
    context = WinContext(Wind.WEST, Wind.EAST, Discard(Wind.NORTH), frozenset({Moment.LAST_DISCARD, Moment.AFTER_KONG_DISCARD}))
    assert (context.marks & SEATS) >> FIRST_SEAT == 2 and (context.marks & ROUNDS) >> FIRST_ROUND == 0
    assert context.marks & CLAIMED and not context.marks & ROBBED
    assert (context.marks & MOMENTS) >> FIRST_MOMENT == 0b110  # the second and third of Moment
    robbed = WinContext(Wind.EAST, Wind.NORTH, RobbedKong(Wind.SOUTH)).marks
    assert robbed == 3 << FIRST_ROUND | CLAIMED | ROBBED


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.json", "{", "not json: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ("a", "{", "not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ("a.toml", "=", "not toml: Invalid statement (at line 1, column 1)"),
        ("a.json", "3", "expected a list of cases, or an object with one under 'cases'"),
        ("a.json", "[3]", "expected a list of cases, or an object with one under 'cases'"),
        ("a.json", '{"case": []}', "expected a list of cases, or an object with one under 'cases'"),
    ],
)
def test_what_is_no_case_file(name: str, text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormError) as caught:
        read_cases(path)
    assert str(caught.value) == f"{path}: {told}"


def test_the_outcome_of_a_case() -> None:
    (outcome, other) = check([{"ruleset": "mjhouse"}, {"ruleset": "vmc", "id": "mine", "expected": {}}])
    assert (outcome.case, outcome.ruleset, outcome.holds) == ("case 1", "mahjong_house", False)
    assert outcome.faults == ("expected = null, which asks for nothing",) and other.faults == ("expected = {}, which asks for nothing",)
    assert [found.case for found in check([{"ruleset": "mjhouse"}, {"ruleset": "vmc"}], "mjhouse")] == ["case 1"]
    assert [found.case for found in check([{"ruleset": "mahjong_house"}, {"ruleset": "vmc"}], "vmc")] == ["case 2"]
    assert case_faults({"ruleset": "riichi", "expected": {"ok": True}}) == [
        "malformed: unknown rule set 'riichi', expected one of fanorder, wisteria, vmc, hkma, mahjong_house, sichuan"
    ]
    lost = {"ruleset": "mahjong_house", "kind": "settlement", "settlement": {"type": "self_draw", "winners": [{"seat": "south", "total": 2}]}}
    assert case_faults({**lost, "expected": {"ok": True, "fan": 3}}) == [
        "ok: expected True, got False", "fan: expected 3, got 2", "detail: 2 Fan, expected at least 3",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "coloured"),
    [
        ("222444s3s (666z) (888s) +3s", True),
        ("222444s5z (666z) (111s) +8s", False),  # white beside the green dragons
        ("222444s7z (666z) (111s) +8s", False),  # red beside them
        ("22244s11133m (666z) +4s", False),  # characters beside bamboo
    ],
)
def test_the_only_honours_are_dragons_of_the_suits_colour(hand: str, coloured: bool) -> None:
    assert bool(parse_hand_text(hand).marks & COLOURED) is coloured


@pytest.mark.parametrize(
    ("hand", "fours", "splits"), [("23m99s567p (111m) (222m) +4m", 1, 1), ("12m9s567p3m (111m) (222m) +9s", 2, 2), ("99s44p567p [1111m] (222m) +9s", 1, 0)]
)
def test_how_many_fours_and_of_them_split(hand: str, fours: int, splits: int) -> None:
    parsed = parse_hand_text(hand)
    assert (parsed.fours, (parsed.marks & SPLITS) >> FIRST_SPLIT) == (fours, splits)


def test_the_tile_that_is_one_more_than_the_gates() -> None:
    part = parse_hand_text("1112345678999m +5m").parts[0]
    assert [gates_marks(part, rank) == GATES | WON_EXTRA for rank in range(9)] == [rank == 4 for rank in range(9)]
    assert gates_marks(part, 0) == GATES and gates_marks(part - 1, 0) == 0


@pytest.mark.parametrize(
    ("bonus", "marks"),
    [
        ("2f", HAS_BONUS), ("123f123g", HAS_BONUS), ("1234f", HAS_BONUS | ALL_FLOWERS), ("1234g", HAS_BONUS | ALL_SEASONS),
        ("1234f123g", HAS_BONUS | ALL_FLOWERS | SEVEN_BONUS), ("1234f1234g", HAS_BONUS | ALL_FLOWERS | ALL_SEASONS),
    ],
)  # fmt: skip
def test_the_marks_of_flowers_and_seasons(bonus: str, marks: int) -> None:
    assert parse_hand_text(f"123456m12p99s (444z) {bonus} +3p").marks & BONUS == marks
    coloured = parse_hand_text(f"222444s3s (6666z) (888s) {bonus} +3s")
    assert coloured.marks & COLOURED and coloured.fours == 1


def test_each_face_is_of_one_kind() -> None:
    kinds = [
        "".join(letter for letter, is_so in zip("shwdb", (tile.is_suited, tile.is_honour, tile.is_wind, tile.is_dragon, tile.is_bonus), strict=True) if is_so)
        for tile in ALL_TILES
    ]
    assert kinds == ["s"] * 27 + ["hw"] * 4 + ["hd"] * 3 + ["b"] * 8
    assert [str(tile) for tile in ALL_TILES if tile.is_terminal] == ["1m", "9m", "1p", "9p", "1s", "9s"]
