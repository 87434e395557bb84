"""A second scorer, slow and obvious: what each page says, written out once more, to be compared with the engine.

It shares no code and no file with the engine: the values below were written from the pages. Each system is a function that
takes one reading of a hand and gives every way to count it; the dearest counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .plain_hands import (
    DRAGONS,
    HONOURS,
    SUITED,
    TERMINALS,
    WINDS,
    Win,
    all_chows,
    all_honours,
    all_pongs,
    all_terminals,
    coloured,
    flush,
    four_kongs,
    great,
    hidden_pongs,
    little,
    mixed_terminals,
    nine_gates,
    nothing_open,
    pure_nine_gates,
    readings,
    sets_of,
)

Line = tuple[str, int]
Lines = list[Line]


@dataclass
class Verdict:
    """`before_cap` and `total` in Fan, whether that reaches the minimum, and every breakdown that comes to it, lines sorted."""

    before_cap: int
    total: int
    payable: bool
    breakdowns: list[Lines]


def plain_score(case: Mapping[str, Any]) -> Verdict | None:
    """Score a case of the data form; None where the tiles are no hand at that table."""
    minimum, cap, count = SYSTEMS[case["ruleset"]]
    options = case.get("options", {})
    minimum, cap = options.get("min", minimum), options.get("cap", cap)
    ways = [sorted(lines) for win in readings(case) for lines in count(win)]
    if not ways:
        return None
    most = max(fan_of(lines) for lines in ways)
    return Verdict(most, most if cap is None else min(most, cap), most >= minimum, [lines for lines in ways if fan_of(lines) == most])


def fan_of(lines: Lines) -> int:
    return sum(fan for _, fan in lines)


# FanOrder


def fanorder(win: Win) -> list[Lines]:
    """Patterns, honour sets, bonus tiles and how it was won; a special hand stands in for the first three."""
    if win.form == "pairs" and not (win.options.get("seven_pairs") and not any(win.held.count(tile) == 4 for tile in win.held)):
        return []
    moments = fanorder_moments(win)
    closed: Lines = [("concealed", 1)] if nothing_open(win) and win.form == "sets" else []
    open_specials, closed_specials = fanorder_specials(win)
    if open_specials or closed_specials:
        return [[special, *moments, *closed] for special in open_specials] + [[special, *moments] for special in closed_specials]
    lines = moments + closed + traditional_patterns(win) + ([("seven_pairs", 4)] if win.form == "pairs" else [])
    if win.options.get("bonus_tiles", True):
        lines += bonus_tiles(win)
    return [lines]


def fanorder_specials(win: Win) -> tuple[Lines, Lines]:
    """Special hands that may add the concealed award, and those that are concealed by what they are."""
    may_add: Lines = []
    concealed: Lines = []
    if great(win, WINDS):
        may_add.append(("great_winds", 13))
    if four_kongs(win):
        may_add.append(("four_kongs", 13))
    if all_honours(win):
        may_add.append(("all_honours", 10))
    if all_terminals(win):
        may_add.append(("all_terminals", 10))
    if win.options.get("coloured"):
        for name, dragon, suit in (("jade_dragon", "green", "s"), ("ruby_dragon", "red", "m"), ("pearl_dragon", "white", "p")):
            if coloured(win, dragon, suit):
                may_add.append((name, 10))
    if win.says("opening"):
        concealed.append((win.says("opening"), 13))
    if win.form == "orphans":
        concealed.append(("thirteen_orphans", 13))
    if pure_nine_gates(win):
        concealed.append(("nine_gates", 10))
    if hidden_pongs(win):
        concealed.append(("four_concealed_pongs", 10))
    return may_add, concealed


def fanorder_moments(win: Win) -> Lines:
    lines: Lines = []
    if win.drawn:
        lines.append(("self_draw", 1))
    if win.says("last_tile"):
        lines.append(("last_tile", 1))
    if win.says("replacement") == "kong_on_kong":
        lines.append(("kong_on_kong", 8))
    elif win.says("replacement"):
        lines.append(("replacement", 1))
    if win.says("win") == "rob_kong":
        lines.append(("rob_kong", 1))
    if win.says("last_discard") and win.options.get("last_discard"):
        lines.append(("last_discard", 1))
    return lines


def traditional_patterns(win: Win) -> Lines:
    """The ordinary patterns and honour sets that FanOrder's page prices, and Mahjong House's default table with it."""
    lines: Lines = []
    if all_chows(win):
        lines.append(("all_chows", 1))
    if mixed_terminals(win):
        lines.append(("mixed_terminals", 1))
    if all_pongs(win):
        lines.append(("all_pongs", 3))
    if flush(win) == "half":
        lines.append(("half_flush", 3))
    if flush(win) == "full":
        lines.append(("full_flush", 7))
    if little(win, WINDS):
        lines.append(("little_winds", 6))
    return lines + dragons_in_total(win) + own_winds(win)


def dragons_in_total(win: Win) -> Lines:
    """Little and great three dragons include the dragon sets."""
    if little(win, DRAGONS):
        return [("little_dragons", 5)]
    if great(win, DRAGONS):
        return [("great_dragons", 8)]
    return [("dragon_pong", 1)] * sets_of(win, DRAGONS)


def own_winds(win: Win) -> Lines:
    """A set may be of both seat and round wind and counts for both."""
    seat: Lines = [("seat_wind", 1)] * sets_of(win, [win.context["seat"]])
    return seat + [("round_wind", 1)] * sets_of(win, [win.context["round"]])


def bonus_tiles(win: Win) -> Lines:
    """A whole set stands in for the own tile of its kind; numbers go by the seat."""
    if not win.bonus:
        return [("no_flowers", 1)]
    lines: Lines = []
    own = str(WINDS.index(win.context["seat"]) + 1)
    for letter, whole, single in (("f", "flower_set", "own_flower"), ("q", "season_set", "own_season")):
        if all(letter + number in win.bonus for number in "1234"):
            lines.append((whole, 2))
        elif letter + own in win.bonus:
            lines.append((single, 1))
    return lines


# Wisteria Court


def wisteria(win: Win) -> list[Lines]:
    """Patterns stack; a limit hand is the limit and no more."""
    if win.form == "pairs":
        return []
    cap = win.options.get("cap", 10)
    limit = 10 if cap is None else cap
    names = limit_hands(win) + (["nine_gates"] if nine_gates(win) else []) + (["four_concealed_pongs"] if hidden_pongs(win) else [])
    if names:
        return [[(name, limit)] for name in names]
    lines: Lines = []
    if all_chows(win):
        lines.append(("all_chows", 1))
    if all_pongs(win):
        lines.append(("all_pongs", 3))
    if flush(win) == "half":
        lines.append(("half_flush", 3))
    if flush(win) == "full":
        lines.append(("full_flush", 7))
    if little(win, WINDS):
        lines.append(("little_winds", 6))
    if nothing_open(win):
        lines.append(("concealed", 1))
    if win.drawn:
        lines.append(("self_draw", 1))
    if win.says("replacement"):
        lines.append(("replacement", 1))
    if win.says("win") == "rob_kong":
        lines.append(("rob_kong", 1))
    if win.says("last_tile") or win.says("last_discard"):
        lines.append(("last_tile", 1))
    return [lines + dragons_in_total(win) + own_winds(win) + bonus_tiles(win)]


def limit_hands(win: Win) -> list[str]:
    """The limit hands that the systems define alike."""
    found = {
        "great_winds": great(win, WINDS),
        "all_honours": all_honours(win),
        "all_terminals": all_terminals(win),
        "four_kongs": four_kongs(win),
        "thirteen_orphans": win.form == "orphans",
        "heavenly": win.says("opening") == "heavenly",
        "earthly": win.says("opening") == "earthly",
    }
    return [name for name, is_there in found.items() if is_there]


# VMC


def vmc(win: Win) -> list[Lines]:
    """Hands worth 13 take no extras; the others say what they include."""
    if win.form == "pairs":
        return []
    no_extras = [name for name in limit_hands(win) if name != "all_honours"]
    if nine_gates(win):
        no_extras.append("nine_gates")
    if win.says("opening") == "human":
        no_extras.append("human")
    if no_extras:
        return [[(name, 13)] for name in no_extras]
    lines = vmc_moments(win) + dragons_in_total(win) + bonus_tiles(win)
    # The winning tile must complete the pair, drawn or not.
    four_concealed = hidden_pongs(win) and win.pair.won
    if all_chows(win):
        lines.append(("all_chows", 1))
    if four_concealed:
        lines.append(("four_concealed_pongs", 8))
    if all_honours(win):
        lines.append(("all_honours", 10))
    if mixed_terminals(win):
        lines.append(("mixed_terminals", 1 if four_concealed else 4))
    if all_pongs(win) and not four_concealed and not all_honours(win) and not mixed_terminals(win):
        lines.append(("all_pongs", 3))
    if flush(win) == "full":
        lines.append(("full_flush", 7))
    if little(win, WINDS):  # seat wind, round wind and half flush are part of it
        return [[*lines, ("little_winds", 6)]]
    if flush(win) == "half":
        lines.append(("half_flush", 3))
    return [lines + own_winds(win)]


def vmc_moments(win: Win) -> Lines:
    """A kong's replacement stands in for self-drawn; a flower's is an ordinary draw."""
    lines: Lines = []
    if nothing_open(win):
        lines.append(("concealed", 1))
    if win.says("replacement") == "kong":
        lines.append(("after_kong", 2))
    elif win.says("replacement") == "kong_on_kong":
        lines.append(("after_consecutive_kongs", 9))
    elif win.drawn:
        lines.append(("self_draw", 1))
    if win.says("win") == "rob_kong":
        lines.append(("rob_kong", 1))
    if win.says("last_tile") or win.says("last_discard"):
        lines.append(("last_tile", 1))
    return lines


# HKMA


def hkma(win: Win) -> list[Lines]:
    """Ceiling hands are worth 10 and nothing adds; no flowers, and any declared set opens the hand."""
    if win.form == "pairs":
        return []
    ceiling = limit_hands(win)
    if little(win, WINDS):
        ceiling.append("little_winds")
    if nine_gates(win) if win.drawn else pure_nine_gates(win):
        ceiling.append("nine_gates")
    if hidden_pongs(win) and not any(group.kind == "kong" for group in win.groups):
        ceiling.append("four_concealed_pongs")
    if win.says("replacement") == "kong_on_kong":
        ceiling.append("after_consecutive_kongs")
    if ceiling:
        return [[(name, 10)] for name in ceiling]
    lines: Lines = [("dragon_pong", 1)] * sets_of(win, DRAGONS) + own_winds(win)
    if all_chows(win):
        lines.append(("all_chows", 1))
    if all_pongs(win):
        lines.append(("all_pongs", 3))
    if mixed_terminals(win):
        lines.append(("mixed_terminals", 1))
    if flush(win) == "half":
        lines.append(("half_flush", 3))
    if flush(win) == "full":
        lines.append(("full_flush", 7))
    if little(win, DRAGONS):
        lines.append(("little_dragons", 3))
    if great(win, DRAGONS):
        lines.append(("great_dragons", 5))
    if not win.melds:
        lines.append(("concealed", 1))
    if win.drawn:
        lines.append(("self_draw", 1))
    if win.says("replacement") == "kong":
        lines.append(("replacement", 1))
    if win.says("win") == "rob_kong":
        lines.append(("rob_kong", 1))
    if win.says("last_tile"):
        lines.append(("last_tile", 1))
    return [lines]


# Mahjong House


def mahjong_house(win: Win) -> list[Lines]:
    """The default table: ordinary patterns add up, and a limit hand is the cap and no more."""
    if win.form == "pairs":
        return []
    cap = win.options.get("cap", 10)
    limit = 10 if cap is None else cap
    names = limit_hands(win) + (["nine_gates"] if nine_gates(win) else []) + (["four_concealed_pongs"] if hidden_pongs(win) else [])
    if names:
        return [[(name, limit)] for name in names]
    lines = traditional_patterns(win) + bonus_tiles(win) + mahjong_house_moments(win)
    return [lines]


def mahjong_house_moments(win: Win) -> Lines:
    lines: Lines = []
    if nothing_open(win):
        lines.append(("concealed", 1))
    if win.drawn:
        lines.append(("self_draw", 1))
    if win.says("last_tile"):
        lines.append(("last_tile", 1))
    if win.says("last_discard"):
        lines.append(("last_discard", 1))
    if win.says("replacement") == "kong_on_kong":
        lines.append(("kong_on_kong", 8))
    elif win.says("replacement"):
        lines.append(("replacement", 1))
    if win.says("win") == "rob_kong":
        lines.append(("rob_kong", 1))
    return lines


# Sichuan


def sichuan(win: Win) -> list[Lines]:
    """Everything stacks; seven pairs may hold fours, one of which is then no root."""
    if win.form == "orphans" or any(tile in HONOURS for tile in win.tiles):
        return []
    cap = win.options.get("cap", 4)
    if win.says("opening"):
        return [[(win.says("opening"), 4 if cap is None else cap)]]
    lines: Lines = []
    roots = [tile for tile in SUITED if win.tiles.count(tile) == 4]
    if win.form == "pairs":
        if roots:
            lines.append(("dragon_seven_pairs", 3))
            roots = roots[1:]
        else:
            lines.append(("seven_pairs", 2))
    lines += [("root", 1)] * len(roots)
    if all_pongs(win):
        lines.append(("all_pongs", 1))
        if all(tile[1] in "258" for tile in win.tiles):
            lines.append(("all_258", 2))
    if flush(win) == "full":
        lines.append(("full_flush", 2))
    if win.form == "sets":
        if all(any(tile in TERMINALS for tile in group.tiles) for group in win.groups):
            lines.append(("terminals_every_set", 2))
        if len(win.melds) == 4:
            lines.append(("golden_hook", 1))
    lines += sichuan_moments(win)
    return [lines or [("plain", 0)]]


def sichuan_moments(win: Win) -> Lines:
    lines: Lines = []
    if win.says("replacement") in ("kong", "kong_on_kong"):
        lines.append(("kong_win", 1))
    if win.says("after_kong_discard"):
        lines.append(("kong_deal_in", 1))
    if win.says("win") == "rob_kong":
        lines.append(("rob_kong", 1))
    if win.says("last_tile"):
        lines.append(("last_tile", 1))
    if win.says("last_discard"):
        lines.append(("last_discard", 1))
    if win.drawn and win.options.get("self_draw") == "plus_fan":
        lines.append(("self_draw_bonus", 1))
    return lines


# Minimum to win, cap, and how to count.
SYSTEMS: dict[str, tuple[int, int | None, Callable[[Win], list[Lines]]]] = {
    "fanorder": (3, 13, fanorder),
    "wisteria": (0, 10, wisteria),
    "vmc": (3, 13, vmc),
    "hkma": (3, 10, hkma),
    "mahjong_house": (3, 10, mahjong_house),
    "sichuan": (0, 4, sichuan),
}
