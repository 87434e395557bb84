"""Patterns made of pongs and kongs."""

from __future__ import annotations

from ..shapes import SetKind, Standard
from ..tiles import Tile
from .pattern import Hit, Miss, Win, flat, pattern
from .views import HIDING, KINDS


def _chows(win: Win[Standard]) -> tuple[Tile, ...]:
    return flat(tuple(group for group in win.shape.sets if not group.alike))


@pattern(Standard, sees=KINDS)
def all_pongs(win: Win[Standard]) -> Hit | Miss:
    """對對糊: no set is a run."""
    chows = _chows(win)
    return Miss("has_chow", chows) if chows else Hit((win.tiles,))


@pattern(Standard, sees=KINDS)
def mixed_terminals(win: Win[Standard]) -> Hit | Miss:
    """花幺九: no runs, terminals and honours only, both present."""
    chows = _chows(win)
    if chows:
        return Miss("has_chow", chows)
    simples = tuple(tile for tile in win.suited if not tile.is_terminal)
    if simples:
        return Miss("has_simple", simples)
    if not win.honours:
        return Miss("has_no_honour")
    return Hit((win.tiles,)) if win.suited else Miss("has_no_terminal")


@pattern(Standard, sees=KINDS)
def all_terminals(win: Win[Standard]) -> Hit | Miss:
    """清么九: ones and nines only."""
    # Ones and nines cannot run, so the tiles alone decide.
    others = tuple(tile for tile in win.tiles if not tile.is_terminal)
    return Miss("has_no_terminal_only", others) if others else Hit((win.tiles,))


@pattern(Standard, sees=HIDING)
def four_concealed_pongs(win: Win[Standard]) -> Hit | Miss:
    """四暗刻: four pongs that nothing was claimed for. Readings: concealed kongs, and what the winning tile must complete."""
    chows = _chows(win)
    if chows:
        return Miss("has_chow", chows)
    kongs = tuple(group for group in win.shape.sets if group.kind is SetKind.KONG)
    if kongs and not win.readings.hidden_kongs:
        return Miss("has_kong", flat(kongs))
    open_sets = tuple(group for group in win.shape.sets if not group.is_concealed(win.context.claimed))
    if open_sets:
        return Miss("has_open_pong", flat(open_sets))
    if win.readings.hidden_pair == "always" and not win.shape.pair.won:
        return Miss("won_not_on_pair", (win.hand.winning,))
    return Hit((win.tiles,))


@pattern(Standard, sees=KINDS)
def four_kongs(win: Win[Standard]) -> Hit | Miss:
    """十八羅漢: every set a kong."""
    others = tuple(group for group in win.shape.sets if group.kind is not SetKind.KONG)
    return Miss("has_no_four_kongs", flat(others)) if others else Hit((win.tiles,))
