"""What a pattern looks at: nothing else may sway its verdict, so a verdict holds wherever the same is seen again.

Each pattern names one.
"""

from __future__ import annotations

from dataclasses import dataclass

from .. import marks as m


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Some of the marks of a win, the form among them where it matters."""

    marks: int


KINDS = View(m.FORMS | m.CHOW | m.ALIKE | m.NOT_KONG | m.SUITS | m.HONOUR | m.SIMPLE | m.TERMINAL | m.NOT_258)
"""Runs or pongs, and of which tiles."""
DRAGONS = View(m.FORMS | m.DRAGON_SETS | m.DRAGON_PAIR)
WINDS = View(m.FORMS | m.WIND_SETS | m.WIND_PAIR)
SEAT_WIND = View(m.FORMS | m.WIND_SETS | m.SEATS)
ROUND_WIND = View(m.FORMS | m.WIND_SETS | m.ROUNDS)
COLOURS = View(m.FORMS | m.CHOW | m.SUITS | m.COLOURED | m.DRAGON_PAIR)
"""Whether the only honours are dragons of the suit's colour, and not as a pair."""
HIDING = View(m.FORMS | m.CHOW | m.KONG | m.OPEN | m.WON_PONG | m.WON_PAIR | m.CLAIMED)
"""Whether pongs are concealed, and where the winning tile sits."""
DECLARED = View(m.FORMS | m.OPEN | m.HIDDEN_KONG | m.HELD_SET)
"""Which sets were declared, and how."""
ENDS = View(m.FORMS | m.WITHOUT_TERMINAL)
FOURS = View(m.FORMS | m.FOURS | m.SPLITS)
GATES = View(m.FORMS | m.GATES | m.WON_EXTRA | m.CLAIMED)
MOMENTS = View(m.CLAIMED | m.ROBBED | m.MOMENTS)
BONUS = View(m.BONUS)
