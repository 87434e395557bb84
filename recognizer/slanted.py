"""Tiles of rows that run aslant: their upright boxes show corners of neighbours and leave the tile small, so they are cut out along the row too."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.image import Pixels, with_edges
from recognizer.rows import group_rows

Array = NDArray[np.float32]

LEAST_SLANT = math.radians(20)
"""A row nearer than this to level or upright is read as well from upright boxes alone."""
LEAST_TILES = 4
"""Fewer tiles have no axis to trust."""
SLIMMEST = 0.5
"""A tile's shorter side over its longer one: what comes out slimmer doesn't lie along the row, but level in a stair of tiles, as in a pile."""
NEAR_DIAGONAL = math.radians(15)
SQUAREST = 0.85
"""Near 45 degrees the upright box of a tile that lies along the row is square, to within this."""


@dataclass(frozen=True, slots=True)
class Slanted:
    """One tile as it lies: `tile` its box's number, `centre` px, `axis` the row's direction (a unit vector), `along` and `across` it the tile's sides, px."""

    tile: int
    centre: tuple[float, float]
    axis: tuple[float, float]
    along: float
    across: float


def slanted_tiles(xyxy: Array) -> Iterator[Slanted]:
    """Those of the boxes (N, 4) that lie in rows aslant."""
    if len(xyxy) < LEAST_TILES:
        return
    for row in group_rows(np.asarray(xyxy, np.float64)):
        slant = math.atan2(abs(row.axis[1]), abs(row.axis[0]))
        if len(row.tiles) < LEAST_TILES or min(slant, math.pi / 2 - slant) < LEAST_SLANT:
            continue
        for tile, start, end, shape in zip(row.tiles, row.starts, row.ends, row.shapes, strict=True):
            x1, y1, x2, y2 = (float(value) for value in xyxy[tile])
            slim, square = min(shape, 1 / shape), min((x2 - x1) / (y2 - y1), (y2 - y1) / (x2 - x1))
            if slim > SLIMMEST and (square > SQUAREST or abs(slant - math.pi / 4) > NEAR_DIAGONAL):
                yield Slanted(tile, ((x1 + x2) / 2, (y1 + y2) / 2), row.axis, end - start, (end - start) / shape)


def cut_slanted(pixels: Pixels, tile: Slanted, margin: float, size: int) -> Pixels:
    """The tile with its row's axis level, grown by `margin` on each side and stretched to (size, size, 3). Beyond the frame the edge repeats."""
    along = np.array(tile.axis) * tile.along * (1 + 2 * margin)
    across = np.array([-tile.axis[1], tile.axis[0]]) * tile.across * (1 + 2 * margin)
    reach = (np.abs(along) + np.abs(across)) / 2 + 1
    low, high = np.floor(np.array(tile.centre) - reach).astype(int), np.ceil(np.array(tile.centre) + reach).astype(int)
    around, x, y = with_edges(pixels, int(low[0]), int(low[1]), int(high[0]), int(high[1]))
    corner = np.array(tile.centre) - [x, y] - (along + across) / 2
    step = np.stack([along, across], axis=1) / size
    back = np.hstack([step, (corner + step @ [0.5, 0.5] - 0.5)[:, None]])
    shrink = size / min(tile.along, tile.across)
    if shrink < 0.7:  # bilinear sampling skips pixels when it shrinks by more: average first
        factor = shrink * 1.4
        around = np.asarray(cv2.resize(around, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
        back = back * factor
    cut = cv2.warpAffine(around, back, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)
