"""A hand -> every winning shape, each knowing which group the winning tile completed.

`is_complete` answers on counts alone and is what photo repair asks thousands of times.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

from .hand import Hand
from .marks import ORPHANS as ORPHANS_MARK
from .marks import PAIRS, SETS, WON, gates_marks, marks_of
from .melds import Meld, MeldKind, SetKind
from .partings import ONE_COPY, Copies, Way, copies_of, is_standard, pack, pairs_in, size_of, ways_by_part
from .tiles import PLAYING_TILES, Tile

__all__ = [
    "ONE_COPY", "ORPHANS", "Copies", "Form", "Group", "SetKind", "SevenPairs", "Shape", "Standard", "ThirteenOrphans", "copies_of", "is_complete", "pack",
    "size_of", "winning_shapes",
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

_ONE_TWICE = frozenset(copies_of((*ORPHANS, tile)) for tile in ORPHANS)
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
    won: tuple[int, int]
    """The part in which the winning tile sits, and the place of its piece there."""
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
            _group(kind, _FIRST[part] + rank, None, self.won == (part, at))
            for part, way in enumerate(self.ways)
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


def is_complete(held: Copies, melds: int = 0, forms: Collection[Form] = (Form.STANDARD,)) -> bool:
    """Whether held tiles, the winning one included, are a hand beside `melds` declared sets; a kong is a meld and not held.

    A wrong number of tiles, or a fifth copy, is no hand: False, not an error.
    """
    if _STANDARD in forms and is_standard(held, 4 - melds):
        return True
    return not melds and (_is_orphans(held, forms) or _is_pairs(held, forms))


def _is_orphans(held: Copies, forms: Collection[Form]) -> bool:
    return held in _ONE_TWICE and _ORPHANS in forms


def _is_pairs(held: Copies, forms: Collection[Form]) -> bool:
    """Seven pairs, four alike as two where that is played."""
    twos, fours = pairs_in(held)
    return twos + 2 * fours == 7 and (_PAIRS_WITH_FOURS in forms or (not fours and _PAIRS in forms))


def winning_shapes(hand: Hand, forms: Collection[Form]) -> tuple[Shape, ...]:
    """Every grouping in one of `forms`, times every group in which the winning tile may sit. Empty when not complete."""
    shapes: list[Shape] = _standard_shapes(hand) if _STANDARD in forms else []
    if not hand.melds:
        if _is_orphans(hand.copies, forms):
            shapes.append(ThirteenOrphans(hand.held))
        if _is_pairs(hand.copies, forms):
            faces = [tile.index for tile in hand.held[::2]]
            won = faces.index(hand.winning.index)
            shapes.append(SevenPairs(tuple([_group(SetKind.PAIR, face, None, at == won) for at, face in enumerate(faces)])))
    return tuple(shapes)


def _standard_shapes(hand: Hand) -> list[Shape]:
    tables, parts = ways_by_part(), hand.parts
    try:
        ways = tables[0][parts[0]], tables[1][parts[1]], tables[2][parts[2]], tables[3][parts[3]]
    except KeyError:
        return []
    if ways[0][0].paired + ways[1][0].paired + ways[2][0].paired + ways[3][0].paired != 1:
        return []
    suit, rank = divmod(hand.winning.index, 9)
    gates = gates_marks(parts[suit], rank)
    shapes: list[Shape] = []
    for parting in product(*ways):
        m, p, s, z = parting
        marks = SETS | gates | m.marks | p.marks | s.marks | z.marks
        before = None
        for at, piece in enumerate(parting[suit].pieces):
            kind, lowest = piece
            # Equal pieces stand together, and it does not matter in which of them the winning tile sits.
            if (lowest == rank or (kind is _CHOW and lowest < rank <= lowest + 2)) and piece != before:
                shapes.append(Standard(hand.melds, parting, (suit, at), marks | WON[kind]))
            before = piece
    return shapes


@lru_cache(maxsize=1 << 12)
def _group(kind: SetKind, index: int, declared: MeldKind | None = None, won: bool = False) -> Group:
    return Group(kind, PLAYING_TILES[index], declared, won)
