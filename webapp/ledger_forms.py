"""The forms of a table's pages: what is no scored hand, and an entry put right -> the next body of an entry.

What cannot be entered is a LedgerError that names the form's field, so the page says it beside that field and keeps what was typed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from scoring.cases import base_rules
from scoring.rulesets import MOST_FAN, RuleSet
from webapp import follow, forms, ledger
from webapp.draft import Draft
from webapp.entered import LONGEST_NOTE, WAYS, Body, clean, resettled, won
from webapp.language import current
from webapp.ledger import MOST_POINTS, SEATS, Ledger, LedgerError
from webapp.road import Road

KONGS = ("concealed", "exposed", "added")
_FIELDS = {"no_responsibility": "pays", "responsible_is_winner": "pays", "below_minimum": "fan"}
"""Refusals of the scorer that belong to one player's question; the others are about how the tile was won."""


def entered(found: Ledger, sent: Mapping[str, str]) -> Body:
    """A draw, a kong and the end of the wall (Sichuan), a payment between players, new seats. Raises LedgerError."""
    said = forms.answers(Road(Draft(), answers=found.table.rules))
    rules = {"ruleset": said.rules.name, **({"house": said.lines} if said.lines else {}), "options": forms.options_of(said)}
    now, kind = found.now, sent.get("kind", "")
    noted = {"note": clean(sent.get("note", ""), LONGEST_NOTE)}
    if kind == "draw":
        return ledger.entry(now, "draw", {}, {}, rules=rules, **noted)
    if kind == "seats":
        return ledger.entry(_reseated(found, sent), "seats", {}, {}, **noted)
    if kind == "payment":
        return ledger.entry(now, "payment", {}, _payment(found, sent), rules=rules, **noted)
    if kind not in ("kong", "end_of_wall") or not said.rules.kong_money:
        raise LedgerError("unknown")
    form = _kong(sent, now.out) if kind == "kong" else _end_of_wall(sent, now.out, now.kongs)
    points = ledger.by_player(ledger.settled(rules, form, current()), now.seats)
    return ledger.entry(now, kind, form, points, rules=rules, plays_on=True, **noted)


def _reseated(found: Ledger, sent: Mapping[str, str]) -> ledger.Now:
    """Who sits where from now on: a substitute takes a seat as it is, its turn as the round's first East included, unless a round begins."""
    now = found.now
    if now.out or now.kongs:
        raise LedgerError("mid_hand")
    seats = seats_of(found, sent)
    wind = sent.get("round", now.round)
    begins = "begins" in sent
    if wind not in SEATS or (seats == now.seats and wind == now.round and not begins):
        raise LedgerError("same_seats")
    held = next((seat for seat, player in now.seats.items() if player == now.first), "east")
    return replace(now, seats=seats, round=wind, first=seats["east" if begins else held])


def seats_of(found: Ledger, sent: Mapping[str, str]) -> dict[str, int]:
    """Players by seat from four choices. Raises LedgerError at the seat whose player is missing, or sits elsewhere already."""
    seats: dict[str, int] = {}
    for seat in SEATS:
        player = _player(found, sent.get(f"seat-{seat}", ""), f"seat-{seat}")
        if player in seats.values():
            raise LedgerError("seated_twice", f"seat-{seat}", player=found.table.players[player])
        seats[seat] = player
    return seats


def _player(found: Ledger, text: str, field: str) -> int:
    if not text.isdecimal() or len(text) > 2 or int(text) >= len(found.table.players):
        raise LedgerError("player", field)
    return int(text)


def _payment(found: Ledger, sent: Mapping[str, str]) -> dict[str, int]:
    """Points by player of a payment between two of them."""
    payer, payee = _player(found, sent.get("payer", ""), "payer"), _player(found, sent.get("payee", ""), "payee")
    if payer == payee:
        raise LedgerError("pays_self", "payee", player=found.table.players[payer])
    points = number_of(sent.get("points", ""), MOST_POINTS, "points")
    if not points:
        raise LedgerError("points_number", "points", typed=sent.get("points", ""), most=MOST_POINTS)
    return {str(payer): -points, str(payee): points}


def number_of(text: str, most: int, field: str) -> int:
    """A whole number as it is typed anywhere, full-width digits too. Raises LedgerError at the field."""
    typed = unicodedata.normalize("NFKC", text).strip()
    if not typed.isdecimal() or len(typed) > len(str(most)) or int(typed) > most:
        raise LedgerError("points_number" if field == "points" else "fan_number", field, typed=clean(text, 24), most=most)
    return int(typed)


def _kong(sent: Mapping[str, str], out: Collection[str]) -> Body:
    """What was said of a kong. `held` is said of an added one whose tile was held from before; `dealt_in` names who won on the discard after it."""
    kind, by = sent.get("how", ""), sent.get("by", "")
    if kind not in KONGS:
        raise LedgerError("kong_kind", "how")
    if by not in SEATS or by in out:
        raise LedgerError("kong_by", "by")
    form: Body = {"type": "kong", "kind": kind, "by": by, "already_won": [*out]}
    if kind == "exposed":
        if (giver := sent.get("from", "")) not in SEATS or giver in (by, *out):
            raise LedgerError("kong_from", "from")
        form["from"] = giver
    if kind == "added" and "held" in sent:
        form["just_drawn"] = False
    if winner := sent.get("dealt_in", ""):
        if winner not in SEATS or winner in (by, *out):
            raise LedgerError("kong_dealt_in", "dealt_in")
        form["dealt_in"] = winner
    return form


def _end_of_wall(sent: Mapping[str, str], out: Collection[str], kongs: Collection[Mapping[str, Any]]) -> Body:
    """Each seat still in is ready (with the Fan of its best wait), not ready, or holds its void suit; kongs come from the ledger."""
    ready, not_ready, pigs = [], [], []
    for seat in SEATS:
        said = sent.get(f"end-{seat}", "")
        if seat in out:
            continue
        if said.isdecimal() and len(said) < 3:
            ready.append({"seat": seat, "total": int(said)})
        elif said in ("", "pig"):
            (pigs if said else not_ready).append(seat)
        else:
            raise LedgerError("wait", f"end-{seat}")
    paid = [{key: value for key, value in kong.items() if key != "type"} for kong in kongs]
    return {"type": "end_of_wall", "ready": ready, "not_ready": not_ready, "flower_pig": pigs, "already_won": [*out], "kongs": paid}


# -- an entry put right --------------------------------------------------------------------------------------------------


def as_form(body: Mapping[str, Any]) -> dict[str, str]:
    """An entry as the values of the form that edits it: the inverse of `edited`."""
    form, detail = {"note": body.get("note") or ""}, body["detail"]
    if body["kind"] == "win":
        form["won"] = won(body)
        for winner in detail["winners"]:
            form |= {f"fan-{winner['seat']}": str(winner["total"]), f"pays-{winner['seat']}": winner.get("responsible") or ""}
    elif body["kind"] == "payment":
        paid = {player: points for player, points in body["points"].items() if points}
        form |= {"points": str(max(paid.values()))} | {("payee" if points > 0 else "payer"): player for player, points in paid.items()}
    elif body["kind"] == "kong":
        form |= {"how": detail["kind"], "by": detail["by"], "from": detail.get("from") or "", "dealt_in": detail.get("dealt_in") or ""}
        form |= {"held": "1"} if detail.get("just_drawn") is False else {}
    elif body["kind"] == "end_of_wall":
        form |= {f"end-{claim['seat']}": str(claim["total"]) for claim in detail["ready"]} | {f"end-{pig}": "pig" for pig in detail["flower_pig"]}
        form |= dict.fromkeys((f"end-{seat}" for seat in ledger.unanswered(body)), "open")
    return form


def edited(found: Ledger, body: Mapping[str, Any], sent: Mapping[str, str]) -> Body:
    """An entry with what the form says otherwise. Raises LedgerError, for one with `unchanged` where it says nothing else than the entry does."""
    changed = _edited(found, body, sent) | {"note": clean(sent.get("note", ""), LONGEST_NOTE)}
    if changed == {"note": "", **body}:
        raise LedgerError("unchanged")
    return changed


def _edited(found: Ledger, body: Mapping[str, Any], sent: Mapping[str, str]) -> Body:
    kind, detail = body["kind"], body["detail"]
    if kind == "win":
        return _edited_win(found, body, sent)
    if kind == "payment" and "points" in sent:
        return {**body, "points": _payment(found, sent)}
    if kind == "kong" and "how" in sent:
        return resettled(body, _kong(sent, detail.get("already_won") or ()))
    if kind == "end_of_wall" and any(key.startswith("end-") for key in sent):
        return resettled(body, _end_of_wall(sent, detail.get("already_won") or (), follow.kongs_of(found, body)))
    return dict(body)


def _edited_win(found: Ledger, body: Mapping[str, Any], sent: Mapping[str, str]) -> Body:
    winners = [winner for seat in SEATS if (winner := _edited_winner(found, body, sent, seat))]
    if not winners:
        raise LedgerError("no_winner", "winners")
    # In the order in which they were saved: the first may be the next East.
    order = [winner["seat"] for winner in body["detail"]["winners"]]
    winners.sort(key=lambda winner: order.index(winner["seat"]) if winner["seat"] in order else len(order))
    way, _dash, giver = sent.get("won", "").partition("-")
    if way not in WAYS or (giver not in SEATS if way != "self_draw" else giver):
        raise LedgerError("won", "won")
    if winners == list(body["detail"]["winners"]) and sent["won"] == won(body):
        return dict(body)
    try:
        return resettled(body, {**body["detail"], "type": WAYS[way], "winners": winners, "discarder": giver})
    except LedgerError as error:
        raise LedgerError(str(error), _field(error.reason, winners, base_rules(body["rules"])), error.reason) from None


def _edited_winner(found: Ledger, body: Mapping[str, Any], sent: Mapping[str, str], seat: str) -> Body | None:
    """What the form says of one seat; None for one that did not win, of which nothing else may be said."""
    fan, player = sent.get(f"fan-{seat}", "").strip(), found.table.players[body["seats"][seat]]
    before = next((each for each in body["detail"]["winners"] if each["seat"] == seat), {"seat": seat, "responsible": None})
    pays = sent.get(f"pays-{seat}", (before.get("responsible") or "") if fan else "")
    if pays not in ("", *SEATS):
        raise LedgerError("pays", f"pays-{seat}")
    if not fan:
        if pays:
            raise LedgerError("pays_for_nobody", f"pays-{seat}", player=player)
        return None
    return {**before, "total": number_of(fan, MOST_FAN, f"fan-{seat}"), "responsible": pays or None}


def _field(reason: str, winners: list[Body], rules: RuleSet) -> str:
    """The field of the edit form that a refusal of the scorer's is about."""
    about = _FIELDS.get(reason)
    if about == "fan":
        return f"fan-{min(winners, key=lambda winner: int(winner['total']))['seat']}"
    if about == "pays":
        guilty = (winner["seat"] for winner in winners if (winner.get("responsible") == winner["seat"] if rules.responsible else winner.get("responsible")))
        return f"pays-{next(guilty, winners[0]['seat'])}"
    return "won"
