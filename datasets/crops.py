"""Tile crops for the face reader: each box with generous room around it, so that training can shift, turn and re-margin it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.photos import LabelledPhoto
from recognizer.augment import cut


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
