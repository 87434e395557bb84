"""What patterns ask of a win, as bits: of a group, of the hand, and of the circumstances. A shape's marks are those of its groups together.

Most patterns look at nothing else, so that what was once found for some marks holds wherever the same marks are met.
"""

from __future__ import annotations

from .melds import MeldKind
from .partings import SetKind
from .tiles import Suit, Tile, Wind

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

# Of the hand and of how it was won. Fours are a number: of how many tiles all four copies are there.
_FREE = FIRST_HONOUR_SET + 8
OWN_FLOWER, ALL_FLOWERS, ALL_SEASONS, SEVEN_BONUS, OWN_SEASON, HAS_BONUS, CLAIMED, ROBBED = (1 << at for at in range(_FREE, _FREE + 8))
FIRST_SEAT, FIRST_ROUND, FIRST_MOMENT, FIRST_FOUR = _FREE + 8, _FREE + 12, _FREE + 16, _FREE + 25
"""The bits of East's seat, East's round, the first `Moment`, and the number of fours: three bits, as four is the most."""

BONUS = OWN_FLOWER | ALL_FLOWERS | ALL_SEASONS | SEVEN_BONUS | OWN_SEASON | HAS_BONUS
SEATS, ROUNDS, MOMENTS, FOURS = 0b1111 << FIRST_SEAT, 0b1111 << FIRST_ROUND, 0b111111111 << FIRST_MOMENT, 0b111 << FIRST_FOUR

_SUIT_MARKS = {Suit.CHARACTERS: CHARACTERS, Suit.DOTS: DOTS, Suit.BAMBOO: BAMBOO}


WON = {SetKind.PAIR: WON_PAIR, SetKind.PONG: WON_PONG, SetKind.CHOW: 0}
"""What the winning tile marks in the group it completes."""


def marks_of(kind: SetKind, tiles: tuple[Tile, ...], declared: MeldKind | None) -> int:
    """The marks of one group, wherever the winning tile sits."""
    tile = tiles[0]
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


def hand_marks(suits: tuple[Suit, ...], fours: int, bonus: tuple[Tile, ...]) -> int:
    """The marks of a hand, however its tiles are grouped and whoever holds it: the suits present, honours apart, its fours, flowers and seasons."""
    marks = fours << FIRST_FOUR
    for suit in suits:
        marks |= _SUIT_MARKS[suit]
    if bonus:
        seasons = sum([tile.suit is Suit.SEASONS for tile in bonus])
        marks |= HAS_BONUS | ALL_FLOWERS * (len(bonus) - seasons == 4) | ALL_SEASONS * (seasons == 4) | SEVEN_BONUS * (len(bonus) == 7)
    return marks


def own_bonus(bonus_bits: int, seat: Wind) -> int:
    """The marks of a seat's own flower and season, from a bit for each flower and then each season that is there."""
    return (bonus_bits >> seat.number - 1 & 0b10001) << _FREE
