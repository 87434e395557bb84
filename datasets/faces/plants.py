"""Eight plants in a 100 by 100 square: plum, orchid, chrysanthemum, bamboo; peony, lotus, persimmon, narcissus."""

from __future__ import annotations

import numpy as np

from datasets.faces.ink import Area, Ink, Ring, arc, curve, leaf, line, petals
from datasets.faces.style import Palette


def _blossom(x: float, y: float, r: float, colour: str, turn: float = -90.0) -> list[Ink]:
    """Five round petals about a dotted heart."""
    return [*petals(x, y, 5, 0.26 * r, r, 0.78 * r, colour, turn, hollow=0.42), Ring(x, y, 0.17 * r, 0, colour)]


def plum(p: Palette, w: float) -> list[Ink]:
    """A bare, kinked branch with blossoms and buds."""
    return [
        line([(12, 94), (32, 82), (42, 70)], 6.5 * w, p.green, 5.0 * w),
        line([(58, 42), (64, 28), (78, 8)], 4.6 * w, p.green, 2.2),
        line([(34, 82), (24, 60), (20, 34)], 4.0 * w, p.green, 1.8),
        line([(34, 80), (60, 82), (86, 72)], 4.0 * w, p.green, 1.6),
        *_blossom(50, 56, 21, p.red),
        *_blossom(80, 36, 13, p.red, -60),
        *_blossom(20, 26, 12, p.red, -110),
        Ring(88, 70, 5.5, 0, p.red),
        Ring(78, 8, 5, 0, p.red),
        Ring(62, 84, 4.5, 0, p.red),
    ]


def orchid(p: Palette, w: float) -> list[Ink]:
    """Long blades that arch out of one root, two small flowers among them."""
    blades = [
        [(48, 96), (44, 66), (28, 36), (4, 30)],
        [(48, 96), (46, 56), (58, 20), (86, 6)],
        [(49, 96), (58, 66), (76, 50), (99, 56)],
        [(47, 96), (38, 76), (22, 64), (2, 70)],
        [(50, 96), (64, 82), (80, 76), (96, 84)],
    ]
    made: list[Ink] = []
    for blade in blades:
        path = curve(blade, 8)
        t = np.linspace(0, 1, len(path))
        step = np.gradient(path, axis=0)
        side = np.column_stack([-step[:, 1], step[:, 0]]) / np.linalg.norm(step, axis=1, keepdims=True)
        half = (side * (3.9 * (0.55 + 0.45 * w) * np.sin(np.pi * (0.12 + 0.88 * t)) ** 0.8)[:, None]) * np.where(t < 1, 1.0, 0.0)[:, None]
        made.append(Area((np.vstack([path + half, (path - half)[::-1]]),), p.green))
    for x, y, turn in ((68, 36, -20), (22, 50, 200)):
        made.append(line([(48, 92), ((x + 48) / 2, 64), (x, y)], 2.0 * w, p.red))
        made += [leaf((x, y), (x + 15 * np.cos(a), y + 15 * np.sin(a)), 7.5, p.red) for a in np.radians([turn, turn - 72, turn + 72, turn + 144, turn - 144])]
    return made


def chrysanthemum(p: Palette, w: float) -> list[Ink]:
    """One flower of many narrow petals in two rounds, a bud, and notched leaves on an upright stem."""
    x, y = 54.0, 44.0
    return [
        line([(x, y + 20), (52, 78), (40, 97)], 4.2 * w, p.green),
        leaf((50, 82), (86, 68), 15, p.green, 5, vein=True),
        leaf((48, 86), (84, 94), 13, p.green, -3, vein=True),
        leaf((47, 82), (10, 70), 15, p.green, -4, vein=True),
        leaf((44, 90), (12, 94), 11, p.green, 2, vein=True),
        line([(30, 76), (20, 50), (18, 30)], 3.0 * w, p.green),
        *petals(18, 22, 7, 2.5, 11, 5.0, p.red),
        *petals(x, y, 18, 15, 32, 8.0, p.red, hollow=0.28),
        *petals(x, y, 10, 4.5, 14, 6.0, p.red, 9),
        Ring(x, y, 3.2, 0, p.red),
    ]


def bamboo_plant(p: Palette, w: float) -> list[Ink]:
    """Two jointed canes, one leaning, with sprays of pointed leaves."""
    made: list[Ink] = []
    for (bx, by), (tx, ty), width in (((46, 98), (66, 6), 15.0), ((22, 98), (28, 42), 12.0)):
        base, tip = np.array([bx, by], float), np.array([tx, ty], float)
        along = (tip - base) / np.linalg.norm(tip - base)
        across = np.array([-along[1], along[0]])
        joints = 4 if width > 13 else 3
        for k in range(joints):
            a, b = (base + (tip - base) * (k + f) / joints for f in (0.035, 0.965))
            half = across * width * (0.5 - 0.07 * k)
            waist = [(0, 1.0), (0.12, 0.8), (0.88, 0.8), (1, 1.0)]
            outer = np.array([a + (b - a) * t + half * f for t, f in waist] + [a + (b - a) * t - half * f for t, f in reversed(waist)])
            inner = np.array([a + (b - a) * t + half * f for t, f in ((0.16, -0.3), (0.84, -0.3), (0.84, 0.12), (0.16, 0.12))])
            made.append(Area((outer, inner), p.blue))
    sprays = [((60, 34), 20, 1), ((30, 42), -96, 2), ((54, 62), 14, 3), ((26, 70), 168, 4)]
    for (x, y), turn, k in sprays:
        for a, reach in ((-38, 26), (0, 33), (38, 28)):
            angle = np.radians(turn + a)
            made.append(leaf((x, y), (x + reach * np.cos(angle), y + reach * np.sin(angle)), 8.5 + 1.5 * w, p.green if k != 3 else p.red))
    return made


def peony(p: Palette, w: float) -> list[Ink]:
    """Spring: a full round flower, petal upon petal, on broad three-lobed leaves."""
    x, y = 50.0, 42.0
    made: list[Ink] = [
        line([(x, 78), (50, 86), (56, 99)], 4.4 * w, p.green),
    ]
    for bx, by, turn in ((46, 78, 172), (54, 78, 8)):
        made += [
            leaf((bx, by), (bx + r * np.cos(np.radians(turn + a)), by + r * np.sin(np.radians(turn + a))), 15, p.green, 0, vein=True)
            for a, r in ((-38, 34), (0, 42), (38, 30))
        ]
    made += petals(x, y, 7, 15, 36, 22, p.red, -90, hollow=0.5)
    made += petals(x, y, 5, 3, 16, 13, p.red, 90, hollow=0.4)
    return [*made, line([(82, 58), (90, 36), (86, 22)], 3.0 * w, p.green), leaf((86, 26), (82, 4), 13, p.red), leaf((86, 26), (94, 8), 9, p.red)]


def lotus(p: Palette, w: float) -> list[Ink]:
    """Summer: a lotus of pointed petals above a round leaf and two lines of water."""
    heart = (50.0, 56.0)
    made: list[Ink] = []
    for tip, width in (((8, 40), 17), ((92, 40), 17), ((24, 20), 19), ((76, 20), 19)):
        made.append(leaf(heart, tip, width, p.red, 5 if tip[0] < 50 else -5, vein=True))
    middle = curve([(50, 4), (38, 24), (40, 44), (50, 56), (60, 44), (62, 24), (50, 4)], 6)
    hollow = (middle - (50, 32)) * 0.5 + (50, 34)
    made.append(Area((middle, hollow), p.red))
    pad = np.column_stack([50 + 40 * np.cos(t := np.linspace(0, 2 * np.pi, 41)[:-1]), 74 + 11 * np.sin(t)])
    clear = np.column_stack([50 + 30 * np.cos(t), 74 + 6.2 * np.sin(t)])
    made.append(Area((pad, clear), p.green))
    made += [line([(50, 74), (50 + dx, 74 + dy)], 2.4 * w, p.green) for dx, dy in ((-27, 0), (27, 0), (-14, -5), (14, -5), (-14, 5), (14, 5))]
    made.append(line([(4, 91), (20, 88), (36, 92), (52, 89), (68, 92), (84, 88), (97, 91)], 3.2 * w, p.blue))
    made.append(line([(20, 99), (34, 96), (50, 99), (66, 96), (80, 99)], 3.2 * w, p.blue))
    return made


def persimmon(p: Palette, w: float) -> list[Ink]:
    """Autumn: two round fruits that hang from a bough, with falling leaves."""
    made: list[Ink] = [
        line([(8, 12), (34, 18), (62, 10), (94, 16)], 5.2 * w, p.green, 2.0),
        line([(36, 18), (36, 34)], 3.0 * w, p.green),
        line([(66, 11), (70, 48)], 3.0 * w, p.green),
    ]
    for x, y, r in ((35, 54, 21), (70, 70, 23)):
        shine = curve([(x - r * 0.62, y + 2), (x - r * 0.45, y + r * 0.5), (x, y + r * 0.68), (x - r * 0.3, y + r * 0.3), (x - r * 0.62, y + 2)], 6)
        fruit = np.column_stack([x + r * np.cos(t := np.linspace(0, 2 * np.pi, 49)[:-1]), y + r * 0.9 * np.sin(t)])
        a = np.linspace(0, 2 * np.pi, 17)[:-1]
        star = np.column_stack([np.cos(a), 0.62 * np.sin(a)]) * np.where(np.arange(16) % 4 == 0, 0.58, 0.2)[:, None] * r
        stalk = (x, y - r * 0.42)
        made += [Area((fruit, shine, star * 1.3 + stalk), p.red), Area((star + stalk,), p.green)]
    for base, tip, width, bend in (((60, 12), (90, 38), 15, -4), ((24, 16), (2, 40), 13, 4), ((12, 82), (34, 92), 12, -3)):
        made.append(leaf(base, tip, width, p.green, bend, vein=True))
    return made


def narcissus(p: Palette, w: float) -> list[Ink]:
    """Winter: straight blades out of a bulb, and six-pointed flowers with a cup."""
    blades = ((-44, 30, 6), (-22, 10, 3), (8, 2, 0), (40, 22, -5), (26, 44, -2))
    made: list[Ink] = [leaf((50 + dx * 0.2, 84), (50 + dx, top), 10.5, p.green, bend) for dx, top, bend in blades]
    for x, y, r in ((32, 40, 17), (72, 46, 17), (58, 18, 13)):
        made.append(line([(50, 82), ((x + 50) / 2 + 2, 66), (x, y)], 2.4 * w, p.red))
        heart = np.array([x, y])
        for a in np.radians(range(0, 360, 60)):
            ray = np.array([np.cos(a), np.sin(a)]) * r
            made.append(leaf(heart + 0.2 * ray, heart + ray, 0.56 * r, p.red))
        made.append(Ring(x, y, 0.36 * r, 0.2 * r, p.red))
    bulb = curve([(50, 76), (37, 82), (34, 92), (50, 99), (66, 92), (63, 82), (50, 76)], 6)
    made.append(Area((bulb, arc(50, 89, 6.5, n=20)), p.blue))
    return made


FLOWERS = {1: plum, 2: orchid, 3: chrysanthemum, 4: bamboo_plant}
SEASONS = {1: peony, 2: lotus, 3: persimmon, 4: narcissus}
