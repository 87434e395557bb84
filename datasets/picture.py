"""A picture with its labelled tiles, and the YOLO files it is stored as."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.labels import yolo_text


@dataclass(frozen=True, slots=True)
class Picture:
    """`pixels` uint8 BGR (h, w, 3); `boxes` float64 (n, 4) x1 y1 x2 y2 px; `faces` int64 (n,), numbers of CLASS_NAMES."""

    pixels: NDArray[np.uint8]
    boxes: NDArray[np.float64]
    faces: NDArray[np.int64]


def write_yolo(picture: Picture, classes: NDArray[np.int64], folder: Path, name: str, quality: int = 90) -> None:
    """`images/NAME.jpg` and `labels/NAME.txt` in `folder`; `classes` (n,) are the numbers to write, a box each."""
    height, width = picture.pixels.shape[:2]
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / "images" / f"{name}.jpg"), picture.pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    (folder / "labels" / f"{name}.txt").write_text(yolo_text(classes, picture.boxes / [width, height, width, height]))
