"""The tables of a rule set file that settle options and payments -> values, with every fault noted."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, cast

from ..errors import spelled
from ..shapes import Form
from .ruleset import MOST_FAN, MOST_POINTS, ODD_POINT, Curve, Option, OptionValue, Price, Shares, word


def number_of(value: object, where: str, most: int, faults: list[str]) -> int:
    """A number in bounds, or 0 and a fault."""
    if type(value) is int and 0 <= value <= most:
        return value
    faults.append(f"{where} = {spelled(value)}, expected a number from 0 to {most}")
    return 0


def known_of(names: list[Any], known: Mapping[str, object] | set[str], where: str, what: str, faults: list[str]) -> list[str]:
    """The names that are known; the others are faults."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        faults.append(f"{where} = {spelled(names)}, expected a list of words")
        return []
    faults += [f"{where} names {name!r}, which is no {what}" for name in names if name not in known]
    return [name for name in names if name in known]


def forms_of(words: list[Any], where: str, faults: list[str]) -> tuple[Form, ...]:
    """Forms by their words."""
    known = {form.value: form for form in Form}
    return tuple(known[found] for found in known_of(words, set(known), where, "form", faults))


_KINDS = {list: "a list", int: "a number", dict: "a table"}
_OPTION_KINDS = {"choices": list, "least": int, "most": int, "counts": dict, "forms": dict, "extra_base": dict}


def options_of(table: Mapping[str, Any], prices: Mapping[str, Price], faults: list[str]) -> dict[str, Option]:
    """The options, those with no usable default left out."""
    options: dict[str, Option] = {}
    for name, spec in table.items():
        where = f"options.{name}"
        default = spec.get("default")
        faults += [f"{where}.{key} is unknown" for key in spec if key != "default" and key not in _OPTION_KINDS]
        if type(default) not in (bool, int, str):
            faults.append(f"{where}.default = {spelled(default)}, expected true, false, a number or a word")
            continue
        wrong = [key for key, kind in _OPTION_KINDS.items() if key in spec and type(spec[key]) is not kind]
        faults += [f"{where}.{key} = {spelled(spec[key])}, expected {_KINDS[_OPTION_KINDS[key]]}" for key in wrong]
        if wrong:
            continue
        choices: tuple[OptionValue, ...] = (False, True) if isinstance(default, bool) else tuple(spec.get("choices", ()))
        if isinstance(default, str) and not choices:
            faults.append(f"{where} has no choices")
        if choices and default not in choices:
            faults.append(f"{where}.default = {spelled(default)}, which is none of its choices")
        if not choices and not isinstance(default, str) and not spec.get("least", 0) <= default <= spec.get("most", 0):
            faults.append(f"{where}.default = {spelled(default)}, expected a number from its least to its most")
        words = {word(choice) for choice in choices}
        for key in ("counts", "forms", "extra_base"):
            known_of(list(spec.get(key, {})), words, f"{where}.{key}", "choice of it", faults)
        counts = {key: tuple(known_of(names, prices, f"{where}.counts", "priced pattern", faults)) for key, names in spec.get("counts", {}).items()}
        forms = {key: forms_of(names, f"{where}.forms", faults) for key, names in spec.get("forms", {}).items()}
        extra = {key: number_of(value, f"{where}.extra_base", MOST_FAN, faults) for key, value in spec.get("extra_base", {}).items()}
        options[name] = Option(
            name,
            cast(OptionValue, default),
            choices,
            spec.get("least", 0),
            spec.get("most", 0),
            MappingProxyType(counts),
            MappingProxyType(forms),
            MappingProxyType(extra),
        )
    return options


def _matches_option(table: Mapping[str, Any], where: str, option: Option | None, faults: list[str]) -> None:
    if option is None and len(table) != 1:
        faults.append(f"{where} has {len(table)} entries and no option chooses among them")
    if option is not None and set(map(str, option.choices)) != set(table):
        faults.append(f"{where} has {', '.join(table)} but the option {option.name} has {', '.join(map(str, option.choices))}")


_SHARE_KEYS = ("discarder", "other", "self_draw", "robbed", "self_draw_total", "odd_point", "row", "self_draw_row", "robbed_row")


def shares_of(table: Mapping[str, Any], options: Mapping[str, Option], faults: list[str]) -> dict[str, Shares]:
    """The shares of each payment rule."""
    _matches_option(table, "shares", options.get("payment"), faults)
    return {name: _shares(spec, f"shares.{name}", options, faults) for name, spec in table.items()}


def _shares(spec: Mapping[str, Any], where: str, options: Mapping[str, Option], faults: list[str]) -> Shares:
    faults += [f"{where}.{key} is unknown" for key in spec if key not in _SHARE_KEYS]
    discarder, other = (number_of(spec.get(key), f"{where}.{key}", MOST_FAN, faults) for key in ("discarder", "other"))
    robbed = number_of(spec["robbed"], f"{where}.robbed", MOST_FAN, faults) if "robbed" in spec else None
    rows = [spec.get(key, "") for key in ("row", "self_draw_row", "robbed_row")]
    faults += [f"{where} has the row {spelled(row)}, expected text" for row in rows if not isinstance(row, str)]
    row, drawn, taken = map(str, rows)
    if "self_draw_total" not in spec:
        if "odd_point" in spec:
            faults.append(f"{where}.odd_point goes with self_draw_total, which is divided")
        return Shares(discarder, other, _self_draw(spec.get("self_draw"), where, options, faults), robbed, None, "", row, drawn, taken)
    if "self_draw" in spec:
        faults.append(f"{where} has self_draw, what each pays, and self_draw_total, what all pay together; expected one of them")
    if spec.get("odd_point") not in ODD_POINT:
        faults.append(f"{where}.odd_point = {spelled(spec.get('odd_point'))}, expected one of {', '.join(ODD_POINT)}")
    total = number_of(spec["self_draw_total"], f"{where}.self_draw_total", MOST_FAN, faults)
    return Shares(discarder, other, 0, robbed, total, str(spec.get("odd_point")), row, drawn, taken)


def _self_draw(each: object, where: str, options: Mapping[str, Option], faults: list[str]) -> int | str:
    if not isinstance(each, str):
        return number_of(each, f"{where}.self_draw", MOST_FAN, faults)
    if not (each in options and type(options[each].default) is int):
        faults.append(f"{where}.self_draw names {each!r}, which is no option with a number")
    return each


def curves_of(table: Mapping[str, Any], options: Mapping[str, Option], faults: list[str]) -> dict[str, Curve]:
    """The points of each curve."""
    _matches_option(table, "points", options.get("curve"), faults)
    curves: dict[str, Curve] = {}
    for name, spec in table.items():
        where = f"points.{name}"
        faults += [f"{where}.{key} is unknown" for key in spec if key not in ("table", "doubles_every", "row")]
        values, step, row = spec.get("table", []), spec.get("doubles_every", 0), spec.get("row", "")
        if not isinstance(row, str):
            faults.append(f"{where}.row = {spelled(row)}, expected text")
        if not isinstance(values, list) or not 0 < len(values) <= MOST_FAN or any(type(value) is not int or not 1 <= value <= MOST_POINTS for value in values):
            faults.append(f"{where}.table = {spelled(values)}, expected points from 0 Fan up, each from 1 to {MOST_POINTS}")
            continue
        falls = [fan for fan in range(1, len(values)) if values[fan] < values[fan - 1]]
        if falls:
            faults.append(f"{where}.table falls from {values[falls[0] - 1]} to {values[falls[0]]} at {falls[0]} Fan, expected no less for more")
        if type(step) is not int or not 0 <= step <= max(1, len(values) - 1):
            faults.append(f"{where}.doubles_every = {spelled(step)}, expected a number of Fan within its table, or 0 where it ends there")
            continue
        curves[name] = Curve(tuple(values), step, str(row))
    return curves


def kong_money_of(table: Mapping[str, Any], faults: list[str]) -> Mapping[str, int]:
    """What each kind of kong earns, in bases."""
    kinds = ("exposed", "added", "concealed")
    if table:
        faults += [f"kong_money has no {kind}" for kind in kinds if kind not in table]
    faults += [f"kong_money.{key} is unknown" for key in table if key not in kinds]
    return MappingProxyType({key: number_of(value, f"kong_money.{key}", MOST_FAN, faults) for key, value in table.items()})
