"""The winning hands a tile or two away from one that does not win, or is too cheap: what may have been misread, or was nearly won."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.errors import Refusal
from scoring.explain import language_of, pattern_name
from scoring.nearest import nearest
from webapp import forms, language
from webapp.draft import Draft
from webapp.first_draft import guess_winning
from webapp.road import Road

MOST = 8
WAIT_S = 6.0


class SearchBusy(RuntimeError):
    """Another search is on and stayed so for WAIT_S."""


@dataclass(frozen=True, slots=True)
class Near:
    """`out` leaves and `into` comes, as face codes; `road` is the way on with the tiles changed. `wins` is false below the minimum."""

    out: tuple[str, ...]
    into: tuple[str, ...]
    total: int
    wins: bool
    lines: tuple[str, ...]
    road: Road


class Nearby:
    """Looks for hands nearby, one after another: each may take a processor for seconds."""

    def __init__(self) -> None:
        self._working = threading.BoundedSemaphore(1)

    def told(self, case: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The scorer's own answer, dearest first. Raises FormError, Refusal where the number of tiles is impossible, SearchBusy."""
        if not self._working.acquire(timeout=WAIT_S):
            raise SearchBusy
        try:
            return nearest(case, MOST)
        finally:
            self._working.release()

    def found(self, road: Road) -> tuple[Near, ...]:
        """Dearest first; empty where nothing is near, or where the number of tiles is wrong. Raises FormProblem, SearchBusy."""
        try:
            entries = self.told(forms.case_of(road))
        except Refusal:
            return ()
        tongue = language_of(language.current())
        return tuple(
            Near(
                out=tuple(entry["out"]),
                into=tuple(entry["in"]),
                total=entry["total"],
                wins=entry["ok"],
                lines=tuple(f"{pattern_name(name, tongue)} {fan}" for name, fan in entry["lines"]),
                road=road.with_draft(swapped(road.draft, entry["out"], entry["in"])),
            )
            for entry in entries
        )


def swapped(draft: Draft, out: list[str], into: list[str]) -> Draft:
    """The draft with tiles in hand named otherwise; the winning tile is the last of its kind to be changed, as the scorer has it."""
    draft = guess_winning(draft)
    for before, after in zip(out, into, strict=True):
        alike = sorted((placed.wins, position) for position, placed in draft.held if placed.face == before)
        draft = draft.put(alike[0][1], after)
    return draft
