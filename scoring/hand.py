"""What lies on the table when a player says "mahjong"."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .errors import CopiesError, HandError, TileError
from .melds import Meld, MeldKind
from .tiles import Suit, Tile


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
    suited: tuple[Tile, ...] = field(init=False, repr=False, compare=False)
    """The tiles of the three suits."""
    honours: tuple[Tile, ...] = field(init=False, repr=False, compare=False)
    """The winds and dragons."""
    suits: tuple[Suit, ...] = field(init=False, repr=False, compare=False)
    """The suits present, honours apart, in display order."""
    fours: int = field(init=False, repr=False, compare=False)
    """Of how many tiles all four copies are there."""
    bonus_marks: int = field(init=False, repr=False, compare=False)
    """Bits 1-4 the flowers and 5-8 the seasons that are there."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "held", tuple(sorted(self.held)))
        object.__setattr__(self, "bonus", tuple(sorted(self.bonus)))
        object.__setattr__(self, "tiles", tuple(sorted((*self.held, *(tile for meld in self.melds for tile in meld.tiles)))))
        self._refuse_misplaced()
        shown = " ".join(tile.code for tile in self.held)
        size = len(self.held) + 3 * len(self.melds)
        if size != 14:
            raise HandError(f"{size} tiles, kongs counted as three, expected 14 with the winning tile: {shown!r} and {len(self.melds)} melds")
        if self.winning not in self.held:
            raise HandError(f"the winning tile {self.winning.code} is not among the held tiles {shown!r}")
        counted = Counter(self.tiles)
        for tile, copies in sorted(counted.items()):
            if copies > 4:
                raise CopiesError(f"{copies} copies of {tile.code}, expected at most 4", tile.code)
        for tile, copies in sorted(Counter(self.bonus).items()):
            if copies > 1:
                raise CopiesError(f"{copies} copies of {tile.code}, expected one of each flower and season", tile.code)
        # Settled once: patterns ask again and again.
        suited = tuple(tile for tile in self.tiles if tile.is_suited)
        object.__setattr__(self, "suited", suited)
        object.__setattr__(self, "honours", self.tiles[len(suited) :])
        object.__setattr__(self, "suits", tuple(dict.fromkeys(tile.suit for tile in suited)))
        object.__setattr__(self, "bonus_marks", sum({1 << tile.index - 33 for tile in self.bonus}))
        object.__setattr__(self, "fours", list(counted.values()).count(4))

    def _refuse_misplaced(self) -> None:
        for tile in (*self.held, self.winning):
            if tile.is_bonus:
                raise TileError(f"{tile.code} among the held tiles, expected it among the flowers and seasons", tile.code)
        for tile in self.bonus:
            if not tile.is_bonus:
                raise TileError(f"{tile.code} among the flowers and seasons, expected f1-f4 or q1-q4", tile.code)

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
