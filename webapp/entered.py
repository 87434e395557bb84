"""What is written into a ledger of a scored hand: the body of its entry, and that of the entry looked at again.

Each body carries the rules that it was settled under, a table's own lines among them, so that an edit next week settles under the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from scoring.cases import base_rules
from webapp import ledger, records
from webapp.language import current
from webapp.ledger import Ledger, LedgerError
from webapp.road import Road

Body = dict[str, Any]
LONGEST_NAME = 24
LONGEST_NOTE = 200
WAYS = {"self_draw": "self_draw", "discard": "discard", "rob": "rob_kong"}
"""How a hand was won: the page's word and the settlement's, which is the case's."""
_PAGE_WAYS = {word: way for way, word in WAYS.items()}


_JOINER, _TONES = "\u200d", ("So", "Sk", "Mn")


def _joins(text: str, place: int) -> bool:
    """Whether a joiner stands between two pictures that are one: a family, a cook. Between letters it is a sign that nobody sees."""
    beside = (text[place - 1 : place], text[place + 1 : place + 2])
    return text[place] == _JOINER and all(sign and unicodedata.category(sign) in _TONES for sign in beside)


def clean(text: str, longest: int) -> str:
    """A typed name or note in one line: no control signs, no signs that turn the writing round, no halves of signs."""
    kept = "".join(
        sign if unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or _joins(text, place) else " " for place, sign in enumerate(text)
    )
    return " ".join(kept.split())[:longest].strip(f" {_JOINER}")


# -- a scored hand -------------------------------------------------------------------------------------------------------


def rules_of(case: Mapping[str, Any]) -> Body:
    """What an entry keeps of a case's rules: all that it takes to settle it again."""
    return {key: case[key] for key in ("ruleset", "house", "options") if case.get(key) is not None}


def win(now: ledger.Now, case: Mapping[str, Any], payouts: Mapping[str, int], total: int, road: Road, **more: Any) -> Body:
    """A hand as an entry of the hand that is on, or of one `late`. Raises LedgerError for points that no ledger takes."""
    points = ledger.by_player(payouts, now.seats)
    plays_on = base_rules(case).readings.plays_on
    return ledger.entry(now, "win", _detail(case, [_winner(case, total)]), points, rules=rules_of(case), plays_on=plays_on, roads=[_kept(road)], **more)


def one_more(body: Mapping[str, Any], case: Mapping[str, Any], total: int, road: Road) -> Body:
    """An entry with one more winner of the same tile. Raises LedgerError, for one, where the two were scored under different rules."""
    if not same_tile(body, case):
        raise LedgerError("no_second")
    if body["rules"] != rules_of(case):
        raise LedgerError("other_rules")
    detail = {**body["detail"], "winners": [*body["detail"]["winners"], _winner(case, total)]}
    return resettled(body, detail) | {"roads": [*body.get("roads", []), _kept(road)]}


def second_winner(found: Ledger, case: Mapping[str, Any], total: int, road: Road) -> tuple[int, Body]:
    """The number of the last entry, and its body with one more winner of the same tile. Raises LedgerError."""
    last = found.live[-1] if found.live else None
    if last is None:
        raise LedgerError("no_second")
    return last.number, one_more(last.body, case, total, road)


def rescored(body: Mapping[str, Any], place: int, case: Mapping[str, Any], total: int, road: Road) -> Body:
    """An entry with one of its hands put right: other tiles, another winner, other circumstances. Where several won on one tile, the tile and the
    rules stay what they were for all of them. Raises LedgerError."""
    before = Road.kept(body["roads"][place])
    seat = dict(before.answers)["seat"]
    others = [winner for winner in body["detail"]["winners"] if winner["seat"] != seat]
    if len(others) == len(body["detail"]["winners"]):  # an edit has taken this winner out
        raise LedgerError("no_second")
    if others:
        alone = {**body, "detail": {**body["detail"], "winners": others}}
        if not same_tile(alone, case):
            raise LedgerError("no_second")
        if body["rules"] != rules_of(case):
            raise LedgerError("other_rules")
    # In the place that it had: the first winner of a hand may be the next East.
    winners = [*others]
    winners.insert(next((at for at, winner in enumerate(body["detail"]["winners"]) if winner["seat"] == seat), len(winners)), _winner(case, total))
    roads = [*body["roads"]]
    roads[place] = _kept(road)
    plays_on = base_rules(case).readings.plays_on
    return resettled({**body, "rules": rules_of(case), "plays_on": plays_on}, _detail(case, winners)) | {"roads": roads}


def same_tile(body: Mapping[str, Any], case: Mapping[str, Any]) -> bool:
    """Whether a hand may have been won on the tile that an entry was won on, by another player."""
    context, detail = case["context"], body["detail"]
    if body["kind"] != "win" or context["win"] != won_by(body)[0] or context.get("discarder", "") != detail.get("discarder"):
        return False
    return context["seat"] not in {winner["seat"] for winner in detail["winners"]}


def won_by(body: Mapping[str, Any]) -> tuple[str, str]:
    """(`self_draw`, `discard` or `rob_kong`, who threw the tile or was robbed of it) of a win."""
    return str(body["detail"]["type"]), str(body["detail"].get("discarder") or "")


def won(body: Mapping[str, Any]) -> str:
    """The same in the context page's words: `self_draw`, `discard-east`, `rob-west`."""
    way, giver = won_by(body)
    return f"{_PAGE_WAYS[way]}-{giver}" if giver else _PAGE_WAYS[way]


def place_of(body: Mapping[str, Any], road: Road) -> int | None:
    """Which of an entry's hands a road is: the same tiles and the same answers; None for none of them."""
    kept = _kept(road)
    return next((place for place, each in enumerate(body.get("roads") or ()) if each == kept), None)


def _detail(case: Mapping[str, Any], winners: list[Body]) -> Body:
    context = case["context"]
    more = {key: context[key] for key in ("discarder", "already_won") if context.get(key)}
    return {"type": context["win"], "winners": winners, **more}


def _winner(case: Mapping[str, Any], total: int) -> Body:
    return {"seat": case["context"]["seat"], "total": total, "responsible": case["context"].get("responsible")}


def _kept(road: Road) -> Body:
    return {"d": str(road.draft), "answers": [list(pair) for pair in records.settled_answers(road)]}


def resettled(body: Mapping[str, Any], detail: Mapping[str, Any]) -> Body:
    """An entry with another settlement, its points worked out anew under the rules it was saved with. Raises LedgerError, ValueError."""
    form = {key: value for key, value in detail.items() if value not in ("", None)}
    points = ledger.by_player(ledger.settled(body["rules"], form, current()), body["seats"])
    return {**body, "detail": form, "points": points}
