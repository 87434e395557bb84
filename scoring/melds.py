"""What a set is, and declared sets: what lies beside the concealed row."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

from .errors import MeldError
from .tiles import PLAYING_TILES, Tile


class SetKind(Enum):
    """What a group of a standard hand is."""

    CHOW = "chow"
    PONG = "pong"
    KONG = "kong"
    PAIR = "pair"

    __hash__ = object.__hash__  # as of Suit


class MeldKind(Enum):
    """How a set was declared. The value is the word of the data form."""

    CHOW = "chow"
    PONG = "pong"
    KONG_EXPOSED = "kong-exposed"
    KONG_ADDED = "kong-added"
    KONG_CONCEALED = "kong-concealed"

    __hash__ = object.__hash__  # as of Suit

    @property
    def is_kong(self) -> bool:
        """Four alike, however they came together."""
        return self in (MeldKind.KONG_EXPOSED, MeldKind.KONG_ADDED, MeldKind.KONG_CONCEALED)

    @property
    def set_kind(self) -> SetKind:
        """What the set is, however it was declared."""
        return SetKind.KONG if self.is_kong else SetKind(self.value)


@dataclass(frozen=True, slots=True)
class Meld:
    """One declared set. `tile` is the lowest; a chow counts up from it. Raises MeldError."""

    kind: MeldKind
    tile: Tile

    def __post_init__(self) -> None:
        if self.tile.is_bonus:
            raise MeldError(f"a {self.kind.value} of {self.tile.code}: flowers and seasons form no set", self.kind.value)
        if self.kind is MeldKind.CHOW and not (self.tile.is_suited and self.tile.rank <= 7):
            raise MeldError(f"a chow from {self.tile.code}: expected three in a row of one suit", "chow")

    @staticmethod
    def of(kind: MeldKind, tiles: tuple[Tile, ...]) -> Meld:
        """A set from all its tiles, in any order. Raises MeldError where they are no such set."""
        ordered = tuple(sorted(tiles))
        shown = " ".join(tile.code for tile in tiles) or "no tiles"
        expected = {MeldKind.CHOW: "three in a row of one suit", MeldKind.PONG: "three alike"}.get(kind, "four alike")
        with suppress(IndexError, MeldError):  # there are no tiles, or no such set begins with the first
            meld = Meld(kind, ordered[0])
            if meld.tiles == ordered:
                return meld
        raise MeldError(f"a {kind.value} of {shown}: expected {expected}", "kong" if kind.is_kong else kind.value)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the set, lowest first."""
        if self.kind is MeldKind.CHOW:
            return PLAYING_TILES[self.tile.index : self.tile.index + 3]
        return (self.tile,) * (4 if self.kind.is_kong else 3)

    @property
    def concealed(self) -> bool:
        """True for a concealed kong alone: the one declared set that claims nothing."""
        return self.kind is MeldKind.KONG_CONCEALED
