"""Tiles where they lie: one tile, the group it lies in, and what such a group is, each with its piece of URL text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from scoring.tiles import Tile

BACK = "back"

_TILE = re.compile(r"(east|south|west|north|white|green|red|back|[mps][1-9]|[fq][1-4])(?:_(\d{1,4}))?([qwg]*)")


class DraftError(ValueError):
    """An edit that these tiles do not allow, in a sentence for players."""


class LinkError(DraftError):
    """A `d` text that is no draft, or an edit of a tile that is not there: no page of ours links to it. The text is for programs."""


class Part(Enum):
    """Where a group of tiles lies. The value is its letter in the URL; kongs say which kind once the player has."""

    HELD = "h"
    OPEN = "s"
    KONG_EXPOSED = "ke"
    KONG_ADDED = "ka"
    KONG_CONCEALED = "kc"
    BONUS = "b"
    OUTSIDE = "x"

    @property
    def is_set(self) -> bool:
        return self not in (Part.HELD, Part.BONUS, Part.OUTSIDE)

    @property
    def is_kong(self) -> bool:
        return self in (Part.KONG_EXPOSED, Part.KONG_ADDED, Part.KONG_CONCEALED)


@dataclass(frozen=True, slots=True)
class Placed:
    """One tile where it lies. `face` is a tile code or `back`; `box` its number in the browser's reading."""

    face: str
    box: int | None = None
    doubtful: bool = False
    wins: bool = False
    guessed: bool = False

    @property
    def tile(self) -> Tile | None:
        return None if self.face == BACK else Tile.from_code(self.face)

    @property
    def is_bonus(self) -> bool:
        return self.face[0] in "fq"

    def __str__(self) -> str:
        box = "" if self.box is None else f"_{self.box}"
        return f"{self.face}{box}{'q' * self.doubtful}{'w' * self.wins}{'g' * (self.wins and self.guessed)}"

    @staticmethod
    def parse(text: str) -> Placed:
        match = _TILE.fullmatch(text)
        if match is None:
            raise LinkError(f"no tile: {text[:20]!r}, expected a code as in m5, east or f1")
        face, box, flags = match.groups()
        return Placed(face, None if box is None else int(box), "q" in flags, "w" in flags, "g" in flags)


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that lie together, in photo order."""

    part: Part
    tiles: tuple[Placed, ...]

    @property
    def kind(self) -> str | None:
        """The case form's meld kind; `kong` while four alike have not been asked about; None for what is no set."""
        shown = sorted(tile for placed in self.tiles if (tile := placed.tile))
        same = len(set(shown)) == 1
        if self.part.is_kong or (self.part is Part.OPEN and len(self.tiles) == 4):
            if not same or len(self.tiles) != 4 or (len(shown) < 4 and self.part in (Part.KONG_EXPOSED, Part.KONG_ADDED)):
                return None
            if self.part is Part.OPEN:
                return "kong" if len(shown) == 4 else "kong-concealed"
            return {Part.KONG_EXPOSED: "kong-exposed", Part.KONG_ADDED: "kong-added", Part.KONG_CONCEALED: "kong-concealed"}[self.part]
        if self.part is not Part.OPEN or len(shown) != 3:
            return None
        if same:
            return "pong"
        run = shown[0].is_suited and len({tile.suit for tile in shown}) == 1 and [tile.rank - shown[0].rank for tile in shown] == [0, 1, 2]
        return "chow" if run else None

    def codes(self) -> list[str]:
        """The faces as the case form wants them: tiles that lie face down in a kong are what the others show."""
        shown = [placed.face for placed in self.tiles if placed.face != BACK]
        return [placed.face if placed.face != BACK or not shown else shown[0] for placed in self.tiles]

    def __str__(self) -> str:
        return f"{self.part.value}-{'.'.join(map(str, self.tiles))}"
