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
    """Marks of the shape and, where they are not enough, a value to tell wins apart by."""

    marks: int
    more: Callable[[Win[Any]], Hashable] | None = None


def _own_winds(win: Win[Any]) -> Hashable:
    context, sets = win.context, win.shape.marks >> m.FIRST_HONOUR_SET
    if not sets:
        return None
    return sets >> context.seat.number & 1, sets >> context.round.number & 1


def _coloured(win: Win[Any]) -> Hashable:
    marks: int = win.shape.marks
    suits = marks & m.SUITS
    if marks & m.CHOW or not marks & m.DRAGON_SETS or suits & (suits - 1):
        return None
    return marks & (m.SUITS | m.DRAGON_SETS | m.WIND_SETS | m.DRAGON_PAIR | m.WIND_PAIR)


def _claimed(win: Win[Any]) -> Hashable:
    return win.context.claimed


def _fours(win: Win[Any]) -> Hashable:
    return win.hand.fours and (win.hand.fours, len(win.hand.split))


def _gates(win: Win[Any]) -> Hashable:
    hand = win.hand
    # Three ones and three nines, or nothing to tell apart.
    if hand.melds or hand.honours or len(hand.suits) != 1 or hand.tiles[2].rank != 1 or hand.tiles[-3].rank != 9:
        return None
    return win.context.claimed, hand.winning.index, hand.tiles


def _moments(win: Win[Any]) -> Hashable:
    return type(win.context.by), win.context.moments


def _bonus(win: Win[Any]) -> Hashable:
    held = win.hand.bonus_marks
    if not held:
        return None
    own = win.context.seat.number
    return held >> own & 1, held >> own + 4 & 1, held & 0b11110 == 0b11110, held & 0b111100000 == 0b111100000, held.bit_count() == 7


KINDS = View(m.FORMS | m.CHOW | m.ALIKE | m.NOT_KONG | m.SUITS | m.HONOUR | m.SIMPLE | m.TERMINAL | m.NOT_258)
"""Runs or pongs, and of which tiles."""
HONOUR_SETS = View(m.FORMS | m.DRAGON_SETS | m.WIND_SETS | m.DRAGON_PAIR | m.WIND_PAIR)
OWN_WINDS = View(m.FORMS, _own_winds)
COLOURS = View(m.FORMS, _coloured)
HIDING = View(m.FORMS | m.CHOW | m.KONG | m.OPEN | m.WON_PONG | m.WON_PAIR, _claimed)
"""Whether pongs are concealed, and where the winning tile sits."""
DECLARED = View(m.FORMS | m.OPEN | m.HIDDEN_KONG | m.HELD_SET)
"""Which sets were declared, and how."""
ENDS = View(m.FORMS | m.WITHOUT_TERMINAL)
FOURS = View(m.FORMS, _fours)
GATES = View(m.FORMS, _gates)
MOMENTS = View(0, _moments)
BONUS = View(0, _bonus)
