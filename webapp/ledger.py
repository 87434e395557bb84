"""A table's ledger, worked out from its entries: who sits where now, what everyone stands at, and what settles the night.

Each entry holds the seats, the round and the points as they were when it was saved, so that neither an edit of another hand nor
other rules ever change it. An edit is a new version, an undo a version that says `void`; the last version of each entry counts. Where one
hand has several entries, what follows from an edit is the next version of those as well: see `follow`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.cases import answer
from webapp.store.ledgers import Version

SEATS = ("east", "south", "west", "north")
DEALERS = ("win_or_draw", "win", "never", "first_winner")
"""When East stays: on a win or a draw, on a win only, never; or the hand's first winner is the next East (Sichuan)."""
AT_THE_END = ("ready", "not_ready", "flower_pig")
"""What an end of the wall says of each player still in, by the keys of its settlement."""
MOST_PLAYERS = 8
FOLLOWS = "follows"
"""In a body: the number of the entry with which this one was worked out anew."""
MOST_POINTS = 10**9


class LedgerError(ValueError):
    """What was asked for cannot be entered. The text is a code that the page words with `values`, or the scorer's own sentence with its `reason`;
    `field` is the form's field that it is about, empty where it is about none."""

    def __init__(self, code: str, field: str = "", reason: str = "", **values: object) -> None:
        super().__init__(code)
        self.field = field
        self.reason = reason
        self.values = values


@dataclass(frozen=True, slots=True)
class Table:
    """What a table settles once: `players` by number, `rules` as the context page's answers, when East stays, and the name of the house's own tile
    set that it plays with, if it does."""

    name: str
    players: tuple[str, ...]
    rules: tuple[tuple[str, str], ...]
    dealer: str
    tiles: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """The latest version of an entry, and all of them, oldest first."""

    number: int
    version: int
    made_at: int
    body: Mapping[str, Any]
    history: tuple[Version, ...]

    @property
    def void(self) -> bool:
        return bool(self.body.get("void"))

    @property
    def points(self) -> dict[int, int]:
        return {int(player): points for player, points in self.body["points"].items()}


@dataclass(frozen=True, slots=True)
class Now:
    """The hand about to be played: its number, who sits where, the round, who was East first, who is out, and kongs paid for."""

    hand: int
    seats: Mapping[str, int]
    round: str
    first: int
    out: tuple[str, ...] = ()
    kongs: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Ledger:
    """A whole table. `totals` are points by player and sum to zero; `setups` are the versions of the table itself, oldest first."""

    table: Table
    entries: tuple[Entry, ...]
    now: Now
    setups: tuple[Version, ...]

    @property
    def live(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if not entry.void)

    @property
    def totals(self) -> tuple[int, ...]:
        sums = [0] * len(self.table.players)
        for entry in self.live:
            for player, points in entry.points.items():
                sums[player] += points
        return tuple(sums)

    @property
    def names(self) -> dict[str, str]:
        return {seat: self.table.players[player] for seat, player in self.now.seats.items()}

    @property
    def waiting(self) -> tuple[int, ...]:
        """Players who sit out just now."""
        return tuple(player for player in range(len(self.table.players)) if player not in self.now.seats.values())

    def running(self) -> dict[int, tuple[int, ...]]:
        """The totals after each entry that counts, by its number."""
        sums, after = [0] * len(self.table.players), {}
        for entry in self.live:
            for player, points in entry.points.items():
                sums[player] += points
            after[entry.number] = tuple(sums)
        return after


def opened(versions: Sequence[Version]) -> Ledger:
    """Everything a table holds, from all of its versions."""
    by_number: dict[int, list[Version]] = {}
    for version in versions:
        by_number.setdefault(version.number, []).append(version)
    setups = tuple(by_number.pop(0))
    table = table_of(setups[-1].body)
    entries = tuple(Entry(number, kept[-1].version, kept[-1].made_at, kept[-1].body, tuple(kept)) for number, kept in sorted(by_number.items()))
    return Ledger(table, entries, _now(table, [entry for entry in entries if not entry.void]), setups)


def table_of(body: Mapping[str, Any]) -> Table:
    """One version of what a table settles once."""
    return Table(body["name"], tuple(body["players"]), tuple((key, value) for key, value in body["rules"]), body["dealer"], body.get("tiles", ""))


def _now(table: Table, live: Sequence[Entry]) -> Now:
    placed = [entry for entry in live if entry.body["kind"] != "payment" and not entry.body.get("late")]
    if not placed:
        return Now(1, dict(zip(SEATS, range(4), strict=True)), "east", 0)
    last = placed[-1].body
    here = Now(last["hand"], last["seats"], last["round"], last["first"])
    if last["kind"] == "seats":
        return here
    same = [entry.body for entry in placed if entry.body["hand"] == last["hand"]]
    out = tuple(winner["seat"] for body in same if body["kind"] == "win" for winner in body["detail"]["winners"])
    plays_on = last.get("plays_on", False)
    over = last["kind"] in ("draw", "end_of_wall") or (last["kind"] == "win" and (not plays_on or len(out) >= 3))
    if not over:
        kongs = tuple(body["detail"] for body in same if body["kind"] == "kong")
        return Now(here.hand, here.seats, here.round, here.first, out if plays_on else (), kongs)
    return _next(table, here, same, out)


def _next(table: Table, here: Now, same: Sequence[Mapping[str, Any]], out: tuple[str, ...]) -> Now:
    """After a hand: East stays, or the seats turn by one; once East comes back to who was East first, the next round begins."""
    if table.dealer == "first_winner":
        first = next((body["detail"] for body in same if body["kind"] == "win"), None)
        seat = "east" if first is None else first["winners"][0]["seat"] if len(first["winners"]) == 1 else first.get("discarder") or "east"
        turn = SEATS.index(seat)
        return Now(here.hand + 1, _turned(here.seats, turn), here.round, here.first)
    won = "east" in out
    stays = (won and table.dealer in ("win", "win_or_draw")) or (not out and table.dealer == "win_or_draw")
    if stays:
        return Now(here.hand + 1, here.seats, here.round, here.first)
    seats = _turned(here.seats, 1)
    wind = here.round if seats["east"] != here.first else SEATS[(SEATS.index(here.round) + 1) % 4]
    return Now(here.hand + 1, seats, wind, here.first)


def _turned(seats: Mapping[str, int], turn: int) -> dict[str, int]:
    return {seat: seats[SEATS[(place + turn) % 4]] for place, seat in enumerate(SEATS)}


# -- what is entered ---------------------------------------------------------------------------------------------------


def settled(rules: Mapping[str, Any], form: Mapping[str, Any], language: str = "en") -> dict[str, int]:
    """Points by seat of a settlement, as the scorer has it under an entry's rules. Raises LedgerError with the scorer's sentence."""
    told = answer({"kind": "settlement", **rules, "settlement": dict(form)}, language)
    if not told["ok"]:
        raise LedgerError(told["message"], reason=told["reason"] or told["error"])
    return dict(told["payouts"])


def unanswered(body: Mapping[str, Any]) -> list[str]:
    """The seats of which an end of the wall says nothing although they are still in: their win was taken back since."""
    if body["kind"] != "end_of_wall" or body.get("void"):
        return []
    named = {each if isinstance(each, str) else each["seat"] for key in AT_THE_END for each in body["detail"].get(key) or ()}
    return [seat for seat in SEATS if seat not in named and seat not in (body["detail"].get("already_won") or ())]


def by_player(payouts: Mapping[str, int], seats: Mapping[str, int]) -> dict[str, int]:
    """Points by seat -> points by player; a player's number is a text, as JSON has keys."""
    return {str(seats[seat]): points for seat, points in payouts.items() if points}


def entry(now: Now, kind: str, detail: Mapping[str, Any], points: Mapping[str, int], **more: Any) -> dict[str, Any]:
    """An entry's body, with the seats and the round that it was played in. Raises LedgerError for points that do not sum to zero."""
    if sum(points.values()) or any(abs(number) > MOST_POINTS for number in points.values()):
        raise LedgerError("points")
    placed = {"hand": now.hand, "seats": dict(now.seats), "round": now.round, "first": now.first}
    return {"kind": kind, **placed, "detail": dict(detail), "points": dict(points), **more}


def key_of(*parts: object) -> str:
    """What makes two saves the same save."""
    return hashlib.sha256("\x00".join(map(str, parts)).encode("utf-8", "replace")).hexdigest()


# -- the end of the night ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Transfer:
    payer: int
    payee: int
    points: int


def transfers(totals: Sequence[int]) -> tuple[Transfer, ...]:
    """The fewest transfers that bring everyone to zero.

    Players whose totals sum to zero can settle among themselves with one transfer less than they are, so the fewest come of the
    most such groups: looked for over all subsets, which for eight players are 256.
    """
    open_ = [player for player, total in enumerate(totals) if total]
    full = (1 << len(open_)) - 1
    sums = [sum(totals[open_[place]] for place in range(len(open_)) if mask >> place & 1) for mask in range(full + 1)]
    most: list[tuple[int, int]] = [(0, 0)] * (full + 1)  # (groups, the last group's subset)
    for mask in range(1, full + 1):
        lowest, sub, found = mask & -mask, mask, (0, mask)
        while sub:
            if sub & lowest and sums[sub] == 0 and (groups := most[mask ^ sub][0] + 1) > found[0]:
                found = (groups, sub)
            sub = (sub - 1) & mask
        most[mask] = found
    found_transfers: list[Transfer] = []
    mask = full
    while mask:
        group = most[mask][1]
        found_transfers += _within({open_[place]: totals[open_[place]] for place in range(len(open_)) if group >> place & 1})
        mask ^= group
    return tuple(found_transfers)


def _within(owed: dict[int, int]) -> list[Transfer]:
    """Largest debt to largest credit: each transfer settles one player at least, and the last settles two."""
    found = []
    while any(owed.values()):
        payer, payee = min(owed, key=lambda player: owed[player]), max(owed, key=lambda player: owed[player])
        points = min(-owed[payer], owed[payee])
        owed[payer] += points
        owed[payee] -= points
        found.append(Transfer(payer, payee, points))
    return found
