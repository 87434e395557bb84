"""A ledger as a table for spreadsheets: comma-separated values, and no typed text that a spreadsheet would take for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from typing import Any

from webapp import paid
from webapp.language import gettext as _
from webapp.language import listed, noted
from webapp.ledger import Ledger
from webapp.names import group_of, seat_name

_COLUMNS = (
    noted("Entry"), noted("Time"), noted("Hand"), noted("Round"), noted("East"), noted("What"), noted("Winner"), noted("Won"), noted("From"), noted("Fan"),
    noted("Pays for everyone"),
)  # fmt: skip
_KINDS = {
    "win": noted("Win"),
    "draw": noted("Draw"),
    "kong": noted("Kong"),
    "end_of_wall": noted("End of the wall"),
    "payment": noted("Payment"),
    "seats": noted("Seats"),
}
_WAYS = {"self_draw": noted("Self-drawn"), "discard": noted("Discard"), "rob_kong": noted("Robbed kong")}


def rows_of(found: Ledger, when: Callable[[int], str]) -> str:
    """One row an entry that counts, in the reader's language, with everybody's points and running totals. `when` writes a time."""
    written = io.StringIO()
    rows = csv.writer(written)
    players = [safe(player) for player in found.table.players]
    totals = [safe(_("Total %(player)s", player=player)) for player in found.table.players]
    rows.writerow([*map(_, _COLUMNS), *players, *totals, _("Note")])
    running = found.running()
    for each in found.live:
        body = each.body
        rows.writerow([
            each.number, when(each.made_at), "" if body.get("late") else body["hand"], seat_name(body["round"]), *map(safe, _told(found, body)),
            *(each.points.get(player, 0) for player in range(len(players))), *running[each.number], safe(body.get("note", "")),
        ])  # fmt: skip
    return written.getvalue()


def _told(found: Ledger, body: Mapping[str, Any]) -> tuple[str, ...]:
    """Who was East, what it was, who won, how, from whom, for how many Fan, and who paid for everyone (包); of a kong, whose and from whom."""
    detail = body["detail"]
    names = {seat: found.table.players[player] for seat, player in body["seats"].items()}
    winners = detail.get("winners", ())
    who = listed([names[winner["seat"]] for winner in winners]) or names.get(detail.get("by", ""), "")
    giver = names.get(detail.get("discarder") or detail.get("from") or "", "")
    liable = listed([names[seat] for seat in paid.liable(body)]) if winners else ""
    way = _(_WAYS[detail["type"]]) if winners else group_of(f"kong-{detail['kind']}") if body["kind"] == "kong" else ""
    fan = listed([str(winner["total"]) for winner in winners])
    return names["east"], _(_KINDS[body["kind"]]), who, way, giver, fan, liable


def safe(text: str) -> str:
    """A text that no spreadsheet computes: behind an apostrophe where its first sign would begin a formula."""
    return f"'{text}" if text.lstrip()[:1] in ("=", "+", "-", "@", "\t", "\r", "|", "%", "＝", "＋", "－", "＠") else text
