"""Patterns that only the Sichuan page names."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..context import Moment
from ..melds import MeldKind
from ..shapes import SevenPairs, Standard
from .pattern import Hit, Miss, Win, flat, pattern
from .views import ENDS, FOURS, HOW_WON, KINDS


@pattern(sees=KINDS, everywhere=False)
def plain(win: Win[Any]) -> Hit | Miss:
    """平胡: complete, and nothing else to say of it."""
    return Hit((win.tiles,))


@pattern(Standard, sees=KINDS, everywhere=False)
def all_258(win: Win[Standard]) -> Hit | Miss:
    """將對: pongs and a pair of twos, fives and eights."""
    chows = [group for group in win.shape.sets if not group.alike]
    others = flat(group for group in win.shape.groups if group in chows or not (group.tile.is_suited and group.tile.rank in (2, 5, 8)))
    return Miss("has_chow" if chows else "has_no_258", others) if others else Hit((win.tiles,))


@pattern(Standard, SevenPairs, sees=ENDS, everywhere=False)
def terminals_every_set(win: Win[Standard | SevenPairs]) -> Hit | Miss:
    """全帶么: every set and the pair hold a one or a nine. Reading: pairs alone are no sets."""
    if isinstance(win.shape, SevenPairs) and not win.readings.terminal_pairs:
        return Miss("needs_four_sets")
    without = tuple(group for group in win.shape.groups if not any(tile.is_terminal for tile in group.tiles))
    return Miss("set_without_terminal", flat(without)) if without else Hit((win.tiles,))


@pattern(SevenPairs, sees=FOURS, everywhere=False)
def dragon_seven_pairs(win: Win[SevenPairs]) -> Hit | Miss:
    """龍七對: seven pairs in which four alike stand as two."""
    return Hit((win.tiles,)) if win.shape.fours else Miss("has_no_four")


@pattern(Standard, sees=HOW_WON, everywhere=False)
def golden_hook(win: Win[Standard]) -> Hit | Miss:
    """金鉤釣: four sets declared, a single tile waiting for its pair. Reading: a concealed kong is declared as well."""
    kong = None if win.readings.called_kong else MeldKind.KONG_CONCEALED
    hidden = tuple(group for group in win.shape.sets if group.declared in (None, kong))
    return Miss("set_not_declared", flat(hidden)) if hidden else Hit((win.shape.pair.tiles,))


@pattern(sees=FOURS, everywhere=False)
def root(win: Win[Any]) -> Hit | Miss:
    """根: each tile of which all four copies are held, in hand or as a kong. Reading: a claimed pong and the fourth in hand."""
    split = () if win.readings.split_root else win.hand.split
    fours = tuple((tile,) * 4 for tile, copies in Counter(win.tiles).items() if copies == 4 and tile not in split)
    return Hit(fours) if fours else Miss("has_no_four")


@pattern(sees=HOW_WON, everywhere=False)
def kong_win(win: Win[Any]) -> Hit | Miss:
    """槓上開花: on the tile that replaces a kong's fourth."""
    drawn = win.context.moments & {Moment.REPLACED_KONG, Moment.KONG_ON_KONG}
    return Hit(((win.hand.winning,),)) if drawn else Miss("not_after_kong")


@pattern(sees=HOW_WON, everywhere=False)
def kong_deal_in(win: Win[Any]) -> Hit | Miss:
    """槓上炮: on the discard a player makes right after a kong."""
    return Hit(((win.hand.winning,),)) if Moment.AFTER_KONG_DISCARD in win.context.moments else Miss("not_kong_discard")
