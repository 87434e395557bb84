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
from typing import Any, cast

from ..errors import RuleSetError
from ..patterns import PATTERNS
from ..readings import WORDS, Readings
from ..shapes import Form
from .ruleset import MOST_FAN, Curve, Exclusion, Option, OptionValue, Price, RuleSet, Shares, word

LANGUAGES = ("en", "zh_hant", "zh_hans")

_KEYS = {"name": str, "source": str, "minimum": int, "limit": int, "forms": list, "titles": dict, "fan": dict, "shares": dict, "points": dict, "rows": dict}
_OPTIONAL_KEYS = {
    "extends": str, "one_of": list, "fallback": str, "responsible": list, "readings": dict, "excludes": dict, "beside": dict, "options": dict,
    "kong_money": dict, "notes": dict,
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


def parse_ruleset(table: Mapping[str, Any], name: str) -> RuleSet:
    """A RuleSet from a parsed file. Raises RuleSetError naming every fault."""
    faults: list[str] = []
    _check_keys(table, faults)
    if faults:  # nothing below can be trusted to find its parts
        raise RuleSetError(name, faults)
    prices = _prices(table, faults)
    one_of = frozenset(_known(table.get("one_of", []), {price.group for price in prices.values()}, "one_of", "group", faults))
    options = _options(table.get("options", {}), prices, faults)
    shares = _shares(table["shares"], options, faults)
    curves = _curves(table["points"], options, faults)
    rules = RuleSet(
        name=table["name"],
        titles=_texts(table["titles"], "titles", LANGUAGES, faults),
        source=table["source"],
        minimum=_number(table["minimum"], "minimum", MOST_FAN, faults),
        limit=_number(table["limit"], "limit", MOST_FAN, faults),
        preset_limit=_number(table["limit"], "limit", MOST_FAN, faults),
        base_forms=_forms(table["forms"], "forms", faults),
        readings=_readings(table.get("readings", {}), faults),
        prices=MappingProxyType(prices),
        one_of=one_of,
        excludes=_excludes(table.get("excludes", {}), prices, one_of, faults),
        fallback=next(iter(_known([table["fallback"]] if "fallback" in table else [], prices, "fallback", "priced pattern", faults)), None),
        options=MappingProxyType(options),
        settled=MappingProxyType({option.name: option.default for option in options.values()}),
        shares=MappingProxyType(shares),
        curves=MappingProxyType(curves),
        responsible=frozenset(_known(table.get("responsible", []), prices, "responsible", "priced pattern", faults)),
        kong_money=_kong_money(table.get("kong_money", {}), faults),
        rows=_texts(table["rows"], "rows", tuple(prices), faults),
        notes=MappingProxyType({key: _texts(note, f"notes.{key}", LANGUAGES, faults) for key, note in table.get("notes", {}).items()}),
    )
    _known(list(table.get("notes", {})), prices, "notes", "priced pattern", faults)
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


def _number(value: object, where: str, most: int, faults: list[str]) -> int:
    if type(value) is int and 0 <= value <= most:
        return value
    faults.append(f"{where} = {value!r}, expected a number from 0 to {most}")
    return 0


def _known(names: list[Any], known: Mapping[str, object] | set[str], where: str, what: str, faults: list[str]) -> list[str]:
    faults += [f"{where} names {name!r}, which is no {what}" for name in names if name not in known]
    return [name for name in names if name in known]


def _texts(texts: Mapping[str, Any], where: str, needed: tuple[str, ...], faults: list[str]) -> Mapping[str, str]:
    faults += [f"{where} has no {key}" for key in needed if not isinstance(texts.get(key), str)]
    faults += [f"{where} has {key}, which nothing needs" for key in texts if key not in needed]
    return MappingProxyType({key: str(value) for key, value in texts.items()})


def _forms(words: list[Any], where: str, faults: list[str]) -> tuple[Form, ...]:
    known = {form.value: form for form in Form}
    return tuple(known[found] for found in _known(words, set(known), where, "form", faults))


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
            if fan is False:  # taken away by a table that extends another
                continue
            if name in prices:
                faults.append(f"{where} is priced twice")
            if name not in PATTERNS:
                faults.append(f"{where} is priced but no pattern means it")
            if fan != "limit":
                _number(fan, where, MOST_FAN, faults)
            lesser = {other: _number(value, f"beside.{name}.{other}", MOST_FAN, faults) for other, value in beside.get(name, {}).items()}
            prices[name] = Price(fan if type(fan) is int else None, group, MappingProxyType(lesser))
    _known(list(beside), prices, "beside", "priced pattern", faults)
    for name, others in beside.items():
        _known(list(others), prices, f"beside.{name}", "priced pattern", faults)
    return prices


def _excludes(table: Mapping[str, Any], prices: Mapping[str, Price], one_of: frozenset[str], faults: list[str]) -> Mapping[str, tuple[Exclusion, ...]]:
    groups = {price.group for price in prices.values()}

    def members(name: str, where: str) -> list[str]:
        if name == "*":
            return list(prices)
        if name.startswith("@"):
            return [found for found in prices if prices[found].group in _known([name[1:]], groups, where, "group", faults)]
        return _known([name], prices, where, "priced pattern", faults)

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


def _options(table: Mapping[str, Any], prices: Mapping[str, Price], faults: list[str]) -> dict[str, Option]:
    options: dict[str, Option] = {}
    for name, spec in table.items():
        where = f"options.{name}"
        default = spec.get("default")
        faults += [f"{where}.{key} is unknown" for key in spec if key not in ("default", "choices", "least", "most", "counts", "forms", "extra_base")]
        if type(default) not in (bool, int, str):
            faults.append(f"{where}.default = {default!r}, expected true, false, a number or a word")
            continue
        choices: tuple[OptionValue, ...] = (False, True) if isinstance(default, bool) else tuple(spec.get("choices", ()))
        if isinstance(default, str) and not choices:
            faults.append(f"{where} has no choices")
        if choices and default not in choices:
            faults.append(f"{where}.default = {default!r}, which is none of its choices")
        if not choices and not spec.get("least", 0) <= cast(int, default) <= spec.get("most", 0):
            faults.append(f"{where}.default = {default!r}, expected a number from its least to its most")
        words = {word(choice) for choice in choices}
        for key in ("counts", "forms", "extra_base"):
            _known(list(spec.get(key, {})), words, f"{where}.{key}", "choice of it", faults)
        options[name] = Option(
            name,
            cast(OptionValue, default),
            choices,
            spec.get("least", 0),
            spec.get("most", 0),
            MappingProxyType({key: tuple(_known(names, prices, f"{where}.counts", "priced pattern", faults)) for key, names in spec.get("counts", {}).items()}),
            MappingProxyType({key: _forms(names, f"{where}.forms", faults) for key, names in spec.get("forms", {}).items()}),
            MappingProxyType({key: _number(value, f"{where}.extra_base", MOST_FAN, faults) for key, value in spec.get("extra_base", {}).items()}),
        )
    return options


def _matches_option(table: Mapping[str, Any], where: str, option: Option | None, faults: list[str]) -> None:
    if option is None and len(table) != 1:
        faults.append(f"{where} has {len(table)} entries and no option chooses among them")
    if option is not None and set(option.choices) != set(table):
        faults.append(f"{where} has {', '.join(table)} but the option {option.name} has {', '.join(map(str, option.choices))}")


def _shares(table: Mapping[str, Any], options: Mapping[str, Option], faults: list[str]) -> dict[str, Shares]:
    _matches_option(table, "shares", options.get("payment"), faults)
    shares: dict[str, Shares] = {}
    for name, spec in table.items():
        where = f"shares.{name}"
        faults += [f"{where}.{key} is unknown" for key in spec if key not in ("discarder", "other", "self_draw", "robbed")]
        each = spec.get("self_draw")
        if isinstance(each, str):
            if not (each in options and type(options[each].default) is int):
                faults.append(f"{where}.self_draw names {each!r}, which is no option with a number")
        else:
            each = _number(each, f"{where}.self_draw", MOST_FAN, faults)
        robbed = _number(spec["robbed"], f"{where}.robbed", MOST_FAN, faults) if "robbed" in spec else None
        discarder, other = (_number(spec.get(key), f"{where}.{key}", MOST_FAN, faults) for key in ("discarder", "other"))
        shares[name] = Shares(discarder, other, each, robbed)
    return shares


def _curves(table: Mapping[str, Any], options: Mapping[str, Option], faults: list[str]) -> dict[str, Curve]:
    _matches_option(table, "points", options.get("curve"), faults)
    curves: dict[str, Curve] = {}
    for name, spec in table.items():
        where = f"points.{name}"
        faults += [f"{where}.{key} is unknown" for key in spec if key not in ("table", "doubles_every")]
        values, step = spec.get("table", []), spec.get("doubles_every")
        if not values or any(type(value) is not int or value < 1 for value in values):
            faults.append(f"{where}.table = {values!r}, expected points from 0 Fan up")
        if type(step) is not int or not 1 <= step <= max(1, len(values) - 1):
            faults.append(f"{where}.doubles_every = {step!r}, expected a number of Fan within its table")
            continue
        curves[name] = Curve(tuple(values), step)
    return curves


def _kong_money(table: Mapping[str, Any], faults: list[str]) -> Mapping[str, int]:
    kinds = ("exposed", "added", "concealed")
    if table:
        faults += [f"kong_money has no {kind}" for kind in kinds if kind not in table]
    faults += [f"kong_money.{key} is unknown" for key in table if key not in kinds]
    return MappingProxyType({key: _number(value, f"kong_money.{key}", MOST_FAN, faults) for key, value in table.items()})
