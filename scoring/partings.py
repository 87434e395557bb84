"""Counts of tiles -> the ways to part them into sets and a pair.

A hand is taken in four parts, the three suits and the honours. All parts that sets and a pair can make are made once, when first
asked for, so a question about a whole hand costs four look-ups.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from .marks import marks_of
from .melds import SetKind

Piece = tuple[SetKind, int]
"""A set or the pair by its kind and lowest rank, counted from 0 within its part."""

Part = int
"""How many of each rank of a suit or the honours: three bits a rank, the lowest first, so an octal digit a rank."""

_MOST_SETS = 4
_FOURS = 0o444444444


class Way(NamedTuple):
    """One way to part a suit or the honours, whichever suit it is."""

    pieces: tuple[Piece, ...]
    paired: bool
    """The first piece is the pair."""
    marks: int
    """The marks of its pieces together."""
    won: int = -1
    """The place of the piece in which the winning tile sits, -1 for none."""


Ways = dict[Part, list[Way]]


@cache
def ways_by_part() -> tuple[Ways, Ways, Ways, Ways]:
    """For the three suits and the honours every part that up to four sets make, with a pair or without, and every way to make it.

    A pair comes first, pongs before runs.
    """
    suit, honours = _ways(0, ranks=9, runs=7), _ways(27, ranks=7, runs=0)
    return suit, suit, suit, honours


def _ways(first: int, ranks: int, runs: int) -> Ways:
    """The ways of the parts whose lowest tile has the place `first` in `PLAYING_TILES`."""
    sets, table = [], Ways()
    for rank in range(ranks):
        for kind, tiles in ((SetKind.PONG, 0o3), (SetKind.CHOW, 0o111)):
            if kind is SetKind.PONG or rank < runs:
                sets.append(((kind, rank), tiles << 3 * rank, marks_of(kind, first + rank)))
    _add_ways(table, sets, 0, Way((), False, 0))
    for rank in range(ranks):
        _add_ways(table, sets, 0o2 << 3 * rank, Way(((SetKind.PAIR, rank),), True, marks_of(SetKind.PAIR, first + rank)))
    return table


def _add_ways(table: Ways, sets: list[tuple[Piece, Part, int]], part: Part, way: Way) -> None:
    """Enter one way, and every way that adds to it one of `sets` or more, each with its tiles and its marks."""
    table.setdefault(part, []).append(way)
    pieces, paired, marks, _ = way
    if len(pieces) == _MOST_SETS + paired:
        return
    for at, (piece, tiles, added) in enumerate(sets):
        grown = part + tiles
        fours = grown & _FOURS
        if not (fours >> 1 | fours >> 2) & grown:  # no rank has five or more
            _add_ways(table, sets[at:], grown, Way((*pieces, piece), paired, marks | added))


def digits(part: Part, ranks: int) -> tuple[int, ...]:
    """How many of each rank, the lowest first."""
    return tuple([part >> 3 * rank & 0o7 for rank in range(ranks)])


A_PAIR = 1000


@cache
def worths() -> dict[tuple[int, ...], int]:
    """How many sets each part comes to, by its digits, and `A_PAIR` beside them where it holds the pair. What parts into neither is not there."""
    suit, _, _, honours = ways_by_part()
    return {
        digits(part, ranks): len(ways[0].pieces) - ways[0].paired + A_PAIR * ways[0].paired
        for table, ranks in ((suit, 9), (honours, 7))
        for part, ways in table.items()
    }


def is_standard(counts34: Sequence[int], sets: int) -> bool:
    """Whether held tiles are so many sets and one pair."""
    # Asked by the ten thousand: most hands fail at one of the first parts, and nothing further is looked at.
    counts, worth_of = tuple(counts34), worths().get
    honours = worth_of(counts[27:34])
    if honours is None:
        return False
    characters = worth_of(counts[0:9])
    if characters is None:
        return False
    dots = worth_of(counts[9:18])
    if dots is None:
        return False
    bamboo = worth_of(counts[18:27])
    return bamboo is not None and characters + dots + bamboo + honours == A_PAIR + sets
