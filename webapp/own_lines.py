"""A table's own lines as questions: the usual Hong Kong differences, each an answer that lays lines over a rule set.

`house=all_pongs.2` in the query is one answer; `house=table.1_2_4_8` is a printed table of points. What an answer means is the scorer's
form of house rules, which checks them all together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.errors import FormError, RuleSetError
from scoring.rulesets import MOST_POINTS, RuleSet, load_house, load_ruleset
from webapp.language import gettext as _
from webapp.language import noted

Lines = dict[str, Any]
PRINTED = "table"
MOST_FAULTS = 4
"""Of a printed table: more of them at once help nobody."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One difference: its question, its answers as (value, words), and the lines an answer lays over. `fits`: the rule sets it can be asked of."""

    name: str
    words: str
    choices: tuple[tuple[str, str], ...]
    lines: Callable[[RuleSet, str], Lines]
    fits: Callable[[RuleSet], bool]


def _priced(rules: RuleSet, like: str, prices: Mapping[str, Any], excludes: Mapping[str, list[str]] | None = None) -> Lines:
    """Patterns priced in the group of another."""
    return {"fan": {rules.prices[like].group: dict(prices)}, "excludes": {name: list(names) for name, names in (excludes or {}).items()}}


def _worth(rules: RuleSet, like: str) -> int | str:
    fan = rules.prices[like].fan
    return "limit" if fan is None else fan


def _number(pattern: str) -> Callable[[RuleSet, str], Lines]:
    return lambda rules, value: _priced(rules, pattern, {pattern: int(value)})


_CURVES: dict[str, Lines] = {
    "spicy": {"table": [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192], "doubles_every": 1},
    "half_spicy": {"table": [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384], "doubles_every": 2},
    "4-7-10": {"table": [1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64]},
}
_SHARES: dict[str, Lines] = {
    "4-2": {"discarder": 4, "other": 0, "self_draw": 2},
    "2-1-2": {"discarder": 2, "other": 1, "self_draw": 2},
    "3-1": {"discarder": 3, "other": 0, "self_draw": 1},
    "2-1-1": {"discarder": 2, "other": 1, "self_draw": 1},
    "4-4": {"discarder": 4, "other": 0, "self_draw_total": 4, "odd_point": "dealer"},
}


def _no_flowers(rules: RuleSet, _value: str) -> Lines:
    gone = ("own_flower", "own_season", "no_flowers", "flower_set", "season_set")
    return {"readings": {"bonus": False}, "fan": {rules.prices["no_flowers"].group: dict.fromkeys((name for name in gone if name in rules.prices), False)}}


def _coloured(rules: RuleSet, _value: str) -> Lines:
    return _priced(rules, "all_honours", dict.fromkeys(("jade_dragon", "ruby_dragon", "pearl_dragon"), _worth(rules, "all_honours")))


def _human(rules: RuleSet, _value: str) -> Lines:
    return _priced(rules, "earthly", {"human": _worth(rules, "earthly")}, {"human": ["concealed"]})


def _flowers(rules: RuleSet, _value: str) -> Lines:
    return _priced(rules, "no_flowers", {"seven_flowers": 3, "eight_flowers": 8}, {"eight_flowers": ["flower_set", "season_set"]})


def _pairs(rules: RuleSet, _value: str) -> Lines:
    forms = [*(form.value for form in rules.base_forms), "seven_pairs"]
    return {**_priced(rules, "all_pongs", {"seven_pairs": 4}, {"seven_pairs": ["concealed"]}), "forms": forms}


def _hong_kong(rules: RuleSet) -> bool:
    return rules.readings.honours


def _lacks(*patterns: str) -> Callable[[RuleSet], bool]:
    return lambda rules: _hong_kong(rules) and not set(patterns) & set(rules.prices)


AXES = (
    Axis("all_pongs", noted("All pongs is worth"), (("2", noted("2 Fan")), ("3", noted("3 Fan"))), _number("all_pongs"), _hong_kong),
    Axis("half_flush", noted("Half flush is worth"), (("2", noted("2 Fan")), ("3", noted("3 Fan"))), _number("half_flush"), _hong_kong),
    Axis(
        "points", noted("Points rise"),
        (
            ("spicy", noted("spicy: double with every Fan")), ("half_spicy", noted("half-spicy: double every second Fan above the fourth")),
            ("4-7-10", noted("in steps at 4, 7 and 10 Fan")),
        ),
        lambda _rules, value: {"points": {"ours": _CURVES[value]}}, _hong_kong,
    ),
    Axis(
        "shares", noted("Who pays how much"),
        (
            ("4-2", noted("discarder alone 4; self-draw 2 each")), ("2-1-2", noted("discarder 2, others 1; self-draw 2 each")),
            ("3-1", noted("discarder alone 3; self-draw 1 each")), ("2-1-1", noted("discarder 2, others 1; self-draw 1 each")),
            ("4-4", noted("4 in all, discarded or drawn; the dealer carries what does not divide")),
        ),
        lambda _rules, value: {"shares": {"ours": _SHARES[value]}}, _hong_kong,
    ),
    Axis("flowers", noted("Flowers and seasons"), (("off", noted("stay in the box")),), _no_flowers, lambda rules: "no_flowers" in rules.prices),
    Axis("more_flowers", noted("Seven or eight flowers"), (("on", noted("count 3 and 8 Fan")),), _flowers, lambda rules: "no_flowers" in rules.prices),
    Axis(
        "last_discard", noted("The last discard"), (("on", noted("counts 1 Fan")),), lambda rules, _value: _priced(rules, "last_tile", {"last_discard": 1}),
        lambda rules: _lacks("last_discard")(rules) and rules.readings.last_tile == "wall",
    ),
    Axis("seven_pairs", noted("Seven pairs"), (("on", noted("is a hand of 4 Fan")),), _pairs, _lacks("seven_pairs")),
    Axis("coloured", noted("Jade, ruby and pearl dragon"), (("on", noted("count like all honours")),), _coloured, _lacks("jade_dragon")),
    Axis("human", noted("Human hand"), (("on", noted("counts like the earthly hand")),), _human, _lacks("human")),
    Axis(
        "dearer", noted("A special hand"), (("on", noted("counts only when it is worth more")),),
        lambda rules, _value: {"only_when_dearer": sorted(rules.one_of)}, _hong_kong,
    ),
    Axis(
        "responsible", noted("Whoever feeds the last set of great dragons, great winds or four kongs"), (("on", noted("pays for everyone (包)")),),
        lambda _rules, _value: {"responsible": ["great_dragons", "great_winds", "four_kongs"]}, lambda rules: _hong_kong(rules) and not rules.responsible,
    ),
)  # fmt: skip


def axes(rules: RuleSet) -> tuple[Axis, ...]:
    """The questions that a rule set can be asked, of its own page's rules."""
    paged = load_ruleset(rules.name)
    return tuple(axis for axis in AXES if axis.fits(paged))


def printed(values: tuple[str, ...]) -> str:
    """The printed table among the answers, as it was typed."""
    return next((value.partition(".")[2].replace("_", " ").strip() for value in values if value.startswith(f"{PRINTED}.")), "")


def told(name: str, values: tuple[str, ...]) -> list[tuple[str, str]]:
    """(question, answer) of the answers that were given about a rule set, in plain words, also where the rule set is no more."""
    try:
        asked = axes(load_ruleset(name))
    except FormError:
        asked = AXES
    found = [(_(axis.words), _(words)) for axis in asked for value, words in axis.choices if f"{axis.name}.{value}" in values]
    return found + ([(_("A printed table: points from 0 Fan up"), printed(values))] if printed(values) else [])


def lines_of(rules: RuleSet, values: tuple[str, ...]) -> Lines:
    """The lines that the answers lay over a shipped rule set; unknown answers say nothing."""
    lines: Lines = {}
    for axis in axes(rules):
        for value, _words in axis.choices:
            if f"{axis.name}.{value}" in values:
                lines = _joined(lines, axis.lines(rules, value))
    # What is left out of play can take nothing's place.
    if "flowers.off" in values and "more_flowers.on" in values:
        lines["fan"][rules.prices["no_flowers"].group] |= {"seven_flowers": False, "eight_flowers": False}
        lines["excludes"].pop("eight_flowers", None)
    if printed(values):
        words = printed(values).replace(",", " ").split()
        lines["points"] = {"ours": {"table": [int(word) if word.isdecimal() and len(word) < 10 else word for word in words]}}
    return lines


def _joined(below: Lines, above: Mapping[str, Any]) -> Lines:
    joined = dict(below)
    for key, value in above.items():
        joined[key] = _joined(joined.get(key, {}), value) if isinstance(value, Mapping) else value
    return joined


def own_rules(rules: RuleSet, lines: Lines) -> tuple[RuleSet, tuple[str, ...]]:
    """The rule set with the lines over it, or the page's own rules and every fault of the lines, in words."""
    if not lines:
        return rules, ()
    try:
        return load_house(rules.name, lines), ()
    except RuleSetError:
        return rules, printed_faults(lines) or (_("these answers do not go together"),)


def printed_faults(lines: Lines) -> tuple[str, ...]:
    """What is wrong with a printed table of points, the one thing here that is typed."""
    points = lines.get("points", {}).get("ours", {}).get("table", [])
    found = [
        _("“%(typed)s” is no number of points from 1 to %(most)s", typed=each, most=MOST_POINTS)
        for each in points
        if not isinstance(each, int) or not 1 <= each <= MOST_POINTS
    ]
    if not found:
        falls = [fan for fan in range(1, len(points)) if points[fan] < points[fan - 1]]
        found = [
            _("%(fan)s Fan cannot be worth less (%(points)s) than %(below)s (%(more)s)", fan=fan, points=points[fan], below=fan - 1, more=points[fan - 1])
            for fan in falls
        ]
    return tuple(found[:MOST_FAULTS])
