"""The data form of a hand and its circumstances -> `Hand` and `WinContext`.

Types and words are checked first and raise FormError; what is well-formed but impossible raises the Refusal that applies
first. Keys and words are those of the case files; a null is the same as an absent key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .admission import admit_melds, admit_tiles
from .context import Discard, Moment, RobbedKong, SelfDraw, WinContext
from .errors import ContextError, FormError, spelled
from .hand import Hand
from .melds import Meld, MeldKind
from .rulesets import RuleSet
from .tiles import Suit, Tile, Wind

WHOLE = "case"
"""Where the form itself is named among its fields."""
_FLAGS = (Moment.LAST_TILE, Moment.LAST_DISCARD, Moment.AFTER_KONG_DISCARD)
_REPLACEMENTS = (Moment.REPLACED_KONG, Moment.REPLACED_FLOWER, Moment.KONG_ON_KONG)
_OPENINGS = (Moment.HEAVENLY, Moment.EARTHLY, Moment.HUMAN)
_SUITS = {"m": Suit.CHARACTERS, "s": Suit.BAMBOO, "p": Suit.DOTS}
_CONTEXT_KEYS = (
    "seat", "round", "win", "discarder", "replacement", "last_tile", "last_discard", "after_kong_discard", "opening", "robbed", "responsible",
    "already_won", "void_suit",
)  # fmt: skip


def as_mapping(value: object, where: str, known: Sequence[str]) -> Mapping[str, Any]:
    """An object with no keys but `known`. Raises FormError."""
    if not isinstance(value, Mapping):
        raise FormError(f"{where} = {spelled(value)}, expected an object", "" if where == WHOLE else where)
    for key in value:
        if key not in known:
            inside = "" if where == WHOLE else f"{where}."
            raise FormError(f"{where} has the unknown key {spelled(key)}, expected some of {', '.join(known)}", f"{inside}{key}")
    return value


def as_list(value: object, where: str) -> Sequence[Any]:
    """A list. Raises FormError."""
    if not isinstance(value, list | tuple):
        raise FormError(f"{where} = {spelled(value)}, expected a list", where)
    return value


def as_word(value: object, where: str, known: Sequence[str]) -> str:
    """One of some words. Raises FormError."""
    if not isinstance(value, str) or value not in known:
        raise FormError(f"{where} = {spelled(value)}, expected one of {', '.join(known)}", where)
    return value


def as_wind(value: object, where: str) -> Wind:
    """A seat. Raises FormError."""
    return Wind(as_word(value, where, [wind.value for wind in Wind]))


def _codes(value: object, where: str) -> tuple[str, ...]:
    listed = as_list(value, where)
    for code in listed:
        if not isinstance(code, str):
            raise FormError(f"{where} holds {spelled(code)}, expected tile codes such as 'm1'", where)
    if len(listed) > 40:
        raise FormError(f"{where} holds {len(listed)} tiles, expected no more than 40", where)
    return tuple(listed)


@dataclass(frozen=True, slots=True)
class HandForm:
    """A hand whose types are right and whose tiles are still words."""

    concealed: tuple[str, ...]
    winning: str
    melds: tuple[tuple[MeldKind, tuple[str, ...]], ...]
    bonus: tuple[str, ...]

    @staticmethod
    def of(value: object) -> HandForm:
        """Check the types of the form. Raises FormError."""
        form = as_mapping(value, "hand", ("concealed", "winning_tile", "melds", "bonus"))
        winning = form.get("winning_tile")
        if not isinstance(winning, str):
            raise FormError(f"hand.winning_tile = {spelled(winning)}, expected a tile code such as 'm1'", "hand.winning_tile")
        melds = []
        for at, entry in enumerate(as_list(_or(form.get("melds"), []), "hand.melds")):
            meld = as_mapping(entry, f"hand.melds[{at}]", ("kind", "tiles"))
            kind = MeldKind(as_word(meld.get("kind"), f"hand.melds[{at}].kind", [kind.value for kind in MeldKind]))
            melds.append((kind, _codes(meld.get("tiles"), f"hand.melds[{at}].tiles")))
        concealed = _codes(form.get("concealed"), "hand.concealed")
        return HandForm(concealed, winning, tuple(melds), _codes(_or(form.get("bonus"), []), "hand.bonus"))

    def hand(self, rules: RuleSet | None = None) -> Hand:
        """The hand, with what `rules` refuse of tiles and melds looked for in its place. Raises a Refusal."""
        concealed = tuple(Tile.from_code(code) for code in self.concealed)
        winning = Tile.from_code(self.winning)
        melds = tuple((kind, tuple(Tile.from_code(code) for code in codes)) for kind, codes in self.melds)
        bonus = tuple(Tile.from_code(code) for code in self.bonus)
        if rules is not None:
            admit_tiles((*concealed, winning, *(tile for _, tiles in melds for tile in tiles)), rules)
        declared = tuple(Meld.of(kind, tiles) for kind, tiles in melds)
        if rules is not None:
            admit_melds(declared, rules)
        return _laid((*concealed, winning), declared, bonus, winning)


@lru_cache(maxsize=64)
def _laid(held: tuple[Tile, ...], melds: tuple[Meld, ...], bonus: tuple[Tile, ...], winning: Tile) -> Hand:
    """A hand from its tiles: asked for again by every table of a comparison."""
    return Hand(held, melds, bonus, winning)


@dataclass(frozen=True, slots=True)
class ContextForm:
    """Circumstances whose types are right and which may still contradict each other."""

    seat: Wind
    round: Wind
    win: str
    discarder: Wind | None
    robbed: str | None
    moments: frozenset[Moment]
    responsible: Wind | None
    already_won: frozenset[Wind]
    void: Suit | None

    @staticmethod
    def of(value: object) -> ContextForm:
        """Check the types of the form. Raises FormError."""
        form = as_mapping(value, "context", _CONTEXT_KEYS)
        moments = {moment for moment in _FLAGS if _flag(form.get(moment.value), f"context.{moment.value}")}
        for key, known in (("replacement", _REPLACEMENTS), ("opening", _OPENINGS)):
            if form.get(key) is not None:
                moments.add(Moment(as_word(form[key], f"context.{key}", [moment.value for moment in known])))
        void = form.get("void_suit")
        return ContextForm(
            seat=as_wind(form.get("seat"), "context.seat"),
            round=as_wind(form.get("round"), "context.round"),
            win=as_word(form.get("win"), "context.win", ("discard", "self_draw", "rob_kong")),
            discarder=_wind_or_none(form, "discarder"),
            robbed=None if form.get("robbed") is None else as_word(form["robbed"], "context.robbed", ("added", "concealed")),
            moments=frozenset(moments),
            responsible=_wind_or_none(form, "responsible"),
            already_won=frozenset(as_wind(seat, "context.already_won") for seat in as_list(_or(form.get("already_won"), []), "context.already_won")),
            void=None if void is None else _SUITS[as_word(void, "context.void_suit", list(_SUITS))],
        )

    def win_context(self) -> WinContext:
        """The circumstances as one value. Raises ContextError where a tile both was drawn and came from somebody."""
        by: SelfDraw | Discard | RobbedKong
        if self.robbed is not None and self.win != "rob_kong":
            raise ContextError(f"robbed {self.robbed} with win {self.win}, expected win rob_kong", "robbed_needs_rob_kong")
        if self.win == "self_draw":
            if self.discarder is not None:
                raise ContextError(f"self_draw with discarder {self.discarder.value}, expected no discarder", "self_draw_with_discarder")
            by = SelfDraw()
        elif self.discarder is None:
            raise ContextError(f"{self.win} with no discarder, expected the seat the tile came from", "discarder_missing")
        else:
            by = Discard(self.discarder) if self.win == "discard" else RobbedKong(self.discarder, self.robbed == "concealed")
        return WinContext(self.seat, self.round, by, self.moments, self.responsible, self.already_won, self.void)


def parse_hand(value: object) -> Hand:
    """A hand from the data form. Raises FormError, or a Refusal of what no table plays."""
    return HandForm.of(value).hand()


def parse_context(value: object) -> WinContext:
    """Circumstances from the data form. Raises FormError, or ContextError."""
    return ContextForm.of(value).win_context()


def hand_form(hand: Hand) -> dict[str, Any]:
    """The data form of a hand: the inverse of `parse_hand`."""
    return {
        "concealed": [tile.code for tile in hand.concealed],
        "winning_tile": hand.winning.code,
        "melds": [{"kind": meld.kind.value, "tiles": [tile.code for tile in meld.tiles]} for meld in hand.melds],
        "bonus": [tile.code for tile in hand.bonus],
    }


def _or(value: object, default: object) -> object:
    return default if value is None else value


def _flag(value: object, where: str) -> bool:
    if value is None or isinstance(value, bool):
        return bool(value)
    raise FormError(f"{where} = {spelled(value)}, expected true or false", where)


def _wind_or_none(form: Mapping[str, Any], key: str) -> Wind | None:
    return None if form.get(key) is None else as_wind(form[key], f"context.{key}")
