"""From a clean render to a phone's picture: lamps, shadows, focus, motion, noise, sharpening, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray


def develop(pixels: NDArray[np.uint8], random: np.random.Generator, rough: float = 1.0) -> NDArray[np.uint8]:
    """The picture as a phone would store it, uint8 BGR of the same size. `rough` scales every fault; 0 changes nothing."""
    if rough <= 0:
        return pixels
    height, width = pixels.shape[:2]
    light = pixels.astype(np.float32) * _lamp(height, width, random, rough)
    if random.random() < 0.35:
        light = cv2.GaussianBlur(light, (0, 0), float(random.uniform(0.4, 1.0 + 1.2 * rough)) * width / 1280)
    if random.random() < 0.2 * rough:
        light = _shaken(light, random, rough)
    light *= np.exp(random.normal(0, 0.07 * rough, 3)).astype(np.float32)
    mean = float(light.mean())
    light = (light - mean) * float(np.exp(random.normal(0, 0.14 * rough))) + mean + float(random.normal(0, 12 * rough))
    if random.random() < 0.06 * rough:
        light[:] = light @ np.array([0.114, 0.587, 0.299], np.float32)[:, None]
    if random.random() < 0.7:
        grain = random.standard_normal((height, width, 1), np.float32) * np.float32(random.uniform(0.5, 7) * rough)
        light += cv2.GaussianBlur(grain, (0, 0), 0.6)[..., None]
    if random.random() < 0.5:
        light += (light - cv2.GaussianBlur(light, (0, 0), 1.4 * width / 1280)) * float(random.uniform(0.2, 1.2))
    stored = np.clip(light, 0, 255).astype(np.uint8)
    quality = int(random.integers(45, 96))
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR), np.uint8)


def _lamp(height: int, width: int, random: np.random.Generator, rough: float) -> NDArray[np.float32]:
    """Light that falls off to a side, and now and then the edge of somebody's shadow: float32 (h, w, 1)."""
    ys, xs = np.mgrid[-1:1:48j, -1:1:48j].astype(np.float32)
    angle = random.uniform(0, 2 * np.pi)
    across = xs * np.cos(angle) + ys * np.sin(angle)
    field = 1 + across * np.float32(random.uniform(0, 0.25) * rough)
    if random.random() < 0.3 * rough:
        field *= 1 - random.uniform(0.15, 0.5) / (1 + np.exp(-(across - random.uniform(-0.8, 0.8)) * random.uniform(6, 40)))
    if random.random() < 0.15 * rough:  # a lamp's reflection on the table
        cx, cy = random.uniform(-1, 1, 2)
        field += np.exp(-(((xs - cx) ** 2 + (ys - cy) ** 2) / random.uniform(0.02, 0.2))) * random.uniform(0.1, 0.5)
    return np.asarray(cv2.resize(field.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)[..., None])


def _shaken(light: NDArray[np.float32], random: np.random.Generator, rough: float) -> NDArray[np.float32]:
    length = max(3, int(random.uniform(2, 3 + 6 * rough) * light.shape[1] / 1280))
    kernel = np.zeros((length, length), np.float32)
    angle, middle = random.uniform(0, np.pi), (length - 1) / 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * middle
    ends = [tuple(round(v) for v in (middle + reach)), tuple(round(v) for v in (middle - reach))]
    cv2.line(kernel, ends[0], ends[1], 1.0)
    return np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()), np.float32)
