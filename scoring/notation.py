"""Typed tiles and hands <-> values.

A hand on one line: concealed tiles, declared sets in brackets, flowers and seasons anywhere, and the winning tile after `+`.

    456p123456s8m (123p) (1111z) (111+1z) [2222z] 1f3g +8m

`(123p)` chow, `(555z)` pong, `(5555z)` exposed kong, `(555+5z)` added kong, `[5555z]` concealed kong. `docs/notation.md` tells
it to players. Besides mpsz, tiles may be typed as Unicode mahjong tiles, in Chinese, or as `1B 2C 3D`.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

from .errors import MeldError, NotationError, TileError
from .hand import Hand
from .melds import Meld, MeldKind
from .tiles import Suit, Tile

_DIGITS = {**{str(digit): digit for digit in range(1, 10)}, **{numeral: at for at, numeral in enumerate("一二三四五六七八九", 1)}}

_SUITS = {letter: Suit(letter) for letter in "mpszfg"}
for _suit, _letters in {
    Suit.CHARACTERS: "MCc萬万",
    Suit.DOTS: "PDd筒餅饼同",
    Suit.BAMBOO: "SBb索條条",
    Suit.HONOURS: "Z",
    Suit.FLOWERS: "F",
    Suit.SEASONS: "G",
}.items():
    _SUITS.update(dict.fromkeys(_letters, _suit))

# Honours run East South West North white green red; flowers plum, orchid, chrysanthemum, bamboo.
_SINGLES: dict[str, Tile] = {}
for _place, _faces in enumerate(("東东", "南", "西", "北", "白", "發发発", "中"), 1):
    _SINGLES.update(dict.fromkeys(_faces, Tile(Suit.HONOURS, _place)))
for _kind, _names in ((Suit.FLOWERS, ("梅", "蘭兰", "菊", "竹")), (Suit.SEASONS, ("春", "夏", "秋", "冬"))):
    for _place, _faces in enumerate(_names, 1):
        _SINGLES.update(dict.fromkeys(_faces, Tile(_kind, _place)))

# The Unicode block has its own orders: the dragons run red, green, white, and the flowers plum, orchid, bamboo, chrysanthemum.
_UNICODE = "1z 2z 3z 4z 7z 6z 5z 1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 2s 3s 4s 5s 6s 7s 8s 9s 1p 2p 3p 4p 5p 6p 7p 8p 9p 1f 2f 4f 3f 1g 2g 3g 4g"
_SINGLES.update({chr(0x1F000 + at): Tile.parse(mpsz) for at, mpsz in enumerate(_UNICODE.split())})

# What phones put after an emoji tile.
_SELECTORS = frozenset("\ufe0e\ufe0f")
_COMMAS = frozenset(",，、;；") | _SELECTORS

_MOST_CHARACTERS = 500


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Tiles in the order typed, none for an empty text. Raises NotationError quoting the place that cannot be read, or TileError."""
    if len(text) > _MOST_CHARACTERS:
        raise _too_long(text)
    tiles: list[Tile] = []
    waiting = ""
    for at, character in enumerate(text):
        if character in _DIGITS:
            waiting += character
        elif waiting and character in _SUITS:
            for digit in waiting:
                tiles.append(_tile(_DIGITS[digit], _SUITS[character], digit + character))
            waiting = ""
        elif waiting and not _separates(character):
            message = f"{waiting + character!r} in {text!r}: expected a suit after {waiting!r}, one of m p s z f g, 萬 筒 索 or C D B"
            raise NotationError(message, "no_suit", text=waiting)
        elif character in _SINGLES:
            tiles.append(_SINGLES[character])
        elif _separates(character):
            if waiting and character in _SELECTORS:
                continue
            if waiting:
                message = f"{waiting!r} in {text!r}: expected a suit right after it, one of m p s z f g, 萬 筒 索 or C D B"
                raise NotationError(message, "no_suit", text=waiting)
        else:
            message = f"{character!r} at place {at + 1} of {text!r}: expected a tile such as 5p, 五筒, 東 or 3D"
            raise NotationError(message, "unreadable", text=text[at:].split()[0][:20])
    if waiting:
        message = f"{waiting!r} at the end of {text!r}: expected a suit after it, one of m p s z f g, 萬 筒 索 or C D B"
        raise NotationError(message, "no_suit", text=waiting)
    return tuple(tiles)


def _separates(character: str) -> bool:
    """Whether it stands between tiles without a meaning: text pasted from a page or a chat brings spaces of many kinds, some of no width, along."""
    return character.isspace() or character in _COMMAS or unicodedata.category(character) == "Cf"


def _too_long(text: str) -> NotationError:
    message = f"{len(text)} characters, expected no more than {_MOST_CHARACTERS}: {text[:30]!r}..."
    return NotationError(message, "too_long", number=len(text), most=_MOST_CHARACTERS)


def _tile(rank: int, suit: Suit, typed: str) -> Tile:
    try:
        return Tile(suit, rank)
    except TileError as error:
        raise TileError(f"{error}: {typed!r}", typed) from None


_MELD = re.compile(r"\([^()\[\]]*\)|\[[^()\[\]]*\]")
_BRACKET = re.compile(r"[()\[\]]")


def parse_hand_text(text: str) -> Hand:
    """A hand from one line. Raises NotationError, or the Refusal of an impossible hand."""
    if len(text) > _MOST_CHARACTERS:
        raise _too_long(text)
    melds = tuple([_meld(found.group()) for found in _MELD.finditer(text)])
    rest = _MELD.sub(" ", text)
    stray = _BRACKET.search(rest)
    if stray:
        raise NotationError(f"{stray.group()!r} in {text!r} has no partner: expected sets as (123p) or [1111z]", "no_partner", text=stray.group())
    before, plus, after = rest.partition("+")
    if not plus:
        raise NotationError(f"no winning tile in {text!r}: expected it after a plus, as in '+8m'", "no_winning_tile")
    # The winning tile comes first after the plus; flowers may follow it.
    won, *more = parse_tiles(after) or (None,)
    if won is None or won.is_bonus:
        raise NotationError(f"{after!r} after the plus in {text!r}: expected the winning tile, as in '+8m'", "no_winning_tile")
    loose = (*parse_tiles(before), *more)
    if any(not tile.is_bonus for tile in more):
        raise NotationError(f"{after!r} after the plus in {text!r}: expected one winning tile", "one_winning_tile", text=after.strip())
    held = tuple(tile for tile in loose if not tile.is_bonus)
    return Hand((*held, won), melds, tuple(tile for tile in loose if tile.is_bonus), won)


def _meld(shown: str) -> Meld:
    """A declared set from its brackets and what is in them."""
    tiles = parse_tiles(shown[1:-1].replace("+", "", 1))
    if shown.startswith("["):
        kind = MeldKind.KONG_CONCEALED
    elif "+" in shown:
        kind = MeldKind.KONG_ADDED
    elif len(tiles) == 4:
        kind = MeldKind.KONG_EXPOSED
    else:
        kind = MeldKind.PONG if len(set(tiles)) == 1 else MeldKind.CHOW
    try:
        return Meld.of(kind, tiles)
    except MeldError as error:
        raise MeldError(f"{shown}: {error}", error.reason) from None


def format_tiles(tiles: tuple[Tile, ...]) -> str:
    """mpsz with each run of a suit written once, in the order given: `123p5z`."""
    runs = groupby(tiles, key=lambda tile: tile.suit)
    return "".join("".join(str(tile.rank) for tile in run) + suit.value for suit, run in runs)


def format_meld(meld: Meld) -> str:
    """A declared set in brackets."""
    written = format_tiles(meld.tiles)
    if meld.concealed:
        return f"[{written}]"
    if meld.kind is MeldKind.KONG_ADDED:
        return f"({written[:3]}+{written[3:]})"
    return f"({written})"


def format_hand(hand: Hand) -> str:
    """A hand on one line; `parse_hand_text` is the inverse."""
    parts = [format_tiles(hand.concealed), *(format_meld(meld) for meld in hand.melds), format_tiles(hand.bonus), f"+{hand.winning}"]
    return " ".join(part for part in parts if part)
