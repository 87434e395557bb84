"""Patterns of winds and dragons."""

from __future__ import annotations

from collections import Counter

from ..shapes import Group, SevenPairs, Standard
from ..tiles import PLAYING_TILES, Tile, Wind
from .pattern import Hit, Miss, Win, flat, pattern
from .views import DRAGONS, KINDS, OWN_WINDS, WINDS

_WINDS = tuple(tile for tile in PLAYING_TILES if tile.is_wind)
_DRAGONS = tuple(tile for tile in PLAYING_TILES if tile.is_dragon)


def _sets_of(win: Win[Standard], faces: tuple[Tile, ...]) -> tuple[Group, ...]:
    return tuple(group for group in win.shape.alike if group.tile in faces)


def _wind_set(win: Win[Standard], wind: Wind) -> Hit | Miss:
    for group in win.shape.alike:
        if group.tile == wind.tile:
            return Hit((group.tiles,))
    return Miss("no_such_wind_set", lacks=(wind.tile,) * (3 - win.tiles.count(wind.tile)))


def _little(win: Win[Standard], faces: tuple[Tile, ...], because: str) -> Hit | Miss:
    """Sets of all the faces but one, and a pair of that one."""
    sets, pair = _sets_of(win, faces), win.shape.pair
    if len(sets) == len(faces) - 1 and pair.tile in faces:
        return Hit((flat((*sets, pair)),))
    if len(sets) == len(faces):  # one set too many, and no tile left for the pair
        return Miss(because, flat((sets[-1], pair)))
    held = Counter(win.tiles)
    last = min(faces, key=lambda face: (held[face] > 2, -held[face]))
    return Miss(because, lacks=_lacking(held, {face: 2 if face is last else 3 for face in faces}))


def _great(win: Win[Standard], faces: tuple[Tile, ...], because: str) -> Hit | Miss:
    """Sets of all the faces."""
    sets = _sets_of(win, faces)
    return Hit((flat(sets),)) if len(sets) == len(faces) else Miss(because, lacks=_lacking(Counter(win.tiles), dict.fromkeys(faces, 3)))


def _lacking(held: Counter[Tile], asked: dict[Tile, int]) -> tuple[Tile, ...]:
    return tuple(face for face, copies in asked.items() for _ in range(copies - held[face]))


@pattern(Standard, sees=DRAGONS)
def dragon_pong(win: Win[Standard]) -> Hit | Miss:
    """箭刻: each pong or kong of dragons."""
    sets = _sets_of(win, _DRAGONS)
    return Hit(tuple(group.tiles for group in sets)) if sets else Miss("no_dragon_set")


@pattern(Standard, sees=OWN_WINDS)
def seat_wind(win: Win[Standard]) -> Hit | Miss:
    """門風: a pong or kong of the winner's own wind."""
    return _wind_set(win, win.context.seat)


@pattern(Standard, sees=OWN_WINDS)
def round_wind(win: Win[Standard]) -> Hit | Miss:
    """圈風: a pong or kong of the round's wind."""
    return _wind_set(win, win.context.round)


@pattern(Standard, sees=DRAGONS)
def little_dragons(win: Win[Standard]) -> Hit | Miss:
    """小三元: two dragon sets and a pair of the third."""
    return _little(win, _DRAGONS, because="needs_two_dragon_sets_and_pair")


@pattern(Standard, sees=DRAGONS)
def great_dragons(win: Win[Standard]) -> Hit | Miss:
    """大三元: all three dragon sets."""
    return _great(win, _DRAGONS, because="needs_three_dragon_sets")


@pattern(Standard, sees=WINDS)
def little_winds(win: Win[Standard]) -> Hit | Miss:
    """小四喜: three wind sets and a pair of the fourth."""
    return _little(win, _WINDS, because="needs_three_wind_sets_and_pair")


@pattern(Standard, sees=WINDS)
def great_winds(win: Win[Standard]) -> Hit | Miss:
    """大四喜: all four wind sets."""
    return _great(win, _WINDS, because="needs_four_wind_sets")


@pattern(Standard, SevenPairs, sees=KINDS)
def all_honours(win: Win[Standard | SevenPairs]) -> Hit | Miss:
    """字一色: winds and dragons only, as sets and a pair or, where played, as seven pairs."""
    return Miss("has_suited", flat(group for group in win.shape.groups if group.tile.is_suited)) if win.suited else Hit((win.tiles,))
