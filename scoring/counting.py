"""Which patterns were found -> which are counted, for how much, and what stands above the others.

The tiles do not matter here, so what some hits once came to holds for every hand that shows the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from .verdicts import HIT_BITS, Hits

if TYPE_CHECKING:
    from .rulesets import RuleSet

_MOST_REMEMBERED = 1 << 16
_ALL_TIMES = (1 << HIT_BITS) - 1


class FanLine(NamedTuple):
    """One award: the pattern, its Fan, and which of the pattern's awards in this win it is."""

    pattern: str
    fan: int
    award: int


class PassedOver(NamedTuple):
    """One award that earns nothing: `because` keys a sentence, `by` is the pattern that stands above it."""

    pattern: str
    because: str
    award: int
    by: str | None


class Counting(NamedTuple):
    """What some hits come to: the lines in the file's order, their sum before and after the cap, and for each hit dropped from its group the one
    kept, None for none."""

    lines: tuple[FanLine, ...]
    raw: int
    fan: int
    dropped: Mapping[str, str | None]


class _Price(NamedTuple):
    """What a pattern earns at this table with its options settled, the bits of all that it excludes, and the bits that are its own in hits."""

    name: str
    lines: tuple[FanLine, ...]
    """A line for each time that it may be earned."""
    group: str
    beside: Mapping[str, int]
    excludes: Mapping[str, int | None]
    below: Hits
    bits: Hits


_Found = list[tuple[_Price, int]]
"""Hits by their prices, in the file's order, and how often each is earned."""

_Above = dict[str, tuple[str, int | None]]
"""Of each hit that is excluded, the hit that stands above it and how many awards that one excludes, None for all."""


class Countings(dict[Hits, Counting]):
    """The dearest way to count some hits at one table with its options settled: found when first asked for, and remembered."""

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, hits: Hits) -> Counting:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        counting = self[hits] = self._dearest(hits)
        return counting

    def passed_over(self, hits: Hits) -> list[PassedOver]:
        """The awards that do not count, in the file's order."""
        dropped = self[hits].dropped
        found = self._found(hits)
        above = _above(hits, found, dropped)
        told = []
        for price, earned in found:
            name = price.name
            if name == self._rules.fallback:
                continue
            if name in dropped:
                rival = dropped[name]
                told.append(PassedOver(name, "one_of_group", 0, rival) if rival else PassedOver(name, "worth_less", 0, None))
            elif name in above:
                superior, most = above[name]
                told += [PassedOver(name, "included", award, superior) for award in range(earned if most is None else min(most, earned))]
        return told

    @cached_property
    def _prices(self) -> tuple[_Price, ...]:
        """Of every priced pattern, in the order of the bits of hits."""
        rules = self._rules
        bits = {name: _ALL_TIMES << HIT_BITS * at for at, name in enumerate(rules.prices)}
        prices = []
        for name, price in rules.prices.items():
            excludes = dict(rules.excludes.get(name, {}))
            below = sum([bits[other] for other in excludes])
            prices.append(_Price(name, _lines(name, rules.fan_of(name)), price.group, dict(price.beside), excludes, below, bits[name]))
        return tuple(prices)

    @cached_property
    def _played(self) -> Hits:
        return sum([price.bits for price in self._prices if self._rules.plays(price.name)])

    @cached_property
    def _grouped(self) -> Hits:
        """The patterns of groups of which one award counts."""
        return sum([price.bits for price in self._prices if price.group in self._rules.one_of])

    def _found(self, hits: Hits) -> _Found:
        times = reversed(f"{hits & self._played:o}")  # an octal digit is three bits
        return [(price, int(earned)) for price, earned in zip(self._prices, times, strict=False) if earned != "0"]

    def _dearest(self, hits: Hits) -> Counting:
        """Of each group that counts but one award, every hit in turn is kept and the others dropped; all are where the group counts only when
        it is worth more."""
        found = self._found(hits)
        if not hits & self._grouped:
            return self._counted(hits, found, {})
        rules = self._rules
        rivals: dict[str, list[str]] = {}
        for price, _ in found:
            if price.group in rules.one_of:
                rivals.setdefault(price.group, []).append(price.name)
        choices: list[list[str | None]] = [[*names, *[None] * (group in rules.only_when_dearer)] for group, names in rivals.items()]
        countings = []
        for kept in product(*choices):
            dropped = {name: winner for winner, names in zip(kept, rivals.values(), strict=True) for name in names if name != winner}
            countings.append(self._counted(hits, found, dropped))
        return max(countings, key=lambda counting: counting.raw)

    def _counted(self, hits: Hits, found: _Found, dropped: Mapping[str, str | None]) -> Counting:
        """What counts of the hits, but for those dropped for another of their group, and what something else stands above.

        A hit excludes what its entry names even where it is itself excluded: seven pairs replaced by all honours are still seven
        pairs. A hit dropped from its group excludes nothing.
        """
        fallback = self._rules.fallback
        above = _above(hits, found, dropped)
        lines: list[FanLine] = []
        for (name, awards, _, beside, _, _, _), earned in found:
            if name in dropped or name == fallback:
                continue
            if beside:  # a pattern that counts as well may make it worth less
                awards = next((_lines(name, less) for other, less in beside.items() if _stands(other, found, dropped, above)), awards)
            if name not in above:
                lines += awards[:earned]
            elif (most := above[name][1]) is not None:
                lines += awards[most:earned]
        if not lines:
            lines = [price.lines[0] for price, _ in found if price.name == fallback]
        raw = sum([fan for _, fan, _ in lines])
        return Counting(tuple(lines), raw, self._rules.capped(raw), dropped)


def _lines(name: str, fan: int) -> tuple[FanLine, ...]:
    return tuple([FanLine(name, fan, award) for award in range(_ALL_TIMES)])


def _above(hits: Hits, found: _Found, dropped: Mapping[str, str | None]) -> _Above:
    """What of the hits is excluded, and by which: the first of the file that excludes it wholly, or else the first that does in part."""
    above: _Above = {}
    for superior, _ in found:
        if hits & superior.below and superior.name not in dropped:
            excludes = superior.excludes
            for name in [price.name for price, _ in found if price.bits & superior.below]:
                if name not in above or (above[name][1] is not None and excludes[name] is None):
                    above[name] = (superior.name, excludes[name])
    return above


def _stands(name: str, found: _Found, dropped: Mapping[str, str | None], above: _Above) -> bool:
    """Whether a pattern is among the hits, neither dropped nor wholly excluded."""
    return any(price.name == name for price, _ in found) and name not in dropped and (name not in above or above[name][1] is not None)
