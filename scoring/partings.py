"""Counts of tiles -> the ways to part them into sets and a pair.

A hand is taken in four parts, the three suits and the honours. All parts that sets and a pair can make are made once, when first
asked for, so a question about a whole hand costs four look-ups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from .marks import marks_of
from .melds import SetKind
from .tiles import PLAYING_TILES, Tile

Piece = tuple[SetKind, int]
"""A set or the pair by its kind and lowest rank, counted from 0 within its part."""

Copies = int
"""How many of each playing tile: three bits a tile, in the order of `PLAYING_TILES`. What a tile more adds is its `ONE_COPY`."""

Part = int
"""The same of a suit or the honours alone, so an octal digit a rank, the lowest first."""

ONE_COPY: tuple[Copies, ...] = tuple(1 << 3 * tile.index for tile in PLAYING_TILES)
_ONE_OF_EACH: Copies = sum(ONE_COPY)
_SUIT = 0o777777777

_MOST_SETS = 4
_FOURS = 0o444444444


class Way(NamedTuple):
    """One way to part a suit or the honours, whichever suit it is."""

    pieces: tuple[Piece, ...]
    paired: bool
    """The first piece is the pair."""
    marks: int
    """The marks of its pieces together."""


Ways = dict[Part, tuple[Way, ...]]


@cache
def ways_by_part() -> tuple[Ways, Ways, Ways, Ways]:
    """For the three suits and the honours every part that up to four sets make, with a pair or without, and every way to make it.

    A pair comes first, pongs before runs.
    """
    suit, honours = _ways(0, ranks=9, runs=7), _ways(27, ranks=7, runs=0)
    return suit, suit, suit, honours


def _ways(first: int, ranks: int, runs: int) -> Ways:
    """The ways of the parts whose lowest tile has the place `first` in `PLAYING_TILES`."""
    sets: list[tuple[Piece, Part, int]] = []
    table: dict[Part, list[Way]] = {}
    for rank in range(ranks):
        for kind, tiles in ((SetKind.PONG, 0o3), (SetKind.CHOW, 0o111)):
            if kind is SetKind.PONG or rank < runs:
                sets.append(((kind, rank), tiles << 3 * rank, marks_of(kind, first + rank)))
    _add_ways(table, sets, 0, Way((), False, 0))
    for rank in range(ranks):
        _add_ways(table, sets, 0o2 << 3 * rank, Way(((SetKind.PAIR, rank),), True, marks_of(SetKind.PAIR, first + rank)))
    return {part: tuple(ways) for part, ways in table.items()}


def _add_ways(table: dict[Part, list[Way]], sets: list[tuple[Piece, Part, int]], part: Part, way: Way) -> None:
    """Enter one way, and every way that adds to it one of `sets` or more, each with its tiles and its marks."""
    table.setdefault(part, []).append(way)
    pieces, paired, marks = way
    if len(pieces) == _MOST_SETS + paired:
        return
    for at, (piece, tiles, added) in enumerate(sets):
        grown = part + tiles
        fours = grown & _FOURS
        if not (fours >> 1 | fours >> 2) & grown:  # no rank has five or more
            _add_ways(table, sets[at:], grown, Way((*pieces, piece), paired, marks | added))


def copies_of(tiles: Iterable[Tile]) -> Copies:
    """Playing tiles, at most seven of a face, counted. Flowers and seasons are none: IndexError."""
    return sum([ONE_COPY[tile.index] for tile in tiles])


def pack(counts34: Sequence[int]) -> Copies:
    """The same from a number for each face; a fifth copy stands for all beyond."""
    return sum([min(count, 5) << 3 * index for index, count in enumerate(counts34)])


def pairs_in(copies: Copies) -> tuple[int, int]:
    """How many faces are there twice and how many four times where no other number is; no face where one is."""
    if copies & _ONE_OF_EACH:
        return 0, 0
    twos, fours = copies >> 1 & _ONE_OF_EACH, copies >> 2 & _ONE_OF_EACH
    return (0, 0) if twos & fours else (twos.bit_count(), fours.bit_count())


def size_of(copies: Copies) -> int:
    """How many tiles they are."""
    return sum([(copies >> bit & _ONE_OF_EACH).bit_count() << bit for bit in range(3)])


def parts_of(copies: Copies) -> tuple[Part, Part, Part, Part]:
    """The three suits and the honours."""
    return copies & _SUIT, copies >> 27 & _SUIT, copies >> 54 & _SUIT, copies >> 81


A_PAIR = 1000


@cache
def worths() -> tuple[dict[Part, int], dict[Part, int]]:
    """How many sets each part of a suit and of the honours comes to, and `A_PAIR` beside them where it holds the pair. What parts into neither is
    not there."""
    suit, _, _, honours = ways_by_part()
    return _worths(suit), _worths(honours)


def _worths(table: Ways) -> dict[Part, int]:
    return {part: len(ways[0].pieces) - ways[0].paired + A_PAIR * ways[0].paired for part, ways in table.items()}


def is_standard(copies: Copies, sets: int) -> bool:
    """Whether held tiles are so many sets and one pair."""
    # Asked by the ten thousand: most hands fail at one of the first parts, and nothing further is looked at.
    suit_worth, honours_worth = worths()
    characters = suit_worth.get(copies & _SUIT)
    if characters is None:
        return False
    dots = suit_worth.get(copies >> 27 & _SUIT)
    if dots is None:
        return False
    bamboo = suit_worth.get(copies >> 54 & _SUIT)
    if bamboo is None:
        return False
    honours = honours_worth.get(copies >> 81)
    return honours is not None and characters + dots + bamboo + honours == A_PAIR + sets
