"""Flowers 梅蘭菊竹 and seasons 春夏秋冬: script and figure above, a plant below."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from datasets.faces import doodles
from datasets.faces.icons import picture
from datasets.faces.ink import Area, Box, Ink, place, rounded
from datasets.faces.plants import FLOWERS, SEASONS
from datasets.faces.script import write
from datasets.faces.style import Bonus, Icon, Palette, Places, Style

_FLOWERS = "梅蘭菊竹"
_SEASONS = "春夏秋冬"
_NUMERALS = "一二三四"


def bonus(suit: str, rank: int, style: Style) -> list[Ink]:
    """`suit` f is a flower, q a season. The two differ in script, in its colour, in its side and in the plant."""
    flower = suit == "f"
    palette, weight = style.palette, style.weight
    colour = palette.flower_script if flower else palette.season_script
    other = palette.season_script if flower else palette.flower_script
    char = (style.orchid if rank == 2 else _FLOWERS[rank - 1]) if flower else _SEASONS[rank - 1]
    hand, figures = style.hand, style.figure_font
    char_left = flower != style.bonus_swapped
    if style.places is not None:
        return _placed(flower, rank, char, style, style.places)
    if style.bonus is Bonus.CHARACTER_ONLY:
        frame = Area((rounded((9, 10, 54, 76), 4), rounded((10.6, 11.6, 50.8, 72.8), 3)), palette.green if flower else palette.red)
        figure: Box = (15, 15, 8.5, 13) if flower else (48.5, 15, 8.5, 13)
        return [frame, *write(str(rank), figure, 2.4 * weight, other, 0, font=figures), *write(char, (17, 32, 38, 46), 4.0 * weight, colour, **hand)]
    draw = FLOWERS[rank] if flower else SEASONS[style.season_plants[rank - 1]]
    plant = place(draw(palette, 0.6 + 0.4 * weight), (6, 31, 60, 58), style.turned)
    if style.bonus is Bonus.FIGURE_OR_NUMERAL:
        if flower:
            return [*plant, *write(str(rank), (9, 8, 14, 20), 3.4 * weight, colour, 0, font=figures)]
        return [*plant, *write(_NUMERALS[rank - 1], (40, 8, 24, 19), 3.8 * weight, colour, **hand)]
    script: Box = (8, 7, 24, 23) if char_left else (40, 7, 24, 23)
    figure = (50, 9, 11, 17) if char_left else (11, 9, 11, 17)
    return [
        *plant,
        *write(char, script, 2.3 * weight, colour, **hand),
        *write(str(rank), figure, 2.9 * weight, other if weight < 1.3 else colour, 0, font=figures),
    ]


def _placed(flower: bool, rank: int, char: str, style: Style, places: Places) -> list[Ink]:
    """As the set's own plan has it; see `Places`."""
    palette = style.palette
    colour, other = (palette.flower_script, palette.season_script) if flower else (palette.season_script, palette.flower_script)
    shown = (places.plants if flower else places.season_plants)[rank - 1]
    inks = place(_drawing(shown)(palette, 0.6 + 0.4 * style.weight), places.plant, style.turned)
    script, figure = (places.flower_script, places.flower_figure) if flower else (places.season_script, places.season_figure)
    if script is not None:
        inks += write(char, script, 2.3 * style.weight, colour, **style.hand)
    if figure is not None:
        inks += write(str(rank), figure, 2.9 * style.weight, other if style.bonus_swapped else colour, 0, font=style.figure_font)
    return inks


def _drawing(number: int | Icon) -> Callable[[Palette, float], list[Ink]]:
    if isinstance(number, Icon):
        return partial(picture, number)
    if number <= 8:
        return FLOWERS[number] if number <= 4 else SEASONS[number - 4]
    return partial(doodles.plant, number)
