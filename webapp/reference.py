"""Pages that are there to look things up in: the guide to tiles and hands, and what runs here."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from scoring.rulesets import load_ruleset
from webapp import forms, guide, house, versions
from webapp.pages import remembered
from webapp.reader import RETRY_AFTER_S
from webapp.road import Road
from webapp.store import StoreProblem

reference = Blueprint("reference", __name__)


@reference.get("/guide")
def tiles_and_hands() -> str:
    """Every tile and every hand; values under the rule set asked for (`rules`), else under the table's own rules as last settled."""
    said = forms.answers(forms.remember(Road.of(request.args), remembered()))
    rules = guide.table_of(said)
    return render_template(
        "guide.html",
        page="guide",
        road=None,
        rules=rules,
        house=house,
        tables=[load_ruleset(name) for name in house.rule_sets()],
        sections=guide.sections(rules),
        points=guide.points(rules),
        own=rules != load_ruleset(rules.name),
    )


@reference.get("/about")
def about() -> str:
    """What runs here: versions, what the reader was tested on, what is kept."""
    return render_template("about.html", page="about", road=None, house=house, **_running())


@reference.get("/healthz")
def healthz() -> ResponseReturnValue:
    """For a proxy or a person's script: 200 while pages can be served, 503 while what they are kept in cannot be reached."""
    running = _running()
    store = current_app.extensions.get("fanlens_store")
    kept = store is None or _answers(store)
    told = {
        "ok": kept,
        "version": running["program"],
        "models": running["networks"],
        "rules": {table.name: version for table, version in running["tables"]},
        **({"store": "ok" if kept else "away"} if store is not None else {}),
    }
    return jsonify(told), 200 if kept else 503, {"Cache-Control": "no-store", **({} if kept else {"Retry-After": str(RETRY_AFTER_S)})}


def _answers(store: Any) -> bool:
    try:
        with store.reading():
            return True
    except StoreProblem:
        return False


def _running() -> dict[str, Any]:
    tables = [(load_ruleset(name), versions.rules(name)) for name in house.rule_sets()]
    reader = current_app.extensions["fanlens_reader"]
    return {"program": versions.program(), "networks": versions.models(reader.models), "tables": tables}
