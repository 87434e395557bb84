"""What patterns ask of a win, as bits: of a group, of the hand, and of the circumstances. A shape's marks are those of its groups together.

Patterns look at nothing else, so that what was once found for some marks holds wherever the same marks are met.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from .melds import Meld, MeldKind, SetKind
from .tiles import PLAYING_TILES, Suit, Tile, Wind

(
    CHOW, ALIKE, NOT_KONG, KONG, CHARACTERS, DOTS, BAMBOO, HONOUR, SIMPLE, TERMINAL, NOT_258, WITHOUT_TERMINAL, HELD_SET, OPEN, HIDDEN_KONG, WON_PONG, WON_PAIR,
    DRAGON_PAIR, WIND_PAIR, GATES, WON_EXTRA, COLOURED, SETS, PAIRS, ORPHANS,
) = (1 << at for at in range(25))  # fmt: skip
FIRST_HONOUR_SET = 24
"""One bit before the set of East: honour sets follow by rank, which counts from 1."""

FORMS = SETS | PAIRS | ORPHANS
SUITS = CHARACTERS | DOTS | BAMBOO
WIND_SETS = 0b1111 << (FIRST_HONOUR_SET + 1)
DRAGON_SETS = 0b111 << (FIRST_HONOUR_SET + 5)

# Of the hand and of how it was won.
_FREE = FIRST_HONOUR_SET + 8
OWN_FLOWER, ALL_FLOWERS, ALL_SEASONS, SEVEN_BONUS, OWN_SEASON, HAS_BONUS, CLAIMED, ROBBED = (1 << at for at in range(_FREE, _FREE + 8))
BONUS = OWN_FLOWER | ALL_FLOWERS | ALL_SEASONS | SEVEN_BONUS | OWN_SEASON | HAS_BONUS
FIRST_MOMENT = _FREE + 8
"""The bit of the first `Moment`; the others follow."""
MOMENTS = 0b111111111 << FIRST_MOMENT

# Numbers. Fours: of how many tiles all four copies are there. Splits: of how many of those three were claimed for a pong and one is held.
FIRST_SEAT, FIRST_ROUND, FIRST_FOUR, FIRST_SPLIT = FIRST_MOMENT + 9, FIRST_MOMENT + 11, FIRST_MOMENT + 13, FIRST_MOMENT + 16
SEATS, ROUNDS, FOURS, SPLITS = 0b11 << FIRST_SEAT, 0b11 << FIRST_ROUND, 0b111 << FIRST_FOUR, 0b11 << FIRST_SPLIT

WON = {SetKind.PAIR: WON_PAIR, SetKind.PONG: WON_PONG, SetKind.CHOW: 0}
"""What the winning tile marks in the group it completes."""

_SUIT_MARKS = {Suit.CHARACTERS: CHARACTERS, Suit.DOTS: DOTS, Suit.BAMBOO: BAMBOO}
_DRAGON_OF = {Suit.CHARACTERS: Tile.from_code("red"), Suit.DOTS: Tile.from_code("white"), Suit.BAMBOO: Tile.from_code("green")}
_EXTRA_OF_GATES = {0o311111113 + (1 << 3 * rank): rank for rank in range(9)}


@cache
def marks_of(kind: SetKind, index: int, declared: MeldKind | None = None) -> int:
    """The marks of one group by the place of its lowest tile in `PLAYING_TILES`, whichever suit it is and wherever the winning tile sits."""
    tile = PLAYING_TILES[index]
    tiles = PLAYING_TILES[index : index + 3] if kind is SetKind.CHOW else (tile,)
    marks = HONOUR * tile.is_honour
    if any(tile.is_terminal for tile in tiles):
        marks |= TERMINAL
    else:
        marks |= WITHOUT_TERMINAL
    if any(tile.is_suited and not tile.is_terminal for tile in tiles):
        marks |= SIMPLE
    if not all(tile.is_suited and tile.rank in (2, 5, 8) for tile in tiles):
        marks |= NOT_258
    if kind is SetKind.PAIR:
        return marks | DRAGON_PAIR * tile.is_dragon | WIND_PAIR * tile.is_wind
    if kind is SetKind.CHOW:
        marks |= CHOW
    else:
        marks |= ALIKE
        if tile.is_honour:
            marks |= 1 << (FIRST_HONOUR_SET + tile.rank)
    marks |= KONG if kind is SetKind.KONG else NOT_KONG
    if declared is None:
        return marks | HELD_SET
    return marks | (HIDDEN_KONG if declared is MeldKind.KONG_CONCEALED else OPEN)


def gates_marks(part: int, winning: int) -> int:
    """Whether a suit, an octal digit a rank, is 1112345678999 and one more, and whether the winning rank, counted from 0, is that one."""
    extra = _EXTRA_OF_GATES.get(part)
    return 0 if extra is None else GATES | WON_EXTRA * (extra == winning)


def hand_marks(melds: Iterable[Meld], suits: Sequence[Suit], honours: Sequence[Tile], fours: int, splits: int, bonus: Sequence[Tile]) -> int:
    """The marks of a hand, however its held tiles are grouped and whoever holds it: its declared sets, suits and honours, its fours, flowers and seasons."""
    marks = fours << FIRST_FOUR | splits << FIRST_SPLIT
    if honours and len(suits) == 1 and honours[0] == honours[-1] == _DRAGON_OF[suits[0]]:
        marks |= COLOURED
    for meld in melds:
        marks |= marks_of(meld.kind.set_kind, meld.tile.index, meld.kind)
    for suit in suits:
        marks |= _SUIT_MARKS[suit]
    if bonus:
        seasons = sum([tile.suit is Suit.SEASONS for tile in bonus])
        marks |= HAS_BONUS | ALL_FLOWERS * (len(bonus) - seasons == 4) | ALL_SEASONS * (seasons == 4) | SEVEN_BONUS * (len(bonus) == 7)
    return marks


def own_bonus(bonus_bits: int, seat: Wind) -> int:
    """The marks of a seat's own flower and season, from a bit for each flower and then each season that is there."""
    return (bonus_bits >> seat.number - 1 & 0b10001) << _FREE
