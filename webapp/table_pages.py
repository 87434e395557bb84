"""A table's pages: open one, save hands to its ledger, put them right, settle the night. Everyone with the table's code may write;
nothing is overwritten, so whoever changed what can be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scoring.rulesets import load_ruleset
from webapp import entered, errors, forms, house, ledger, own_lines, own_tiles, paid, records, seated, spreadsheet, storage
from webapp.draft import Draft
from webapp.entered import LONGEST_NAME, LONGEST_NOTE, clean
from webapp.forms import Answers
from webapp.language import gettext as _
from webapp.ledger import Ledger, LedgerError
from webapp.record_pages import local_time
from webapp.road import Road
from webapp.scorer import scored
from webapp.store import ledgers
from webapp.store.ledgers import NoTable, TableFull, Version

pages = Blueprint("tables", __name__, url_prefix="/tables")
RULES = ("rules", "asked", "min", "cap", "opt", "house")
"""The answers that a table settles once."""


@pages.errorhandler(NoTable)
def no_table(_error: NoTable) -> ResponseReturnValue:
    return errors.http_error(NotFound())


@pages.errorhandler(TableFull)
def table_full(_error: TableFull) -> ResponseReturnValue:
    return errors.answer(409, "table_full", _("This table's ledger is full. Open a new table for the next evening."))


# -- a table -------------------------------------------------------------------------------------------------------------


@pages.get("/")
def index() -> str:
    """The tables, and the form that opens one; what it holds may come along in the address, as when another rule set is looked at."""
    return _index()


def _index(problem: str = "") -> str:
    shown = [(row, local_time(row.last_at)) for row in ledgers.recent(storage.store())]
    sent = request.values
    players = [clean(name, LONGEST_NAME) for name in sent.getlist("player")[: ledger.MOST_PLAYERS]]
    return render_template(
        "tables.html",
        page="tables",
        road=None,
        shown=shown,
        problem=problem,
        setup=_setup_form(clean(sent.get("name", ""), LONGEST_NAME), players, sent.get("dealer", ""), forms.answers(Road.of(sent)), sent.get("tiles", "")),
    )


def _setup_form(name: str, players: Sequence[str], dealer: str, said: Answers, tiles: str) -> dict[str, Any]:
    """What the form of a table's settings shows."""
    named = next((number for number in range(len(players), 4, -1) if players[number - 1]), 4)
    return {
        "name": name,
        "players": [*players, *[""] * 4][:named],
        "open": "rules" in request.values,
        "most": ledger.MOST_PLAYERS,
        "dealer": dealer if dealer in ledger.DEALERS else ledger.DEALERS[0],
        "dealers": seated.dealers(),
        "answers": said,
        "tables": [load_ruleset(name) for name in house.rule_sets()],
        "house": house,
        "own_lines": own_lines,
        "longest": LONGEST_NAME,
        "tile_sets": own_tiles.every(),
        "tiles": tiles,
    }


def _setup_sent(known: int = 4) -> dict[str, Any]:
    """A table's body from the form that was sent; `known` players have their places and keep them. Raises LedgerError."""
    sent = request.form
    names = [clean(name, LONGEST_NAME) for name in sent.getlist("player")]
    players = [*names[:known], *filter(None, names[known:])]
    if not 4 <= len(players) <= ledger.MOST_PLAYERS or not all(players) or len(set(players)) != len(players):
        raise LedgerError("players")
    if sent.get("rules") not in house.rule_sets() or sent.get("dealer") not in ledger.DEALERS:
        raise LedgerError("players")
    road = Road.of(sent)
    said = forms.answers(road)
    if said.faults:
        raise LedgerError(forms.faulty(said))
    rules = [list(pair) for pair in records.settled_answers(road) if pair[0] in RULES]
    tiles = {"tiles": sent["tiles"]} if storage.is_name(sent.get("tiles", "")) else {}
    return {"name": clean(sent.get("name", ""), LONGEST_NAME), "players": players, "rules": rules, "dealer": sent["dealer"], **tiles}


@pages.post("/")
def create() -> ResponseReturnValue:
    """A new table with its players and rules; this browser plays at it from now on."""
    try:
        body = _setup_sent()
    except LedgerError as error:
        return _index(seated.words(str(error))), 422
    name = storage.new_name()
    secret, made_by = storage.new_maker()
    ledgers.open_table(storage.store(), name, made_by, body)
    response = make_response(redirect(url_for("tables.show", name=name), 303))
    storage.remember_maker(response, secret)
    seated.sit(response, name)
    return response


def _opened(name: str) -> Ledger:
    if not storage.is_name(name):
        abort(404)
    return ledger.opened(ledgers.versions(storage.store(), name))


@pages.get("/<name>")
def show(name: str) -> ResponseReturnValue:
    found = _opened(name)
    response = make_response(_show(name, found))
    seated.sit(response, name)
    return response


def _show(name: str, found: Ledger, problem: str = "") -> str:
    said = forms.answers(Road(Draft(), answers=found.table.rules))
    return render_template(
        "ledger.html",
        page="ledger",
        road=None,
        name=name,
        ledger=found,
        problem=problem,
        running=found.running(),
        words=seated,
        when=local_time,
        plays_on=said.rules.readings.plays_on,
        rules_title=house.title(said.rules),
        rules_told=seated.rules_told(said),
        mine=storage.may_delete(ledgers.made_by(storage.store(), name)),
        longest_note=LONGEST_NOTE,
        paid_of=paid.told,
    )


@pages.get("/<name>/setup")
def setup(name: str) -> str:
    """A table's name, players and rules; another rule set's questions come by the address, as when a table is opened."""
    return _setup(name, _opened(name))


def _setup(name: str, found: Ledger, problem: str = "") -> str:
    sent, table = request.values, found.table
    said = forms.answers(Road.of(sent) if "rules" in sent else Road(Draft(), answers=table.rules))
    players = [clean(each, LONGEST_NAME) for each in sent.getlist("player")] or list(table.players)
    tiles = sent.get("tiles", table.tiles)
    form = _setup_form(clean(sent.get("name", table.name), LONGEST_NAME), players, sent.get("dealer", table.dealer), said, tiles)
    history = [(local_time(version.made_at), ledger.table_of(version.body)) for version in found.setups]
    version = found.setups[-1].version
    return render_template(
        "setup.html", page="setup", road=None, name=name, ledger=found, setup=form, history=history, problem=problem, words=seated, version=version
    )


@pages.post("/<name>/setup")
def change_setup(name: str) -> ResponseReturnValue:
    """Other names, one more player, other rules from now on: what was played stays under the rules that it was played with."""
    found = _opened(name)
    key = ledger.key_of("setup", sorted(pair for pair in request.form.items(multi=True) if pair[0] != "csrf_token"))

    def decide(versions: Sequence[Version]) -> tuple[int, Mapping[str, Any]]:
        now = ledger.opened(versions)
        if request.form.get("version") != str(now.setups[-1].version):
            raise LedgerError("changed")
        return 0, _setup_sent(len(now.table.players))

    try:
        ledgers.write(storage.store(), name, key, decide)
    except LedgerError as error:
        return _setup(name, found, seated.words(str(error))), 422
    return redirect(url_for("tables.show", name=name), 303)


# -- its entries ---------------------------------------------------------------------------------------------------------


@pages.post("/<name>/hands")
def save(name: str) -> ResponseReturnValue:
    """A scored hand, straight from its result: a new entry, or one more winner of the tile that the last one won on."""
    road = Road.of(request.form)
    case = forms.case_of(road)
    outcome = scored(case)
    if outcome.refusal:
        abort(422)
    seen, also = request.form.get("hand", ""), "also" in request.form
    found = _opened(name)
    key = ledger.key_of("hand", seen, also, road.draft, records.settled_answers(road))

    def decide(versions: Sequence[Version]) -> tuple[int, Mapping[str, Any]]:
        now = ledger.opened(versions)
        if also:
            return entered.second_winner(now, case, outcome.total, road)
        if f"{now.now.hand}.{len(now.entries)}" != seen:
            raise LedgerError("moved_on")
        return len(now.entries) + 1, entered.win(now, case, outcome.payouts, outcome.total, road)

    try:
        ledgers.write(storage.store(), name, key, decide)
    except LedgerError as error:
        return _show(name, found, seated.words(str(error))), 409
    return redirect(url_for("tables.show", name=name), 303)


@pages.post("/<name>/entries")
def add(name: str) -> ResponseReturnValue:
    """What is no scored hand: a draw, a kong and the end of the wall (Sichuan), a payment between players, new seats."""
    found = _opened(name)
    sent = request.form
    key = ledger.key_of("entry", sorted(pair for pair in sent.items(multi=True) if pair[0] != "csrf_token"))

    def decide(versions: Sequence[Version]) -> tuple[int, Mapping[str, Any]]:
        now = ledger.opened(versions)
        if sent.get("seen") != f"{now.now.hand}.{len(now.entries)}":
            raise LedgerError("moved_on")
        return len(now.entries) + 1, entered.entered(now, sent) | {"note": clean(sent.get("note", ""), LONGEST_NOTE)}

    try:
        ledgers.write(storage.store(), name, key, decide)
    except LedgerError as error:
        return _show(name, found, seated.words(str(error))), 422
    return redirect(url_for("tables.show", name=name), 303)


@pages.get("/<name>/entries/<int:number>")
def entry(name: str, number: int) -> str:
    return _entry(name, number)


def _entry(name: str, number: int, problem: str = "") -> str:
    found = _opened(name)
    chosen = next((each for each in found.entries if each.number == number), None)
    if chosen is None:
        abort(404)
    return render_template(
        "entry.html",
        page="entry",
        road=None,
        name=name,
        ledger=found,
        entry=chosen,
        form=request.form if problem else entered.as_form(chosen.body),
        bao=paid.holds_responsible(chosen.body),
        paid=None if chosen.void else paid.told(chosen.body),
        scheme=paid.scheme(chosen.body),
        names={seat: found.table.players[player] for seat, player in chosen.body["seats"].items()},
        words=seated,
        when=local_time,
        problem=problem,
        longest_note=LONGEST_NOTE,
    )


@pages.post("/<name>/entries/<int:number>")
def change(name: str, number: int) -> ResponseReturnValue:
    """Undo, restore, or put right a win (Fan, who pays for everyone, how it was won) and the note: a new version, on top of the one that was seen."""
    sent = request.form
    if not storage.is_name(name):
        abort(404)
    key = ledger.key_of("change", number, sorted(pair for pair in sent.items(multi=True) if pair[0] != "csrf_token"))

    def decide(versions: Sequence[Version]) -> tuple[int, Mapping[str, Any]]:
        chosen = next((each for each in ledger.opened(versions).entries if each.number == number), None)
        if chosen is None:
            raise LedgerError("unknown")
        if sent.get("version") != str(chosen.version):
            raise LedgerError("changed")
        if "undo" in sent:
            return number, {**chosen.body, "void": True}
        if "restore" in sent:
            return number, {**chosen.body, "void": False}
        return number, entered.edited(chosen.body, sent) | {"note": clean(sent.get("note", ""), LONGEST_NOTE), "void": False}

    try:
        ledgers.write(storage.store(), name, key, decide)
    except LedgerError as error:
        return _entry(name, number, seated.words(str(error))), 409
    return redirect(url_for("tables.show", name=name), 303)


# -- the end of the night ------------------------------------------------------------------------------------------------


@pages.get("/<name>/settle")
def settle(name: str) -> str:
    found = _opened(name)
    return render_template("settle.html", page="settle", road=None, name=name, ledger=found, transfers=ledger.transfers(found.totals))


@pages.get("/<name>/ledger.csv")
def as_csv(name: str) -> Response:
    """The ledger for a spreadsheet: UTF-8 with its mark."""
    response = Response("\ufeff" + spreadsheet.rows_of(_opened(name), local_time), mimetype="text/csv")
    response.headers["Content-Disposition"] = 'attachment; filename="fanlens.csv"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


@pages.post("/<name>/delete")
def delete(name: str) -> ResponseReturnValue:
    if not storage.is_name(name) or not storage.may_delete(ledgers.made_by(storage.store(), name)):
        abort(403)
    ledgers.forget(storage.store(), name)
    response = make_response(redirect(url_for("tables.index"), 303))
    seated.leave(response)
    return response
