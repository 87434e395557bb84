"""The table that this browser plays at, and what the pages call a table's things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, current_app, request

from scoring.cases import base_rules
from webapp import entered, house, ledger, own_lines, storage
from webapp.circumstances import rules_told as told_options
from webapp.draft import Draft
from webapp.forms import Answers, answers, options_of
from webapp.language import gettext as _
from webapp.language import listed, noted
from webapp.ledger import Entry, Ledger, Table
from webapp.names import group_of, seat_name
from webapp.road import Road
from webapp.store import StoreProblem
from webapp.store.ledgers import NoTable, versions

COOKIE = "seated"
_DEALERS = {
    "win_or_draw": noted("East stays on a win or a draw"),
    "win": noted("East stays on a win only"),
    "never": noted("East passes after every hand"),
    "first_winner": noted("The first winner is East next (Sichuan)"),
}
_KINDS = {
    "draw": noted("Draw: nobody won"),
    "end_of_wall": noted("End of the wall"),
    "payment": noted("Payment"),
}
_WORDS = {
    "players": noted("A table needs four different names, eight at most, and its rules."),
    "moved_on": noted("Somebody has saved to this table meanwhile. Look whether it was this hand; if not, save it again."),
    "other_rules": noted("The last entry was scored under other rules. Score this hand under the same, then save it again."),
    "seats": noted("Give each seat another player, and change something."),
    "mid_hand": noted("This hand is not over yet: seats change between hands."),
    "no_second": noted("The last entry is no win on a tile of the same player, so this cannot be its second winner."),
    "changed": noted("Somebody has changed this entry meanwhile. Look at it, then change it again."),
    "payment": noted("Say who pays whom, and how many points."),
    "fan": noted("Give each winner's Fan as a number, and who discarded."),
    "unknown": noted("This cannot be entered. Check what was chosen."),
    "points": noted("These points do not add up to zero, or are too many."),
}


def sit(response: Response, name: str) -> None:
    response.set_cookie(COOKIE, name, max_age=storage.A_YEAR_S, samesite="Lax", httponly=True)


def leave(response: Response) -> None:
    response.delete_cookie(COOKIE)


def current() -> tuple[str, Ledger] | None:
    """The table of this browser; None where there is none, or where its ledger cannot be read right now (the road goes on without)."""
    name = request.cookies.get(COOKIE, "")
    if not storage.is_name(name) or not storage.has_store():
        return None
    try:
        return name, ledger.opened(versions(storage.store(), name))
    except NoTable:
        return None
    except StoreProblem as problem:
        current_app.logger.warning("the table's ledger cannot be read: %s", problem.fault.value)
        return None


def prefilled(remembered: dict[str, list[str]]) -> dict[str, list[str]]:
    """The last answers, or what the table knows better: its rules, the round that is on, who is out. Who won, nobody knows before it is said."""
    at = current()
    if at is None:
        return remembered
    found = at[1]
    kept: dict[str, list[str]] = {"seat": [""], "round": [found.now.round], "out": list(found.now.out)}
    for key, value in found.table.rules:
        kept.setdefault(key, []).append(value)
    return kept


def may_be_second(found: Ledger, case: Mapping[str, Any]) -> bool:
    """Whether a hand may be one more winner of the tile that the last entry won on."""
    last = found.live[-1].body if found.live else None
    return last is not None and entered.same_tile(last, case)


def words(code: str) -> str:
    """The sentence for a LedgerError; the scorer's own sentences pass."""
    return _(_WORDS[code]) if code in _WORDS else code


def dealers() -> list[tuple[str, str]]:
    return [(name, _(text)) for name, text in _DEALERS.items()]


def dealer(name: str) -> str:
    return _(_DEALERS[name])


def rules_told(said: Answers) -> list[tuple[str, str]]:
    return told_options(said.rules.name, options_of(said), said.house)


def rules_line(table: Table) -> str:
    """A table's rules in one line, as they stood in one version of its settings."""
    said = answers(Road(Draft(), answers=table.rules))
    own = own_lines.told(said.rules.name, said.house)
    return _("%(name)s, %(minimum)s Fan to win", name=house.title(said.rules), minimum=said.minimum) + "".join(f" · {what}: {how}" for what, how in own)


def seat(found: Ledger, body: Mapping[str, Any], which: str) -> str:
    """Who sat at a seat when an entry was made."""
    return found.table.players[body["seats"][which]]


def line(found: Ledger, body: Mapping[str, Any]) -> str:
    """An entry in words."""
    if body["kind"] == "seats":
        who = listed([f"{found.table.players[player]} {seat_name(place)}" for place, player in body["seats"].items()])
        return _("New seats: %(who)s", who=who)
    if body["kind"] == "kong":
        return _kong(found, body)
    if body["kind"] == "end_of_wall":
        return _end_of_wall(found, body)
    if body["kind"] != "win":
        return _(_KINDS.get(body["kind"], body["kind"]))
    told, liable = _won(found, body), _liable(found, body)
    return _("%(told)s; %(player)s pays for everyone (包)", told=told, player=liable) if liable else told


def _liable(found: Ledger, body: Mapping[str, Any]) -> str:
    """Who pays for everyone, by name; empty where nobody does, as where one tile has several winners and the table then asks its discarder alone."""
    winners = body["detail"]["winners"]
    liable = {each["responsible"] for each in winners if each.get("responsible")}
    if not liable or (len(winners) > 1 and not base_rules(body["rules"]).readings.liability_each):
        return ""
    return listed(sorted(seat(found, body, each) for each in liable))


def _kong(found: Ledger, body: Mapping[str, Any]) -> str:
    detail = body["detail"]
    kong, who = group_of(f"kong-{detail['kind']}"), seat(found, body, detail["by"])
    if detail["kind"] != "exposed":
        return _("%(kong)s: %(player)s", kong=kong, player=who)
    return _("%(kong)s: %(player)s, from %(giver)s", kong=kong, player=who, giver=seat(found, body, detail["from"]))


def _end_of_wall(found: Ledger, body: Mapping[str, Any]) -> str:
    """Who was ready, and who still held the suit declared void."""
    detail = body["detail"]
    ready = [_("%(player)s %(fan)s Fan", player=seat(found, body, each["seat"]), fan=each["total"]) for each in detail["ready"]]
    told = [_("ready: %(who)s", who=listed(ready))] if ready else []
    if detail["flower_pig"]:
        told.append(_("still with the void suit: %(who)s", who=listed([seat(found, body, pig) for pig in detail["flower_pig"]])))
    return " · ".join([_(_KINDS["end_of_wall"]), *told])


def _won(found: Ledger, body: Mapping[str, Any]) -> str:
    won = ", ".join(_("%(player)s %(fan)s Fan", player=seat(found, body, each["seat"]), fan=each["total"]) for each in body["detail"]["winners"])
    way, giver = entered.won_by(body)
    if way == "self_draw":
        return _("%(won)s, self-drawn", won=won)
    who = seat(found, body, giver)
    return _("%(won)s, from %(player)s", won=won, player=who) if way == "discard" else _("%(won)s, by robbing a kong of %(player)s", won=won, player=who)


def place(body: Mapping[str, Any]) -> str:
    return _("Hand %(hand)s, %(round)s round", hand=body["hand"], round=seat_name(body["round"]))


def change(entry: Entry) -> str:
    return _("undone") if entry.void else _("changed") if entry.version > 1 else ""


def road_url(kept: Mapping[str, Any]) -> str:
    """The result page of a hand that an entry holds."""
    return Road(Draft.parse(kept["d"]), answers=tuple((key, value) for key, value in kept["answers"])).url("result")
