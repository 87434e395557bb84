"""Image -> boxes: letterbox, infer, decode, merge doubles. Nothing here knows which face a tile shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from recognizer.image import Pixels
from recognizer.letterbox import Letterbox, fit_square, fit_tight
from recognizer.model import DetectorSettings, Network

Array = NDArray[np.float32]

DOUBLE_IOU = 0.55
"""Above it two boxes are one tile. Neighbours in a diagonal row of tiles half as wide as high reach 0.35."""
DOUBLE_INSIDE = 0.8
"""So much of one box inside another is one tile too. Diagonal neighbours reach 0.52."""
ASTRIDE = 1.1
"""So much of a box under two better ones at opposite sides, taken together, leaves no room for a tile between them. A tile of a diagonal row reaches 1.04."""
OPPOSITE = -0.6
"""Cosine between two directions that count as opposite."""
MOST_CANDIDATES = 1500


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """N boxes: `xyxy` (N, 4) px, `scores` (N,) 0..1, `back` (N,) 0..1 how much of the score says face down. No boxes is shape (0, 4)."""

    xyxy: Array
    scores: Array
    back: Array

    def __post_init__(self) -> None:
        count = len(self.xyxy)
        if self.xyxy.shape != (count, 4) or self.scores.shape != (count,) or self.back.shape != (count,):
            raise ValueError(f"shapes {self.xyxy.shape}, {self.scores.shape}, {self.back.shape}, expected (N, 4), (N,), (N,)")

    @staticmethod
    def none() -> Boxes:
        return Boxes(np.zeros((0, 4), np.float32), np.zeros(0, np.float32), np.zeros(0, np.float32))

    def __len__(self) -> int:
        return len(self.xyxy)

    def take(self, index: NDArray[np.generic]) -> Boxes:
        """Those of an index or a mask."""
        return Boxes(self.xyxy[index], self.scores[index], self.back[index])

    def moved(self, x: float, y: float) -> Boxes:
        return Boxes(self.xyxy + np.array([x, y, x, y], np.float32), self.scores, self.back)

    def scaled(self, factor: float) -> Boxes:
        return Boxes(self.xyxy * np.float32(factor), self.scores, self.back)

    def joined(self, other: Boxes) -> Boxes:
        return Boxes(np.concatenate([self.xyxy, other.xyxy]), np.concatenate([self.scores, other.scores]), np.concatenate([self.back, other.back]))


Merge: TypeAlias = Callable[[Boxes], Boxes]


@dataclass(frozen=True, slots=True)
class Detector:
    """`models/tiles.onnx`: a YOLO. Its output is (1, 4 + C, anchors): centre, size in canvas px, class scores 0..1; or, cut before the boxes are worked out
    for every anchor, two outputs: (1, 4 * bins, anchors) of how far each side lies, as logits over 0, 1 ... strides, and (1, C, anchors) scores."""

    network: Network
    settings: DetectorSettings

    @staticmethod
    def of(network: Network) -> Detector:
        return Detector(network, DetectorSettings.of(network))

    @property
    def size(self) -> int:
        """The long side it looks at, px."""
        return self.settings.size

    def __call__(self, pixels: Pixels, floor: float, scale: float | None = None, merge: Merge | None = None) -> Boxes:
        """Every box scoring at least `floor`, best first, in px of `pixels`, doubles merged.

        `scale`: resize the image by this first; by default the long side becomes `size`. A graph of fixed input size always fills its canvas.
        `merge`: what makes one of doubles, `merge_doubles` by default.
        """
        height, width = pixels.shape[:2]
        box = self._fit(width, height, scale)
        outputs = self.network.run(box.draw(pixels))
        if len(outputs) == 2:
            found = decode_sides(outputs[0], outputs[1], box, self.settings, floor)
        else:
            found = decode(outputs[0], box, self.settings.back_classes, floor)
        return (merge or merge_doubles)(found)

    def _fit(self, width: int, height: int, scale: float | None) -> Letterbox:
        if self.settings.fixed is not None:
            return fit_square(width, height, min(self.settings.fixed))
        return fit_tight(width, height, self.size / max(width, height) if scale is None else scale, self.settings.stride)


def decode(output: Array, box: Letterbox, back_classes: NDArray[np.bool_], floor: float) -> Boxes:
    """Raw output (1, 4 + C, anchors) -> boxes in image px, clipped to the image, best first, doubles still in."""
    rows = output[0]
    if rows.shape[0] != 4 + len(back_classes):
        raise ValueError(f"detector output {output.shape}, expected (1, {4 + len(back_classes)}, anchors)")
    chosen = _best(rows[4:], floor)
    rows = rows[:, chosen]
    half = rows[2:4] / 2
    return _boxes(np.concatenate([rows[:2] - half, rows[:2] + half]).T, rows[4:], box, back_classes)


def decode_sides(sides: Array, scores: Array, box: Letterbox, settings: DetectorSettings, floor: float) -> Boxes:
    """Raw output in two parts, see `Detector` -> the same as `decode` gives. Distances are worked out for the chosen anchors alone."""
    bins = sides.shape[1] // 4
    if scores.shape[1] != len(settings.back_classes) or sides.shape[2] != scores.shape[2]:
        raise ValueError(f"detector outputs {sides.shape}, {scores.shape}, expected (1, 4 * bins, anchors), (1, {len(settings.back_classes)}, anchors)")
    chosen = _best(scores[0], floor)
    logits = sides[0][:, chosen].reshape(4, bins, len(chosen))
    share = np.exp(logits - logits.max(axis=1, keepdims=True))
    far = (share * np.arange(bins, dtype=np.float32)[:, None]).sum(axis=1) / share.sum(axis=1)
    centres, stride = anchors(box.canvas, settings.stride)
    middle = centres[chosen].T
    canvas = np.concatenate([middle - far[:2], middle + far[2:]]) * stride[chosen]
    return _boxes(canvas.T, scores[0][:, chosen], box, settings.back_classes)


@lru_cache(maxsize=16)
def anchors(canvas: tuple[int, int], coarsest: int) -> tuple[Array, Array]:
    """YOLO's three grids, finest first, row by row: centres (N, 2) in cells of their own grid, and each one's stride (N,) px."""
    centres, strides = [], []
    for stride in (coarsest // 4, coarsest // 2, coarsest):
        across, down = np.meshgrid(np.arange(canvas[0] // stride) + 0.5, np.arange(canvas[1] // stride) + 0.5)
        centres.append(np.stack([across.ravel(), down.ravel()], axis=1))
        strides.append(np.full(across.size, stride))
    return np.concatenate(centres).astype(np.float32), np.concatenate(strides).astype(np.float32)


def _best(scores: Array, floor: float) -> NDArray[np.int64]:
    """Numbers of the anchors whose best class scores at least `floor`, best first. `scores` (C, anchors)."""
    best = scores.max(axis=0)
    chosen = np.flatnonzero(best >= floor)
    return np.asarray(chosen[np.argsort(-best[chosen], kind="stable")][:MOST_CANDIDATES], np.int64)


def _boxes(canvas: Array, classes: Array, box: Letterbox, back_classes: NDArray[np.bool_]) -> Boxes:
    """Boxes (N, 4) in canvas px with scores (C, N) -> boxes in image px, clipped to the image."""
    scores = classes.max(axis=0) if classes.size else np.zeros(0, np.float32)
    xyxy = box.inverse(canvas)
    width, height = box.image
    xyxy = np.clip(xyxy, 0, np.array([width, height, width, height], np.float32))
    down = classes[back_classes].max(axis=0, initial=0.0)
    up = classes[~back_classes].max(axis=0, initial=0.0)
    back = down / np.maximum(down + up, 1e-9)
    real = (xyxy[:, 2] - xyxy[:, 0] >= 2) & (xyxy[:, 3] - xyxy[:, 1] >= 2)
    return Boxes(np.asarray(xyxy, np.float32), np.asarray(scores, np.float32), np.asarray(back, np.float32)).take(real)


def merge_doubles(boxes: Boxes, double_iou: float = DOUBLE_IOU, inside: float = DOUBLE_INSIDE) -> Boxes:
    """Greedy, best first, whatever the class: a box that overlaps a better one by IoU, or lies inside it (or it inside), is the same tile."""
    boxes = boxes.take(np.argsort(-boxes.scores, kind="stable"))
    both, areas = intersections(boxes.xyxy, boxes.xyxy), area(boxes.xyxy)
    iou = both / np.maximum(areas[:, None] + areas[None, :] - both, 1e-9)
    contained = both / np.maximum(np.minimum(areas[:, None], areas[None, :]), 1e-9)
    same = (iou > double_iou) | (contained > inside)
    alive = np.ones(len(boxes), np.bool_)
    for index in range(len(boxes)):
        if alive[index]:
            alive[index + 1 :] &= ~same[index, index + 1 :]
    return boxes.take(alive)


def without_astride(boxes: Boxes) -> Boxes:
    """Boxes less those that lie half on one better box and half on another at its other side: three tiles don't fit where two lie side by side.

    Rows on the slant bring them: there the boxes of true neighbours overlap too, so that `merge_doubles` must let more through.
    """
    covered = intersections(boxes.xyxy, boxes.xyxy) / np.maximum(area(boxes.xyxy)[:, None], 1e-9)
    covered[boxes.scores[:, None] >= boxes.scores[None, :]] = 0
    centres = (boxes.xyxy[:, :2] + boxes.xyxy[:, 2:]) / 2
    alive = np.ones(len(boxes), np.bool_)
    for index in np.flatnonzero(covered.sum(axis=1) > ASTRIDE):
        over = np.flatnonzero(covered[index] > ASTRIDE / 4)
        aside = centres[over] - centres[index]
        aside /= np.maximum(np.linalg.norm(aside, axis=1, keepdims=True), 1e-9)
        opposite = aside @ aside.T < OPPOSITE
        both = covered[index, over][:, None] + covered[index, over][None, :]
        alive[index] = not np.any(opposite & (both > ASTRIDE))
    return boxes.take(alive)


def area(xyxy: Array) -> Array:
    """(N, 4) -> (N,) square px."""
    return np.asarray((xyxy[:, 2] - xyxy[:, 0]) * (xyxy[:, 3] - xyxy[:, 1]), np.float32)


def intersections(ours: Array, theirs: Array) -> Array:
    """(N, 4), (M, 4) -> (N, M) shared area, square px."""
    low = np.maximum(ours[:, None, :2], theirs[None, :, :2])
    high = np.minimum(ours[:, None, 2:], theirs[None, :, 2:])
    return np.asarray(np.clip(high - low, 0, None).prod(axis=2), np.float32)


def ious(ours: Array, theirs: Array) -> Array:
    """(N, 4), (M, 4) -> (N, M) intersection over union, 0..1."""
    both = intersections(ours, theirs)
    return np.asarray(both / np.maximum(area(ours)[:, None] + area(theirs)[None, :] - both, 1e-9), np.float32)
