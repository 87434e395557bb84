"""The dearest shape of a hand -> a Score whose lines add up to its total."""

from __future__ import annotations

from typing import Any, NamedTuple

from .admission import admit
from .context import WinContext
from .counting import Counting, counting
from .errors import ContextError, NotCompleteError
from .hand import Hand
from .patterns import PATTERNS, Hit, Miss, Win, judge
from .rulesets import RuleSet
from .shapes import Shape, winning_shapes
from .tiles import Tile


class FanLine(NamedTuple):
    """One award: the pattern, its Fan, which of the pattern's awards in this win it is, and, looked up when asked, the tiles that earn it."""

    pattern: str
    fan: int
    award: int
    win: Win[Any]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that earn this award."""
        return _awards(self.pattern, self.win)[self.award]


class NotCounted(NamedTuple):
    """A pattern that earns nothing here. `because` keys a sentence.

    `tiles` are those that stand in the way, or of a pattern that is there those that earn it; `lacks` are those it would take;
    `by` is the pattern that stands above it.
    """

    pattern: str
    because: str
    tiles: tuple[Tile, ...]
    by: str | None = None
    lacks: tuple[Tile, ...] = ()


class Score(NamedTuple):
    """What a hand is worth at one table, `fan` after the cap and `raw` before it.

    Below the minimum it is still a Score, with `payable` false: the player wants to see why. `claimed`: the winning tile
    came from another player. `others` are the groupings passed over, dearest first, with what they come to.
    """

    shape: Shape
    lines: tuple[FanLine, ...]
    raw: int
    fan: int
    payable: bool
    claimed: bool
    others: tuple[tuple[Shape, int], ...]
    win: Win[Any]
    rules: RuleSet

    @property
    def not_counted(self) -> tuple[NotCounted, ...]:
        """What earns nothing here and why: looked into when asked, as most callers want the total alone."""
        return _not_counted(self.win, self.rules)


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
    wins = [Win(hand, context, shape, rules.readings) for shape in shapes]
    found = [counting(rules.verdicts.hits(win), rules) for win in wins]
    dearest_first = sorted(range(len(wins)), key=lambda at: -found[at].raw) if len(wins) > 1 else [0]
    win, best = wins[dearest_first[0]], found[dearest_first[0]]
    if context.responsible is not None and not rules.responsible & _liable(win, best, rules):
        named = ", ".join(sorted(rules.responsible))
        raise ContextError(f"responsible {context.responsible.value}, expected one of these hands: {named}", "responsible_for_other_hand")
    lines = tuple([FanLine(pattern, fan, award, win) for pattern, fan, award in best.counted])
    others = tuple([(shapes[at], found[at].raw) for at in dearest_first[1:]])
    return Score(win.shape, lines, best.raw, rules.capped(best.raw), best.raw >= rules.minimum, context.claimed, others, win, rules)


def _liable(win: Win[Any], best: Counting, rules: RuleSet) -> set[str]:
    """The patterns that somebody may be responsible for: those that the tiles show, or as the table reads it those that count."""
    return set(rules.verdicts.times(rules.verdicts.hits(win))) if rules.readings.liability == "shown" else {line.pattern for line in best.counted}


def _awards(pattern: str, win: Win[Any]) -> tuple[tuple[Tile, ...], ...]:
    verdict = judge(PATTERNS[pattern], win)
    assert isinstance(verdict, Hit), f"{pattern} was found, and is not there"
    return verdict.awards


def _not_counted(win: Win[Any], rules: RuleSet) -> tuple[NotCounted, ...]:
    """What something else stands above, then what the table prices and the hand lacks, then what only other tables play."""
    hits = rules.verdicts.hits(win)
    passed_over = counting(hits, rules).passed_over
    found = [NotCounted(entry.pattern, entry.because, _awards(entry.pattern, win)[entry.award], entry.by) for entry in passed_over]
    shown = rules.verdicts.times(hits)
    for name in rules.prices:
        if name not in shown and rules.plays(name):
            verdict = judge(PATTERNS[name], win)
            assert isinstance(verdict, Miss), f"{name} is there, and was not found"
            found.append(NotCounted(name, verdict.because, verdict.tiles, None, verdict.lacks))
    # A pattern of another table that this hand shows is worth a word; what it misses of another table is not.
    for name, pattern in PATTERNS.items():
        if pattern.everywhere and not rules.plays(name):
            verdict = judge(pattern, win)
            if isinstance(verdict, Hit):
                found.append(NotCounted(name, "option_off" if name in rules.prices else "not_played", verdict.awards[0]))
    return tuple(found)
