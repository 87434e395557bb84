"""Where a person stands on the road from tiles to payout: the draft, the photo's key and the answers given so far.

All of it is the query string, and every page's links carry it on, so going back to fix a tile keeps what was said about
the win. Raw answers travel; `forms.py` alone gives them meaning.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import url_for

from webapp.draft import Draft

ANSWERS = ("seat", "round", "won", "moment", "rules", "asked", "min", "cap", "opt", "pays", "void", "out", "house")
"""The query keys of the context page. `moment`, `opt` and `out` may repeat."""

GONE = "gone"
"""In the place of a tile set's name: the photo was to be read as a set that could not be found."""

_PHOTO = re.compile(r"[a-z0-9]{1,16}")
_SET = re.compile(rf"[a-z2-9]{{26}}|{GONE}")
_BOOKED = re.compile(r"([a-z2-9]{26})\.(\d{1,4})\.(\d)")
_CHANGE = re.compile(r"(\d{1,4})\.([a-z0-9]{2,5})\.([a-z0-9]{2,5})")


def _said(key: str, values: list[str]) -> list[str]:
    """The answers among a form's values: a question of the table's own rules that keeps its preset says nothing, and a winner's seat is the
    last that was sent (an empty one stands in front of the choices, so that a form without a choice can be told from an address that never asked)."""
    if key == "house":
        return [value for value in values if not value.endswith(".")]
    return values[-1:] if key == "seat" else values


@dataclass(frozen=True, slots=True)
class Offer:
    """One change of an offered repair: the box's tile, read as `before`, may be `after`."""

    box: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.box}.{self.before}.{self.after}"


def offers_of(reading: Mapping[str, Any], first_box: int) -> tuple[Offer, ...]:
    """The repair that a reading offers, its boxes numbered from `first_box`."""
    suggestion = reading.get("suggestion") or {"changes": []}
    return tuple(Offer(first_box + change["tile"], change["from"], change["to"]) for change in suggestion["changes"])


@dataclass(frozen=True, slots=True)
class Booked:
    """A hand of an entry in a table's ledger: the `place`th of those that won on its tile, or the next where one more is to come."""

    table: str
    number: int
    place: int

    @staticmethod
    def parse(text: str) -> Booked | None:
        match = _BOOKED.fullmatch(text)
        return Booked(match[1], int(match[2]), int(match[3])) if match else None

    def __str__(self) -> str:
        return f"{self.table}.{self.number}.{self.place}"


@dataclass(frozen=True, slots=True)
class Road:
    """`photo` is the key under which this browser tab keeps the picture; the server never learns more of it. `tiles` names the house's own tile
    set that the photo was read as, or says that it is GONE; empty where it was read as any set. `booked` is the ledger's hand that this one is, where
    it was looked at from there."""

    draft: Draft
    photo: str = ""
    offers: tuple[Offer, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    tiles: str = ""
    booked: Booked | None = None

    @staticmethod
    def kept(hand: Mapping[str, Any], booked: Booked | None = None) -> Road:
        """From what an entry or a record keeps of a hand."""
        return Road(Draft.parse(hand["d"]), answers=tuple((key, value) for key, value in hand["answers"]), booked=booked)

    @staticmethod
    def of(args: Any) -> Road:
        """From a request's values (a MultiDict). Raises DraftError for a `d` that cannot be read."""
        photo = args.get("p", "")
        offers = tuple(Offer(int(match[1]), match[2], match[3]) for text in args.getlist("fix") if (match := _CHANGE.fullmatch(text)))
        answers = tuple((key, value) for key in ANSWERS for value in _said(key, args.getlist(key)[:24]))
        if printed := "_".join(args.get("printed", "")[:160].replace(",", " ").split()):
            answers = (*(pair for pair in answers if not pair[1].startswith("table.")), ("house", f"table.{printed}"))
        tiles = args.get("set", "")
        photo, tiles = photo if _PHOTO.fullmatch(photo) else "", tiles if _SET.fullmatch(tiles) else ""
        return Road(Draft.parse(args.get("d", "")), photo, offers[:4], answers, tiles, Booked.parse(args.get("booked", "")))

    @property
    def query(self) -> list[tuple[str, str]]:
        """The pairs of the query string, for links and for hidden fields alike."""
        pairs = [("d", str(self.draft))]
        if self.photo:
            pairs.append(("p", self.photo))
        if self.tiles:
            pairs.append(("set", self.tiles))
        if self.booked:
            pairs.append(("booked", str(self.booked)))
        pairs += [("fix", str(offer)) for offer in self.offers]
        return pairs + list(self.answers)

    @property
    def tiles_query(self) -> list[tuple[str, str]]:
        """The hidden fields of the context form, which asks for the answers itself."""
        return [pair for pair in self.query if pair[0] not in ANSWERS]

    def url(self, page: str, **more: Any) -> str:
        """The address of a page of the road from here, with further values (an edit, say)."""
        values: dict[str, Any] = {}
        for key, value in self.query:
            values.setdefault(key, []).append(value)
        return url_for(f"pages.{page}", **values, **more)

    def booking(self, **more: Any) -> str:
        """The address of the page that puts this hand into any table's ledger."""
        values: dict[str, Any] = {}
        for key, value in self.query:
            if key not in ("booked", "fix"):
                values.setdefault(key, []).append(value)
        return url_for("booking.choose", **values, **more)

    def with_draft(self, draft: Draft) -> Road:
        return replace(self, draft=draft)

    def open_offers(self) -> tuple[tuple[int, Offer], ...]:
        """The offered changes with their positions, while every tile in question still reads as it did; else none."""
        found = []
        for offer in self.offers:
            position = next((place for place, placed, _ in self.draft.places() if placed.box == offer.box and placed.face == offer.before), None)
            if position is None:
                return ()
            found.append((position, offer))
        return tuple(found)
