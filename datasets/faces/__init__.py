"""Our own drawings of the 42 faces and the back, as SVG text and as pixels.

    face_svg("p5")                                          what the page serves
    face_rgba("m3", STYLES["old carver"], 300, body=False)  what a renderer engraves

`python -m datasets.faces FOLDER` writes them out. No drawing takes anything from a font or from another's picture.
"""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

import numpy as np

from datasets.faces.bonus import bonus
from datasets.faces.honours import back, body, green_dragon, red_dragon, white_dragon, wind
from datasets.faces.ink import Ink
from datasets.faces.raster import to_rgba
from datasets.faces.script import write
from datasets.faces.strangers import random_style
from datasets.faces.style import DEFAULT, STYLES, Index, Palette, Style
from datasets.faces.suits import bamboo, characters, dots
from datasets.faces.svg import to_svg
from recognizer.classes import BACK, CLASS_NAMES

__all__ = ["BLANK", "DEFAULT", "FACE_NAMES", "STYLES", "FaceError", "Palette", "Style", "face_inks", "face_rgba", "face_svg", "random_style"]

BLANK = "blank"
FACE_NAMES: tuple[str, ...] = (*CLASS_NAMES, BLANK)
"""The class names, then `blank`: a tile's body with nothing on it."""

_LETTERS = {"east": "E", "south": "S", "west": "W", "north": "N", "red": "C", "green": "F"}


class FaceError(ValueError):
    """A name that no face has."""


def _indexed(name: str, face: list[Ink], style: Style) -> list[Ink]:
    """A suit or honour with its small figure or letter in the corner; the face makes room, as on real tiles."""
    letter = _LETTERS.get(name) or (style.white_letter if name == "white" else name[1])
    left = style.index_boxes[0][0] < 36 if style.index_boxes else style.index is Index.LEFT
    shrink = style.room
    aside = (72 * (1 - shrink) - 2.5) if left else 2.5
    room = [ink.placed(shrink, aside, 96 * (1 - shrink) - 3) for ink in face]
    boxes = style.index_boxes or ((5.0 if left else 60.0, 5.5, 7.0, 10.5),)
    if style.index_stray:
        across, down = np.random.default_rng(crc32(name.encode())).uniform(-1, 1, 2) * (style.index_stray, style.index_stray / 2)
        boxes = tuple((float(np.clip(x + across, 2, 70 - w)), float(np.clip(y + down, 2, 94 - h)), w, h) for x, y, w, h in boxes)
    width = 1.9 * style.weight**0.5 * boxes[0][3] / 10.5
    return [*room, *(ink for box in boxes for ink in write(letter, box, width, style.palette.index, contrast=0, font=style.figure_font))]


@lru_cache(maxsize=1024)
def face_inks(name: str, style: Style = DEFAULT, with_body: bool = True) -> tuple[Ink, ...]:
    """What a face is drawn with, in face units (72 by 96), lowest first. Raises FaceError."""
    if name == BACK:
        return tuple(back(style))
    slab = body(style) if with_body else []
    if name == BLANK:
        return tuple(slab)
    if name not in CLASS_NAMES:
        raise FaceError(f"no such face: {name!r}, expected a class name or 'blank'")
    honours = {"white": white_dragon, "green": green_dragon, "red": red_dragon}
    suits = {"m": characters, "p": dots, "s": bamboo}
    if name in honours:
        face = honours[name](style)
    elif len(name) > 2:
        face = wind(name, style)
    elif name[0] in suits:
        face = suits[name[0]](int(name[1]), style)
    else:
        face = bonus(name[0], int(name[1]), style)
    if style.index is not Index.NONE and name[0] not in "fq":
        face = _indexed(name, face, style)
    return (*slab, *face)


def face_svg(name: str, style: Style = DEFAULT, body: bool = True) -> str:
    """One SVG document, viewBox 0 0 72 96, clear outside the rounded tile; without `body` the inks alone. Raises FaceError."""
    return to_svg(face_inks(name, style, body))


def face_rgba(name: str, style: Style = DEFAULT, height_px: int = 300, body: bool = True) -> np.ndarray:
    """The same drawing as pixels: shape (height_px, round(0.75 * height_px), 4), uint8, RGBA, straight alpha. Raises FaceError.

    A face down tile (`back`) is drawn whole, with or without `body`.
    """
    return to_rgba(face_inks(name, style, body), height_px)
