"""How a hand was won: who sat where, where the tile came from, and what was special about the moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from .marks import CLAIMED, FIRST_MOMENT, FIRST_ROUND, FIRST_SEAT, ROBBED
from .tiles import Suit, Wind


class Moment(Enum):
    """Something special about the win. The value is the word of the data form."""

    LAST_TILE = "last_tile"
    LAST_DISCARD = "last_discard"
    AFTER_KONG_DISCARD = "after_kong_discard"
    REPLACED_KONG = "kong"
    REPLACED_FLOWER = "flower"
    KONG_ON_KONG = "kong_on_kong"
    HEAVENLY = "heavenly"
    EARTHLY = "earthly"
    HUMAN = "human"

    __hash__ = object.__hash__  # as of Suit


REPLACEMENTS = frozenset({Moment.REPLACED_KONG, Moment.REPLACED_FLOWER, Moment.KONG_ON_KONG})
OPENINGS = frozenset({Moment.HEAVENLY, Moment.EARTHLY, Moment.HUMAN})
_MOMENT_MARKS = {moment: 1 << FIRST_MOMENT + at for at, moment in enumerate(Moment)}


@dataclass(frozen=True, slots=True)
class SelfDraw:
    """The winner drew the tile."""


@dataclass(frozen=True, slots=True)
class Discard:
    """`payer` threw the tile."""

    payer: Wind


@dataclass(frozen=True, slots=True)
class RobbedKong:
    """`payer` was declaring a kong with the tile; `concealed` when it was a concealed one."""

    payer: Wind
    concealed: bool = False


@dataclass(frozen=True, slots=True)
class WinContext:
    """The circumstances of one win.

    `responsible` is the seat that pays alone (包). Sichuan only: `already_won`, the seats out of play, and `void`, the suit
    that the winner declared void. Whether the parts agree with each other and with a hand is `admission`'s question.
    """

    seat: Wind
    round: Wind
    by: SelfDraw | Discard | RobbedKong
    moments: frozenset[Moment] = frozenset()
    responsible: Wind | None = None
    already_won: frozenset[Wind] = frozenset()
    void: Suit | None = None
    marks: int = field(init=False, repr=False, compare=False)
    """What patterns ask of the circumstances, as bits of `marks`."""

    def __post_init__(self) -> None:
        marks = self.seat.number - 1 << FIRST_SEAT | self.round.number - 1 << FIRST_ROUND
        if not isinstance(self.by, SelfDraw):
            marks |= CLAIMED | ROBBED * isinstance(self.by, RobbedKong)
        for moment in self.moments:
            marks |= _MOMENT_MARKS[moment]
        object.__setattr__(self, "marks", marks)

    @property
    def self_drawn(self) -> bool:
        """The winner drew the tile."""
        return isinstance(self.by, SelfDraw)

    @property
    def claimed(self) -> bool:
        """The tile came from another player, by discard or out of a kong."""
        return not self.self_drawn

    @property
    def payer(self) -> Wind | None:
        """The seat the tile came from; None when it was drawn."""
        return None if isinstance(self.by, SelfDraw) else self.by.payer
