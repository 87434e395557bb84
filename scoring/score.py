"""The dearest shape of a hand -> a Score whose lines add up to its total."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from .admission import admit
from .context import WinContext
from .counting import Counting, FanLine
from .errors import NotCompleteError
from .hand import Hand
from .liability import admit_responsible
from .patterns import PATTERNS, Hit, Miss, Pattern, Win, judge
from .readings import READ_BY
from .rulesets import RuleSet
from .shapes import Shape, winning_shapes
from .tiles import Tile


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

    Below the minimum it is still a Score, with `payable` false: the player wants to see why. `others` are the groupings passed
    over, dearest first, with what they come to.
    """

    lines: tuple[FanLine, ...]
    raw: int
    fan: int
    payable: bool
    win: Win[Any]
    rules: RuleSet
    others: tuple[tuple[Shape, int], ...]

    @property
    def shape(self) -> Shape:
        """The grouping that comes to most."""
        shape: Shape = self.win.shape
        return shape

    @property
    def claimed(self) -> bool:
        """The winning tile came from another player."""
        return self.win.context.claimed

    def tiles_of(self, line: FanLine) -> tuple[Tile, ...]:
        """The tiles that earn one of the lines: looked up when asked, as most callers want the total alone."""
        return _awards(line.pattern, self.win)[line.award]

    @property
    def not_counted(self) -> tuple[NotCounted, ...]:
        """What earns nothing here and why: looked into when asked."""
        return _not_counted(self.win, self.rules)


def score(hand: Hand, context: WinContext, rules: RuleSet) -> Score:
    """Weigh every shape and keep the dearest; ties go to the first in the order of the shapes and of the file.

    Raises the Refusal that applies first: what `admit` refuses, NotCompleteError where there is no shape, then ContextError for
    somebody held responsible for a hand that is not theirs to pay.
    """
    admit(hand, context, rules)
    shapes = winning_shapes(hand, rules.forms)
    if not shapes:
        shown = " ".join(tile.code for tile in hand.held)
        forms = ", ".join(form.value for form in rules.forms)
        raise NotCompleteError(f"{shown} with {len(hand.melds)} melds parts into no hand, expected one of: {forms}")
    ranked = []
    for shape in shapes:
        win = Win(hand, context, shape, rules.readings)
        ranked.append((win, rules.countings[rules.verdicts.hits(win)]))
    if len(ranked) > 1:
        ranked.sort(key=lambda entry: -entry[1].raw)
    win, best = ranked[0]
    if context.responsible is not None:
        admit_responsible(win, _liable(win, best, rules), rules)
    others = tuple([(other.shape, counting.raw) for other, counting in ranked[1:]]) if len(ranked) > 1 else ()
    return Score(best.lines, best.raw, best.fan, best.raw >= rules.minimum, win, rules, others)


def _liable(win: Win[Any], best: Counting, rules: RuleSet) -> set[str]:
    """The patterns that somebody may be responsible for: those that the tiles show, or as the table reads it those that count."""
    return set(rules.verdicts.times(rules.verdicts.hits(win))) if rules.readings.liability == "shown" else {line.pattern for line in best.lines}


def _awards(pattern: str, win: Win[Any]) -> tuple[tuple[Tile, ...], ...]:
    verdict = judge(PATTERNS[pattern], win)
    assert isinstance(verdict, Hit), f"{pattern} was found, and is not there"
    return verdict.awards


@lru_cache(maxsize=64)
def _said_before(hand: Hand, context: WinContext, shape: Shape) -> dict[tuple[object, ...], Hit | Miss]:
    """What patterns said of a win, by name and the readings that sway them: a comparison asks for one table after another."""
    return {}


def _not_counted(win: Win[Any], rules: RuleSet) -> tuple[NotCounted, ...]:
    """What something else stands above, then what the table prices and the hand lacks, then what only other tables play."""
    said = _said_before(win.hand, win.context, win.shape)

    def verdict_of(pattern: Pattern) -> Hit | Miss:
        asked = (pattern.name, *[getattr(win.readings, reading) for reading in READ_BY.get(pattern.name, ())])
        if asked not in said:
            said[asked] = judge(pattern, win)
        return said[asked]

    hits = rules.verdicts.hits(win)
    passed_over = rules.countings.passed_over(hits)
    found = [NotCounted(entry.pattern, entry.because, _awards(entry.pattern, win)[entry.award], entry.by) for entry in passed_over]
    shown = rules.verdicts.times(hits)
    for name in rules.prices:
        if name not in shown and rules.plays(name):
            verdict = verdict_of(PATTERNS[name])
            assert isinstance(verdict, Miss), f"{name} is there, and was not found"
            found.append(NotCounted(name, verdict.because, verdict.tiles, None, verdict.lacks))
    # A pattern of another table that this hand shows is worth a word; what it misses of another table is not.
    for name, pattern in PATTERNS.items():
        if pattern.everywhere and not rules.plays(name):
            verdict = verdict_of(pattern)
            if isinstance(verdict, Hit):
                found.append(NotCounted(name, "option_off" if name in rules.prices else "not_played", verdict.awards[0]))
    return tuple(found)
