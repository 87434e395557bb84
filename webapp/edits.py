"""The edits a person can make to the tiles, each a link or button whose values name it; the result is a new draft.

An edit is a GET whose answer is a redirect to the edited draft's own address: nothing changes on the server, so nothing
needs protecting, the back key undoes it, and it works with scripts off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from webapp.all_faces import ordered
from webapp.draft import Draft
from webapp.language import gettext as _
from webapp.placed import DraftError, Group, LinkError, Part
from webapp.road import Road

Values = Mapping[str, str]
EDITS = ("put", "drop", "win", "add", "take", "aside", "gather", "cast", "claim", "repair", "ordered", "clear")


def edited(road: Road, values: Values) -> Road | None:
    """The road after the edit the values ask for; None where they ask for none. Raises DraftError."""
    for name in EDITS:
        if name in values:
            return road.with_draft(_DOINGS[name](road, values))
    return None


def next_doubtful(draft: Draft, after: int) -> int | None:
    """The doubtful tile to jump to once the one at `after` is settled: the next one, else the first left."""
    doubtful = draft.doubtful
    return next((position for position in doubtful if position > after), doubtful[0] if doubtful else None)


def number(values: Values, name: str) -> int:
    """A position or index. Raises DraftError."""
    text = values.get(name, "")
    if not text.isdecimal() or len(text) > 4:
        raise LinkError(f"no place {text[:10]!r}, expected a number")
    return int(text)


def _put(road: Road, values: Values) -> Draft:
    return road.draft.put(number(values, "at"), values["put"])


def _drop(road: Road, values: Values) -> Draft:
    return road.draft.drop(number(values, "drop"))


def _win(road: Road, values: Values) -> Draft:
    return road.draft.win(number(values, "win"))


def _add(road: Road, values: Values) -> Draft:
    return road.draft.add(values["add"], number(values, "after") if values.get("after") else None)


def _take(road: Road, values: Values) -> Draft:
    """An outside tile belongs to the hand after all."""
    return road.draft.regroup([number(values, "take")], Part.BONUS if road.draft.at(number(values, "take")).is_bonus else Part.HELD)


def _aside(road: Road, values: Values) -> Draft:
    return road.draft.regroup([number(values, "aside")], Part.OUTSIDE)


def _gather(road: Road, values: Values) -> Draft:
    return road.draft.gathered()


def _part(values: Values) -> Part:
    try:
        return Part(values.get("as", ""))
    except ValueError:
        raise LinkError(f"no kind of set {values.get('as', '')[:10]!r}, expected one of {', '.join(part.value for part in Part)}") from None


def _cast(road: Road, values: Values) -> Draft:
    return road.draft.recast(number(values, "cast"), _part(values))


def _claim(road: Road, values: Values) -> Draft:
    """Three or four tiles of the hand are a set on the table."""
    positions = [number({"at": text}, "at") for text in values["claim"].split(".")]
    if not 3 <= len(set(positions)) <= 4:
        raise LinkError(f"{len(set(positions))} tiles, expected 3 or 4 for a set")
    chosen = Group(Part.OPEN, tuple(road.draft.at(position) for position in positions))
    if chosen.kind is None:
        raise DraftError(_("These tiles are neither a chow, a pong nor a kong."))
    return road.draft.regroup(positions, _part(values))


def _repair(road: Road, values: Values) -> Draft:
    draft = road.draft
    for position, offer in road.open_offers():
        draft = draft.put(position, offer.after)
    return draft


def _ordered(road: Road, values: Values) -> Draft:
    """One of each face lies there, in the guide's order."""
    return ordered(road.draft)


def _clear(road: Road, values: Values) -> Draft:
    return Draft()


_DOINGS: dict[str, Callable[[Road, Values], Draft]] = {
    "put": _put,
    "drop": _drop,
    "win": _win,
    "add": _add,
    "take": _take,
    "aside": _aside,
    "gather": _gather,
    "cast": _cast,
    "claim": _claim,
    "repair": _repair,
    "ordered": _ordered,
    "clear": _clear,
}
