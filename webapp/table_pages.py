"""A table's pages: open one, save hands to its ledger, put them right, settle the night. Everyone with the table's code may write;
nothing is overwritten, so whoever changed what can be seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scoring.rulesets import load_ruleset
from webapp import as_text, follow, forms, house, ledger, ledger_forms, own_lines, own_tiles, paid, records, seated, spreadsheet, storage
from webapp.another_language import looked_at, only_looked
from webapp.draft import Draft
from webapp.entered import LONGEST_NAME, LONGEST_NOTE, clean
from webapp.forms import Answers, FormProblem
from webapp.ledger import Ledger, LedgerError
from webapp.record_pages import local_time
from webapp.road import Road
from webapp.store import ledgers
from webapp.store.ledgers import Version

Decided = Sequence[tuple[int, Mapping[str, Any]]]

pages = Blueprint("tables", __name__, url_prefix="/tables")


# -- a table -------------------------------------------------------------------------------------------------------------


@pages.get("/")
def index() -> str:
    """The tables, and the form that opens one; what it holds may come along in the address, as when another rule set is looked at."""
    return _index()


def _index(problem: FormProblem | None = None) -> str:
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
    players = players_sent(sent.getlist("player"), known)
    if sent.get("rules") not in house.rule_sets() or sent.get("dealer") not in ledger.DEALERS:
        raise LedgerError("rules", "rules")
    road = Road.of(sent)
    said = forms.answers(road)
    if said.faults:
        raise LedgerError(forms.faulty(said), forms.faulty_field(said))
    tiles = {"tiles": sent["tiles"]} if storage.is_name(sent.get("tiles", "")) else {}
    return {"name": clean(sent.get("name", ""), LONGEST_NAME), "players": players, "rules": rules_settled(road), "dealer": sent["dealer"], **tiles}


def players_sent(typed: Sequence[str], known: int = 4) -> list[str]:
    """The players' names: `known` have their places, the others are as many as are named. Raises LedgerError at the one that is missing or comes twice."""
    names = [clean(name, LONGEST_NAME) for name in typed]
    names += [""] * (known - len(names))
    if len(names) > ledger.MOST_PLAYERS:
        raise LedgerError("most_players")
    for place, name in enumerate(names):
        if not name and place < known:
            raise LedgerError("players", f"player-{place}")
        if name and name in names[:place]:
            raise LedgerError("name_twice", f"player-{place}", player=name)
    return [*names[:known], *filter(None, names[known:])]


def rules_settled(road: Road) -> list[list[str]]:
    """What a table settles once, of a hand's or a form's answers, with the presets written out."""
    return [list(pair) for pair in records.settled_answers(road) if pair[0] in seated.TABLE_ANSWERS]


def written(name: str, key: str, decide: Callable[[Sequence[Version]], Decided]) -> bool:
    """Writes to a table what `decide` makes of it, unless the form was only sent to be looked at; whether it did. Raises what `decide` raises."""
    if only_looked():
        decide(ledgers.versions(storage.store(), name))
        return False
    ledgers.write(storage.store(), name, key, decide)
    return True


@pages.post("/")
@looked_at
def create() -> ResponseReturnValue:
    """A new table with its players and rules; this browser plays at it from now on."""
    try:
        body = _setup_sent()
    except LedgerError as error:
        return _index(seated.problem(error, "tables")), seated.status(error)
    if only_looked():
        return _index()
    return opened_as(storage.new_name(), body)


def opened_as(name: str, body: Mapping[str, Any]) -> Response:
    """A new table of a name; this browser made it, and sits at it."""
    secret, made_by = storage.new_maker()
    ledgers.open_table(storage.store(), name, made_by, body)
    response = make_response(redirect(url_for("tables.show", name=name), 303))
    storage.remember_maker(response, secret)
    seated.sit(response, name)
    return response


def opened(name: str) -> Ledger:
    if not storage.is_name(name):
        abort(404)
    return ledger.opened(ledgers.versions(storage.store(), name))


@pages.get("/<name>")
def show(name: str) -> ResponseReturnValue:
    found = opened(name)
    response = make_response(_show(name, found))
    seated.sit(response, name)
    return response


def _show(name: str, found: Ledger, problem: FormProblem | None = None) -> str:
    last = found.live[-1] if found.live else None
    said = forms.answers(Road(Draft(), answers=found.table.rules))
    return render_template(
        "ledger.html",
        page="ledger",
        road=None,
        name=name,
        ledger=found,
        problem=problem,
        form=request.form,
        running=found.running(),
        words=seated,
        plays_on=said.rules.readings.plays_on,
        kongs_asked=dict(said.options),
        one_more=seated.one_more_url(name, last) if last and dict(said.options).get("multiple_winners") else "",
        rules_title=house.title(said.rules),
        rules_told=seated.rules_told(said),
        mine=storage.may_delete(ledgers.made_by(storage.store(), name)),
        longest_note=LONGEST_NOTE,
        paid_of=paid.told,
    )


@pages.get("/<name>/setup")
def setup(name: str) -> str:
    """A table's name, players and rules; another rule set's questions come by the address, as when a table is opened."""
    return _setup(name, opened(name))


def _setup(name: str, found: Ledger, problem: FormProblem | None = None) -> str:
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
@looked_at
def change_setup(name: str) -> ResponseReturnValue:
    """Other names, one more player, other rules from now on: what was played stays under the rules that it was played with."""
    found = opened(name)
    key = ledger.key_of("setup", sorted(pair for pair in request.form.items(multi=True) if pair[0] != "csrf_token"))

    def decide(versions: Sequence[Version]) -> Decided:
        now = ledger.opened(versions)
        if request.form.get("version") != str(now.setups[-1].version):
            raise LedgerError("changed")
        body = _setup_sent(len(now.table.players))
        if body == now.setups[-1].body:
            raise LedgerError("unchanged")
        return [(0, body)]

    try:
        if not written(name, key, decide):
            return _setup(name, found)
    except LedgerError as error:
        if str(error) != "unchanged":
            return _setup(name, found, seated.problem(error, "setup")), seated.status(error)
    return redirect(url_for("tables.show", name=name), 303)


# -- its entries ---------------------------------------------------------------------------------------------------------


@pages.post("/<name>/entries")
@looked_at
def add(name: str) -> ResponseReturnValue:
    """What is no scored hand: a draw, a kong and the end of the wall (Sichuan), a payment between players, new seats."""
    found = opened(name)
    sent = request.form
    key = ledger.key_of("entry", sorted(pair for pair in sent.items(multi=True) if pair[0] != "csrf_token"))

    def decide(versions: Sequence[Version]) -> Decided:
        now = ledger.opened(versions)
        if sent.get("seen") != f"{now.now.hand}.{len(now.entries)}":
            raise LedgerError("moved_on")
        return [(len(now.entries) + 1, ledger_forms.entered(now, sent))]

    try:
        if not written(name, key, decide):
            return _show(name, found)
    except LedgerError as error:
        return _show(name, found, seated.problem(error, "ledger")), seated.status(error)
    return redirect(url_for("tables.show", name=name), 303)


@pages.get("/<name>/entries/<int:number>")
def entry(name: str, number: int) -> str:
    return _entry(name, number)


def _entry(name: str, number: int, problem: FormProblem | None = None) -> str:
    found = opened(name)
    chosen = next((each for each in found.entries if each.number == number), None)
    if chosen is None:
        abort(404)
    names = seated.names_in(found, chosen.body)
    return render_template(
        "entry.html",
        page="entry",
        road=None,
        name=name,
        ledger=found,
        entry=chosen,
        form=request.form if "note" in request.form else ledger_forms.as_form(chosen.body),
        typed=bool(problem) or request.method == "POST",
        touched=follow.touched(found, chosen),
        still_in=[seat for seat in ledger.SEATS if seat not in (chosen.body["detail"].get("already_won") or ())],
        hands=seated.hands(name, found, chosen),
        one_more=seated.one_more_url(name, chosen),
        kongs_asked=chosen.body.get("rules", {}).get("options") or {},
        bao=paid.holds_responsible(chosen.body),
        paid=None if chosen.void else paid.told(chosen.body),
        scheme=paid.scheme(chosen.body, names),
        names=names,
        words=seated,
        when=local_time,
        problem=problem,
        longest_note=LONGEST_NOTE,
    )


@pages.post("/<name>/entries/<int:number>")
@looked_at
def change(name: str, number: int) -> ResponseReturnValue:
    """Undo, restore, or put an entry and its note right: a new version, on top of the one that was seen, where anything is otherwise."""
    sent = request.form
    if not storage.is_name(name):
        abort(404)
    key = ledger.key_of("change", number, sorted(pair for pair in sent.items(multi=True) if pair[0] != "csrf_token"))

    def decide(versions: Sequence[Version]) -> Decided:
        found = ledger.opened(versions)
        chosen = next((each for each in found.entries if each.number == number), None)
        if chosen is None:
            raise LedgerError("unknown")
        if sent.get("version") != str(chosen.version):
            raise LedgerError("changed")
        if "undo" in sent or "restore" in sent:
            if chosen.void == ("undo" in sent):
                raise LedgerError("unchanged")
            return follow.followed(found, number, {**chosen.body, "void": "undo" in sent})
        return follow.followed(found, number, ledger_forms.edited(found, chosen.body, sent))

    try:
        if not written(name, key, decide):
            return _entry(name, number)
    except LedgerError as error:
        if str(error) != "unchanged":
            return _entry(name, number, seated.problem(error, "entry")), seated.status(error)
    return redirect(url_for("tables.show", name=name), 303)


# -- the end of the night ------------------------------------------------------------------------------------------------


@pages.get("/<name>/settle")
def settle(name: str) -> str:
    found = opened(name)
    owed = ledger.transfers(found.totals)
    return render_template("settle.html", page="settle", road=None, name=name, ledger=found, transfers=owed, text=as_text.of_settlement(found, owed))


@pages.get("/<name>/ledger.csv")
def as_csv(name: str) -> Response:
    """The ledger for a spreadsheet: UTF-8 with its mark."""
    response = Response("\ufeff" + spreadsheet.rows_of(opened(name), local_time), mimetype="text/csv")
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
