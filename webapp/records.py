"""A hand on record: everything that was read, corrected, said and answered, whole, so that next week it says the same.

The answer is kept as it was given, in all three languages, and the rules beside it as data; what today's rules would say is
worked out when the record is opened, and shown beside it, never in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from scoring.cases import answer
from scoring.errors import ScoringError
from scoring.explain import pattern_name, texts
from scoring.rulesets import rules_as_data, rules_version
from webapp import language
from webapp.as_read import Correction, corrections
from webapp.catalogue import LANGUAGES
from webapp.forms import answers, case_of
from webapp.language import gettext as _
from webapp.road import Road
from webapp.scorer import Scored, arranged

FORM = 1
"""The form of a record's body. A body of a later form is shown by what this one knows of it."""


@dataclass(frozen=True, slots=True)
class Today:
    """What today's rules say of the recorded case. `same` is the whole answer; `changed` the rules; `differs` names what is otherwise."""

    same: bool
    changed: bool
    version: str
    differs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A record's body, understood. `names` are the players by seat."""

    road: Road
    read: Mapping[str, Any] | None
    case: Mapping[str, Any]
    outcome: Scored
    rules: Mapping[str, Any]
    names: Mapping[str, str]
    program: str
    corrections: tuple[Correction, ...]

    @property
    def own(self) -> tuple[str, ...]:
        """The answers that laid the table's own lines over the rule set."""
        return tuple(value for key, value in self.road.answers if key == "house")

    @property
    def title(self) -> str:
        titles: Mapping[str, str] = self.rules["table"].get("titles", {})
        return titles.get(language.current().replace("-", "_").lower(), self.rules["name"])


def body_of(road: Road, read: Mapping[str, Any] | None, names: Mapping[str, str]) -> dict[str, Any]:
    """What is kept of a scored hand. Raises FormProblem where it has no score to keep."""
    case = case_of(road)
    name = case["ruleset"]
    return {
        "form": FORM,
        "program": metadata.version("fanlens"),
        "d": str(road.draft),
        "answers": [list(pair) for pair in settled_answers(road)],
        "read": read,
        "case": case,
        "names": dict(names),
        "rules": {"name": name, "version": rules_version(name), "table": dict(rules_as_data(name))},
        "told": {tongue: answer(case, tongue) for tongue in LANGUAGES},
    }


def settled_answers(road: Road) -> list[tuple[str, str]]:
    """The road's answers with every preset written out, so that a later preset changes nothing."""
    said = answers(road)
    pairs = [("seat", said.seat), ("round", said.round), ("won", said.won), *(("moment", name) for name in said.moments)]
    pairs += [("rules", said.rules.name), ("asked", said.rules.name), ("min", str(said.minimum)), ("cap", "none" if said.cap is None else str(said.cap))]
    pairs += [("opt", f"{name}.{str(value).lower()}") for name, value in said.options if value is not False]
    pairs += [(key, value) for key, value in (("pays", said.responsible), ("void", said.void)) if value]
    pairs += [("house", value) for value in said.house]
    return pairs + [("out", seat) for seat in said.out]


def opened(body: Mapping[str, Any]) -> Record:
    """A record as it was kept, in the reader's language."""
    road = Road.kept(body)
    told = body["told"]
    return Record(
        road=road,
        read=body["read"],
        case=body["case"],
        outcome=arranged(body["case"], told.get(language.current(), told["en"])),
        rules=body["rules"],
        names=body["names"],
        program=body["program"],
        corrections=corrections(body["read"], road.draft),
    )


def today(body: Mapping[str, Any]) -> Today | None:
    """The recorded case under the rules as they are now; None where they no longer know the case at all."""
    kept = body["told"]["en"]
    try:
        now = answer(body["case"])
        version = rules_version(body["rules"]["name"])
    except ScoringError:
        return None
    same = all(kept.get(key) == now.get(key) for key in ("ok", "error", "total", "payouts")) and sorted(kept.get("lines", [])) == sorted(now.get("lines", []))
    return Today(same, version != body["rules"]["version"], version, () if same else tuple(_differences(kept, body["told"].get(language.current(), kept), now)))


def _differences(kept: Mapping[str, Any], then: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What is otherwise now, in words: the total first, then line by line, then the points. `then` is what was kept in the reader's language, which
    names patterns that are no more."""
    tongue = language.current().replace("-", "_").lower()
    before, after = _by_pattern(kept), _by_pattern(now)
    of_then = {line["id"]: line["name"] for line in then.get("reasons", ())}
    found = []
    if kept.get("total") != now.get("total") and "total" in now:
        found.append(_("%(now)s Fan in all instead of %(then)s", now=now["total"], then=kept.get("total", 0)))
    if kept["ok"] != now["ok"]:
        found.append(_("the hand would win today") if now["ok"] else _("the hand would not win today"))
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) == after.get(name):
            continue
        called = pattern_name(name, tongue) if name in texts("names") else of_then.get(name, name)
        if name not in after:
            found.append(_("%(line)s would not count", line=called))
        elif name not in before:
            found.append(_("%(line)s would count %(fan)s", line=called, fan=sum(after[name])))
        else:
            found.append(_("%(line)s %(now)s instead of %(then)s", line=called, now=sum(after[name]), then=sum(before[name])))
    if not found and kept.get("payouts") != now.get("payouts"):
        found.append(_("the same Fan, but other points"))
    return found


def _by_pattern(told: Mapping[str, Any]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for pattern, fan in told.get("lines", []):
        found.setdefault(pattern, []).append(fan)
    return found
