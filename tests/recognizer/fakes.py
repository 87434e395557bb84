"""A world where a tile's colour is its face: detectors and readers that know the answer, and photos to go with them."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from recognizer.classes import CLASS_INDEX, CLASS_NAMES, tile_of
from recognizer.detector import Boxes
from recognizer.face_reader import Faces
from recognizer.model import ReaderSettings
from recognizer.read import Models
from recognizer.reading import Box, Detection

Array = NDArray[np.float32]
_STEPS = (40, 110, 180, 250)
COLOURS = np.array([(r, g, b) for r in _STEPS for g in _STEPS for b in _STEPS], np.float32)[: len(CLASS_NAMES)] / 255
"""RGB 0..1 of each class."""


@dataclass(frozen=True)
class KnowsBoxes:
    """Finds the boxes it was told, given relative to the photo (x1 y1 x2 y2, 0..1), wherever they are not cut away."""

    boxes: Array
    scores: Array
    size: int = 640

    def __call__(self, pixels: NDArray[np.uint8], floor: float, scale: float | None = None, merge: object = None) -> Boxes:
        height, width = pixels.shape[:2]
        chosen = self.scores >= floor
        xyxy = self.boxes[chosen] * np.array([width, height, width, height], np.float32)
        return Boxes(xyxy, self.scores[chosen], np.zeros(int(chosen.sum()), np.float32))


@dataclass(frozen=True)
class ReadsColours:
    """Tells a face by the mean colour in the middle of the box."""

    settings: ReaderSettings = field(default_factory=ReaderSettings)

    def __call__(self, pixels: NDArray[np.uint8], xyxy: Array) -> Faces:
        logits = np.zeros((len(xyxy), len(CLASS_NAMES)), np.float32)
        for index, (x1, y1, x2, y2) in enumerate(xyxy):
            x, y, rx, ry = (x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) / 8, (y2 - y1) / 8
            patch = pixels[int(y - ry) : int(y + ry) + 1, int(x - rx) : int(x + rx) + 1, ::-1]
            logits[index] = -200 * ((patch.reshape(-1, 3).mean(axis=0) / 255 - COLOURS) ** 2).sum(axis=1)
        odds = np.exp(logits)
        return Faces(odds / np.maximum(odds.sum(axis=1, keepdims=True), 1e-9), np.zeros((len(xyxy), 2), np.float32))


def models(boxes: Sequence[Sequence[float]], scores: Sequence[float] | None = None, settings: ReaderSettings | None = None) -> Models:
    xyxy = np.array(boxes, np.float32).reshape(-1, 4)
    given = np.array(scores if scores is not None else [0.9] * len(xyxy), np.float32)
    return Models(KnowsBoxes(xyxy, given), ReadsColours(settings or ReaderSettings()), "fake")


def colour_row(names: Sequence[str], width: int = 1280, height: int = 960, blank: Sequence[int] = ()) -> tuple[NDArray[np.uint8], Array]:
    """A picture (RGB) of a row of tiles and their boxes, relative. Places in `blank` are left empty."""
    picture = np.full((height, width, 3), 128, np.uint8)
    step = width * 0.9 / len(names)
    boxes = []
    for place, name in enumerate(names):
        if place in blank:
            continue
        x1, x2 = width * 0.05 + place * step + 1, width * 0.05 + (place + 1) * step - 1
        y1, y2 = height / 2 - step * 0.65, height / 2 + step * 0.65
        colour = tuple(int(value) for value in COLOURS[CLASS_INDEX[name]] * 255)
        cv2.rectangle(picture, (round(x1), round(y1)), (round(x2), round(y2)), colour, -1)
        boxes.append([x1 / width, y1 / height, x2 / width, y2 / height])
    return picture, np.array(boxes, np.float32)


def encoded(picture: NDArray[np.uint8], kind: str = "JPEG", **options: object) -> bytes:
    """RGB pixels as a file's bytes."""
    stream = io.BytesIO()
    Image.fromarray(picture).save(stream, kind, **options)
    return stream.getvalue()


def detection(name: str, box: Box, probability: float = 0.99, others: Sequence[tuple[str, float]] = ()) -> Detection:
    return Detection(((tile_of(name), probability), *((tile_of(other), share) for other, share in others)), box, 0.9)


def laid(names: Sequence[str], angle: float = 0.0, start: tuple[float, float] = (0, 0), height: float = 60, gaps: Sequence[float] = ()) -> list[Detection]:
    """Tiles in a row, 0.72 wide for 1 high, turned by `angle` degrees about the origin; `gaps` in tile heights before each tile (0 where absent).

    A name with a `-` before it lies sideways.
    """
    tiles = []
    along = start[0]
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    for place, name in enumerate(names):
        sideways = name.startswith("-")
        wide, high = (height, 0.72 * height) if sideways else (0.72 * height, height)
        along += (gaps[place] if place < len(gaps) else 0) * height
        x, y = along + wide / 2, start[1]
        along += wide
        half_x, half_y = (wide * abs(cos) + high * abs(sin)) / 2, (wide * abs(sin) + high * abs(cos)) / 2
        cx, cy = x * cos - y * sin, x * sin + y * cos
        tiles.append(detection(name.lstrip("-"), Box(cx - half_x, cy - half_y, cx + half_x, cy + half_y)))
    return tiles
