"""Counts of tiles -> the ways to part them into sets and a pair.

Each suit is parted once and remembered, so a question about a whole hand costs four look-ups.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import product

from .tiles import PLAYING_TILES, Tile


class SetKind(Enum):
    """What a group of a standard hand is."""

    CHOW = "chow"
    PONG = "pong"
    KONG = "kong"
    PAIR = "pair"


_Piece = tuple[SetKind, int]


@lru_cache(maxsize=1 << 17)
def _sets_of_suit(counts: tuple[int, ...]) -> tuple[tuple[_Piece, ...], ...]:
    """Every way to part one suit's counts into chows and pongs; pieces name the lowest rank, 0-8."""
    for rank, count in enumerate(counts):
        if not count:
            continue
        ways: list[tuple[_Piece, ...]] = []
        if count >= 3:
            rest = (*counts[:rank], count - 3, *counts[rank + 1 :])
            ways += [((SetKind.PONG, rank), *way) for way in _sets_of_suit(rest)]
        if rank <= 6 and counts[rank + 1] and counts[rank + 2]:
            rest = (*counts[:rank], count - 1, counts[rank + 1] - 1, counts[rank + 2] - 1, *counts[rank + 3 :])
            ways += [((SetKind.CHOW, rank), *way) for way in _sets_of_suit(rest)]
        # The same sets can be met pong first or chow first.
        return tuple(dict.fromkeys(tuple(sorted(way, key=lambda piece: (piece[1], piece[0].value))) for way in ways))
    return ((),)


@lru_cache(maxsize=1 << 17)
def _ways_of_suit(counts: tuple[int, ...], paired: bool) -> tuple[tuple[_Piece, ...], ...]:
    """Every way to part one suit into sets, with exactly one pair among them if `paired`."""
    if not paired:
        return _sets_of_suit(counts) if sum(counts) % 3 == 0 else ()
    if sum(counts) % 3 != 2:
        return ()
    return tuple(
        ((SetKind.PAIR, rank), *way)
        for rank, count in enumerate(counts)
        if count >= 2
        for way in _sets_of_suit((*counts[:rank], count - 2, *counts[rank + 1 :]))
    )


def _ways_of_honours(counts: tuple[int, ...], paired: bool) -> tuple[tuple[_Piece, ...], ...]:
    """As `_ways_of_suit`, for the seven honours: pongs and a pair, never a run."""
    pieces: list[_Piece] = []
    for rank, count in enumerate(counts):
        if count == 3:
            pieces.append((SetKind.PONG, rank))
        elif count == 2 and paired:
            paired = False
            pieces.insert(0, (SetKind.PAIR, rank))
        elif count:
            return ()
    return () if paired else (tuple(pieces),)


def _split(counts34: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    return tuple(counts34[0:9]), tuple(counts34[9:18]), tuple(counts34[18:27]), tuple(counts34[27:34])


def partings(counts34: Sequence[int]) -> Iterator[tuple[tuple[SetKind, Tile], ...]]:
    """Every way to part held tiles into sets and exactly one pair."""
    characters, dots, bamboo, honours = _split(counts34)
    for home in range(4):  # the suit that holds the pair
        ways = (
            _ways_of_suit(characters, home == 0),
            _ways_of_suit(dots, home == 1),
            _ways_of_suit(bamboo, home == 2),
            _ways_of_honours(honours, home == 3),
        )
        for choice in product(*ways):
            yield tuple((kind, PLAYING_TILES[9 * suit + rank]) for suit, way in enumerate(choice) for kind, rank in way)


def is_standard(counts34: Sequence[int]) -> bool:
    """Whether held tiles are sets and one pair, whatever their number."""
    characters, dots, bamboo, honours = _split(counts34)
    # Exactly one suit may hold two more tiles than a multiple of three: that is where the pair is.
    left_over = [sum(part) % 3 for part in (characters, dots, bamboo, honours)]
    if left_over.count(2) != 1 or 1 in left_over:
        return False
    home = left_over.index(2)
    return bool(
        _ways_of_honours(honours, home == 3) and _ways_of_suit(characters, home == 0) and _ways_of_suit(dots, home == 1) and _ways_of_suit(bamboo, home == 2)
    )
