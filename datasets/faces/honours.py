"""Winds and dragons, and the tile's back."""

from __future__ import annotations

from datasets.faces.ink import Area, Box, Brush, Ink, line, rounded
from datasets.faces.script import write
from datasets.faces.style import Style, White

_WINDS = {"east": "東", "south": "南", "west": "西", "north": "北"}


def _alone(box: Box, style: Style) -> Box:
    x, y, w, h = box
    return (x + w * (1 - style.fill) / 2, y + h * (1 - style.fill) / 2, w * style.fill, h * style.fill)


def wind(name: str, style: Style) -> list[Ink]:
    """東 南 西 北."""
    return write(_WINDS[name], _alone((9, 18, 54, 60), style), 5.6 * style.weight, style.palette.wind, **style.hand)


def red_dragon(style: Style) -> list[Ink]:
    """中."""
    return write("中", _alone((12, 15, 48, 66), style), 7.2 * style.weight, style.palette.red, **style.hand)


def green_dragon(style: Style) -> list[Ink]:
    """發."""
    return write("發", _alone((8, 18, 56, 62), style), 4.6 * style.weight, style.palette.green, **style.hand)


def white_dragon(style: Style) -> list[Ink]:
    """A frame in one of its forms, or nothing."""
    palette, thick = style.palette, 1.0 + 1.6 * style.weight

    def frame(x: float, y: float, width: float, colour: str, radius: float) -> Area:
        w, h = 72 - 2 * x, 96 - 2 * y
        hole = (x + width, y + width, w - 2 * width, h - 2 * width)
        return Area((rounded((x, y, w, h), radius), rounded(hole, max(radius - width, 0.4))), colour)

    if style.white is White.BLANK:
        return []
    if style.white is White.BARS:
        made: list[Ink] = []
        for inset, pieces in ((11.0, 2), (18.0, 1)):
            x0, y0, x1, y1 = inset, inset + 2, 72 - inset, 94 - inset
            for (ax, ay), (bx, by) in (((x0, y0), (x1, y0)), ((x1, y0), (x1, y1)), ((x1, y1), (x0, y1)), ((x0, y1), (x0, y0))):
                for k in range(pieces):
                    s, e = (k + 0.07) / pieces, (k + 0.93) / pieces
                    made.append(line([(ax + (bx - ax) * s, ay + (by - ay) * s), (ax + (bx - ax) * e, ay + (by - ay) * e)], thick, palette.blue))
        return made
    inner = palette.red if style.white is White.TWO_INKS else palette.blue
    outer = palette.green if style.white is White.TWO_INKS else palette.blue
    made = [frame(10, 11, thick * 1.25, outer, 5), frame(11.5 + 2 * thick, 12.5 + 2 * thick, thick * 0.6, inner, 1.5)]
    a, b = 11.5 + 2 * thick, 12.5 + 2 * thick
    for x, sx in ((a, 1), (72 - a, -1)):
        for y, sy in ((b, 1), (96 - b, -1)):
            made.append(line([(x + sx * 6, y), (x, y + sy * 6)], thick * 0.7, inner))
    return made


def body(style: Style) -> list[Ink]:
    """The tile itself, face up: an ivory slab with a soft edge."""
    return [Area((rounded((1, 1, 70, 94), 7),), style.palette.edge), Area((rounded((2, 2, 68, 91.5), 6.2),), style.palette.body)]


def back(style: Style) -> list[Ink]:
    """The tile face down: plain colour with a fine raised border."""
    light = "#" + "".join(f"{min(255, int(c * 0.75 + 64)):02x}" for c in bytes.fromhex(style.palette.back[1:]))
    border = Area((rounded((7, 7, 58, 82), 4), rounded((8.4, 8.4, 55.2, 79.2), 3)), light)
    return [Area((rounded((1, 1, 70, 94), 7),), style.palette.back), border, *_lattice(light)]


def _lattice(colour: str) -> list[Brush]:
    """Four small crossed lines in the middle, so that a back is no blank."""
    return [line([(36 - dx, 48 - dy), (36 + dx, 48 + dy)], 1.6, colour) for dx, dy in ((9, 12), (9, -12))]
