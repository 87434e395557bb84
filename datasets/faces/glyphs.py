"""Characters of installed fonts as filled areas: what our own strokes are exchanged for in renders, so that a face is learnt in many hands.

Reading a font file takes fonttools, which only training and tests install: it is imported where it is used. Nothing
drawn with a font is shipped: the page's tiles are our own strokes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from datasets.faces.ink import Area, Box, Brush, Ink

SCRIPT = "一二三四五伍六七八九萬万東南西北中發梅蘭兰菊竹春夏秋冬"
FIGURES = "1234567890ESWNCFPB"
_STEPS = 6


class Font:
    """One font file (`.ttf`, `.otf`, `.ttc`: its first face). `has` tells what it can write."""

    def __init__(self, path: Path) -> None:
        from fontTools.ttLib import TTCollection, TTFont

        data = BytesIO(path.read_bytes())  # a lazy font would keep its file open
        font = TTCollection(data, lazy=True).fonts[0] if path.suffix.lower() == ".ttc" else TTFont(data, lazy=True)
        self._names = font.getBestCmap()
        self._glyphs = font.getGlyphSet()
        self._em = float(font["head"].unitsPerEm)

    def has(self, char: str) -> bool:
        return ord(char) in self._names

    def rings(self, char: str) -> tuple[np.ndarray, ...]:
        """The outline as closed rings (n, 2) in ems, y down."""
        from fontTools.pens.recordingPen import DecomposingRecordingPen

        pen = DecomposingRecordingPen(self._glyphs)
        self._glyphs[self._names[ord(char)]].draw(pen)
        return tuple(ring * (1, -1) / self._em for ring in flattened(pen.value) if len(ring) > 2)


def flattened(steps: Iterable[tuple[str, Any]]) -> tuple[np.ndarray, ...]:
    """What a fonttools pen has recorded as lines (n, 2) of at least two points, curves cut into short pieces."""
    rings: list[list[tuple[float, float]]] = []
    for step, points in steps:
        if step == "moveTo":
            rings.append([points[0]])
        elif step == "lineTo":
            rings[-1].append(points[0])
        elif step == "curveTo":
            rings[-1] += _bezier([rings[-1][-1], *points])
        elif step == "qCurveTo" and points[-1] is None:  # control points all round: the curve passes half way between the last and the first
            *controls, _ = points
            start = ((controls[-1][0] + controls[0][0]) / 2, (controls[-1][1] + controls[0][1]) / 2)
            rings.append([start, *_quadratics(start, (*controls, start))])
        elif step == "qCurveTo":
            rings[-1] += _quadratics(rings[-1][-1], points)
    return tuple(np.array(ring) for ring in rings if len(ring) > 1)


def _bezier(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Points of a Bezier curve of any degree after its first (de Casteljau)."""
    made = []
    for t in np.linspace(0, 1, _STEPS + 1)[1:]:
        level = [np.array(point, np.float64) for point in points]
        while len(level) > 1:
            level = [a + (b - a) * t for a, b in pairwise(level)]
        made.append((float(level[0][0]), float(level[0][1])))
    return made


def _quadratics(start: tuple[float, float], points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """TrueType's runs of control points: between two of them lies a point of the curve."""
    *controls, end = points
    made: list[tuple[float, float]] = []
    here = start
    for at, control in enumerate(controls):
        following = controls[at + 1] if at + 1 < len(controls) else None
        there = end if following is None else ((control[0] + following[0]) / 2, (control[1] + following[1]) / 2)
        made += _bezier([here, control, there])
        here = there
    return made or [end]


@lru_cache(maxsize=12)
def font(path: str) -> Font:
    return Font(Path(path))


def can_type(char: str, path: str) -> bool:
    """Whether the font has the character."""
    return font(path).has(char)


@lru_cache(maxsize=8192)
def _outline(path: str, char: str) -> tuple[np.ndarray, ...]:
    return font(path).rings(char)


def fonts_in(folder: Path | None) -> tuple[list[str], list[str]]:
    """Font files below a folder that can write every tile's script, and those that can write every figure. Unreadable ones are left out."""
    script: list[str] = []
    figures: list[str] = []
    for path in sorted(folder.rglob("*")) if folder else []:
        if path.suffix.lower() not in (".ttf", ".otf", ".ttc"):
            continue
        try:
            opened = Font(path)
            if all(opened.has(char) for char in FIGURES) and opened.rings("1"):
                figures.append(str(path))
            if all(opened.has(char) for char in SCRIPT if char not in "万兰伍") and opened.rings("萬"):
                script.append(str(path))
        except Exception:  # a font file may be broken in any way, and each means the same: not this one
            continue
    return script, figures


def typed(char: str, box: Box, colour: str, path: str, bold: float = 0.0) -> list[Ink]:
    """One character or figure in `box`: a character's em fills it, a figure fills its height. The font must have it.

    `bold`: how wide a brush goes along its outlines, as a share of the box: so much wider every stroke becomes.
    """
    rings = _outline(path, char)
    x, y, w, h = box
    points = np.vstack(rings)
    low, high = points.min(0), points.max(0)
    if char in FIGURES:
        scale = np.full(2, min(h / (high[1] - low[1]), w * 1.25 / (high[0] - low[0])))
        centre = (low + high) / 2
    else:
        # 一 and 二 keep their place in the em; what fills it is stretched to the box.
        across, down = np.maximum(high - low, (0.8, 0.8))
        scale = np.array([w / across, h / down])
        centre = (low + high) / 2
    placed = tuple((ring - centre) * scale + (x + w / 2, y + h / 2) for ring in rings)
    outlines = [Brush(np.vstack([ring, ring[:1]]), np.full(len(ring) + 1, bold * min(w, h)), colour) for ring in placed] if bold else []
    return [Area(placed, colour), *outlines]
