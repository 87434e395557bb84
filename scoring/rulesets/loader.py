"""A TOML file -> a RuleSet, checked whole: every fault of the file is reported at once.

A file may name a parent in `extends`: see `variant`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..errors import RuleSetError, spelled
from ..patterns import PATTERNS
from ..patterns.views import BONUS
from ..readings import WORDS, Readings
from .ruleset import MOST_FAN, OwnPrice, Price, RuleSet
from .tables import curves_of, forms_of, known_of, kong_money_of, number_of, options_of, shares_of
from .variant import OWN, file_with_parents, without_taken

LANGUAGES = ("en", "zh_hant", "zh_hans")

_PATCHED = "patched"
_KINDS = {str: "text", int: "a number", list: "a list", dict: "a table", bool: "true or false"}
_KEYS = {"name": str, "source": str, "minimum": int, "limit": int, "forms": list, "titles": dict, "fan": dict, "shares": dict, "points": dict, "rows": dict}
_OPTIONAL_KEYS = {
    "one_of": list, "only_when_dearer": list, "fallback": str, "responsible": list, "readings": dict, "excludes": dict, "beside": dict,
    "options": dict, "kong_money": dict, "notes": dict, "names": dict, "responsible_row": str, OWN: dict,
}  # fmt: skip


def read_ruleset(path: Path) -> RuleSet:
    """Read one file and its parents. Raises RuleSetError naming every fault, or OSError."""
    return parse_ruleset(read_table(path), path.stem)


def read_table(path: Path) -> dict[str, Any]:
    """One file as plain data, its parents laid below it: what `parse_ruleset` reads, today or years later. Raises as `read_ruleset`."""
    return dict(file_with_parents(path, Path(__file__).parent))


def version_of(table: Mapping[str, Any]) -> str:
    """Twelve hex digits that change with any value of a table, and with the order of its rows, which settles ties."""
    return hashlib.sha256(json.dumps(table, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()[:12]


def parse_ruleset(table: Mapping[str, Any], name: str) -> RuleSet:
    """A RuleSet from a parsed file. Raises RuleSetError naming every fault."""
    faults: list[str] = []
    table = _patched(without_taken(table), faults)
    if "fan" not in table:  # nothing below can be trusted to find its parts
        raise RuleSetError(name, faults)
    told = {key: [] if key in table[_PATCHED] else faults for key in _STAND_INS}  # of a part that stands in, nothing more is said
    prices = _prices(table, faults)
    one_of = frozenset(known_of(table.get("one_of", []), {price.group for price in prices.values()}, "one_of", "group", faults))
    options = options_of(table.get("options", {}), prices, faults)
    shares = shares_of(table["shares"], options, told["shares"])
    curves = curves_of(table["points"], options, told["points"])
    rules = RuleSet(
        name=table["name"],
        titles=_texts(table["titles"], "titles", LANGUAGES, told["titles"]),
        source=table["source"],
        minimum=number_of(table["minimum"], "minimum", MOST_FAN, faults),
        limit=number_of(table["limit"], "limit", MOST_FAN, faults),
        preset_limit=number_of(table["limit"], "limit", MOST_FAN, faults),
        base_forms=forms_of(table["forms"], "forms", faults),
        readings=_readings(table.get("readings", {}), faults),
        prices=MappingProxyType(prices),
        one_of=one_of,
        only_when_dearer=frozenset(known_of(table.get("only_when_dearer", []), set(one_of), "only_when_dearer", "group in one_of", faults)),
        excludes=_excludes(table.get("excludes", {}), prices, one_of, faults),
        fallback=next(iter(known_of([table["fallback"]] if "fallback" in table else [], prices, "fallback", "priced pattern", faults)), None),
        options=MappingProxyType(options),
        settled=MappingProxyType({option.name: option.default for option in options.values()}),
        shares=MappingProxyType(shares),
        curves=MappingProxyType(curves),
        responsible=frozenset(known_of(table.get("responsible", []), prices, "responsible", "priced pattern", faults)),
        kong_money=kong_money_of(table.get("kong_money", {}), faults),
        rows=_texts(table["rows"], "rows", tuple(prices), told["rows"]),
        notes=MappingProxyType({key: _texts(note, f"notes.{key}", LANGUAGES, faults) for key, note in table.get("notes", {}).items()}),
        own=MappingProxyType({name: OwnPrice(_shown(paged)) for name, paged in table.get(OWN, {}).items() if name in prices}),
        names=MappingProxyType({key: _texts(called, f"names.{key}", tuple(called), faults) for key, called in table.get("names", {}).items()}),
        responsible_row=table.get("responsible_row", ""),
    )
    known_of(list(table.get("names", {})), prices, "names", "priced pattern", faults)
    strange = [(key, tongue) for key, called in table.get("names", {}).items() for tongue in called if tongue not in LANGUAGES]
    faults += [f"names.{key} has {tongue}, expected {', '.join(LANGUAGES)}" for key, tongue in strange]
    if not rules.readings.bonus:
        held = [name for name in prices if name in PATTERNS and PATTERNS[name].sees is BONUS]
        faults += [f"readings.bonus = false, and {name} is priced; expected {name} = false as well" for name in held]
    known_of(list(table.get("notes", {})), prices, "notes", "priced pattern", faults)
    if faults:
        raise RuleSetError(name, list(dict.fromkeys(faults)))
    return rules


# What stands in for a part that is missing or of a wrong kind, so that the rest can be checked all the same.
_STAND_INS: dict[str, Any] = {"minimum": 0, "limit": 0, "forms": [], "titles": {}, "name": "", "source": "", "shares": {}, "points": {}, "rows": {}}


def _patched(table: Mapping[str, Any], faults: list[str]) -> dict[str, Any]:
    """The parts of the right kind, each other one a fault."""
    sound: dict[str, Any] = {}
    for key, kind in _KEYS.items():
        if key not in table:
            faults.append(f"{key} is missing")
        elif type(table[key]) is not kind:
            faults.append(f"{key} = {spelled(table[key])}, expected {_KINDS[kind]}")
        else:
            sound[key] = table[key]
    for key, value in table.items():
        if key in _OPTIONAL_KEYS:
            if type(value) is _OPTIONAL_KEYS[key]:
                sound[key] = value
            else:
                faults.append(f"{key} = {spelled(value)}, expected {_KINDS[_OPTIONAL_KEYS[key]]}")
        elif key not in _KEYS:
            faults.append(f"unknown key {key}")
    for key in ("fan", "beside", "options", "shares", "points", "notes", "names"):
        if key in sound:
            faults += [f"{key}.{name} is no table" for name, value in sound[key].items() if not isinstance(value, dict)]
            sound[key] = {name: value for name, value in sound[key].items() if isinstance(value, dict)}
    return {**{key: value for key, value in _STAND_INS.items() if key not in sound}, **sound, _PATCHED: [key for key in _STAND_INS if key not in sound]}


def _texts(texts: Mapping[str, Any], where: str, needed: tuple[str, ...], faults: list[str]) -> Mapping[str, str]:
    faults += [f"{where} has no {key}" for key in needed if not isinstance(texts.get(key), str)]
    faults += [f"{where} has {key}, which nothing needs" for key in texts if key not in needed]
    return MappingProxyType({key: str(value) for key, value in texts.items()})


def _readings(table: Mapping[str, Any], faults: list[str]) -> Readings:
    kinds = {field.name: type(getattr(Readings(), field.name)) for field in fields(Readings)}
    given: dict[str, Any] = {}
    for key, value in table.items():
        if key not in kinds:
            faults.append(f"readings.{key} is no reading")
        elif type(value) is not kinds[key] or (key in WORDS and value not in WORDS[key]):
            faults.append(f"readings.{key} = {spelled(value)}, expected {' or '.join(WORDS.get(key, (_KINDS[kinds[key]],)))}")
        else:
            given[key] = value
    return Readings(**given)


def _prices(table: Mapping[str, Any], faults: list[str]) -> dict[str, Price]:
    prices: dict[str, Price] = {}
    beside = table.get("beside", {})
    for group, priced in table["fan"].items():
        for name, fan in priced.items():
            where = f"fan.{group}.{name}"
            if name in prices:
                faults.append(f"{where} is priced twice, in fan.{prices[name].group} too; expected {name} = false in one of them")
            if name not in PATTERNS:
                faults.append(f"{where} is priced but no pattern means it")
            if fan != "limit" and not (type(fan) is int and 0 <= fan <= MOST_FAN):
                faults.append(f'{where} = {spelled(fan)}, expected a number from 0 to {MOST_FAN}, "limit", or false for no such hand')
            lesser = {other: number_of(value, f"beside.{name}.{other}", MOST_FAN, faults) for other, value in beside.get(name, {}).items()}
            prices[name] = Price(fan if type(fan) is int else None, group, MappingProxyType(lesser))
    known_of(list(beside), prices, "beside", "priced pattern", faults)
    for name, others in beside.items():
        known_of(list(others), prices, f"beside.{name}", "priced pattern", faults)
    return prices


def _shown(paged: object) -> str:
    return "" if paged is None or paged is False else str(paged)


def _excludes(table: Mapping[str, Any], prices: Mapping[str, Price], one_of: frozenset[str], faults: list[str]) -> Mapping[str, Mapping[str, int | None]]:
    groups = {price.group for price in prices.values()}

    def members(name: str, where: str) -> list[str]:
        if name == "*":
            return list(prices)
        if name.startswith("@"):
            return [found for found in prices if prices[found].group in known_of([name[1:]], groups, where, "group", faults)]
        return known_of([name], prices, where, "priced pattern", faults)

    edges: dict[str, dict[str, int | None]] = {}
    for left, rights in table.items():
        superiors = members(left, "excludes")
        for right in rights if isinstance(rights, list) else [rights]:
            count, _, rest = str(right).partition(" ")
            most, target = (int(count), rest) if count.isdigit() and rest else (None, str(right))
            for inferior in members(target, f"excludes.{left}"):
                for superior in superiors:
                    # A group or "*" speaks of everything else; a pattern that names itself is a fault.
                    # Of a one_of group a single hit is ever weighed, so within it there is nothing to exclude.
                    if superior != inferior and not (prices[superior].group == prices[inferior].group and prices[superior].group in one_of):
                        edges.setdefault(superior, {})[inferior] = most
                    elif left == target == superior:
                        faults.append(f"excludes.{left} names itself")
    _refuse_cycles(edges, faults)
    return MappingProxyType({left: MappingProxyType(rights) for left, rights in edges.items()})


def _refuse_cycles(edges: Mapping[str, Mapping[str, int | None]], faults: list[str]) -> None:
    """Two patterns that exclude each other would both vanish."""
    for start in edges:
        seen, queue = set[str](), [start]
        while queue:
            fresh = [after for after in edges.get(queue.pop(), {}) if after not in seen]
            seen.update(fresh)
            queue += fresh
        if start in seen:
            faults.append(f"excludes: {start} excludes itself in a cycle")
