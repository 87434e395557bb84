"""Which patterns were found -> which are counted, for how much, and what stands above the others.

The tiles do not matter here, so what some hits once came to holds for every hand that shows the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    by: str | None


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
        times = {name: count for name, count in rules.verdicts.times(hits).items() if rules.plays(name)}
        known = rules.countings[hits] = _dearest(times, rules)
    return known


def _dearest(times: Mapping[str, int], rules: RuleSet) -> Counting:
    """Hits stand in the file's order. Of each group that counts but one award, every hit in turn is kept and the others dropped; all are
    where the group counts only when it is worth more."""
    rivals: dict[str, list[str]] = {}
    for name in times:
        group = rules.prices[name].group
        if group in rules.one_of:
            rivals.setdefault(group, []).append(name)
    choices: list[list[str | None]] = [[*names, *[None] * (group in rules.only_when_dearer)] for group, names in rivals.items()]
    if all([len(names) == 1 for names in choices]):
        return _counted(times, {}, rules)
    countings = []
    for kept in product(*choices):
        dropped = {name: winner for winner, names in zip(kept, rivals.values(), strict=True) for name in names if name != winner}
        countings.append(_counted(times, dropped, rules))
    return max(countings, key=lambda found: found.raw)


def _counted(times: Mapping[str, int], dropped: Mapping[str, str | None], rules: RuleSet) -> Counting:
    """What counts of the hits, but for those dropped for another of their group, and what something else stands above.

    A hit excludes what its entry names even where it is itself excluded: seven pairs replaced by all honours are still seven
    pairs. A hit dropped from its group excludes nothing.
    """
    above = _above(times, dropped, rules)
    counted: list[Counted] = []
    passed_over: list[PassedOver] = []
    raw = 0
    for name, earned in times.items():
        if name == rules.fallback:
            continue
        if name in dropped:
            rival = dropped[name]
            passed_over.append(PassedOver(name, "one_of_group", 0, rival) if rival else PassedOver(name, "worth_less", 0, None))
            continue
        excluded = 0
        if name in above:
            superior, most = above[name]
            excluded = earned if most is None else min(most, earned)
            passed_over += [PassedOver(name, "included", award, superior) for award in range(excluded)]
        if excluded < earned:
            fan, beside = rules.fan_of(name), rules.prices[name].beside
            if beside:  # a pattern that counts as well may make it worth less
                less = (beside[other] for other in beside if other in times and other not in dropped and (other not in above or above[other][1] is not None))
                fan = next(less, fan)
            for award in range(excluded, earned):
                counted.append(Counted(name, fan, award))
                raw += fan
    if not counted and rules.fallback is not None and rules.fallback in times:
        raw = rules.fan_of(rules.fallback)
        counted.append(Counted(rules.fallback, raw, 0))
    return Counting(tuple(counted), tuple(passed_over), raw)


def _above(times: Mapping[str, int], dropped: Mapping[str, str | None], rules: RuleSet) -> dict[str, tuple[str, int | None]]:
    """Of each hit that is excluded, the hit that stands above it and how many awards that one excludes, None for all."""
    above: dict[str, tuple[str, int | None]] = {}
    excludes = rules.excludes
    for superior in times:
        excluded = excludes.get(superior)
        if excluded is not None and superior not in dropped:
            for name in times:
                if name in excluded and (name not in above or (above[name][1] is not None and excluded[name] is None)):
                    above[name] = (superior, excluded[name])
    return above
