"""Payments without a hand: several winners of one tile, kongs, and the end of the wall.

`fan` of a winner is the total; it is capped here and must reach the table's minimum. Kong money and the end of the wall
exist only where a rule set names `kong_money`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .context import Discard, RobbedKong, SelfDraw, WinContext
from .errors import ContextError, FormError, spelled
from .forms import as_list, as_mapping, as_wind, as_word
from .payout import Payment, refuse_below_minimum, win_payments
from .rulesets import MOST_FAN, RuleSet
from .tiles import Wind


@dataclass(frozen=True, slots=True)
class Claim:
    """One winner and a total in Fan; `responsible` pays alone for this winner."""

    seat: Wind
    fan: int
    responsible: Wind | None = None


_KONG_KINDS = ("concealed", "exposed", "added")
_KONG_KEYS = ("kind", "by", "from", "robbed", "just_drawn", "dealt_in", "already_won")
SETTLEMENT_KEYS = ("type", "winners", "discarder", "responsible", *_KONG_KEYS, "ready", "not_ready", "flower_pig", "kongs")


def settle(value: object, rules: RuleSet) -> tuple[Payment, ...]:
    """Payments from the settlement form. Raises FormError, or the Refusal that applies."""
    kinds = ("discard", "self_draw", "rob_kong", "kong", "end_of_wall")
    form = as_mapping(value, "settlement", SETTLEMENT_KEYS)
    kind = as_word(form.get("type"), "settlement.type", kinds)
    _check_fields(form)
    if kind in ("kong", "end_of_wall") and not rules.kong_money:
        raise FormError(f"settlement.type = {spelled(kind)}: {rules.name} pays nothing for it, expected discard, self_draw or rob_kong", "settlement.type")
    out = frozenset(_winds(form, "already_won"))
    if kind == "kong":
        return _kong(form, out, rules, refund=False)
    if kind == "end_of_wall":
        return _end_of_wall(form, out, rules)
    return win_settlement(_claims(form, "winners"), _won_by(form, kind), out, rules)


def _won_by(form: Mapping[str, Any], kind: str) -> SelfDraw | Discard | RobbedKong:
    """Where the tile came from: `discarder` threw it, or was robbed of the kong."""
    if kind == "self_draw":
        if form.get("discarder") is not None:
            raise ContextError(f"self_draw with discarder {form['discarder']}, expected no discarder", "self_draw_with_discarder")
        return SelfDraw()
    payer = as_wind(form.get("discarder"), "settlement.discarder")
    return Discard(payer) if kind == "discard" else RobbedKong(payer)


def _check_fields(form: Mapping[str, Any]) -> None:
    """Every field is of its form, whether this kind of settlement reads it or not. Raises FormError."""
    _check_kong(form)
    for key in ("discarder", "responsible"):
        if form.get(key) is not None:
            as_wind(form[key], f"settlement.{key}")
    for key in ("not_ready", "flower_pig"):
        _winds(form, key)
    for key in ("winners", "ready"):
        _claims(form, key)
    for at, entry in enumerate(_listed(form, "kongs")):
        where = f"settlement.kongs[{at}]"
        kong = as_mapping(entry, where, _KONG_KEYS)
        as_word(kong.get("kind"), f"{where}.kind", _KONG_KINDS)
        as_wind(kong.get("by"), f"{where}.by")
        _check_kong(kong, where)


def _check_kong(form: Mapping[str, Any], where: str = "settlement") -> None:
    for key in ("by", "from", "dealt_in"):
        if form.get(key) is not None:
            as_wind(form[key], f"{where}.{key}")
    if form.get("kind") is not None:
        as_word(form["kind"], f"{where}.kind", _KONG_KINDS)
    _winds(form, "already_won", where)
    robbed, just_drawn = form.get("robbed"), form.get("just_drawn")
    if robbed is not None and not isinstance(robbed, bool | str):
        raise FormError(f"{where}.robbed = {spelled(robbed)}, expected true, false or the seat that robbed it", f"{where}.robbed")
    if just_drawn is not None and not isinstance(just_drawn, bool):
        raise FormError(f"{where}.just_drawn = {spelled(just_drawn)}, expected true or false", f"{where}.just_drawn")


def win_settlement(winners: Sequence[Claim], by: SelfDraw | Discard | RobbedKong, out: frozenset[Wind], rules: RuleSet) -> tuple[Payment, ...]:
    """Every winner has a settlement of their own, and no winner pays in another's. Without the option the first in turn order wins alone."""
    discarder = None if isinstance(by, SelfDraw) else by.payer
    seats = [winner.seat for winner in winners]
    if not winners or len(set(seats)) != len(seats):
        raise FormError(f"settlement.winners = {[seat.value for seat in seats]}, expected one seat or more, each once", "settlement.winners")
    if discarder is None and len(winners) > 1:
        raise ContextError(f"self_draw with {len(winners)} winners, expected one", "one_self_draw")
    for winner in winners:
        _refuse_claim(winner, discarder, out, rules)
    paid = list(winners)
    if discarder is not None and not rules.settled.get("multiple_winners"):
        paid = [min(winners, key=lambda winner: winner.seat.turns_after(discarder))]
    all_winners = frozenset(winner.seat for winner in paid)
    payments: list[Payment] = []
    nobody_liable = len(paid) > 1 and not rules.readings.liability_each
    for winner in paid:
        context = WinContext(winner.seat, Wind.EAST, by, responsible=None if nobody_liable else winner.responsible, already_won=out)
        payments += win_payments(rules.capped(winner.fan), context, rules, all_winners)
    return tuple(payments)


def _refuse_claim(winner: Claim, discarder: Wind | None, out: frozenset[Wind], rules: RuleSet) -> None:
    if winner.seat is discarder:
        raise ContextError(f"the tile came from {winner.seat.value}, who is a winner; expected another seat", "discarder_is_winner")
    if rules.readings.plays_on and (winner.seat in out or discarder in out):
        raise ContextError(f"already out: {', '.join(sorted(seat.value for seat in out))}; expected neither winner nor payer", "already_won_plays_on")
    if winner.responsible is not None and not rules.responsible:
        raise ContextError(f"responsible {winner.responsible.value}: {rules.name} holds nobody responsible", "no_responsibility")
    if winner.responsible is winner.seat:
        raise ContextError(f"responsible {winner.seat.value}, who is the winner; expected another seat", "responsible_is_winner")
    refuse_below_minimum(winner.fan, rules)


def _kong(form: Mapping[str, Any], out: frozenset[Wind], rules: RuleSet, refund: bool, where: str = "settlement") -> tuple[Payment, ...]:
    """刮風下雨: what one kong earns at once; as a refund, the same the other way. A robbed kong earns nothing.

    `just_drawn` false: an added kong whose tile was held from before. `dealt_in`: who won on the discard right after the kong;
    what then becomes of its money is the option `kong_dealt_in`.
    """
    kind = as_word(form.get("kind"), f"{where}.kind", list(rules.kong_money))
    by = as_wind(form.get("by"), f"{where}.by")
    robbed, just_drawn = form.get("robbed"), form.get("just_drawn")
    dealt_in = None if form.get("dealt_in") is None else Wind(form["dealt_in"])  # a seat, as _check_fields has seen
    if kind == "exposed":
        payers = [as_wind(form.get("from"), f"{where}.from")]
        if payers[0] is by:
            raise ContextError(f"an exposed kong of {by.value} from {by.value}, expected another seat", "kong_from_itself")
    else:
        payers = [wind for wind in Wind if wind is not by and wind not in out]
    if by in out or dealt_in in out or (kind == "exposed" and payers[0] in out):
        raise ContextError(f"a kong of {by.value} with {', '.join(sorted(seat.value for seat in out))} already out", "already_won_plays_on")
    if dealt_in is by:
        raise ContextError(f"dealt_in {by.value}, who made the kong; expected another seat", "discarder_is_winner")
    settled = rules.settled
    held_before = kind == "added" and just_drawn is False and settled.get("added_kong") == "just_drawn"
    if robbed or held_before or (dealt_in and (settled.get("kong_dealt_in") == "returned" or (refund and settled.get("kong_dealt_in") == "handed_over"))):
        return ()
    points = rules.kong_money[kind] * rules.base
    if refund:
        return tuple(Payment(by, payer, points, "kong_refund") for payer in payers)
    paid = tuple(Payment(payer, by, points, f"kong_{kind}") for payer in payers)
    if dealt_in and settled.get("kong_dealt_in") == "handed_over":
        paid += (Payment(by, dealt_in, points * len(payers), "kong_handed_over"),)
    return paid


def _end_of_wall(form: Mapping[str, Any], out: frozenset[Wind], rules: RuleSet) -> tuple[Payment, ...]:
    """查花豬, 查大叫 and 退稅. `kongs` lists kongs paid for during the hand, so that those of players not ready are returned."""
    ready = _claims(form, "ready")
    not_ready, pigs = _winds(form, "not_ready"), _winds(form, "flower_pig")
    named = [claim.seat for claim in ready] + list(not_ready) + list(pigs)
    twice = sorted({seat.value for seat in named if named.count(seat) > 1 or seat in out})
    if twice:
        raise ContextError(f"{', '.join(twice)} named twice at the end of the wall, expected each seat once", "seat_twice")
    payments: list[Payment] = []
    pig_points = rules.base * rules.points_at_limit
    in_play = [wind for wind in Wind if wind not in out]
    paid_by_pigs = in_play if rules.settled.get("pig_pays", "still_in") == "still_in" else [claim.seat for claim in ready]
    for pig in pigs:  # other pigs are players still in, too
        payments += [Payment(pig, wind, pig_points, "flower_pig") for wind in paid_by_pigs if wind is not pig]
    for claim in ready if rules.settled.get("ready_pay", True) else ():
        payments += [Payment(seat, claim.seat, rules.points(claim.fan), "ready") for seat in not_ready]
    for at, kong in enumerate(_listed(form, "kongs")):  # of their form, as _check_fields has seen
        refund = _kong(kong, frozenset(_winds(kong, "already_won")), rules, refund=True, where=f"settlement.kongs[{at}]")
        if Wind(kong["by"]) in (*not_ready, *pigs) and rules.settled.get("kong_refund", True):
            payments += refund
    return tuple(payments)


def _claims(form: Mapping[str, Any], key: str) -> tuple[Claim, ...]:
    shared = form.get("responsible")
    claims = []
    for at, entry in enumerate(_listed(form, key)):
        where = f"settlement.{key}[{at}]"
        claim = as_mapping(entry, where, ("seat", "total", "responsible"))
        total, seat = claim.get("total"), as_wind(claim.get("seat"), f"{where}.seat")
        if type(total) is not int or not 0 <= total <= MOST_FAN:
            raise FormError(f"{where}.total = {spelled(total)}, expected Fan from 0 to {MOST_FAN}", f"{where}.total")
        own = claim.get("responsible", shared)
        claims.append(Claim(seat, total, None if own is None else as_wind(own, f"{where}.responsible")))
    if len(claims) > 1:  # a winner who is responsible for another's hand is not so for their own
        claims = [replace(claim, responsible=None) if claim.responsible is claim.seat else claim for claim in claims]
    return tuple(claims)


def _winds(form: Mapping[str, Any], key: str, where: str = "settlement") -> tuple[Wind, ...]:
    return tuple(as_wind(seat, f"{where}.{key}") for seat in _listed(form, key, where))


def _listed(form: Mapping[str, Any], key: str, where: str = "settlement") -> Sequence[Any]:
    return () if form.get(key) is None else as_list(form[key], f"{where}.{key}")
