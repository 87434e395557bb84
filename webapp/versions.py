"""What runs here, each part by a version that changes whenever the part does: the program, the networks, the rules."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib import metadata
from typing import Any

from scoring.rulesets import FOLDER, load_ruleset


@lru_cache(maxsize=1)
def program() -> str:
    return metadata.version("fanlens")


@lru_cache(maxsize=16)
def rules(name: str) -> str:
    """The first eight digits of the rule set file's SHA-256: another value, another version."""
    return hashlib.sha256((FOLDER / f"{load_ruleset(name).name}.toml").read_bytes()).hexdigest()[:8]


def models(loaded: Any) -> str | None:
    """The networks' own version; None where there are none."""
    version = getattr(loaded, "version", None)
    return str(version) if version else None
