"""The one place where request values get a meaning: a Road's tiles and answers become the case that the scorer reads.

What is missing or cannot be is a `FormProblem` that names the field, so the page can say it beside that field.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.rulesets import MOST_FAN, RuleSet, load_ruleset
from scoring.tiles import Wind
from webapp import moments, own_lines
from webapp.draft import Draft
from webapp.first_draft import guess_winning
from webapp.house import chosen, rule_sets
from webapp.language import gettext as _
from webapp.placed import BACK
from webapp.road import Road

SEATS = tuple(wind.value for wind in Wind)
VOIDS = ("m", "p", "s")
REMEMBERED = ("seat", "round", "rules", "asked", "min", "cap", "opt", "house")
"""What the next hand starts with: everything but the win itself."""


class FormProblem(ValueError):
    """An answer that is missing or cannot be. `field` is the query key; `page` the page that asks for it; `code` the
    scorer's, where it was the scorer that refused."""

    def __init__(self, page: str, field: str, text: str, code: str = "") -> None:
        super().__init__(text)
        self.page = page
        self.field = field
        self.code = code


@dataclass(frozen=True, slots=True)
class Answers:
    """The context page's answers with the presets filled in, still as words. `won` is `self_draw`, `discard-east`, `rob-west` or empty; `seat` is
    empty where it was asked for and nobody answered.

    `responsible` is the seat that pays for everyone, or empty. Where players that won leave the table and the others play on: `void`, the suit
    the winner declared void (`m`, `p`, `s` or empty), and `out`, the seats that have left. `house` are the answers about the table's own
    rules, `lines` what they lay over the rule set, and `faults` all that is wrong with them.
    """

    seat: str
    round: str
    won: str
    moments: tuple[str, ...]
    rules: RuleSet
    minimum: int
    cap: int | None
    options: tuple[tuple[str, bool | int | str], ...]
    responsible: str = ""
    void: str = ""
    out: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    lines: Mapping[str, Any] = field(default_factory=dict)
    faults: tuple[str, ...] = ()

    def takes(self, name: str, value: object) -> bool:
        """Whether an option stands at a value, in the words of the query (`payment.half`)."""
        return any(option == name and f"{name}.{str(settled).lower()}" == value for option, settled in self.options)


def answers(road: Road) -> Answers:
    """Read the answers; what is absent or unknown is the preset (a hand-edited URL is no reason to stop)."""
    said: dict[str, list[str]] = {}
    for key, value in road.answers:
        said.setdefault(key, []).append(value)
    first = {key: values[-1] for key, values in said.items()}
    name = _one_of(first.get("rules"), rule_sets(), rule_sets()[0])
    rules = load_ruleset(name)
    # Answers to another rule set's questions are no answers to this one's: `asked` says whose questions they were.
    own = first.get("asked") == name
    house = tuple(value for value in said.get("house", []) if not value.endswith(".")) if own else ()
    lines = own_lines.lines_of(rules, house)
    rules, faults = own_lines.own_rules(rules, lines)
    return Answers(
        seat=_one_of(first.get("seat"), (*SEATS, ""), "east"),
        round=_one_of(first.get("round"), SEATS, "east"),
        won=first.get("won", ""),
        moments=tuple(dict.fromkeys(name for name in said.get("moment", []) if name in moments.BY_NAME)),
        rules=rules,
        minimum=_fan(first.get("min"), rules.minimum) if own else rules.minimum,
        cap=_cap(first.get("cap"), rules) if own else rules.limit,
        options=tuple((option.name, chosen(option, tuple(said.get("opt", []))) if own else option.default) for option in rules.options.values()),
        responsible=_one_of(first.get("pays"), SEATS, "") if rules.responsible else "",
        void=_one_of(first.get("void"), VOIDS, "") if rules.readings.plays_on else "",
        out=tuple(seat for seat in SEATS if seat in said.get("out", [])) if rules.readings.plays_on else (),
        house=house,
        lines=lines,
        faults=faults,
    )


def _one_of(value: str | None, allowed: Iterable[str], otherwise: str) -> str:
    return value if value in tuple(allowed) else otherwise


def _fan(value: str | None, otherwise: int) -> int:
    return int(value) if value and value.isdecimal() and len(value) <= 3 and int(value) <= MOST_FAN else otherwise


def _cap(value: str | None, rules: RuleSet) -> int | None:
    if value == "none":
        return None
    return _fan(value, rules.limit or MOST_FAN)


def remember(road: Road, remembered: Mapping[str, list[str]]) -> Road:
    """Fill in what was not asked yet with the table's last answers. A form that was sent always holds `rules`, and then it alone speaks."""
    said = {key for key, _value in road.answers}
    if "rules" in said:
        return road
    extra = tuple((key, value) for key in (*REMEMBERED, "out") if key not in said for value in remembered.get(key, [])[:24])
    return replace(road, answers=road.answers + extra)


def to_remember(road: Road) -> list[tuple[str, str]]:
    return [(key, value) for key, value in road.answers if key in REMEMBERED]


def hand_of(draft: Draft) -> dict[str, Any]:
    """The case's hand. Raises FormProblem where the draft leaves something open that only a person can say."""
    draft = guess_winning(draft)
    won = draft.winning
    if won is None:
        raise FormProblem("review", "tiles", _("There are no tiles in hand yet: add them first."))
    if any(placed.face == BACK for _position, placed in draft.held):
        raise FormProblem("review", "tiles", _("A tile in hand lies face down, so the hand is not scored yet."))
    for group in draft.sets:
        if group.kind == "kong":
            raise FormProblem("meld_sets", "sets", _("Four alike lie together: say which kind of kong it is."))
        if group.kind is None:
            raise FormProblem("meld_sets", "sets", _("One set is neither a chow, a pong nor a kong: correct its tiles or put them back in hand."))
    return {
        "concealed": [placed.face for position, placed in draft.held if position != won[0]],
        "winning_tile": won[1].face,
        "melds": [{"kind": group.kind, "tiles": group.codes()} for group in draft.sets],
        "bonus": list(draft.bonus),
    }


def context_of(said: Answers) -> dict[str, Any]:
    """The case's context. Raises FormProblem."""
    way, _dash, other = said.won.partition("-")
    if way not in ("self_draw", "discard", "rob") or (way != "self_draw" and other not in SEATS):
        raise FormProblem("context", "won", _("Say how the hand was won."))
    if not said.seat:
        raise FormProblem("context", "seat", _("Say who won."))
    if way != "self_draw" and other == said.seat:
        raise FormProblem("context", "won", _("The winner cannot take the tile from their own seat: choose another player, or self-drawn."))
    context: dict[str, Any] = {"seat": said.seat, "round": said.round, "win": {"self_draw": "self_draw", "discard": "discard", "rob": "rob_kong"}[way]}
    if way != "self_draw":
        context["discarder"] = other
    if way == "rob":
        context["robbed"] = "added"
    context |= {key: value for key, value in (("responsible", said.responsible), ("void_suit", said.void), ("already_won", list(said.out))) if value}
    for name in said.moments:
        moment = moments.BY_NAME[name]
        key, value = moment.says
        if way not in moment.won:
            raise FormProblem("context", "moment", _("“%(moment)s” cannot go with the way the hand was won.", moment=_(moment.label)))
        if context.get(key, value) != value and key != "robbed":
            raise FormProblem("context", "moment", _("Only one of these can be true: choose the one that happened."))
        context[key] = value
    return context


def options_of(said: Answers) -> dict[str, Any]:
    """The case's options: what the table's own rules settle."""
    return {"min": said.minimum, "cap": said.cap, **dict(said.options)}


def faulty(said: Answers) -> str:
    """The sentence about a table's own rules that have faults."""
    return _("These rules cannot be played as they stand: %(faults)s.", faults=_("; ").join(said.faults))


def faulty_field(said: Answers) -> str:
    """The field that they are about: the printed table, or the rules as a whole."""
    return "printed" if own_lines.printed_faults(said.lines) else "rules"


def case_of(road: Road) -> dict[str, Any]:
    """The whole case, in the form of the JSON API. Raises FormProblem."""
    said = answers(road)
    if said.faults:
        raise FormProblem("context", faulty_field(said), faulty(said))
    own = {"house": said.lines} if said.lines else {}
    return {"ruleset": said.rules.name, **own, "hand": hand_of(road.draft), "context": context_of(said), "options": options_of(said)}
