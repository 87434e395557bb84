"""Typed tiles -> a draft, in the notation of `scoring.notation`, whole hand or not.

    123456s8m (123p) [2222z] 1f +8m

`parse_hand_text` reads a finished hand and refuses anything less; a person who is still typing gets the tiles so far.
"""

from __future__ import annotations

import re

from scoring.errors import NotationError, TileError
from scoring.notation import parse_tiles
from webapp.draft import MOST_TILES, Draft, typed
from webapp.forms import FormProblem
from webapp.language import gettext as _
from webapp.placed import Group, Part

_PIECES = re.compile(r"[\s()\[\]+,，、]+")
_SET = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]")


def draft_typed(text: str, page: str) -> Draft:
    """Raises FormProblem, which quotes what could not be read."""
    try:
        return _draft(text)
    except (NotationError, TileError):
        raise FormProblem(page, "text", _unread(text)) from None


def _unread(text: str) -> str:
    """What could not be read, in words: the first piece that is no tiles by itself. (The notation's own words are for programs, and English.)"""
    piece = next((piece for piece in _PIECES.split(text) if piece and not _is_tiles(piece)), "")
    if not piece:
        return _("These are too many tiles at once, or brackets without tiles in them: “%(typed)s”", typed=text[:40])
    return _("“%(typed)s” is no tile that can be read: write a number and its suit, as 5p or 五筒, and winds and dragons as 東 or 1z to 7z.", typed=piece[:40])


def _is_tiles(piece: str) -> bool:
    try:
        return bool(parse_tiles(piece))
    except (NotationError, TileError):
        return False


def _draft(text: str) -> Draft:
    sets = [_set(found[1], Part.OPEN) if found[1] is not None else _set(found[2], Part.KONG_CONCEALED) for found in _SET.finditer(text)]
    before, plus, after = _SET.sub(" ", text).partition("+")
    loose, late = _codes(before), _codes(after)
    held = [code for code in (*loose, *late) if code[0] not in "fq"]
    bonus = [code for code in (*loose, *late) if code[0] in "fq"]
    draft = Draft.of([Group(part, typed(codes).tiles) for part, codes in ((Part.HELD, held), *sets, (Part.BONUS, bonus)) if codes])
    if len(draft) > MOST_TILES:
        raise NotationError(f"{len(draft)} tiles, expected at most {MOST_TILES}")
    won = [place for place, placed in draft.held if placed.face == late[0]] if plus and late else []
    return draft.win(won[-1]) if won else draft


def _set(text: str, part: Part) -> tuple[Part, list[str]]:
    """A bracketed set; a plus in it makes the kong an added one."""
    return (Part.KONG_ADDED if "+" in text and part is Part.OPEN else _exposed(text, part)), _codes(text.replace("+", "", 1))


def _exposed(text: str, part: Part) -> Part:
    return Part.KONG_EXPOSED if part is Part.OPEN and len(parse_tiles(text)) == 4 else part


def _codes(text: str) -> list[str]:
    return [tile.code for tile in parse_tiles(text)]
