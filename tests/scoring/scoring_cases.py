"""The case tables, and a short way to write a case."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scoring.check import read_cases
from scoring.forms import hand_form
from scoring.notation import parse_hand_text

CASES = Path(__file__).parents[1] / "cases"


def all_cases() -> list[Mapping[str, Any]]:
    """Every case of every table."""
    return [case for path in sorted(CASES.glob("*.toml")) for case in read_cases(path)]


def field_named(told: str) -> str:
    """The field that the message of a FormError is about, as a person would read it out of the message."""
    if unknown := re.match(r'(\S+) has the unknown key "(.*?)"', told):
        return unknown[2] if unknown[1] == "case" else f"{unknown[1]}.{unknown[2]}"
    if option := re.match(r"(?:unknown )?option '?(\w+)", told):
        return f"options.{option[1]}"
    return "ruleset" if told.startswith("unknown rule set") else told.split()[0]


def case_of(hand: str, ruleset: str = "fanorder", options: Mapping[str, Any] | None = None, **context: Any) -> dict[str, Any]:
    """A case from notation: South in the West round, won from East unless `context` says otherwise."""
    full: dict[str, Any] = {"seat": "south", "round": "west", "win": "discard", **context}
    if full["win"] != "self_draw":
        full.setdefault("discarder", "west" if full["seat"] == "east" else "east")
    return {"ruleset": ruleset, "options": dict(options or {}), "hand": hand_form(parse_hand_text(hand)), "context": full}
