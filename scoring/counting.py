"""Which patterns were found -> which are counted, for how much, and what stands above the others.

The tiles do not matter here, so what some hits once came to holds for every hand that shows the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

from .rulesets import RuleSet
from .verdicts import Hits

_MOST_REMEMBERED = 1 << 16


class Counted(NamedTuple):
    """One award that earns its Fan: `award` says which of the pattern's."""

    pattern: str
    fan: int
    award: int


class PassedOver(NamedTuple):
    """One award that does not: `because` keys a sentence, `by` is the pattern that stands above it."""

    pattern: str
    because: str
    award: int
    by: str


class Counting(NamedTuple):
    """What some hits come to, in the file's order."""

    counted: tuple[Counted, ...]
    passed_over: tuple[PassedOver, ...]
    raw: int


def counting(hits: Hits, rules: RuleSet) -> Counting:
    """The dearest way to count some hits under these rules."""
    known = rules.countings.get(hits)
    if known is None:
        if len(rules.countings) >= _MOST_REMEMBERED:
            rules.countings.clear()
        found = dict(hits)
        times = {name: found[name] for name in rules.prices if name in found and rules.plays(name)}
        known = max((_counted(times, chosen, rules) for chosen in _choices(times, rules)), key=lambda found: found.raw)
        rules.countings[hits] = known
    return known


def _choices(hits: Mapping[str, int], rules: RuleSet) -> Iterator[frozenset[str]]:
    """Every way to keep one hit of each group that counts but one award."""
    groups: dict[str, list[str]] = {}
    for name in hits:
        if rules.prices[name].group in rules.one_of:
            groups.setdefault(rules.prices[name].group, []).append(name)
    rivals = {name for names in groups.values() for name in names}
    for kept in product(*groups.values()):
        yield frozenset(hits) - (rivals - set(kept))


def _counted(hits: Mapping[str, int], chosen: frozenset[str], rules: RuleSet) -> Counting:
    """What counts of the chosen hits, which stand in the file's order, and what something else stands above.

    A hit excludes what its entry names even where it is itself excluded: seven pairs replaced by all honours are still seven
    pairs. A hit dropped from its group excludes nothing.
    """
    above: dict[str, tuple[str, int | None]] = {}
    for superior in hits:
        for exclusion in rules.excludes.get(superior, ()) if superior in chosen else ():
            held = above.get(exclusion.pattern)
            if held is None or (held[1] is not None and exclusion.most is None):
                above[exclusion.pattern] = (superior, exclusion.most)
    if rules.fallback is not None and rules.fallback in chosen:
        chosen = chosen - {rules.fallback}
    standing = {name for name in chosen if name not in above or above[name][1] is not None}
    counted: list[Counted] = []
    passed_over: list[PassedOver] = []
    for name, times in hits.items():
        if name == rules.fallback:
            continue
        if name not in chosen:
            rival = next(other for other in hits if other in chosen and rules.prices[other].group == rules.prices[name].group)
            passed_over.append(PassedOver(name, "one_of_group", 0, rival))
            continue
        superior, most = above.get(name, ("", 0))
        dropped = times if most is None else min(most, times)
        passed_over += [PassedOver(name, "included", award, superior) for award in range(dropped)]
        fan = next((lesser for other, lesser in rules.prices[name].beside.items() if other in standing), rules.fan_of(name))
        counted += [Counted(name, fan, award) for award in range(dropped, times)]
    if not counted and rules.fallback is not None and rules.fallback in hits:
        counted.append(Counted(rules.fallback, rules.fan_of(rules.fallback), 0))
    return Counting(tuple(counted), tuple(passed_over), sum(line.fan for line in counted))
