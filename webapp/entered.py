"""What is written into a ledger: a scored hand, a form of the table's page or an edit -> the next body of an entry.

Each body carries the rules that it was settled under, a table's own lines among them, so that an edit next week settles under the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.cases import base_rules
from webapp import forms, ledger, records
from webapp.draft import Draft
from webapp.language import current
from webapp.ledger import SEATS, Ledger, LedgerError
from webapp.road import Road

Body = dict[str, Any]
LONGEST_NAME = 24
LONGEST_NOTE = 200
WAYS = {"self_draw": "self_draw", "discard": "discard", "rob": "rob_kong"}
"""How a hand was won: the page's word and the settlement's, which is the case's."""
_PAGE_WAYS = {word: way for way, word in WAYS.items()}


def clean(text: str, longest: int) -> str:
    """A typed name or note in one line: no control signs, no signs that turn the writing round, no halves of signs."""
    kept = "".join(sign if unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") else " " for sign in text)
    return " ".join(kept.split())[:longest].strip()


# -- a scored hand -------------------------------------------------------------------------------------------------------


def rules_of(case: Mapping[str, Any]) -> Body:
    """What an entry keeps of a case's rules: all that it takes to settle it again."""
    return {key: case[key] for key in ("ruleset", "house", "options") if case.get(key) is not None}


def win(found: Ledger, case: Mapping[str, Any], payouts: Mapping[str, int], total: int, road: Road) -> Body:
    """A hand as the table's next entry. Raises LedgerError for points that no ledger takes."""
    context = case["context"]
    detail: Body = {"type": context["win"], "winners": [_winner(case, total)]}
    if "discarder" in context:
        detail["discarder"] = context["discarder"]
    if context.get("already_won"):
        detail["already_won"] = context["already_won"]
    points = ledger.by_player(payouts, found.now.seats)
    plays_on = base_rules(case).readings.plays_on
    return ledger.entry(found.now, "win", detail, points, rules=rules_of(case), plays_on=plays_on, roads=[_kept(road)])


def second_winner(found: Ledger, case: Mapping[str, Any], total: int, road: Road) -> tuple[int, Body]:
    """The last entry with one more winner of the same tile. Raises LedgerError, for one, where the two were scored under different rules."""
    last = found.live[-1] if found.live else None
    if last is None or not same_tile(last.body, case):
        raise LedgerError("no_second")
    if last.body["rules"] != rules_of(case):
        raise LedgerError("other_rules")
    detail = {**last.body["detail"], "winners": [*last.body["detail"]["winners"], _winner(case, total)]}
    return last.number, _resettled(last.body, detail) | {"roads": [*last.body.get("roads", []), _kept(road)]}


def same_tile(body: Mapping[str, Any], case: Mapping[str, Any]) -> bool:
    """Whether a hand may have been won on the tile that an entry was won on, by another player."""
    context, detail = case["context"], body["detail"]
    if body["kind"] != "win" or context["win"] != won_by(body)[0] or context.get("discarder", "") != detail.get("discarder"):
        return False
    return context["seat"] not in {winner["seat"] for winner in detail["winners"]}


def won_by(body: Mapping[str, Any]) -> tuple[str, str]:
    """(`self_draw`, `discard` or `rob_kong`, who threw the tile or was robbed of it) of a win."""
    return str(body["detail"]["type"]), str(body["detail"].get("discarder") or "")


def won(body: Mapping[str, Any]) -> str:
    """The same in the context page's words: `self_draw`, `discard-east`, `rob-west`."""
    way, giver = won_by(body)
    return f"{_PAGE_WAYS[way]}-{giver}" if giver else _PAGE_WAYS[way]


def _winner(case: Mapping[str, Any], total: int) -> Body:
    return {"seat": case["context"]["seat"], "total": total, "responsible": case["context"].get("responsible")}


def _kept(road: Road) -> Body:
    return {"d": str(road.draft), "answers": [list(pair) for pair in records.settled_answers(road)]}


def _resettled(body: Mapping[str, Any], detail: Mapping[str, Any]) -> Body:
    """An entry with another settlement, its points worked out anew under the rules it was saved with. Raises LedgerError, ValueError."""
    form = {key: value for key, value in detail.items() if value not in ("", None)}
    points = ledger.by_player(ledger.settled(body["rules"], form, current()), body["seats"])
    return {**body, "detail": form, "points": points}


# -- what is no scored hand ----------------------------------------------------------------------------------------------


def entered(found: Ledger, sent: Mapping[str, str]) -> Body:
    """A draw, a kong and the end of the wall (Sichuan), a payment between players, new seats. Raises LedgerError."""
    said = forms.answers(Road(Draft(), answers=found.table.rules))
    rules = {"ruleset": said.rules.name, **({"house": said.lines} if said.lines else {}), "options": forms.options_of(said)}
    now, kind, out = found.now, sent.get("kind", ""), list(found.now.out)
    if kind == "draw":
        return ledger.entry(now, "draw", {}, {}, rules=rules)
    if kind == "seats":
        return ledger.entry(_reseated(found, sent), "seats", {}, {})
    if kind == "payment":
        payer, payee = _player(found, sent.get("payer", "")), _player(found, sent.get("payee", ""))
        points = sent.get("points", "")
        if payer == payee or not points.isdecimal() or not 0 < len(points) <= 9 or not int(points):
            raise LedgerError("payment")
        return ledger.entry(now, "payment", {}, {str(payer): -int(points), str(payee): int(points)}, rules=rules)
    if kind == "kong":
        form = {"type": "kong", "kind": sent.get("how", ""), "by": sent.get("by", ""), "already_won": out}
        if form["kind"] == "exposed":
            form["from"] = sent.get("from", "")
        return _settled(found, "kong", form, rules)
    if kind == "end_of_wall":
        return _settled(found, "end_of_wall", _end_of_wall(found, sent), rules)
    raise LedgerError("unknown")


def _reseated(found: Ledger, sent: Mapping[str, str]) -> ledger.Now:
    """Who sits where from now on: a substitute takes a seat as it is, its turn as the round's first East included, unless a round begins."""
    now = found.now
    if now.out or now.kongs:
        raise LedgerError("mid_hand")
    seats = {seat: _player(found, sent.get(f"seat-{seat}", ""), "seats") for seat in SEATS}
    wind = sent.get("round", now.round)
    if len(set(seats.values())) != 4 or wind not in SEATS:
        raise LedgerError("seats")
    begins = "begins" in sent
    if seats == now.seats and wind == now.round and not begins:
        raise LedgerError("seats")
    held = next((seat for seat, player in now.seats.items() if player == now.first), "east")
    return replace(now, seats=seats, round=wind, first=seats["east" if begins else held])


def _end_of_wall(found: Ledger, sent: Mapping[str, str]) -> Body:
    """Each seat still in is ready (with the Fan of its best wait), not ready, or holds its void suit; kongs come from the ledger."""
    ready, not_ready, pigs = [], [], []
    for seat in SEATS:
        said = sent.get(f"end-{seat}", "")
        if seat in found.now.out:
            continue
        if said.isdecimal() and len(said) < 4:
            ready.append({"seat": seat, "total": int(said)})
        else:
            (pigs if said == "pig" else not_ready).append(seat)
    kongs = [{key: value for key, value in kong.items() if key != "type"} for kong in found.now.kongs]
    return {"type": "end_of_wall", "ready": ready, "not_ready": not_ready, "flower_pig": pigs, "already_won": list(found.now.out), "kongs": kongs}


def _settled(found: Ledger, kind: str, form: Body, rules: Body) -> Body:
    try:
        payouts = ledger.settled(rules, form, current())
    except ValueError as error:
        raise LedgerError("unknown" if not isinstance(error, LedgerError) else str(error)) from None
    return ledger.entry(found.now, kind, form, ledger.by_player(payouts, found.now.seats), rules=rules, plays_on=True)


def _player(found: Ledger, text: str, otherwise: str = "payment") -> int:
    if not text.isdecimal() or len(text) > 2 or int(text) >= len(found.table.players):
        raise LedgerError(otherwise)
    return int(text)


def as_form(body: Mapping[str, Any]) -> dict[str, str]:
    """An entry as the values of the form that edits it: the inverse of `edited`."""
    form = {"note": body.get("note") or ""}
    if body["kind"] == "win":
        form["won"] = won(body)
        for winner in body["detail"]["winners"]:
            form |= {f"fan-{winner['seat']}": str(winner["total"]), f"pays-{winner['seat']}": winner.get("responsible") or ""}
    return form


# -- an edit -------------------------------------------------------------------------------------------------------------


def edited(body: Mapping[str, Any], sent: Mapping[str, str]) -> Body:
    """An entry with other winners, Fan, payers for everyone (包) or another way of winning; what is no win keeps all but its note. Raises LedgerError."""
    if body["kind"] != "win":
        return dict(body)
    winners = []
    for seat in SEATS:
        fan = sent.get(f"fan-{seat}", "").strip()
        if fan:
            if not fan.isdecimal() or len(fan) > 3:
                raise LedgerError("fan")
            before = next((each for each in body["detail"]["winners"] if each["seat"] == seat), {"seat": seat, "responsible": None})
            pays = sent.get(f"pays-{seat}", before.get("responsible") or "")
            if pays not in ("", *SEATS):
                raise LedgerError("fan")
            winners.append({**before, "total": int(fan), "responsible": pays or None})
    way, _dash, giver = sent.get("won", "").partition("-")
    if not winners or way not in WAYS or (giver not in SEATS if way != "self_draw" else giver):
        raise LedgerError("fan")
    detail = {**body["detail"], "type": WAYS[way], "winners": winners, "discarder": giver}
    if winners == list(body["detail"]["winners"]) and sent["won"] == won(body):
        return dict(body)
    try:
        return _resettled(body, detail)
    except LedgerError:
        raise
    except ValueError:
        raise LedgerError("fan") from None
