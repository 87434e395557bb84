"""How a set of tiles looks: real sets differ in ink, index, script and in how a few faces are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypedDict

import numpy as np


@dataclass(frozen=True, slots=True)
class Palette:
    """Inks as `#rrggbb`. `numeral` writes 一 to 九, `wind` 東南西北, `blue` the second colour of dots, bamboo and the white dragon."""

    red: str = "#b8202c"
    green: str = "#14693c"
    blue: str = "#1f3f9c"
    numeral: str = "#1f3f9c"
    wind: str = "#1f3f9c"
    flower_script: str = "#1f3f9c"
    season_script: str = "#b8202c"
    index: str = "#b8202c"
    body: str = "#f6f1e3"
    edge: str = "#cfc5ab"
    back: str = "#1d7a4b"


class Index(Enum):
    """The small figure or letter for those who don't read Chinese."""

    NONE = "none"
    LEFT = "left"
    RIGHT = "right"


class Dot(Enum):
    """How one of the 2 to 9 dots is drawn."""

    RINGS = "rings"
    CROSS = "cross"
    WHEEL = "wheel"
    COIN = "coin"
    SOLID = "solid"
    HOOP = "hoop"


class Disc(Enum):
    """How the 1 dot is drawn."""

    DAISY = "daisy"
    RINGS = "rings"
    WHEEL = "wheel"


class Stick(Enum):
    """How one bamboo stick is drawn."""

    JOINTED = "jointed"
    SLIM = "slim"
    BEADS = "beads"
    ROD = "rod"


class FirstBamboo(Enum):
    """The 1 bamboo."""

    PARROT = "parrot"
    PEACOCK = "peacock"
    STICK = "stick"


class White(Enum):
    """The white dragon."""

    FRAME = "frame"
    TWO_INKS = "two inks"
    BARS = "bars"
    BLANK = "blank"


class Bonus(Enum):
    """What stands on flowers and seasons."""

    CHARACTER_AND_FIGURE = "character and figure"
    """梅 and 1 over a plant; the seasons the other way round."""
    FIGURE_OR_NUMERAL = "figure or numeral"
    """Flowers a blue 1 over the plant, seasons a red 一."""
    CHARACTER_ONLY = "character only"
    """A large character and a figure in a frame, no plant."""


class Hand(TypedDict):
    """What `script.write` asks beside the place, the width and the ink."""

    contrast: float
    wobble: float
    font: str


@dataclass(frozen=True, slots=True)
class Places:
    """Where a set puts what stands on its flowers and seasons, in face units; a box of None is left out.

    `plants` and `season_plants` are the pictures (1-4 flowers, 5-8 seasons) of each kind's four.
    """

    flower_script: tuple[float, float, float, float] | None
    flower_figure: tuple[float, float, float, float] | None
    season_script: tuple[float, float, float, float] | None
    season_figure: tuple[float, float, float, float] | None
    plant: tuple[float, float, float, float]
    plants: tuple[int, int, int, int]
    season_plants: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Style:
    """One set's look. `weight` scales all stroke widths; `contrast` 1 is a brush, 0 a pen.

    `wobble` is a carver's unsteady hand (0-2). `turned` lets birds and plants look the other way (never a character).
    `season_plants`: which of the four season plants each season shows; sets disagree.
    """

    name: str = "hong kong"
    palette: Palette = Palette()
    weight: float = 1.0
    contrast: float = 1.0
    wobble: float = 0.0
    index: Index = Index.NONE
    dot: Dot = Dot.RINGS
    disc: Disc = Disc.DAISY
    stick: Stick = Stick.JOINTED
    mixed_bamboo: bool = True
    blue_first: bool = False
    first_bamboo: FirstBamboo = FirstBamboo.PARROT
    white: White = White.FRAME
    white_letter: str = "P"
    bonus: Bonus = Bonus.CHARACTER_AND_FIGURE
    bonus_swapped: bool = False
    turned: bool = False
    season_plants: tuple[int, int, int, int] = (1, 2, 3, 4)
    wan: str = "萬"
    five: str = "伍"
    orchid: str = "蘭"
    script_font: str = ""
    """A font file for the characters, in renders alone: what ships is in our own strokes."""
    figure_font: str = ""
    places: Places | None = None
    spread: tuple[float, float] = (1.0, 1.0)
    """How far dots and sticks stand from the middle, across and down."""
    size: float = 1.0
    """Of dots, and the width of sticks."""
    other_slant: bool = False
    """The 3 dots run from the right above to the left below."""

    @property
    def hand(self) -> Hand:
        """How characters are written."""
        return {"contrast": self.contrast, "wobble": self.wobble, "font": self.script_font}


_BLACK = "#22201f"

STYLES: dict[str, Style] = {
    style.name: style
    for style in (
        Style(),
        Style("hong kong index", Palette(index="#1f3f9c", back="#2559a8"), index=Index.LEFT, bonus=Bonus.FIGURE_OR_NUMERAL, weight=0.9, disc=Disc.RINGS),
        Style(
            "black ink",
            Palette("#d3232a", "#1f5a40", _BLACK, numeral=_BLACK, wind=_BLACK, flower_script=_BLACK, season_script="#d3232a", index="#d3232a", back="#3f8f3f"),
            weight=1.15,
            index=Index.RIGHT,
            dot=Dot.CROSS,
            disc=Disc.WHEEL,
            mixed_bamboo=False,
            white=White.TWO_INKS,
            five="五",
        ),
        Style(
            "old carver",
            Palette(red="#9e2a2b", green="#2f5d3a", blue="#27406f", numeral="#27406f", wind="#27406f", body="#efe3c2", edge="#b99c62", back="#b98d4b"),
            weight=0.85,
            wobble=1.2,
            first_bamboo=FirstBamboo.PEACOCK,
            blue_first=True,
            bonus_swapped=True,
            dot=Dot.WHEEL,
            white=White.BARS,
        ),
        Style(
            "plain",
            Palette(red="#cc1f1f", green="#0b7d3e", blue="#0d47a1", numeral=_BLACK, wind=_BLACK, back="#e08a1e"),
            contrast=0.25,
            stick=Stick.SLIM,
            dot=Dot.COIN,
            disc=Disc.RINGS,
            first_bamboo=FirstBamboo.STICK,
            white=White.BLANK,
            bonus=Bonus.CHARACTER_ONLY,
            wan="万",
            five="五",
            orchid="兰",
        ),
        Style(
            "one ink",
            Palette(*["#2b2a33"] * 8, body="#fbfbf8", back="#38384a"),
            weight=0.8,
            contrast=0.6,
            stick=Stick.BEADS,
            mixed_bamboo=False,
            index=Index.LEFT,
            white_letter="B",
        ),
        Style(
            "bold",
            Palette(red="#e0202a", green="#00803a", blue="#1646c8", numeral=_BLACK, wind="#1646c8", flower_script="#00803a", back="#c2407a"),
            weight=1.35,
            contrast=0.8,
            index=Index.RIGHT,
            blue_first=True,
            first_bamboo=FirstBamboo.PEACOCK,
            bonus_swapped=True,
            turned=True,
        ),
    )
}
"""Our own looks by name; the first is what the page shows."""

DEFAULT = STYLES["hong kong"]


def random_style(rng: np.random.Generator, scripts: Sequence[str] = (), figures: Sequence[str] = ()) -> Style:
    """A look that no table has: every choice of its own, inks shifted a little. For rendered photos.

    `scripts`, `figures`: font files to write characters and figures with, two sets in three; without any our own strokes are used.
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
        places=random_places(rng) if rng.random() < 0.6 else None,
        spread=(float(rng.uniform(0.84, 1.06)), float(rng.uniform(0.82, 1.05))),
        size=float(rng.uniform(0.78, 1.1)),
        other_slant=bool(rng.random() < 0.25),
    )


def random_places(rng: np.random.Generator) -> Places:
    """Script in one corner, the figure in another, the plant where there is room. Seasons always carry their character; flowers what remains tells them by."""
    corners = [(4.0, 4.0), (44.0, 4.0), (4.0, 66.0), (44.0, 66.0)]
    first, second = (int(at) for at in rng.permutation(4)[:2])
    if rng.random() < 0.7:  # nearly always both stand at the top
        first, second = (0, 1) if rng.random() < 0.5 else (1, 0)
    big, small = float(rng.uniform(17, 27)), float(rng.uniform(9, 18))

    def box(corner: int, side: float, lean: float) -> tuple[float, float, float, float]:
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
        plants=(1, 2, 3, 4) if rng.random() < 0.5 else tuple(int(k) + 1 for k in rng.permutation(8)[:4]),
        season_plants=tuple(int(k) + 5 for k in rng.permutation(4)) if rng.random() < 0.5 else tuple(int(k) + 1 for k in rng.permutation(8)[:4]),
    )
