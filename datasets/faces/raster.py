"""Inks -> pixels, by OpenCV's polygon filler on a finer grid: no system library needed."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from datasets.faces.ink import HEIGHT, WIDTH, Area, Brush, Ink, arc, borders

_FINER = 4
_SHIFT = 4  # cv2's fixed point: 1/16 of a fine pixel
_CAP, _ROUND = arc(0, 0, 1, n=16), arc(0, 0, 1, n=48)


def _fixed(points: np.ndarray, scale: float) -> np.ndarray:
    """Face units -> cv2's fixed point; cv2 puts whole numbers at pixel centres."""
    return np.rint((points * scale - 0.5) * (1 << _SHIFT)).astype(np.int32)


def _brush(canvas: np.ndarray, ink: Brush, scale: float, rgba: tuple[int, ...]) -> None:
    """Quads between the two borders, and a disc at each end: a line that crosses itself stays filled."""
    left, right = borders(ink)
    for quad in _fixed(np.stack([left[:-1], left[1:], right[1:], right[:-1]], axis=1), scale):
        cv2.fillConvexPoly(canvas, quad, rgba, cv2.LINE_8, _SHIFT)
    for end in (0, -1):
        cv2.fillConvexPoly(canvas, _fixed(ink.line[end] + _CAP * ink.width[end] / 2, scale), rgba, cv2.LINE_8, _SHIFT)


def to_rgba(inks: Iterable[Ink], height_px: int) -> np.ndarray:
    """Pixels of shape (height_px, round(height_px * 3 / 4), 4), uint8, RGBA with straight alpha."""
    width_px = round(height_px * WIDTH / HEIGHT)
    canvas = np.zeros((height_px * _FINER, width_px * _FINER, 4), np.uint8)
    scale = height_px * _FINER / HEIGHT
    for ink in inks:
        rgba = (*bytes.fromhex(ink.colour[1:]), 255)
        if isinstance(ink, Area):
            cv2.fillPoly(canvas, [_fixed(ring, scale) for ring in ink.rings], rgba, cv2.LINE_8, _SHIFT)
        elif isinstance(ink, Brush):
            _brush(canvas, ink, scale, rgba)
        else:
            circles = [_fixed(_ROUND * r + (ink.x, ink.y), scale) for r in (ink.outer, ink.inner) if r > 0]
            cv2.fillPoly(canvas, circles, rgba, cv2.LINE_8, _SHIFT)
    # Clear pixels are all zero and painted ones opaque, so the mean is colour times alpha: divide it out.
    small = cv2.resize(canvas, (width_px, height_px), interpolation=cv2.INTER_AREA)
    alpha = np.maximum(small[..., 3:].astype(np.uint16), 1)
    small[..., :3] = np.minimum((small[..., :3].astype(np.uint16) * 255 + alpha // 2) // alpha, 255)
    return small
