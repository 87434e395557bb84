"""What follows from an entry put right: where one hand has several entries (Sichuan), a kong or a win that is otherwise changes what the others paid.

Kongs are paid by those still in, later wins too, and the end of the wall takes the kong money of players not ready back. So with an entry
the other entries of its hand are settled anew, each as its own next version that says what it follows; nothing is changed in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from webapp import seated
from webapp.entered import Body, resettled
from webapp.ledger import AT_THE_END, FOLLOWS, Entry, Ledger, LedgerError

_KINDS = ("win", "kong", "end_of_wall")

Deal = Sequence[tuple[int, Mapping[str, Any]]]
"""(number, body) of the entries of one hand that count, in the order in which they happened."""


def followed(found: Ledger, number: int, body: Mapping[str, Any]) -> list[tuple[int, Body]]:
    """The entry's next body, and after it the next ones of those entries of its hand that it changes. Raises LedgerError where one of them could
    not have happened then: a second win of the same player, a kong of one who was out."""
    before = _deal(((entry.number, entry.body) for entry in found.live), body)
    after = _deal(((entry.number, entry.body) for entry in found.live if entry.number != number), body)
    body = {key: value for key, value in body.items() if key != FOLLOWS}
    if body.get("void") or not _counts(body, body):
        return [(number, body), *_others(found, before, after, number)]
    after = _ordered([*after, (number, body)])
    known = number in dict(before)
    body = _fitted(found, body, _out(before, number) if known else None, number, after, number)
    after = _ordered([*((each, other) for each, other in after if each != number), (number, body)])
    return [(number, body), *_others(found, before, after, number)]


def _others(found: Ledger, before: Deal, after: Deal, cause: int) -> list[tuple[int, Body]]:
    """The entries of a hand that are otherwise once `cause` is."""
    changed = []
    for number, body in after:
        if number != cause and (fitted := _fitted(found, body, _out(before, number), number, after, cause)) != body:
            changed.append((number, fitted | {FOLLOWS: cause}))
    return changed


def touched(found: Ledger, entry: Entry) -> list[Entry]:
    """The entries that a change of this one may change: the later ones of its hand, the end of the wall always."""
    if not _counts(entry.body, entry.body) or entry.body["kind"] == "end_of_wall":
        return []
    deal = [number for number, _body in _deal(((each.number, each.body) for each in found.live), entry.body)]
    kinds = _KINDS if entry.body["kind"] == "win" else ("end_of_wall",)
    later = [each for each in found.live if each.number in deal and each.number != entry.number and each.body["kind"] in kinds]
    return [each for each in later if each.number > entry.number or each.body["kind"] == "end_of_wall"]


def kongs_of(found: Ledger, body: Mapping[str, Any]) -> list[Body]:
    """The kongs of an entry's hand as the end of its wall takes them back."""
    return _kongs(_deal(((entry.number, entry.body) for entry in found.live), body))


def _counts(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether an entry is of another's hand, in rules where a hand goes on after a win."""
    same = (one.get("hand"), one.get("seats")) == (other.get("hand"), other.get("seats"))
    return same and one["kind"] in _KINDS and bool(one.get("plays_on")) and not one.get("late")


def _deal(entries: Iterable[tuple[int, Mapping[str, Any]]], like: Mapping[str, Any]) -> Deal:
    return _ordered([(number, body) for number, body in entries if _counts(body, like)])


def _ordered(entries: Iterable[tuple[int, Mapping[str, Any]]]) -> Deal:
    """As saved, but the end of the wall is the end: a kong may have been restored after it."""
    return sorted(entries, key=lambda each: (each[1]["kind"] == "end_of_wall", each[0]))


def _out(deal: Deal, number: int) -> list[str]:
    """Who had won before an entry."""
    seats: list[str] = []
    for each, body in deal:
        if each == number:
            break
        if body["kind"] == "win":
            seats += [winner["seat"] for winner in body["detail"]["winners"]]
    return seats


def _kongs(deal: Deal) -> list[Body]:
    return [{key: value for key, value in body["detail"].items() if key != "type"} for _number, body in deal if body["kind"] == "kong"]


def _fitted(found: Ledger, body: Mapping[str, Any], was_out: list[str] | None, number: int, deal: Deal, cause: int) -> Body:
    """An entry as its hand has it: who was out, and which kongs are taken back. Where a person said otherwise who was out than the ledger had it
    (`was_out`; None for an entry that did not count), that stays. Raises LedgerError."""
    detail, out = dict(body["detail"]), _out(deal, number)
    said = detail.get("already_won") or []
    if set(said) != set(out) and (was_out is None or set(said) == set(was_out)):
        detail["already_won"] = out
    if body["kind"] == "end_of_wall":
        detail["kongs"] = _kongs(deal)
        for key in AT_THE_END:  # who is out by now was neither ready nor unready
            detail[key] = [each for each in detail[key] if (each if isinstance(each, str) else each["seat"]) not in detail["already_won"]]
    if detail == body["detail"]:
        return dict(body)
    try:
        return resettled(body, detail)
    except LedgerError as error:
        if number == cause:
            raise
        raise LedgerError("cannot_follow", entry=seated.line(found, body)) from error
