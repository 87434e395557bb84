"""Which patterns were found -> which are counted, for how much, and what stands above the others.

The tiles do not matter here, so what some hits once came to holds for every hand that shows the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import compress, product
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from .verdicts import HIT_BITS, Hits

if TYPE_CHECKING:
    from .rulesets import RuleSet

_MOST_REMEMBERED = 1 << 16
_ALL_TIMES = (1 << HIT_BITS) - 1
_MOST_AWARDS = 7  # more than anything is earned


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
    """What a pattern earns at this table with its options settled, and what it excludes. Bits are those of hits."""

    name: str
    lines: tuple[FanLine, ...]
    """A line for each time that it may be earned."""
    group: str
    rivals: bool
    """Its group counts but one award."""
    beside: Mapping[str, int]
    bits: Hits
    below: Hits
    """The bits of all that it wholly excludes."""
    partly: Mapping[str, int]
    """Of what it excludes in part, how many awards."""


_Found = list[tuple[_Price, int]]
"""Hits by their prices, in the file's order, and how often each is earned."""


class Countings(dict[Hits, Counting]):
    """The dearest way to count some hits at one table with its options settled: found when first asked for, and remembered."""

    def __init__(self, rules: RuleSet) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, hits: Hits) -> Counting:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        counting = self[hits] = self._dearest(self._found(hits))
        return counting

    def passed_over(self, hits: Hits) -> list[PassedOver]:
        """The awards that do not count, in the file's order."""
        lines, _, _, dropped = self[hits]
        counted = {(line.pattern, line.award) for line in lines}
        found = self._found(hits)
        kept = [price for price, _ in found if price.name not in dropped]
        told = []
        for price, earned in found:
            name = price.name
            if name == self._rules.fallback:
                continue
            if name in dropped:
                rival = dropped[name]
                told.append(PassedOver(name, "one_of_group", 0, rival) if rival else PassedOver(name, "worth_less", 0, None))
            else:
                gone = [award for award in range(earned) if (name, award) not in counted]
                told += [PassedOver(name, "included", award, _superior(price, kept, counted)) for award in gone]
        return told

    @cached_property
    def _prices(self) -> tuple[_Price, ...]:
        """Of every priced pattern, in the order of the bits of hits."""
        rules = self._rules
        bits = {name: _ALL_TIMES << HIT_BITS * at for at, name in enumerate(rules.prices)}
        prices = []
        for name, price in rules.prices.items():
            excludes = rules.excludes.get(name, {})
            below = sum([bits[other] for other, most in excludes.items() if most is None])
            partly = {other: most for other, most in excludes.items() if most is not None}
            prices.append(
                _Price(name, _lines(name, rules.fan_of(name)), price.group, price.group in rules.one_of, dict(price.beside), bits[name], below, partly)
            )
        return tuple(prices)

    @cached_property
    def _fallback(self) -> Hits:
        """The bits of what counts where nothing else does."""
        return sum([price.bits for price in self._prices if price.name == self._rules.fallback])

    @cached_property
    def _played(self) -> Hits:
        return sum([price.bits for price in self._prices if self._rules.plays(price.name)])

    def _found(self, hits: Hits) -> _Found:
        times = (hits & self._played).to_bytes(len(self._prices), "little")  # a byte a pattern
        return list(compress(zip(self._prices, times, strict=True), times))

    def _dearest(self, found: _Found) -> Counting:
        """Of each group that counts but one award, every hit in turn is kept and the others dropped; all are where the group counts only when
        it is worth more."""
        rivals: dict[str, list[str]] = {}
        for price, _ in found:
            if price.rivals:
                rivals.setdefault(price.group, []).append(price.name)
        choices: list[list[str | None]] = [[*names, *[None] * (group in self._rules.only_when_dearer)] for group, names in rivals.items()]
        if all(len(names) == 1 for names in choices):
            return self._counted(found, {})
        countings = []
        for kept in product(*choices):
            dropped = {name: winner for winner, names in zip(kept, rivals.values(), strict=True) for name in names if name != winner}
            countings.append(self._counted(found, dropped))
        return max(countings, key=_raw)

    def _counted(self, found: _Found, dropped: Mapping[str, str | None]) -> Counting:
        """What counts of the hits, but for those dropped for another of their group, and what something else stands above.

        A hit excludes what its entry names even where it is itself excluded: seven pairs replaced by all honours are still seven
        pairs. A hit dropped from its group excludes nothing.
        """
        if dropped:
            found = [(price, earned) for price, earned in found if price.name not in dropped]
        below = self._fallback
        partly: dict[str, int] = {}
        for price, _ in found:
            below |= price.below
            if price.partly:  # the first of the file that excludes some awards says how many
                partly = {**price.partly, **partly}
        lines: list[FanLine] = []
        for price, earned in found:
            if price.bits & below:
                continue
            awards = price.lines
            if price.beside:  # a pattern that counts as well may make it worth less
                standing = [other.name for other, _ in found if not other.bits & below]
                awards = next((_lines(price.name, less) for other, less in price.beside.items() if other in standing), awards)
            lines += awards[partly.get(price.name, 0) : earned]
        if not lines:
            lines = [price.lines[0] for price, _ in found if price.bits == self._fallback]
        raw = sum([fan for _, fan, _ in lines])
        return Counting(tuple(lines), raw, self._rules.capped(raw), dropped)


_raw = attrgetter("raw")


def _lines(name: str, fan: int) -> tuple[FanLine, ...]:
    return tuple([FanLine(name, fan, award) for award in range(_MOST_AWARDS)])


def _superior(price: _Price, kept: list[_Price], counted: set[tuple[str, int]]) -> str:
    """What stands above a pattern: the first of the file that excludes it wholly, one that is itself counted before others; or else the first
    that does in part."""
    wholly = [other.name for other in kept if other.below & price.bits]
    if wholly:
        return next((name for name in wholly if (name, 0) in counted), wholly[0])
    return next(other.name for other in kept if price.name in other.partly)
