"""Answers as plain text, a line each, in English and both Chinese scripts. Tiles are written in mpsz."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .explain import texts
from .notation import format_tiles
from .score import Score
from .shapes import SevenPairs, Shape, Standard
from .tiles import Tile


def _said(key: str, language: str, **holes: object) -> str:
    return texts("report")[key][language].format(**holes)


def _aside(text: str, language: str) -> str:
    return _said("aside", language, text=text)


def _tiles(codes: Sequence[str]) -> str:
    return format_tiles(tuple(Tile.from_code(code) for code in codes))


def winning_place(found: Score, language: str) -> str:
    """Where the winning tile was taken to sit, and what it would come to elsewhere."""
    kind, tiles = _place(found.shape)
    gap = " " if language == "en" else ""
    told = [_said("sits", language, tile=found.win.hand.winning, kind=_said(kind, language), tiles=tiles)]
    elsewhere: dict[tuple[str, str], int] = {}
    for shape, raw in found.others:
        place = _place(shape)
        if place != (kind, tiles):
            elsewhere.setdefault(place, raw)  # the dearest first
    if not elsewhere:
        return gap.join([*told, _said("sits_nowhere_else", language)])
    if all(raw == found.raw for raw in elsewhere.values()):
        return gap.join([*told, _said("sits_alike", language)])
    return gap.join([*told, *(_said("sits_elsewhere", language, kind=_said(at[0], language), tiles=at[1], fan=raw) for at, raw in elsewhere.items())])


def _place(shape: Shape) -> tuple[str, str]:
    if isinstance(shape, Standard | SevenPairs):
        (group,) = (group for group in shape.groups if group.won)
        return group.kind.value, format_tiles(group.tiles)
    return "thirteen_orphans", format_tiles(shape.tiles)


def score_lines(told: Mapping[str, Any], language: str, brief: bool = False) -> list[str]:
    """An answer: lines, total, payments and, unless `brief`, the clause of each, what was not counted and why, and the other groupings."""
    lines = []
    for reason in told.get("reasons", []):
        lines.append(f"{reason['fan']:>4}  {reason['name']}  {_tiles(reason['tiles'])}".rstrip())
        if not brief:
            lines.append(f"      {reason['clause']}{_aside(reason['source'], language)}")
    if "total" in told:
        lines.append(f"{'':>4}  {_total(told, language)}")
    if not told["ok"]:
        # The detail quotes what was asked, in English.
        lines.append(f"{told['message']} {told['detail']}" if language == "en" else told["message"])
    lines += [f"{_seat(seat, language)} {points:+d}" for seat, points in told.get("payouts", {}).items()]
    return lines if brief else lines + _reasons(told, language)


def _reasons(told: Mapping[str, Any], language: str) -> list[str]:
    lines = [f"      {rule['clause']}{_aside(rule['source'], language)}" for rule in told.get("paying", [])]
    if lines:
        lines.insert(0, _said("paying", language))
    if told.get("winning_place"):
        lines.append(told["winning_place"])
    if told.get("not_counted"):
        lines.append(_said("not_counted", language))
    for entry in told.get("not_counted", []):
        named = _aside(_tiles(entry["tiles"]), language) if entry["tiles"] else ""
        lacks = _said("and", language, text=_said("lacks", language, tiles=_tiles(entry["lacks"]))) if entry["lacks"] else ""
        lines.append(f"      {_said('of', language, name=entry['name'], text=entry['because'])}{named}{lacks}")
    if told.get("other_groupings"):
        lines.append(_said("others", language))
    for other in told.get("other_groupings", []):
        groups = " ".join(_tiles(group["tiles"]) + "+" * group["has_winning_tile"] for group in other["grouping"])
        lines.append(f"      {_said('fan', language, fan=other['total_before_cap'])}  {groups}")
    return lines


def _seat(seat: str, language: str) -> str:
    return f"{seat:>6}" if language == "en" else f"{texts('winds')[seat][language]:>4}"


def _total(told: Mapping[str, Any], language: str) -> str:
    raw, fan = told["total_before_cap"], told["total"]
    return _said("fan", language, fan=fan) if raw == fan else _said("capped", language, fan=fan, raw=raw)


def compare_lines(entries: Sequence[Mapping[str, Any]], seat: str, language: str) -> list[str]:
    """The hand under every rule set: total, what the winner gets, and the lines that make the difference."""
    lines = []
    for entry in entries:
        outcome = _said("gain", language, points=f"{entry['payouts'][seat]:+d}") if entry["ok"] else entry["message"]
        text = _total(entry, language) + _said("and", language, text=outcome) if "total" in entry else outcome
        lines.append(_said("of", language, name=entry["title"], text=text))
        for key, words in (("more", "more_here"), ("less", "more_there"), ("other_value", "other_value")):
            if "lines" in entry:
                lines += [f"    {_said(words, language, name=line['name'], here=line['here'], there=line['there'])}" for line in entry["differs"][key]]
    return lines


def what_if_lines(entries: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What each change of circumstance would do."""
    below = _aside(_said("below", language), language)
    return [f"{e['difference']:+4d}  {_said('fan', language, fan=e['total']):>7}  {e['text']}{'' if e['ok'] else below}" for e in entries]


def nearest_lines(entries: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """The nearest hands, each with what changes and what it comes to."""
    if not entries:
        return [_said("no_hand", language)]
    below = _aside(_said("below", language), language)
    lines = []
    for entry in entries:
        swap = _said("swap", language, out=_tiles(entry["out"]), into=_tiles(entry["in"]))
        lines.append(f"{_said('fan', language, fan=entry['total']):>7}  {swap}{'' if entry['ok'] else below}")
    return lines
