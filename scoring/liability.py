"""包: whether the one who is said to pay for everyone can have fed this hand.

By Mahjong House's page somebody is responsible who threw the tile for a hand's last key set: the third set of dragons with two
shown, the fourth of winds with three, the fourth kong. Who threw it no tile tells; that nobody can have, the tiles often do.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from .context import Discard
from .errors import ContextError
from .melds import MeldKind
from .patterns import Win
from .rulesets import RuleSet
from .shapes import Group, SetKind
from .tiles import PLAYING_TILES

_FACES = {
    "great_dragons": frozenset(tile for tile in PLAYING_TILES if tile.is_dragon),
    "great_winds": frozenset(tile for tile in PLAYING_TILES if tile.is_wind),
    "four_kongs": frozenset(PLAYING_TILES),
}
"""Of which tiles the key sets of a hand are. For hands not named here a table's word is taken."""


def admit_responsible(win: Win[Any], shown: Collection[str], rules: RuleSet) -> None:
    """Raises ContextError where somebody is held responsible for a hand that is none of the table's, or that nobody can have fed.

    `shown` are the patterns that the table reads as there.
    """
    responsible = win.context.responsible
    if responsible is None:
        return
    liable = sorted(rules.responsible.intersection(shown))
    if not liable:
        named = ", ".join(sorted(rules.responsible))
        raise ContextError(f"responsible {responsible.value}, expected one of these hands: {named}", "responsible_for_other_hand")
    if rules.readings.liability_fed and not any(_may_be_fed(pattern, win) for pattern in liable):
        raise ContextError(
            f"responsible {responsible.value} for {', '.join(liable)}, expected its sets declared, and one of them from a discard", "responsible_unfed"
        )


def _may_be_fed(pattern: str, win: Win[Any]) -> bool:
    """All key sets lie declared, one of them made with a discard; or the responsible player's discard completed the last and won."""
    if pattern not in _FACES:
        return True
    sets: list[Group] = [group for group in win.shape.sets if group.tile in _FACES[pattern] and group.alike]
    held = [group for group in sets if group.declared is None]
    if held:  # a kong is never held
        by = win.context.by
        return len(held) == 1 and held[0].won and held[0].kind is SetKind.PONG and isinstance(by, Discard) and by.payer is win.context.responsible
    from_discard = {MeldKind.KONG_EXPOSED} if pattern == "four_kongs" else {MeldKind.PONG, MeldKind.KONG_EXPOSED, MeldKind.KONG_ADDED}
    return any(group.declared in from_discard for group in sets)
