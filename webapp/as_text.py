"""A record and a settlement as plain text, for a chat that takes no picture: the same numbers and words as the pages have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp import circumstances
from webapp.language import gettext as _
from webapp.language import ngettext
from webapp.ledger import Ledger, Transfer
from webapp.names import apart, scored_group, tiles_named
from webapp.records import Record


def of_record(record: Record, made: str, link: str) -> str:
    """What a hand is worth and why, who pays whom, and where to look at it."""
    outcome, colon = record.outcome, _(": ")
    lines = [f"{ngettext('%(num)s Fan', '%(num)s Fan', outcome.total)} · {made}"]
    if outcome.refusal:
        lines.append(_("Below this table's minimum of %(minimum)s Fan, so this hand does not win here.", minimum=record.case["options"]["min"]))
    lines += [f"{scored_group(group)}{colon}{_faces(group)}" for group in outcome.grouping]
    if bonus := record.case["hand"].get("bonus"):
        lines.append(_("Flowers and seasons") + colon + tiles_named(bonus))
    lines += [f"{what}{colon}{how}" for what, how in circumstances.told(record.case, record.names)]
    lines += ["", *(f"{line['name']} {line['fan']}" for line in outcome.lines)]
    if outcome.before_cap > outcome.total:
        lines.append(_("%(raw)s Fan, of which %(total)s count: the table's limit.", raw=outcome.before_cap, total=outcome.total))
    lines += ["", *(f"{_pays(payment, record.names)}{colon}{payment['points']}" for payment in outcome.payments)]
    lines += ["", _("Rules: %(name)s, version %(version)s", name=record.title, version=record.rules["version"]), link]
    return "\n".join(line for number, line in enumerate(lines) if line or lines[number - 1])


def _pays(payment: Mapping[str, Any], names: circumstances.Names) -> str:
    return _("%(payer)s pays %(payee)s", payer=circumstances.who(payment["payer"], names), payee=circumstances.who(payment["payee"], names))


def _faces(group: Mapping[str, Any]) -> str:
    """A group's tiles by name: those that are alike once."""
    return tiles_named(dict.fromkeys(group["tiles"]))


def of_settlement(found: Ledger, transfers: tuple[Transfer, ...]) -> str:
    """Everybody's total, and who pays whom at the end of the night."""
    players, colon = [apart(player) for player in found.table.players], _(": ")
    lines = [found.table.name] if found.table.name else []
    lines += [f"{player}{colon}{'+' if total > 0 else ''}{total}" for player, total in zip(players, found.totals, strict=True)]
    lines += [_("%(payer)s pays %(payee)s", payer=players[each.payer], payee=players[each.payee]) + f"{colon}{each.points}" for each in transfers]
    return "\n".join(lines)
