"""A refused hand: which page puts it right, and what to look for there. What is wrong, the scorer says itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.language import gettext as _
from webapp.language import is_chinese, noted
from webapp.names import SUITS, tiles_named

HONOURS = SUITS[3][1]

_TILES = {
    "invalid_tile": "",
    "wrong_tile_count": noted("A hand is 14 tiles with the winning tile, each set on the table counting as three."),
    "too_many_copies": noted("One of the red ones is misread."),
    "bonus_not_allowed": noted("Delete them, or choose another rule set."),
    "void_suit": "",
    "not_complete": noted("One may be misread, or a set was on the table already."),
}
"""Refusals that are about the tiles, and the next thing to try."""


_FIELDS = {
    "no_responsibility": "pays",
    "responsible_is_winner": "pays",
    "responsible_for_other_hand": "pays",
    "responsible_unfed": "pays",
    "already_won_plays_on": "out",
    "declared_void": "void",
}
"""Finer reasons that belong to a question of their own on the context page."""


def page_of(code: str, reason: str, typed: bool) -> tuple[str, str]:
    """(page, field) that a refusal belongs to; `typed` hands are put right where tiles are typed."""
    if reason in _FIELDS:
        return "context", _FIELDS[reason]
    if code in _TILES:
        return ("type_tiles" if typed else "review"), "tiles"
    return ("meld_sets", "sets") if code == "invalid_meld" else ("context", "moment")


def words(code: str, message: str, reason: str, case: Mapping[str, Any]) -> str:
    """The scorer's sentence, the tiles that it is about, and what to try."""
    told, hint = named(code, message, reason, case), _TILES.get(code, "")
    return f"{told}{'' if is_chinese() else ' '}{_(hint)}" if hint else told


def named(code: str, message: str, reason: str, case: Mapping[str, Any]) -> str:
    """The scorer's sentence, and the tiles that it is about by their names."""
    tiles = _offending(code, reason, case)
    return _("%(refusal)s In this hand: %(tiles)s.", refusal=message, tiles=tiles_named(tiles)) if tiles else message


def _offending(code: str, reason: str, case: Mapping[str, Any]) -> list[str]:
    hand = case["hand"]
    held = [*hand["concealed"], hand["winning_tile"], *(tile for meld in hand["melds"] for tile in meld["tiles"]), *hand["bonus"]]
    about: set[str]
    if reason == "chow_not_allowed":
        about = {tile for meld in hand["melds"] if meld["kind"] == "chow" for tile in meld["tiles"]}
    elif reason == "three_suits":
        suits = [[tile for tile in held if tile[0] == suit and tile[1:].isdecimal()] for suit in "mps"]
        about = set(min(suits, key=len))  # the suit of the fewest tiles is the likeliest to be misread
    elif reason == "declared_void":
        suit = case["context"]["void_suit"]
        about = {tile for tile in held if tile[0] == suit and tile[1:].isdecimal()}
    elif code == "bonus_not_allowed":
        about = set(hand["bonus"])
    elif code == "invalid_tile" and reason in HONOURS:
        about = {tile for tile in held if tile in HONOURS}
    else:
        about = {reason} if code in ("invalid_tile", "too_many_copies") else set()
    return [face for _title, faces in SUITS for face in faces if face in about and face in held]


_CURED_BY_OTHER_TILES = {"robbed_tile_held_elsewhere", "concealed_kong_not_robbable", "responsible_for_other_hand"}
"""Circumstances that these tiles rule out, and others may not."""


def near_cures(code: str, reason: str) -> bool:
    """Whether a hand with other tiles in it could do without this refusal: a search nearby is worth its seconds."""
    return code in ("not_complete", "below_minimum", "void_suit") or reason in _CURED_BY_OTHER_TILES
