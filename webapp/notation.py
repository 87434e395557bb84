"""Typed tiles -> a draft, in the notation of `scoring.notation`, whole hand or not.

    123456s8m (123p) [2222z] 1f +8m

`parse_hand_text` reads a finished hand and refuses anything less; a person who is still typing gets the tiles so far.
"""

from __future__ import annotations

import re

from scoring.errors import NotationError, TileError
from scoring.explain import language_of, notation_reason
from scoring.notation import parse_tiles
from webapp.draft import MOST_TILES, Draft, typed
from webapp.forms import FormProblem
from webapp.language import current
from webapp.language import gettext as _
from webapp.placed import Group, Part

_SET = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]")

_BRACKET = re.compile(r"[()\[\]]")


def draft_typed(text: str, page: str) -> Draft:
    """Raises FormProblem, which quotes what could not be read; for a text without a tile too: it would empty the hand."""
    try:
        draft = _draft(text)
    except (NotationError, TileError) as error:
        why = notation_reason(error, language_of(current()))
        raise FormProblem(page, "text", _("These tiles cannot be read: %(why)s.", why=why)) from None
    if not len(draft):
        raise FormProblem(page, "text", _("Nothing is written here yet. Write the hand, or tap its tiles."))
    return draft


def _draft(text: str) -> Draft:
    sets = [_set(found[1], Part.OPEN) if found[1] is not None else _set(found[2], Part.KONG_CONCEALED) for found in _SET.finditer(text)]
    rest = _SET.sub(" ", text)
    if stray := _BRACKET.search(rest):
        raise NotationError(f"{stray[0]!r} has no partner", "no_partner", text=stray[0])
    before, plus, after = rest.partition("+")
    loose, late = _codes(before), _codes(after)
    held = [code for code in (*loose, *late) if code[0] not in "fq"]
    bonus = [code for code in (*loose, *late) if code[0] in "fq"]
    draft = Draft.of([Group(part, typed(codes).tiles) for part, codes in ((Part.HELD, held), *sets, (Part.BONUS, bonus)) if codes])
    if len(draft) > MOST_TILES:
        raise NotationError(f"{len(draft)} tiles, expected at most {MOST_TILES}", "too_many", number=len(draft), most=MOST_TILES)
    won = [place for place, placed in draft.held if placed.face == late[0]] if plus and late else []
    return draft.win(won[-1]) if won else draft


def _set(text: str, part: Part) -> tuple[Part, list[str]]:
    """A bracketed set; a plus in it makes the kong an added one."""
    return (Part.KONG_ADDED if "+" in text and part is Part.OPEN else _exposed(text, part)), _codes(text.replace("+", "", 1))


def _exposed(text: str, part: Part) -> Part:
    return Part.KONG_EXPOSED if part is Part.OPEN and len(parse_tiles(text)) == 4 else part


def _codes(text: str) -> list[str]:
    return [tile.code for tile in parse_tiles(text)]
