"""The scorer's answer, arranged for the result page. Nothing is added up here: every number and reason is the scorer's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.cases import answer
from webapp import language


@dataclass(frozen=True, slots=True)
class Scored:
    """`refusal` is empty, or the code with its `message` for a player and its finer `reason`. The rest is as the scorer's JSON has it."""

    case: Mapping[str, Any]
    refusal: str
    message: str
    reason: str
    total: int
    before_cap: int
    lines: tuple[Mapping[str, Any], ...]
    not_counted: tuple[Mapping[str, Any], ...]
    payments: tuple[Mapping[str, Any], ...]
    payouts: Mapping[str, int]
    grouping: tuple[Mapping[str, Any], ...]
    other_groupings: tuple[Mapping[str, Any], ...]
    paying: tuple[Mapping[str, Any], ...]


def scored(case: Mapping[str, Any]) -> Scored:
    """Ask the scorer. Raises FormError for a case that is no case, which would be this page's own fault."""
    return arranged(case, answer(case, language.current()))


def arranged(case: Mapping[str, Any], told: Mapping[str, Any]) -> Scored:
    """An answer of the scorer's, today's or one that was kept."""
    return Scored(
        case=case,
        refusal="" if told["ok"] else told["error"],
        message=told.get("message", ""),
        reason=told.get("reason") or "",
        total=told.get("total", 0),
        before_cap=told.get("total_before_cap", 0),
        lines=tuple(told.get("reasons", ())),
        not_counted=tuple(told.get("not_counted", ())),
        payments=tuple(told.get("payments", ())),
        payouts=told.get("payouts") or {},
        grouping=tuple(told.get("grouping", ())),
        other_groupings=tuple(told.get("other_groupings", ())),
        paying=tuple(told.get("paying", ())),
    )
