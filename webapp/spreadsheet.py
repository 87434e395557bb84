"""A ledger as a table for spreadsheets: comma-separated values, and no typed text that a spreadsheet would take for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

from webapp.ledger import Ledger


def rows_of(found: Ledger, when: Callable[[int], str]) -> str:
    """One row an entry that counts, with everybody's points and running totals. `when` writes a time."""
    written = io.StringIO()
    rows = csv.writer(written)
    players = [safe(player) for player in found.table.players]
    totals = [safe(f"total {player}") for player in found.table.players]
    rows.writerow(["entry", "time", "hand", "round", "east", "kind", "winners", "discarder", "fan", *players, *totals, "note"])
    running = found.running()
    for each in found.live:
        body = each.body
        winners = body["detail"].get("winners", [])
        names = {seat: found.table.players[player] for seat, player in body["seats"].items()}
        rows.writerow([
            each.number, when(each.made_at), body["hand"], body["round"], safe(names["east"]), body["kind"],
            safe(", ".join(names[winner["seat"]] for winner in winners)), safe(names.get(body["detail"].get("discarder", ""), "")),
            " and ".join(str(winner["total"]) for winner in winners),
            *(each.points.get(player, 0) for player in range(len(players))), *running[each.number], safe(body.get("note", "")),
        ])  # fmt: skip
    return written.getvalue()


def safe(text: str) -> str:
    """A text that no spreadsheet computes: behind an apostrophe where its first sign would begin a formula."""
    return f"'{text}" if text.lstrip()[:1] in ("=", "+", "-", "@", "\t", "\r", "|", "%", "＝", "＋", "－", "＠") else text
