"""A hand -> every winning shape, each knowing which group the winning tile completed.

`is_complete` answers on counts alone and is what photo repair asks thousands of times.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from .hand import Hand
from .melds import Meld, MeldKind
from .partings import SetKind, is_standard, partings
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

_ORPHAN_INDEXES = tuple(tile.index for tile in ORPHANS)


@dataclass(frozen=True, slots=True)
class Group:
    """A set or pair. `tile` is the lowest, `declared` the meld it lies in, `won` whether the winning tile sits in it."""

    kind: SetKind
    tile: Tile
    declared: MeldKind | None = None
    won: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the group, lowest first."""
        if self.kind is SetKind.CHOW:
            return PLAYING_TILES[self.tile.index : self.tile.index + 3]
        return (self.tile,) * {SetKind.PAIR: 2, SetKind.PONG: 3, SetKind.KONG: 4}[self.kind]

    @property
    def alike(self) -> bool:
        """A pong or a kong: what most rules call a pong."""
        return self.kind in (SetKind.PONG, SetKind.KONG)

    def is_concealed(self, claimed: bool) -> bool:
        """Nothing in it was claimed, where `claimed` says whether the winning tile was.

        A claimed tile that completes a pong opens that pong; one that completes a chow or the pair opens no pong.
        """
        if self.declared is not None:
            return self.declared is MeldKind.KONG_CONCEALED
        return not (self.won and claimed and self.kind is SetKind.PONG)


@dataclass(frozen=True, slots=True)
class Standard:
    """Four sets and a pair; declared sets first."""

    sets: tuple[Group, ...]
    pair: Group

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


Shape = Standard | SevenPairs | ThirteenOrphans


def is_complete(counts34: Sequence[int], melds: int = 0, forms: Collection[Form] = (Form.STANDARD,)) -> bool:
    """Whether held tiles are a hand beside `melds` declared sets.

    `counts34` counts the held tiles, the winning one included, in the order of `PLAYING_TILES`; a kong is a meld and its
    tiles are not counted. A wrong number of tiles, or a fifth copy, is no hand: False, not an error.
    """
    if sum(counts34) != 14 - 3 * melds or max(counts34) > 4:
        return False
    for form in forms:
        if form is Form.STANDARD:
            if is_standard(counts34):
                return True
        elif melds:
            continue
        elif form is Form.THIRTEEN_ORPHANS:
            if all(counts34[index] for index in _ORPHAN_INDEXES) and sum(counts34[index] for index in _ORPHAN_INDEXES) == 14:
                return True
        elif all(count == 2 or (count == 4 and form is Form.SEVEN_PAIRS_WITH_FOURS) or not count for count in counts34):
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
        declared = tuple(_group_of(meld) for meld in hand.melds)
        for parting in dict.fromkeys(partings(counts)):
            shapes += _with_winning(declared, tuple(Group(kind, tile) for kind, tile in parting), hand.winning)
    if Form.THIRTEEN_ORPHANS in forms and is_complete(counts, len(hand.melds), (Form.THIRTEEN_ORPHANS,)):
        shapes.append(ThirteenOrphans(hand.held))
    for form in (Form.SEVEN_PAIRS, Form.SEVEN_PAIRS_WITH_FOURS):
        if form in forms and is_complete(counts, len(hand.melds), (form,)):
            faces = [tile for tile in sorted(set(hand.held)) for _ in range(hand.held.count(tile) // 2)]
            won = faces.index(hand.winning)
            shapes.append(SevenPairs(tuple(Group(SetKind.PAIR, face, won=at == won) for at, face in enumerate(faces))))
            break
    return tuple(shapes)


def _group_of(meld: Meld) -> Group:
    kind = SetKind.KONG if meld.kind.is_kong else SetKind.CHOW if meld.kind is MeldKind.CHOW else SetKind.PONG
    return Group(kind, meld.tile, declared=meld.kind)


def _with_winning(declared: tuple[Group, ...], held: tuple[Group, ...], winning: Tile) -> Iterator[Standard]:
    for group in dict.fromkeys(group for group in held if winning in group.tiles):
        at = held.index(group)
        marked = (*held[:at], replace(group, won=True), *held[at + 1 :])
        sets = tuple(piece for piece in marked if piece.kind is not SetKind.PAIR)
        (pair,) = (piece for piece in marked if piece.kind is SetKind.PAIR)
        yield Standard((*declared, *sets), pair)
