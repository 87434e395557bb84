"""How a set of tiles looks: real sets differ in ink, index, script and in how a few faces are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypedDict

from datasets.faces.ink import Box


@dataclass(frozen=True, slots=True)
class Icon:
    """One icon of a collection (`icons.py`), and the number that says how it is drawn: in which inks, filled or in outline."""

    file: str
    name: str
    number: int = 0


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
    OUTLINE = "outline"
    BEAM = "beam"


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
    lean: float
    bold: float
    rise: float


@dataclass(frozen=True, slots=True)
class Places:
    """Where a set puts what stands on its flowers and seasons, in face units; a box of None is left out.

    `plants` and `season_plants` are the pictures of each kind's four: 1-4 our flowers, 5-8 our seasons, any other number one of `doodles.plant`; or an icon.
    """

    flower_script: Box | None
    flower_figure: Box | None
    season_script: Box | None
    season_figure: Box | None
    plant: Box
    plants: tuple[int | Icon, int | Icon, int | Icon, int | Icon]
    season_plants: tuple[int | Icon, int | Icon, int | Icon, int | Icon]


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
    stick_width: float = 1.0
    """Of sticks, beside `size`."""
    fill: float = 1.0
    """The size of a character that stands alone: winds and dragons."""
    bold: float = 0.0
    """By how much a font's strokes are widened, as a share of the character: few fonts are cut as deep as tiles are."""
    other_slant: bool = False
    """The dots of 3, and the upper ones of 7, run from the right above to the left below."""
    steep: float = 1.0
    """How far the upper dots of 7 stand from level: 0 is level."""
    upper: tuple[float, float, float] = (1.0, 0.0, 0.0)
    """The upper dots of 6 and 7: their size beside the others', how far right and how far down they stand of their usual place."""
    plan: tuple[tuple[str, str, str], ...] = ()
    """For each rank from 2, the letters of the inks that stand in for red, green and blue; empty as drawn."""
    numeral_box: Box | None = None
    wan_box: Box | None = None
    lean: float = 0.0
    """How far a character's top stands to the right of its foot, in its heights."""
    index_boxes: tuple[Box, ...] = ()
    """Where the index stands, in as many corners as it does; empty for the usual place."""
    index_stray: float = 0.0
    """How far the index of each face stands from there, at most, in face units across and half as many down: some sets put it where the face leaves room."""
    room: float = 0.86
    """What the index leaves of the face's size."""
    bird: int | Icon = 0
    """A number for `doodles.bird`, or an icon; 0 is the bird of `first_bamboo`."""
    rise: float = 0.0
    """How far a character's right side stands above its left, in its widths."""

    @property
    def hand(self) -> Hand:
        """How characters are written."""
        return {"contrast": self.contrast, "wobble": self.wobble, "font": self.script_font, "lean": self.lean, "bold": self.bold, "rise": self.rise}


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
