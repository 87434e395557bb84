"""What a pattern looks at: nothing else may sway its verdict, so a verdict holds wherever the same is seen again.

Each pattern names one. `marks` are those it looks at, with the form; `more` is what marks don't say.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import marks as m

if TYPE_CHECKING:
    from .pattern import Win


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Marks of the win. Where they are not always enough, `more` tells wins apart: None where these marks alone say all."""

    marks: int
    more: Callable[[Win[Any]], Hashable] | None = None


def _coloured(win: Win[Any]) -> Hashable:
    """Runs, a second suit or no dragons: no coloured dragon, whatever else there is."""
    marks = win.marks
    suits = marks & m.SUITS
    if marks & m.CHOW or suits & (suits - 1):
        return None
    return marks & (m.DRAGON_SETS | m.WIND_SETS | m.DRAGON_PAIR | m.WIND_PAIR)


def _fours(win: Win[Any]) -> Hashable:
    return len(win.hand.split) if win.hand.fours else None


def _gates(win: Win[Any]) -> Hashable:
    marks = win.marks
    suits = marks & m.SUITS
    if marks & (m.OPEN | m.HIDDEN_KONG | m.HONOUR) or suits & (suits - 1):
        return None
    return win.context.claimed, win.hand.winning.index, win.hand.counts


KINDS = View(m.FORMS | m.CHOW | m.ALIKE | m.NOT_KONG | m.SUITS | m.HONOUR | m.SIMPLE | m.TERMINAL | m.NOT_258)
"""Runs or pongs, and of which tiles."""
HONOUR_SETS = View(m.FORMS | m.DRAGON_SETS | m.WIND_SETS | m.DRAGON_PAIR | m.WIND_PAIR)
OWN_WINDS = View(m.FORMS | m.WIND_SETS | m.SEATS | m.ROUNDS)
COLOURS = View(m.FORMS | m.CHOW | m.SUITS, _coloured)
HIDING = View(m.FORMS | m.CHOW | m.KONG | m.OPEN | m.WON_PONG | m.WON_PAIR | m.CLAIMED)
"""Whether pongs are concealed, and where the winning tile sits."""
DECLARED = View(m.FORMS | m.OPEN | m.HIDDEN_KONG | m.HELD_SET)
"""Which sets were declared, and how."""
ENDS = View(m.FORMS | m.WITHOUT_TERMINAL)
FOURS = View(m.FORMS | m.FOURS, _fours)
GATES = View(m.FORMS | m.SUITS | m.HONOUR | m.OPEN | m.HIDDEN_KONG, _gates)
MOMENTS = View(m.CLAIMED | m.ROBBED | m.MOMENTS)
BONUS = View(m.BONUS)
