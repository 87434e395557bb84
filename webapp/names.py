"""What tiles, sets and seats are called, in words to read and to speak."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.tiles import ALL_TILES, Suit, Tile
from webapp.language import gettext as _
from webapp.language import is_chinese, listed, noted
from webapp.placed import BACK, Group, Part, Placed

_HONOURS = (noted("east wind"), noted("south wind"), noted("west wind"), noted("north wind"), noted("white dragon"), noted("green dragon"), noted("red dragon"))
_FLOWERS = (noted("plum, flower 1"), noted("orchid, flower 2"), noted("chrysanthemum, flower 3"), noted("bamboo, flower 4"))
_SEASONS = (noted("spring, season 1"), noted("summer, season 2"), noted("autumn, season 3"), noted("winter, season 4"))
_SUITED = {Suit.CHARACTERS: noted("%(rank)s characters"), Suit.DOTS: noted("%(rank)s dots"), Suit.BAMBOO: noted("%(rank)s bamboo")}
_OTHERS = {Suit.HONOURS: _HONOURS, Suit.FLOWERS: _FLOWERS, Suit.SEASONS: _SEASONS}

_DIGITS = "一二三四五六七八九"
_CHINESE = {Suit.CHARACTERS: "萬", Suit.DOTS: "筒", Suit.BAMBOO: "索"}
_CHINESE_OTHERS = {
    Suit.HONOURS: ("東", "南", "西", "北", "白板", "發財", "紅中"),
    Suit.FLOWERS: ("梅", "蘭", "菊", "竹"),
    Suit.SEASONS: ("春", "夏", "秋", "冬"),
}

SUITS: tuple[tuple[str, tuple[str, ...]], ...] = tuple(
    (title, tuple(tile.code for tile in ALL_TILES if tile.suit in suits))
    for title, suits in (
        (noted("Characters"), (Suit.CHARACTERS,)),
        (noted("Dots"), (Suit.DOTS,)),
        (noted("Bamboo"), (Suit.BAMBOO,)),
        (noted("Winds and dragons"), (Suit.HONOURS,)),
        (noted("Flowers and seasons"), (Suit.FLOWERS, Suit.SEASONS)),
    )
)
"""The palette: a heading and its faces, in display order."""
SUIT_NAMES = {"m": noted("Characters"), "p": noted("Dots"), "s": noted("Bamboo")}

_KINDS = {
    "chow": noted("Exposed chow"),
    "pong": noted("Exposed pong"),
    "kong": noted("Four alike: which kind of kong?"),
    "kong-exposed": noted("Exposed kong"),
    "kong-added": noted("Added kong"),
    "kong-concealed": noted("Concealed kong"),
}
_SEATS = {"east": noted("East"), "south": noted("South"), "west": noted("West"), "north": noted("North")}
SEATS_ZH = {"east": "東", "south": "南", "west": "西", "north": "北"}


def tile_name(face: str) -> str:
    """`p5` -> 5 dots, or 五筒 in Chinese."""
    if face == BACK:
        return _("a tile that lies face down")
    tile = Tile.from_code(face)
    if tile.is_suited:
        return _(_SUITED[tile.suit], rank=_DIGITS[tile.rank - 1] if is_chinese() else tile.rank)
    return _(_OTHERS[tile.suit][tile.rank - 1])


def tile_zh(face: str) -> str:
    """`p5` -> 五筒, in the traditional script."""
    if face == BACK:
        return "牌背"
    tile = Tile.from_code(face)
    return f"{_DIGITS[tile.rank - 1]}{_CHINESE[tile.suit]}" if tile.is_suited else _CHINESE_OTHERS[tile.suit][tile.rank - 1]


def tiles_named(faces: Iterable[str]) -> str:
    return listed([tile_name(face) for face in faces])


def spoken(placed: Placed, position: int, among: int) -> str:
    """What a screen reader says of a tile button: name, doubt, whether it won, where it lies."""
    parts = [tile_name(placed.face)]
    if placed.doubtful:
        parts.append(_("please check"))
    if placed.wins:
        parts.append(_("winning tile, a guess") if placed.guessed else _("winning tile"))
    parts.append(_("position %(position)s of %(among)s", position=position + 1, among=among))
    return listed(parts)


def apart(name: str) -> str:
    """A player's name that is written from right to left, in signs that keep it apart: else the figures and names beside it in a line change places."""
    return f"\u2068{name}\u2069" if any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name) else name


def seat_name(seat: str) -> str:
    return _(_SEATS[seat])


def group_title(group: Group) -> str:
    """The state of a group of tiles, in words."""
    if group.part is Part.HELD:
        return _("In hand") if len(group.tiles) > 1 else _("Laid apart")
    if group.part is Part.BONUS:
        return _("Flowers and seasons")
    if group.part is Part.OUTSIDE:
        return _("Not part of the hand")
    kind = group.kind
    return _(_KINDS[kind]) if kind else _("Neither chow, pong nor kong")


def group_of(kind: str) -> str:
    """The same words for a kind of the case form."""
    return _(_KINDS[kind]) if kind in _KINDS else kind


_SCORED = {
    ("chow", True): noted("Chow"),
    ("chow", False): noted("Exposed chow"),
    ("pong", True): noted("Concealed pong"),
    ("pong", False): noted("Exposed pong"),
    ("pair", True): noted("Pair"),
    ("pair", False): noted("Pair"),
    ("thirteen_orphans", True): noted("Thirteen orphans"),
}


def scored_group(group: Mapping[str, Any]) -> str:
    """A group of the scorer's grouping in words: what it counted as."""
    known = _SCORED.get((group["kind"], bool(group["concealed"])))
    return _(known) if known else group_of(group["kind"])
