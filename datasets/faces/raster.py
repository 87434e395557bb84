"""Inks -> pixels, by OpenCV's polygon filler on a finer grid: no system library needed."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from datasets.faces.ink import HEIGHT, WIDTH, Area, Brush, Ink, arc

_FINER = 4
_SHIFT = 4  # cv2's fixed point: 1/16 of a fine pixel


def _fill(canvas: np.ndarray, rings: Iterable[np.ndarray], scale: float, rgba: tuple[int, ...]) -> None:
    # cv2 puts whole numbers at pixel centres, and paints the border pixels too.
    cv2.fillPoly(canvas, [np.round((ring * scale - 0.5) * (1 << _SHIFT)).astype(np.int32) for ring in rings], rgba, cv2.LINE_8, _SHIFT)


def _brush(canvas: np.ndarray, ink: Brush, scale: float, rgba: tuple[int, ...]) -> None:
    step = np.gradient(ink.line, axis=0)
    step /= np.linalg.norm(step, axis=1, keepdims=True) + 1e-9
    side = np.column_stack([-step[:, 1], step[:, 0]]) * ink.width[:, None] / 2
    left, right = ink.line + side, ink.line - side
    for i in range(len(ink.line) - 1):
        _fill(canvas, [np.array([left[i], left[i + 1], right[i + 1], right[i]])], scale, rgba)
    for end in (0, -1):
        _fill(canvas, [arc(ink.line[end, 0], ink.line[end, 1], ink.width[end] / 2, n=16)], scale, rgba)


def to_rgba(inks: Iterable[Ink], height_px: int) -> np.ndarray:
    """Pixels of shape (height_px, round(height_px * 3 / 4), 4), uint8, RGBA with straight alpha."""
    width_px = round(height_px * WIDTH / HEIGHT)
    canvas = np.zeros((height_px * _FINER, width_px * _FINER, 4), np.uint8)
    scale = height_px * _FINER / HEIGHT
    for ink in inks:
        rgba = (*bytes.fromhex(ink.colour[1:]), 255)
        if isinstance(ink, Area):
            _fill(canvas, ink.rings, scale, rgba)
        elif isinstance(ink, Brush):
            _brush(canvas, ink, scale, rgba)
        else:
            _fill(canvas, [arc(ink.x, ink.y, r, n=48) for r in (ink.outer, ink.inner) if r > 0], scale, rgba)
    # Clear pixels are all zero and painted ones opaque, so the mean is colour times alpha: divide it out.
    small = cv2.resize(canvas, (width_px, height_px), interpolation=cv2.INTER_AREA)
    alpha = np.maximum(small[..., 3:].astype(np.uint16), 1)
    small[..., :3] = np.minimum((small[..., :3].astype(np.uint16) * 255 + alpha // 2) // alpha, 255)
    return small
