"""Labelled photos on disk: `images/`, `labels/` (YOLO txt), `classes.txt`, and a `manifest.csv` beside the split folders."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.classes import CLASS_INDEX

IMAGE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")


class DataError(ValueError):
    """A data folder that is not in the expected form. The message names the file and what was expected."""


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
        """The pixels, BGR (h, w, 3). Raises DataError when the file is no picture."""
        pixels = cv2.imread(str(self.path), cv2.IMREAD_COLOR)
        if pixels is None:
            raise DataError(f"not a picture: {self.path}")
        return np.asarray(pixels, np.uint8)


def read_split(folder: Path) -> list[LabelledPhoto]:
    """Every labelled photo of a split folder, by name. Its own class order is mapped by name. Raises DataError."""
    classes_file = folder / "classes.txt"
    if not classes_file.exists():
        raise DataError(f"no classes.txt in {folder}: expected images/, labels/ and classes.txt")
    names = classes_file.read_text().split()
    unknown = [name for name in names if name not in CLASS_INDEX]
    if unknown:
        raise DataError(f"{classes_file}: no such tile: {', '.join(unknown)}")
    to_class = np.array([CLASS_INDEX[name] for name in names], np.int64)
    manifest = _manifest(folder)
    return [_read_photo(path, folder, to_class, manifest.get(path.stem, {})) for path in _images(folder)]


def _images(folder: Path) -> Iterator[Path]:
    yield from sorted(path for path in (folder / "images").iterdir() if path.suffix.lower() in IMAGE_SUFFIXES)


def _manifest(folder: Path) -> dict[str, dict[str, str]]:
    file = folder.parent / "manifest.csv"
    if not file.exists():
        return {}
    with file.open(newline="") as stream:
        return {row["file"]: row for row in csv.DictReader(stream) if row.get("split", folder.name) == folder.name}


def _read_photo(path: Path, folder: Path, to_class: NDArray[np.int64], row: dict[str, str]) -> LabelledPhoto:
    label_file = folder / "labels" / f"{path.stem}.txt"
    if not label_file.exists():
        raise DataError(f"no labels for {path}: expected {label_file}")
    text = label_file.read_text().split()
    if len(text) % 5:
        raise DataError(f"{label_file}: expected lines of 5 numbers, class cx cy w h")
    table = np.array(text, np.float64).reshape(-1, 5)
    centre, size = table[:, 1:3], table[:, 3:5]
    return LabelledPhoto(
        path=path,
        subset=row.get("subset", folder.parent.name),
        group=row.get("group", path.stem),
        original=row.get("original", "1") == "1",
        aspect=float(row["tile_aspect"]) if row.get("tile_aspect") else None,
        boxes=np.clip(np.hstack([centre - size / 2, centre + size / 2]), 0, 1),
        faces=to_class[table[:, 0].astype(np.int64)],
    )
