"""Fixtures of the scoring tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from scoring_cases import all_cases


@pytest.fixture(scope="session")
def cases_by_ruleset() -> dict[str, list[Mapping[str, Any]]]:
    """The case tables, by rule set, without those of a table's own lines: they ask for the shipped file, whatever rules are judged."""
    grouped: dict[str, list[Mapping[str, Any]]] = {}
    for case in all_cases():
        if "house" in case:
            continue
        grouped.setdefault(case["ruleset"], []).append(case)
    return grouped
