"""How a photo was taken, measured from its pixels and labels alone: what its figures are broken down by, rendered or real."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from recognizer.doubts import sharpness
from recognizer.face_reader import cut_crop
from recognizer.image import Pixels
from recognizer.labels import Labelled
from recognizer.rows import group_rows

CROP = 64
"""The face reader's crops are so many px wide: blur is measured on what it sees."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """`slant`: degrees between the longest row's axis and level, 0..90. `light`: median grey of the labelled tiles, 0..255.

    `sharpness`: the median over the tiles of `doubts.sharpness`, 1 where none can be told.
    """

    slant: float
    light: float
    sharpness: float


Bins = tuple[tuple[str, float], ...]
"""Names and upper ends (exclusive), lowest first."""

MEASURES: dict[str, tuple[Callable[[Conditions], float], Bins]] = {
    "slant, degrees": (lambda seen: seen.slant, (("< 5", 5), ("5-15", 15), ("15-40", 40), (">= 40", math.inf))),
    "light, grey level of the tiles": (lambda seen: seen.light, (("< 90", 90), ("90-140", 140), ("140-190", 190), (">= 190", math.inf))),
    "sharpness": (lambda seen: seen.sharpness, (("< 0.11 (blurred)", 0.11), ("0.11-0.2", 0.2), ("0.2-0.35", 0.35), (">= 0.35", math.inf))),
}


def conditions(pixels: Pixels, label: Labelled) -> Conditions | None:
    """Of one photo; None where it has no label."""
    if not len(label.boxes):
        return None
    height, width = pixels.shape[:2]
    boxes = label.boxes * [width, height, width, height]
    axis = max(group_rows(boxes), key=lambda row: len(row.tiles)).axis
    crops = [cut_crop(pixels, box, 0.0, CROP) for box in np.asarray(boxes, np.float32)]
    sharp = [value for crop in crops if (value := sharpness(crop)) is not None]
    light = float(np.median([float(np.median(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY))) for crop in crops]))
    return Conditions(math.degrees(math.atan2(abs(axis[1]), abs(axis[0]))), light, float(np.median(sharp)) if sharp else 1.0)


def bin_of(value: float, bins: Bins) -> str:
    return next(name for name, end in bins if value < end)
