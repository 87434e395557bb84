"""Stroke data -> brush lines: how a level, an upright, a falling stroke and a hook swell and thin."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from datasets.faces.ink import Box, Brush, Ink, curve
from datasets.faces.strokes import CHARACTERS, FIGURES

# For each kind: places along the stroke (0-1) and the width there, 1 being the script's nominal width.
_SWELL: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "h": ((0.0, 0.08, 0.3, 0.75, 0.92, 1.0), (0.75, 0.95, 0.72, 0.75, 1.25, 0.7)),
    "v": ((0.0, 0.1, 0.4, 0.8, 1.0), (0.8, 1.3, 1.02, 1.05, 1.0)),
    "i": ((0.0, 0.06, 0.3, 0.7, 1.0), (0.8, 1.35, 1.1, 1.0, 0.15)),
    "p": ((0.0, 0.12, 0.5, 1.0), (0.8, 1.25, 0.95, 0.12)),
    "n": ((0.0, 0.2, 0.6, 0.83, 1.0), (0.35, 0.5, 1.0, 1.5, 0.12)),
    "d": ((0.0, 0.3, 0.7, 0.9, 1.0), (0.25, 0.7, 1.35, 1.25, 0.8)),
    "t": ((0.0, 0.15, 1.0), (0.9, 1.2, 0.12)),
    "g": ((0.0, 0.3, 1.0), (1.15, 0.95, 0.1)),
    "b": ((0.0, 1.0), (1.0, 1.0)),
}


@lru_cache(maxsize=256)
def _strokes(text: str) -> tuple[tuple[str, tuple[tuple[float, float], ...]], ...]:
    """`kind, points` of every piece of a character, corners cut apart."""
    pieces = []
    for stroke in text.split(";"):
        last: tuple[tuple[float, float], ...] = ()
        for piece in stroke.split(">"):
            kind, *pairs = piece.split()
            points = last + tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in pairs))
            pieces.append((kind, points))
            last = points[-1:]
    return tuple(pieces)


def write(char: str, box: Box, width: float, colour: str, contrast: float = 1.0, wobble: float = 0.0) -> list[Ink]:
    """One character or figure that fills `box`.

    `width`: the nominal stroke width in face units. `contrast`: 1 is a brush, 0 a pen of one width.
    `wobble`: how far (in hundredths of the box) each point strays, always the same way for the same character.
    """
    text = CHARACTERS.get(char) or FIGURES[char]
    x, y, w, h = box
    stray = np.random.default_rng(ord(char))
    inks: list[Ink] = []
    last_end: tuple[float, float] | None = None
    for kind, points in _strokes(text):
        grid = np.asarray(points) + (stray.normal(0.0, wobble, (len(points), 2)) if wobble else 0.0)
        if last_end is not None and points[0] == last_end:
            grid[0] = before
        path = curve(grid, steps=8 if len(points) > 2 else 12) / 100 * (w, h) + (x, y)
        run = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
        swell = np.interp(run / run[-1], *_SWELL[kind])
        inks.append(Brush(path, width * (1 + contrast * (swell - 1)), colour))
        last_end, before = points[-1], grid[-1]
    return inks
