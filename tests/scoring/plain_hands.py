"""Groupings and plain questions about them, for the second scorer: words and lists, nothing shared with the engine.

A tile is its data-form code, such as "m5", "east" or "f1". Everything is tried and nothing is clever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

WINDS = ["east", "south", "west", "north"]
DRAGONS = ["white", "green", "red"]
HONOURS = WINDS + DRAGONS
SUITED = [suit + str(rank) for suit in "mps" for rank in range(1, 10)]
PLAYING = SUITED + HONOURS
TERMINALS = [suit + rank for suit in "mps" for rank in "19"]


@dataclass
class Group:
    """A set or the pair. `lies` is "held", "open" or "closed kong"; `won` marks the one the winning tile completed."""

    kind: str
    tiles: list[str]
    lies: str = "held"
    won: bool = False


@dataclass
class Win:
    """One way to read a finished hand: `form` is "sets", "pairs" or "orphans"."""

    form: str
    groups: list[Group]
    held: list[str]
    melds: list[Mapping[str, Any]]
    bonus: list[str]
    winning: str
    context: Mapping[str, Any]
    options: Mapping[str, Any]

    @property
    def tiles(self) -> list[str]:
        """Every tile but the flowers."""
        return self.held + [tile for meld in self.melds for tile in meld["tiles"]]

    @property
    def pongs(self) -> list[Group]:
        """Pongs and kongs."""
        return [group for group in self.groups if group.kind in ("pong", "kong")]

    @property
    def chows(self) -> list[Group]:
        """Runs."""
        return [group for group in self.groups if group.kind == "chow"]

    @property
    def pair(self) -> Group:
        """The pair of a hand of sets."""
        return next(group for group in self.groups if group.kind == "pair")

    @property
    def drawn(self) -> bool:
        """The winner drew the tile."""
        return bool(self.context["win"] == "self_draw")

    def says(self, key: str) -> Any:
        """One circumstance, None where nothing is said of it."""
        return self.context.get(key)


def ways_to_sets(tiles: list[str]) -> list[list[Group]]:
    """Every way to part tiles into pongs and runs, by trying both at the first tile."""
    if not tiles:
        return [[]]
    first = tiles[0]
    ways = []
    if tiles.count(first) >= 3:
        ways += [[Group("pong", [first] * 3), *way] for way in ways_to_sets(without(tiles, [first] * 3))]
    if first in SUITED and first[1] in "1234567":
        run = [first, first[0] + str(int(first[1]) + 1), first[0] + str(int(first[1]) + 2)]
        if run[1] in tiles and run[2] in tiles:
            ways += [[Group("chow", run), *way] for way in ways_to_sets(without(tiles, run))]
    return ways


def without(tiles: list[str], taken: list[str]) -> list[str]:
    """The tiles with some taken out."""
    left = list(tiles)
    for tile in taken:
        left.remove(tile)
    return left


def readings(case: Mapping[str, Any]) -> Iterator[Win]:
    """Every way to read the hand of a case: each form, each grouping, each group the winning tile may sit in."""
    hand, winning = case["hand"], case["hand"]["winning_tile"]
    held, melds = sorted([*hand["concealed"], winning]), list(hand.get("melds", []))
    given = (held, melds, list(hand.get("bonus", [])), winning, case["context"], case.get("options", {}))
    declared = [declared_group(meld) for meld in melds]
    for tile in sorted(set(held)):
        if held.count(tile) >= 2:
            for way in ways_to_sets(without(held, [tile, tile])):
                groups = [Group("pair", [tile, tile]), *way]
                for at, group in enumerate(groups):
                    if winning in group.tiles:
                        marked = [Group(g.kind, g.tiles, g.lies, n == at) for n, g in enumerate(groups)]
                        yield Win("sets", declared + marked, *given)
    if not melds and all(held.count(tile) in (2, 4) for tile in held):
        yield Win("pairs", [], *given)
    if not melds and sorted(set(held)) == sorted(TERMINALS + HONOURS):
        yield Win("orphans", [], *given)


def declared_group(meld: Mapping[str, Any]) -> Group:
    """A meld of the data form as a group."""
    kind = "kong" if meld["kind"].startswith("kong") else meld["kind"]
    return Group(kind, list(meld["tiles"]), "closed kong" if meld["kind"] == "kong-concealed" else "open")


# What the pages ask of a hand, one question each.


def flush(win: Win) -> str:
    """Full, half or nothing by the suits of the tiles; thirteen orphans hold three."""
    suits = {tile[0] for tile in win.tiles if tile in SUITED}
    honours = any(tile in HONOURS for tile in win.tiles)
    if len(suits) != 1:
        return ""
    return "half" if honours else "full"


def all_chows(win: Win) -> bool:
    return win.form == "sets" and len(win.chows) == 4


def all_pongs(win: Win) -> bool:
    return win.form == "sets" and len(win.pongs) == 4


def mixed_terminals(win: Win) -> bool:
    terminals = [tile for tile in win.tiles if tile in TERMINALS]
    honours = [tile for tile in win.tiles if tile in HONOURS]
    return all_pongs(win) and bool(terminals) and bool(honours) and len(terminals) + len(honours) == len(win.tiles)


def all_terminals(win: Win) -> bool:
    return all_pongs(win) and all(tile in TERMINALS for tile in win.tiles)


def all_honours(win: Win) -> bool:
    return win.form in ("sets", "pairs") and all(tile in HONOURS for tile in win.tiles)


def sets_of(win: Win, faces: list[str]) -> int:
    """How many pongs or kongs are of these faces."""
    return sum(group.tiles[0] in faces for group in win.pongs)


def little(win: Win, faces: list[str]) -> bool:
    """All but one of the faces as sets, and the last as the pair."""
    return win.form == "sets" and sets_of(win, faces) == len(faces) - 1 and win.pair.tiles[0] in faces


def great(win: Win, faces: list[str]) -> bool:
    """A set of each of the faces."""
    return sets_of(win, faces) == len(faces)


def four_kongs(win: Win) -> bool:
    return [group.kind for group in win.groups].count("kong") == 4


def hidden_pongs(win: Win) -> bool:
    """Four pongs or kongs, none opened: neither declared openly nor completed by another player's tile."""
    return all_pongs(win) and not any(group.lies == "open" or (group.won and not win.drawn) for group in win.pongs)


def nine_gates(win: Win) -> bool:
    """1112345678999 and one more of the same suit, all in hand."""
    ranks = sorted(tile[1] for tile in win.tiles if tile in SUITED)
    gates = [sorted("1112345678999" + more) for more in "123456789"]
    return win.form == "sets" and not win.melds and flush(win) == "full" and ranks in gates


def pure_nine_gates(win: Win) -> bool:
    """Nine gates of which the thirteen tiles before the win were exactly 1112345678999."""
    return nine_gates(win) and sorted(tile[1] for tile in without(win.held, [win.winning])) == list("1112345678999")


def coloured(win: Win, dragon: str, suit: str) -> bool:
    """A set of the dragon, three sets and a pair of its suit."""
    rest = [group for group in win.groups if group.tiles[0] != dragon]
    return all_pongs(win) and sets_of(win, [dragon]) == 1 and all(group.tiles[0] in SUITED and group.tiles[0][0] == suit for group in rest)


def nothing_open(win: Win) -> bool:
    """No set was claimed or opened; concealed kongs may lie there."""
    return all(meld["kind"] == "kong-concealed" for meld in win.melds)
