"""The six tables, one TOML file each, and the strict loader."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..errors import FormError
from .loader import read_ruleset
from .ruleset import MOST_FAN, Curve, Exclusion, Option, Price, RuleSet, Shares

__all__ = ["ALIASES", "MOST_FAN", "RULESET_NAMES", "Curve", "Exclusion", "Option", "Price", "RuleSet", "Shares", "load_ruleset", "read_ruleset"]

FOLDER = Path(__file__).parent

RULESET_NAMES: tuple[str, ...] = ("fanorder", "wisteria", "vmc", "hkma", "mahjong_house", "sichuan")
"""The tables that ship, in the order in which they are shown."""

ALIASES = {"mjhouse": "mahjong_house"}


def load_ruleset(name: str) -> RuleSet:
    """A shipped table with its preset options, read once. Raises FormError for a name that is none of `RULESET_NAMES` or `ALIASES`."""
    known = ALIASES.get(name, name)
    if known not in RULESET_NAMES:
        raise FormError(f"unknown rule set {name!r}, expected one of {', '.join((*RULESET_NAMES, *ALIASES))}")
    return _shipped(known)


@cache
def _shipped(name: str) -> RuleSet:
    return read_ruleset(FOLDER / f"{name}.toml")
