"""Tile crops for the face reader: each box with generous room around it, so that training can shift, turn and re-margin it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.photos import LabelledPhoto

ROOM = 0.35
"""Stored around the box on each side, as a fraction of the box: training takes its own margin out of it."""
STORED_SIZE = 112
"""Side of a stored crop in pixels: 64 px of tile and a little more than what margins, shifts and turns need."""


@dataclass(frozen=True, slots=True)
class Crops:
    """`pixels` uint8 (n, s, s, 3) BGR; `faces` int64 (n,); `width` float32 (n,), how many true pixels wide the box was;
    `source` (n,) the subset or tile set each came from."""

    pixels: NDArray[np.uint8]
    faces: NDArray[np.int64]
    width: NDArray[np.float32]
    source: NDArray[np.str_]

    def save(self, path: str) -> None:
        np.savez(path, pixels=self.pixels, faces=self.faces, width=self.width, source=self.source)


def cut(image: NDArray[np.uint8], box: NDArray[np.float64], room: float = ROOM, size: int = STORED_SIZE) -> NDArray[np.uint8]:
    """The box (x1 y1 x2 y2, px) with `room` around it, stretched to a square of `size` px; the frame's edge is repeated outside."""
    centre, half = (box[:2] + box[2:]) / 2, (box[2:] - box[:2]) / 2 * (1 + 2 * room)
    scale = size / (2 * half)
    matrix = np.array([[scale[0], 0, -scale[0] * (centre[0] - half[0])], [0, scale[1], -scale[1] * (centre[1] - half[1])]])
    if min(scale) < 0.5:  # cv2's bilinear skips pixels when it shrinks by more than two: average first
        factor = min(scale) * 1.5
        image = np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
        matrix[:, :2] /= factor
    warped = cv2.warpAffine(image, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)


def crops_of(photos: Iterable[LabelledPhoto]) -> Crops:
    """Every labelled tile of the photos, in order."""
    pixels, faces, width, source = [], [], [], []
    for photo in photos:
        image = photo.image()
        scale = np.array([image.shape[1], image.shape[0]] * 2, np.float64)
        for box, face in zip(photo.boxes * scale, photo.faces, strict=True):
            if min(box[2] - box[0], box[3] - box[1]) < 6:  # a sliver holds no face
                continue
            pixels.append(cut(image, box))
            faces.append(face)
            width.append(min(box[2] - box[0], box[3] - box[1]))
            source.append(photo.subset)
    return Crops(np.stack(pixels), np.array(faces), np.array(width, np.float32), np.array(source))
