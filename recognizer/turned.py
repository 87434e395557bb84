"""Labelled photos as a phone held at another angle would have taken them: how reading stands a slant is measured on real photos, not on renders alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.image import Pixels, load_upright
from recognizer.labels import Labelled

LEVEL_SUBSETS = ("cn_tray", "hk_hand")
"""Subsets of the project's photos whose tiles lie level in rows: when one is turned, its labels' boxes keep to the tiles."""
TABLE = (90, 110, 90)
"""What lies beyond the photo's old frame, BGR: a dull cloth. A mirrored or repeated edge would show tiles twice."""


def turn(pixels: Pixels, boxes: NDArray[np.float64], degrees: float, beyond: tuple[int, int, int] = TABLE) -> tuple[Pixels, NDArray[np.float64]]:
    """Pixels turned anticlockwise about their middle, the frame grown so that nothing is lost and filled with `beyond`; `boxes` (N, 4) in px turned with them.

    A box becomes the upright box round the turned one: right for tiles that lay level, too large for those that didn't.
    """
    height, width = pixels.shape[:2]
    cos, sin = abs(np.cos(np.radians(degrees))), abs(np.sin(np.radians(degrees)))
    frame = round(width * cos + height * sin), round(width * sin + height * cos)
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    matrix[:, 2] += [(frame[0] - width) / 2, (frame[1] - height) / 2]
    x1, y1, x2, y2 = boxes.T
    corners = np.stack([[x1, y1], [x2, y1], [x2, y2], [x1, y2]], axis=0).transpose(2, 0, 1) @ matrix[:, :2].T + matrix[:, 2]
    shown = cv2.warpAffine(pixels, matrix, frame, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=beyond)
    return np.asarray(shown, np.uint8), np.hstack([corners.min(axis=1), corners.max(axis=1)])


def turned(photo: Labelled, degrees: float, folder: Path) -> Labelled:
    """The photo and its labels turned (`turn`), written to `folder` without loss. Raises PhotoError."""
    pixels = load_upright(photo.path.read_bytes()).finer(8.0).pixels
    height, width = pixels.shape[:2]
    shown, boxes = turn(pixels, photo.boxes * [width, height, width, height], degrees)
    path = folder / f"{photo.path.stem}.png"
    cv2.imwrite(str(path), shown)
    return replace(photo, path=path, boxes=np.clip(boxes / ([*shown.shape[1::-1]] * 2), 0, 1))
