"""Patterns of runs, pairs and suits."""

from __future__ import annotations

from ..shapes import SevenPairs, Standard
from .pattern import Hit, Miss, Win, flat, main_suit, pattern
from .views import KINDS


@pattern(Standard, sees=KINDS)
def all_chows(win: Win[Standard]) -> Hit | Miss:
    """平糊: runs only."""
    alike = win.shape.alike
    return Miss("has_pong", flat(alike)) if alike else Hit((win.tiles,))


@pattern(Standard, SevenPairs, sees=KINDS)
def half_flush(win: Win[Standard | SevenPairs]) -> Hit | Miss:
    """混一色: one suit and honours, both present."""
    suit = main_suit(win)
    others = flat(group for group in win.shape.groups if group.tile.is_suited and group.tile.suit is not suit)
    if others:
        return Miss("has_other_suit", others)
    if not win.honours:
        return Miss("has_no_honour")
    return Hit((win.tiles,)) if win.suits else Miss("has_no_suit")


@pattern(Standard, SevenPairs, sees=KINDS)
def full_flush(win: Win[Standard | SevenPairs]) -> Hit | Miss:
    """清一色: one suit, no honours."""
    suit = main_suit(win)
    others = flat(group for group in win.shape.groups if group.tile.suit is not suit)
    if not others:
        return Hit((win.tiles,))
    if not win.honours:
        return Miss("has_other_suit", others)
    return Miss("has_honour" if len(win.suits) < 2 else "has_stranger", others)


@pattern(SevenPairs, sees=KINDS)
def seven_pairs(win: Win[SevenPairs]) -> Hit | Miss:
    """七對子: seven pairs, nothing declared. Whether four alike may stand as two pairs is the form the table plays."""
    return Hit((win.tiles,))
