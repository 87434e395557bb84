"""Where the winning tile came from, and when. Rule sets say which of these add and which stand in for each other."""

from __future__ import annotations

from typing import Any

from ..context import Moment, RobbedKong
from ..melds import MeldKind
from .pattern import Hit, Miss, Win, pattern
from .views import HOW_WON


def _moment(win: Win[Any], *moments: Moment, because: str) -> Hit | Miss:
    return Hit(((win.hand.winning,),)) if win.context.moments.intersection(moments) else Miss(because)


@pattern(sees=HOW_WON)
def concealed(win: Win[Any]) -> Hit | Miss:
    """門前清: nothing claimed before the winning tile. Reading: whether a concealed kong keeps the hand closed."""
    opening = tuple(meld for meld in win.hand.melds if not (meld.kind is MeldKind.KONG_CONCEALED and win.readings.closed_with_kong))
    return Miss("has_open_meld", tuple(tile for meld in opening for tile in meld.tiles)) if opening else Hit((win.hand.held,))


@pattern(sees=HOW_WON)
def self_draw(win: Win[Any]) -> Hit | Miss:
    """自摸: the winner drew the tile."""
    return Hit(((win.hand.winning,),)) if win.context.self_drawn else Miss("not_self_drawn")


@pattern(sees=HOW_WON, everywhere=False)
def self_draw_bonus(win: Win[Any]) -> Hit | Miss:
    """自摸加番: a table's choice to pay self-draw in Fan."""
    return self_draw(win)


@pattern(sees=HOW_WON)
def last_tile(win: Win[Any]) -> Hit | Miss:
    """海底撈月: on the last tile of the wall. Reading: the discard after it counts as well."""
    if win.readings.last_tile == "wall_or_discard":
        return _moment(win, Moment.LAST_TILE, Moment.LAST_DISCARD, because="not_last_tile_or_discard")
    return _moment(win, Moment.LAST_TILE, because="not_last_tile")


@pattern(sees=HOW_WON)
def last_discard(win: Win[Any]) -> Hit | Miss:
    """河底撈魚: on the discard after the last tile of the wall."""
    return _moment(win, Moment.LAST_DISCARD, because="not_last_discard")


@pattern(sees=HOW_WON)
def replacement(win: Win[Any]) -> Hit | Miss:
    """槓上開花: on a tile drawn to replace a kong's fourth tile, a flower or a season."""
    return _moment(win, Moment.REPLACED_KONG, Moment.REPLACED_FLOWER, Moment.KONG_ON_KONG, because="not_replacement")


@pattern(sees=HOW_WON, everywhere=False)
def after_kong(win: Win[Any]) -> Hit | Miss:
    """槓上開花 where a flower's replacement earns nothing: after a kong only."""
    return _moment(win, Moment.REPLACED_KONG, Moment.KONG_ON_KONG, because="not_after_kong")


@pattern(sees=HOW_WON)
def kong_on_kong(win: Win[Any]) -> Hit | Miss:
    """槓上槓: on the replacement for a kong that a replacement tile had made."""
    return _moment(win, Moment.KONG_ON_KONG, because="not_kong_on_kong")


@pattern(sees=HOW_WON, everywhere=False)
def after_consecutive_kongs(win: Win[Any]) -> Hit | Miss:
    """The same moment as `kong_on_kong`, under the name and value of other pages."""
    return kong_on_kong(win)


@pattern(sees=HOW_WON)
def rob_kong(win: Win[Any]) -> Hit | Miss:
    """搶槓: on the tile another player was making a kong with."""
    return Hit(((win.hand.winning,),)) if isinstance(win.context.by, RobbedKong) else Miss("not_robbed")


@pattern(sees=HOW_WON)
def heavenly(win: Win[Any]) -> Hit | Miss:
    """天糊: the dealer is dealt a complete hand."""
    return Hit((win.tiles,)) if Moment.HEAVENLY in win.context.moments else Miss("not_opening")


@pattern(sees=HOW_WON)
def earthly(win: Win[Any]) -> Hit | Miss:
    """地糊: another player wins at the first chance. Reading: the dealer's first discard, or one's own first draw."""
    return Hit((win.tiles,)) if Moment.EARTHLY in win.context.moments else Miss("not_opening")


@pattern(sees=HOW_WON)
def human(win: Win[Any]) -> Hit | Miss:
    """人糊: a player other than the dealer wins by self-draw on the first turn."""
    return Hit((win.tiles,)) if Moment.HUMAN in win.context.moments else Miss("not_opening")
