"""Which priced patterns a win shows, and how often: each settled once for what it looks at, and remembered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from .patterns import PATTERNS, Hit, Pattern, Win, judge
from .patterns.views import View

Hits = tuple[tuple[str, int], ...]
"""Pattern ids, each with how many times it is earned."""

_MOST_REMEMBERED = 1 << 16


class Verdicts:
    """The memory of one table, whose prices say which patterns matter. Wins of another table, read differently, are not for it."""

    def __init__(self, prices: Mapping[str, object]) -> None:
        self._prices = prices

    @cached_property
    def _views(self) -> tuple[tuple[int, Callable[[Win[Any]], object] | None, tuple[Pattern, ...], dict[object, Hits]], ...]:
        """What is looked at, by which patterns, and what was found."""
        by_view: dict[View, list[Pattern]] = {}
        for name in self._prices:
            by_view.setdefault(PATTERNS[name].sees, []).append(PATTERNS[name])
        return tuple((view.marks, view.more, tuple(patterns), {}) for view, patterns in by_view.items())

    def hits(self, win: Win[Any]) -> Hits:
        """Every priced pattern that the win shows."""
        marks = win.shape.marks
        found: Hits = ()
        for looked_at, more, patterns, known in self._views:
            seen = marks & looked_at if more is None else (marks & looked_at, more(win))
            hits = known.get(seen)
            if hits is None:
                if len(known) >= _MOST_REMEMBERED:
                    known.clear()
                hits = known[seen] = _judged(patterns, win)
            found += hits
        return found


def _judged(patterns: tuple[Pattern, ...], win: Win[Any]) -> Hits:
    verdicts = [(found.name, judge(found, win)) for found in patterns]
    return tuple((name, len(verdict.awards)) for name, verdict in verdicts if isinstance(verdict, Hit))
