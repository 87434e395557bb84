"""How a table reads the clauses that the pages word differently. Values come from a rule set's `[readings]`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Readings:
    """One field for each point on which the systems differ in meaning rather than in value.

    honours, bonus: whether the table plays with winds and dragons, and with flowers and seasons.
    most_suits: how many of the three suits a winning hand may hold.
    chow_claims: whether a discard may be claimed for a chow.
    closed_with_kong: a concealed kong leaves the hand closed.
    nine_gates: "any" wait, the "extra" tile only, or the extra tile only "when_claimed".
    hidden_kongs: a concealed kong counts among four concealed pongs.
    hidden_pair: four concealed pongs must be completed at the pair "always", or only "when_claimed".
    last_tile: the last "wall" tile alone, or the "wall_or_discard" after it.
    opening_kong: a concealed kong is allowed before a heavenly hand.
    earthly: on the "dealer_discard", or on the winner's "own_draw".
    earthly_kong: a concealed kong is allowed before an earthly hand.
    plays_on: the others play on after a win, so that some may be out of the hand already.
    rob_concealed: a concealed kong may be robbed for thirteen orphans.
    called_kong: a concealed kong is one of the four sets called of a golden hook.
    split_root: a claimed pong and the fourth tile in hand are a root, as four in hand or a kong are.
    terminal_pairs: seven pairs of ones and nines have terminals in every set.
    liability: somebody is responsible for a hand that is "shown" by the tiles, or only where it is "counted".
    liability_fed: nobody is responsible for great dragons, great winds or four kongs that by the declared sets nobody can have fed;
        otherwise the table's word is taken.
    liability_each: with several winners each has their own responsible player; otherwise nobody is responsible then.
    """

    honours: bool = True
    bonus: bool = True
    most_suits: int = 3
    chow_claims: bool = True
    closed_with_kong: bool = True
    nine_gates: str = "any"
    hidden_kongs: bool = True
    hidden_pair: str = "when_claimed"
    last_tile: str = "wall"
    opening_kong: bool = True
    earthly: str = "dealer_discard"
    earthly_kong: bool = False
    rob_concealed: bool = False
    plays_on: bool = False
    called_kong: bool = True
    split_root: bool = True
    terminal_pairs: bool = False
    liability: str = "shown"
    liability_fed: bool = False
    liability_each: bool = True


WORDS: dict[str, tuple[str, ...]] = {
    "nine_gates": ("any", "extra", "when_claimed"),
    "hidden_pair": ("always", "when_claimed"),
    "last_tile": ("wall", "wall_or_discard"),
    "earthly": ("dealer_discard", "own_draw"),
    "liability": ("shown", "counted"),
}
"""The words that each worded reading may take."""

READ_BY: dict[str, tuple[str, ...]] = {
    "concealed": ("closed_with_kong",),
    "nine_gates": ("nine_gates",),
    "four_concealed_pongs": ("hidden_kongs", "hidden_pair"),
    "last_tile": ("last_tile",),
    "heavenly": ("opening_kong",),
    "earthly": ("earthly", "earthly_kong"),
    "rob_kong": ("rob_concealed",),
    "golden_hook": ("called_kong",),
    "root": ("split_root",),
    "terminals_every_set": ("terminal_pairs",),
}
"""The readings that say what a pattern means at a table; what a pattern that is not here says of a win, it says at every table."""
