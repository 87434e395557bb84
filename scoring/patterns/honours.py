"""Patterns of winds and dragons."""

from __future__ import annotations

from ..shapes import Group, SevenPairs, Standard
from ..tiles import Wind
from .pattern import Hit, Miss, Win, flat, pattern
from .views import HONOUR_SETS, KINDS, OWN_WINDS


def _dragons(win: Win[Standard]) -> tuple[Group, ...]:
    return tuple(group for group in win.shape.alike if group.tile.is_dragon)


def _winds(win: Win[Standard]) -> tuple[Group, ...]:
    return tuple(group for group in win.shape.alike if group.tile.is_wind)


def _wind_set(win: Win[Standard], wind: Wind) -> Hit | Miss:
    for group in win.shape.alike:
        if group.tile == wind.tile:
            return Hit((group.tiles,))
    return Miss("no_such_wind_set", (wind.tile,))


@pattern(Standard, sees=HONOUR_SETS)
def dragon_pong(win: Win[Standard]) -> Hit | Miss:
    """箭刻: each pong or kong of dragons."""
    sets = _dragons(win)
    return Hit(tuple(group.tiles for group in sets)) if sets else Miss("no_dragon_set")


@pattern(Standard, sees=OWN_WINDS)
def seat_wind(win: Win[Standard]) -> Hit | Miss:
    """門風: a pong or kong of the winner's own wind."""
    return _wind_set(win, win.context.seat)


@pattern(Standard, sees=OWN_WINDS)
def round_wind(win: Win[Standard]) -> Hit | Miss:
    """圈風: a pong or kong of the round's wind."""
    return _wind_set(win, win.context.round)


@pattern(Standard, sees=HONOUR_SETS)
def little_dragons(win: Win[Standard]) -> Hit | Miss:
    """小三元: two dragon sets and a pair of the third."""
    sets, pair = _dragons(win), win.shape.pair
    if len(sets) == 2 and pair.tile.is_dragon:
        return Hit((flat((*sets, pair)),))
    return Miss("needs_two_dragon_sets_and_pair", flat(sets))


@pattern(Standard, sees=HONOUR_SETS)
def great_dragons(win: Win[Standard]) -> Hit | Miss:
    """大三元: all three dragon sets."""
    sets = _dragons(win)
    return Hit((flat(sets),)) if len(sets) == 3 else Miss("needs_three_dragon_sets", flat(sets))


@pattern(Standard, sees=HONOUR_SETS)
def little_winds(win: Win[Standard]) -> Hit | Miss:
    """小四喜: three wind sets and a pair of the fourth."""
    sets, pair = _winds(win), win.shape.pair
    if len(sets) == 3 and pair.tile.is_wind:
        return Hit((flat((*sets, pair)),))
    return Miss("needs_three_wind_sets_and_pair", flat(sets))


@pattern(Standard, sees=HONOUR_SETS)
def great_winds(win: Win[Standard]) -> Hit | Miss:
    """大四喜: all four wind sets."""
    sets = _winds(win)
    return Hit((flat(sets),)) if len(sets) == 4 else Miss("needs_four_wind_sets", flat(sets))


@pattern(Standard, SevenPairs, sees=KINDS)
def all_honours(win: Win[Standard | SevenPairs]) -> Hit | Miss:
    """字一色: winds and dragons only, as sets and a pair or, where played, as seven pairs."""
    return Miss("has_suited", win.suited) if win.suited else Hit((win.tiles,))
