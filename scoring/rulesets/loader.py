"""A TOML file -> a RuleSet, checked whole: every fault of the file is reported at once.

A file may name a parent in `extends`; its tables are laid over the parent's, key by key, and a price of `false` takes a
pattern away.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..errors import RuleSetError
from ..patterns import PATTERNS
from ..readings import WORDS, Readings
from .ruleset import MOST_FAN, Exclusion, Price, RuleSet
from .tables import curves_of, forms_of, known_of, kong_money_of, number_of, options_of, shares_of

LANGUAGES = ("en", "zh_hant", "zh_hans")

_KEYS = {"name": str, "source": str, "minimum": int, "limit": int, "forms": list, "titles": dict, "fan": dict, "shares": dict, "points": dict, "rows": dict}
_OPTIONAL_KEYS = {
    "extends": str, "one_of": list, "only_when_dearer": list, "fallback": str, "responsible": list, "readings": dict, "excludes": dict, "beside": dict,
    "options": dict, "kong_money": dict, "notes": dict,
}  # fmt: skip


def read_ruleset(path: Path) -> RuleSet:
    """Read one file and its parents. Raises RuleSetError naming every fault, or OSError."""
    return parse_ruleset(_with_parents(path, ()), path.stem)


def _with_parents(path: Path, children: tuple[Path, ...]) -> dict[str, Any]:
    if path.resolve() in children:
        raise RuleSetError(path.stem, [f"extends itself by way of {path.name}"])
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError(path.stem, [f"not TOML: {error}"]) from error
    parent = table.pop("extends", None)
    if parent is None:
        return table
    # A parent lies beside its child, or among the tables that ship.
    places = [folder / f"{parent}.toml" for folder in (path.parent, Path(__file__).parent)]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise RuleSetError(path.stem, [f"extends {parent!r}, which is no rule set"])
    return _overlaid(_with_parents(found, (*children, path.resolve())), table)


def _overlaid(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        merged[key] = _overlaid(merged[key], value) if isinstance(value, dict) and isinstance(merged.get(key), dict) else value
    return merged


def _without_taken(table: Mapping[str, Any]) -> dict[str, Any]:
    """The file without the patterns whose price is `false`, and without what its parents say of them."""
    fan = table.get("fan")
    groups = [priced for priced in fan.values() if isinstance(priced, dict)] if isinstance(fan, dict) else []
    taken = {name for priced in groups for name, price in priced.items() if price is False}

    def kept(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: kept(inner) for key, inner in value.items() if key not in taken}
        if isinstance(value, list):
            return [entry for entry in value if not (isinstance(entry, str) and entry.rpartition(" ")[2] in taken)]
        return value

    # An option may bear the name of the pattern it switches, and stays; a form is not a pattern.
    untouched = ("options", "forms")
    fallback = table.get("fallback")
    gone = ("fallback",) if isinstance(fallback, str) and fallback in taken else ()
    cut = {key: value if key in untouched else kept(value) for key, value in table.items() if key not in gone}
    if isinstance(table.get("options"), dict):
        cut["options"] = {name: kept(option) for name, option in table["options"].items()}
        for name, option in table["options"].items():
            if isinstance(option, dict) and "forms" in option:
                cut["options"][name]["forms"] = option["forms"]
    return cut


def parse_ruleset(table: Mapping[str, Any], name: str) -> RuleSet:
    """A RuleSet from a parsed file. Raises RuleSetError naming every fault."""
    table = _without_taken(table)
    faults: list[str] = []
    _check_keys(table, faults)
    if faults:  # nothing below can be trusted to find its parts
        raise RuleSetError(name, faults)
    prices = _prices(table, faults)
    one_of = frozenset(known_of(table.get("one_of", []), {price.group for price in prices.values()}, "one_of", "group", faults))
    options = options_of(table.get("options", {}), prices, faults)
    shares = shares_of(table["shares"], options, faults)
    curves = curves_of(table["points"], options, faults)
    rules = RuleSet(
        name=table["name"],
        titles=_texts(table["titles"], "titles", LANGUAGES, faults),
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
        rows=_texts(table["rows"], "rows", tuple(prices), faults),
        notes=MappingProxyType({key: _texts(note, f"notes.{key}", LANGUAGES, faults) for key, note in table.get("notes", {}).items()}),
    )
    known_of(list(table.get("notes", {})), prices, "notes", "priced pattern", faults)
    if faults:
        raise RuleSetError(name, list(dict.fromkeys(faults)))
    return rules


def _check_keys(table: Mapping[str, Any], faults: list[str]) -> None:
    for key, kind in _KEYS.items():
        if key not in table:
            faults.append(f"{key} is missing")
        elif type(table[key]) is not kind:
            faults.append(f"{key} = {table[key]!r}, expected {kind.__name__}")
    for key, value in table.items():
        if key in _OPTIONAL_KEYS and type(value) is not _OPTIONAL_KEYS[key]:
            faults.append(f"{key} = {value!r}, expected {_OPTIONAL_KEYS[key].__name__}")
        elif key not in _KEYS and key not in _OPTIONAL_KEYS:
            faults.append(f"unknown key {key}")
    tables_within = [key for key in ("fan", "beside", "options", "shares", "points", "notes") if isinstance(table.get(key), dict)]
    faults += [f"{key}.{name} is no table" for key in tables_within for name, value in table[key].items() if not isinstance(value, dict)]


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
            faults.append(f"readings.{key} = {value!r}, expected {' or '.join(WORDS.get(key, (kinds[key].__name__,)))}")
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
                faults.append(f"{where} is priced twice")
            if name not in PATTERNS:
                faults.append(f"{where} is priced but no pattern means it")
            if fan != "limit":
                number_of(fan, where, MOST_FAN, faults)
            lesser = {other: number_of(value, f"beside.{name}.{other}", MOST_FAN, faults) for other, value in beside.get(name, {}).items()}
            prices[name] = Price(fan if type(fan) is int else None, group, MappingProxyType(lesser))
    known_of(list(beside), prices, "beside", "priced pattern", faults)
    for name, others in beside.items():
        known_of(list(others), prices, f"beside.{name}", "priced pattern", faults)
    return prices


def _excludes(table: Mapping[str, Any], prices: Mapping[str, Price], one_of: frozenset[str], faults: list[str]) -> Mapping[str, tuple[Exclusion, ...]]:
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
                    elif target == superior:
                        faults.append(f"excludes.{left} names itself")
    _refuse_cycles(edges, faults)
    return MappingProxyType({left: tuple(Exclusion(right, most) for right, most in rights.items()) for left, rights in edges.items()})


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
