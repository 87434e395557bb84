"""Counts of tiles -> the ways to part them into sets and a pair.

A hand is taken in four parts, the three suits and the honours. All parts that sets and a pair can make are made once, when first
asked for, so a question about a whole hand costs four look-ups.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cache


class SetKind(Enum):
    """What a group of a standard hand is."""

    CHOW = "chow"
    PONG = "pong"
    KONG = "kong"
    PAIR = "pair"

    __hash__ = object.__hash__  # as of Suit


Piece = tuple[SetKind, int]
"""A set or the pair by its kind and lowest rank, counted from 0 within its part."""

Part = tuple[int, ...]
"""How many of each rank: nine counts for a suit, seven for the honours."""

_MOST_SETS = 4


@cache
def ways_by_part() -> dict[Part, list[tuple[Piece, ...]]]:
    """Every part that up to four sets make, with a pair or without, and every way to make it; a pair comes first, pongs before runs."""
    table: dict[Part, list[tuple[Piece, ...]]] = {}
    for ranks, runs in ((9, 7), (7, 0)):
        sets: list[tuple[Piece, tuple[int, ...]]] = []
        for rank in range(ranks):
            sets.append(((SetKind.PONG, rank), (rank, rank, rank)))
            if rank < runs:
                sets.append(((SetKind.CHOW, rank), (rank, rank + 1, rank + 2)))
        _add_ways(table, sets, [0] * ranks, (), 0)
        for rank in range(ranks):
            _add_ways(table, sets, [2 * (at == rank) for at in range(ranks)], ((SetKind.PAIR, rank),), 1)
    return table


def _add_ways(
    table: dict[Part, list[tuple[Piece, ...]]], sets: list[tuple[Piece, tuple[int, ...]]], counts: list[int], pieces: tuple[Piece, ...], pairs: int
) -> None:
    """Enter one way, and every way that adds to it one of `sets` or more."""
    table.setdefault(tuple(counts), []).append(pieces)
    if len(pieces) == _MOST_SETS + pairs:
        return
    for at, (piece, tiles) in enumerate(sets):
        grown = counts.copy()
        for rank in tiles:
            grown[rank] += 1
        if grown[tiles[0]] <= 4 and grown[tiles[1]] <= 4 and grown[tiles[2]] <= 4:
            _add_ways(table, sets[at:], grown, (*pieces, piece), pairs)


A_PAIR = 1000


@cache
def worths() -> dict[Part, int]:
    """How many sets each part comes to, and `A_PAIR` beside them where it holds the pair. What parts into neither is not there."""
    return {part: sum(part) // 3 + (A_PAIR if sum(part) % 3 else 0) for part in ways_by_part()}


def is_standard(counts34: Sequence[int], sets: int) -> bool:
    """Whether held tiles are so many sets and one pair."""
    # Asked by the ten thousand: most hands fail at one of the first parts, and nothing further is looked at.
    counts, worth_of = tuple(counts34), worths().get
    characters = worth_of(counts[0:9])
    if characters is None:
        return False
    dots = worth_of(counts[9:18])
    if dots is None:
        return False
    bamboo = worth_of(counts[18:27])
    if bamboo is None:
        return False
    honours = worth_of(counts[27:34])
    return honours is not None and characters + dots + bamboo + honours == A_PAIR + sets


def parts_of(counts: tuple[int, ...]) -> tuple[Part, Part, Part, Part]:
    """Counts in the order of `PLAYING_TILES` as three suits and the honours."""
    return counts[0:9], counts[9:18], counts[18:27], counts[27:34]
