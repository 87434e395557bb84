"""What runs here, each part by a version that changes whenever the part does: the program, the networks, the rules."""

from __future__ import annotations

from functools import lru_cache
from importlib import metadata
from typing import Any

from scoring.rulesets import rules_version


@lru_cache(maxsize=1)
def program() -> str:
    return metadata.version("fanlens")


def rules(name: str) -> str:
    """The version of a rule set's data, the same as a record keeps: another value, another version."""
    return rules_version(name)


def models(loaded: Any) -> str | None:
    """The networks' own version; None where there are none."""
    version = getattr(loaded, "version", None)
    return str(version) if version else None
