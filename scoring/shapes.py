"""A hand -> every winning shape, each knowing which group the winning tile completed.

`is_complete` answers on counts alone and is what photo repair asks thousands of times.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from itertools import product
from operator import itemgetter
from typing import NamedTuple

from .hand import Hand
from .marks import ORPHANS as ORPHANS_MARK
from .marks import PAIRS, SETS, marks_of
from .melds import MeldKind
from .partings import Part, SetKind, is_standard, parts_of, ways_by_part
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
    marks: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        chow, at = self.kind is SetKind.CHOW, self.tile.index
        tiles = PLAYING_TILES[at : at + 3] if chow else (self.tile,) * _SIZES[self.kind]
        object.__setattr__(self, "tiles", tiles)
        object.__setattr__(self, "alike", self.kind in (SetKind.PONG, SetKind.KONG))
        object.__setattr__(self, "marks", marks_of(self.kind, tiles, self.declared, self.won))

    def is_concealed(self, claimed: bool) -> bool:
        """Nothing in it was claimed, where `claimed` says whether the winning tile was.

        A claimed tile that completes a pong opens that pong; one that completes a chow or the pair opens no pong.
        """
        if self.declared is not None:
            return self.declared is MeldKind.KONG_CONCEALED
        return not (self.won and claimed and self.kind is SetKind.PONG)


class Standard(NamedTuple):
    """Four sets and a pair; declared sets first. `marks` are those of the groups together."""

    sets: tuple[Group, ...]
    pair: Group
    marks: int

    @property
    def groups(self) -> tuple[Group, ...]:
        """The four sets and the pair."""
        return (*self.sets, self.pair)

    @property
    def alike(self) -> tuple[Group, ...]:
        """The pongs and kongs."""
        return tuple(group for group in self.sets if group.alike)


@dataclass(frozen=True, slots=True)
class SevenPairs:
    """Seven pairs, nothing declared."""

    pairs: tuple[Group, ...]

    @property
    def groups(self) -> tuple[Group, ...]:
        """The seven pairs."""
        return self.pairs

    @property
    def marks(self) -> int:
        """The marks of its pairs together."""
        return _marks(self.pairs, PAIRS)

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
    for form in forms:
        if form is Form.STANDARD:
            if is_standard(counts34, 4 - melds):
                return True
        elif melds:
            continue
        elif form is Form.THIRTEEN_ORPHANS:
            if counts34[0] and 0 not in _orphans_of(counts34) and sum(_orphans_of(counts34)) == sum(counts34) == 14:
                return True
        elif counts34.count(2) + (2 * counts34.count(4) if form is Form.SEVEN_PAIRS_WITH_FOURS else 0) == 7 and sum(counts34) == 14:
            return True
    return False


def count_tiles(tiles: Sequence[Tile]) -> tuple[int, ...]:
    """Counts in the order of `PLAYING_TILES`. Flowers and seasons are not playing tiles: IndexError."""
    counts = [0] * 34
    for tile in tiles:
        counts[tile.index] += 1
    return tuple(counts)


def winning_shapes(hand: Hand, forms: Collection[Form]) -> tuple[Shape, ...]:
    """Every grouping in one of `forms`, times every group in which the winning tile may sit. Empty when not complete."""
    counts = count_tiles(hand.held)
    shapes: list[Shape] = []
    if Form.STANDARD in forms:
        shapes += _standard_shapes(hand, counts)
    if hand.melds:
        return tuple(shapes)
    if Form.THIRTEEN_ORPHANS in forms and is_complete(counts, 0, (Form.THIRTEEN_ORPHANS,)):
        shapes.append(ThirteenOrphans(hand.held))
    twos, fours = counts.count(2), counts.count(4)
    if (twos == 7 and Form.SEVEN_PAIRS in forms) or (twos + 2 * fours == 7 and Form.SEVEN_PAIRS_WITH_FOURS in forms):
        faces = [index for index, count in enumerate(counts) for _ in range(count // 2)]
        won = faces.index(hand.winning.index)
        shapes.append(SevenPairs(tuple(_group(SetKind.PAIR, face, None, at == won) for at, face in enumerate(faces))))
    return tuple(shapes)


def _standard_shapes(hand: Hand, counts: tuple[int, ...]) -> list[Standard]:
    winning = hand.winning.index
    characters, dots, bamboo, honours = parts_of(counts)
    won = [-1, -1, -1, -1]
    won[winning // 9] = winning
    ways = (_ways(0, characters, won[0]), _ways(9, dots, won[1]), _ways(18, bamboo, won[2]), _ways(27, honours, won[3]))
    if () in ways or sum([way[0].pair is not None for way in ways]) != 1:
        return []
    declared = tuple([_group(_SET_KINDS[meld.kind], meld.tile.index, meld.kind) for meld in hand.melds])
    marks = _marks(declared, SETS)
    shapes = []
    for a, b, c, d in product(*ways):
        pair = a.pair or b.pair or c.pair or d.pair
        assert pair is not None
        shapes.append(Standard(declared + a.sets + b.sets + c.sets + d.sets, pair, marks | a.marks | b.marks | c.marks | d.marks))
    return shapes


class _Way(NamedTuple):
    """One way to part a suit or the honours."""

    sets: tuple[Group, ...]
    pair: Group | None
    marks: int


@lru_cache(maxsize=1 << 17)
def _ways(first: int, part: Part, winning: int) -> tuple[_Way, ...]:
    """Every way to part the held tiles from index `first` on, times every different group of them in which the winning tile may sit; -1 is none of them."""
    ways = []
    for pieces in ways_by_part().get(part, ()):
        groups = [_group(kind, first + rank) for kind, rank in pieces]
        for marked in _marked(groups, winning) if winning >= 0 else (groups,):
            paired = bool(marked) and marked[0].kind is SetKind.PAIR
            ways.append(_Way(tuple(marked[paired:]), marked[0] if paired else None, _marks(marked, 0)))
    return tuple(ways)


def _marks(groups: Iterable[Group], marks: int) -> int:
    for group in groups:
        marks |= group.marks
    return marks


def _marked(groups: list[Group], winning: int) -> Iterator[list[Group]]:
    """The groups once for each different one that holds the winning tile, with that one marked."""
    for group in dict.fromkeys(group for group in groups if PLAYING_TILES[winning] in group.tiles):
        at = groups.index(group)
        yield [*groups[:at], _group(group.kind, group.tile.index, None, True), *groups[at + 1 :]]


_SET_KINDS = {kind: SetKind.KONG if kind.is_kong else SetKind.CHOW if kind is MeldKind.CHOW else SetKind.PONG for kind in MeldKind}


@lru_cache(maxsize=1 << 12)
def _group(kind: SetKind, index: int, declared: MeldKind | None = None, won: bool = False) -> Group:
    return Group(kind, PLAYING_TILES[index], declared, won)
