"""Boxes -> crops at the photo's own resolution -> calibrated face probabilities."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.classes import CLASS_NAMES
from recognizer.errors import ModelError
from recognizer.image import Pixels, with_edges
from recognizer.model import Network, ReaderSettings
from recognizer.slanted import cut_slanted, slanted_tiles

Array = NDArray[np.float32]

CLOSE = 3.0
"""Logits between a tile's best face and the next, before the temperature, below which it is looked at again: some 2 % of a known set's tiles, a third of a
stranger's."""
AGAIN: tuple[float, ...] = (0.06, -0.06)
"""What each further look adds to the margin: the tile a little smaller, then a little larger."""
BATCH = 128


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """What N crops show: `probabilities` (N, 43) in the order of `CLASS_NAMES`, each row summing to 1; `embeddings` (N, E), unit length."""

    probabilities: Array
    embeddings: Array


@dataclass(frozen=True, slots=True)
class FaceReader:
    """`models/faces.onnx`: input (N, 3, size, size) RGB 0..1; outputs logits (N, 43) and an embedding (N, E)."""

    network: Network
    settings: ReaderSettings

    @staticmethod
    def of(network: Network) -> FaceReader:
        """Raises ModelError when the graph lacks one of its two outputs."""
        names = [output.name for output in network.session.get_outputs()]
        if names[:2] != ["logits", "embedding"]:
            raise ModelError(f"{network.path.name!r} gives {names}, expected ['logits', 'embedding']")
        return FaceReader(network, ReaderSettings.of(network))

    def __call__(self, pixels: Pixels, xyxy: Array) -> Faces:
        """Read every box (N, 4), px of `pixels`.

        A tile whose two best faces run close is looked at again with wider and narrower margins and, in a row aslant, cut out along the row; the
        looks' logits are averaged, those along the row counting as much as all others.
        """
        if not len(xyxy):
            return Faces(np.zeros((0, len(CLASS_NAMES)), np.float32), np.zeros((0, 0), np.float32))
        margin, size = self.settings.margin, self.settings.size
        logits, embeddings = self.of_views([cut_crop(pixels, box, margin, size) for box in xyxy])
        second, best = np.partition(logits, -2, axis=1)[:, -2:].T
        close = np.flatnonzero(best - second < CLOSE)
        if len(close):
            slanted = [tile for tile in slanted_tiles(xyxy) if tile.tile in close]
            again = [cut_crop(pixels, xyxy[tile], margin + more, size) for more in AGAIN for tile in close]
            more = self.of_views([*again, *(cut_slanted(pixels, tile, margin, size) for tile in slanted)])[0]
            upright, level = more[: len(again)].reshape(len(AGAIN), len(close), -1), more[len(again) :]
            logits[close] = (logits[close] + upright.sum(axis=0)) / (1 + len(AGAIN))
            along = [tile.tile for tile in slanted]
            logits[along] = (logits[along] + level) / 2
        return Faces(softmax(logits / self.settings.temperature), embeddings)

    def of_views(self, views: Sequence[Pixels]) -> tuple[Array, Array]:
        """Ready-made crops (size, size, 3): their logits (N, 43), not yet divided by the temperature, and embeddings (N, E). N is at least 1."""
        parts = [self.network.run(as_input(views[start : start + BATCH])) for start in range(0, len(views), BATCH)]
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def cut_crop(pixels: Pixels, box: Array, margin: float, size: int) -> Pixels:
    """One box (x1, y1, x2, y2), grown by `margin` of its width and height on each side, stretched to (size, size, 3). Beyond the frame the edge repeats.

    Training keeps wider crops (`datasets.crops`) and takes views like this one out of them.
    """
    x1, y1, x2, y2 = (float(value) for value in box)
    aside, above = margin * (x2 - x1), margin * (y2 - y1)
    left, far, top, low = x1 - aside, x2 + aside, y1 - above, y2 + above
    around, x, y = with_edges(pixels, math.floor(left), math.floor(top), math.ceil(far), math.ceil(low))
    if far - left >= size and low - top >= size:
        whole = around[round(top) - y : round(low) - y, round(left) - x : round(far) - x]
        return np.asarray(cv2.resize(whole, (size, size), interpolation=cv2.INTER_AREA), np.uint8)
    # Small tiles are sampled between pixels: a box rounded to whole ones would be off by a fiftieth of the tile.
    across, along = (far - left) / size, (low - top) / size
    back = np.array([[across, 0, left - x + across / 2 - 0.5], [0, along, top - y + along / 2 - 0.5]])
    return np.asarray(cv2.warpAffine(around, back, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def as_input(crops: Sequence[Pixels]) -> Array:
    """BGR crops of one size -> (N, 3, size, size) RGB, 0..1."""
    stacked = np.stack(crops)[..., ::-1].transpose(0, 3, 1, 2)
    return np.ascontiguousarray(stacked).astype(np.float32) * np.float32(1 / 255)


def softmax(logits: Array) -> Array:
    """Over the last axis."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True), np.float32)
