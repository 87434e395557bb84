"""A hand -> every winning shape, each knowing which group the winning tile completed.

`is_complete` answers on counts alone and is what photo repair asks thousands of times.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache
from itertools import product
from operator import itemgetter
from typing import NamedTuple

from .hand import Hand
from .marks import ORPHANS as ORPHANS_MARK
from .marks import PAIRS, SETS, WON, gates_marks, marks_of
from .melds import Meld, MeldKind, SetKind
from .partings import Part, Piece, Way, is_standard, ways_by_part
from .tiles import PLAYING_TILES, Tile

__all__ = [
    "ORPHANS", "Form", "Group", "SetKind", "SevenPairs", "Shape", "Standard", "ThirteenOrphans", "count_tiles", "is_complete", "winning_shapes",
]  # fmt: skip


class Form(Enum):
    """A form of winning hand that a table may play. The value is the word in rule set files."""

    STANDARD = "standard"
    THIRTEEN_ORPHANS = "thirteen_orphans"
    SEVEN_PAIRS = "seven_pairs"  # seven different pairs
    SEVEN_PAIRS_WITH_FOURS = "seven_pairs_with_fours"  # four alike may stand as two pairs


# A member's name is a slow look-up, and these are asked for by the ten thousand.
_STANDARD, _ORPHANS, _PAIRS, _PAIRS_WITH_FOURS = Form
_CHOW, _PAIR = SetKind.CHOW, SetKind.PAIR

# Where the three suits and the honours begin in `PLAYING_TILES`.
_FIRST = (0, 9, 18, 27)

ORPHANS: tuple[Tile, ...] = tuple(tile for tile in PLAYING_TILES if tile.is_terminal or tile.is_honour)
"""The thirteen terminals and honours, in display order."""

_orphans_of = itemgetter(*(tile.index for tile in ORPHANS))
_SIZES = {SetKind.PAIR: 2, SetKind.PONG: 3, SetKind.KONG: 4}


@dataclass(frozen=True, slots=True)
class Group:
    """A set or pair. `tile` is the lowest, `declared` the meld it lies in, `won` whether the winning tile sits in it."""

    kind: SetKind
    tile: Tile
    declared: MeldKind | None = None
    won: bool = False
    tiles: tuple[Tile, ...] = field(init=False, repr=False, compare=False)
    """All tiles of the group, lowest first."""
    alike: bool = field(init=False, repr=False, compare=False)
    """A pong or a kong: what most rules call a pong."""

    def __post_init__(self) -> None:
        chow, at = self.kind is SetKind.CHOW, self.tile.index
        tiles = PLAYING_TILES[at : at + 3] if chow else (self.tile,) * _SIZES[self.kind]
        object.__setattr__(self, "tiles", tiles)
        object.__setattr__(self, "alike", self.kind in (SetKind.PONG, SetKind.KONG))

    def is_concealed(self, claimed: bool) -> bool:
        """Nothing in it was claimed, where `claimed` says whether the winning tile was.

        A claimed tile that completes a pong opens that pong; one that completes a chow or the pair opens no pong.
        """
        if self.declared is not None:
            return self.declared is MeldKind.KONG_CONCEALED
        return not (self.won and claimed and self.kind is SetKind.PONG)


class _Parted(NamedTuple):
    melds: tuple[Meld, ...]
    ways: tuple[Way, ...]
    marks: int


class Standard(_Parted):
    """Four sets and a pair: what was declared, and how the held tiles of each suit and the honours part. Its groups are made when asked for."""

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The four sets, declared ones first, and the pair."""
        return (*self.sets, self.pair)

    @cached_property
    def sets(self) -> tuple[Group, ...]:
        """The four sets, declared ones first."""
        declared = [_group(meld.kind.set_kind, meld.tile.index, meld.kind) for meld in self.melds]
        return (*declared, *(group for group in self._held if group.kind is not _PAIR))

    @cached_property
    def pair(self) -> Group:
        """The pair."""
        return next(group for group in self._held if group.kind is _PAIR)

    @cached_property
    def alike(self) -> tuple[Group, ...]:
        """The pongs and kongs."""
        return tuple([group for group in self.sets if group.alike])

    @cached_property
    def _held(self) -> list[Group]:
        return [
            _group(kind, first + rank, None, at == way.won)
            for first, way in zip(_FIRST, self.ways, strict=True)
            for at, (kind, rank) in enumerate(way.pieces)
        ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class SevenPairs:
    """Seven pairs, nothing declared."""

    pairs: tuple[Group, ...]
    marks: int = field(init=False, repr=False, compare=False)
    """The marks of its pairs together."""

    def __post_init__(self) -> None:
        marks = PAIRS
        for pair in self.pairs:
            marks |= marks_of(pair.kind, pair.tile.index)
        object.__setattr__(self, "marks", marks)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The seven pairs."""
        return self.pairs

    @property
    def fours(self) -> tuple[Tile, ...]:
        """Tiles of which two pairs are held."""
        faces = [pair.tile for pair in self.pairs]
        return tuple(sorted({face for face in faces if faces.count(face) == 2}))


@dataclass(frozen=True, slots=True)
class ThirteenOrphans:
    """One of each terminal and honour, and one of them twice."""

    tiles: tuple[Tile, ...]

    @property
    def groups(self) -> tuple[Group, ...]:
        """No groups: the hand is one piece."""
        return ()

    @property
    def marks(self) -> int:
        """Its one mark: it is always the same hand."""
        return ORPHANS_MARK


Shape = Standard | SevenPairs | ThirteenOrphans


def is_complete(counts34: Sequence[int], melds: int = 0, forms: Collection[Form] = (Form.STANDARD,)) -> bool:
    """Whether held tiles are a hand beside `melds` declared sets.

    `counts34` counts the held tiles, the winning one included, in the order of `PLAYING_TILES`; a kong is a meld and its
    tiles are not counted. A wrong number of tiles, or a fifth copy, is no hand: False, not an error.
    """
    if _STANDARD in forms and is_standard(counts34, 4 - melds):
        return True
    if melds:
        return False
    return (counts34[0] > 0 and _ORPHANS in forms and _is_orphans(counts34)) or _is_pairs(counts34, forms)


def _is_orphans(counts: Sequence[int]) -> bool:
    return 0 not in _orphans_of(counts) and sum(_orphans_of(counts)) == sum(counts) == 14


def _is_pairs(counts: Sequence[int], forms: Collection[Form]) -> bool:
    """Seven pairs, four alike as two where that is played."""
    if _PAIRS_WITH_FOURS in forms:
        return counts.count(2) + 2 * counts.count(4) == 7 and sum(counts) == 14
    return _PAIRS in forms and counts.count(2) == 7 and sum(counts) == 14


def count_tiles(tiles: Sequence[Tile]) -> tuple[int, ...]:
    """Counts in the order of `PLAYING_TILES`. Flowers and seasons are not playing tiles: IndexError."""
    counts = [0] * 34
    for tile in tiles:
        counts[tile.index] += 1
    return tuple(counts)


def winning_shapes(hand: Hand, forms: Collection[Form]) -> tuple[Shape, ...]:
    """Every grouping in one of `forms`, times every group in which the winning tile may sit. Empty when not complete."""
    shapes: list[Shape] = _standard_shapes(hand) if _STANDARD in forms else []
    if not hand.melds:
        if hand.counts[0] and _ORPHANS in forms and _is_orphans(hand.counts):
            shapes.append(ThirteenOrphans(hand.held))
        if _is_pairs(hand.counts, forms):
            faces = [index for index, count in enumerate(hand.counts) for _ in range(count // 2)]
            won = faces.index(hand.winning.index)
            shapes.append(SevenPairs(tuple([_group(SetKind.PAIR, face, None, at == won) for at, face in enumerate(faces)])))
    return tuple(shapes)


def _standard_shapes(hand: Hand) -> list[Shape]:
    tables, parts = ways_by_part(), hand.parts
    try:
        ways = [tables[0][parts[0]], tables[1][parts[1]], tables[2][parts[2]], tables[3][parts[3]]]
    except KeyError:
        return []
    if ways[0][0].paired + ways[1][0].paired + ways[2][0].paired + ways[3][0].paired != 1:
        return []
    suit, rank = divmod(hand.winning.index, 9)
    ways[suit] = _seated(parts[suit], rank, suit == 3)
    melds = hand.melds
    return [Standard(melds, (m, p, s, z), SETS | m.marks | p.marks | s.marks | z.marks) for m, p, s, z in product(*ways)]


@lru_cache(maxsize=1 << 16)
def _seated(part: Part, winning: int, honours: bool) -> list[Way]:
    """Every way to part the held tiles of the winning tile's suit or the honours, times every different piece in which its rank may sit."""
    gates = gates_marks(part, winning)
    return [
        Way(pieces, paired, marks | WON[pieces[seat][0]] | gates, seat)
        for pieces, paired, marks, _ in ways_by_part()[3 if honours else 0][part]
        for seat in _seats(pieces, winning)
    ]


def _seats(pieces: tuple[Piece, ...], winning: int) -> Iterator[int]:
    """Where the winning tile may sit: the place of each different piece that holds its rank. Equal pieces stand together."""
    before = None
    for at, piece in enumerate(pieces):
        kind, rank = piece
        if (rank == winning or (kind is _CHOW and rank < winning <= rank + 2)) and piece != before:
            yield at
        before = piece


@lru_cache(maxsize=1 << 12)
def _group(kind: SetKind, index: int, declared: MeldKind | None = None, won: bool = False) -> Group:
    return Group(kind, PLAYING_TILES[index], declared, won)
