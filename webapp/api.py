"""The JSON API: the same scorer and reader as the pages, for programs. `openapi.py` describes it and a test holds the two together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, current_app, jsonify, request
from flask.typing import ResponseReturnValue

from scoring.cases import answer
from scoring.errors import FormError
from webapp import openapi, storage
from webapp.language import gettext as _
from webapp.store import records as kept
from webapp.uploads import photo_of

api = Blueprint("api", __name__, url_prefix="/api")


@api.errorhandler(FormError)
def malformed(error: FormError) -> ResponseReturnValue:
    return jsonify(ok=False, error="malformed", detail=str(error)), 400


def _body() -> Mapping[str, Any]:
    """The request's JSON object, whatever its content type says. Raises FormError."""
    try:
        body = request.get_json(force=True, silent=True)
    except RecursionError:  # nested deeper than the parser follows
        body = None
    if not isinstance(body, dict):
        raise FormError(_("The body is not a JSON object."))
    return body


def _answered(case: Mapping[str, Any]) -> ResponseReturnValue:
    answered = answer(case)
    return jsonify(answered), 200 if answered["ok"] else 422


@api.post("/score")
def score() -> ResponseReturnValue:
    """A case -> lines, total, payouts and reasons; a refusal is 422."""
    body = _body()
    if "kind" in body or "settlement" in body:
        raise FormError(_("A settlement belongs to %(address)s.", address="/api/settle"))
    return _answered(body)


@api.post("/settle")
def settle() -> ResponseReturnValue:
    """A settlement -> payouts; a refusal is 422."""
    return _answered({"kind": "settlement", **_body()})


@api.post("/read")
def read() -> ResponseReturnValue:
    """A photo (multipart field `photo`) -> what was read in it. The photo is not kept."""
    return jsonify(current_app.extensions["fanlens_reader"].read(photo_of(request)))


@api.get("/hands/<name>")
def record(name: str) -> ResponseReturnValue:
    """A hand on record, whole: what was read, the case, the answer as it was given, and the rules of then as data."""
    found = kept.record(storage.store(), name) if storage.is_name(name) else None
    if found is None:
        abort(404)
    answered = jsonify(id=found.id, made_at=found.made_at, photos=[photo.place for photo in found.photos], **found.body)
    answered.headers["Cache-Control"] = "private, no-store"
    return answered


@api.get("/openapi.json")
def describe() -> ResponseReturnValue:
    """This API's own description."""
    return jsonify(openapi.document())
