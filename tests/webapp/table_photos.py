"""Photos of hands for the page's tests: the shipped samples, also with other tiles in them, and what a perfect reader says of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2

from datasets.picture import Picture
from datasets.samples import SAMPLES, Sample, photo_of
from recognizer.classes import CLASS_NAMES
from recognizer.errors import PhotoError
from recognizer.reading import DoubtKind

Row = tuple[str, Sequence[str]]
"""A group's kind (`concealed`, `meld`, `bonus`) and its faces."""

HALF_FLUSH: tuple[Row, ...] = (
    ("concealed", ("m1", "m2", "m3", "m5", "m6", "m7", "m9", "m9", "east", "east")),
    ("concealed", ("m9",)),
    ("meld", ("red", "red", "red")),
    ("bonus", ("f1",)),
)
"""Half flush and a dragon pong; the 9 characters that lies apart won."""


@dataclass(frozen=True, slots=True)
class TablePhoto:
    """A photo's bytes and what a perfect reader says of it."""

    jpeg: bytes
    reading: dict[str, Any]


def sample_named(name: str) -> Sample:
    return next(sample for sample in SAMPLES if sample.name == name)


@lru_cache(maxsize=16)
def _pictured(name: str, changed: tuple[tuple[int, str], ...]) -> Picture:
    return photo_of(sample_named(name), dict(changed))


def photographed(name: str, changed: tuple[tuple[int, str], ...] = (), quality: int = 82) -> TablePhoto:
    """A shipped sample, with the tiles at some places in reading order swapped for others."""
    sample = sample_named(name)
    picture = _pictured(name, changed)
    height, width = picture.pixels.shape[:2]
    _done, jpeg = cv2.imencode(".jpg", picture.pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    rows = rows_of(sample, dict(changed))
    assert [CLASS_NAMES[number] for number in picture.faces] == [face for _kind, faces in rows for face in faces]
    return TablePhoto(jpeg.tobytes(), reading_of(rows, picture.boxes.tolist(), width, height))


def rows_of(sample: Sample, changed: Mapping[int, str]) -> tuple[Row, ...]:
    """The groups of a sample, and what each is: flowers, a set on the table, or tiles in hand."""
    rows: list[Row] = []
    place = 0
    for group in (group for row in sample.rows for group in row):
        faces = [changed.get(place + index, face.lstrip("_")) for index, face in enumerate(group.split())]
        kind = "bonus" if faces[0][0] in "fq" else "meld" if len(faces) in (3, 4) else "concealed"
        rows.append((kind, faces))
        place += len(faces)
    return tuple(rows)


def reading_of(rows: Sequence[Row], boxes: Sequence[Sequence[float]], width: int, height: int) -> dict[str, Any]:
    """The JSON of `/api/read` for tiles read without a doubt."""
    tiles: list[dict[str, Any]] = []
    groups = []
    for number, (kind, faces) in enumerate(rows):
        first = len(tiles)
        for face in faces:
            others = [other for other in ("m2", "p6", "s3", "red") if other != face][:3]
            alternatives = [[face, 0.97], *([other, 0.01] for other in others)]
            tiles.append({"face": face, "box": list(boxes[len(tiles)]), "alternatives": alternatives, "doubtful": False, "reason": None, "group": number})
        groups.append({"kind": kind, "tiles": list(range(first, len(tiles)))})
    return {"image": {"width": width, "height": height}, "tiles": tiles, "groups": groups, "doubts": [], "suggestion": None, "model": {"version": "test"}}


def misread(reading: dict[str, Any], index: int, as_face: str, sure: bool = False) -> dict[str, Any]:
    """The same reading with one tile taken for another, the right face second; doubtful unless `sure`."""
    tiles = [dict(tile) for tile in reading["tiles"]]
    right = tiles[index]["face"]
    tiles[index] |= {"face": as_face, "alternatives": [[as_face, 0.5], [right, 0.4], ["m9", 0.05]], "doubtful": not sure, "reason": None if sure else "unsure"}
    doubt = {"kind": "unsure", "box": tiles[index]["box"], "text": DoubtKind.UNSURE.text, "tile": index}
    return {**reading, "tiles": tiles, "doubts": [*reading["doubts"], *([] if sure else [doubt])]}


def without(reading: dict[str, Any], index: int) -> dict[str, Any]:
    """The same reading with one tile missed and the gap noticed."""
    renumbered = {old: old - (old > index) for old in range(len(reading["tiles"])) if old != index}
    groups = [{**group, "tiles": [renumbered[old] for old in group["tiles"] if old != index]} for group in reading["groups"]]
    gap = {"kind": "gap", "box": reading["tiles"][index]["box"], "text": DoubtKind.GAP.text, "tile": None}
    tiles = [tile for old, tile in enumerate(reading["tiles"]) if old != index]
    return {**reading, "tiles": tiles, "groups": [group for group in groups if group["tiles"]], "doubts": [*reading["doubts"], gap]}


def with_offer(reading: dict[str, Any], index: int, to: str) -> dict[str, Any]:
    """The same reading with a repair offered."""
    change = {"tile": index, "from": reading["tiles"][index]["face"], "to": to}
    return {**reading, "suggestion": {"changes": [change], "probability": 0.8, "text": "a change would complete the hand"}}


def fake_read(photo: bytes, _models: object) -> dict[str, object]:
    """Reads every JPEG as the same hand and refuses the rest, as the real reader would."""
    if photo[:2] != b"\xff\xd8":
        raise PhotoError("not_a_photo", "This file is not a photo.")
    count = sum(len(faces) for _kind, faces in HALF_FLUSH)
    return reading_of(HALF_FLUSH, [[10.0 * n, 10.0, 10.0 * n + 9, 22.0] for n in range(count)], 400, 300)
