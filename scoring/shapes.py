"""A hand -> every winning shape, each knowing which group the winning tile completed.

`is_complete` answers on counts alone and is what photo repair asks thousands of times. Each suit is decomposed once and
remembered, so a question costs four look-ups.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import product

from .hand import Hand
from .melds import Meld, MeldKind
from .tiles import PLAYING_TILES, Tile


class Form(Enum):
    """A form of winning hand that a table may play. The value is the word in rule set files."""

    STANDARD = "standard"
    THIRTEEN_ORPHANS = "thirteen_orphans"
    SEVEN_PAIRS = "seven_pairs"  # seven different pairs
    SEVEN_PAIRS_WITH_FOURS = "seven_pairs_with_fours"  # four alike may stand as two pairs


ORPHANS: tuple[Tile, ...] = tuple(tile for tile in PLAYING_TILES if tile.is_terminal or tile.is_honour)
"""The thirteen terminals and honours, in display order."""

_ORPHAN_INDEXES = tuple(tile.index for tile in ORPHANS)


class SetKind(Enum):
    """What a group of a standard hand is."""

    CHOW = "chow"
    PONG = "pong"
    KONG = "kong"
    PAIR = "pair"


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
            return tuple(Tile(self.tile.suit, self.tile.rank + step) for step in range(3))
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


def _partings(counts34: Sequence[int]) -> Iterator[tuple[tuple[SetKind, Tile], ...]]:
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


def _is_standard(counts34: Sequence[int]) -> bool:
    characters, dots, bamboo, honours = _split(counts34)
    # Exactly one suit may hold two more tiles than a multiple of three: that is where the pair is.
    left_over = [sum(part) % 3 for part in (characters, dots, bamboo, honours)]
    if left_over.count(2) != 1 or 1 in left_over:
        return False
    home = left_over.index(2)
    return bool(
        _ways_of_honours(honours, home == 3) and _ways_of_suit(characters, home == 0) and _ways_of_suit(dots, home == 1) and _ways_of_suit(bamboo, home == 2)
    )


def is_complete(counts34: Sequence[int], melds: int = 0, forms: Collection[Form] = (Form.STANDARD,)) -> bool:
    """Whether held tiles are a hand beside `melds` declared sets.

    `counts34` counts the held tiles, the winning one included, in the order of `PLAYING_TILES`; a kong is a meld and its
    tiles are not counted. A wrong number of tiles, or a fifth copy, is no hand: False, not an error.
    """
    if sum(counts34) != 14 - 3 * melds or max(counts34) > 4:
        return False
    for form in forms:
        if form is Form.STANDARD:
            if _is_standard(counts34):
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
        for parting in dict.fromkeys(_partings(counts)):
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
