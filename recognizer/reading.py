"""What comes out of a photo: detections, groups, doubts and perhaps one offered change. Plain values, no networks.

All boxes are in pixels of the upright photo at its full size, whatever scale it was decoded at.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from recognizer.classes import BACK
from scoring.tiles import Tile

Face: TypeAlias = Tile | None
"""What a tile shows: a Tile, or None where it lies face down."""


def face_code(face: Face) -> str:
    """The data-form code of a face (`p5`, `east`), `back` for face down."""
    return BACK if face is None else face.code


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle, x to the right and y down, in pixels. Raises ValueError when it has no area."""

    x1: float
    y1: float
    x2: float
    y2: float

    def __post_init__(self) -> None:
        if not (self.x1 < self.x2 and self.y1 < self.y2):
            raise ValueError(f"a box without area: {(self.x1, self.y1, self.x2, self.y2)}, expected x1 < x2 and y1 < y2")

    @property
    def width(self) -> float:
        return self.x2 - self.x1

    @property
    def height(self) -> float:
        return self.y2 - self.y1

    @property
    def centre(self) -> tuple[float, float]:
        return (self.x1 + self.x2) / 2, (self.y1 + self.y2) / 2

    def intersection(self, other: Box) -> float:
        """The area both cover, in square pixels."""
        across = min(self.x2, other.x2) - max(self.x1, other.x1)
        down = min(self.y2, other.y2) - max(self.y1, other.y1)
        return across * down if across > 0 and down > 0 else 0.0

    def iou(self, other: Box) -> float:
        """Intersection over union, 0..1."""
        both = self.intersection(other)
        return both / (self.width * self.height + other.width * other.height - both)

    def scaled(self, factor: float) -> Box:
        """The same rectangle in an image `factor` times the size."""
        return Box(self.x1 * factor, self.y1 * factor, self.x2 * factor, self.y2 * factor)

    def as_list(self) -> list[float]:
        """`[x1, y1, x2, y2]`, rounded to a tenth of a pixel."""
        return [round(float(value), 1) for value in (self.x1, self.y1, self.x2, self.y2)]


class DoubtKind(Enum):
    """Why a person should look. The value is the JSON `kind` / `reason`."""

    UNSURE = "unsure"
    FAINT = "faint"
    CUT = "cut"
    COVERED = "covered"
    BLURRED = "blurred"
    SMALL = "small"
    FACE_DOWN = "face_down"
    TOO_MANY = "too_many"
    GAP = "gap"
    MAYBE = "maybe"
    NO_TILES = "no_tiles"

    @property
    def text(self) -> str:
        """One sentence for the player."""
        return _TEXTS[self]


_TEXTS = {
    DoubtKind.UNSURE: "Please check which tile this is.",
    DoubtKind.FAINT: "Please check that this is a tile.",
    DoubtKind.CUT: "This tile is cut off by the edge of the photo.",
    DoubtKind.COVERED: "This tile is partly covered.",
    DoubtKind.BLURRED: "This tile is blurred.",
    DoubtKind.SMALL: "This tile is very small in the photo.",
    DoubtKind.FACE_DOWN: "This tile lies face down.",
    DoubtKind.TOO_MANY: "There are more of this tile than a set has: one of them is another tile.",
    DoubtKind.GAP: "There may be a tile in this gap.",
    DoubtKind.MAYBE: "There may be a tile here.",
    DoubtKind.NO_TILES: "No tiles were found: take the photo closer, or type the tiles.",
}


@dataclass(frozen=True, slots=True)
class Detection:
    """One tile that was found.

    `faces`: what it may show, best first, with calibrated probabilities; never empty. `score`: the detector's, 0..1.
    `doubts`: every reason to look twice, most important first; empty when the reader vouches for it.
    """

    faces: tuple[tuple[Face, float], ...]
    box: Box
    score: float
    doubts: tuple[DoubtKind, ...] = ()

    def __post_init__(self) -> None:
        if not self.faces:
            raise ValueError("a detection without faces, expected at least one")

    @property
    def face(self) -> Face:
        """The likeliest face."""
        return self.faces[0][0]

    @property
    def probability(self) -> float:
        """Of the likeliest face, calibrated."""
        return self.faces[0][1]

    @property
    def doubtful(self) -> bool:
        return bool(self.doubts)


class GroupKind(Enum):
    """What a group of tiles is on the table. The value is the JSON `kind`."""

    CONCEALED = "concealed"
    MELD = "meld"
    BONUS = "bonus"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that lie together: indices into `Reading.tiles`, in photo order.

    A concealed kong is a MELD that holds its face-down tiles. A CONCEALED group of one beside another is a tile laid apart, likely the winning one.
    OUTSIDE tiles are walls, discards and other players' tiles.
    """

    kind: GroupKind
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A place to look at: a doubtful tile (`tile` is its index) or a spot where a tile may have been missed (`tile` is None)."""

    kind: DoubtKind
    box: Box
    tile: int | None = None

    @property
    def text(self) -> str:
        return self.kind.text


@dataclass(frozen=True, slots=True)
class Change:
    """Read tile `tile` as `after` instead of `before`."""

    tile: int
    before: Face
    after: Face


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The most likely legal hand, as changes to what was read. `probability`: that the whole hand is then right. Offered, never applied."""

    changes: tuple[Change, ...]
    probability: float
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A photo as read. `width` and `height` are those of the upright photo; `tiles` are in photo order; every tile is in exactly one group."""

    width: int
    height: int
    tiles: tuple[Detection, ...]
    groups: tuple[Group, ...]
    doubts: tuple[Doubt, ...]
    suggestion: Suggestion | None
    version: str

    def as_dict(self) -> dict[str, Any]:
        """The JSON form of `POST /api/read` and `python -m recognizer read --json`."""
        group_of = {tile: number for number, group in enumerate(self.groups) for tile in group.tiles}
        return {
            "image": {"width": self.width, "height": self.height},
            "tiles": [_tile_dict(tile, group_of.get(index)) for index, tile in enumerate(self.tiles)],
            "groups": [{"kind": group.kind.value, "tiles": list(group.tiles)} for group in self.groups],
            "doubts": [{"kind": doubt.kind.value, "box": doubt.box.as_list(), "text": doubt.text, "tile": doubt.tile} for doubt in self.doubts],
            "suggestion": None if self.suggestion is None else _suggestion_dict(self.suggestion),
            "model": {"version": self.version},
        }


def _tile_dict(tile: Detection, group: int | None) -> dict[str, Any]:
    return {
        "face": face_code(tile.face),
        "box": tile.box.as_list(),
        "alternatives": [[face_code(face), round(float(probability), 4)] for face, probability in tile.faces],
        "doubtful": tile.doubtful,
        "reason": tile.doubts[0].value if tile.doubts else None,
        "group": group,
    }


def _suggestion_dict(suggestion: Suggestion) -> dict[str, Any]:
    return {
        "changes": [{"tile": change.tile, "from": face_code(change.before), "to": face_code(change.after)} for change in suggestion.changes],
        "probability": round(float(suggestion.probability), 4),
        "text": suggestion.text,
    }
