"""Inks -> SVG text: only `svg`, `path` and `circle`, no font, no reference to anything outside."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from datasets.faces.ink import HEIGHT, WIDTH, Area, Brush, Ink, borders


def _number(value: float) -> str:
    """At most two decimals, without the zero before the point."""
    text = f"{round(value, 2) + 0.0:g}"
    return text.replace("0.", ".", 1) if abs(value) < 1 else text


def _ring(points: np.ndarray) -> str:
    """A closed path: a start, then steps in hundredths of a unit, which keeps the files small."""
    grid = np.rint(points * 100).astype(int)
    steps = np.diff(grid, axis=0)
    steps = steps[steps.any(axis=1)]
    numbers = " ".join(_number(step / 100) for step in steps.ravel()).replace(" -", "-")
    return f"M{_number(grid[0, 0] / 100)} {_number(grid[0, 1] / 100)}l{numbers}z"


def outline(brush: Brush) -> np.ndarray:
    """The border of a brush line with round ends, shape (n, 2); fill it by the non-zero rule."""
    left, right = borders(brush)
    turns = np.radians(np.linspace(0, 180, 7))[1:-1, None]
    caps = []
    for end, start in ((-1, left), (0, right)):
        spoke = start[end] - brush.line[end]
        ahead = np.array([spoke[1], -spoke[0]])
        caps.append(brush.line[end] + spoke * np.cos(turns) + ahead * np.sin(turns))
    return np.vstack([left, caps[0], right[::-1], caps[1]])


def _element(ink: Ink) -> str:
    if isinstance(ink, Area):
        return f'<path fill="{ink.colour}" fill-rule="evenodd" d="{"".join(_ring(ring) for ring in ink.rings)}"/>'
    if isinstance(ink, Brush):
        return f'<path fill="{ink.colour}" d="{_ring(outline(ink))}"/>'
    at = f'cx="{_number(ink.x)}" cy="{_number(ink.y)}"'
    if ink.inner <= 0:
        return f'<circle {at} r="{_number(ink.outer)}" fill="{ink.colour}"/>'
    middle, width = (ink.outer + ink.inner) / 2, ink.outer - ink.inner
    return f'<circle {at} r="{_number(middle)}" fill="none" stroke="{ink.colour}" stroke-width="{_number(width)}"/>'


def to_svg(inks: Iterable[Ink]) -> str:
    """One SVG document of 72 by 96 units."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}">{"".join(_element(ink) for ink in inks)}</svg>\n'
