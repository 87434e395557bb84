"""Stored crops, and what a phone does to a tile before the face reader sees it: random views of one. Never mirrored: a mirrored 發 is no tile."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

ROOM = 0.35
"""What a stored crop holds around the box on each side, as a fraction of the box: training takes its own margin out of it."""
STORED_SIZE = 112
"""Side of a stored crop in pixels: 64 px of tile and a little more than what margins, shifts and turns need."""

TILE_ASPECT = 0.74
"""Width over height of a tile's face."""


def cut(image: NDArray[np.uint8], box: NDArray[np.float64], room: float = ROOM, size: int = STORED_SIZE) -> NDArray[np.uint8]:
    """The box (x1 y1 x2 y2, px) with `room` around it, stretched to a square of `size` px; the frame's edge is repeated outside."""
    centre, half = (box[:2] + box[2:]) / 2, (box[2:] - box[:2]) / 2 * (1 + 2 * room)
    scale = size / (2 * half)
    matrix = np.array([[scale[0], 0, -scale[0] * (centre[0] - half[0])], [0, scale[1], -scale[1] * (centre[1] - half[1])]])
    if min(scale) < 0.5:  # cv2's bilinear skips pixels when it shrinks by more than two: average first
        factor = min(scale) * 1.5
        image = np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
        matrix[:, :2] /= factor
    return _warp(image, matrix, size)


def plain_view(crop: NDArray[np.uint8], size: int, margin: float) -> NDArray[np.uint8]:
    """What inference cuts: the box with `margin` around it, as uint8 BGR (size, size, 3)."""
    stored = crop.shape[0]
    keep = stored * (1 + 2 * margin) / (1 + 2 * ROOM)
    start = (stored - keep) / 2
    return _warp(crop, np.array([[size / keep, 0, -start * size / keep], [0, size / keep, -start * size / keep]]), size)


def random_view(
    crop: NDArray[np.uint8],
    size: int,
    margin: float,
    random: np.random.Generator,
    turns: float = 0.35,
    diagonal: float = 0.3,
    recolour: float = 0.0,
    farthest: float = 0.17,
    wear: float = 1.0,
) -> NDArray[np.uint8]:
    """A random view of a stored crop: uint8 BGR (size, size, 3).

    `turns` is the share given a quarter, half or three-quarter turn, `diagonal` the share turned by any angle, as tiles of a slanting row lie in
    their upright boxes, `recolour` the share shown in inks and bodies of other colours, `farthest` what is left of a far tile's pixels,
    `wear` how often a view is also far, blurred, noisy or JPEG-coded: 1 for sharp photos, less for renders, which are so already. Boxes are shifted
    and re-margined as a detector errs; the picture is turned by a few degrees, sheared, shrunk and blown up again, blurred, lit otherwise, made grey,
    noisy, JPEG-coded.
    """
    stored = crop.shape[0]
    centre = stored / 2 + random.normal(0, 0.022, 2) * stored
    keep = stored * (1 + 2 * margin) / (1 + 2 * ROOM) * np.exp(random.normal(0.01, 0.06, 2))
    quarter = random.choice([90, 180, 270]) if random.random() < turns else 0
    slant = random.uniform(-50, 50) if random.random() < diagonal * wear else random.normal(0, 5.0)
    shear = np.eye(2) + np.array([[0, random.normal(0, 0.07)], [random.normal(0, 0.05), 0]])
    linear = _rotation(quarter) @ slanted(slant) @ shear @ np.diag(size / keep)
    view = _warp(crop, np.hstack([linear, (size / 2 - linear @ centre)[:, None]]), size)
    return _developed(recoloured(view, random) if random.random() < recolour else view, size, random, farthest, wear)


def recoloured(view: NDArray[np.uint8], random: np.random.Generator) -> NDArray[np.uint8]:
    """The same tile of another set's colours: hues turned, channels swapped, two inks in place of all, or light engraving on a dark body."""
    kind = random.random()
    if kind < 0.3:
        hsv = cv2.cvtColor(view, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(np.int32) + int(random.integers(20, 160))) % 180
        return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)
    if kind < 0.55:
        return np.ascontiguousarray(view[..., random.permutation(3)])
    if kind < 0.7:
        return np.asarray(255 - view, np.uint8)
    grey = cv2.cvtColor(view, cv2.COLOR_BGR2GRAY).astype(np.float32)
    low, high = np.percentile(grey, (2, 98))
    share = np.clip((grey - low) / max(float(high - low), 20.0), 0, 1)[..., None]
    dark, light = random.uniform(0, 130, 3), random.uniform(125, 255, 3)
    if random.random() < 0.4:
        dark, light = light, dark
    return np.asarray(dark * (1 - share) + light * share, np.uint8)


def slanted(degrees: float) -> NDArray[np.float64]:
    """What a slant does to a tile that fills a square: (2, 2). The tile turns in its true shape, and its new upright box is stretched to the square again.

    A few degrees come from a hand that isn't level and leave the box as it is; from there on the box grows round the tile, as labels' boxes do.
    """
    angle = np.deg2rad(degrees)
    cos, sin = abs(np.cos(angle)), abs(np.sin(angle))
    box = np.array([TILE_ASPECT * cos + sin, TILE_ASPECT * sin + cos])
    return np.asarray(np.diag(1 / box) @ _rotation(degrees) @ np.diag([TILE_ASPECT, 1.0]))


def _rotation(degrees: float) -> NDArray[np.float64]:
    angle = np.deg2rad(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _warp(crop: NDArray[np.uint8], matrix: NDArray[np.float64], size: int) -> NDArray[np.uint8]:
    warped = cv2.warpAffine(crop, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)


def _developed(view: NDArray[np.uint8], size: int, random: np.random.Generator, farthest: float, wear: float) -> NDArray[np.uint8]:
    if random.random() < 0.5 * wear:  # far away: few pixels, blown up again
        small = max(9, int(size * random.uniform(farthest, 0.7)))
        view = np.asarray(cv2.resize(cv2.resize(view, (small, small), interpolation=cv2.INTER_AREA), (size, size), interpolation=cv2.INTER_LINEAR), np.uint8)
    if random.random() < 0.15 * wear:  # a hand that moves
        length = int(random.integers(2, 6))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(random.integers(0, length))), (length - 1, int(random.integers(0, length))), 1.0)
        view = np.asarray(cv2.filter2D(view, -1, kernel / max(kernel.sum(), 1)), np.uint8)
    pixels = view.astype(np.float32)
    if random.random() < 0.12:  # hue lost: a grey photo
        pixels[:] = pixels @ np.array([0.114, 0.587, 0.299], np.float32)[:, None]
    elif random.random() < 0.6:  # lamps tint
        pixels *= np.exp(random.normal(0, 0.12, 3)).astype(np.float32)
    mean = pixels.mean()
    pixels = (pixels - mean) * np.exp(random.normal(0, 0.25)) + mean + random.normal(0, 22)
    if random.random() < 0.3:  # light falls off, or a shadow's edge crosses
        ramp = np.linspace(-1, 1, size, dtype=np.float32)
        plane = ramp[None, :] * random.normal(0, 1) + ramp[:, None] * random.normal(0, 1)
        plane = np.tanh(plane * random.uniform(0.5, 8))
        pixels *= (1 + random.uniform(0, 0.35) * plane)[..., None]
    if random.random() < 0.05:  # a highlight, a finger, a neighbour's edge
        x, y, w, h = (int(v) for v in random.uniform(0, size, 4))
        pixels[y : y + h // 3, x : x + w // 3] = random.uniform(0, 255, 3)
    if random.random() < 0.4 * wear:
        pixels += random.normal(0, random.uniform(1, 12), pixels.shape).astype(np.float32)
    view = np.clip(pixels, 0, 255).astype(np.uint8)
    if random.random() < 0.25 * wear:
        view = np.asarray(cv2.imdecode(cv2.imencode(".jpg", view, [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(25, 85))])[1], cv2.IMREAD_COLOR), np.uint8)
    return view
