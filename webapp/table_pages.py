"""A table's pages: open one, save hands to its ledger, put them right, settle the night. Everyone with the table's code may write;
nothing is overwritten, so whoever changed what can be seen."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scoring.rulesets import load_ruleset
from webapp import errors, forms, house, ledger, records, seated, storage
from webapp.draft import Draft
from webapp.ledger import SEATS, Ledger, LedgerError
from webapp.record_pages import local_time
from webapp.road import Road
from webapp.scorer import scored
from webapp.store import ledgers
from webapp.store.ledgers import NoTable, Version

pages = Blueprint("tables", __name__, url_prefix="/tables")
LONGEST_NAME = 24
LONGEST_NOTE = 200


def clean(text: str, longest: int) -> str:
    """A typed name or note in one line: no control signs, no signs that turn the writing round, no halves of signs."""
    kept = "".join(sign if unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") else " " for sign in text)
    return " ".join(kept.split())[:longest].strip()


@pages.errorhandler(NoTable)
def no_table(_error: NoTable) -> ResponseReturnValue:
    return errors.http_error(NotFound())


@pages.get("/")
def index() -> str:
    return _index()


def _index(problem: str = "") -> str:
    shown = [(row, local_time(row.last_at)) for row in ledgers.recent(storage.store())]
    tables = [load_ruleset(name) for name in house.rule_sets()]
    return render_template("tables.html", page="tables", road=None, shown=shown, tables=tables, house=house, dealers=seated.dealers(), problem=problem)


@pages.post("/")
def create() -> ResponseReturnValue:
    """A new table with its players and rules; this browser plays at it from now on."""
    names = [clean(name, LONGEST_NAME) for name in request.form.getlist("player")[: ledger.MOST_PLAYERS]]
    players = [name for name in names if name]
    rules = request.form.get("rules", "")
    dealer = request.form.get("dealer", "")
    if len(players) != 4 or len(set(players)) != 4 or rules not in house.rule_sets() or dealer not in ledger.DEALERS:
        return _index(seated.words("players")), 422
    name = storage.new_name()
    preset = records.settled_answers(_rules_road(rules))
    kept = [list(pair) for pair in preset if pair[0] in ("rules", "asked", "min", "cap", "opt")]
    secret, made_by = storage.new_maker()
    title = clean(request.form.get("name", ""), LONGEST_NAME)
    ledgers.open_table(storage.store(), name, made_by, {"name": title, "players": players, "rules": kept, "dealer": dealer})
    response = make_response(redirect(url_for("tables.show", name=name), 303))
    storage.remember_maker(response, secret)
    seated.sit(response, name)
    return response


def _rules_road(rules: str) -> Road:
    return Road(Draft(), answers=(("rules", rules), ("asked", "none")))


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
    )


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

    def decide(versions: Any) -> tuple[int, Mapping[str, Any]]:
        now = ledger.opened(versions)
        if also:
            return _second_winner(now, case, outcome.total, road)
        if str(now.now.hand) + "." + str(len(now.entries)) != seen:
            raise LedgerError("moved_on")
        return len(now.entries) + 1, _win(now, case, dict(outcome.payouts), outcome.total, road)

    try:
        ledgers.write(storage.store(), name, key, decide)
    except LedgerError as error:
        return _show(name, found, seated.words(str(error))), 409
    return redirect(url_for("tables.show", name=name), 303)


def _win(found: Ledger, case: Mapping[str, Any], payouts: dict[str, int], total: int, road: Road) -> dict[str, Any]:
    context = case["context"]
    winner = {"seat": context["seat"], "total": total, "responsible": context.get("responsible")}
    detail: dict[str, Any] = {"type": "self_draw" if context["win"] == "self_draw" else "discard", "winners": [winner]}
    if "discarder" in context:
        detail["discarder"] = context["discarder"]
    if context.get("already_won"):
        detail["already_won"] = context["already_won"]
    points = ledger.by_player(payouts, found.now.seats)
    road_kept = {"d": str(road.draft), "answers": [list(pair) for pair in records.settled_answers(road)]}
    plays_on = load_ruleset(case["ruleset"]).readings.plays_on
    rules = {"ruleset": case["ruleset"], "options": case["options"]}
    return ledger.entry(found.now, "win", detail, points, rules=rules, plays_on=plays_on, roads=[road_kept])


def _second_winner(found: Ledger, case: Mapping[str, Any], total: int, road: Road) -> tuple[int, dict[str, Any]]:
    last = found.live[-1] if found.live else None
    if last is None or last.body["kind"] != "win" or last.body["detail"].get("discarder") != case["context"].get("discarder", ""):
        raise LedgerError("no_second")
    winner = {"seat": case["context"]["seat"], "total": total, "responsible": case["context"].get("responsible")}
    detail = {**last.body["detail"], "winners": [*last.body["detail"]["winners"], winner]}
    road_kept = {"d": str(road.draft), "answers": [list(pair) for pair in records.settled_answers(road)]}
    return last.number, _resettled(last.body, detail) | {"roads": [*last.body.get("roads", []), road_kept]}


def _resettled(body: Mapping[str, Any], detail: Mapping[str, Any]) -> dict[str, Any]:
    """An entry with another settlement, its points worked out anew under the rules it was saved with."""
    rules = body["rules"]
    form = {key: value for key, value in detail.items() if value not in ("", None)}
    points = ledger.by_player(ledger.settled(rules["ruleset"], rules["options"], form), body["seats"])
    return {**body, "detail": form, "points": points}


@pages.post("/<name>/entries")
def add(name: str) -> ResponseReturnValue:
    """What is no scored hand: a draw, a kong and the end of the wall (Sichuan), a payment between players, new seats."""
    found = _opened(name)
    sent = request.form
    key = ledger.key_of("entry", sorted(pair for pair in sent.items(multi=True) if pair[0] != "csrf_token"))

    def decide(versions: Any) -> tuple[int, Mapping[str, Any]]:
        now = ledger.opened(versions)
        if sent.get("seen") != f"{now.now.hand}.{len(now.entries)}":
            raise LedgerError("moved_on")
        return len(now.entries) + 1, _entered(now, sent) | {"note": clean(sent.get("note", ""), LONGEST_NOTE)}

    try:
        ledgers.write(storage.store(), name, key, decide)
    except LedgerError as error:
        return _show(name, found, seated.words(str(error))), 422
    return redirect(url_for("tables.show", name=name), 303)


def _entered(found: Ledger, sent: Mapping[str, str]) -> dict[str, Any]:
    said = forms.answers(Road(Draft(), answers=found.table.rules))
    rules = {"ruleset": said.rules.name, "options": forms.options_of(said)}
    now, kind, out = found.now, sent.get("kind", ""), list(found.now.out)
    if kind == "draw":
        return ledger.entry(now, "draw", {}, {}, rules=rules)
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
        return _settled_entry(found, "kong", form, rules, plays_on=True)
    if kind == "end_of_wall":
        return _settled_entry(found, "end_of_wall", _end_of_wall(found, sent), rules, plays_on=True)
    raise LedgerError("unknown")


def _end_of_wall(found: Ledger, sent: Mapping[str, str]) -> dict[str, Any]:
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


def _settled_entry(found: Ledger, kind: str, form: dict[str, Any], rules: dict[str, Any], **more: Any) -> dict[str, Any]:
    try:
        payouts = ledger.settled(rules["ruleset"], rules["options"], form)
    except ValueError as error:
        raise LedgerError("unknown" if not isinstance(error, LedgerError) else str(error)) from None
    return ledger.entry(found.now, kind, form, ledger.by_player(payouts, found.now.seats), rules=rules, **more)


def _player(found: Ledger, text: str) -> int:
    if not text.isdecimal() or len(text) > 2 or int(text) >= len(found.table.players):
        raise LedgerError("payment")
    return int(text)


@pages.get("/<name>/entries/<int:number>")
def entry(name: str, number: int) -> str:
    return _entry(name, number)


def _entry(name: str, number: int, problem: str = "") -> str:
    found = _opened(name)
    chosen = next((each for each in found.entries if each.number == number), None)
    if chosen is None:
        abort(404)
    return render_template(
        "entry.html", page="entry", road=None, name=name, ledger=found, entry=chosen, words=seated, when=local_time, problem=problem, longest_note=LONGEST_NOTE
    )


@pages.post("/<name>/entries/<int:number>")
def change(name: str, number: int) -> ResponseReturnValue:
    """Undo, restore, or put right the winners' Fan, who paid and the note: always a new version, on top of the one that was seen."""
    sent = request.form
    if not storage.is_name(name):
        abort(404)
    key = ledger.key_of("change", number, sorted(pair for pair in sent.items(multi=True) if pair[0] != "csrf_token"))

    def decide(versions: tuple[Version, ...]) -> tuple[int, Mapping[str, Any]]:
        chosen = next((each for each in ledger.opened(versions).entries if each.number == number), None)
        if chosen is None:
            raise LedgerError("unknown")
        if sent.get("version") != str(chosen.version):
            raise LedgerError("changed")
        if "undo" in sent:
            return number, {**chosen.body, "void": True}
        if "restore" in sent:
            return number, {**chosen.body, "void": False}
        return number, _edited(chosen.body, sent) | {"note": clean(sent.get("note", ""), LONGEST_NOTE), "void": False}

    try:
        ledgers.write(storage.store(), name, key, decide)
    except LedgerError as error:
        return _entry(name, number, seated.words(str(error))), 409
    return redirect(url_for("tables.show", name=name), 303)


def _edited(body: Mapping[str, Any], sent: Mapping[str, str]) -> dict[str, Any]:
    if body["kind"] != "win":
        return dict(body)
    winners = []
    for seat in SEATS:
        fan = sent.get(f"fan-{seat}", "").strip()
        if fan:
            if not fan.isdecimal() or len(fan) > 3:
                raise LedgerError("fan")
            before = next((each for each in body["detail"]["winners"] if each["seat"] == seat), {"seat": seat})
            winners.append({**before, "total": int(fan)})
    discarder = sent.get("discarder", "")
    if not winners or discarder not in ("", *SEATS):
        raise LedgerError("fan")
    detail = {**body["detail"], "type": "discard" if discarder else "self_draw", "winners": winners, "discarder": discarder}
    same = winners == list(body["detail"]["winners"]) and discarder == body["detail"].get("discarder", "")
    try:
        return dict(body) if same else _resettled(body, detail)
    except LedgerError:
        raise
    except ValueError:
        raise LedgerError("fan") from None


@pages.get("/<name>/settle")
def settle(name: str) -> str:
    found = _opened(name)
    return render_template("settle.html", page="settle", road=None, name=name, ledger=found, transfers=ledger.transfers(found.totals))


@pages.get("/<name>/ledger.csv")
def as_csv(name: str) -> Response:
    """The ledger for a spreadsheet: UTF-8 with its mark, and no typed text that a spreadsheet would take for a formula."""
    found = _opened(name)
    written = io.StringIO()
    rows = csv.writer(written)
    players = [safe(player) for player in found.table.players]
    rows.writerow(
        ["entry", "time", "hand", "round", "east", "kind", "winners", "discarder", "fan", *players, *(safe(f"total {name_}") for name_ in players), "note"]
    )
    running = found.running()
    for each in found.live:
        body = each.body
        winners = body["detail"].get("winners", [])
        names = {seat: found.table.players[player] for seat, player in body["seats"].items()}
        rows.writerow([
            each.number, local_time(each.made_at), body["hand"], body["round"], safe(names["east"]), body["kind"],
            safe(", ".join(names[winner["seat"]] for winner in winners)), safe(names.get(body["detail"].get("discarder", ""), "")),
            " and ".join(str(winner["total"]) for winner in winners),
            *(each.points.get(player, 0) for player in range(len(players))), *running[each.number], safe(body.get("note", "")),
        ])  # fmt: skip
    response = Response("\ufeff" + written.getvalue(), mimetype="text/csv")
    response.headers["Content-Disposition"] = 'attachment; filename="fanlens.csv"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


def safe(text: str) -> str:
    """A text that no spreadsheet computes: behind an apostrophe where its first sign would begin a formula."""
    return f"'{text}" if text.lstrip()[:1] in ("=", "+", "-", "@", "\t", "\r", "|", "%", "＝", "＋", "－", "＠") else text


@pages.post("/<name>/delete")
def delete(name: str) -> ResponseReturnValue:
    if not storage.is_name(name) or not storage.may_delete(ledgers.made_by(storage.store(), name)):
        abort(403)
    ledgers.forget(storage.store(), name)
    response = make_response(redirect(url_for("tables.index"), 303))
    seated.leave(response)
    return response
