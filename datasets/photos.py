"""Labelled photos of a training folder: what `recognizer.labels` reads, with what the manifest says of each photo."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.errors import DatasetError
from recognizer.labels import manifest_rows, read_folder

IMAGE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """One photo and what is labelled in it.

    `boxes` is float64 (n, 4), x1 y1 x2 y2 relative to the image (0..1); `faces` is int64 (n,), numbers of CLASS_NAMES.
    `group` names photographs of the same hand: never split one. `aspect` is width/height of a tile as stored, None if unknown.
    """

    path: Path
    subset: str
    group: str
    original: bool
    aspect: float | None
    boxes: NDArray[np.float64]
    faces: NDArray[np.int64]

    def image(self) -> NDArray[np.uint8]:
        """The pixels, BGR (h, w, 3). Raises DatasetError when the file is no picture."""
        pixels = cv2.imread(str(self.path), cv2.IMREAD_COLOR)
        if pixels is None:
            raise DatasetError(f"not a picture: {self.path}")
        return np.asarray(pixels, np.uint8)


def read_split(folder: Path) -> list[LabelledPhoto]:
    """Every labelled photo of a split folder, by name. Raises DatasetError.

    A photo without a line in the manifest is a group of its own, and of the subset that the parent folder names.
    """
    manifest = manifest_rows(folder)
    photos = []
    for label in read_folder(folder):
        row = manifest.get(label.path.stem, {})
        photos.append(
            LabelledPhoto(
                path=label.path,
                subset=label.subset or folder.parent.name,
                group=row.get("group", label.path.stem),
                original=row.get("original", "1") == "1",
                aspect=float(row["tile_aspect"]) if row.get("tile_aspect") else None,
                boxes=np.clip(label.boxes, 0, 1),
                faces=label.faces,
            )
        )
    return photos
