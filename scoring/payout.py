"""A Score -> who pays whom. Points, summing to zero by construction: every payment leaves one seat and reaches another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .context import Discard, RobbedKong, SelfDraw, WinContext
from .errors import MinimumError
from .rulesets import RuleSet
from .score import Score
from .tiles import Wind


@dataclass(frozen=True, slots=True)
class Payment:
    """One payment in points. `because` keys a sentence in `texts`."""

    payer: Wind
    payee: Wind
    points: int
    because: str


def payments(score: Score, context: WinContext, rules: RuleSet) -> tuple[Payment, ...]:
    """What one win costs each player. Raises MinimumError below the table's minimum."""
    refuse_below_minimum(score.raw, rules)
    return win_payments(score.fan, context, rules, frozenset({context.seat}))


def refuse_below_minimum(fan: int, rules: RuleSet) -> None:
    """Raises MinimumError where a total before the cap is below the table's minimum."""
    if fan < rules.minimum:
        raise MinimumError(f"{fan} Fan, expected at least {rules.minimum}", fan)


def win_payments(fan: int, context: WinContext, rules: RuleSet, winners: frozenset[Wind]) -> tuple[Payment, ...]:
    """Payments for a total of `fan`, after the cap. Winners of the same tile and players already out pay nothing."""
    seat, by = context.seat, context.by
    paying = [wind for wind in Wind if wind not in winners and wind is not seat and not (rules.readings.plays_on and wind in context.already_won)]
    if isinstance(by, SelfDraw):
        owed = [Payment(wind, seat, points, "self_draw") for wind, points in _self_draw(fan, seat, paying, rules)]
    else:
        owed = _claimed(fan, by, seat, paying, rules)
    if context.responsible is not None and context.responsible is not seat:
        whole = sum(payment.points for payment in owed)
        owed = [Payment(context.responsible, seat, whole, "responsible")]
    return tuple(payment for payment in owed if payment.points)


def _self_draw(fan: int, seat: Wind, paying: Sequence[Wind], rules: RuleSet) -> list[tuple[Wind, int]]:
    """What each payer owes: so many times the points each, or a total divided among them."""
    share, extra = rules.share, rules.extra_bases * rules.base
    if share.self_draw_total is None:
        return [(wind, rules.self_draw_multiple * rules.points(fan) + extra) for wind in paying]
    if not paying:
        return []
    each, left = divmod(share.self_draw_total * rules.points(fan), len(paying))
    in_turn = sorted(paying, key=lambda wind: wind.turns_after(seat))
    if share.odd_point == "winner":
        odd = dict.fromkeys(paying, 0)
    elif share.odd_point == "each":
        odd = dict.fromkeys(paying, 1 if left else 0)
    elif share.odd_point == "dealer" and Wind.EAST in paying:
        odd = {Wind.EAST: left}
    else:
        odd = dict.fromkeys(in_turn[:left], 1)
    return [(wind, each + odd.get(wind, 0) + extra) for wind in paying]


def _claimed(fan: int, by: Discard | RobbedKong, seat: Wind, paying: Iterable[Wind], rules: RuleSet) -> list[Payment]:
    share, points = rules.share, rules.points(fan)
    robbed = isinstance(by, RobbedKong)
    own = share.robbed if robbed and share.robbed is not None else share.discarder
    return [Payment(wind, seat, (own if wind is by.payer else share.other) * points, _because(wind, by)) for wind in paying]


def _because(wind: Wind, by: Discard | RobbedKong) -> str:
    if wind is not by.payer:
        return "other"
    return "robbed" if isinstance(by, RobbedKong) else "discarder"


def balance(paid: Iterable[Payment]) -> dict[Wind, int]:
    """Points gained or lost by each seat."""
    sums = dict.fromkeys(Wind, 0)
    for payment in paid:
        sums[payment.payer] -= payment.points
        sums[payment.payee] += payment.points
    return sums
