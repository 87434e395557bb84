"""Patterns of runs, pairs and suits."""

from __future__ import annotations

from ..shapes import SevenPairs, Standard
from .pattern import Hit, Miss, Win, flat, pattern
from .views import KINDS


@pattern(Standard, sees=KINDS)
def all_chows(win: Win[Standard]) -> Hit | Miss:
    """平糊: runs only."""
    alike = win.shape.alike
    return Miss("has_pong", flat(alike)) if alike else Hit((win.tiles,))


@pattern(Standard, SevenPairs, sees=KINDS)
def half_flush(win: Win[Standard | SevenPairs]) -> Hit | Miss:
    """混一色: one suit and honours, both present."""
    if len(win.suits) > 1:
        return Miss("has_other_suit", tuple(tile for tile in win.suited if tile.suit is not win.suits[0]))
    if not win.honours:
        return Miss("has_no_honour")
    return Hit((win.tiles,)) if win.suits else Miss("has_no_suit")


@pattern(Standard, SevenPairs, sees=KINDS)
def full_flush(win: Win[Standard | SevenPairs]) -> Hit | Miss:
    """清一色: one suit, no honours."""
    if win.honours:
        return Miss("has_honour", win.honours)
    if len(win.suits) > 1:
        return Miss("has_other_suit", tuple(tile for tile in win.suited if tile.suit is not win.suits[0]))
    return Hit((win.tiles,))


@pattern(SevenPairs, sees=KINDS)
def seven_pairs(win: Win[SevenPairs]) -> Hit | Miss:
    """七對子: seven pairs, nothing declared. Whether four alike may stand as two pairs is the form the table plays."""
    return Hit((win.tiles,))
