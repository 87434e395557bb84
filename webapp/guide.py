"""The guide: every tile by its name, every hand with a picture and its value. All of it is asked of the same data and the same scorer
as a result, so the guide cannot say anything else than the page that scores."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from scoring.cases import answer_by
from scoring.clauses import clause
from scoring.explain import language_of, pattern_names, source
from scoring.forms import hand_form
from scoring.notation import parse_hand_text
from scoring.rulesets import RuleSet, load_ruleset
from webapp import house, moments
from webapp.forms import Answers, options_of
from webapp.language import current, listed, noted
from webapp.language import gettext as _

EXAMPLES = Path(__file__).parent / "examples.toml"

_GROUPS = {
    "pattern": noted("What the whole hand shows"),
    "honours": noted("Winds and dragons"),
    "bonus": noted("Flowers and seasons"),
    "how_won": noted("How it was won"),
    "special": noted("Special hands"),
    "limit": noted("Limit hands"),
    "ceiling": noted("Limit hands"),
    "no_extras": noted("Hands that count alone"),
    "opening": noted("Won at the very start"),
}
_WAYS = {"self_draw": noted("Self-drawn"), "rob_kong": noted("Robbed from a kong")}
_SITUATION = {"seat": "south", "round": "east", "win": "discard", "discarder": "west"}


@dataclass(frozen=True, slots=True)
class Pictured:
    """A set of the example: face codes, each with whether the pattern rests on it."""

    tiles: tuple[tuple[str, bool], ...]
    kind: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One pattern at one table. `fan` is what one award is worth, None for the table's limit; `elsewhere` (table's title, value) of the others.

    `how` says the circumstances that the example needs, empty for none. `played` is false where the table's own options switch it off.
    """

    pattern: str
    name: str
    name_zh: str
    clause: str
    source: str
    fan: int | None
    played: bool
    elsewhere: tuple[tuple[str, str], ...]
    example: tuple[Pictured, ...]
    how: str


@dataclass(frozen=True, slots=True)
class Points:
    """What a total is worth: what the winner gets altogether, from a discard and from a self-draw."""

    fan: int
    discard: int
    self_draw: int


@lru_cache(maxsize=1)
def examples() -> Mapping[str, list[dict[str, Any]]]:
    """The example hands by pattern, as the file has them."""
    return tomllib.loads(EXAMPLES.read_text(encoding="utf-8"))


def example_case(example: Mapping[str, Any]) -> dict[str, Any]:
    """An example as the scorer's hand and context."""
    context = {**_SITUATION, **{key: value for key, value in example.items() if key != "hand"}}
    if context["win"] == "self_draw":
        del context["discarder"]
    return {"hand": hand_form(parse_hand_text(example["hand"])), "context": context}


def table_of(said: Answers) -> RuleSet:
    """The rules as this table settled them."""
    return said.rules.with_options(options_of(said))


def value(pattern: str, rules: RuleSet) -> str:
    """What one award is worth, in a word: `3`, `limit`, or that it is not counted."""
    if pattern not in rules.prices:
        return _("not counted")
    return _("limit") if rules.prices[pattern].fan is None else str(rules.fan_of(pattern))


def elsewhere(pattern: str, rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """(title, value) at each of the other tables."""
    others = (load_ruleset(name) for name in house.rule_sets() if name != rules.name)
    return tuple((house.title(other), value(pattern, other)) for other in others)


def sections(rules: RuleSet) -> tuple[tuple[str, tuple[Entry, ...]], ...]:
    """Every priced pattern in the order of the rules' own file, under a heading for each group."""
    found: dict[str, list[Entry]] = {}
    for pattern in rules.prices:
        found.setdefault(rules.prices[pattern].group, []).append(_entry(pattern, rules))
    return tuple((_(_GROUPS.get(group, group)), tuple(entries)) for group, entries in found.items())


def _entry(pattern: str, rules: RuleSet) -> Entry:
    language = language_of(current())
    names = pattern_names(pattern, language)
    pictures, context = example_at(pattern, rules.name)
    return Entry(
        pattern=pattern,
        name=names["name"],
        name_zh=names["name_zh"],
        clause=clause(pattern, rules, language),
        source=source(pattern, rules, language),
        fan=None if rules.prices[pattern].fan is None else rules.fan_of(pattern),
        played=rules.plays(pattern),
        elsewhere=elsewhere(pattern, rules),
        example=pictures,
        how=_how(dict(context)),
    )


@lru_cache(maxsize=512)
def example_at(pattern: str, table: str) -> tuple[tuple[Pictured, ...], tuple[tuple[str, Any], ...]]:
    """The first example in which the scorer counts the pattern at a table, in pictures, and its context. Nothing where there is none."""
    rules = everything_on(load_ruleset(table), pattern)
    for example in examples().get(pattern, ()):
        case = example_case(example)
        told = answer_by(rules, {"ruleset": table, **case})
        line = next((line for line in told.get("reasons", ()) if line["id"] == pattern), None)
        if line is not None:
            return _pictured(told, case["hand"]["bonus"], line["tiles"]), tuple(case["context"].items())
    return (), ()


def everything_on(rules: RuleSet, pattern: str) -> RuleSet:
    """The rules with no minimum, and the option that a pattern needs at the value that counts it."""
    chosen: dict[str, Any] = {"min": 0}
    for option in rules.options.values():
        for word, names in option.counts.items():
            if pattern in names:
                chosen[option.name] = next(each for each in (option.choices or (True, False)) if str(each).lower() == word)
    return rules.with_options(chosen)


def _pictured(told: Mapping[str, Any], bonus: list[str], rests_on: list[str]) -> tuple[Pictured, ...]:
    left = Counter(rests_on)

    def lit(code: str) -> bool:
        left[code] -= 1
        return left[code] >= 0

    sets = [Pictured(tuple((code, lit(code)) for code in group["tiles"]), group["kind"]) for group in told["grouping"]]
    return (*sets, Pictured(tuple((code, lit(code)) for code in bonus), "bonus")) if bonus else tuple(sets)


def _how(context: Mapping[str, Any]) -> str:
    """The circumstances that make an example what it is, in the words of the context page."""
    said = [_(_WAYS[context["win"]])] if context.get("win") in _WAYS else []
    way = {"rob_kong": "rob"}.get(context.get("win", ""), context.get("win", ""))
    said += [_(moment.label) for moment in moments.MOMENTS if context.get(moment.says[0]) == moment.says[1] and way in moment.won]
    return listed(list(dict.fromkeys(said)))


def points(rules: RuleSet) -> tuple[Points, ...]:
    """What each total from the minimum to the limit is worth at this table; nothing where its rules are silent on points."""
    most = rules.preset_limit if rules.limit is None else rules.limit
    found = []
    for fan in range(rules.minimum, most + 1):
        drawn = _gain(rules, {"type": "self_draw", "winners": [{"seat": "east", "total": fan}]})
        thrown = _gain(rules, {"type": "discard", "winners": [{"seat": "east", "total": fan}], "discarder": "south"})
        if drawn is None or thrown is None:
            return ()
        found.append(Points(fan, thrown, drawn))
    return tuple(found)


def _gain(rules: RuleSet, settlement: Mapping[str, Any]) -> int | None:
    told = answer_by(rules, {"ruleset": rules.name, "kind": "settlement", "settlement": settlement})
    return told["payouts"]["east"] if told["ok"] and told["payouts"] else None
