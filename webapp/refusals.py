"""A refused hand, said to a player: which page puts it right, and what to look at there.

The scorer's own detail is for programs; its codes are stable, so they are what is worded here.
"""

from __future__ import annotations

from webapp.language import gettext as _
from webapp.language import noted

_TILES = {
    "invalid_tile": noted("One of these tiles is not played with at this table."),
    "wrong_tile_count": noted("The count is not right yet: a hand is 14 tiles with the winning tile, each set on the table counting as three."),
    "too_many_copies": noted("There are more copies of a tile here than a set of mahjong has."),
    "bonus_not_allowed": noted("This table plays without flowers and seasons: delete them, or choose another rule set."),
    "void_suit": noted("A Sichuan hand holds two suits at most, and none of the suit that was declared void."),
    "not_complete": noted(
        "These tiles do not make a winning hand: four sets and a pair, or a special hand of this table. One may be misread, or a set was on the table."
    ),
}
_MELDS = {
    "chow_not_allowed": noted("This table has no claimed chows."),
    "": noted("One of the sets on the table is neither a chow, a pong nor a kong."),
}
_CONTEXT = {
    "replacement_without_kong": noted("There is no kong in this hand, so the tile cannot have been drawn after one."),
    "replacement_without_flower": noted("There is no flower or season in this hand, so the tile cannot have been drawn after one."),
    "kong_on_kong_needs_two_kongs": noted("A kong on a kong needs two kongs."),
    "one_of_each": noted("Only one of these can be true: choose the one that happened."),
    "robbed_tile_held_elsewhere": noted("The robbed kong holds the other three of the winning tile, so they cannot be in this hand."),
    "concealed_kong_not_robbable": noted("A concealed kong cannot be robbed here."),
    "opening_at_end": noted("An opening hand cannot be won at the end of the wall."),
    "heavenly_needs_dealer_self_draw": noted("A heavenly hand is East's, and self-drawn."),
    "earthly_needs_dealer_discard": noted("An earthly hand is won by another seat than East, on East's first discard."),
    "earthly_needs_non_dealer_self_draw": noted("An earthly hand is won by another seat than East, self-drawn."),
    "human_needs_non_dealer_self_draw": noted("A human hand is won by another seat than East, self-drawn."),
    "": noted("These circumstances cannot all be true of this hand."),
}


def place_and_words(code: str, reason: str, typed: bool) -> tuple[str, str, str]:
    """(page, field, sentence) for a refusal code; `typed` hands are put right where tiles are typed."""
    if code in _TILES:
        return ("type_tiles" if typed else "review"), "tiles", _(_TILES[code])
    if code == "invalid_meld":
        return "meld_sets", "sets", _(_MELDS.get(reason, _MELDS[""]))
    return "context", "moment", _(_CONTEXT.get(reason, _CONTEXT[""]))
