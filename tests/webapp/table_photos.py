"""Photos of hands for the page's tests: rendered from our own drawings, with every tile's face and place known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from datasets.render import render
from datasets.scene import HEIGHT, Placed, Scene
from datasets.tile_art import own_sources
from recognizer.classes import CLASS_NAMES
from recognizer.reading import DoubtKind

Row = tuple[str, Sequence[str]]
"""A group's kind (`concealed`, `meld`, `bonus`) and its faces."""


@dataclass(frozen=True, slots=True)
class TablePhoto:
    """A photo's bytes and what a perfect reader says of it."""

    jpeg: bytes
    reading: dict[str, Any]


def photographed(rows: Sequence[Row], seed: int = 5, size: tuple[int, int] = (1200, 900)) -> TablePhoto:
    """Lay the groups in one row a group, seen by a clean camera."""
    placed: list[Placed] = []
    for number, (_kind, faces) in enumerate(rows):
        placed += [Placed(face, index + 0.5, number * (HEIGHT + 0.6)) for index, face in enumerate(faces)]
    random = np.random.default_rng(seed)
    picture = render(Scene(tuple(placed)), own_sources()[0], [], random, *size, rough=0.0)
    faces = [CLASS_NAMES[number] for number in picture.faces]
    assert faces == [one.face for one in placed], "a tile of the rendered hand cannot be seen: choose another seed"
    _done, jpeg = cv2.imencode(".jpg", picture.pixels, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return TablePhoto(jpeg.tobytes(), reading_of(rows, picture.boxes.tolist(), *size))


def reading_of(rows: Sequence[Row], boxes: Sequence[Sequence[float]], width: int, height: int) -> dict[str, Any]:
    """The JSON of `/api/read` for tiles read without a doubt."""
    tiles, groups = [], []
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


def with_offer(reading: dict[str, Any], index: int, to: str) -> dict[str, Any]:
    """The same reading with a repair offered."""
    change = {"tile": index, "from": reading["tiles"][index]["face"], "to": to}
    return {**reading, "suggestion": {"changes": [change], "probability": 0.8, "text": "a change would complete the hand"}}


HALF_FLUSH: tuple[Row, ...] = (
    ("concealed", ("m1", "m2", "m3", "m5", "m6", "m7", "m9", "m9", "east", "east")),
    ("concealed", ("m9",)),
    ("meld", ("red", "red", "red")),
    ("bonus", ("f1",)),
)
"""Half flush and a dragon pong; the 9 characters that lies apart won."""
