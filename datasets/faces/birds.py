"""The bird of the 1 bamboo, drawn in a 100 by 100 square."""

from __future__ import annotations

import numpy as np

from datasets.faces.ink import Area, Ink, Ring, arc, curve, leaf, line
from datasets.faces.style import Palette


def _shape(points: list[tuple[float, float]], colour: str, *holes: np.ndarray) -> Area:
    """A smooth closed shape through the points."""
    return Area((curve([*points, points[0]], 6), *holes), colour)


def parrot(palette: Palette, weight: float) -> list[Ink]:
    """A crested parrot on its perch, head to the left, long tail below."""
    red, green, blue = palette.red, palette.green, palette.blue
    w = 2.0 + 1.2 * weight
    tail: list[Ink] = [
        leaf((50, 58), (67, 99), 9, red, 3, vein=True),
        leaf((46, 58), (54, 97), 8, green, 2, vein=True),
        leaf((43, 57), (42, 90), 7, green, -2, vein=True),
    ]
    wing: list[Ink] = [
        leaf((48, 33), (82, 38), 9, green, -5, vein=True),
        leaf((48, 37), (78, 51), 9, green, -4, vein=True),
        leaf((48, 41), (69, 61), 9, green, -3, vein=True),
    ]
    breast = _shape([(36, 26), (31, 38), (32, 50), (42, 61), (52, 58), (50, 44), (46, 30)], blue, *(curve(c, 6) for c in _feathers()))
    head = Area((arc(39, 18, 10.5, n=28), arc(36, 17, 4.6, n=16)), blue)
    return [
        *tail,
        *wing,
        breast,
        head,
        Ring(36, 17, 2.2, 0, red),
        _shape([(29, 15), (22, 20), (24, 28), (28, 23), (32, 22)], red),
        line([(40, 9), (38, 3), (30, 1)], w, red, 0.8),
        line([(44, 9), (46, 2), (38, -2)], w, red, 0.8),
        line([(47, 12), (54, 5), (51, -1)], w, red, 0.8),
        line([(16, 66), (40, 67), (66, 66), (86, 62)], w * 1.3, blue),
        Ring(14, 66, 4.5, 1.5, blue),
        Ring(88, 61.5, 4.5, 1.5, blue),
        line([(41, 60), (38, 69)], w, red),
        line([(47, 60), (48, 69)], w, red),
    ]


def _feathers() -> list[list[tuple[float, float]]]:
    """Small clear scales on the breast."""
    return [[(x, y), (x + 3, y + 2.6), (x + 6, y), (x + 3, y + 0.8), (x, y)] for x, y in ((35, 34), (40, 40), (34, 43), (40, 49), (43, 32))]


def peacock(palette: Palette, weight: float) -> list[Ink]:
    """A peacock that stands on a rock and looks right, its train down to the left."""
    red, green, blue = palette.red, palette.green, palette.blue
    w = 2.0 + 1.2 * weight
    train: list[Ink] = []
    for k, tip in enumerate([(8, 62), (12, 76), (20, 88), (31, 95)]):
        train.append(leaf((52, 50), tip, 12, green, 4 - 2 * k, vein=True))
        near = np.array(tip) * 0.86 + np.array((52, 50)) * 0.14
        train.append(Ring(near[0], near[1], 4.6, 2.2, red))
    clear = curve([(56, 46), (60, 54), (67, 46), (60, 49), (56, 46)], 6)
    neck = _shape([(64, 18), (60, 28), (51, 38), (46, 50), (52, 60), (64, 58), (72, 46), (71, 30), (70, 20)], blue, clear)
    return [
        *train,
        neck,
        leaf((62, 42), (34, 54), 12, red, -5, vein=True),
        Area((arc(66, 15, 7.5, n=24), arc(67.5, 14, 2.4, n=12)), blue),
        leaf((71, 13), (84, 17), 6, red),
        *(line([(64, 8), (x, 0)], w * 0.6, green) for x in (56, 62, 68)),
        *(Ring(x, -1, 2.4, 0, red) for x in (55, 62, 69)),
        line([(57, 59), (58, 80), (66, 82)], w, red),
        line([(63, 58), (68, 78), (76, 79)], w, red),
        line([(40, 88), (56, 83), (76, 84), (92, 90)], w * 1.4, green),
        leaf((80, 84), (94, 74), 6, green),
        leaf((86, 86), (99, 82), 5, green),
    ]
