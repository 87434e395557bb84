"""A table's own rules: lines laid over those of a parent, before anything is checked.

Tables are laid over key by key, lists are replaced whole, and a price of `false` takes a pattern away; where the
lines price it in another group as well it moves there, as a limit hand that is to be an ordinary pattern. A new way to pay or a
new table of points stands alone, with the parent's option between its own gone, unless the lines settle that option themselves.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import RuleSetError

ALIASES = {"mjhouse": "mahjong_house"}
"""Other names of tables that ship."""

OWN = "@own"
"""The key under which a laid-over table keeps what the parent's pages priced where its own lines price otherwise; no file holds it.

It is also the row of a way to pay or a table of points that is the table's own line: no page says that."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,60}")
_SWITCHED = {"shares": "payment", "points": "curve"}
_PAYING = {"shares": ("row", "self_draw_row", "robbed_row"), "points": ("row",)}
"""Where each says which row of the page it comes from."""


def file_with_parents(path: Path, shipped: Path) -> dict[str, Any]:
    """A file over its parents, which lie beside it or among those that ship. Raises RuleSetError, OSError."""
    return _with_parents(path, shipped, ())


def _with_parents(path: Path, shipped: Path, children: tuple[Path, ...]) -> dict[str, Any]:
    if path.resolve() in children:
        raise RuleSetError(path.stem, [f"extends itself by way of {path.name}"])
    table = _toml(path)
    if "extends" not in table:
        return table
    parent = table.pop("extends")
    named = isinstance(parent, str) and _NAME.fullmatch(parent)
    places = [path.parent / f"{parent}.toml", shipped / f"{ALIASES.get(parent, parent)}.toml"] if named else []
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise RuleSetError(path.stem, [f"extends {parent!r}, which is no rule set"])
    return laid_over(_with_parents(found, shipped, (*children, path.resolve())), table)


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_bytes().decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RuleSetError(path.stem, [f"not TOML: {error}"]) from error


def lines_over_shipped(path: Path, shipped: Path) -> tuple[str, dict[str, Any]]:
    """The shipped parent of a file and all that differs from it. Raises RuleSetError, also for a file that extends nothing that ships."""
    lines = _toml(path)
    seen = {path.resolve()}
    while isinstance(parent := lines.pop("extends", None), str) and _NAME.fullmatch(parent):
        beside = path.parent / f"{parent}.toml"
        if beside.is_file() and beside.resolve() not in seen:
            seen.add(beside.resolve())
            lines = _merged(_toml(beside), lines)
        elif (shipped / f"{ALIASES.get(parent, parent)}.toml").is_file():
            return ALIASES.get(parent, parent), lines
        else:
            break
    ships = ", ".join(sorted(table.stem for table in shipped.glob("*.toml")))
    if parent is None:
        raise RuleSetError(path.stem, [f"extends nothing, expected one of the tables that ship ({ships}) and the lines that differ from it"])
    raise RuleSetError(path.stem, [f"extends {parent!r}, expected one of the tables that ship ({ships})"])


def laid_over(parent: Mapping[str, Any], lines: Mapping[str, Any]) -> dict[str, Any]:
    """The parent with the lines over it. What is wrong in either is for the loader to say."""
    below = dict(parent)
    for key, option in _SWITCHED.items():
        if _stands_alone(below.get(key), lines.get(key)) and option not in _table(lines.get("options")):
            below[key] = {}
            below["options"] = {name: spec for name, spec in _table(below.get("options")).items() if name != option}
    merged = _moved(_merged(below, lines), lines)
    if "name" in lines and "titles" not in lines and isinstance(lines["name"], str):
        merged["titles"] = dict.fromkeys(_table(parent.get("titles")), lines["name"])
    paged, now = _priced(parent), _priced(merged)
    before = _table(parent.get(OWN))
    merged[OWN] = before | {name: paged.get(name) for name, fan in now.items() if name not in before and paged.get(name) != fan}
    for key, rows in _PAYING.items():
        if isinstance(lines.get(key), Mapping) and isinstance(merged[key], Mapping):
            merged[key] = {name: _own_row(spec, _table(parent.get(key)).get(name), lines[key].get(name), rows) for name, spec in merged[key].items()}
    if "responsible_row" not in lines and merged.get("responsible") != parent.get("responsible"):
        merged["responsible_row"] = OWN
    merged["rows"] = {**{name: name for name in merged[OWN] if name not in paged}, **_table(merged.get("rows"))} if "rows" not in lines else merged["rows"]
    return merged


def _moved(merged: dict[str, Any], lines: Mapping[str, Any]) -> dict[str, Any]:
    """Without the `false` that other groups have for patterns which these lines price: those left their group and are not taken away."""
    priced = {name for group in _table(lines.get("fan")).values() for name, price in _table(group).items() if price is not False}
    groups = {group: table for group, table in _table(merged.get("fan")).items() if isinstance(table, Mapping)}
    left = {group: _without_false(table, priced) for group, table in groups.items()}
    if left == groups:
        return merged
    empty = {group for group, table in left.items() if groups[group] and not table}
    return _without({**merged, "fan": {**merged["fan"], **left}}, set(), empty)


def _without_false(table: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
    return {name: price for name, price in table.items() if price is not False or name not in names}


def _own_row(spec: Any, before: Any, line: Any, rows: tuple[str, ...]) -> Any:
    """A way to pay or table of points: where it differs from the parent's and names no page's row of its own, the row is the table's own."""
    if not isinstance(spec, Mapping) or spec == before:
        return spec
    return {**spec, **{row: OWN for row in rows if row not in _table(line)}}


def _stands_alone(before: object, after: object) -> bool:
    return isinstance(before, Mapping) and isinstance(after, Mapping) and bool(set(after) - set(before))


def _table(value: object) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else {}


def _priced(table: Mapping[str, Any]) -> dict[str, Any]:
    return {name: fan for priced in _table(table.get("fan")).values() for name, fan in _table(priced).items()}


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        merged[key] = _merged(merged[key], value) if isinstance(value, Mapping) and isinstance(merged.get(key), Mapping) else value
    return merged


def without_taken(table: Mapping[str, Any]) -> dict[str, Any]:
    """The table without the patterns whose price is `false`, and without what its parents say of them or of groups that are left empty."""
    groups = {group: priced for group, priced in _table(table.get("fan")).items() if isinstance(priced, Mapping)}
    taken = {name for priced in groups.values() for name, price in priced.items() if price is False}
    empty = {group for group, priced in groups.items() if priced and all(price is False for price in priced.values())}
    return _without(table, taken, empty) if taken else dict(table)


def _without(table: Mapping[str, Any], taken: set[str], empty: set[str]) -> dict[str, Any]:
    """The table without some patterns and groups, and without what is said of them."""
    gone = taken | {f"@{group}" for group in empty}

    def kept(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: kept(inner) for key, inner in value.items() if key not in gone}
        if isinstance(value, list):
            return [entry for entry in value if not (isinstance(entry, str) and entry.rpartition(" ")[2] in gone)]
        return value

    cut = {key: value if key in ("options", "forms") else kept(value) for key, value in table.items()}
    if isinstance(cut.get("fallback"), str) and cut["fallback"] in taken:
        del cut["fallback"]
    for key in ("one_of", "only_when_dearer"):
        if isinstance(cut.get(key), list):
            cut[key] = [group for group in cut[key] if group not in empty]
    if isinstance(cut.get("fan"), dict):
        cut["fan"] = {group: priced for group, priced in cut["fan"].items() if group not in empty}
    # An option may bear the name of the pattern it switches, and stays; a form is not a pattern.
    if isinstance(table.get("options"), Mapping):
        cut["options"] = {name: _option_without(option, kept) for name, option in table["options"].items()}
    return cut


def _option_without(option: Any, kept: Any) -> Any:
    if not isinstance(option, Mapping):
        return option
    return {**kept(option), **({"forms": option["forms"]} if "forms" in option else {})}
