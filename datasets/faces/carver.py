"""Another carver's hand: a drawing bent a little, as no two makers cut the same face. For rendered photos alone."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

_KNOTS = 4
"""Places along a side at which a face is pushed aside."""


@dataclass(frozen=True, slots=True)
class Carver:
    """`stretch`: width and height of every face by so much; `unsteady`: how far places stray, in shares of the face's height; `seed`: which carver."""

    stretch: tuple[float, float] = (1.0, 1.0)
    unsteady: float = 0.0
    seed: int = 0


def random_carver(rng: np.random.Generator) -> Carver:
    """A hand of its own; one in four is a machine's, which bends nothing."""
    if rng.random() < 0.25:
        return Carver()
    wide, high = float(rng.uniform(0.86, 1.06)), float(rng.uniform(0.74, 1.04))
    return Carver((wide, high), float(abs(rng.normal(0, 0.014))), int(rng.integers(1 << 30)))


def carved(face: NDArray[np.uint8], name: str, carver: Carver) -> NDArray[np.uint8]:
    """A face (h, w, 4), straight alpha, as this carver cuts it: the same name is always bent the same way."""
    if carver == Carver():
        return face
    height, width = face.shape[:2]
    stray = np.random.default_rng((carver.seed, crc32(name.encode()))).normal(0, carver.unsteady * height, (2, _KNOTS, _KNOTS)).astype(np.float32)
    aside, down = (cv2.resize(one, (width, height), interpolation=cv2.INTER_CUBIC) for one in stray)
    x = (np.arange(width, dtype=np.float32) - (width - 1) / 2) / carver.stretch[0] + (width - 1) / 2
    y = (np.arange(height, dtype=np.float32) - (height - 1) / 2) / carver.stretch[1] + (height - 1) / 2
    # Clear pixels are black: colours are weighed by their alpha, else every edge would darken.
    alpha = face[..., 3:].astype(np.float32) / 255
    weighed = np.dstack([face[..., :3] * alpha, face[..., 3:]]).astype(np.float32)
    bent = cv2.remap(weighed, x[None] + aside, y[:, None] + down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0, 0))
    bent[..., :3] *= 255 / np.maximum(bent[..., 3:], 1)
    return np.clip(np.rint(bent), 0, 255).astype(np.uint8)
