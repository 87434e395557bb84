"""What patterns ask of a group, as bits. A shape's marks are those of its groups together.

Most patterns look at little else, so that what was once found for some marks holds wherever the same marks are met.
"""

from __future__ import annotations

from .melds import MeldKind
from .partings import SetKind
from .tiles import Suit, Tile

(
    CHOW, ALIKE, NOT_KONG, KONG, CHARACTERS, DOTS, BAMBOO, HONOUR, SIMPLE, TERMINAL, NOT_258, WITHOUT_TERMINAL, HELD_SET, OPEN, HIDDEN_KONG, WON_PONG, WON_PAIR,
    DRAGON_PAIR, WIND_PAIR, SETS, PAIRS, ORPHANS,
) = (1 << at for at in range(22))  # fmt: skip
FIRST_HONOUR_SET = 22
"""One bit before the set of East: honour sets follow by rank, which counts from 1."""

FORMS = SETS | PAIRS | ORPHANS
SUITS = CHARACTERS | DOTS | BAMBOO
WIND_SETS = 0b1111 << (FIRST_HONOUR_SET + 1)
DRAGON_SETS = 0b111 << (FIRST_HONOUR_SET + 5)

_SUIT_MARKS = {Suit.CHARACTERS: CHARACTERS, Suit.DOTS: DOTS, Suit.BAMBOO: BAMBOO, Suit.HONOURS: HONOUR}


def marks_of(kind: SetKind, tiles: tuple[Tile, ...], declared: MeldKind | None, won: bool) -> int:
    """The marks of one group."""
    tile = tiles[0]
    marks = _SUIT_MARKS[tile.suit]
    if any(tile.is_terminal for tile in tiles):
        marks |= TERMINAL
    else:
        marks |= WITHOUT_TERMINAL
    if any(tile.is_suited and not tile.is_terminal for tile in tiles):
        marks |= SIMPLE
    if not all(tile.is_suited and tile.rank in (2, 5, 8) for tile in tiles):
        marks |= NOT_258
    if kind is SetKind.PAIR:
        return marks | WON_PAIR * won | DRAGON_PAIR * tile.is_dragon | WIND_PAIR * tile.is_wind
    if kind is SetKind.CHOW:
        marks |= CHOW
    else:
        marks |= ALIKE
        if tile.is_honour:
            marks |= 1 << (FIRST_HONOUR_SET + tile.rank)
    marks |= KONG if kind is SetKind.KONG else NOT_KONG
    if declared is None:
        return marks | HELD_SET | WON_PONG * (won and kind is SetKind.PONG)
    return marks | (HIDDEN_KONG if declared is MeldKind.KONG_CONCEALED else OPEN)
