"""A scored hand seen from elsewhere: under the other rule sets, won otherwise, and who could be made to pay for everyone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scoring.cases import answer
from scoring.comparison import compare, what_if
from webapp import language, refusals
from webapp.forms import Answers, FormProblem, hand_of
from webapp.language import gettext as _
from webapp.language import ngettext
from webapp.names import tile_name
from webapp.road import Road

MOST_CHANGES = 16
MOST_REMEMBERED = 256
"""Results whose neighbours are remembered: a few kilobytes each."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The hand at another table. `total` is None where it has no score there, and `refusal` says why it does not win there. `money` says by which
    rules the winner gets another sum, where that is so."""

    title: str
    total: int | None
    refusal: str
    gain: int | None
    differs: tuple[str, ...]
    money: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One circumstance that is otherwise: the Fan under it, how many more (or fewer, below zero), and whether the hand still wins."""

    words: str
    total: int
    difference: int
    wins: bool


def other_tables(case: Mapping[str, Any]) -> tuple[Elsewhere, ...]:
    """The case under the other rule sets' presets, with the lines that differ named."""
    return _other_tables(json.dumps(case), language.current())


@lru_cache(maxsize=MOST_REMEMBERED)
def _other_tables(case: str, tongue: str) -> tuple[Elsewhere, ...]:
    """A result is shown again: by a reload, the back key, another phone. What stands beside it depends on the case and the language alone."""
    asked = json.loads(case)
    found = compare(asked, tongue)
    return tuple(_seen(entry, found[0], asked) for entry in found[1:])


def _seen(entry: Mapping[str, Any], here: Mapping[str, Any], case: Mapping[str, Any]) -> Elsewhere:
    scored, seat = "lines" in entry, case["context"]["seat"]
    gain = (entry.get("payouts") or {}).get(seat) if entry["ok"] else None
    own = (here.get("payouts") or {}).get(seat)
    return Elsewhere(
        title=entry["title"],
        total=entry["total"] if scored else None,
        refusal="" if entry["ok"] else refusals.named(entry["error"], entry["message"], entry.get("reason") or "", case),
        gain=gain,
        differs=tuple(_differences(entry["differs"])) if scored else (),
        money=tuple(_money(here["paying"], entry["paying"])) if here["ok"] and gain is not None and gain != own else (),
    )


def _money(here: Sequence[Mapping[str, str]], there: Sequence[Mapping[str, str]]) -> list[str]:
    """Why the same hand is paid otherwise: what its Fan are worth, then who pays how much of it."""
    gap = "" if language.is_chinese() else " "
    pairs = [[gap.join(rule["clause"] for rule in part) for part in parts] for parts in ((there[:1], here[:1]), (there[1:], here[1:]))]
    return [_("There: %(there)s Here: %(here)s", there=one, here=other) for one, other in pairs if one != other]


def _differences(differs: Mapping[str, Any]) -> list[str]:
    """The lines that differ, in words."""
    said = [_("%(line)s %(fan)s counts there", line=line["name"], fan=line["there"]) for line in differs["less"]]
    said += [_("%(line)s %(fan)s does not count there", line=line["name"], fan=line["here"]) for line in differs["more"]]
    return said + [_("%(line)s %(there)s instead of %(here)s", line=line["name"], there=line["there"], here=line["here"]) for line in differs["other_value"]]


def changes(case: Mapping[str, Any]) -> tuple[Change, ...]:
    """What one change of circumstance would do, the dearest first."""
    return _changes(json.dumps(case), language.current())


@lru_cache(maxsize=MOST_REMEMBERED)
def _changes(case: str, tongue: str) -> tuple[Change, ...]:
    found = what_if(json.loads(case), tongue)[:MOST_CHANGES]
    return tuple(Change(_words(entry), entry["total"], entry["difference"], entry["ok"]) for entry in found)


def _words(entry: Mapping[str, Any]) -> str:
    tile = entry["change"].get("winning_tile")
    return _("won on %(tile)s", tile=tile_name(tile)) if tile else str(entry["text"])


def signed(number: int) -> str:
    """`+2`, `−1`, `0`: with a sign that a screen reader and a narrow column can take."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def fan(number: int) -> str:
    return ngettext("%(num)s Fan", "%(num)s Fan", number)


def may_be_responsible(road: Road, said: Answers) -> bool:
    """Whether this is one of the hands for which this table makes one player pay for everyone (包): the scorer is asked."""
    if not said.rules.responsible:
        return False
    context = {"seat": "east", "round": "east", "win": "self_draw", "responsible": "south"}
    try:
        case = {"ruleset": said.rules.name, "house": said.lines or None, "hand": hand_of(road.draft), "context": context, "options": {"min": 0}}
    except FormProblem:
        return False
    return bool(answer(case)["ok"])
