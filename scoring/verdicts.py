"""Which priced patterns a win shows, and how often: each settled once for what it looks at, and remembered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from .patterns import PATTERNS, Hit, Pattern, Win, judge

Hits = int
"""How often each priced pattern is earned: a byte a pattern, the first of the file lowest."""

HIT_BITS = 8
_MOST_REMEMBERED = 1 << 16


class Verdicts:
    """The memory of one table, whose prices say which patterns matter. Wins of another table, read differently, are not for it."""

    def __init__(self, prices: Mapping[str, object]) -> None:
        self._prices = prices

    @cached_property
    def _views(self) -> tuple[tuple[int, dict[int, Hits], tuple[tuple[int, Pattern], ...]], ...]:
        """For each view the marks looked at, what was found for some, and the patterns that look, each with the place of its bits."""
        by_view: dict[int, list[tuple[int, Pattern]]] = {}
        for at, name in enumerate(self._prices):
            by_view.setdefault(PATTERNS[name].sees.marks, []).append((HIT_BITS * at, PATTERNS[name]))
        return tuple([(marks, {}, tuple(patterns)) for marks, patterns in by_view.items()])

    def hits(self, win: Win[Any]) -> Hits:
        """Every priced pattern that the win shows."""
        marks = win.marks
        found = 0
        for looked_at, known, patterns in self._views:
            try:
                found |= known[marks & looked_at]
            except KeyError:
                hits = known[marks & looked_at] = _looked_into(win, patterns)
                found |= hits
        return found

    def times(self, hits: Hits) -> dict[str, int]:
        """The patterns of some hits, in the file's order, and how often each is earned."""
        earned = hits.to_bytes(len(self._prices), "little")
        return {name: times for name, times in zip(self._prices, earned, strict=True) if times}


def _looked_into(win: Win[Any], patterns: tuple[tuple[int, Pattern], ...]) -> Hits:
    hits = 0
    for place, pattern in patterns:
        verdict = judge(pattern, win)
        if isinstance(verdict, Hit):
            hits |= len(verdict.awards) << place
    return hits
