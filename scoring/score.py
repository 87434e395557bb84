"""The dearest shape of a hand -> a Score whose lines add up to its total."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from .admission import admit
from .context import WinContext
from .errors import ContextError, NotCompleteError
from .hand import Hand
from .patterns import PATTERNS, Hit, Miss, Win, judge
from .rulesets import RuleSet
from .shapes import Shape, winning_shapes
from .tiles import Tile


@dataclass(frozen=True, slots=True)
class FanLine:
    """One award: the pattern, its Fan and the tiles that earn it."""

    pattern: str
    fan: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class NotCounted:
    """A pattern that earns nothing here. `because` keys a sentence, `tiles` are the offenders, `by` the pattern that stands above it."""

    pattern: str
    because: str
    tiles: tuple[Tile, ...]
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth at one table, `fan` after the cap and `raw` before it.

    Below the minimum it is still a Score, with `payable` false: the player wants to see why. `claimed`: the
    winning tile came from another player. `matched` names every pattern
    found, counted or not; `others` are the groupings passed over, dearest first, with what they come to.
    """

    shape: Shape
    lines: tuple[FanLine, ...]
    not_counted: tuple[NotCounted, ...]
    matched: frozenset[str]
    raw: int
    fan: int
    payable: bool
    claimed: bool
    others: tuple[tuple[Shape, int], ...] = ()


def score(hand: Hand, context: WinContext, rules: RuleSet) -> Score:
    """Weigh every shape and keep the dearest; ties go to the first in the order of the shapes and of the file.

    Raises the Refusal that applies first: what `admit` refuses, then ContextError for somebody held responsible for a hand
    that is not theirs to pay, NotCompleteError where there is no shape.
    """
    admit(hand, context, rules)
    shapes = winning_shapes(hand, rules.forms)
    if not shapes:
        shown = " ".join(tile.code for tile in hand.held)
        forms = ", ".join(form.value for form in rules.forms)
        raise NotCompleteError(f"{shown} with {len(hand.melds)} melds parts into no hand, expected one of: {forms}")
    weighed = [_weighed(hand, context, shape, rules) for shape in shapes]
    best = max(weighed, key=lambda found: found.raw)
    if context.responsible is not None and not best.matched & rules.responsible:
        named = ", ".join(sorted(rules.responsible))
        raise ContextError(f"responsible {context.responsible.value}, expected one of these hands: {named}", "responsible_for_other_hand")
    rest = sorted((found for found in weighed if found is not best), key=lambda found: -found.raw)
    return Score(
        best.shape, best.lines, best.not_counted, best.matched, best.raw, rules.capped(best.raw), best.raw >= rules.minimum, context.claimed,
        tuple((found.shape, found.raw) for found in rest),
    )  # fmt: skip


def _weighed(hand: Hand, context: WinContext, shape: Shape, rules: RuleSet) -> Score:
    win: Win[Any] = Win(hand, context, shape, rules.readings)
    verdicts = {name: judge(found, win) for name, found in PATTERNS.items()}
    hits = {name: verdict for name, verdict in verdicts.items() if isinstance(verdict, Hit)}
    counted = max((_counted(hits, chosen, rules) for chosen in _choices(hits, rules)), key=lambda found: sum(line.fan for line in found[0]))
    lines, passed_over = counted
    missed = tuple(_missed(name, verdicts[name], rules) for name in rules.prices if isinstance(verdicts[name], Miss) and rules.plays(name))
    # A pattern of another table that this hand shows is worth a word; what it misses of another table is not.
    foreign = tuple(
        NotCounted(name, "option_off" if name in rules.prices else "not_played", hit.awards[0])
        for name, hit in hits.items()
        if not rules.plays(name) and PATTERNS[name].everywhere
    )
    raw = sum(line.fan for line in lines)
    return Score(shape, lines, passed_over + missed + foreign, frozenset(hits), raw, rules.capped(raw), raw >= rules.minimum, context.claimed)


def _missed(name: str, verdict: Hit | Miss, rules: RuleSet) -> NotCounted:
    assert isinstance(verdict, Miss)
    return NotCounted(name, verdict.because, verdict.tiles)


def _choices(hits: Mapping[str, Hit], rules: RuleSet) -> Iterator[frozenset[str]]:
    """Every way to keep one hit of each group that counts but one award."""
    groups = [[name for name in rules.prices if name in hits and rules.plays(name) and rules.prices[name].group == group] for group in sorted(rules.one_of)]
    for kept in product(*(names for names in groups if names)):
        dropped = {name for names in groups for name in names} - set(kept)
        yield frozenset(name for name in rules.prices if name in hits and rules.plays(name) and name not in dropped)


def _counted(hits: Mapping[str, Hit], chosen: frozenset[str], rules: RuleSet) -> tuple[tuple[FanLine, ...], tuple[NotCounted, ...]]:
    """Lines in the file's order, and the hits that something else stands above.

    A hit excludes what its entry names even where it is itself excluded: seven pairs replaced by all honours are still seven
    pairs. A hit dropped from its group excludes nothing.
    """
    above: dict[str, tuple[str, int | None]] = {}
    for superior in rules.prices:
        if superior in chosen:
            for exclusion in rules.excludes.get(superior, ()):
                held = above.get(exclusion.pattern)
                if held is None or (held[1] is not None and exclusion.most is None):
                    above[exclusion.pattern] = (superior, exclusion.most)
    if rules.fallback is not None and rules.fallback in chosen:
        chosen = chosen - {rules.fallback}
    standing = {name for name in chosen if name not in above or above[name][1] is not None}
    lines: list[FanLine] = []
    passed_over: list[NotCounted] = []
    for name in rules.prices:
        if name not in hits or not rules.plays(name) or name == rules.fallback:
            continue
        awards = hits[name].awards
        if name not in chosen:
            rival = next(other for other in rules.prices if other in chosen and rules.prices[other].group == rules.prices[name].group)
            passed_over.append(NotCounted(name, "one_of_group", awards[0], rival))
            continue
        superior, most = above.get(name, ("", 0))
        dropped = len(awards) if most is None else min(most, len(awards))
        passed_over += [NotCounted(name, "included", tiles, superior) for tiles in awards[:dropped]]
        fan = next((lesser for other, lesser in rules.prices[name].beside.items() if other in standing), rules.fan_of(name))
        lines += [FanLine(name, fan, tiles) for tiles in awards[dropped:]]
    if not lines and rules.fallback is not None and rules.fallback in hits:
        lines.append(FanLine(rules.fallback, rules.fan_of(rules.fallback), hits[rules.fallback].awards[0]))
    return tuple(lines), tuple(passed_over)
