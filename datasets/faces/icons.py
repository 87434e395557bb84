"""Birds, plants and things out of icon collections: what strangers' sets show on the 1 bamboo and on flowers and seasons. For rendered photos alone.

A collection is an `icons.json` in Iconify's form, as in the npm packages `@iconify-json/*`. Paths are read by fonttools,
which only training and tests install: it is imported where it is used. Nothing drawn with an icon is shipped.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import cv2
import numpy as np

from datasets.faces.glyphs import flattened
from datasets.faces.ink import Area, Brush, Ink
from datasets.faces.style import Icon, Palette

_WORDS = {kind: frozenset(words) for kind, words in tomllib.loads((Path(__file__).parents[1] / "manifests" / "icons.toml").read_text()).items()}
_DRAWN = ("game-icons", "noto", "twemoji", "fluent-emoji", "openmoji", "emojione", "fxemoji", "healthicons")
"""Collections whose icons show things; of the others, made for programs, only birds and plants are taken."""
_HIDDEN = frozenset({"defs", "clipPath", "mask", "linearGradient", "radialGradient", "title"})
_BEYOND = ("transform", "<use", "<image", "style=", "xlink", 'opacity="0"', "%")
"""What `_shapes` doesn't follow: an icon whose text holds any of these isn't taken."""
_LONGEST = 24_000
"""Characters of an icon's text; a longer one takes too long to draw, and no engraver would cut it."""
_WIDE = 92.0
"""How much of the square an icon fills."""


@dataclass(frozen=True, slots=True)
class Icons:
    """What a folder's collections show; each may be empty."""

    birds: tuple[Icon, ...] = ()
    plants: tuple[Icon, ...] = ()
    things: tuple[Icon, ...] = ()


def icons_in(folder: Path | None) -> Icons:
    """Every `icons.json` below a folder, its icons sorted by what their names say."""
    birds, plants, things = [], [], []
    for path in sorted(folder.rglob("icons.json")) if folder else []:
        drawn = str(_collection(str(path)).get("prefix", "")).startswith(_DRAWN)
        for name in _collection(str(path))["icons"]:
            words = set(name.split("-"))
            body = _collection(str(path))["icons"][name]["body"]
            if words & _WORDS["never"] or re.search(r"\d", name) or len(body) > _LONGEST or any(part in body for part in _BEYOND):
                continue
            if words & _WORDS["birds"]:
                birds.append(Icon(str(path), name))
            elif words & _WORDS["plants"]:
                plants.append(Icon(str(path), name))
            elif drawn:
                things.append(Icon(str(path), name))
    return Icons(tuple(birds), tuple(plants), tuple(things))


def can_draw(icon: Icon) -> bool:
    """Whether the icon holds anything that `picture` draws."""
    return len(_shapes(icon.file, icon.name)) > 0


def picture(icon: Icon, palette: Palette, weight: float) -> list[Ink]:
    """The icon in a 100 by 100 square, in three of the set's inks or in its own colours, filled or in outline."""
    rng = np.random.default_rng(icon.number)
    shapes = _shapes(icon.file, icon.name)
    points = np.vstack([ring for shape in shapes for ring in shape.rings])
    low, high = points.min(0), points.max(0)
    aspect = float(rng.uniform(0.8, 1.25))
    scale = _WIDE / float(max((high - low) * (aspect, 1 / aspect)))
    slant = np.array([[1, float(rng.normal(0, 0.08))], [float(rng.normal(0, 0.08)), 1]])
    turned = -1 if rng.random() < 0.5 else 1
    to_square = slant * scale * np.array([[turned * aspect], [1 / aspect]])

    inks = [palette.red, palette.green, palette.blue, palette.numeral, palette.flower_script]
    chosen = [inks[k] for k in rng.integers(0, len(inks), 3)]
    own_colours, outlined = rng.random() < 0.12, rng.random() < 0.45
    stroke = (1.2 + 1.4 * weight) * float(rng.uniform(0.6, 1.4))
    colours: dict[str, str] = {}
    made: list[Ink] = []
    for shape in shapes:
        if own_colours and re.fullmatch(r"#[0-9a-f]{6}", shape.colour):
            colour = shape.colour
        elif _bright(shape.colour):
            colour = palette.body
        else:
            colour = colours.setdefault(shape.colour, chosen[len(colours) % 3])
        rings = tuple((ring - (low + high) / 2) @ to_square.T + 50 for ring in shape.rings)
        if shape.width:
            made += [_stroke(ring, shape.width * scale * (stroke / 2.6 if outlined else 1), colour) for ring in rings]
        elif outlined:
            if colour != palette.body:
                made += [_stroke(np.vstack([ring, ring[:1]]), stroke, colour) for ring in rings]
        else:
            made.append(Area(rings, colour))
    return made


@dataclass(frozen=True, slots=True, eq=False)
class _Shape:
    """Rings (n, 2) filled with a colour, or with a `width` lines drawn in it."""

    rings: tuple[np.ndarray, ...]
    colour: str
    width: float


def _stroke(line: np.ndarray, width: float, colour: str) -> Brush:
    return Brush(line, np.full(len(line), max(width, 0.5)), colour)


def _bright(colour: str) -> bool:
    """Whether an ink would hardly show on a tile: a picture's lights are left clear."""
    if not re.fullmatch(r"#[0-9a-f]{6}", colour):
        return False
    return sum(bytes.fromhex(colour[1:])) > 3 * 205


@lru_cache(maxsize=64)
def _collection(file: str) -> dict[str, Any]:
    return dict(json.loads(Path(file).read_text(encoding="utf-8")))


@lru_cache(maxsize=4096)
def _shapes(file: str, name: str) -> tuple[_Shape, ...]:
    """What an icon is made of, lowest first. What is hidden or only cuts others out is left out."""
    body = _collection(file)["icons"][name]["body"]
    drawn = tuple(_walk(ElementTree.fromstring(f"<svg>{body}</svg>"), {"fill": "#000000", "stroke": "none", "stroke-width": "1"}))
    return tuple(shape for shape in drawn if not _is_ground(shape))


def _is_ground(shape: _Shape) -> bool:
    """Whether a shape is a full rectangle or disc: the ground that a picture stands on, or no picture at all."""
    if shape.width or len(shape.rings) != 1:
        return False
    (ring,) = shape.rings
    across, down = np.ptp(ring, axis=0)
    return abs(cv2.contourArea(ring.astype(np.float32))) > 0.76 * across * down and max(across, down) > 0


def _walk(element: ElementTree.Element, above: dict[str, str]) -> Iterator[_Shape]:
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path
    from fontTools.svgLib.path.shapes import PathBuilder

    if element.tag in _HIDDEN:
        return
    look = {key: element.get(key, inherited) for key, inherited in above.items()}
    paths = PathBuilder()
    if paths.add_path_from_element(element):
        pen = RecordingPen()
        for path in paths.paths:
            parse_path(path, pen)
        rings = flattened(pen.value)
        if rings and look["fill"] != "none":
            yield _Shape(rings, look["fill"], 0.0)
        if rings and look["stroke"] != "none":
            yield _Shape(rings, look["stroke"], float(look["stroke-width"]))
    for child in element:
        yield from _walk(child, look)
