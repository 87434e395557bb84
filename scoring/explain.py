"""Words for what a Score already holds, in English and both Chinese scripts. Plain text, never HTML."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from .errors import FormError, NotationError, Refusal, TileError
from .payout import Payment
from .rulesets import RuleSet
from .score import NotCounted

LANGUAGES = ("en", "zh_hant", "zh_hans")
OUR_DEFAULT = "(our default table)"
"""How a row ends whose page prices nothing: the value is ours, and Chinese says so in its own words."""
_FOLDER = Path(__file__).parent / "texts"


@cache
def texts(kind: str) -> Mapping[str, Mapping[str, str]]:
    """One file of `texts/`: such as "names" or "reasons", by key and then language."""
    table = tomllib.loads((_FOLDER / f"{kind}.toml").read_bytes().decode())
    return MappingProxyType({key: MappingProxyType(entry) for key, entry in table.items()})


def language_of(name: str) -> str:
    """`en`, `zh_hant` or `zh_hans` from a web tag such as `zh-Hant`. Raises FormError."""
    found = name.replace("-", "_").lower()
    if found not in LANGUAGES:
        raise FormError(f"unknown language {name!r}, expected one of en, zh-Hant, zh-Hans")
    return found


def pattern_name(pattern: str, language: str, rules: RuleSet | None = None) -> str:
    """What a pattern is called, by the table's own page where that gives a name."""
    own = rules.names.get(pattern) if rules is not None else None
    return (own or {}).get(language) or texts("names")[pattern][language]


def pattern_names(pattern: str, language: str, rules: RuleSet | None = None) -> dict[str, str]:
    """What a pattern is called in `language`, in English and in Chinese, under the keys of the data form."""
    return {key: pattern_name(pattern, tongue, rules) for key, tongue in (("name", language), ("name_en", "en"), ("name_zh", "zh_hant"))}


def source(pattern: str, rules: RuleSet, language: str) -> str:
    """The page and the row that price a pattern; where the table prices it otherwise, that it does."""
    said = texts("sources")["default" if rules.rows[pattern].endswith(OUR_DEFAULT) else "row"][language]
    row = said.format(source=rules.source, row=rules.rows[pattern], name=pattern_name(pattern, language, rules))
    own = rules.own.get(pattern)
    if own is None:
        return row
    return texts("sources")["own_instead" if own.paged else "own"][language].format(row=row, fan=own.paged)


def because(passed_over: NotCounted, language: str, rules: RuleSet) -> str:
    """Why a pattern did not count."""
    reason = texts("reasons")[passed_over.because][language]
    return reason.format(by=pattern_name(passed_over.by, language, rules)) if passed_over.by else reason


def payment_reason(payment: Payment, language: str) -> str:
    """Why a player pays."""
    return texts("payments")[payment.because][language]


def notation_reason(error: NotationError | TileError, language: str) -> str:
    """Why typed tiles cannot be read. A TileError of the notation names what was typed as its reason."""
    reason, told = (error.reason, error.told) if isinstance(error, NotationError) else ("no_such_tile", {"text": error.reason})
    return texts("notation")[reason][language].format(**told)


def refusal_reason(refusal: Refusal, language: str) -> str:
    """What a refusal means; its own message quotes the input."""
    worded = texts("refusals")
    return worded[refusal.reason if refusal.reason in worded else refusal.code][language]
