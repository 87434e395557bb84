"""What a phone says was read in its photos, checked field by field: it comes back from a browser, so nothing of it is taken on trust.

The form is the one of `static/photos.js`, without the pictures: `{photos: [{width, height}], tiles: [{photo, face, box, alternatives,
doubtful, reason}], model}`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from recognizer.classes import CLASS_INDEX
from recognizer.reading import DoubtKind
from webapp.draft import MOST_TILES, Draft
from webapp.placed import Part

MOST_PHOTOS = 4
_MOST_PX = 40_000
_MODEL = re.compile(r"[\w .:+-]{0,80}")
_REASONS = {None, *(kind.value for kind in DoubtKind)}


class ReadingError(ValueError):
    """Not a reading; nothing of a form that holds it is used."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One difference between what was read and what the hand became. `before` is empty for a tile that was added, `after` for one that was taken out."""

    before: str
    after: str
    box: int | None


def parse(text: str) -> dict[str, Any] | None:
    """The checked reading as plain data; None for an empty text (tiles that were typed). Raises ReadingError."""
    if not text:
        return None
    try:
        said = json.loads(text)
        photos = [{key: _whole(photo[key], 1, _MOST_PX) for key in ("width", "height")} for photo in _some(said["photos"], MOST_PHOTOS)]
        tiles = [_tile(tile, photos) for tile in _some(said["tiles"], MOST_TILES)]
        model = said.get("model") or ""
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ReadingError(f"no reading: {error!r}") from None
    if not isinstance(model, str) or not _MODEL.fullmatch(model):
        raise ReadingError(f"no model version: {model!r}")
    return {"photos": photos, "tiles": tiles, "model": model}


def _some(value: Any, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise ValueError(f"expected a list of at most {most}")
    return value


def _whole(value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{value!r}, expected a whole number from {least} to {most}")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value) or abs(value) > _MOST_PX:
        raise ValueError(f"{value!r}, expected a number")
    return round(float(value), 4)


def _tile(tile: Mapping[str, Any], photos: list[dict[str, int]]) -> dict[str, Any]:
    box = [_number(side) for side in _some(tile["box"], 4)]
    if len(box) != 4 or not (box[0] <= box[2] and box[1] <= box[3]):
        raise ValueError(f"{box!r}, expected x1 y1 x2 y2")
    ranked = [[_among(face, CLASS_INDEX.__contains__), _number(chance)] for face, chance in _some(tile.get("alternatives") or [], 8)]
    return {
        "photo": _whole(tile["photo"], 0, len(photos) - 1),
        "face": _among(tile["face"], CLASS_INDEX.__contains__),
        "box": box,
        "alternatives": ranked,
        "doubtful": tile.get("doubtful") is True,
        "reason": _among(tile.get("reason"), _REASONS.__contains__),
    }


def _among(value: Any, known: Callable[[Any], bool]) -> Any:
    if not known(value):
        raise ValueError(f"{value!r} is not known")
    return value


def corrections(read: Mapping[str, Any] | None, draft: Draft) -> tuple[Correction, ...]:
    """What a person changed of what was read, in the order of the photo, then the tiles that were added. Empty for typed tiles."""
    if read is None:
        return ()
    final = {placed.box: placed.face for _position, placed, group in draft.places() if placed.box is not None and group.part is not Part.OUTSIDE}
    lies = {placed.box for _position, placed, _group in draft.places()}
    found = []
    for box, tile in enumerate(read["tiles"]):
        after = final.get(box, "")
        if after != tile["face"] and not (box in lies and box not in final):  # what lies outside was never part of the hand
            found.append(Correction(tile["face"], after, box))
    added = [placed.face for _position, placed, group in draft.places() if placed.box is None and group.part is not Part.OUTSIDE]
    return (*found, *(Correction("", face, None) for face in added))
