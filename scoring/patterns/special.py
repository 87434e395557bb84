"""Hands that are recognised whole: orphans, gates and the coloured dragons."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..shapes import Standard, ThirteenOrphans
from ..tiles import Suit, Tile
from .pattern import Hit, Miss, Win, flat, pattern
from .views import COLOURS, GATES, KINDS

_CORE = Counter({1: 3, 9: 3} | dict.fromkeys(range(2, 9), 1))


@pattern(ThirteenOrphans, sees=KINDS)
def thirteen_orphans(win: Win[ThirteenOrphans]) -> Hit | Miss:
    """十三么: one of each terminal and honour, and one of them twice."""
    return Hit((win.tiles,))


@pattern(Standard, sees=GATES)
def nine_gates(win: Win[Standard]) -> Hit | Miss:
    """九子連環: 1112345678999 of one suit and any tile of it, nothing declared. Reading: whether the winning tile is the extra one."""
    if win.hand.melds:
        return Miss("has_meld", tuple(tile for meld in win.hand.melds for tile in meld.tiles))
    if win.honours or len(win.suits) != 1:
        return Miss("not_one_suit")
    ranks = Counter(tile.rank for tile in win.tiles)
    lacking = tuple(Tile(win.suits[0], rank) for rank, copies in (_CORE - ranks).items() for _ in range(copies))
    if lacking:
        return Miss("lacks_gate", lacking)
    core_first = win.readings.nine_gates == "extra" or (win.readings.nine_gates == "when_claimed" and win.context.claimed)
    if core_first and (ranks - _CORE)[win.hand.winning.rank] != 1:
        return Miss("won_not_on_extra", (win.hand.winning,))
    return Hit((win.tiles,))


def _coloured(win: Win[Standard], dragon: Tile, suit: Suit) -> Hit | Miss:
    chows = flat(tuple(group for group in win.shape.sets if not group.alike))
    if chows:
        return Miss("has_chow", chows)
    strangers = tuple(tile for tile in win.tiles if tile.suit is not suit and tile != dragon)
    if strangers:
        return Miss("has_stranger", strangers)
    if win.shape.pair.tile == dragon or dragon not in win.tiles:
        return Miss("lacks_dragon_set", (dragon,))
    return Hit((win.tiles,))


@pattern(Standard, sees=COLOURS)
def jade_dragon(win: Win[Any]) -> Hit | Miss:
    """Green dragons, and bamboo pongs and pair."""
    return _coloured(win, Tile.from_code("green"), Suit.BAMBOO)


@pattern(Standard, sees=COLOURS)
def ruby_dragon(win: Win[Any]) -> Hit | Miss:
    """Red dragons, and character pongs and pair."""
    return _coloured(win, Tile.from_code("red"), Suit.CHARACTERS)


@pattern(Standard, sees=COLOURS)
def pearl_dragon(win: Win[Any]) -> Hit | Miss:
    """White dragons, and dot pongs and pair."""
    return _coloured(win, Tile.from_code("white"), Suit.DOTS)
