"""The table that a hand is played at, and what the pages call a table's things."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, current_app, request

from webapp import entered, house, ledger, own_lines, paid, storage
from webapp.circumstances import rules_told as told_options
from webapp.draft import Draft
from webapp.forms import Answers, FormProblem, answers, options_of
from webapp.language import gettext as _
from webapp.language import listed, noted
from webapp.ledger import Entry, Ledger, LedgerError, Table
from webapp.names import apart, group_of, seat_name
from webapp.road import Booked, Road
from webapp.scorer import Scored
from webapp.store import StoreProblem
from webapp.store.ledgers import NoTable, versions

COOKIE = "seated"
TABLE_ANSWERS = ("rules", "asked", "min", "cap", "opt", "house")
"""The answers that a table settles once."""
LAST_WINNER = "who"
"""Among the answers that a browser remembers: the table and the player who won there last."""
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
    "players": noted("Give this player a name."),
    "name_twice": noted("Two players are called %(player)s. Give each a name of their own."),
    "most_players": noted("A table takes four to eight players."),
    "rules": noted("Choose the table's rules, and who is East next."),
    "moved_on": noted("Somebody has saved to this table meanwhile. Look whether it was this hand; if not, save it again."),
    "other_rules": noted("The last entry was scored under other rules. Score this hand under the same, then save it again."),
    "player": noted("Choose a player."),
    "seated_twice": noted("%(player)s sits elsewhere already: choose another player."),
    "same_seats": noted("Everybody sits there already: give a seat another player, or begin a round."),
    "mid_hand": noted("This hand is not over yet: seats change between hands."),
    "no_second": noted("This hand was not won on the same tile by another player, so it cannot stand in that entry."),
    "changed": noted("Somebody has changed this entry meanwhile. Look at it, then change it again."),
    "pays_self": noted("%(player)s cannot pay themselves: choose another player."),
    "points_number": noted("Points are a whole number from 1 to %(most)s, and “%(typed)s” is none."),
    "fan_number": noted("Fan are a whole number up to %(most)s, and “%(typed)s” is none."),
    "no_winner": noted("Give the winner's Fan. If nobody won, undo this entry instead."),
    "won": noted("Say how the hand was won."),
    "pays": noted("Choose who pays for everyone, or nobody."),
    "pays_for_nobody": noted("Nobody can pay for everyone in place of others here: %(player)s has no Fan, so is no winner. Give the Fan, or choose nobody."),
    "kong_kind": noted("Say which kind of kong it was."),
    "kong_by": noted("Choose whose kong it was: a player who is still in."),
    "kong_from": noted("The tile of an exposed kong comes from another player who is still in: choose who discarded it."),
    "kong_dealt_in": noted("Whoever won on the discard is another player than the one who made the kong: choose who."),
    "wait": noted("Choose what this player had at the end of the wall."),
    "cannot_follow": noted("Then another entry of this hand cannot be: %(entry)s. Put that one right first."),
    "unknown": noted("This cannot be entered. Check what was chosen."),
    "points": noted("These points do not add up to zero, or are too many."),
}
_CONFLICTS = ("moved_on", "changed", "no_second", "other_rules", "cannot_follow")
"""Codes that no field puts right: the ledger holds something else by now, or from before."""


def sit(response: Response, name: str) -> None:
    response.set_cookie(COOKIE, name, max_age=storage.A_YEAR_S, samesite="Lax", httponly=True)


def leave(response: Response) -> None:
    response.delete_cookie(COOKIE)


def current() -> tuple[str, Ledger] | None:
    """The table of this browser; None where there is none, or where its ledger cannot be read right now (the road goes on without)."""
    return _readable(request.cookies.get(COOKIE, ""))


def _readable(name: str) -> tuple[str, Ledger] | None:
    if not storage.is_name(name) or not storage.has_store():
        return None
    try:
        return name, ledger.opened(versions(storage.store(), name))
    except NoTable:
        return None
    except StoreProblem as problem:
        current_app.logger.warning("the table's ledger cannot be read: %s", problem.fault.value)
        return None


@dataclass(frozen=True, slots=True)
class At:
    """Where a hand is played: its table, and who sits where in it. `entry` is the ledger's own of this hand, or the one that it is to stand in, with
    its `place` there; `same` where that holds this very hand. None while the hand is not in the ledger."""

    name: str
    ledger: Ledger
    names: Mapping[str, str]
    entry: Entry | None = None
    place: int = 0
    same: bool = False

    @property
    def is_more(self) -> bool:
        """Whether the hand is to be one more winner of the entry's tile."""
        return self.entry is not None and self.place == len(self.entry.body["roads"])


def at(road: Road) -> At | None:
    """The table of a hand: the one it was looked at from, else this browser's. A hand that its ledger holds has the seats that it was played in,
    whoever sits there by now."""
    if road.booked is not None:
        found = _readable(road.booked.table)
        entry = next((each for each in found[1].entries if each.number == road.booked.number), None) if found else None
        if found and entry and road.booked.place <= len(entry.body.get("roads") or ()) and entry.body["kind"] == "win":
            return At(*found, names_in(found[1], entry.body), entry, road.booked.place, entered.place_of(entry.body, road) == road.booked.place)
    here = current()
    if here is None:
        return None
    for entry in reversed(here[1].live):
        if (place := entered.place_of(entry.body, road)) is not None:
            return At(*here, names_in(here[1], entry.body), entry, place, True)
    return At(*here, here[1].names)


def names_in(found: Ledger, body: Mapping[str, Any]) -> dict[str, str]:
    """Who sat where, by seat, when an entry was made."""
    return {seat: found.table.players[player] for seat, player in body["seats"].items()}


def prefilled(remembered: dict[str, list[str]]) -> dict[str, list[str]]:
    """The last answers, or what the table knows better: its rules, the round that is on, who is out. The winner is whoever won here last, in the seat
    of today; before that nobody is."""
    here = current()
    if here is None:
        return remembered
    name, found = here
    last = remembered.get(LAST_WINNER, [""])[-1]
    seat = next((seat for seat, player in found.now.seats.items() if last == f"{name}.{player}" and seat not in found.now.out), "")
    kept: dict[str, list[str]] = {"seat": [seat], "round": [found.now.round], "out": list(found.now.out)}
    for key, value in found.table.rules:
        kept.setdefault(key, []).append(value)
    return kept


def last_winner(found: At | None, seat: str) -> str:
    """Who won, for this browser to remember: the table and the player's number in it; empty without a table."""
    if found is None:
        return ""
    seats = found.entry.body["seats"] if found.entry else found.ledger.now.seats
    return f"{found.name}.{seats[seat]}"


def may_be_second(found: Ledger, case: Mapping[str, Any]) -> bool:
    """Whether a hand may be one more winner of the tile that the last entry won on."""
    last = found.live[-1].body if found.live else None
    return last is not None and entered.same_tile(last, case)


def problem(error: LedgerError, page: str, otherwise: str = "") -> FormProblem:
    """A LedgerError in words, at its field, `otherwise` at another; the scorer's own sentences pass."""
    code = str(error)
    return FormProblem(page, error.field or otherwise, _(_WORDS[code], **error.values) if code in _WORDS else code, code if code in _WORDS else error.reason)


def status(error: LedgerError) -> int:
    """409 where somebody else wrote meanwhile, 422 for what cannot be entered."""
    return 409 if str(error) in _CONFLICTS else 422


def dealers() -> list[tuple[str, str]]:
    return [(name, _(text)) for name, text in _DEALERS.items()]


def dealer(name: str) -> str:
    return _(_DEALERS[name])


def rules_told(said: Answers) -> list[tuple[str, str]]:
    return told_options(said.rules.name, options_of(said), said.house)


def rules_line(table: Table) -> str:
    """A table's rules in one line, as they stood in one version of its settings."""
    return rules_line_of(answers(Road(Draft(), answers=table.rules)))


def rules_line_of(said: Answers) -> str:
    """Rules that were answered, in one line."""
    own = own_lines.told(said.rules.name, said.house)
    return _("%(name)s, %(minimum)s Fan to win", name=house.title(said.rules), minimum=said.minimum) + "".join(f" · {what}{_(': ')}{how}" for what, how in own)


def seat(found: Ledger, body: Mapping[str, Any], which: str) -> str:
    """Who sat at a seat when an entry was made."""
    return apart(found.table.players[body["seats"][which]])


def line(found: Ledger, body: Mapping[str, Any]) -> str:
    """An entry in words."""
    if body["kind"] == "seats":
        who = listed([f"{apart(found.table.players[player])} {seat_name(place)}" for place, player in body["seats"].items()])
        return _("New seats: %(who)s", who=who)
    if body["kind"] == "kong":
        return _kong(found, body)
    if body["kind"] == "end_of_wall":
        return _end_of_wall(found, body)
    if body["kind"] != "win":
        return _(_KINDS.get(body["kind"], body["kind"]))
    told, liable = _won(found, body), listed([seat(found, body, each) for each in paid.liable(body)])
    return _("%(told)s; %(player)s pays for everyone (包)", told=told, player=liable) if liable else told


def _kong(found: Ledger, body: Mapping[str, Any]) -> str:
    detail = body["detail"]
    kong, who = group_of(f"kong-{detail['kind']}"), seat(found, body, detail["by"])
    told = _("%(kong)s: %(player)s", kong=kong, player=who)
    if detail["kind"] == "exposed":
        told = _("%(kong)s: %(player)s, from %(giver)s", kong=kong, player=who, giver=seat(found, body, detail["from"]))
    if detail.get("just_drawn") is False:
        told += " · " + _("its fourth tile was held from before")
    if detail.get("dealt_in"):
        told += " · " + _("%(player)s won on the discard after it", player=seat(found, body, detail["dealt_in"]))
    return told


def _end_of_wall(found: Ledger, body: Mapping[str, Any]) -> str:
    """Who was ready, and who still held the suit declared void."""
    detail = body["detail"]
    ready = [_("%(player)s %(fan)s Fan", player=seat(found, body, each["seat"]), fan=each["total"]) for each in detail["ready"]]
    told = [_("ready: %(who)s", who=listed(ready))] if ready else []
    if detail["flower_pig"]:
        told.append(_("still with the void suit: %(who)s", who=listed([seat(found, body, pig) for pig in detail["flower_pig"]])))
    return " · ".join([_(_KINDS["end_of_wall"]), *told])


def _won(found: Ledger, body: Mapping[str, Any]) -> str:
    won = listed([_("%(player)s %(fan)s Fan", player=seat(found, body, each["seat"]), fan=each["total"]) for each in body["detail"]["winners"]])
    way, giver = entered.won_by(body)
    if way == "self_draw":
        return _("%(won)s, self-drawn", won=won)
    who = seat(found, body, giver)
    return _("%(won)s, from %(player)s", won=won, player=who) if way == "discard" else _("%(won)s, by robbing a kong of %(player)s", won=won, player=who)


def place(body: Mapping[str, Any]) -> str:
    if body.get("late"):
        return _("Entered afterwards, %(round)s round", round=seat_name(body["round"]))
    return _("Hand %(hand)s, %(round)s round", hand=body["hand"], round=seat_name(body["round"]))


def change(entry: Entry) -> str:
    return _("undone") if entry.void else followed(entry.body) or (_("changed") if entry.version > 1 else "")


def followed(body: Mapping[str, Any]) -> str:
    """That a version came of a change to another entry of its hand."""
    return _("worked out anew with a change to the same hand") if ledger.FOLLOWS in body else ""


def left_open(found: Ledger, body: Mapping[str, Any]) -> str:
    """What an end of the wall does not say of players who are in again since a win was changed; empty where it says all."""
    who = [seat(found, body, each) for each in ledger.unanswered(body)]
    return _("Still in at the end of the wall since a win was changed: %(who)s. Say what each of them had.", who=listed(who)) if who else ""


def hands(name: str, found: Ledger, entry: Entry) -> list[tuple[str, str]]:
    """(whose, address) of the hands that an entry holds, as they were booked."""
    winners = {winner["seat"] for winner in entry.body["detail"].get("winners", ())}
    roads = [Road.kept(kept, Booked(name, entry.number, place)) for place, kept in enumerate(entry.body.get("roads") or ())]
    return [(seat(found, entry.body, dict(road.answers)["seat"]), road.url("result")) for road in roads if dict(road.answers)["seat"] in winners]


def booked_otherwise(here: At, outcome: Scored) -> str:
    """That the ledger has another total than the hand by itself; empty where it has the same, as unless somebody put it in by hand."""
    assert here.entry is not None
    seat = outcome.case["context"]["seat"]
    booked = next((winner["total"] for winner in here.entry.body["detail"]["winners"] if winner["seat"] == seat), None)
    if booked is None:
        return _("The entry was changed since: this player is no winner of it any more.")
    if booked == outcome.total:
        return ""
    return _(
        "The ledger has %(booked)s Fan for this hand; by its tiles it is %(total)s. The entry or the rules were changed since.",
        booked=booked,
        total=outcome.total,
    )


def one_more_url(name: str, entry: Entry) -> str:
    """Where one more winner of an entry's tile begins, its rules, its round and how it was won answered already; empty where there can be none."""
    body = entry.body
    roads = body.get("roads") or ()
    if entry.void or not roads or body["kind"] != "win" or body["detail"]["type"] == "self_draw" or len(body["detail"]["winners"]) > 2:
        return ""
    answers = tuple((key, value) for key, value in roads[0]["answers"] if key in (*TABLE_ANSWERS, "round", "out"))
    more = Road(Draft(), answers=(*answers, ("won", entered.won(body)), ("seat", "")), booked=Booked(name, entry.number, len(roads)))
    return more.url("home")
