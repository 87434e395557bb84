"""One hand seen from elsewhere: under every rule set, and won in other circumstances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from .cases import answer, answer_by, base_rules
from .explain import language_of, texts
from .forms import ContextForm, HandForm
from .rulesets import ALIASES, RULESET_NAMES, load_ruleset
from .tiles import Wind

_MOST_CHANGES = 40


def compare(case: Mapping[str, object], language: str = "en") -> list[dict[str, Any]]:
    """The same hand and circumstances under every rule set, the case's own first.

    The case's options and house rules hold for its own table; the others play their presets. Each entry is an answer with `ruleset`, `title`
    and `differs`: the patterns that count here and not there (`more`), there and not here (`less`), and those that count in
    both at another value (`other_value`). Raises FormError.
    """
    tongue = language_of(language)
    rules = base_rules(case)  # a case without a table of ours has no table to begin with
    own = str(case["ruleset"])
    own = ALIASES.get(own, own)
    entries = [{"ruleset": own, "title": rules.titles[tongue], **answer_by(rules, case, language)}]
    forms = None if case.get("kind") else (HandForm.of(case.get("hand")), ContextForm.of(case.get("context")))  # a settlement has neither
    for name in RULESET_NAMES:
        if name != own:
            rules, asked = load_ruleset(name), {**case, **dict.fromkeys(("options", "house"))}
            said = forms if forms is None or rules.responsible else (forms[0], replace(forms[1], responsible=None))
            entries.append({"ruleset": name, "title": rules.titles[tongue], **answer_by(rules, asked, language, forms=said)})
    for entry in entries:
        entry["differs"] = _difference(entries[0], entry)
    return entries


def _difference(own: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    here, there = _by_pattern(own), _by_pattern(other)
    names = {line["id"]: line["name"] for line in (*other.get("reasons", ()), *own.get("reasons", ()))}  # as the table calls it that has it

    def told(patterns: list[str]) -> list[dict[str, Any]]:
        return [{"id": name, "name": names[name], "here": sum(here.get(name, ())), "there": sum(there.get(name, ()))} for name in patterns]

    return {
        "more": told([name for name in here if name not in there]),
        "less": told([name for name in there if name not in here]),
        "other_value": told([name for name in here if name in there and here[name] != there[name]]),
    }


def _by_pattern(told: Mapping[str, Any]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for pattern, fan in told.get("lines", []):
        found.setdefault(pattern, []).append(fan)
    return found


def what_if(case: Mapping[str, object], language: str = "en") -> list[dict[str, Any]]:
    """What one change of circumstance would do, the dearest first.

    Each entry has `change` (what to lay over the context or, as `winning_tile`, over the hand), `text`, the `total` and `lines`
    under it and the `difference` in Fan before the cap. Changes that are refused, or that change no line, are left out. A hand
    that has no score as it stands is compared with 0 Fan. Raises FormError.
    """
    tongue = language_of(language)
    now = answer(case, brief=True)
    before = now.get("total_before_cap", 0)
    entries = []
    for key, change, asked in _changes(case):
        told = answer(asked, brief=True)
        if "lines" not in told or sorted(told["lines"]) == sorted(now.get("lines", [])):
            continue
        wording = texts("changes")[key][tongue]
        word = next(iter(change.values()))
        shown = texts("winds")[word][tongue] if key in ("seat", "round") else word
        entries.append({
            "change": change,
            "text": wording.format(tile=shown, wind=shown),
            "ok": told["ok"],
            "total": told["total"],
            "lines": told["lines"],
            "difference": told["total_before_cap"] - before,
        })  # fmt: skip
    return sorted(entries, key=lambda entry: -entry["difference"])[:_MOST_CHANGES]


def _changes(case: Mapping[str, object]) -> Iterator[tuple[str, dict[str, Any], dict[str, object]]]:
    """Each circumstance that could be otherwise: the key of its text, what is laid over, and the changed case."""
    context, hand = case.get("context"), case.get("hand")
    ContextForm.of(context)
    HandForm.of(hand)
    assert isinstance(context, Mapping)  # as the forms found
    assert isinstance(hand, Mapping)
    seat = context["seat"]
    others = [wind.value for wind in Wind if wind.value != seat]
    out = context.get("already_won") or ()
    # Whoever threw the tile the hand earns the same; with nobody left a claim is refused.
    payer = next((wind for wind in others if wind not in out), None)
    bare = {key: context[key] for key in ("seat", "round", "void_suit", "already_won", "responsible") if context.get(key) is not None}
    drawn = {**bare, "win": "self_draw"}
    claimed = {**bare, "win": "discard", "discarder": payer}
    for key, start, over in (
        ("self_draw", drawn, {"win": "self_draw"}),
        ("discard", claimed, {"win": "discard"}),
        ("rob_kong", claimed, {"win": "rob_kong"}),
        ("last_tile", drawn, {"last_tile": True}),
        ("last_discard", claimed, {"last_discard": True}),
        ("after_kong_discard", claimed, {"after_kong_discard": True}),
        ("replacement_kong", drawn, {"replacement": "kong"}),
        ("replacement_flower", drawn, {"replacement": "flower"}),
        ("kong_on_kong", drawn, {"replacement": "kong_on_kong"}),
    ):
        yield key, over, {**case, "context": {**start, **over}}
    for wind in others:
        yield "seat", {"seat": wind}, {**case, "context": {**context, "seat": wind}}
    for wind in (wind.value for wind in Wind):
        if wind != context["round"]:
            yield "round", {"round": wind}, {**case, "context": {**context, "round": wind}}
    for code in sorted(set(hand["concealed"])):
        if code != hand["winning_tile"]:
            held = [*hand["concealed"], hand["winning_tile"]]
            held.remove(code)
            yield "winning_tile", {"winning_tile": code}, {**case, "hand": {**hand, "concealed": held, "winning_tile": code}}
