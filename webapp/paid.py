"""Who paid whom for an entry of a ledger, and by which clauses: asked of the scorer again, under the rules that the entry was saved with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.cases import answer, base_rules
from scoring.errors import FormError, ScoringError
from webapp import house, ledger
from webapp.language import current, listed
from webapp.language import gettext as _
from webapp.names import seat_name
from webapp.scorer import Scored, arranged

SETTLED = ("win", "kong", "end_of_wall")
"""The kinds of entries that the scorer has settled."""


def told(body: Mapping[str, Any]) -> Scored | None:
    """The payments and their clauses in the reader's language. None for what was entered as points, and where the rules that ship have
    changed since: an entry keeps the points that it was saved with, and reasons for others would be no reasons for them."""
    if body["kind"] not in SETTLED:
        return None
    form = {key: value for key, value in body["detail"].items() if value not in ("", None)}
    case = {"kind": "settlement", **body["rules"], "settlement": form}
    try:
        answered = answer(case, current())
    except FormError:
        return None
    if not answered["ok"] or ledger.by_player(answered["payouts"], body["seats"]) != body["points"]:
        return None
    return arranged(case, answered)


def scheme(body: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """How an entry's win was paid, named before its numbers."""
    if body["kind"] != "win":
        return ""
    seats = liable(body)
    return _scheme(body["rules"], body["detail"]["type"], seats, names, all(winner.get("responsible") for winner in body["detail"]["winners"]))


def scheme_of(case: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """How a scored hand is paid, named before its numbers."""
    seat = case["context"].get("responsible")
    return _scheme(case, case["context"]["win"], [seat] if seat else [], names, True)


def _scheme(rules: Mapping[str, Any], way: str, seats: list[str], names: Mapping[str, str], of_all: bool) -> str:
    """Where one player pays for everyone, the table's usual way is not how it was paid."""
    usual = house.scheme(rules.get("options") or {}, way) if way != "rob_kong" or _robbed_as_discarder(rules) else ""
    if not seats:
        return usual
    who = listed([names.get(seat) or seat_name(seat) for seat in seats])
    all_of_it = _("%(player)s pays for everyone (包), all that the others would have paid.", player=who)
    return all_of_it if of_all or not usual else f"{usual} {all_of_it}"


def _robbed_as_discarder(rules: Mapping[str, Any]) -> bool:
    try:
        return base_rules(rules).share.robbed is None
    except ScoringError:  # a rule set that is no more
        return False


def liable(body: Mapping[str, Any]) -> list[str]:
    """The seats that pay for everyone in an entry's win; none where one tile has several winners and the table then asks its discarder alone."""
    winners = body["detail"]["winners"]
    seats = {each["responsible"] for each in winners if each.get("responsible")}
    several = len(winners) > 1 and not base_rules(body["rules"]).readings.liability_each
    return [] if several else sorted(seats, key=ledger.SEATS.index)


def holds_responsible(body: Mapping[str, Any]) -> bool:
    """Whether the table at which an entry was won makes one player pay for everyone (包)."""
    return body["kind"] == "win" and bool(base_rules(body["rules"]).responsible)
