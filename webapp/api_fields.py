"""The field of a request that a refusal is about: programs show the sentence beside it, as the pages do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.errors import MeldError, TileError
from scoring.melds import Meld, MeldKind
from scoring.tiles import ALL_TILES, Tile

LONGEST_FIELD = 80
_CODES = {tile.code for tile in ALL_TILES}

_BY_CODE = {
    "invalid_tile": "hand",
    "invalid_meld": "hand.melds",
    "wrong_tile_count": "hand",
    "too_many_copies": "hand",
    "bonus_not_allowed": "hand.bonus",
    "void_suit": "hand",
    "inconsistent_context": "context",
    "not_complete": "hand",
    "below_minimum": "hand",
}
_BY_REASON = {
    "declared_void": "context.void_suit",
    "already_won_plays_on": "context.already_won",
    "discarder_is_winner": "context.discarder",
    "self_draw_with_discarder": "context.discarder",
    "discarder_missing": "context.discarder",
    "robbed_needs_rob_kong": "context.robbed",
    "no_responsibility": "context.responsible",
    "responsible_is_winner": "context.responsible",
    "responsible_for_other_hand": "context.responsible",
    "responsible_unfed": "context.responsible",
    "replacement_needs_self_draw": "context.replacement",
    "replacement_without_kong": "context.replacement",
    "replacement_without_flower": "context.replacement",
    "kong_on_kong_needs_two_kongs": "context.replacement",
    "one_of_each": "context",
    "last_tile_needs_self_draw": "context.last_tile",
    "last_discard_needs_discard": "context.last_discard",
    "after_kong_discard_needs_discard": "context.after_kong_discard",
    "robbed_tile_held_elsewhere": "hand.concealed",
    "concealed_kong_not_robbable": "context.robbed",
    "opening_at_end": "context.opening",
    **{f"{name}_{why}": "context.opening" for name in ("heavenly", "earthly", "human") for why in ("not_in_ruleset", "with_calls")},
    "heavenly_needs_dealer_self_draw": "context.opening",
    "human_needs_non_dealer_self_draw": "context.opening",
    "earthly_needs_non_dealer_self_draw": "context.opening",
    "earthly_needs_dealer_discard": "context.opening",
}
_OF_SETTLEMENTS = {
    "already_won_plays_on": "settlement.already_won",
    "discarder_is_winner": "settlement.discarder",
    "self_draw_with_discarder": "settlement.discarder",
    "no_responsibility": "settlement.responsible",
    "responsible_is_winner": "settlement.responsible",
    "one_self_draw": "settlement.winners",
    "kong_from_itself": "settlement.from",
    "seat_twice": "settlement",
    "below_minimum": "settlement.winners",
}
FIELDS = (*_BY_CODE.values(), *_BY_REASON.values(), *_OF_SETTLEMENTS.values())
"""Every field that a refusal may name, but for the places of single tiles in their lists."""


def field_of(told: Mapping[str, Any], case: Mapping[str, Any]) -> str:
    """Where to look in a request that was refused: `hand.concealed[3]`, `context.discarder`."""
    code, reason = told["error"], told["reason"]
    if case.get("kind") == "settlement":
        if reason == "discarder_is_winner" and case["settlement"].get("type") == "kong":
            return "settlement.dealt_in"
        return _OF_SETTLEMENTS.get(reason) or _OF_SETTLEMENTS.get(code) or "settlement"
    if code == TileError.code:
        places = list(_tiles(case["hand"]))
        misplaced = [where for where, text in places if text not in _CODES or (text[0] in "fq") != where.startswith("hand.bonus")]
        return next(iter([*misplaced, *(where for where, text in places if text == reason)]), _BY_CODE[code])
    if code == MeldError.code:
        return next((f"hand.melds[{place}]" for place, meld in enumerate(case["hand"].get("melds") or ()) if not _is_set(meld)), _BY_CODE[code])
    return _BY_REASON.get(reason) or _BY_CODE[code]


def _is_set(meld: Mapping[str, Any]) -> bool:
    try:
        Meld.of(MeldKind(meld["kind"]), tuple(Tile.from_code(text) for text in meld["tiles"]))
    except MeldError:
        return False
    return True


def _tiles(hand: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each tile's place in the request, and its text."""
    yield from ((f"hand.concealed[{at}]", text) for at, text in enumerate(hand["concealed"]))
    yield "hand.winning_tile", hand["winning_tile"]
    for place, meld in enumerate(hand.get("melds") or ()):
        yield from ((f"hand.melds[{place}].tiles[{at}]", text) for at, text in enumerate(meld["tiles"]))
    yield from ((f"hand.bonus[{at}]", text) for at, text in enumerate(hand.get("bonus") or ()))
