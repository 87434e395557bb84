"""Boxes -> rows, each along its own axis, at any angle. Distances are in tile heights, never in pixels.

Only upright boxes are known, so a turned tile's own sides are worked out from the row it lies in. A box's width plus height changes
little with the angle and not at all when a tile is laid sideways: it is the measure that tells tiles of one size from others.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SIMILAR = 1.5
"""Tiles of one row differ in size by less than this factor, perspective included."""
STACKED = 0.22
"""Centres nearer than this, in (width + height), belong to tiles on top of each other (a wall), not side by side."""
NEAR = 0.8
"""Neighbours' centres lie nearer than this, in (width + height); a tile's width is some 0.42 of that, its height 0.58."""
REACH = 1.4
"""A row goes on across a gap up to this far from centre to centre, in (width + height)."""
ASIDE = 0.25
"""How far off the axis the next tile of a row may lie, in (width + height)."""


SET_APART = 0.16
"""A gap wider than this, in tile heights, beyond what is usual in its row, parts two groups. Within hands 99 in 100 gaps vary by less than 0.12."""


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles in a line. `tiles`: box numbers along the axis, which points right (or down, where the row is steep).

    `axis`: its direction, a unit vector. `height`: a tile's longer side, px. `starts` and `ends`: where each tile begins and ends along the axis, px.
    `aside`: the row's distance from the origin across its axis, px (to the axis's right hand, as y runs down).
    `shapes`: each tile's extent along the axis over the one across it: about 0.72 upright, 1.4 sideways; all alike where the axis is too steep to tell.
    """

    tiles: tuple[int, ...]
    axis: tuple[float, float]
    height: float
    starts: tuple[float, ...]
    ends: tuple[float, ...]
    aside: float
    shapes: tuple[float, ...]

    @property
    def gaps(self) -> tuple[float, ...]:
        """Between each tile and the next, in tile heights; negative where boxes overlap. One fewer than tiles."""
        return tuple((start - end) / self.height for end, start in zip(self.ends[:-1], self.starts[1:], strict=True))

    @property
    def widths(self) -> tuple[float, ...]:
        """Each tile's extent along the axis, in tile heights: about 0.72 upright, 1 sideways."""
        return tuple((end - start) / self.height for start, end in zip(self.starts, self.ends, strict=True))

    def stretches(self, taken: Collection[int] = ()) -> list[list[int]]:
        """Places in the row that aren't taken, parted where tiles were taken out and where a gap stands out from what is usual in the row."""
        usual = max(0.0, median(self.gaps)) if self.gaps else 0.0
        parts: list[list[int]] = [[]]
        for place in range(len(self.tiles)):
            if place in taken or (place and self.gaps[place - 1] > usual + SET_APART):
                parts.append([])
            if place not in taken:
                parts[-1].append(place)
        return [part for part in parts if part]


def group_rows(xyxy: Floats) -> tuple[Row, ...]:
    """Boxes (N, 4) -> rows, every box in exactly one. Rows of one angle are found together; what fits none of them is tried at another angle."""
    left = np.arange(len(xyxy))
    rows: list[Row] = []
    while len(left):
        axis = _dominant_axis(xyxy[left])
        found = [left[chain] for chain in _chains(xyxy[left], axis)]
        long_ones = [chain for chain in found if len(chain) >= 3]
        if not long_ones:
            # Pairs and single tiles have no axis of their own to trust: they lie as the longest row does.
            fallback = max(rows, key=lambda row: len(row.tiles)).axis if rows else axis
            return (*rows, *(_row(xyxy, left[chain], fallback) for chain in _chains(xyxy[left], fallback)))
        rows += [_row(xyxy, chain, axis) for chain in long_ones]
        left = np.setdiff1d(left, np.concatenate(long_ones))
    return tuple(rows)


def _dominant_axis(xyxy: Floats) -> tuple[float, float]:
    """The direction most nearest neighbours lie in; (1, 0) when there are no neighbours."""
    centres, sizes = _centres(xyxy), _sizes(xyxy)
    if len(xyxy) < 2:
        return (1.0, 0.0)
    apart = centres[None, :] - centres[:, None]
    mean_size = (sizes[:, None] + sizes[None, :]) / 2
    distance = np.hypot(apart[..., 0], apart[..., 1]) / mean_size
    ratio = np.maximum(sizes[:, None], sizes[None, :]) / np.minimum(sizes[:, None], sizes[None, :])
    distance[(ratio > SIMILAR) | (distance < STACKED)] = np.inf
    nearest = distance.argsort(axis=1, kind="stable")[:, :2]
    ours = np.repeat(np.arange(len(xyxy)), nearest.shape[1])
    theirs = nearest.ravel()
    close = distance[ours, theirs] < NEAR
    if not close.any():
        return (1.0, 0.0)
    ours, theirs = ours[close], theirs[close]
    angles = np.arctan2(apart[ours, theirs, 1], apart[ours, theirs, 0]) % math.pi
    weights = np.exp(-((distance[ours, theirs] / 0.35) ** 2)) * (1 + np.cos(angles) ** 2)
    steps = np.arange(180) * math.pi / 180
    density = (np.exp(-((_turn(steps[:, None], angles[None, :]) / math.radians(5)) ** 2)) * weights).sum(axis=1)
    best = steps[int(density.argmax())]
    offsets = _turn(angles, best)
    near = np.abs(offsets) < math.radians(12)
    angle = best + float(np.average(offsets[near], weights=weights[near]))
    return _pointing_right(math.cos(angle), math.sin(angle))


def _turn(angles: Floats, reference: Floats | float) -> Floats:
    """How far axes are turned from a reference: -pi/2 .. pi/2, as an axis has no head."""
    return np.asarray((angles - reference + math.pi / 2) % math.pi - math.pi / 2, np.float64)


def _pointing_right(x: float, y: float) -> tuple[float, float]:
    """The head that gives photo order: right, or down for a steep row."""
    forward = x > 0 if abs(x) > abs(y) * 0.7 else y > 0
    return (x, y) if forward else (-x, -y)


def _chains(xyxy: Floats, axis: tuple[float, float]) -> list[NDArray[np.intp]]:
    """Box numbers of each run of tiles along `axis`, in its order."""
    along, aside, sizes = _centres(xyxy) @ np.array(axis), _centres(xyxy) @ np.array((-axis[1], axis[0])), _sizes(xyxy)
    parent = list(range(len(xyxy)))

    def root(index: int) -> int:
        while parent[index] != index:
            index = parent[index]
        return index

    for index in range(len(xyxy)):
        size = (sizes + sizes[index]) / 2
        ahead = (along - along[index]) / size
        ratio = np.maximum(sizes, sizes[index]) / np.minimum(sizes, sizes[index])
        fits = (ahead > 0) & (ahead < REACH) & (np.abs(aside - aside[index]) / size < ASIDE) & (ratio < SIMILAR)
        if fits.any():
            parent[root(int(np.flatnonzero(fits)[ahead[fits].argmin()]))] = root(index)
    roots = np.array([root(index) for index in range(len(xyxy))])
    members = [np.flatnonzero(roots == value) for value in np.unique(roots)]
    return [chain[np.argsort(along[chain], kind="stable")] for chain in members]


def _row(xyxy: Floats, chain: NDArray[np.intp], axis: tuple[float, float]) -> Row:
    if len(chain) >= 3:
        axis = _own_axis(xyxy[chain], axis)
    centres = _centres(xyxy[chain]) @ np.array(axis)
    order = np.argsort(centres, kind="stable")
    chain, centres = chain[order], centres[order]
    widths, depths, height = _own_sides(xyxy[chain], axis, centres)
    starts, ends = (tuple(float(value) for value in centres + side * widths / 2) for side in (-1, 1))
    aside = float(np.median(_centres(xyxy[chain]) @ np.array((-axis[1], axis[0]))))
    return Row(tuple(int(index) for index in chain), axis, height, starts, ends, aside, tuple(float(value) for value in widths / depths))


def _own_axis(xyxy: Floats, rough: tuple[float, float]) -> tuple[float, float]:
    """The line through a row's centres (least squares)."""
    centres = _centres(xyxy)
    _, _, directions = np.linalg.svd(centres - centres.mean(axis=0))
    x, y = float(directions[0, 0]), float(directions[0, 1])
    return _pointing_right(x, y) if abs(x * rough[0] + y * rough[1]) > 0.9 else rough


def _own_sides(xyxy: Floats, axis: tuple[float, float], centres: Floats) -> tuple[Floats, Floats, float]:
    """Each tile's extents along and across the axis (N,), px, and the row's tile height, px.

    A tile of sides w (along) and h, turned by t, fills a box of W = w cos t + h sin t by H = w sin t + h cos t: solved for w where the two differ enough.
    Around 45 degrees only w + h is known; there, packed tiles' distance is their width.
    """
    cos, sin = abs(axis[0]), abs(axis[1])
    wide, high = xyxy[:, 2] - xyxy[:, 0], xyxy[:, 3] - xyxy[:, 1]
    total = (wide + high) / (cos + sin)
    spread = cos * cos - sin * sin
    if abs(spread) > 0.5:
        widths = np.clip((wide * cos - high * sin) / spread, 0.25 * total, 0.75 * total)
    else:
        step = float(np.quantile(np.diff(centres), 0.25)) if len(centres) > 1 else 0.42 * float(total[0])
        widths = np.clip(np.full(len(total), step), 0.3 * total, 0.5 * total)
    depths = total - widths
    return np.asarray(widths, np.float64), np.asarray(depths, np.float64), float(np.median(np.maximum(widths, depths)))


def _centres(xyxy: Floats) -> Floats:
    return np.asarray((xyxy[:, :2] + xyxy[:, 2:]) / 2, np.float64)


def _sizes(xyxy: Floats) -> Floats:
    return np.asarray((xyxy[:, 2:] - xyxy[:, :2]).sum(axis=1), np.float64)
