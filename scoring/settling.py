"""The clauses by which a settlement is paid: those of each win, of kongs, and of the end of the wall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .clauses import paying, points_text, row_or_preset
from .context import Discard, RobbedKong, SelfDraw, WinContext
from .explain import texts
from .payout import Payment
from .rulesets import RuleSet
from .rulesets.ruleset import word
from .tiles import Wind

# What is played where a table's file offers no such option.
_UNLESS_SETTLED: dict[str, bool | int | str] = {"added_kong": "always", "kong_dealt_in": "kept", "kong_refund": True, "ready_pay": True, "pig_pays": "still_in"}


def settling(form: Mapping[str, Any], paid: Sequence[Payment], rules: RuleSet, language: str) -> list[dict[str, str]]:
    """The clauses that decide a settlement, each once, with the page and row that they come from. `form` is one that `settle` has paid."""
    if form["type"] == "kong":
        told = _worded(_kong(form, rules), rules, language)
    elif form["type"] == "end_of_wall":
        told = _worded(_end_of_wall(form, rules), rules, language)
    else:
        told = _wins(form, paid, rules, language)
    return [entry for place, entry in enumerate(told) if entry not in told[:place]]


def _wins(form: Mapping[str, Any], paid: Sequence[Payment], rules: RuleSet, language: str) -> list[dict[str, str]]:
    """Clauses of each winner who is paid."""
    by: SelfDraw | Discard | RobbedKong = SelfDraw()
    if form["type"] != "self_draw":
        by = (Discard if form["type"] == "discard" else RobbedKong)(Wind(form["discarder"]))
    payees = {payment.payee for payment in paid}
    liable = {payment.payee: payment.payer for payment in paid if payment.because == "responsible"}
    told = []
    for winner in form["winners"]:
        seat = Wind(winner["seat"])
        if seat in payees:
            told += paying(rules.capped(winner["total"]), WinContext(seat, Wind.EAST, by, responsible=liable.get(seat)), rules, language)
    return told


_Clause = tuple[str, int | None]
"""A key of the texts, and the number that goes in it if one does: points, or the Fan of a total."""


def _kong(kong: Mapping[str, Any], rules: RuleSet) -> Iterator[_Clause]:
    """What one kong earns, and what takes it away again."""
    kind = kong["kind"]
    if kong.get("robbed"):
        yield "kong_robbed", None
        return
    if kind == "added" and kong.get("just_drawn") is False:
        yield _option("added_kong", rules), None
        if rules.settled.get("added_kong") == "just_drawn":
            return
    yield f"kong_{kind}", rules.kong_money[kind] * rules.base
    if kong.get("dealt_in") is not None:
        yield _option("kong_dealt_in", rules), None


def _end_of_wall(form: Mapping[str, Any], rules: RuleSet) -> Iterator[_Clause]:
    pigs, not_ready, ready = form.get("flower_pig") or (), form.get("not_ready") or (), form.get("ready") or ()
    if pigs:
        yield _option("pig_pays", rules), None
        yield "points", rules.preset_limit if rules.limit is None else rules.limit
    if not_ready and ready:
        yield _option("ready_pay", rules), None
        if rules.settled.get("ready_pay", True):
            yield from (("points", rules.capped(claim["total"])) for claim in ready)
    returned = [kong for kong in form.get("kongs") or () if kong["by"] in (*pigs, *not_ready)]
    if returned:
        yield _option("kong_refund", rules), None
        if rules.settled.get("kong_refund", True):
            for kong in returned:
                yield from _kong(kong, rules)


def _option(name: str, rules: RuleSet) -> str:
    return f"{name}.{word(rules.settled.get(name, _UNLESS_SETTLED[name]))}"


def _worded(clauses: Iterator[_Clause], rules: RuleSet, language: str) -> list[dict[str, str]]:
    told = []
    for key, number in clauses:
        if key == "points" and number is not None:
            text = points_text(number, rules.curve.points(number) * rules.base, language)
        else:
            text = texts("settling")[key][language].format(points=number)
        told.append({"clause": text, "source": _source(key, rules, language)})
    return told


def _source(key: str, rules: RuleSet, language: str) -> str:
    """Where a clause comes from: the page, the option that the table chose, or its preset."""
    name = key.partition(".")[0]
    if name in rules.options and rules.settled[name] != rules.options[name].default:
        return texts("paying")["chosen"][language].format(source=rules.source)
    return row_or_preset(rules.curve.row if key == "points" else "", rules, language)
