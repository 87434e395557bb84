"""Pages that are there to look things up in: the guide to tiles and hands, and what runs here."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from scoring.rulesets import load_ruleset
from webapp import forms, guide, house
from webapp.pages import remembered
from webapp.road import Road

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
