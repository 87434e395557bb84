"""What lies on the table when a player says "mahjong"."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from operator import attrgetter

from .errors import CopiesError, HandError, TileError
from .marks import FIRST_FOUR, FOURS, hand_marks
from .melds import Meld, MeldKind
from .partings import Copies, Part, copies_of, parts_of
from .tiles import PLAYING_TILES, Suit, Tile


@dataclass(frozen=True, slots=True)
class Hand:
    """A legal hand, complete or not. `held` is the concealed row with the winning tile in it; tuples are kept sorted.

    A kong counts as one set of three, so held tiles and three per meld make 14. Raises HandError, CopiesError, TileError.
    """

    held: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    bonus: tuple[Tile, ...]
    winning: Tile
    tiles: tuple[Tile, ...] = field(init=False, repr=False, compare=False)
    """Every tile but flowers and seasons, sorted: 14, and one more for each kong."""
    copies: Copies = field(init=False, repr=False, compare=False)
    """How many of each face are held: melds apart."""
    parts: tuple[Part, Part, Part, Part] = field(init=False, repr=False, compare=False)
    """The same of the three suits and the honours."""
    suited: tuple[Tile, ...] = field(init=False, repr=False, compare=False)
    """The tiles of the three suits."""
    honours: tuple[Tile, ...] = field(init=False, repr=False, compare=False)
    """The winds and dragons."""
    suits: tuple[Suit, ...] = field(init=False, repr=False, compare=False)
    """The suits present, honours apart, in display order."""
    marks: int = field(init=False, repr=False, compare=False)
    """As `marks.hand_marks` gives them."""
    bonus_bits: int = field(init=False, repr=False, compare=False)
    """A bit for each of f1-f4 and then q1-q4 that is there."""

    def __post_init__(self) -> None:
        # Settled once: patterns ask again and again.
        settle = object.__setattr__
        settle(self, "held", tuple(sorted(self.held, key=_index)))
        settle(self, "bonus", tuple(sorted(self.bonus, key=_index)))
        self._refuse_misplaced()
        copies = copies_of(self.held)
        settle(self, "copies", copies)
        settle(self, "parts", parts_of(copies))
        counts = [0] * len(PLAYING_TILES)
        for tile in self.held:
            counts[tile.index] += 1
        tiles = self.held
        if self.melds:
            melded = [tile for meld in self.melds for tile in meld.tiles]
            for tile in melded:
                counts[tile.index] += 1
            tiles = tuple(sorted([*tiles, *melded], key=_index))
        settle(self, "tiles", tiles)
        self._refuse_impossible(counts)
        suited = sum(counts[:27])
        settle(self, "suited", tiles[:suited])
        settle(self, "honours", tiles[suited:])
        suits = tuple([suit for suit, at in _SUITS if any(counts[at : at + 9])])
        settle(self, "suits", suits)
        settle(self, "bonus_bits", sum([1 << tile.index - 34 for tile in self.bonus]))
        settle(self, "marks", hand_marks(self.melds, suits, tiles[suited:], counts.count(4), len(self.split), self.bonus))

    def _refuse_misplaced(self) -> None:
        for tile in (*self.held, self.winning):
            if tile.index >= 34:
                raise TileError(f"{tile.code} among the held tiles, expected it among the flowers and seasons", tile.code)
        for tile in self.bonus:
            if tile.index < 34:
                raise TileError(f"{tile.code} among the flowers and seasons, expected f1-f4 or q1-q4", tile.code)

    def _refuse_impossible(self, counts: list[int]) -> None:
        """What no set of tiles holds, `counts` being of every playing tile."""
        size = len(self.held) + 3 * len(self.melds)
        if size != 14:
            raise HandError(f"{size} tiles, kongs counted as three, expected 14 with the winning tile: {_shown(self.held)} and {len(self.melds)} melds")
        if self.winning not in self.held:
            raise HandError(f"the winning tile {self.winning.code} is not among the held tiles {_shown(self.held)}")
        most = max(counts)
        if most > 4:
            tile = PLAYING_TILES[counts.index(most)]
            raise CopiesError(f"{most} copies of {tile.code}, expected at most 4", tile.code)
        for tile, following in pairwise(self.bonus):
            if tile == following:
                raise CopiesError(f"{self.bonus.count(tile)} copies of {tile.code}, expected one of each flower and season", tile.code)

    @property
    def concealed(self) -> tuple[Tile, ...]:
        """The held tiles without the winning tile."""
        at = self.held.index(self.winning)
        return self.held[:at] + self.held[at + 1 :]

    @property
    def split(self) -> tuple[Tile, ...]:
        """The tiles of which three were claimed for a pong and the fourth is held."""
        return tuple(meld.tile for meld in self.melds if meld.kind is MeldKind.PONG and meld.tile in self.held)

    @property
    def kongs(self) -> int:
        """How many kongs were declared."""
        return sum(meld.kind.is_kong for meld in self.melds)

    @property
    def fours(self) -> int:
        """Of how many tiles all four copies are there."""
        return (self.marks & FOURS) >> FIRST_FOUR


_index = attrgetter("index")
_SUITS = ((Suit.CHARACTERS, 0), (Suit.DOTS, 9), (Suit.BAMBOO, 18))


def _shown(held: tuple[Tile, ...]) -> str:
    return repr(" ".join(tile.code for tile in held))
