"""Flowers and seasons. The number on a tile is the seat's, never the round's."""

from __future__ import annotations

from typing import Any

from ..tiles import ALL_TILES, Suit, Tile
from .pattern import Hit, Miss, Win, pattern
from .views import BONUS

_FIRST = {Suit.FLOWERS: 34, Suit.SEASONS: 38}


def _own(win: Win[Any], suit: Suit) -> Hit | Miss:
    own = ALL_TILES[_FIRST[suit] + win.context.seat.number - 1]
    return Hit(((own,),)) if own in win.hand.bonus else Miss("own_bonus_absent", lacks=(own,))


def _all_four(win: Win[Any], suit: Suit) -> Hit | Miss:
    held = tuple(tile for tile in win.hand.bonus if tile.suit is suit)
    return Hit((held,)) if len(held) == 4 else Miss("bonus_set_incomplete", lacks=_absent(win, ALL_TILES[_FIRST[suit] : _FIRST[suit] + 4]))


def _absent(win: Win[Any], faces: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(face for face in faces if face not in win.hand.bonus)


@pattern(sees=BONUS)
def own_flower(win: Win[Any]) -> Hit | Miss:
    """正花: the flower with the seat's number."""
    return _own(win, Suit.FLOWERS)


@pattern(sees=BONUS)
def own_season(win: Win[Any]) -> Hit | Miss:
    """正花: the season with the seat's number."""
    return _own(win, Suit.SEASONS)


@pattern(sees=BONUS)
def no_flowers(win: Win[Any]) -> Hit | Miss:
    """無花: no flower and no season."""
    return Miss("has_bonus", win.hand.bonus) if win.hand.bonus else Hit()


@pattern(sees=BONUS)
def flower_set(win: Win[Any]) -> Hit | Miss:
    """一台花: all four flowers."""
    return _all_four(win, Suit.FLOWERS)


@pattern(sees=BONUS)
def season_set(win: Win[Any]) -> Hit | Miss:
    """一台花: all four seasons."""
    return _all_four(win, Suit.SEASONS)


@pattern(sees=BONUS)
def seven_flowers(win: Win[Any]) -> Hit | Miss:
    """七隻花: seven of the eight flowers and seasons."""
    return Hit((win.hand.bonus,)) if len(win.hand.bonus) == 7 else Miss("not_seven_flowers")


@pattern(sees=BONUS)
def eight_flowers(win: Win[Any]) -> Hit | Miss:
    """八隻花: all eight flowers and seasons."""
    return Hit((win.hand.bonus,)) if len(win.hand.bonus) == 8 else Miss("not_eight_flowers", lacks=_absent(win, ALL_TILES[34:]))
