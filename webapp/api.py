"""The JSON API: the same scorer and reader as the pages, for programs. `openapi.py` describes it and a test holds the two together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request
from flask.typing import ResponseReturnValue

from recognizer.errors import SetError
from scoring.cases import answer
from scoring.comparison import compare, what_if
from scoring.errors import ContextError, FormError
from webapp import errors, ledger, openapi, own_tiles, storage
from webapp.api_fields import LONGEST_FIELD, field_of
from webapp.language import gettext as _
from webapp.refusals import near_cures
from webapp.store import ledgers, tile_sets
from webapp.store import records as kept
from webapp.store.ledgers import NoTable
from webapp.uploads import photo_of

api = Blueprint("api", __name__, url_prefix="/api")


@api.errorhandler(FormError)
def malformed(error: FormError) -> ResponseReturnValue:
    return jsonify(ok=False, error="malformed", field=error.field[:LONGEST_FIELD], detail=str(error)), 400


def _body() -> Mapping[str, Any]:
    """The request's JSON object, whatever its content type says. Raises FormError."""
    try:
        body = request.get_json(force=True, silent=True)
    except RecursionError:  # nested deeper than the parser follows
        body = None
    if not isinstance(body, dict):
        raise FormError(_("The body is not a JSON object."))
    return body


def _case() -> Mapping[str, Any]:
    """The request's case of a hand. Raises FormError."""
    body = _body()
    if "kind" in body or "settlement" in body:
        raise FormError(_("A settlement belongs to %(address)s.", address="/api/settle"), "kind" if "kind" in body else "settlement")
    return body


def _answered(case: Mapping[str, Any]) -> ResponseReturnValue:
    answered = answer(case)
    return jsonify(answered) if answered["ok"] else _refused(case, answered)


def _refused(case: Mapping[str, Any], answered: Mapping[str, Any]) -> ResponseReturnValue:
    """Understood and refused: the scorer's answer, and the field to look at."""
    return jsonify(**answered, field=field_of(answered, case)), 422


@api.post("/score")
def score() -> ResponseReturnValue:
    """A case -> lines, total, payouts and reasons; a refusal is 422."""
    return _answered(_case())


@api.post("/compare")
def under_every_rule_set() -> ResponseReturnValue:
    """A case -> its answer under every rule set, its own first, with the lines that differ. A table where it does not win says so in its entry;
    a case that has no score at any of them is refused as its own table refuses it."""
    case = _case()
    tables = compare(case)
    if any("lines" in table for table in tables):
        return jsonify(ok=True, tables=tables)
    return _refused(case, {key: value for key, value in tables[0].items() if key not in ("ruleset", "title", "differs")})


@api.post("/what-if")
def otherwise() -> ResponseReturnValue:
    """A case -> what one change of its circumstances would do, the dearest first. What has no score as it stands is refused."""
    case = _case()
    now = answer(case, brief=True)
    return jsonify(ok=True, changes=what_if(case)) if "lines" in now else _refused(case, now)


@api.post("/nearest")
def nearest() -> ResponseReturnValue:
    """A case, a hand or not -> the hands one or two tiles away, dearest first; what no other tile would cure is refused.
    One search at a time: 503 beyond it."""
    case = _case()
    now = answer(case, brief=True)
    if not (now["ok"] or near_cures(now["error"], now["reason"])):
        return _refused(case, now)
    hands = current_app.extensions["fanlens_nearby"].told(case)
    return _refused(case, now) if not hands and now.get("error") == ContextError.code else jsonify(ok=True, hands=hands)


@api.post("/settle")
def settle() -> ResponseReturnValue:
    """A settlement -> payouts; a refusal is 422."""
    body = _body()
    for key in ("hand", "context"):
        if key in body:
            raise FormError(_("A hand belongs to %(address)s.", address="/api/score"), key)
    return _answered({**body, "kind": "settlement" if body.get("kind") is None else body["kind"]})


@api.post("/read")
def read() -> ResponseReturnValue:
    """A photo (multipart field `photo`), and the name of one of the house's tile sets to read it as (`set`) -> what was read in it. The photo is not kept."""
    wanted = request.form.get("set", "")
    learnt = own_tiles.learnt(wanted) if wanted else None
    if wanted and learnt is None:
        return errors.answer(404, "no_set", _("There is no such tile set."), field="set")
    try:
        return jsonify(current_app.extensions["fanlens_reader"].read(photo_of(request), learnt))
    except SetError:
        return errors.answer(404, "no_set", _("What was learnt of this set can no longer be read."), field="set")


@api.get("/tile-sets")
def sets() -> ResponseReturnValue:
    """The house's own tile sets, the one that was taught last first, with the number of examples known of each face."""
    rows = [
        {"id": row.id, "name": row.name, "made_at": row.made_at, "taught_at": row.taught_at, "known": row.known} for row in tile_sets.every(storage.store())
    ]
    return _private(jsonify(sets=rows))


@api.get("/hands/<name>")
def record(name: str) -> ResponseReturnValue:
    """A hand on record, whole: what was read, the case, the answer as it was given, and the rules of then as data."""
    found = kept.record(storage.store(), name, current_app.config["KEEP_PHOTOS_DAYS"]) if storage.is_name(name) else None
    if found is None:
        abort(404)
    return _private(jsonify(id=found.id, made_at=found.made_at, photos=[photo.place for photo in found.photos], **found.body))


@api.get("/tables")
def tables() -> ResponseReturnValue:
    """The tables that were written to last."""
    rows = [
        {"id": row.id, "made_at": row.made_at, "last_at": row.last_at, "name": row.body["name"], "players": row.body["players"]}
        for row in ledgers.recent(storage.store())
    ]
    return _private(jsonify(tables=rows))


@api.get("/tables/<name>")
def table(name: str) -> ResponseReturnValue:
    """A table's ledger, whole: its settings and every entry in all their versions, and what they come to."""
    try:
        versions = ledgers.versions(storage.store(), name) if storage.is_name(name) else ()
    except NoTable:
        versions = ()
    if not versions:
        abort(404)
    found = ledger.opened(versions)
    now = {"hand": found.now.hand, "round": found.now.round, "seats": found.now.seats, "out": found.now.out}
    entries = [
        {
            "number": each.number,
            "counts": not each.void,
            "versions": [{"version": version.version, "made_at": version.made_at, "body": version.body} for version in each.history],
        }
        for each in found.entries
    ]
    owed = [{"payer": each.payer, "payee": each.payee, "points": each.points} for each in ledger.transfers(found.totals)]
    setups = [{"version": each.version, "made_at": each.made_at, "body": each.body} for each in found.setups]
    return _private(jsonify(id=name, setups=setups, now=now, entries=entries, totals=found.totals, transfers=owed))


def _private(answered: Response) -> Response:
    answered.headers["Cache-Control"] = "private, no-store"
    return answered


@api.get("/openapi.json")
def describe() -> ResponseReturnValue:
    """This API's own description."""
    return jsonify(openapi.document())
