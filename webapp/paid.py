"""Who paid whom for an entry of a ledger, and by which clauses: asked of the scorer again, under the rules that the entry was saved with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.cases import answer, base_rules
from scoring.errors import FormError
from webapp import house, ledger
from webapp.language import current
from webapp.scorer import Scored, arranged

SETTLED = ("win", "kong", "end_of_wall")
"""The kinds of entries that the scorer has settled."""


def told(body: Mapping[str, Any]) -> Scored | None:
    """The payments and their clauses in the reader's language. None for what was entered as points, and where the rules that ship have
    changed since: an entry keeps the points that it was saved with, and reasons for others would be no reasons for them."""
    if body["kind"] not in SETTLED:
        return None
    form = {key: value for key, value in body["detail"].items() if value not in ("", None)}
    case = {"kind": "settlement", **body["rules"], "settlement": form}
    try:
        answered = answer(case, current())
    except FormError:
        return None
    if not answered["ok"] or ledger.by_player(answered["payouts"], body["seats"]) != body["points"]:
        return None
    return arranged(case, answered)


def scheme(body: Mapping[str, Any]) -> str:
    """The table's way of paying a win, named before its numbers."""
    return house.scheme(body["rules"].get("options") or {}, body["detail"]["type"] == "self_draw") if body["kind"] == "win" else ""


def holds_responsible(body: Mapping[str, Any]) -> bool:
    """Whether the table at which an entry was won makes one player pay for everyone (包)."""
    return body["kind"] == "win" and bool(base_rules(body["rules"]).responsible)
