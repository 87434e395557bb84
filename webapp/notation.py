"""Typed tiles -> a draft. The reading of the text is `scoring.notation`'s; here it only becomes groups on the table."""

from __future__ import annotations

import re

from scoring.tiles import Tile
from webapp.draft import Draft, Group, Part, Placed
from webapp.forms import FormProblem
from webapp.language import gettext as _

_RUN = re.compile(r"([1-9]+)([mpszfg])")


def draft_typed(text: str, page: str) -> Draft:
    """Raises FormProblem, which quotes what could not be read."""
    tiles: list[Placed] = []
    rest = _RUN.sub("", text)
    if rest.strip():
        raise FormProblem(page, "text", _("“%(text)s” names no tiles. Write as in 123m 456p 77z.", text=rest.strip()[:30]))
    for ranks, suit in _RUN.findall(text):
        tiles += [Placed(Tile.parse(rank + suit).code) for rank in ranks]
    held = tuple(tile for tile in tiles if not tile.is_bonus)
    bonus = tuple(tile for tile in tiles if tile.is_bonus)
    return Draft.of((Group(Part.HELD, held), Group(Part.BONUS, bonus)))
