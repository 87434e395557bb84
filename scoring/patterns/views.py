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


# Few, as each costs every hand a look-up, and narrow, as what none has shown before costs every pattern that looks.
KINDS = View(m.FORMS | m.CHOW | m.ALIKE | m.NOT_KONG | m.SUITS | m.HONOUR | m.SIMPLE | m.TERMINAL | m.NOT_258)
"""Runs or pongs, and of which tiles."""
COLOURS = View(m.FORMS | m.CHOW | m.SUITS | m.COLOURED | m.DRAGON_PAIR)
"""Whether the only honours are dragons of the suit's colour, and not as a pair."""
DRAGONS = View(m.FORMS | m.DRAGON_SETS | m.DRAGON_PAIR)
WINDS = View(m.FORMS | m.WIND_SETS | m.WIND_PAIR)
OWN_WINDS = View(m.FORMS | m.WIND_SETS | m.SEATS | m.ROUNDS)
HOW_WON = View(
    m.FORMS | m.CHOW | m.KONG | m.OPEN | m.HIDDEN_KONG | m.HELD_SET | m.WON_PONG | m.WON_PAIR | m.GATES | m.WON_EXTRA | m.CLAIMED | m.ROBBED | m.MOMENTS,
)  # fmt: skip
"""Which sets were declared and how, where the winning tile sits, where it came from, and when."""
ENDS = View(m.FORMS | m.WITHOUT_TERMINAL)
FOURS = View(m.FORMS | m.FOURS | m.SPLITS)
BONUS = View(m.BONUS)
