"""The data form's door: one question in, one answer out. What the page's API, the check command and the tests all call.

Nothing here changes an answer by having been asked before, so threads may share it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .clauses import paying, worded
from .context import Moment, WinContext
from .errors import FormError, MinimumError, Refusal, spelled
from .explain import because, language_of, payment_reason, refusal_reason
from .forms import WHOLE, ContextForm, HandForm, as_mapping, parse_context, parse_hand
from .payout import Payment, balance, payments
from .report import winning_place
from .rulesets import RULESET_NAMES, RuleSet, load_house, load_ruleset
from .score import NotCounted, Score, score
from .settlement import settle
from .settling import settling
from .shapes import Group, SevenPairs, Shape, Standard

__all__ = ["RULESET_NAMES", "answer", "answer_by", "load_ruleset", "parse_context", "parse_hand", "payments", "score"]

# Keys for people: allowed in a case, read by nobody here.
_FOR_PEOPLE = ("id", "expected", "confidence", "rests_on", "note", "tag", "source")
_CASE_KEYS = ("ruleset", "house", "options", "hand", "context", "kind", "settlement", *_FOR_PEOPLE)


Forms = tuple[HandForm, ContextForm]
"""What a case says of its hand and of its context, checked."""


def answer(case: Mapping[str, object], language: str = "en", brief: bool = False) -> dict[str, Any]:
    """Score a hand or settle a payment, with reasons in `language`.

    A refusal is an answer with `ok` false, `error` (the code), `reason` (a finer code), `message` (in `language`) and
    `detail` (which quotes the input). `ignored` names what was said of the circumstances and means nothing at this table, as a suit
    declared void does where none is. Raises FormError for a malformed form. `brief` leaves out the reasons,
    which are most of the work where only lines are compared.
    """
    return answer_by(base_rules(case), case, language, brief)


def answer_by(base: RuleSet, case: Mapping[str, object], language: str = "en", brief: bool = False, forms: Forms | None = None) -> dict[str, Any]:
    """As `answer`, under rules that may be a table's own; the case's options are settled on them and its `ruleset` is not read.

    `forms`: those of the case, from who has them already.
    """
    form = as_mapping(case, WHOLE, _CASE_KEYS)
    rules = settled_rules(base, form)
    tongue = language_of(language)
    kind = form.get("kind")
    if kind == "settlement":
        return _settled(form, rules, tongue)
    if kind is not None:
        raise FormError(f"kind = {spelled(kind)}, expected 'settlement' or nothing", "kind")
    # Both forms are checked before either is understood: a malformed context is malformed whatever the hand holds.
    hand_form, context_form = forms or (HandForm.of(form.get("hand")), ContextForm.of(form.get("context")))
    try:
        hand = hand_form.hand(rules)
        context = context_form.win_context()
        found = score(hand, context, rules)
        told = _told_lines(found) if brief else told_score(found, rules, tongue)
        paid = payments(found, context, rules)
    except MinimumError as refusal:
        return {**_refused(refusal, tongue), "fan": refusal.fan, **told}
    except Refusal as refusal:
        return _refused(refusal, tongue)
    return {"ok": True, **told, "ignored": _ignored(context, rules), **_told_payments(paid, tongue), "paying": paying(found.fan, context, rules, tongue)}


def base_rules(case: Mapping[str, object]) -> RuleSet:
    """The rule set a case names, with the lines of its `house` laid over and its preset options. Raises FormError."""
    form = as_mapping(case, WHOLE, _CASE_KEYS)
    name = form.get("ruleset")
    if not isinstance(name, str):
        raise FormError(f"ruleset = {spelled(name)}, expected one of {', '.join(RULESET_NAMES)}", "ruleset")
    return load_ruleset(name) if form.get("house") is None else load_house(name, form["house"])


def settled_rules(base: RuleSet, case: Mapping[str, object]) -> RuleSet:
    """Rules with the options of a case settled. Raises FormError."""
    options = case.get("options")
    if options is not None and not isinstance(options, Mapping):
        raise FormError(f"options = {spelled(options)}, expected an object", "options")
    return base.with_options(options) if options else base


def _ignored(context: WinContext, rules: RuleSet) -> list[str]:
    """Keys of the context that this table has no use for."""
    said = {
        "void_suit": context.void is not None and rules.readings.most_suits == 3,
        "already_won": bool(context.already_won) and not rules.readings.plays_on,
        "after_kong_discard": Moment.AFTER_KONG_DISCARD in context.moments and "kong_deal_in" not in rules.prices,
    }
    return [key for key, idle in said.items() if idle]


def told_score(found: Score, rules: RuleSet, language: str) -> dict[str, Any]:
    """A Score as plain data: what cases compare, and the reasons for it."""
    return {
        **_told_lines(found),
        "reasons": [
            {
                "id": line.pattern,
                **said.names,
                "fan": line.fan,
                "tiles": [tile.code for tile in found.tiles_of(line)],
                "clause": said.clause,
                "source": said.source,
            }
            for line, said in [(line, worded(line.pattern, rules, language)) for line in found.lines]
        ],
        "not_counted": [_told_passed_over(entry, rules, language) for entry in found.not_counted],
        "grouping": told_grouping(found.shape, found.claimed),
        "winning_place": winning_place(found, language),
        "other_groupings": [{"total_before_cap": raw, "grouping": told_grouping(shape, found.claimed)} for shape, raw in found.others],
    }


def _told_lines(found: Score) -> dict[str, Any]:
    return {"lines": [[line.pattern, line.fan] for line in found.lines], "total_before_cap": found.raw, "total": found.fan}


def _told_passed_over(entry: NotCounted, rules: RuleSet, language: str) -> dict[str, Any]:
    """Why a pattern earns nothing, with the clause that says so: that of the pattern which stands above it, or its own."""
    own = worded(entry.pattern, rules, language)
    deciding = worded(entry.by, rules, language) if entry.by else own
    return {
        "id": entry.pattern,
        **own.names,
        "because": because(entry, language, rules),
        "tiles": [tile.code for tile in entry.tiles],
        "lacks": [tile.code for tile in entry.lacks],
        "by": entry.by,
        "clause": deciding.clause,
        "source": deciding.source,
    }


def told_grouping(shape: Shape, claimed: bool) -> list[dict[str, Any]]:
    """The groups of a shape as plain data; thirteen orphans are one group of fourteen."""
    if isinstance(shape, Standard | SevenPairs):
        return [_told_group(group, claimed) for group in shape.groups]
    tiles = [tile.code for tile in shape.tiles]
    return [{"kind": "thirteen_orphans", "tiles": tiles, "concealed": True, "has_winning_tile": True}]


def _told_group(group: Group, claimed: bool) -> dict[str, Any]:
    kind = group.declared.value if group.declared else group.kind.value
    return {"kind": kind, "tiles": [tile.code for tile in group.tiles], "concealed": group.is_concealed(claimed), "has_winning_tile": group.won}


def _told_payments(paid: tuple[Payment, ...], language: str) -> dict[str, Any]:
    told = [
        {"payer": payment.payer.value, "payee": payment.payee.value, "points": payment.points, "because": payment_reason(payment, language)} for payment in paid
    ]
    return {"payouts": {wind.value: points for wind, points in balance(paid).items()}, "payments": told}


def _settled(form: Mapping[str, object], rules: RuleSet, language: str) -> dict[str, Any]:
    try:
        paid = settle(form.get("settlement"), rules)
    except MinimumError as refusal:
        return {**_refused(refusal, language), "fan": refusal.fan}
    except Refusal as refusal:
        return _refused(refusal, language)
    asked = form["settlement"]
    assert isinstance(asked, Mapping)  # as settle found
    return {"ok": True, **_told_payments(paid, language), "paying": settling(asked, paid, rules, language)}


def _refused(refusal: Refusal, language: str) -> dict[str, Any]:
    told = {"reason": refusal.reason, "message": refusal_reason(refusal, language), "detail": str(refusal)}
    return {"ok": False, "error": refusal.code, **told}
