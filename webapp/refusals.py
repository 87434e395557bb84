"""A refused hand: which page puts it right, and what to look for there. What is wrong, the scorer says itself."""

from __future__ import annotations

from webapp.language import gettext as _
from webapp.language import noted

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


def words(code: str, message: str) -> str:
    """The scorer's sentence, and what to try."""
    hint = _TILES.get(code, "")
    return f"{message} {_(hint)}" if hint else message


_CURED_BY_OTHER_TILES = {"robbed_tile_held_elsewhere", "concealed_kong_not_robbable", "responsible_for_other_hand"}
"""Circumstances that these tiles rule out, and others may not."""


def near_cures(code: str, reason: str) -> bool:
    """Whether a hand with other tiles in it could do without this refusal: a search nearby is worth its seconds."""
    return code in ("not_complete", "below_minimum", "void_suit") or reason in _CURED_BY_OTHER_TILES
