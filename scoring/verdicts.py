"""Which priced patterns a win shows, and how often: each settled once for what it looks at, and remembered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from .patterns import PATTERNS, Hit, Pattern, Win, judge
from .patterns.views import View

Hits = int
"""How often each priced pattern is earned: three bits a pattern, the first of the file lowest. Seven is more than anything is earned."""

_BITS = 3
_MOST_REMEMBERED = 1 << 16


class Verdicts:
    """The memory of one table, whose prices say which patterns matter. Wins of another table, read differently, are not for it."""

    def __init__(self, prices: Mapping[str, object]) -> None:
        self._prices = prices

    @cached_property
    def _views(self) -> tuple[tuple[int, dict[object, Hits], View, tuple[tuple[int, Pattern], ...]], ...]:
        """The marks looked at, what was found for some, the view itself and the patterns that look, each with the place of its bits."""
        by_view: dict[View, list[tuple[int, Pattern]]] = {}
        for at, name in enumerate(self._prices):
            by_view.setdefault(PATTERNS[name].sees, []).append((_BITS * at, PATTERNS[name]))
        return tuple((view.marks, {}, view, tuple(patterns)) for view, patterns in by_view.items())

    def hits(self, win: Win[Any]) -> Hits:
        """Every priced pattern that the win shows."""
        marks = win.marks
        found = 0
        for looked_at, known, view, patterns in self._views:
            seen = marks & looked_at
            hits = known.get(seen)
            found |= _looked_into(win, seen, known, view, patterns) if hits is None else hits
        return found

    def times(self, hits: Hits) -> dict[str, int]:
        """The patterns of some hits, in the file's order, and how often each is earned."""
        digits = reversed(f"{hits:o}")  # an octal digit is three bits
        return {name: int(times) for name, times in zip(self._prices, digits, strict=False) if times != "0"}


def _looked_into(win: Win[Any], seen: int, known: dict[object, Hits], view: View, patterns: tuple[tuple[int, Pattern], ...]) -> Hits:
    """What is found by those who look, remembered for next time."""
    more = None if view.more is None else view.more(win)
    key: object = seen if more is None else (seen, more)
    hits = known.get(key)
    if hits is None:
        if len(known) >= _MOST_REMEMBERED:
            known.clear()
        hits = 0
        for place, pattern in patterns:
            verdict = judge(pattern, win)
            if isinstance(verdict, Hit):
                hits |= len(verdict.awards) << place
        known[key] = hits
    return hits
