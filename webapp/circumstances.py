"""How a hand was won, in words: from the case that the scorer read, so that a record says what was scored and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp import house, own_lines
from webapp.language import gettext as _
from webapp.language import listed
from webapp.moments import MOMENTS
from webapp.names import SUIT_NAMES, apart, seat_name

_WAYS = {"self_draw": "self_draw", "discard": "discard", "rob_kong": "rob"}

Names = Mapping[str, str]
"""Who sat where, by seat; empty where nobody wrote it down."""


def who(seat: str, names: Names) -> str:
    """A seat, and who sat there."""
    name = names.get(seat)
    return _("%(seat)s (%(player)s)", seat=seat_name(seat), player=apart(name)) if name else seat_name(seat)


def told(case: Mapping[str, Any], names: Names) -> list[tuple[str, str]]:
    """(what, how) of everything that was said of the win, in the order in which it was asked."""
    context = case["context"]
    found = [(_("Winner"), who(context["seat"], names)), (_("Won"), _won(context, names)), (_("Round"), seat_name(context["round"]))]
    special = [_(moment.label) for moment in MOMENTS if _WAYS[context["win"]] in moment.won and context.get(moment.says[0]) == moment.says[1]]
    if special:
        found.append((_("Special"), listed(special)))
    if context.get("responsible"):
        found.append((_("Pays for everyone"), who(context["responsible"], names)))
    if context.get("void_suit"):
        found.append((_("Declared void"), _(SUIT_NAMES[context["void_suit"]])))
    if context.get("already_won"):
        found.append((_("Won earlier and out"), listed([who(seat, names) for seat in context["already_won"]])))
    return found


def _won(context: Mapping[str, Any], names: Names) -> str:
    if context["win"] == "self_draw":
        return _("self-drawn")
    giver = who(context["discarder"], names)
    return _("on a discard by %(player)s", player=giver) if context["win"] == "discard" else _("by robbing a kong of %(player)s", player=giver)


def rules_told(ruleset: str, options: Mapping[str, Any], own: tuple[str, ...]) -> list[tuple[str, str]]:
    """(question, answer) of a table's own rules, in plain words; `own` are the answers that laid lines over the rule set."""
    cap = options.get("cap")
    found = [(_("Fan needed to win"), str(options.get("min", 0))), (_("Most Fan that count"), _("no limit") if cap is None else str(cap))]
    found += [house.told(name, value) for name, value in options.items() if name not in ("min", "cap")]
    return found + own_lines.told(ruleset, own)
