"""How counted tiles part into sets and a pair, and what each shape made of them knows: single hands, each told in full."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations_with_replacement

import pytest

from scoring.hand import Hand
from scoring.marks import (
    ALIKE,
    CHOW,
    DRAGON_PAIR,
    FIRST_HONOUR_SET,
    GATES,
    HELD_SET,
    HIDDEN_KONG,
    HONOUR,
    KONG,
    NOT_258,
    NOT_KONG,
    OPEN,
    ORPHANS,
    PAIRS,
    SETS,
    SIMPLE,
    TERMINAL,
    WIND_PAIR,
    WITHOUT_TERMINAL,
    WON_EXTRA,
    WON_PAIR,
    WON_PONG,
)  # fmt: skip
from scoring.melds import MeldKind, SetKind
from scoring.notation import parse_hand_text, parse_tiles
from scoring.partings import A_PAIR, Part, Way, copies_of, is_standard, pack, pairs_in, parts_of, size_of, ways_by_part, worths
from scoring.shapes import Form, Group, SevenPairs, Standard, ThirteenOrphans, is_complete, winning_shapes
from scoring.tiles import PLAYING_TILES, Tile

CHOW_OF, PONG_OF, PAIR_OF = SetKind.CHOW, SetKind.PONG, SetKind.PAIR
RUN = CHOW | NOT_KONG | HELD_SET | NOT_258
THREE = ALIKE | NOT_KONG | HELD_SET


def part(tiles: str) -> Part:
    """Tiles of one suit, or honours, as their part of a hand."""
    return next(found for found in parts_of(copies_of(parse_tiles(tiles))) if found)


@pytest.mark.parametrize("suit", [0, 1, 2])
@pytest.mark.parametrize(
    ("tiles", "ways"),
    [
        ("", [Way((), False, 0)]),
        ("55m", [Way(((PAIR_OF, 4),), True, SIMPLE | WITHOUT_TERMINAL)]),
        ("11m", [Way(((PAIR_OF, 0),), True, TERMINAL | NOT_258)]),
        ("222m", [Way(((PONG_OF, 1),), False, THREE | SIMPLE | WITHOUT_TERMINAL)]),
        ("789m", [Way(((CHOW_OF, 6),), False, RUN | SIMPLE | TERMINAL)]),
        ("345m", [Way(((CHOW_OF, 2),), False, RUN | SIMPLE | WITHOUT_TERMINAL)]),
        ("678m", [Way(((CHOW_OF, 5),), False, RUN | SIMPLE | WITHOUT_TERMINAL)]),
        ("22234m", [Way(((PAIR_OF, 1), (CHOW_OF, 1)), True, RUN | SIMPLE | WITHOUT_TERMINAL)]),
        (
            "111222333m",
            [
                Way(((PONG_OF, 0), (PONG_OF, 1), (PONG_OF, 2)), False, THREE | SIMPLE | TERMINAL | NOT_258 | WITHOUT_TERMINAL),
                Way(((CHOW_OF, 0),) * 3, False, RUN | SIMPLE | TERMINAL),
            ],
        ),
    ],
)  # fmt: skip
def test_the_ways_to_part_a_suit(tiles: str, ways: list[Way], suit: int) -> None:
    assert list(ways_by_part()[suit][part(tiles) if tiles else 0]) == ways


@pytest.mark.parametrize(
    ("tiles", "ways"),
    [
        ("11z", [Way(((PAIR_OF, 0),), True, HONOUR | WIND_PAIR | NOT_258 | WITHOUT_TERMINAL)]),
        ("77z", [Way(((PAIR_OF, 6),), True, HONOUR | DRAGON_PAIR | NOT_258 | WITHOUT_TERMINAL)]),
        ("444z", [Way(((PONG_OF, 3),), False, THREE | HONOUR | NOT_258 | WITHOUT_TERMINAL | 1 << FIRST_HONOUR_SET + 4)]),
        (
            "11555666z",
            [Way(((PAIR_OF, 0), (PONG_OF, 4), (PONG_OF, 5)), True, THREE | HONOUR | WIND_PAIR | NOT_258 | WITHOUT_TERMINAL | 0b11 << FIRST_HONOUR_SET + 5)],
        ),
    ],
)  # fmt: skip
def test_the_ways_to_part_honours(tiles: str, ways: list[Way]) -> None:
    assert list(ways_by_part()[3][part(tiles)]) == ways


@pytest.mark.parametrize("tiles", ["1m", "12m", "89m", "1111m", "1122m", "11112222m", "1112345678999m", "89p1s", "123z", "567z", "1122z", "1111z"])
def test_what_parts_into_no_sets(tiles: str) -> None:
    assert part(tiles) not in ways_by_part()[3 if "z" in tiles else 0]


@pytest.mark.parametrize(("at", "ranks", "runs"), [(0, 9, 7), (3, 7, 0)])
def test_the_tables_hold_what_up_to_four_sets_make_and_no_more(at: int, ranks: int, runs: int) -> None:
    """Every choice of sets, with a pair or without, in which no face is there more than four times."""
    sets = [(rank,) * 3 for rank in range(ranks)] + [(rank, rank + 1, rank + 2) for rank in range(runs)]
    made: Counter[tuple[int, ...]] = Counter()
    for count in range(5):
        for chosen in combinations_with_replacement(sets, count):
            counts = [0] * ranks
            for rank in chain.from_iterable(chosen):
                counts[rank] += 1
            if max(counts) <= 4:
                made[tuple(counts)] += 1
                made.update((*counts[:rank], counts[rank] + 2, *counts[rank + 1 :]) for rank in range(ranks) if counts[rank] <= 2)
    table = ways_by_part()[at]
    assert {tuple([found >> 3 * rank & 0b111 for rank in range(ranks)]): len(ways) for found, ways in table.items()} == made
    assert all(found >> 3 * ranks == 0 for found in table)


def test_how_many_sets_a_part_comes_to() -> None:
    suit, honours = worths()
    assert [suit[part(tiles)] for tiles in ("123m", "22m", "111222333m", "22234m")] == [1, A_PAIR, 3, A_PAIR + 1]
    assert [honours[part(tiles)] for tiles in ("111z", "22z", "11222z")] == [1, A_PAIR, A_PAIR + 1] and suit[0] == honours[0] == 0
    assert part("123z") not in honours


def test_tiles_are_counted_each_by_itself() -> None:
    assert copies_of([]) == 0 and copies_of(parse_tiles("1m")) == 1 and copies_of(parse_tiles("11m7z")) == 2 + (1 << 3 * 33)
    assert parts_of(copies_of(parse_tiles("12m33p444s7z"))) == (0o11, 0o200, 0o3000, 1 << 18)
    with pytest.raises(IndexError):
        copies_of(parse_tiles("1f"))
    assert pack([1, 0, 7] + [0] * 31) == 0o501  # a fifth stands for all beyond
    assert size_of(copies_of(parse_tiles("1112m77z"))) == 6 and size_of(copies_of([Tile.parse("9p")] * 7)) == 7
    assert [size_of(copies_of(parse_tiles(tiles))) for tiles in ("", "1m", "22m", "333m", "4444m")] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("tiles", "found"),
    [("", (0, 0)), ("11m", (1, 0)), ("11m2222p", (1, 1)), ("1m22p", (0, 0)), ("111m22p", (0, 0)), ("2222p7777z", (0, 2)), ("1122m33p44s5566z77z", (7, 0))],
)
def test_pairs(tiles: str, found: tuple[int, int]) -> None:
    assert pairs_in(copies_of(parse_tiles(tiles))) == found


def test_six_of_a_face_are_no_pairs() -> None:
    assert pairs_in(copies_of([Tile.parse("1m")] * 6)) == pairs_in(copies_of(parse_tiles("2233p") + (Tile.parse("1m"),) * 6)) == (0, 0)


@pytest.mark.parametrize(
    ("tiles", "melds", "complete"),
    [
        ("11112233m456p789s", 0, True),  # four of a kind in a pair and two runs
        ("123444m567p789s99s", 0, True),
        ("11122233344455m", 0, True),
        ("55m", 4, True),
        ("55z", 4, True),
        ("111z55m", 3, True),
        ("56m", 4, False),
        ("11122m", 4, False),
        ("111222333444m", 1, False),  # no pair
        ("1122m", 3, False),  # two of them
        ("11m22p", 3, False),
        ("11p22s", 3, False),
        ("11s22z", 3, False),
        ("123z55m", 3, False),  # honours do not run
        ("89m1p55m", 3, False),  # nor does a run pass the end of its suit
        ("89p1s55m", 3, False),
        ("9m12p55m", 3, False),
    ],
)
def test_sets_and_a_pair(tiles: str, melds: int, complete: bool) -> None:
    held = copies_of(parse_tiles(tiles))
    assert is_complete(held, melds) == is_standard(held, 4 - melds) == complete


@pytest.mark.parametrize("copies", [5, 6, 7])
@pytest.mark.parametrize("face", ["1m", "9m", "5p", "9s", "1z", "7z"])
def test_a_fifth_copy_is_no_hand(face: str, copies: int) -> None:
    """As pongs and a pair, or in runs, there could be more than the box holds."""
    tile = Tile.parse(face)
    others = (
        {5: "222p333p444p", 6: "33s222p444p", 7: "33s222p444p"}[copies] if face != "5p" else {5: "222m333m444m", 6: "33s222m444m", 7: "33s222m444m"}[copies]
    )
    held = copies_of((*parse_tiles(others), *[tile] * copies))
    assert not is_complete(held, 0, tuple(Form)) and not is_complete(pack([held >> 3 * at & 0b111 for at in range(34)]), 0, tuple(Form))
    if tile.is_suited and copies < 7:
        runs = parse_tiles(f"123{tile.suit.value}" if tile.rank == 1 else f"{tile.rank - 2}{tile.rank - 1}{tile.rank}{tile.suit.value}")
        mixed = (*runs, *[tile] * (copies - 1), *([tile] if copies == 4 else ()))
        assert not is_standard(copies_of(mixed), (len(mixed) - 2) // 3)


PAIRS_HELD, FOURS_HELD, ORPHANS_HELD, SETS_HELD = "1133m2266p4488s11z", "22223355m7799p66m", "119m19p19s1234567z", "123456m123p99s444z"


@pytest.mark.parametrize(
    ("tiles", "forms"),
    [
        (PAIRS_HELD, {Form.SEVEN_PAIRS, Form.SEVEN_PAIRS_WITH_FOURS}),
        (FOURS_HELD, {Form.SEVEN_PAIRS_WITH_FOURS}),
        (ORPHANS_HELD, {Form.THIRTEEN_ORPHANS}),
        (SETS_HELD, {Form.STANDARD}),
        ("1122334455667 7m", {Form.STANDARD, Form.SEVEN_PAIRS, Form.SEVEN_PAIRS_WITH_FOURS}),
        ("1133m2266p4488s12z", set()),
        ("129m19p19s1234567z", set()),
    ],
)
def test_each_form_by_itself(tiles: str, forms: set[Form]) -> None:
    held = copies_of(parse_tiles(tiles.replace(" ", "")))
    assert {form for form in Form if is_complete(held, 0, (form,))} == {form for form in Form if is_complete(held, forms=[form])} == forms
    assert is_complete(held) == (Form.STANDARD in forms) and is_complete(held, forms=tuple(Form)) == bool(forms) and not is_complete(held, forms=())
    assert not any(is_complete(held, melds, tuple(Form)) for melds in range(1, 5))  # too many tiles beside what is declared


def test_nothing_is_held_beside_five_sets() -> None:
    assert not is_complete(0, 4) and not is_complete(copies_of(parse_tiles("55m")), 3)


def told(text: str, *forms: Form) -> list[tuple[str, str]]:
    """The shapes of a hand: each set with its tiles, and the one that the winning tile completed."""
    shapes = winning_shapes(parse_hand_text(text), forms or (Form.STANDARD,))
    groups = [shape.groups for shape in shapes]
    return [(" ".join(named(group) for group in of), *(named(group) for group in of if group.won)) for of in groups]


def named(group: Group) -> str:
    return "".join(str(tile.rank) for tile in group.tiles) + group.tile.suit.value


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        # The winning tile sits in every group that holds it, one shape each, and in no other.
        ("12444m567p789s99s +3m", [("123m 444m 567p 789s 99s", "123m")]),
        ("12344m567p789s99s +4m", [("123m 444m 567p 789s 99s", "444m")]),
        ("11123m456p789s55z +1m", [("111m 123m 456p 789s 55z", "111m"), ("111m 123m 456p 789s 55z", "123m")]),
        ("123123m45p789s55z +6p", [("123m 123m 456p 789s 55z", "456p")]),
        ("12123m456p789s55z +3m", [("123m 123m 456p 789s 55z", "123m")]),  # of two alike it doesn't matter in which
        ("55m (123p) (777z) [8888s] (999+9p) +5m", None),
        ("5m (123p) (777z) [8888s] (999+9p) +5m", [("123p 777z 8888s 9999p 55m", "55m")]),
        ("111222333m78p99s +9p", [("111m 222m 333m 789p 99s", "789p"), ("123m 123m 123m 789p 99s", "789p")]),
        ("123m456p789s11z23s +1s", [("123m 456p 123s 789s 11z", "123s")]),
    ],
)
def test_each_shape_and_where_the_winning_tile_sits(text: str, shapes: list[tuple[str, str]] | None) -> None:
    if shapes is None:
        with pytest.raises(ValueError, match="tiles"):
            told(text)
    else:
        assert told(text) == shapes


def test_only_the_forms_asked_for_are_shapes() -> None:
    both, pairs = "1122334455667m +7m", Form.SEVEN_PAIRS
    assert told(both, pairs) == [("11m 22m 33m 44m 55m 66m 77m", "77m")]
    assert len(told(both, Form.STANDARD, pairs)) == len(told(both)) + 1 > 1 and told(both, Form.THIRTEEN_ORPHANS) == []
    assert told("1133m2266p4488s1z +1z", pairs) == [("11m 33m 22p 66p 44s 88s 11z", "11z")]
    assert told("1133m2266p4488s1z +1z") == [] and told("123456m12p99s(444z) +3p", pairs) == []
    assert told("22223355m7799p6m +6m", Form.SEVEN_PAIRS_WITH_FOURS) == [("22m 22m 33m 55m 66m 77p 99p", "66m")]
    (fours,) = winning_shapes(parse_hand_text("2223355m7799p66m +2m"), (Form.SEVEN_PAIRS_WITH_FOURS,))
    assert [group.won for group in fours.groups] == [True, *[False] * 6]  # of two alike the first
    (orphans,) = winning_shapes(parse_hand_text("119m19p19s123456z +7z"), (Form.STANDARD, Form.THIRTEEN_ORPHANS))
    assert orphans == ThirteenOrphans(parse_hand_text("119m19p19s123456z +7z").held) and orphans.groups == () and orphans.marks == ORPHANS


def shape_of(text: str, form: Form = Form.STANDARD) -> Standard | SevenPairs | ThirteenOrphans:
    (shape,) = winning_shapes(parse_hand_text(text), (form,))
    return shape


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("123m456p78s11z(777z) +9s", SETS | RUN | SIMPLE | TERMINAL | WITHOUT_TERMINAL | HONOUR | WIND_PAIR),
        ("222m555p88s55m(222p) +8s", SETS | THREE | SIMPLE | WITHOUT_TERMINAL | WON_PONG),
        ("222m555p888s5m(222p) +5m", SETS | THREE | SIMPLE | WITHOUT_TERMINAL | WON_PAIR),
        ("222m456p888s5m(222p) +5m", SETS | RUN | THREE | SIMPLE | WITHOUT_TERMINAL | WON_PAIR),  # each part adds its own
        ("222m555p456s5m(222p) +5m", SETS | RUN | THREE | SIMPLE | WITHOUT_TERMINAL | WON_PAIR),
        ("456m222p888s5s(222s) +5s", SETS | RUN | THREE | SIMPLE | WITHOUT_TERMINAL | WON_PAIR),
        ("1112345678999m +5m", SETS | RUN | THREE | SIMPLE | TERMINAL | WITHOUT_TERMINAL | GATES | WON_EXTRA | WON_PAIR),
    ],
)  # fmt: skip
def test_the_marks_of_a_shape_are_those_of_its_held_groups(text: str, marks: int) -> None:
    assert marks in [shape.marks for shape in winning_shapes(parse_hand_text(text), (Form.STANDARD,))]


@pytest.mark.parametrize("suit", "mps")
@pytest.mark.parametrize(("won", "extra"), [("5", True), ("1", False)])
def test_gates_are_marked_in_every_suit_and_whether_they_stood_before(suit: str, won: str, extra: bool) -> None:
    hand = Hand(parse_tiles(f"11123455678999{suit}"), (), (), Tile.parse(f"{won}{suit}"))
    shapes = winning_shapes(hand, (Form.STANDARD,))
    assert shapes and all(bool(shape.marks & GATES) and bool(shape.marks & WON_EXTRA) == extra for shape in shapes)
    assert not shape_of(f"111{suit}(789{suit})(123p)(789p)5z +5z").marks & (GATES | WON_EXTRA)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("1133m2266p4488s1z +1z", PAIRS | TERMINAL | SIMPLE | WITHOUT_TERMINAL | NOT_258 | HONOUR | WIND_PAIR),
        ("2255m2255p2288s8p +8p", PAIRS | SIMPLE | WITHOUT_TERMINAL),
        ("1199m1199p1199s5z +5z", PAIRS | TERMINAL | NOT_258 | HONOUR | DRAGON_PAIR | WITHOUT_TERMINAL),
    ],
)
def test_the_marks_of_seven_pairs(text: str, marks: int) -> None:
    assert shape_of(text, Form.SEVEN_PAIRS).marks == marks


def test_what_a_hand_of_sets_knows_of_its_groups() -> None:
    shape = shape_of("5m (123p) (777z) [8888s] (999+9p) +5m")
    assert isinstance(shape, Standard)
    tiles = [Tile.parse(text) for text in ("1p", "7z", "8s", "9p")]
    kinds = [(CHOW_OF, MeldKind.CHOW), (PONG_OF, MeldKind.PONG), (SetKind.KONG, MeldKind.KONG_CONCEALED), (SetKind.KONG, MeldKind.KONG_ADDED)]
    sets = tuple(Group(kind, tile, declared) for (kind, declared), tile in zip(kinds, tiles, strict=True))
    assert shape.sets == sets and shape.pair == Group(PAIR_OF, Tile.parse("5m"), None, True)
    assert shape.groups == (*sets, shape.pair) and shape.alike == sets[1:]
    assert shape.marks == SETS | SIMPLE | WITHOUT_TERMINAL | WON_PAIR  # the declared ones are marks of the hand


@pytest.mark.parametrize(
    ("kind", "tile", "tiles", "alike"),
    [(CHOW_OF, "7p", "789p", False), (PONG_OF, "7z", "777z", True), (SetKind.KONG, "1m", "1111m", True), (PAIR_OF, "9s", "99s", False)],
)
def test_a_groups_tiles(kind: SetKind, tile: str, tiles: str, alike: bool) -> None:
    group = Group(kind, Tile.parse(tile))
    assert group.tiles == parse_tiles(tiles) and group.alike == alike and (group.declared, group.won) == (None, False)


@pytest.mark.parametrize(
    ("group", "drawn", "claimed"),
    [
        (Group(PONG_OF, PLAYING_TILES[0]), True, True),
        (Group(PONG_OF, PLAYING_TILES[0], None, True), True, False),
        (Group(CHOW_OF, PLAYING_TILES[0], None, True), True, True),
        (Group(PAIR_OF, PLAYING_TILES[0], None, True), True, True),
        (Group(PONG_OF, PLAYING_TILES[0], MeldKind.PONG), False, False),
        (Group(SetKind.KONG, PLAYING_TILES[0], MeldKind.KONG_EXPOSED), False, False),
        (Group(SetKind.KONG, PLAYING_TILES[0], MeldKind.KONG_CONCEALED), True, True),
    ],
)
def test_a_claimed_tile_opens_the_pong_it_completes_and_nothing_else(group: Group, drawn: bool, claimed: bool) -> None:
    assert (group.is_concealed(False), group.is_concealed(True)) == (drawn, claimed)


def test_what_lies_open_is_a_mark_of_the_hand() -> None:
    """Beside the shape's: what was declared is the same however the rest is grouped."""
    assert [parse_hand_text(text).marks & (OPEN | HIDDEN_KONG) for text in ("11222m333p44s [8888s] +4s", "11222m333p44s (8888s) +4s")] == [HIDDEN_KONG, OPEN]
    marks = parse_hand_text("5m (123p) (777z) [8888s] (999+9p) +5m").marks
    assert marks & (OPEN | KONG | CHOW | ALIKE) == OPEN | KONG | CHOW | ALIKE and not marks & HELD_SET
