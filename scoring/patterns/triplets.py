"""Patterns made of pongs and kongs."""

from __future__ import annotations

from ..shapes import SetKind, Standard
from ..tiles import Tile
from .pattern import Hit, Miss, Win, flat, pattern
from .views import HOW_WON, KINDS


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
    others = flat(group for group in win.shape.groups if not all(tile.is_terminal or tile.is_honour for tile in group.tiles))
    if others:
        return Miss("has_chow" if _chows(win) else "has_simple", others)
    if not win.honours:
        return Miss("has_no_honour")
    return Hit((win.tiles,)) if win.suited else Miss("has_no_terminal")


@pattern(Standard, sees=KINDS)
def all_terminals(win: Win[Standard]) -> Hit | Miss:
    """清么九: ones and nines only."""
    # Ones and nines cannot run, so the tiles alone decide.
    others = flat(group for group in win.shape.groups if not all(tile.is_terminal for tile in group.tiles))
    return Miss("has_no_terminal_only", others) if others else Hit((win.tiles,))


@pattern(Standard, sees=HOW_WON)
def four_concealed_pongs(win: Win[Standard]) -> Hit | Miss:
    """四暗刻: four pongs that nothing was claimed for. Readings: concealed kongs, and what the winning tile must complete."""
    chows = [group for group in win.shape.sets if not group.alike]
    kongs = [group for group in win.shape.sets if group.kind is SetKind.KONG and not win.readings.hidden_kongs]
    opened = [group for group in win.shape.sets if not group.is_concealed(win.context.claimed)]
    on_set = [group for group in win.shape.sets if group.won and win.readings.hidden_pair == "always"]
    if not (chows or kongs or opened):
        return Miss("won_not_on_pair", (win.hand.winning,)) if on_set else Hit((win.tiles,))
    others = flat(group for group in win.shape.sets if group in (*chows, *kongs, *opened, *on_set))
    return Miss("has_chow" if chows else "has_kong" if kongs else "has_open_pong", others)


@pattern(Standard, sees=KINDS)
def four_kongs(win: Win[Standard]) -> Hit | Miss:
    """十八羅漢: every set a kong."""
    others = tuple(group for group in win.shape.sets if group.kind is not SetKind.KONG)
    return Miss("has_no_four_kongs", flat(others)) if others else Hit((win.tiles,))
