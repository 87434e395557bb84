"""Stroke data -> brush lines: how a level, an upright, a falling stroke and a hook swell and thin."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from datasets.faces.ink import Box, Brush, Ink, curve
from datasets.faces.strokes import CHARACTERS, FIGURES

# For each kind: places along the stroke (0-1) and the width there, 1 being the script's nominal width.
_SWELL: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "h": ((0.0, 0.1, 0.45, 0.85, 1.0), (0.7, 0.74, 0.6, 0.78, 0.85)),
    "v": ((0.0, 0.12, 0.5, 0.88, 1.0), (1.0, 1.12, 0.98, 1.06, 1.0)),
    "i": ((0.0, 0.1, 0.5, 0.75, 1.0), (1.0, 1.15, 1.05, 0.85, 0.08)),
    "p": ((0.0, 0.15, 0.55, 1.0), (1.0, 1.15, 0.85, 0.08)),
    "n": ((0.0, 0.25, 0.6, 0.8, 0.9, 1.0), (0.35, 0.5, 0.95, 1.4, 1.0, 0.08)),
    "d": ((0.0, 0.35, 0.75, 1.0), (0.2, 0.75, 1.35, 0.9)),
    "t": ((0.0, 0.2, 1.0), (1.05, 1.1, 0.08)),
    "g": ((0.0, 0.35, 1.0), (1.05, 0.75, 0.08)),
    "c": ((0.0, 0.12, 0.5, 1.0), (0.95, 1.1, 0.8, 1.05)),
    "b": ((0.0, 1.0), (1.0, 1.0)),
}

# The brush is set down and lifted aslant: a short dab at a stroke's start or end, from - to, in nominal widths.
_SET_DOWN = {"v": ((-0.34, -0.26), (0.08, 0.15)), "i": ((-0.34, -0.26), (0.08, 0.15)), "p": ((-0.3, -0.2), (0.08, 0.12)), "h": ((-0.1, -0.14), (0.2, 0.1))}
_LIFT = {"h": ((-0.42, -0.3), (0.08, 0.08))}


def _profile(kind: str, along: np.ndarray) -> np.ndarray:
    """Widths at places along a stroke, eased between the knots."""
    at, width = (np.array(side) for side in _SWELL[kind])
    i = np.clip(np.searchsorted(at, along, side="right") - 1, 0, len(at) - 2)
    t = (along - at[i]) / (at[i + 1] - at[i])
    last = i == len(at) - 2
    eased = np.where(last & (width[-1] < 0.2), t**1.3, t * t * (3 - 2 * t))
    return width[i] + (width[i + 1] - width[i]) * eased


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


def write(
    char: str,
    box: Box,
    width: float,
    colour: str,
    contrast: float = 1.0,
    wobble: float = 0.0,
    font: str = "",
    lean: float = 0.0,
    bold: float = 0.0,
    rise: float = 0.0,
) -> list[Ink]:
    """One character or figure that fills `box`.

    `width`: the nominal stroke width in face units. `contrast`: 1 is a brush, 0 a pen of one width.
    `wobble`: how far (in hundredths of the box) each point strays, always the same way for the same character.
    `font`: a font file to write it with instead, if it has it; the three numbers then say nothing.
    `bold`: by how much a font's strokes are widened, as a share of the box.
    `lean`: how far its top stands to the right of its foot, in its heights; `rise`: how far its right side stands above its left, in its widths.
    """
    if lean or rise:
        level = [ink.leaning(lean, box[1] + box[3] / 2) for ink in write(char, box, width, colour, contrast, wobble, font, bold=bold)]
        return [ink.rising(rise, box[0] + box[2] / 2) for ink in level]
    if font:
        from datasets.faces.glyphs import can_type, typed  # reads font files with a library that only training needs

        if can_type(char, font):
            return typed(char, box, colour, font, bold)
    text = CHARACTERS.get(char) or FIGURES[char]
    x, y, w, h = box
    stray = np.random.default_rng(ord(char))
    inks: list[Ink] = []
    joint: tuple[float, float] | None = None
    joined = np.zeros(2)
    for kind, points in _strokes(text):
        grid = np.asarray(points) + (stray.normal(0.0, wobble, (len(points), 2)) if wobble else 0.0)
        if points[0] == joint:
            grid[0] = joined
        path = curve(grid, steps=10 if len(points) > 2 else 16) / 100 * (w, h) + (x, y)
        run = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
        swell = _profile(kind, run / run[-1])
        inks.append(Brush(path, width * (1 + contrast * (swell - 1)), colour))
        for marks, end, free in ((_SET_DOWN, 0, points[0] != joint), (_LIFT, -1, True)):
            if kind in marks and free and contrast > 0:
                dab = path[end] + np.array(marks[kind]) * width
                inks.append(Brush(dab, width * contrast * np.array([0.4, 0.95]), colour))
        joint, joined = points[-1], grid[-1]
    return inks
