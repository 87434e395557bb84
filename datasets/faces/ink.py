"""The three things every face is made of: filled areas, brush lines and rings.

Both writers (`svg.py`, `raster.py`) read this one description. Units are those of the face, 72 wide and 96 high, y down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

WIDTH, HEIGHT = 72.0, 96.0
Box = tuple[float, float, float, float]
"""x, y, width, height in face units."""
Points = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """Closed rings, each of shape (n, 2), filled by the even-odd rule: a ring within a ring is a hole."""

    rings: tuple[np.ndarray, ...]
    colour: str

    def placed(self, scale: float, dx: float, dy: float, side: int = 1) -> Area:
        """Scaled, then moved; `side` -1 turns left and right round."""
        return replace(self, rings=tuple(ring * (side * scale, scale) + (dx, dy) for ring in self.rings))

    def leaning(self, lean: float, middle: float) -> Area:
        """Pushed to the right above the level `middle` and to the left below it."""
        return replace(self, rings=tuple(ring + np.outer(middle - ring[:, 1], (lean, 0)) for ring in self.rings))

    def rising(self, rise: float, middle: float) -> Area:
        """Pushed up on the right of `middle` and down on its left."""
        return replace(self, rings=tuple(ring + np.outer(middle - ring[:, 0], (0, rise)) for ring in self.rings))


@dataclass(frozen=True, slots=True, eq=False)
class Brush:
    """A round brush led along `line` (n, 2), `width` (n,) across."""

    line: np.ndarray
    width: np.ndarray
    colour: str

    def placed(self, scale: float, dx: float, dy: float, side: int = 1) -> Brush:
        """Scaled, then moved; `side` -1 turns left and right round."""
        return replace(self, line=self.line * (side * scale, scale) + (dx, dy), width=self.width * scale)

    def leaning(self, lean: float, middle: float) -> Brush:
        """Pushed to the right above the level `middle` and to the left below it."""
        return replace(self, line=self.line + np.outer(middle - self.line[:, 1], (lean, 0)))

    def rising(self, rise: float, middle: float) -> Brush:
        """Pushed up on the right of `middle` and down on its left."""
        return replace(self, line=self.line + np.outer(middle - self.line[:, 0], (0, rise)))


@dataclass(frozen=True, slots=True)
class Ring:
    """A disc with a hole; `inner` 0 is a full disc."""

    x: float
    y: float
    outer: float
    inner: float
    colour: str

    def placed(self, scale: float, dx: float, dy: float, side: int = 1) -> Ring:
        """Scaled, then moved; `side` -1 turns left and right round."""
        return Ring(self.x * side * scale + dx, self.y * scale + dy, self.outer * scale, self.inner * scale, self.colour)

    def leaning(self, lean: float, middle: float) -> Ring:
        """Pushed to the right above the level `middle` and to the left below it; it stays round."""
        return replace(self, x=self.x + lean * (middle - self.y))

    def rising(self, rise: float, middle: float) -> Ring:
        """Pushed up on the right of `middle` and down on its left; it stays round."""
        return replace(self, y=self.y + rise * (middle - self.x))


Ink = Area | Brush | Ring


def place(inks: Iterable[Ink], box: Box, turned: bool = False) -> list[Ink]:
    """Fit drawings made in a 100 by 100 square into the middle of `box`, kept in proportion; `turned` shows them mirrored."""
    x, y, w, h = box
    scale = min(w, h) / 100
    dx, side = (x + (w + 100 * scale) / 2, -1) if turned else (x + (w - 100 * scale) / 2, 1)
    return [ink.placed(scale, dx, y + (h - 100 * scale) / 2, side) for ink in inks]


def curve(points: Points, steps: int = 8) -> np.ndarray:
    """A smooth line through the points (Catmull-Rom, centripetal), shape (n, 2). Two points stay a straight line."""
    p = np.asarray(points, dtype=np.float64)
    if len(p) == 2:
        return np.linspace(p[0], p[1], steps + 1)
    ends = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    knots = np.concatenate([[0.0], np.cumsum(np.sqrt(np.linalg.norm(np.diff(ends, axis=0), axis=1)) + 1e-6)])
    pieces = []
    for i in range(len(p) - 1):
        q, t = ends[i : i + 4], knots[i : i + 4]
        u = np.linspace(t[1], t[2], steps + 1)[: None if i == len(p) - 2 else -1, None]
        a = [((t[k + 1] - u) * q[k] + (u - t[k]) * q[k + 1]) / (t[k + 1] - t[k]) for k in range(3)]
        b = [((t[k + 2] - u) * a[k] + (u - t[k]) * a[k + 1]) / (t[k + 2] - t[k]) for k in range(2)]
        pieces.append(((t[2] - u) * b[0] + (u - t[1]) * b[1]) / (t[2] - t[1]))
    return np.vstack(pieces)


def line(points: Points, width: float, colour: str, tip: float | None = None, steps: int = 8) -> Brush:
    """A smooth line of one width, or one that narrows to `tip` at its end."""
    path = curve(points, steps)
    along = np.linspace(0.0, 1.0, len(path))
    return Brush(path, width + along**1.5 * ((width if tip is None else tip) - width), colour)


def borders(brush: Brush) -> tuple[np.ndarray, np.ndarray]:
    """The two edges of a brush line, each of shape (n, 2)."""
    step = np.gradient(brush.line, axis=0)
    step /= np.linalg.norm(step, axis=1, keepdims=True) + 1e-9
    side = np.column_stack([-step[:, 1], step[:, 0]]) * brush.width[:, None] / 2
    return brush.line + side, brush.line - side


def arc(x: float, y: float, r: float, start: float = 0.0, end: float = 360.0, n: int = 24) -> np.ndarray:
    """Points of a circle's arc, degrees clockwise from the right, shape (n, 2)."""
    a = np.radians(np.linspace(start, end, n, endpoint=end - start < 360))
    return np.column_stack([x + r * np.cos(a), y + r * np.sin(a)])


def leaf(base: Sequence[float], tip: Sequence[float], width: float, colour: str, bend: float = 0.0, vein: bool = False) -> Area:
    """A pointed leaf from base to tip, at most `width` across; `bend` moves its middle aside; `vein` leaves a clear line."""
    a, b = np.asarray(base, float), np.asarray(tip, float)
    t = np.linspace(0, 1, 9)[:, None]
    normal = np.array([-(b - a)[1], (b - a)[0]]) / (np.linalg.norm(b - a) + 1e-9)
    middle = a + (b - a) * t + normal * bend * 4 * t * (1 - t)
    half = normal * width / 2 * np.sin(np.pi * t**0.85)
    rings = [np.vstack([middle + half, (middle - half)[::-1]])]
    if vein:
        slit = normal * width * 0.09 * np.sin(np.pi * t)
        inner = slice(2, 7)
        rings.append(np.vstack([(middle + slit)[inner], (middle - slit)[inner][::-1]]))
    return Area(tuple(rings), colour)


def petals(x: float, y: float, count: int, inner: float, outer: float, width: float, colour: str, turn: float = 0.0, hollow: float = 0.0) -> list[Ink]:
    """Round petals about (x, y) from radius `inner` to `outer`; `hollow` (0-1) leaves each one's middle clear."""
    made: list[Ink] = []
    for k in range(count):
        angle = np.radians(turn + 360 * k / count)
        along = np.array([np.cos(angle), np.sin(angle)])
        across = np.array([-along[1], along[0]])
        loop = arc(0, 0, 1, n=16)
        # Broader towards the outside, as petals are.
        loop[:, 1] *= 1 + 0.35 * loop[:, 0]
        middle, half = np.array([x, y]) + along * (inner + outer) / 2, (outer - inner) / 2
        rings = [middle + loop[:, :1] * f * half * along + loop[:, 1:] * f * width / 2 * across for f in ((1.0, hollow) if hollow else (1.0,))]
        made.append(Area(tuple(rings), colour))
    return made


def rounded(box: Box, radius: float) -> np.ndarray:
    """A rectangle with round corners as a ring of shape (n, 2)."""
    x, y, w, h = box
    corners = [(x + w - radius, y + h - radius, 0), (x + radius, y + h - radius, 90), (x + radius, y + radius, 180), (x + w - radius, y + radius, 270)]
    return np.vstack([arc(cx, cy, radius, a, a + 90, 7) for cx, cy, a in corners])
