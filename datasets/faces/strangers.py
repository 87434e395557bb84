"""Looks that no table has: what a face reader must see past to read a stranger's set. For rendered photos alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

import numpy as np

from datasets.faces.icons import Icons, can_draw
from datasets.faces.ink import Box
from datasets.faces.style import STYLES, Bonus, Disc, Dot, FirstBamboo, Icon, Index, Palette, Places, Stick, Style, White
from recognizer.errors import DatasetError

_MOST = 1 << 30
NO_ICONS = Icons()


def random_style(rng: np.random.Generator, scripts: Sequence[str] = (), figures: Sequence[str] = (), icons: Icons = NO_ICONS) -> Style:
    """A look that no table has: every choice of its own, inks shifted a little. For rendered photos.

    `scripts`, `figures`: font files to write characters and figures with, two sets in three; without any our own strokes are used.
    `icons`: pictures for the 1 bamboo and for flowers and seasons, in some of the sets.
    """

    def pick(kind: type[Enum]) -> Enum:
        return list(kind)[rng.integers(len(kind))]

    def shifted(ink: str, by: float) -> str:
        return "#" + "".join(f"{int(np.clip(channel + rng.normal(0, by), 0, 255)):02x}" for channel in bytes.fromhex(ink[1:]))

    start = list(STYLES.values())[rng.integers(len(STYLES))]
    slab = ("body", "edge")
    inks = {ink: shifted(getattr(start.palette, ink), 5 if ink in slab else 14) for ink in Palette.__dataclass_fields__}
    return replace(
        start,
        name="random",
        palette=Palette(**inks),
        weight=float(rng.uniform(0.75, 1.4)),
        contrast=float(rng.uniform(0.2, 1.2)),
        wobble=float(rng.uniform(0, 1.8)),
        index=pick(Index),
        dot=pick(Dot),
        disc=pick(Disc),
        stick=pick(Stick),
        mixed_bamboo=bool(rng.integers(2)),
        blue_first=bool(rng.integers(2)),
        first_bamboo=pick(FirstBamboo),
        white=pick(White),
        white_letter="PB"[rng.integers(2)],
        bonus=pick(Bonus),
        bonus_swapped=bool(rng.integers(2)),
        turned=bool(rng.integers(2)),
        season_plants=tuple(int(k) for k in rng.permutation(4) + 1),
        wan="萬萬萬万"[rng.integers(4)],
        five="伍五"[rng.integers(2)],
        orchid="蘭蘭兰"[rng.integers(3)],
        script_font=str(rng.choice(scripts)) if scripts and rng.random() < 0.67 else "",
        figure_font=str(rng.choice(figures)) if figures and rng.random() < 0.67 else "",
        places=random_places(rng, icons) if rng.random() < 0.8 else None,
        spread=(float(rng.uniform(0.84, 1.06)), float(rng.uniform(0.82, 1.05))),
        size=float(rng.uniform(0.78, 1.1)),
        stick_width=float(rng.uniform(0.8, 1.75)),
        fill=float(rng.uniform(0.82, 1.18)),
        bold=float(rng.uniform(0, 0.06)) if rng.random() < 0.6 else 0.0,
        other_slant=bool(rng.random() < 0.35),
        steep=float(rng.uniform(0, 1.3)),
        upper=(float(rng.uniform(0.75, 1.1)), float(rng.normal(0, 2)), float(rng.normal(0, 1.5))) if rng.random() < 0.5 else (1.0, 0.0, 0.0),
        plan=_inks(rng) if rng.random() < 0.5 else (),
        lean=float(rng.normal(0, 0.12)) if rng.random() < 0.4 else 0.0,
        rise=float(rng.normal(0.04, 0.08)) if rng.random() < 0.5 else 0.0,
        bird=_bird(rng, icons),
        **_character_boxes(rng),
        **_index(rng),
    )


def _inks(rng: np.random.Generator) -> tuple[tuple[str, str, str], ...]:
    """Sets disagree on which stick or dot is red: any letters for any rank, now and then one for all."""
    plan = []
    for _ in range(8):
        a, b, c = ("rgb"[k] for k in (rng.permutation(3) if rng.random() < 0.7 else rng.integers(0, 3, 3)))
        plan.append((a, b, c))
    return tuple(plan)


def _character_boxes(rng: np.random.Generator) -> dict[str, Box]:
    """The numeral small or large above a 萬 small or large, the two close together or apart, in half of the sets."""
    if rng.random() < 0.4:
        return {}
    split = float(rng.uniform(32, 52))
    wide, wan_wide = float(rng.uniform(26, 62)), float(rng.uniform(32, 64))
    top, foot = float(rng.uniform(3, 11)), float(rng.uniform(82, 94))
    x, wan_x = 36 - wide / 2 + float(rng.normal(0, 2.5)), 36 - wan_wide / 2 + float(rng.normal(0, 2.5))
    gap = float(rng.uniform(-1, 6))
    return {"numeral_box": (x, top, wide, split - gap / 2 - top), "wan_box": (wan_x, split + gap / 2, wan_wide, foot - split - gap / 2)}


def _index(rng: np.random.Generator) -> dict[str, object]:
    """Figures of any size in one corner, in two opposite ones or anywhere in the upper half, beside a face that makes room for them or doesn't."""
    if rng.random() < 0.4:
        return {}
    side = float(rng.uniform(9, 22))
    left, right = (float(rng.uniform(3, 6)), 4.0, side * 0.62, side), (72 - float(rng.uniform(3, 6)) - side * 0.62, 4.0, side * 0.62, side)
    low = 92 - side
    free = (float(rng.uniform(3, 69 - side * 0.62)), float(rng.uniform(3, 40)), side * 0.62, side)
    stray = {"index_stray": float(rng.uniform(10, 40))} if rng.random() < 0.3 else {}
    places = {0: (left,), 1: (right,), 2: (left, (right[0], low, *right[2:])), 3: (right, (left[0], low, *left[2:])), 4: (free,)}
    return {"index_boxes": places[int(rng.choice(5, p=(0.36, 0.36, 0.07, 0.07, 0.14)))], "room": float(rng.uniform(0.78, 1.0)), **stray}


def random_places(rng: np.random.Generator, icons: Icons = NO_ICONS) -> Places:
    """Script in one corner, the figure in another, the plant where there is room. Seasons always carry their character; flowers what remains tells them by."""
    corners = [(4.0, 4.0), (44.0, 4.0), (4.0, 66.0), (44.0, 66.0)]
    first, second = (int(at) for at in rng.permutation(4)[:2])
    if rng.random() < 0.7:  # nearly always both stand at the top
        first, second = (0, 1) if rng.random() < 0.5 else (1, 0)
    big, small = float(rng.uniform(16, 29)), float(rng.uniform(9, 25))

    def box(corner: int, side: float, lean: float) -> Box:
        x, y = corners[corner]
        return (x + (24 - side) * (corner % 2) + float(rng.uniform(0, 2)), y + (26 - side) * (corner // 2), side * lean, side)

    script, figure = box(first, big, 1.0), box(second, small, 0.62)
    season_script, season_figure = (script, figure) if rng.random() < 0.6 else (box(second, big, 1.0), box(first, small, 0.62))
    kinds = rng.random()
    top = max((one[1] + one[3] for one in (script, figure) if one[1] < 40), default=4.0)
    bottom = min((one[1] for one in (script, figure) if one[1] >= 40), default=94.0)
    over = float(rng.uniform(0, 8))  # plants reach between the writing
    plant = (5.0, max(top - over, 3.0), 62.0, min(bottom + over, 94.0) - max(top - over, 3.0))
    return Places(
        flower_script=None if kinds < 0.3 else script,
        flower_figure=None if kinds > 0.85 else figure,
        season_script=season_script,
        season_figure=None if rng.random() < 0.2 else season_figure,
        plant=plant,
        # Drawings differ from set to set: half of the sets show any plant, so that the figure and the script are what a tile is told by.
        plants=_pictures(rng, icons, (1, 2, 3, 4)),
        season_plants=_pictures(rng, icons, tuple(int(k) + 5 for k in rng.permutation(4))),
    )


def _pictures(rng: np.random.Generator, icons: Icons, own: Sequence[int]) -> tuple[int | Icon, int | Icon, int | Icon, int | Icon]:
    """Four pictures of one kind: our own, ours in any order, plants that no set shows, or icons of plants or of anything."""
    kind = rng.random()
    if icons.plants and kind >= 0.55:
        shown = icons.things if icons.things and rng.random() < 0.35 else icons.plants
        one, two, three, four = (_icon(rng, shown) for _ in range(4))
        return one, two, three, four
    numbers = own if kind < 0.22 else rng.permutation(8)[:4] + 1 if kind < 0.35 else rng.integers(9, _MOST, 4)
    a, b, c, d = (int(k) for k in numbers)
    return a, b, c, d


def _bird(rng: np.random.Generator, icons: Icons) -> int | Icon:
    kind = rng.random()
    if kind < 0.3:
        return 0
    return _icon(rng, icons.birds) if icons.birds and kind < 0.65 else int(rng.integers(1, _MOST))


def _icon(rng: np.random.Generator, among: Sequence[Icon]) -> Icon:
    """One that can be drawn, and how it is. Raises DatasetError where none of many tried can."""
    for _ in range(200):
        icon = replace(among[int(rng.integers(len(among)))], number=int(rng.integers(1, _MOST)))
        if can_draw(icon):
            return icon
    raise DatasetError(f"no icon in {among[0].file} could be drawn")
