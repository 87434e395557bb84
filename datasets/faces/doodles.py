"""Birds and plants that no set shows, a new one for every number, in a 100 by 100 square.

Drawings of the 1 bamboo, flowers and seasons differ from set to set. A reader that has met many of them learns what stays: a bird, a figure, a character.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from datasets.faces.ink import Area, Ink, Ring, arc, curve, leaf, line, petals
from datasets.faces.style import Palette

_Rng = np.random.Generator
_Point = tuple[float, float]


def _inks(rng: _Rng, palette: Palette) -> list[str]:
    """Three inks, not always different ones."""
    choice = [palette.red, palette.green, palette.blue, palette.numeral, palette.flower_script]
    return [choice[k] for k in rng.integers(0, len(choice), 3)]


def _ellipse(centre: _Point, along: float, across: float, turn: float) -> np.ndarray:
    loop = arc(0, 0, 1, n=28) * (along, across)
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(loop @ np.array([[cos, sin], [-sin, cos]]) + centre)


def _towards(centre: _Point, angle: float, reach: float) -> _Point:
    return centre[0] + reach * float(np.cos(angle)), centre[1] + reach * float(np.sin(angle))


def _blot(centre: _Point, along: float, across: float, turn: float, colour: str, filled: bool, rim: float) -> Ink:
    """An ellipse, filled or as a line."""
    rings = [_ellipse(centre, along, across, turn)]
    if not filled:
        rings.append(_ellipse(centre, max(along - rim, 0.5), max(across - rim, 0.5), turn))
    return Area(tuple(rings), colour)


def bird(number: int, palette: Palette, weight: float) -> list[Ink]:
    """Body, head and beak to the left, a wing, a tail of feathers up, straight or down, legs; a crest and a twig now and then."""
    rng = np.random.default_rng((number, 1))
    body, accent, third = _inks(rng, palette)
    stroke = (1.6 + 1.6 * weight) * float(rng.uniform(0.7, 1.3))
    filled = bool(rng.random() < 0.55)
    tilt = float(rng.uniform(-0.75, 0.35))  # the breast stands higher than the tail, or the bird stoops
    centre = (float(rng.uniform(38, 52)), float(rng.uniform(48, 66)))
    long, high = float(rng.uniform(17, 27)), float(rng.uniform(10, 17))
    head = _towards(centre, np.pi - tilt + float(rng.uniform(0.2, 0.75)), long + float(rng.uniform(0, 8)))
    skull = float(rng.uniform(5.5, 10))
    root = _towards(centre, -tilt, long * 0.75)
    made: list[Ink] = []
    aim, spread, feathers = float(rng.uniform(-1.35, 0.9)), float(rng.uniform(0.15, 1.1)), int(rng.integers(2, 8))
    reach, broad = float(rng.uniform(28, 58)), float(rng.uniform(6, 14))
    for k in range(feathers):
        angle = aim + spread * (k / max(feathers - 1, 1) - 0.5)
        tip = _towards(root, angle, reach * float(rng.uniform(0.8, 1.1)))
        ink = (body, accent, third)[int(rng.integers(3))] if rng.random() < 0.5 else accent
        made.append(leaf(root, tip, broad, ink, float(rng.normal(0, 4)), vein=bool(rng.random() < 0.6)))
        if rng.random() < 0.3:
            eye = _towards(root, angle, reach * 0.8)
            made.append(Ring(*eye, broad * 0.4, broad * 0.2, third))
    neck = np.array([head, centre], float)
    made.append(line([neck[0], neck.mean(0) + rng.normal(0, 2, 2), neck[1]], skull * float(rng.uniform(0.9, 1.6)) if filled else stroke, body, high))
    made.append(_blot(centre, long, high, tilt, body, filled, stroke))
    made.append(_blot(head, skull, skull * 0.9, 0.0, body, bool(filled or rng.random() < 0.3), stroke))
    made.append(Ring(head[0] - skull * 0.2, head[1] - skull * 0.1, 2.0, 0, palette.body if filled else body))
    beak = float(rng.uniform(7, 15))
    made.append(leaf((head[0] - skull * 0.6, head[1]), (head[0] - skull * 0.6 - beak, head[1] + float(rng.uniform(-3, 6))), 5, third))
    wing_tip = _towards(centre, float(rng.uniform(-1.0, 0.6)), long * float(rng.uniform(0.8, 1.5)))
    made += [leaf((centre[0] - 6, centre[1] - 4 + 5 * k), wing_tip, float(rng.uniform(8, 15)), accent, 4, vein=True) for k in range(int(rng.integers(0, 3)))]
    if filled:  # scales left clear of ink
        scales = rng.normal(0, 1, (int(rng.integers(0, 9)), 2)) * (long / 2.6, high / 2.6) + centre
        made += [Ring(float(x), float(y), 1.7, 0, palette.body) for x, y in scales]
    for k in range(int(rng.integers(0, 4))):  # a crest
        top = (head[0] + 4 * (k - 1), head[1] - skull)
        made.append(line([top, (top[0] + float(rng.uniform(-8, 8)), top[1] - float(rng.uniform(6, 12)))], stroke, accent))
    foot = centre[1] + high + float(rng.uniform(10, 20))
    made += [line([(centre[0] + dx, centre[1] + high * 0.8), (centre[0] + dx + 1, foot), (centre[0] + dx - 6, foot + 2)], stroke, third) for dx in (-3, 5)]
    if rng.random() < 0.5:
        made.append(line([(8, foot + 3), (45, foot + 4), (90, foot - float(rng.uniform(-4, 10)))], stroke * 1.6, accent))
        made += [leaf((x, foot + 2), (x + 12, foot - 8), 6, accent) for x in rng.uniform(10, 85, int(rng.integers(0, 5)))]
    return made


def plant(number: int, palette: Palette, weight: float) -> list[Ink]:
    """Stems out of the ground, a pot or a bough, with leaves and flowers of one kind, drawn full or as lines; now and then something else altogether."""
    rng = np.random.default_rng((number, 2))
    stem, bloom, third = _inks(rng, palette)
    stroke = (1.4 + 1.6 * weight) * float(rng.uniform(0.6, 1.2))
    if rng.random() < 0.12:
        return _emblem(rng, bloom, third, stroke)
    made: list[Ink] = []
    ground = 97.0
    if rng.random() < 0.3:  # a pot
        top, wide = float(rng.uniform(74, 84)), float(rng.uniform(18, 34))
        rim = [(50 - wide, top), (50 + wide, top), (50 + wide * 0.7, 98), (50 - wide * 0.7, 98)]
        inner = [(50 - wide + 4, top + 3), (50 + wide - 4, top + 3), (50 + wide * 0.7 - 2, 95), (50 - wide * 0.7 + 2, 95)]
        made.append(Area((np.array(rim), *([np.array(inner)] if rng.random() < 0.6 else [])), third))
        ground = top
    flower = _flower_kind(rng, bloom, third, stroke)
    leafy = int(rng.integers(0, 6))
    hanging = rng.random() < 0.15
    for _ in range(int(rng.integers(1, 5))):
        foot = (50 + float(rng.normal(0, 9)), ground)
        tip = (float(rng.uniform(8, 92)), float(rng.uniform(6, 52)))
        bend = ((foot[0] + tip[0]) / 2 + float(rng.normal(0, 9)), (foot[1] + tip[1]) / 2)
        path = [(x, 100 - y) for x, y in (foot, bend, tip)] if hanging else [foot, bend, tip]
        made.append(line(path, stroke * float(rng.uniform(0.8, 2.2)), stem, stroke * 0.8))
        spine = curve(path, 8)
        for _ in range(leafy):
            at = spine[int(rng.integers(1, len(spine)))]
            angle, reach = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(9, 24))
            tip_at = at + reach * np.array([np.cos(angle), np.sin(angle)])
            made.append(leaf(at, tip_at, reach * float(rng.uniform(0.2, 0.5)), stem, 2, vein=bool(rng.random() < 0.5)))
        if rng.random() < 0.75:
            x, y = path[-1]
            made += flower(float(x), float(y), float(rng.uniform(8, 22)))
    return made


def _flower_kind(rng: _Rng, bloom: str, heart: str, stroke: float) -> Callable[[float, float, float], list[Ink]]:
    """A function (x, y, r) -> inks that draws one kind of flower or fruit."""
    kind, count, turn = int(rng.integers(5)), int(rng.integers(4, 14)), float(rng.uniform(0, 90))
    hollow = float(rng.uniform(0.3, 0.75)) if rng.random() < 0.6 else 0.0
    width = float(rng.uniform(0.7, 1.1)) * 2 * np.pi / count * 0.62

    def flower(x: float, y: float, r: float) -> list[Ink]:
        if kind == 0:
            return [*petals(x, y, count, 0.25 * r, r, width * r, bloom, turn, hollow), Ring(x, y, 0.2 * r, 0, heart)]
        if kind == 1:
            angles = np.radians(turn + np.arange(count) * 360 / count)
            return [leaf((x, y), _towards((x, y), a, r), width * r, bloom, vein=hollow > 0) for a in angles]
        if kind == 2:
            return [Ring(x, y, r * 0.8, max(r * 0.8 - stroke, 0) if hollow else 0, bloom), Ring(x, y, 0.25 * r, 0, heart)]
        if kind == 3:
            foot = (x, y + 0.6 * r)
            return [leaf(foot, _towards(foot, np.radians(a), 1.5 * r), 0.5 * r, bloom, vein=hollow > 0) for a in (-130, -110, -90, -70, -50)]
        berries = np.random.default_rng(count).normal(0, 0.45, (count, 2)) * r
        return [Ring(x + dx, y + dy, 0.22 * r, 0.1 * r if hollow else 0, bloom) for dx, dy in berries]

    return flower


def _emblem(rng: _Rng, ink: str, other: str, stroke: float) -> list[Ink]:
    """A sun, a flake of snow, a butterfly or one large leaf."""
    kind, rays = int(rng.integers(4)), int(rng.integers(6, 15))
    around = np.linspace(0, 2 * np.pi, rays + 1)[:-1]
    if kind == 0:
        return [
            Ring(50, 50, 20, 20 - 2 * stroke if rng.random() < 0.5 else 0, ink),
            *(leaf(_towards((50, 50), a, 25), _towards((50, 50), a, 46), 7, other) for a in around),
        ]
    if kind == 1:
        arms = [line([(50, 50), _towards((50, 50), a, 44)], stroke * 1.6, ink) for a in around[:6] * rays / 6]
        twigs = [line([_towards((50, 50), a, 28), _towards((50, 50), a + s, 40)], stroke, ink) for a in around[:6] * rays / 6 for s in (-0.3, 0.3)]
        return [*arms, *twigs]
    if kind == 2:
        wings = [leaf((50, 52), (50 + side * dx, y), 26, colour, side * 6, vein=True) for side in (-1, 1) for dx, y, colour in ((42, 22, ink), (32, 84, other))]
        return [*wings, line([(50, 28), (50, 78)], stroke * 2.2, other), line([(50, 30), (42, 14)], stroke, other), line([(50, 30), (58, 14)], stroke, other)]
    lobes = [leaf((50, 66), _towards((50, 66), np.radians(a), 52), 20, ink, vein=True) for a in (-160, -125, -90, -55, -20)]
    return [*lobes, line([(50, 66), (54, 97)], stroke * 1.5, other)]
