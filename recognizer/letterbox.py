"""Fit an image into the detector's canvas without stretching it, and back. Forward and inverse stand side by side."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.image import Pixels

GREY = 114
"""What Ultralytics pads with in training."""


@dataclass(frozen=True, slots=True)
class Letterbox:
    """Where an image lies on a canvas. All in pixels: the image is resized to `inner` and put at (`left`, `top`) of `canvas`; sizes are (width, height)."""

    image: tuple[int, int]
    inner: tuple[int, int]
    canvas: tuple[int, int]
    left: int
    top: int

    def forward(self, xyxy: NDArray[np.float32]) -> NDArray[np.float32]:
        """Boxes (N, 4) in image pixels -> canvas pixels."""
        return np.asarray(xyxy * self._factor() + self._shift(), np.float32)

    def inverse(self, xyxy: NDArray[np.float32]) -> NDArray[np.float32]:
        """Boxes (N, 4) in canvas pixels -> image pixels."""
        return np.asarray((xyxy - self._shift()) / self._factor(), np.float32)

    def draw(self, pixels: Pixels) -> NDArray[np.float32]:
        """The network's input: (1, 3, canvas height, canvas width), RGB, 0..1."""
        if (pixels.shape[1], pixels.shape[0]) != self.image:
            raise ValueError(f"an image of {pixels.shape[1]} x {pixels.shape[0]}, expected {self.image[0]} x {self.image[1]}")
        canvas = np.full((self.canvas[1], self.canvas[0], 3), GREY, np.uint8)
        resized = pixels
        if self.inner != self.image:
            resized = np.asarray(cv2.resize(pixels, self.inner, interpolation=cv2.INTER_AREA if self.inner[0] < self.image[0] else cv2.INTER_LINEAR))
        canvas[self.top : self.top + self.inner[1], self.left : self.left + self.inner[0]] = resized
        planes = np.ascontiguousarray(canvas[:, :, ::-1].transpose(2, 0, 1))
        return (planes.astype(np.float32) * np.float32(1 / 255))[None]

    def _factor(self) -> NDArray[np.float64]:
        # Rounding the inner size to whole pixels makes the two factors differ by a hair: each axis keeps its own.
        return np.tile(np.array(self.inner, np.float64) / self.image, 2)

    def _shift(self) -> NDArray[np.float64]:
        return np.array([self.left, self.top, self.left, self.top], np.float64)


def fit_square(width: int, height: int, size: int) -> Letterbox:
    """Into a `size` x `size` canvas, centred."""
    return _fit(width, height, size / max(width, height), (size, size))


def fit_tight(width: int, height: int, scale: float, stride: int = 32) -> Letterbox:
    """At `scale`, on the smallest canvas whose sides are multiples of `stride`: what is not padded is not computed."""
    inner = _inner(width, height, scale)
    return _fit(width, height, scale, (math.ceil(inner[0] / stride) * stride, math.ceil(inner[1] / stride) * stride))


def _inner(width: int, height: int, scale: float) -> tuple[int, int]:
    return max(1, round(width * scale)), max(1, round(height * scale))


def _fit(width: int, height: int, scale: float, canvas: tuple[int, int]) -> Letterbox:
    inner = _inner(width, height, scale)
    return Letterbox((width, height), inner, canvas, (canvas[0] - inner[0]) // 2, (canvas[1] - inner[1]) // 2)
