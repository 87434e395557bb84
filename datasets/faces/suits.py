"""Characters, dots and bamboo sticks in their standard places and colours."""

from __future__ import annotations

import numpy as np

from datasets.faces import doodles
from datasets.faces.birds import parrot, peacock
from datasets.faces.icons import picture
from datasets.faces.ink import Area, Ink, Ring, arc, petals, place
from datasets.faces.script import write
from datasets.faces.style import Disc, Dot, FirstBamboo, Stick, Style

_NUMERALS = "一二三四五六七八九"

# Centres of the dots in face units, with r, g or b for the ink, and the dots' radius.
_DOTS: dict[int, tuple[float, str]] = {
    2: (14.5, "36,26,g 36,70,b"),
    3: (11.5, "18,21,g 36,48,r 54,75,b"),
    4: (12.5, "20,26,b 52,26,g 20,70,g 52,70,b"),
    5: (11.0, "18,22,b 54,22,g 36,48,r 18,74,g 54,74,b"),
    6: (11.5, "22,19,g 50,19,g 22,51,r 50,51,r 22,77,r 50,77,r"),
    7: (9.6, "15,15,g 36,23.5,g 57,32,g 24.5,55,r 47.5,55,r 24.5,78,r 47.5,78,r"),
    8: (9.9, "24,15,b 48,15,b 24,37,b 48,37,b 24,59,b 48,59,b 24,81,b 48,81,b"),
    9: (9.6, "14,19,g 36,19,g 58,19,g 14,48,r 36,48,r 58,48,r 14,77,b 36,77,b 58,77,b"),
}

# Sticks: x, y of the top end, x, y of the bottom end, ink. s1 and s8 have rules of their own.
_TALL, _SHORT = 35.0, 24.0
_STICKS: dict[int, tuple[float, str]] = {
    2: (_TALL, "36,28,g 36,68,b"),
    3: (_TALL, "36,28,b 20,68,g 52,68,g"),
    4: (_TALL, "20,28,g 52,28,b 20,68,b 52,68,g"),
    5: (_TALL, "16,28,g 56,28,b 36,48,r 16,68,b 56,68,g"),
    6: (_TALL, "15,28,g 36,28,g 57,28,g 15,68,b 36,68,b 57,68,b"),
    7: (_SHORT, "36,19,r 15,49,g 36,49,b 57,49,g 15,76,g 36,76,b 57,76,g"),
    9: (_SHORT, "15,20,g 36,20,r 57,20,b 15,48,g 36,48,r 57,48,b 15,76,g 36,76,r 57,76,b"),
}


def _ink(letter: str, style: Style, rank: int) -> str:
    if style.plan:
        letter = style.plan[rank - 2]["rgb".index(letter)]
    return {"r": style.palette.red, "g": style.palette.green, "b": style.palette.blue}[letter]


def _spots(text: str) -> list[tuple[float, float, str]]:
    return [(float(x), float(y), ink) for x, y, ink in (spot.split(",") for spot in text.split())]


def _other(letter: str) -> str:
    return {"g": "b", "b": "g", "r": "r"}[letter]


def characters(rank: int, style: Style) -> list[Ink]:
    """The numeral above 萬."""
    palette, hand = style.palette, style.hand
    numeral = style.five if rank == 5 else _NUMERALS[rank - 1]
    low = rank <= 3
    box = style.numeral_box or (14.0, 12.0 if rank > 1 else 8.0, 44.0, 26.0 if low else 31.0)
    wan = style.wan_box or (12.0, 47.0, 48.0, 42.0)
    thick = 6.2 if low else 5.0
    return write(numeral, box, thick * style.weight, palette.numeral, **hand) + write(
        style.wan, wan, (4.0 if style.wan == "萬" else 5.2) * style.weight, palette.red, **hand
    )


def _dot(x: float, y: float, r: float, colour: str, style: Style) -> list[Ink]:
    line = 0.15 * r * (0.6 + 0.4 * style.weight)
    rim = [Ring(x, y, r, r - 1.5 * line, colour)]
    if style.dot is Dot.RINGS:
        inner = r - 2.6 * line
        return [*rim, Ring(x, y, inner, inner - 1.3 * line, colour), Ring(x, y, inner - 2.2 * line, 0, colour)]
    if style.dot is Dot.CROSS:
        cuts = (_spindle(x, y, a, 0.16 * r, 0.84 * r, 0.24 * r) for a in (45, 135, 225, 315))
        return [Area((arc(x, y, r, n=40), *cuts), colour)]
    if style.dot is Dot.SOLID:
        return [Ring(x, y, r, 0, colour)]
    if style.dot is Dot.HOOP:
        return [Ring(x, y, r, r - 3.2 * line, colour)]
    if style.dot is Dot.WHEEL:
        return [*rim, *petals(x, y, 6, 0.26 * r, 0.78 * r, 0.36 * r, colour), Ring(x, y, 0.2 * r, 0, colour)]
    return [Ring(x, y, r, 0.36 * r, colour), Ring(x, y, 0.18 * r, 0, colour)]


def _spindle(x: float, y: float, angle: float, inner: float, outer: float, half: float) -> np.ndarray:
    """A ring of shape (n, 2): a spindle that points away from (x, y) at `angle` degrees."""
    a = np.radians(angle)
    t = np.linspace(0, 1, 7)
    along = np.concatenate([t, t[::-1]]) * (outer - inner) + inner
    across = np.concatenate([np.sin(np.pi * t), -np.sin(np.pi * t[::-1])]) * half
    return np.column_stack([x + along * np.cos(a) - across * np.sin(a), y + along * np.sin(a) + across * np.cos(a)])


def _first_dot(style: Style) -> list[Ink]:
    x, y = 36.0, 48.0
    red, green, blue = style.palette.red, style.palette.green, style.palette.blue
    if style.disc is Disc.DAISY:
        cross = [Area((_spindle(x, y, a, 1.2, 6.6, 2.2),), red) for a in range(0, 360, 90)]
        outer = petals(x, y, 16, 15, 29, 7.0, green, hollow=0.42)
        return [*outer, Ring(x, y, 14, 11.6, green), Ring(x, y, 10.2, 8, red), *cross]
    if style.disc is Disc.RINGS:
        wave = np.linspace(0, 2 * np.pi, 97)[:-1]
        reach = 17 + 1.5 * np.cos(12 * wave)
        scallop = np.column_stack([x + reach * np.cos(wave), y + reach * np.sin(wave)])
        return [Ring(x, y, 27, 21.5, blue), Area((scallop, arc(x, y, 12.5, n=32)), green), Ring(x, y, 10, 6.6, red), Ring(x, y, 3, 0, red)]
    ticks = [Area((_spindle(x, y, a, 18.5, 24, 1.1),), blue) for a in range(0, 360, 12)]
    return [Ring(x, y, 27, 24.6, blue), Ring(x, y, 18.6, 16.6, blue), *ticks, *petals(x, y, 8, 5, 14.5, 5.2, red, hollow=0.35), Ring(x, y, 3.6, 1.6, red)]


def dots(rank: int, style: Style) -> list[Ink]:
    """1 to 9 dots."""
    if rank == 1:
        return _first_dot(style)
    radius, text = _DOTS[rank]
    swap = style.blue_first and rank in (3, 4, 5, 9)
    inks: list[Ink] = []
    for x, y, letter in _spots(text):
        slanting = rank == 3 or (rank == 7 and y < 40)
        if rank == 7 and slanting:
            y = 23.5 + (y - 23.5) * style.steep
        x, y = _spread(72 - x if slanting and style.other_slant else x, y, style)
        size = radius * style.size
        if rank in (6, 7) and y < 40:
            size, x, y = size * style.upper[0], x + style.upper[1], y + style.upper[2]
        inks += _dot(x, y, size, _ink(_other(letter) if swap else letter, style, rank), style)
    return inks


def _spread(x: float, y: float, style: Style) -> tuple[float, float]:
    return 36 + (x - 36) * style.spread[0], 48 + (y - 48) * style.spread[1]


def _stick(top: tuple[float, float], bottom: tuple[float, float], colour: str, style: Style, width: float = 10.0) -> list[Ink]:
    """One bamboo between two points, with a clear line along its middle."""
    a, b = np.array(top), np.array(bottom)
    length = float(np.linalg.norm(b - a))
    along = (b - a) / length
    across = np.array([-along[1], along[0]])

    def ring(t: np.ndarray, half: np.ndarray) -> np.ndarray:
        spine = a + along * (t * length)[:, None]
        side = across * half[:, None]
        return np.vstack([spine + side, (spine - side)[::-1]])

    t = np.linspace(0, 1, 25)
    lobes = 3 if length > 30 else 2
    capped = np.minimum(1.0, np.sqrt(np.clip(np.minimum(t, 1 - t) * length / (width * 0.42), 0, None)))
    slit_width = 0.11 * width / max(style.weight, 0.6)
    if style.stick is Stick.SLIM:
        knot = 0.32 + 0.18 * np.exp(-(((t - 0.5) / 0.07) ** 2)) + 0.12 * (np.exp(-((t / 0.08) ** 2)) + np.exp(-(((1 - t) / 0.08) ** 2)))
        return [Area((ring(t, width * knot * np.maximum(capped, 0.4)),), colour)]
    if style.stick is Stick.OUTLINE:
        line, half, ends = 0.17 * width * style.weight, np.full(2, 0.42 * width), np.array([0.0, 1.0])
        cells = [((k + 0.5 * (k > 0) * line / length) / lobes, (k + 1) / lobes) for k in range(lobes)]
        inset = line / length
        holes = [ring(np.array([low + inset, high - inset]), half - line) for low, high in cells]
        return [Area((ring(ends, half), *holes), colour)]
    if style.stick is Stick.BEAM:
        flare = width * (0.27 + 0.23 * np.abs(np.cos(2 * np.pi * t)) ** 5)
        slits = [ring(np.array([low, low + 0.26]), np.full(2, slit_width * 0.8)) for low in (0.12, 0.62)]
        return [Area((ring(t, flare), *slits), colour)]
    if style.stick is Stick.ROD:
        return [Area((ring(t, 0.42 * width * capped),), colour)]
    if style.stick is Stick.BEADS:
        beads = []
        for k in range(lobes):
            u = np.linspace(k / lobes, (k + 1) / lobes, 13)
            bulge = np.sin(np.pi * np.linspace(0, 1, 13)) ** 0.5
            inner = np.linspace(u[0] + 0.22 / lobes, u[-1] - 0.22 / lobes, 9)
            beads.append(Area((ring(u, width * 0.5 * bulge), ring(inner, slit_width * 1.8 * np.sin(np.pi * np.linspace(0, 1, 9)) ** 0.5)), colour))
        return beads
    scallop = 0.39 + 0.12 * np.cos(2 * np.pi * t) ** 2
    u = np.linspace(0.13, 0.87, 15)
    return [Area((ring(t, width * scallop * capped), ring(u, slit_width * np.sin(np.pi * np.linspace(0, 1, 15)) ** 0.3)), colour)]


def _eight(style: Style) -> list[Ink]:
    """The 8 bamboo: an M above a W, in some sets the other way round."""
    green, blue = style.palette.green, style.palette.blue if style.mixed_bamboo and style.blue_first else style.palette.green
    if style.plan:
        green, blue = _ink("g", style, 8), _ink("b", style, 8)
    made: list[Ink] = []
    wide = min(style.stick_width, 1.3)
    high, low = (42.0, 14.0) if style.other_slant else (14.0, 42.0)
    for x, inner in ((14.0, 34.2), (58.0, 37.8)):
        outer = x + (5.4 if x < 36 else -5.4)
        made += _stick((x, 11), (x, 42), green, style, 8.2 * wide)
        made += _stick((inner, high), (outer, low), green, style, 7.0 * wide)
        made += _stick((x, 54), (x, 85), blue, style, 8.2 * wide)
        made += _stick((outer, 96 - low), (inner, 96 - high), blue, style, 7.0 * wide)
    return made


def bamboo(rank: int, style: Style) -> list[Ink]:
    """The bird (or a thick stick), and 2 to 9 sticks."""
    if rank == 1:
        if style.first_bamboo is FirstBamboo.STICK:
            return _stick((36, 16), (36, 80), style.palette.green, style, 17.0)
        if style.bird:
            drawn = doodles.bird(style.bird, style.palette, style.weight) if isinstance(style.bird, int) else picture(style.bird, style.palette, style.weight)
            return place(drawn, (2, 8, 68, 82), style.turned)
        bird = parrot if style.first_bamboo is FirstBamboo.PARROT else peacock
        return place(bird(style.palette, style.weight), (2, 10, 68, 78), style.turned)
    if rank == 8:
        return _eight(style)
    length, text = _STICKS[rank]
    made: list[Ink] = []
    for x, y, letter in _spots(text):
        blue = (style.mixed_bamboo and rank in (2, 7)) or style.blue_first
        x, y = _spread(x, y, style)
        half = length / 2 * min(style.spread[1], 1.0)
        made += _stick(
            (x, y - half), (x, y + half), _ink("g" if letter == "b" and not blue else letter, style, rank), style, 10.0 * style.size * style.stick_width
        )
    return made
