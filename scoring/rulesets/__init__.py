"""The six tables, one TOML file each, and the strict loader."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..errors import FormError, spelled
from .loader import parse_ruleset, read_ruleset, read_table, version_of
from .ruleset import MOST_FAN, MOST_PAID_FAN, MOST_POINTS, Curve, Option, Price, RuleSet, Shares
from .variant import ALIASES, laid_over, lines_over_shipped

__all__ = [
    "ALIASES", "MOST_FAN", "MOST_PAID_FAN", "MOST_POINTS", "RULESET_NAMES", "Curve", "Option", "Price", "RuleSet", "Shares",
    "load_house", "load_ruleset", "parse_ruleset", "read_house", "read_ruleset", "rules_as_data", "rules_version", "version_of",
]  # fmt: skip

FOLDER = Path(__file__).parent

RULESET_NAMES: tuple[str, ...] = ("fanorder", "wisteria", "vmc", "hkma", "mahjong_house", "sichuan")
"""The tables that ship, in the order in which they are shown."""

MOST_HOUSE_CHARACTERS = 10_000
_MOST_DEPTH = 8


def load_ruleset(name: str) -> RuleSet:
    """A shipped table with its preset options, read once. Raises FormError for a name that is none of `RULESET_NAMES` or `ALIASES`."""
    known = ALIASES.get(name, name)
    if known not in RULESET_NAMES:
        raise FormError(f"unknown rule set {name!r}, expected one of {', '.join(RULESET_NAMES)}", "ruleset")
    return _shipped(known)


@cache
def _shipped(name: str) -> RuleSet:
    return read_ruleset(FOLDER / f"{name}.toml")


def load_house(parent: str, lines: object) -> RuleSet:
    """A table's own rules: the lines, as a file has them or JSON, that differ from a shipped parent. Raises FormError, RuleSetError with every fault."""
    load_ruleset(parent)
    if not isinstance(lines, Mapping):
        raise FormError(f"house = {spelled(lines)}, expected an object with the lines that differ", "house")
    try:
        text = json.dumps(lines, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        raise FormError("house holds what is no JSON, expected an object with the lines that differ", "house") from None
    if len(text) > MOST_HOUSE_CHARACTERS or max(accumulate(text, lambda depth, sign: depth + (sign in "{[") - (sign in "}]"), initial=0)) > _MOST_DEPTH:
        raise FormError(f"house has {len(text)} characters or too many tables within tables, expected no more than {MOST_HOUSE_CHARACTERS}", "house")
    return _house(ALIASES.get(parent, parent), text)


@lru_cache(maxsize=64)
def _house(parent: str, text: str) -> RuleSet:
    table = tomllib.loads((FOLDER / f"{parent}.toml").read_bytes().decode())
    return parse_ruleset(laid_over(table, json.loads(text)), "house")


def read_house(path: Path) -> tuple[str, dict[str, Any]]:
    """The shipped parent of a file and its lines, for `load_house`. Raises RuleSetError, OSError."""
    return lines_over_shipped(path, FOLDER)


@cache
def rules_as_data(name: str) -> Mapping[str, Any]:
    """A shipped table as plain data, whole: what a record keeps, and `parse_ruleset` reads again. Raises FormError."""
    return MappingProxyType(read_table(FOLDER / f"{load_ruleset(name).name}.toml"))


@cache
def rules_version(name: str) -> str:
    """The version of a shipped table: it changes with any of its values. Raises FormError."""
    return version_of(dict(rules_as_data(name)))
