"""Hands that are recognised whole: orphans, gates and the coloured dragons."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..shapes import Standard, ThirteenOrphans
from ..tiles import PLAYING_TILES, Suit, Tile
from .pattern import Hit, Miss, Win, flat, main_suit, pattern
from .views import COLOURS, HOW_WON, KINDS

_CORE = Counter({1: 3, 9: 3} | dict.fromkeys(range(2, 9), 1))
_OF_SUIT = {suit: tuple(tile for tile in PLAYING_TILES if tile.suit is suit) for suit in Suit}


@pattern(ThirteenOrphans, sees=KINDS)
def thirteen_orphans(win: Win[ThirteenOrphans]) -> Hit | Miss:
    """十三么: one of each terminal and honour, and one of them twice."""
    return Hit((win.tiles,))


@pattern(Standard, sees=HOW_WON)
def nine_gates(win: Win[Standard]) -> Hit | Miss:
    """九子連環: 1112345678999 of one suit and any tile of it, nothing declared. Reading: whether the winning tile is the extra one."""
    core_first = win.readings.nine_gates == "extra" or (win.readings.nine_gates == "when_claimed" and win.context.claimed)
    suit = main_suit(win)
    ranks = Counter(tile.rank for tile in win.hand.held if tile.suit is suit)
    extra = ranks - _CORE
    if suit is not None and not _CORE - ranks:
        on_extra = extra[win.hand.winning.rank] == 1
        return Hit((win.tiles,)) if on_extra or not core_first else Miss("won_not_on_extra", (win.hand.winning,))
    # One tile beyond the gates may stay: any of them, or where the gates must come first the winning one.
    stays = [rank for rank in sorted(extra) if not core_first or rank == win.hand.winning.rank][:1]
    others, kept = [], (_CORE & ranks) + Counter(stays)
    for tile in win.hand.held:
        if tile.suit is suit and kept[tile.rank]:
            kept[tile.rank] -= 1
        else:
            others.append(tile)
    others += [tile for meld in win.hand.melds for tile in meld.tiles]
    lacks = tuple(_OF_SUIT[suit][rank - 1] for rank, copies in (_CORE - ranks).items() for _ in range(copies)) if suit is not None else ()
    return Miss("has_meld" if win.hand.melds else "not_one_suit" if win.honours or len(win.suits) > 1 else "lacks_gate", tuple(others), lacks)


def _coloured(win: Win[Standard], dragon: Tile, suit: Suit) -> Hit | Miss:
    pair, dragons = win.shape.pair, [group for group in win.shape.alike if group.tile == dragon]
    strangers = [group for group in win.shape.sets if not group.alike or (group.tile.suit is not suit and group.tile != dragon)]
    if not dragons and not strangers:  # a set has to make room, and any of them may
        return Miss("lacks_dragon_set", lacks=(dragon,) * 3)
    if pair.tile.suit is not suit:
        strangers.append(pair)
    if strangers:
        return Miss("has_stranger" if all(group.tile.suit is not suit for group in strangers) else "has_chow", flat(strangers))
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
