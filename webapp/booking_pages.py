"""A scored hand goes into a table's ledger: from its result, into an entry that holds it already, or afterwards into any table with who sat where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from webapp import circumstances, entered, follow, forms, house, ledger, ledger_forms, pages, records, seated, storage, table_pages
from webapp.another_language import looked_at, only_looked
from webapp.draft import Draft
from webapp.entered import LONGEST_NAME, clean
from webapp.forms import FormProblem
from webapp.ledger import Ledger, LedgerError
from webapp.record_pages import local_time
from webapp.refusals import page_of, words
from webapp.road import Road
from webapp.scorer import Scored, scored
from webapp.store import ledgers
from webapp.store import records as kept_records
from webapp.store.ledgers import NoTable, Version

booking = Blueprint("booking", __name__, url_prefix="/tables")


def _sent() -> tuple[Road, dict[str, Any], Scored]:
    """The hand of a request, its case and its score. Raises FormProblem for one that has none, or that does not win."""
    road = Road.of(request.values)
    case = forms.case_of(road)
    outcome = scored(case)
    if outcome.refusal:
        page, field = page_of(outcome.refusal, outcome.reason, typed=not road.photo)
        raise FormProblem(page, field, words(outcome.refusal, outcome.message, outcome.reason, outcome.case), outcome.refusal)
    return road, case, outcome


def _to_ledger(name: str) -> Response:
    response = redirect(url_for("tables.show", name=name), 303)
    seated.sit(response, name)  # type: ignore[arg-type]
    return response


@booking.post("/<name>/hands")
@looked_at
def save(name: str) -> ResponseReturnValue:
    """A hand straight from its result: the hand that is on, or one more winner of the tile that the last one won on."""
    road, case, outcome = _sent()
    seen, also = request.form.get("hand", ""), "also" in request.form
    table_pages.opened(name)
    key = ledger.key_of("hand", seen, also, road.draft, records.settled_answers(road))

    def decide(versions: Sequence[Version]) -> table_pages.Decided:
        now = ledger.opened(versions)
        if also:
            return follow.followed(now, *entered.second_winner(now, case, outcome.total, road))
        _refuse_stale(now, seen)
        return [(len(now.entries) + 1, entered.win(now.now, case, outcome.payouts, outcome.total, road))]

    try:
        if not table_pages.written(name, key, decide):
            return pages.show("result", road, outcome=outcome)
    except LedgerError as error:
        return _result_again(error, road, outcome)
    return _to_ledger(name)


@booking.post("/<name>/entries/<int:number>/hands")
@looked_at
def rescore(name: str, number: int) -> ResponseReturnValue:
    """A hand of an entry as it is scored now, or one more winner of its tile: the entry's next version."""
    road, case, outcome = _sent()
    table_pages.opened(name)
    key = ledger.key_of("rescore", number, request.form.get("version"), road.booked, road.draft, records.settled_answers(road))

    def decide(versions: Sequence[Version]) -> table_pages.Decided:
        found = ledger.opened(versions)
        chosen = next((each for each in found.entries if each.number == number), None)
        place = road.booked.place if road.booked else 0
        if chosen is None or chosen.body["kind"] != "win" or place > len(chosen.body.get("roads") or ()):
            raise LedgerError("unknown")
        if request.form.get("version") != str(chosen.version):
            raise LedgerError("changed")
        if place == len(chosen.body["roads"]):
            return follow.followed(found, number, entered.one_more(chosen.body, case, outcome.total, road))
        return follow.followed(found, number, entered.rescored(chosen.body, place, case, outcome.total, road))

    try:
        if not table_pages.written(name, key, decide):
            return pages.show("result", road, outcome=outcome)
    except LedgerError as error:
        return _result_again(error, road, outcome)
    return _to_ledger(name)


def _refuse_stale(found: Ledger, seen: str) -> None:
    if f"{found.now.hand}.{len(found.entries)}" != seen:
        raise LedgerError("moved_on")


def _result_again(error: LedgerError, road: Road, outcome: Scored) -> ResponseReturnValue:
    """The result with what keeps it out of the ledger, and the ledger as it is now: nothing has to be scored again."""
    return pages.show("result", road, seated.problem(error, "result", "save"), outcome), seated.status(error)


# -- afterwards ----------------------------------------------------------------------------------------------------------


@booking.get("/book")
def choose() -> str:
    """A hand that was scored without a table: which table it goes to, a new one perhaps, and who sat where."""
    road, _case, outcome = _sent()
    return _choose(road, outcome)


def _choose(road: Road, outcome: Scored, name: str = "", problem: FormProblem | None = None) -> str:
    sent = request.values
    name = name or sent.get("table", "")
    found = table_pages.opened(name) if name else None
    names = _recorded(sent.get("record", ""))
    said = forms.answers(road)
    return render_template(
        "book.html",
        page="book",
        road=None,
        hand=road,
        record=sent.get("record", ""),
        outcome=outcome,
        problem=problem,
        told=circumstances.told(outcome.case, names),
        names=names,
        tables=[(row, local_time(row.last_at)) for row in ledgers.recent(storage.store())] if found is None else [],
        name=name,
        new=storage.new_name(),
        ledger=found,
        chosen={seat: sent.get(f"seat-{seat}") or _preset(found, names, seat) for seat in ledger.SEATS} if found else {},
        late=sent.get("when", "late" if sent.get("record") else "now") == "late",
        typed=[clean(each, LONGEST_NAME) for each in sent.getlist("player")] or [names.get(seat, "") for seat in ledger.SEATS],
        there=next((each for each in reversed(found.live) if entered.place_of(each.body, road) is not None), None) if found else None,
        rules=seated.rules_line_of(said),
        table_rules=seated.rules_line(found.table) if found else "",
        by_table=_by_tables_rules(road, found).url("context") if found else "",
        words=seated,
        longest=LONGEST_NAME,
        title=house.title(said.rules),
    )


def _recorded(name: str) -> Mapping[str, str]:
    """Who sat where, where the hand comes from a record that knows."""
    kept = kept_records.record(storage.store(), name, 0) if storage.is_name(name) else None
    return kept.body["names"] if kept else {}


def _preset(found: Ledger, names: Mapping[str, str], seat: str) -> str:
    """Who is proposed for a seat: who sat there by the record, else who sits there now."""
    players = found.table.players
    if set(names.values()) <= set(players) and seat in names:
        return str(players.index(names[seat]))
    return str(found.now.seats[seat])


def _by_tables_rules(road: Road, found: Ledger) -> Road:
    answers = tuple(pair for pair in road.answers if pair[0] not in seated.TABLE_ANSWERS)
    return replace(road, answers=(*answers, *found.table.rules))


@booking.post("/<name>/book")
@looked_at
def book(name: str) -> ResponseReturnValue:
    """The hand with the players that were chosen for its seats: as the hand that is on, or as an earlier one, which leaves the seats as they are."""
    road, case, outcome = _sent()
    table_pages.opened(name)
    late, seen = request.form.get("when") == "late", request.form.get("seen", "")
    key = ledger.key_of("book", seen, late, *(request.form.get(f"seat-{seat}") for seat in ledger.SEATS), road.draft, records.settled_answers(road))

    def decide(versions: Sequence[Version]) -> table_pages.Decided:
        found = ledger.opened(versions)
        _refuse_stale(found, seen)
        seats = ledger_forms.seats_of(found, request.form)
        if not late and seats != dict(found.now.seats) and (found.now.out or found.now.kongs):
            raise LedgerError("mid_hand", "when")
        now = replace(found.now, seats=seats, round=case["context"]["round"])
        return [(len(found.entries) + 1, entered.win(now, case, outcome.payouts, outcome.total, road, **({"late": True} if late else {})))]

    try:
        if not table_pages.written(name, key, decide):
            return _choose(road, outcome, name)
    except LedgerError as error:
        return _choose(road, outcome, name, seated.problem(error, "book")), seated.status(error)
    return _to_ledger(name)


@booking.post("/book")
@looked_at
def open_and_book() -> ResponseReturnValue:
    """A new table that plays by the hand's rules, its players in the seats of this hand, which is its first."""
    road, case, outcome = _sent()
    try:
        players = table_pages.players_sent(request.form.getlist("player"))
    except LedgerError as error:
        return _choose(road, outcome, problem=seated.problem(error, "book")), seated.status(error)
    if only_looked():
        return _choose(road, outcome)
    name = request.form.get("new", "")
    if not storage.is_name(name):
        name = storage.new_name()
    elif _is_open(name):  # a second tap
        return _to_ledger(name)
    body = {"name": "", "players": players, "rules": table_pages.rules_settled(road), "dealer": _dealer(case)}
    response = table_pages.opened_as(name, body)

    def decide(versions: Sequence[Version]) -> table_pages.Decided:
        found = ledger.opened(versions)
        now = replace(found.now, round=case["context"]["round"])
        return [(len(found.entries) + 1, entered.win(now, case, outcome.payouts, outcome.total, road))]

    ledgers.write(storage.store(), name, ledger.key_of("book", name), decide)
    return response


def _is_open(name: str) -> bool:
    try:
        return bool(ledgers.versions(storage.store(), name))
    except NoTable:
        return False


def _dealer(case: Mapping[str, Any]) -> str:
    """When East stays, as the rules have it unless a table says otherwise."""
    return "first_winner" if forms.answers(Road(Draft(), answers=(("rules", case["ruleset"]),))).rules.readings.plays_on else ledger.DEALERS[0]
