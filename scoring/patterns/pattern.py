"""The one form every pattern takes: a function from a `Win` to a `Hit` with its tiles or a `Miss` with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from ..context import WinContext
from ..hand import Hand
from ..marks import own_bonus
from ..readings import Readings
from ..shapes import Group, SevenPairs, Shape, Standard, ThirteenOrphans
from ..tiles import Suit, Tile
from .views import View

S = TypeVar("S", bound=Shape)


@dataclass(frozen=True, slots=True)
class Hit:
    """The pattern is there: one entry for each time it is earned, with the tiles that earn it."""

    awards: tuple[tuple[Tile, ...], ...] = ((),)


@dataclass(frozen=True, slots=True)
class Miss:
    """The pattern is not there. `because` keys a sentence in `texts`.

    `tiles` are all that stand in the way: whole sets, single tiles, or the winning tile alone. With other tiles in their place, and
    nothing else changed, the pattern can be there. `lacks` are tiles that are not there and would have to be.
    """

    because: str
    tiles: tuple[Tile, ...] = ()
    lacks: tuple[Tile, ...] = ()


class Win(NamedTuple, Generic[S]):
    """All that a pattern may look at: one shape of the hand, how it was won, and the table's readings."""

    hand: Hand
    context: WinContext
    shape: S
    readings: Readings = Readings()

    @property
    def marks(self) -> int:
        """What patterns ask of the shape, the hand and the circumstances, as bits."""
        hand, context, shape, _ = self
        marks: int = shape.marks | hand.marks | context.marks
        return marks | own_bonus(hand.bonus_bits, context.seat) if hand.bonus_bits else marks

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits present, honours apart, in display order."""
        return self.hand.suits

    @property
    def suited(self) -> tuple[Tile, ...]:
        """The tiles of the three suits."""
        return self.hand.suited

    @property
    def honours(self) -> tuple[Tile, ...]:
        """The winds and dragons."""
        return self.hand.honours

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile but flowers and seasons, sorted."""
        return self.hand.tiles


@dataclass(frozen=True, slots=True)
class Pattern:
    """A registered pattern: its id, the shapes it is defined on, what it looks at, and its function.

    `everywhere`: worth a "not played here" at tables that do not price it. False for names that only restate another's moment.
    """

    name: str
    on: tuple[type, ...]
    sees: View
    everywhere: bool
    check: Callable[[Win[Any]], Hit | Miss]


PATTERNS: dict[str, Pattern] = {}
"""Every pattern by id, filled as the families are imported and never changed after."""

Check = Callable[[Win[Any]], Hit | Miss]


def pattern(*on: type, sees: View, everywhere: bool = True) -> Callable[[Check], Check]:
    """Register a function under its own name. On a shape not named in `on` it is a Miss; with none named it takes all. It looks at what it `sees` alone."""

    def register(check: Check) -> Check:
        name = check.__name__
        if name in PATTERNS:
            raise ValueError(f"pattern {name!r} is defined twice")
        PATTERNS[name] = Pattern(name, on or (Standard, SevenPairs, ThirteenOrphans), sees, everywhere, check)
        return check

    return register


def judge(found: Pattern, win: Win[Any]) -> Hit | Miss:
    """Ask one pattern about one win."""
    if isinstance(win.shape, found.on):
        return found.check(win)
    return Miss("needs_four_sets" if Standard in found.on else "needs_seven_pairs" if SevenPairs in found.on else "needs_thirteen_orphans")


def main_suit(win: Win[Any]) -> Suit | None:
    """The suit of most of the tiles, the first of equals; None where all are honours."""
    return max(win.suits, key=lambda suit: sum(tile.suit is suit for tile in win.suited), default=None)


def flat(groups: Iterable[Group]) -> tuple[Tile, ...]:
    """The tiles of several groups, in their order."""
    return tuple(tile for group in groups for tile in group.tiles)
