"""A pytest plugin for mutation testing (`make mutants`): which tests each mutant must face, and with nothing remembered.

mutmut notes which functions a test calls, later runs those tests alone, and forks each run from a process that has imported
everything. Two kinds of call it would not see: what was answered from a cache, and what ran while the modules were imported.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

import pytest
from mutmut.state import state

# Both lie in mutants/, where the tests are run.
_IMPORTING = Path("called-by-importing.json")
_STATS = Path("mutmut-stats.json")


def _mutant() -> str:
    return os.environ.get("MUTANT_UNDER_TEST", "")


_kept: list[Any] = []


def _forget() -> None:
    """Empty every cache of the scoring package."""
    if not _kept:
        _kept.extend(found for found in gc.get_objects() if isinstance(found, _lru_cache_wrapper) and found.__module__.startswith("scoring"))
    for cache in _kept:
        cache.cache_clear()


def pytest_configure() -> None:
    """A mutant of what importing calls has the modules imported anew; any other finds the caches empty."""
    function = _mutant().partition("__mutmut_")[0]
    if _IMPORTING.exists() and function in json.loads(_IMPORTING.read_text()):
        for name in [name for name in sys.modules if name.startswith(("scoring", "test_", "conftest", "tests.scoring")) and name != __name__]:
            del sys.modules[name]
    elif function:
        _forget()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The fastest tests first; what was called to import them is noted."""
    if _mutant() == "stats" and state()._stats:
        _IMPORTING.write_text(json.dumps(sorted(state()._stats)))
    if _STATS.exists():
        seconds = json.loads(_STATS.read_text())["duration_by_test"]
        items.sort(key=lambda item: seconds.get(item.nodeid, 0.0))


def pytest_runtest_setup() -> None:
    """No test is spared a call because an earlier one made it."""
    if _mutant() == "stats":
        _forget()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Importing is part of every test."""
    if _mutant() == "stats" and _IMPORTING.exists():
        state()._stats.update(json.loads(_IMPORTING.read_text()))
