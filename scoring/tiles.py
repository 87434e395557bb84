"""The 42 faces of a Hong Kong set: one `Tile` type and its two notations.

People type *mpsz* (`5p`, `1z`, `1f`, `1g`); data files and the JSON API use *codes* (`p5`, `east`, `f1`, `q1`).
Both are read here and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from .errors import TileError

__all__ = ["ALL_TILES", "PLAYING_TILES", "Suit", "Tile", "TileError", "Wind"]


class Suit(Enum):
    """What a tile belongs to. The value is the mpsz letter; the order is the display order."""

    CHARACTERS = "m"
    DOTS = "p"
    BAMBOO = "s"
    HONOURS = "z"
    FLOWERS = "f"
    SEASONS = "g"

    # Members are single objects: hashed by identity, without a call, as scoring looks them up by the thousand.
    __hash__ = object.__hash__


class Wind(Enum):
    """The four seats, in turn order."""

    EAST = "east"
    SOUTH = "south"
    WEST = "west"
    NORTH = "north"

    __hash__ = object.__hash__  # as of Suit

    def __init__(self, _: str) -> None:
        self.number = len(self.__class__.__members__) + 1
        """1 for East to 4 for North: the number on this seat's own flower and season."""

    @property
    def tile(self) -> Tile:
        """The wind tile of this seat."""
        return PLAYING_TILES[26 + self.number]

    def turns_after(self, other: Wind) -> int:
        """How many turns after `other` this seat plays: 1 for the next player, 0 for the same."""
        return (self.number - other.number) % 4


_RANKS = {Suit.CHARACTERS: 9, Suit.DOTS: 9, Suit.BAMBOO: 9, Suit.HONOURS: 7, Suit.FLOWERS: 4, Suit.SEASONS: 4}
# Where each suit begins in `ALL_TILES`.
_FIRST = {suit: sum(list(_RANKS.values())[:at]) for at, suit in enumerate(_RANKS)}
# mpsz: 1z..7z are East South West North white green red.
_HONOUR_CODES = ("east", "south", "west", "north", "white", "green", "red")


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """One face. `rank` counts from 1; honours run East South West North white green red.

    `index` is the place in `ALL_TILES`: 0-33 are the playing tiles, 34-41 flowers and seasons. Order and equality go by it,
    because repair and scoring compare tiles by the hundred thousand.
    """

    suit: Suit
    rank: int
    index: int = field(init=False, repr=False)
    code: str = field(init=False, repr=False)
    """The data-form code: `p5`, `east`, `f1`, `q1`."""

    def __post_init__(self) -> None:
        if not 1 <= self.rank <= _RANKS[self.suit]:
            raise TileError(f"no such tile: rank {self.rank} of {self.suit.name.lower()}, expected 1-{_RANKS[self.suit]}")
        object.__setattr__(self, "index", _FIRST[self.suit] + self.rank - 1)
        letter = "q" if self.suit is Suit.SEASONS else self.suit.value
        object.__setattr__(self, "code", _HONOUR_CODES[self.rank - 1] if self.suit is Suit.HONOURS else f"{letter}{self.rank}")

    @staticmethod
    def parse(text: str) -> Tile:
        """Read mpsz (`5p`); `str()` is the inverse. Raises TileError."""
        if text in _BY_TEXT:
            return _BY_TEXT[text]
        raise TileError(f"no such tile: {text!r}, expected a rank and one of m p s z f g, as in '5p'")

    @staticmethod
    def from_code(code: str) -> Tile:
        """Read a data-form code (`p5`, `east`, `f1`, `q1`); `code` is the inverse. Raises TileError."""
        if code in _BY_CODE:
            return _BY_CODE[code]
        raise TileError(f"no such tile: {code!r}, expected one of m1-m9 p1-p9 s1-s9 {' '.join(_HONOUR_CODES)} f1-f4 q1-q4")

    @property
    def is_bonus(self) -> bool:
        """Flowers and seasons: set aside, never part of a set."""
        return self.index >= 34

    @property
    def is_honour(self) -> bool:
        """A wind or a dragon."""
        return 27 <= self.index < 34

    @property
    def is_wind(self) -> bool:
        """East, South, West or North."""
        return 27 <= self.index < 31

    @property
    def is_dragon(self) -> bool:
        """White, green or red."""
        return 31 <= self.index < 34

    @property
    def is_terminal(self) -> bool:
        """A 1 or a 9 of a suit."""
        return self.index < 27 and self.rank in (1, 9)

    @property
    def is_suited(self) -> bool:
        """Characters, dots or bamboo."""
        return self.index < 27

    def __str__(self) -> str:
        return f"{self.rank}{self.suit.value}"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Tile) and self.index == other.index)

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index


ALL_TILES: tuple[Tile, ...] = tuple(Tile(suit, rank) for suit in Suit for rank in range(1, _RANKS[suit] + 1))
"""The 42 faces in display order: characters, dots, bamboo, honours, flowers, seasons."""

PLAYING_TILES: tuple[Tile, ...] = ALL_TILES[:34]
"""The 34 faces that hands are made of, in display order."""

_BY_TEXT = {str(tile): tile for tile in ALL_TILES}
_BY_CODE = {tile.code: tile for tile in ALL_TILES}
