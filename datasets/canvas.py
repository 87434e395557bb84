"""Detector canvases: clips that hug the labelled tiles of photos, several on one picture, so that one image teaches some forty tiles.

A photo's tiles that nobody labelled would teach the detector to miss tiles. A clip therefore shows the labelled tiles and a rim of
table; what lies beyond is covered by the canvas's background.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.photos import LabelledPhoto
from datasets.picture import Picture

SIZE = 640
UPRIGHT_ASPECT = 0.74
"""Width over height of a Hong Kong tile's face."""


def clip_of(photo: LabelledPhoto, random: np.random.Generator, tile_px: float, longest: int = SIZE) -> tuple[Picture, NDArray[np.bool_]] | None:
    """The labelled tiles of one photo with some table around, its tiles about `tile_px` wide, turned by quarter turns and a little.

    With it the pixels to show, bool (h, w): those near a label. None when the photo labels nothing.
    The squeeze to a square that the photo underwent is undone for two in three.
    """
    if not len(photo.boxes):
        return None
    image = photo.image()
    height, width = image.shape[:2]
    boxes = photo.boxes * [width, height, width, height]
    stretch = np.exp(random.normal(0, 0.06))
    if photo.aspect is not None and random.random() < 0.65:
        upright = UPRIGHT_ASPECT if photo.aspect < 1.1 else 1 / UPRIGHT_ASPECT
        stretch *= np.clip(upright / photo.aspect, 0.5, 2.2)
    sides = np.median(boxes[:, 2:] - boxes[:, :2], axis=0)
    rim = sides * random.uniform(0.15, 1.0)
    low = np.maximum(boxes[:, :2].min(0) - rim, 0)
    high = np.minimum(boxes[:, 2:].max(0) + rim, [width, height])
    across = min(sides[0] * stretch, sides[1])
    scale = min(tile_px / across, longest / max((high[0] - low[0]) * stretch, high[1] - low[1]))
    turn, tilt = int(random.integers(0, 4)) if random.random() < 0.4 else 0, np.deg2rad(random.normal(0, 2.0))
    angle = turn * np.pi / 2 + tilt
    linear = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ np.diag([scale * stretch, scale])
    corners = np.array([[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]]) @ linear.T
    offset = corners.min(0)
    out = np.ceil(corners.max(0) - offset).astype(int)
    if out.max() > longest or out.min() < 8:
        shrink = longest / max(out.max(), 1) * 0.995
        linear, corners = linear * shrink, corners * shrink
        offset, out = corners.min(0), np.ceil(corners.max(0) - corners.min(0)).astype(int)
    matrix = np.hstack([linear, -offset[:, None]])
    smaller = image if scale > 0.6 else cv2.GaussianBlur(image, (0, 0), 0.35 / scale)
    pixels = cv2.warpAffine(smaller, matrix, (int(out[0]), int(out[1])), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    moved = _moved(boxes, matrix, abs(tilt))
    keep = _near_labels(moved, pixels.shape[:2], max(rim * scale))
    return Picture(np.asarray(pixels, np.uint8), moved, photo.faces.copy()), keep


def _moved(boxes: NDArray[np.float64], matrix: NDArray[np.float64], tilt: float) -> NDArray[np.float64]:
    """Axis-aligned boxes after an affine map. A tilted box's corners overshoot its tile: take half of the overshoot back."""
    xy = np.stack([boxes[:, [0, 1]], boxes[:, [2, 1]], boxes[:, [2, 3]], boxes[:, [0, 3]]], axis=1)
    moved = xy @ matrix[:, :2].T + matrix[:, 2]
    low, high = moved.min(1), moved.max(1)
    overshoot = np.abs(np.sin(tilt)) * (high - low)[:, ::-1] / 4
    return np.hstack([low + overshoot, high - overshoot])


def _near_labels(boxes: NDArray[np.float64], shape: tuple[int, int], rim: float) -> NDArray[np.bool_]:
    """Which pixels lie on or near labelled tiles: bool (h, w). Elsewhere tiles may lie that nobody labelled."""
    mask = np.zeros(shape, np.uint8)
    for x1, y1, x2, y2 in np.round(boxes).astype(int):
        mask[max(y1, 0) : y2 + 1, max(x1, 0) : x2 + 1] = 1
    reach = max(3, int(rim * 0.5) | 1)
    return np.asarray(cv2.dilate(mask, np.ones((reach, reach), np.uint8)) > 0)


def canvas(photos: Sequence[LabelledPhoto], backgrounds: Sequence[Path], random: np.random.Generator, size: int = SIZE) -> Picture:
    """One canvas of `size` px: up to six clips on shelves over a background."""
    pixels = background(backgrounds, random, size)
    boxes: list[NDArray[np.float64]] = []
    faces: list[NDArray[np.int64]] = []
    top = int(random.integers(0, 20))
    tile_px = float(np.clip(np.exp(random.normal(np.log(36), 0.45)), 14, 130))
    while top < size - 24:
        left, tallest = int(random.integers(0, 40)), 0
        for _ in range(4):
            cut_out = clip_of(photos[int(random.integers(len(photos)))], random, tile_px * np.exp(random.normal(0, 0.15)), size)
            if cut_out is None:
                continue
            clip, shown = cut_out
            height, width = clip.pixels.shape[:2]
            if top + height > size or left + width > size:
                continue
            pixels[top : top + height, left : left + width][shown] = clip.pixels[shown]
            boxes.append(clip.boxes + np.array([left, top, left, top]))
            faces.append(clip.faces)
            left += width + int(random.integers(4, 40))
            tallest = max(tallest, height)
        if not tallest:
            break
        top += tallest + int(random.integers(4, 40))
    if not boxes:
        return Picture(pixels, np.zeros((0, 4)), np.zeros(0, np.int64))
    return Picture(pixels, np.clip(np.vstack(boxes), 0, size), np.concatenate(faces))


def background(files: Sequence[Path], random: np.random.Generator, size: int) -> NDArray[np.uint8]:
    """A random part of a random background, brightened or darkened, uint8 (size, size, 3); one colour where there is no file."""
    if not files or random.random() < 0.15:
        return np.full((size, size, 3), random.integers(20, 230, 3), np.uint8)
    picture = cv2.imread(str(files[int(random.integers(len(files)))]), cv2.IMREAD_COLOR)
    if picture is None:
        return background((), random, size)
    if min(picture.shape[:2]) < 200:  # a small texture is made to be laid side by side
        picture = np.tile(picture, (-(-size // picture.shape[0]), -(-size // picture.shape[1]), 1))
    zoom = size / min(picture.shape[:2]) * random.uniform(1.0, 2.0)
    picture = cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR)
    y, x = (int(random.integers(0, side - size + 1)) for side in picture.shape[:2])
    part = picture[y : y + size, x : x + size].astype(np.float32)
    part = part * random.uniform(0.5, 1.2) * np.exp(random.normal(0, 0.12, 3)) + random.normal(0, 8)
    return np.clip(part, 0, 255).astype(np.uint8)
