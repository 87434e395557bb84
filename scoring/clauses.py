"""What a table's rules say of a pattern and of paying: worded from the rules themselves, so that a changed line changes its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from .context import RobbedKong, SelfDraw, WinContext
from .explain import pattern_name, pattern_names, source, texts
from .readings import READ_BY
from .rulesets import MOST_PAID_FAN, RuleSet
from .rulesets.ruleset import word
from .rulesets.variant import OWN


class Worded(NamedTuple):
    """A pattern in words: its names under the keys of the data form, its clause, and where the page has it, None where the table does not price it."""

    names: Mapping[str, str]
    clause: str
    source: str | None


def worded(pattern: str, rules: RuleSet, language: str) -> Worded:
    """A pattern in a table's words: found once and remembered, as options change none of them."""
    known = rules.worded.get((pattern, language))
    if known is None:
        where = source(pattern, rules, language) if pattern in rules.prices else None
        known = rules.worded[pattern, language] = Worded(pattern_names(pattern, language, rules), clause(pattern, rules, language), where)
    return known


def clause(pattern: str, rules: RuleSet, language: str = "en") -> str:
    """What a pattern asks for and, where the table prices it, how this table reads it and what it stands in for."""
    gap = " " if language == "en" else ""
    return gap.join([texts("clauses")[pattern][language], *_of_this_table(pattern, rules, language)])


def _of_this_table(pattern: str, rules: RuleSet, language: str) -> Iterator[str]:
    if pattern not in rules.prices:
        return
    for reading in READ_BY.get(pattern, ()):
        yield texts("readings")[f"{reading}.{word(getattr(rules.readings, reading))}"][language]
    if pattern in rules.responsible:
        yield texts("readings")[f"liability.{rules.readings.liability}"][language]
    combining, price = texts("combining"), rules.prices[pattern]
    if price.fan is None:
        yield combining["limit"][language]
    replaced = _replaced(pattern, rules, language)
    if replaced == "*":
        yield combining["nothing_else"][language]
    elif replaced:
        yield combining["in_place_of"][language].format(names=replaced)
    for other, fan in price.beside.items():
        yield combining["beside"][language].format(name=pattern_name(other, language, rules), fan=fan)
    if price.group in rules.one_of:
        yield combining["one_of"][language]
        if price.group in rules.only_when_dearer:
            yield combining["only_when_dearer"][language]
        elif replaced not in ("", "*"):
            yield combining["always"][language]
    if pattern in rules.notes:
        yield rules.notes[pattern][language]


def _replaced(pattern: str, rules: RuleSet, language: str) -> str:
    """What a pattern stands in for: names, a whole group by its own; `*` for all others."""
    gone = rules.excludes.get(pattern, {})
    own_group = rules.prices[pattern].group
    others = {name for name, price in rules.prices.items() if name != pattern and not (price.group == own_group and own_group in rules.one_of)}
    if others and others <= set(gone):
        return "*"
    combining, told = texts("combining"), []
    for group in dict.fromkeys(price.group for price in rules.prices.values()):
        members = [name for name, price in rules.prices.items() if price.group == group]
        named = [name for name in members if name in gone]
        if len(named) == len(members) > 1 and f"group_{group}" in combining:
            told.append(combining[f"group_{group}"][language])
            continue
        for name in named:
            called = pattern_name(name, language, rules)
            told.append(called if gone[name] is None else combining["one_award"][language].format(name=called))
    return (", " if language == "en" else "、").join(told)


def points_text(fan: int, points: int, language: str) -> str:
    """What a total of Fan is worth, in words."""
    return texts("paying")["point" if points == 1 else "points"][language].format(fan=fan, points=points)


def paying(fan: int, context: WinContext, rules: RuleSet, language: str) -> list[dict[str, str]]:
    """How a total of `fan`, after the cap, is paid: clauses with the page and row that they come from."""
    said, share, by = texts("paying"), rules.share, context.by
    points, own = rules.points(fan), share.discarder
    told = [(points_text(fan, points, language), rules.curve.row)]
    if fan > MOST_PAID_FAN or rules.limit is None:
        told.append((said["most_paid"][language].format(most=MOST_PAID_FAN), ""))
    if isinstance(by, SelfDraw):
        total, row = share.self_draw_total, share.self_draw_row
        times = rules.self_draw_multiple if total is None else total
        told.append((said["self_draw" if total is None else "self_draw_total"][language].format(times=times), row))
        if total is not None:
            told.append((said[f"odd_{share.odd_point}"][language], row))
        if rules.extra_bases:
            told.append((said["extra"][language].format(extra=rules.extra_bases * rules.base), ""))
    elif isinstance(by, RobbedKong) and share.robbed is not None:
        told.append((said["robbed_own"][language].format(own=share.robbed), share.robbed_row))
    else:
        told.append((said["discard" if share.other else "discard_alone"][language].format(own=own, other=share.other), share.row))
        if isinstance(by, RobbedKong):
            told.append((said["robbed"][language], share.robbed_row))
    if context.responsible is not None:
        told.append((said["responsible"][language], rules.responsible_row))
    return [{"clause": text, "source": row_or_preset(row, rules, language)} for text, row in told]


def row_or_preset(row: str, rules: RuleSet, language: str) -> str:
    """The page and one of its rows; of an empty `row`, that the page leaves this to the table."""
    if row == OWN:
        return texts("sources")["own"][language]
    return texts("sources")["row"][language].format(source=rules.source, row=row) if row else texts("paying")["preset"][language].format(source=rules.source)
