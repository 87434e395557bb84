"""What a person should look at: tiles the reader does not vouch for, and places where a tile may have been missed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.detector import Boxes, area, intersections
from recognizer.face_reader import Faces, cut_crop
from recognizer.image import Pixels
from recognizer.model import ReaderSettings
from recognizer.reading import Box, Detection, DoubtKind, Face, Group, GroupKind

COVERED_BY = 0.56
"""So much of a tile under another box means one of them is partly hidden. Diagonal neighbours reach 0.52."""
SMALLEST = 1 / 5
"""A tile narrower than this part of the reader's crop has too few pixels left to be told for sure."""
SOFTEST = 0.11
"""Sharpest step between neighbouring pixels over the crop's contrast; lower is blurred. A step blurred by s px gives 0.4 / s, and a crop is at most 64 px."""
STRANGE_SHARE = 0.15
STRANGE_TILES = 3
"""So many tiles of one photo that the reader is unsure of, and so large a share, say that it hardly knows the set (or the light):"""
STRANGE_BELOW = 0.999
"""then it vouches for no tile that is less likely than this. Probabilities were calibrated on sets that it knows."""
UNLIKE = 25.0
"""Two colours (L, a, b, 0..255) farther apart are not the same material, where nothing else can be compared."""
FLATTEST = 40
"""Grey levels between the dark and light of a crop: with less (a blank white dragon) sharpness says nothing."""


def tile_doubts(pixels: Pixels, boxes: Boxes, faces: Faces, settings: ReaderSettings) -> list[tuple[DoubtKind, ...]]:
    """For each of N boxes (px of `pixels`) every reason for doubt that the tile itself gives, most telling first."""
    if not len(boxes):
        return []
    height, width = pixels.shape[:2]
    best = faces.probabilities.max(axis=1)
    below = doubt_limit(best, settings.doubt_below)
    # The last class is `back`: both networks have a say in whether a tile lies face down.
    disagree = (faces.probabilities.argmax(axis=1) == faces.probabilities.shape[1] - 1) != (boxes.back > 0.5)
    cut = _cut(boxes.xyxy, width, height)
    shared = intersections(boxes.xyxy, boxes.xyxy) / np.maximum(area(boxes.xyxy)[:, None], 1e-9)
    np.fill_diagonal(shared, 0)
    narrow = (boxes.xyxy[:, 2:] - boxes.xyxy[:, :2]).min(axis=1) < settings.size * SMALLEST
    found: list[tuple[DoubtKind, ...]] = []
    for index in range(len(boxes)):
        reasons = {
            DoubtKind.CUT: bool(cut[index]),
            DoubtKind.COVERED: bool(shared[index].max() > COVERED_BY),
            DoubtKind.SMALL: bool(narrow[index]),
            DoubtKind.BLURRED: is_blurred(cut_crop(pixels, boxes.xyxy[index], 0.0, settings.size)),
            DoubtKind.UNSURE: bool(best[index] < below or disagree[index]),
            DoubtKind.FAINT: bool(boxes.scores[index] < settings.faint_below),
        }
        found.append(tuple(kind for kind, holds in reasons.items() if holds))
    return found


def doubt_limit(best: NDArray[np.float32], doubt_below: float) -> float:
    """The probability below which a tile of this photo is doubtful, from the N best ones of all its tiles."""
    unsure = int((best < doubt_below).sum())
    return max(doubt_below, STRANGE_BELOW) if unsure >= STRANGE_TILES and unsure > STRANGE_SHARE * len(best) else doubt_below


def is_blurred(crop: Pixels) -> bool:
    """Whether the steepest steps of a crop are shallow for its contrast."""
    return (sharpness(crop) or 1.0) < SOFTEST


def sharpness(crop: Pixels) -> float | None:
    """The steepest step between neighbouring pixels over the crop's contrast, above 0; None where there is too little contrast to tell."""
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)
    low, high = _at(grey, 0.02), _at(grey, 0.98)
    if high - low < FLATTEST:
        return None
    steps = np.hypot(np.diff(grey, axis=1)[:-1], np.diff(grey, axis=0)[:, :-1])
    return max(_at(steps, 0.98) / (high - low), 1e-6)


def _at(values: NDArray[np.float32], part: float) -> float:
    """The value below which `part` of them lie. np.percentile takes ten times as long."""
    place = int(part * (values.size - 1))
    return float(np.partition(values, place, axis=None)[place])


def _cut(xyxy: NDArray[np.float32], width: int, height: int) -> NDArray[np.bool_]:
    """Boxes that run into the frame, to within a fiftieth of their size."""
    slack = 0.02 * (xyxy[:, 2:] - xyxy[:, :2]).max(axis=1)
    at_edge = [xyxy[:, 0] <= slack, xyxy[:, 1] <= slack, xyxy[:, 2] >= width - slack, xyxy[:, 3] >= height - slack]
    return np.asarray(np.any(at_edge, axis=0), np.bool_)


def group_doubts(tiles: Sequence[Detection], groups: Sequence[Group]) -> list[Detection]:
    """The same tiles, with the doubts that only their neighbours give: more copies than a set has, a tile face down in the hand."""
    copies = Counter(tile.face for tile in tiles if tile.face is not None)
    loose = {tile for group in groups if group.kind is GroupKind.CONCEALED for tile in group.tiles}

    def more(index: int, tile: Detection) -> tuple[DoubtKind, ...]:
        if tile.face is None:
            return (DoubtKind.FACE_DOWN,) if index in loose else ()
        return (DoubtKind.TOO_MANY,) if copies[tile.face] > most_copies(tile.face) else ()

    return [replace(tile, doubts=(*tile.doubts, *more(index, tile))) for index, tile in enumerate(tiles)]


def most_copies(face: Face) -> int:
    """How many of a face a set holds: four, one of each bonus tile, any number face down."""
    return 144 if face is None else 1 if face.is_bonus else 4


def maybe_tiles(candidates: Boxes, tiles: Boxes) -> Boxes:
    """Boxes too faint to be called tiles that lie among the tiles, have their size and cover none of them."""
    if not len(tiles) or not len(candidates):
        return Boxes.none()
    sizes, theirs = _sizes(candidates.xyxy), _sizes(tiles.xyxy)
    apart = _centres(candidates.xyxy)[:, None] - _centres(tiles.xyxy)[None, :]
    distance = np.hypot(apart[..., 0], apart[..., 1]) / theirs[None, :]
    nearest = distance.argmin(axis=1)
    ratio = sizes / theirs[nearest]
    covered = intersections(candidates.xyxy, tiles.xyxy) / area(candidates.xyxy)[:, None]
    # A box astride two tiles is half under each; the boxes of a diagonal row's neighbours together cover some 0.8 of a tile between them.
    free = (covered.max(axis=1) < COVERED_BY) & (covered.sum(axis=1) < 0.9)
    return candidates.take(free & (distance.min(axis=1) < 2.5) & (ratio > 1 / 1.6) & (ratio < 1.6))


def looks_filled(pixels: Pixels, gap: Box, tiles: Sequence[Box]) -> bool:
    """Whether a gap between tiles looks like the nearest of them rather than like the table around it. All in px of `pixels`."""
    near = sorted(tiles, key=lambda box: math.dist(box.centre, gap.centre))
    tile = np.median([_colour(pixels, box) for box in near[:4]], axis=0)
    step_x, step_y = 1.3 * gap.width, 1.3 * gap.height
    around = [Box(gap.x1 + x, gap.y1 + y, gap.x2 + x, gap.y2 + y) for x, y in ((0, step_y), (0, -step_y), (step_x, 0), (-step_x, 0))]
    # What another tile lies on is no table; amid a block there is none to compare with.
    table = [_colour(pixels, box) for box in around if all(box.intersection(other) < 0.2 * box.width * box.height for other in near[:12])]
    here = _colour(pixels, gap)
    unlike = float(np.linalg.norm(here - tile))
    return unlike < min((float(np.linalg.norm(here - colour)) for colour in table), default=UNLIKE)


def _colour(pixels: Pixels, box: Box) -> NDArray[np.float64]:
    """Of a place's lighter half, as on a tile that is the body between the ink: L, a, b, 0..255."""
    crop = cut_crop(pixels, np.array([box.x1, box.y1, box.x2, box.y2], np.float32), -0.1, 16)
    lab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float64)
    return np.asarray(np.median(lab[lab[:, 0] >= np.median(lab[:, 0])], axis=0), np.float64)


def _centres(xyxy: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray((xyxy[:, :2] + xyxy[:, 2:]) / 2, np.float32)


def _sizes(xyxy: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray((xyxy[:, 2:] - xyxy[:, :2]).sum(axis=1), np.float32)
