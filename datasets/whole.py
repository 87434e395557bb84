"""Whole photos for the detector, the tiles that nobody labelled filled in by an earlier detector or, where it isn't sure, covered.

Hand photos label the hand and mostly not the discards and walls behind it. Clips (`datasets.canvas`) leave those out; a detector that has learnt from clips
finds most of them, and the photo as a whole can then teach what a table looks like.
"""

from __future__ import annotations

from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.canvas import SIZE, UPRIGHT_ASPECT
from datasets.photos import LabelledPhoto
from datasets.picture import Picture
from recognizer.classes import BACK, CLASS_INDEX
from recognizer.detector import Boxes, area, intersections
from recognizer.turned import turn

SURE, MAYBE = 0.7, 0.25
"""From SURE on an unlabelled box is taken for a tile; between the two it is covered, for it may be one; below, it is table."""
SAME = 0.25
"""A box that has so much of its area under labels is a label's double, or a part of one."""


class Finds(Protocol):
    """A detector as `recognizer.detector.Detector` is one."""

    def __call__(self, pixels: NDArray[np.uint8], floor: float) -> Boxes: ...


def completed(photo: LabelledPhoto, detector: Finds) -> Picture:
    """The photo with its labels and what the detector is sure of besides; the rest of what it found is blurred out.

    Filled-in tiles carry face 0 (only whether a face shows is known) or `back`.
    """
    pixels = photo.image()
    height, width = pixels.shape[:2]
    labelled = photo.boxes * [width, height, width, height]
    found = detector(pixels, MAYBE)
    if len(found) and len(labelled):
        shared = intersections(found.xyxy, labelled.astype(np.float32)).sum(1) / np.maximum(area(found.xyxy), 1e-9)
        found = found.take(np.asarray(shared < SAME))
    sure = np.asarray(found.scores >= SURE)
    pixels = _covered(pixels, found.take(~sure).xyxy, labelled)
    extra = found.take(sure)
    faces = np.where(extra.back > 0.5, CLASS_INDEX[BACK], 0)
    return Picture(pixels, np.vstack([labelled, extra.xyxy.astype(np.float64)]), np.concatenate([photo.faces, faces]).astype(np.int64))


def _covered(pixels: NDArray[np.uint8], boxes: NDArray[np.float32], labelled: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The boxes painted over by a blur so wide that no tile is left, labelled tiles kept."""
    if not len(boxes):
        return pixels
    mask = np.zeros(pixels.shape[:2], np.uint8)
    for x1, y1, x2, y2 in boxes.astype(int):
        cv2.rectangle(mask, (int(x1) - 3, int(y1) - 3), (int(x2) + 3, int(y2) + 3), 255, -1)
    for x1, y1, x2, y2 in labelled.astype(int):
        cv2.rectangle(mask, (int(x1), int(y1)), (int(x2), int(y2)), 0, -1)
    soft = cv2.GaussianBlur(pixels, (0, 0), 24)
    return np.asarray(np.where(mask[..., None] > 0, soft, pixels), np.uint8)


def as_seen(picture: Picture, aspect: float | None, random: np.random.Generator) -> Picture:
    """The whole photo at the detector's size; the squeeze to a square is undone for half of those whose `aspect` is known."""
    height, width = picture.pixels.shape[:2]
    stretch = 1.0
    if aspect is not None and random.random() < 0.5:
        upright = UPRIGHT_ASPECT if aspect < 1.1 else 1 / UPRIGHT_ASPECT
        stretch = float(np.clip(upright / aspect, 0.5, 2.0))
    scale = SIZE / max(width * stretch, height)
    across, down = round(width * stretch * scale), round(height * scale)
    pixels = cv2.resize(picture.pixels, (across, down), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    factor = np.array([across / width, down / height] * 2)
    turned = Picture(np.asarray(pixels, np.uint8), picture.boxes * factor, picture.faces)
    return _half_turn(turned) if random.random() < 0.15 else turned


def aslant(picture: Picture, random: np.random.Generator) -> Picture:
    """A photo of level rows as a phone held at a slant sees them, from the seat or across the table, cut to the tiles and a rim around them."""
    degrees = float(random.uniform(12, 55) * random.choice((-1, 1))) + (180 if random.random() < 0.25 else 0)
    red, green, blue = (int(value) for value in random.integers(20, 200, 3))
    pixels, boxes = turn(picture.pixels, picture.boxes, degrees, (blue, green, red))
    frame = np.array(pixels.shape[1::-1])
    left, top = np.maximum(boxes[:, :2].min(axis=0) - random.uniform(20, 160, 2), 0).astype(int)
    right, low = np.minimum(boxes[:, 2:].max(axis=0) + random.uniform(20, 160, 2), frame).astype(int)
    return Picture(np.ascontiguousarray(pixels[top:low, left:right]), boxes - [left, top, left, top], picture.faces)


def _half_turn(picture: Picture) -> Picture:
    """Seen from across the table."""
    height, width = picture.pixels.shape[:2]
    boxes = np.array([width, height, width, height]) - picture.boxes[:, [2, 3, 0, 1]]
    return Picture(np.ascontiguousarray(picture.pixels[::-1, ::-1]), boxes, picture.faces)
