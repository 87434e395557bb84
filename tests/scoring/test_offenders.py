"""Why a pattern does not count: with other tiles in the place of those named, and nothing else changed, it does.

Random hands of every table; for each pattern they miss and each that names tiles, replacements are tried until one hand counts it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from scoring.context import Discard, RobbedKong, WinContext
from scoring.errors import Refusal
from scoring.forms import parse_context, parse_hand
from scoring.hand import Hand
from scoring.melds import Meld, MeldKind
from scoring.notation import format_hand, format_tiles
from scoring.rulesets import RULESET_NAMES, RuleSet, load_ruleset
from scoring.score import NotCounted, Score, score
from scoring.shapes import Group, SetKind, SevenPairs, Standard
from scoring.tiles import ALL_TILES, PLAYING_TILES, Suit, Tile
from tests.scoring.random_hands import random_cases

TRIES = 600
_NOT_OF_TILES = {"included", "one_of_group", "worth_less", "option_off", "not_played"}


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_with_the_named_tiles_changed_the_pattern_counts(name: str) -> None:
    chance = random.Random(f"offenders {name}")
    named: Counter[str] = Counter()
    idle = []
    for case in random_cases(name, 40, seed=31):
        rules = _rules(case)
        hand, context = parse_hand(case["hand"]), _bare(parse_context(case["context"]))
        found = score(hand, context, rules)
        for entry in found.not_counted:
            if entry.because in _NOT_OF_TILES or not entry.tiles:
                continue
            named[entry.pattern] += 1
            if len(idle) < 9 and not any(_counts(changed, context, rules, entry.pattern) for changed in _changed(found, entry, rules, chance)):
                idle.append(f"{entry.pattern} {entry.because}: {format_tiles(entry.tiles)} of {format_hand(hand)}, {case['context']}")
    assert idle == []
    assert len(named) >= (5 if name == "sichuan" else 8), named


def test_what_is_lacking_is_not_there_and_is_there_when_the_pattern_is() -> None:
    met: Counter[str] = Counter()
    for name in RULESET_NAMES:
        for case in random_cases(name, 60, seed=32):
            rules = _rules(case)
            hand = parse_hand(case["hand"])
            for entry in score(hand, parse_context(case["context"]), rules).not_counted:
                if entry.lacks:
                    met[entry.because] += 1
                    held = Counter((*hand.tiles, *hand.bonus)) - Counter(entry.tiles)
                    asked = Counter(entry.lacks)
                    assert all(held[tile] + copies <= (1 if tile.is_bonus else 4) for tile, copies in asked.items()), f"{format_hand(hand)}: {entry}"
    assert {"own_bonus_absent", "bonus_set_incomplete", "no_such_wind_set", "needs_four_wind_sets", "needs_three_dragon_sets", "lacks_gate"} <= set(met)


def _rules(case: Mapping[str, Any]) -> RuleSet:
    """The case's table with neither minimum nor cap, and every hand of the sample a hand there."""
    rules = load_ruleset(case["ruleset"])
    pairs = {"seven_pairs": True} if "seven_pairs" in rules.options else {}
    return rules.with_options({**case["options"], **pairs, "min": 0, "cap": None})


def _bare(context: WinContext) -> WinContext:
    """The circumstances without what only some hands can be won by: a robbed tile completes no pong, a flower's replacement wants a flower."""
    return replace(context, moments=frozenset(), by=Discard(context.by.payer) if isinstance(context.by, RobbedKong) else context.by)


def _counts(hand: Hand, context: WinContext, rules: RuleSet, pattern: str) -> bool:
    """The pattern is a line, or is there and stands below a better one."""
    try:
        found = score(hand, context, rules)
    except Refusal:
        return False
    shown = {line.pattern for line in found.lines} | {entry.pattern for entry in found.not_counted if entry.because in ("included", "one_of_group")}
    return pattern in shown


def _changed(found: Score, entry: NotCounted, rules: RuleSet, chance: random.Random) -> Iterator[Hand]:
    """Hands in which only the named tiles are others. Where the winning tile is among them, any tile may be the winning one."""
    hand = found.win.hand
    if any(tile.is_bonus for tile in entry.tiles):
        yield replace(hand, bonus=tuple(tile for tile in hand.bonus if tile not in entry.tiles))
        return
    if entry.tiles == (hand.winning,):
        yield from (replace(hand, winning=tile) for tile in dict.fromkeys(hand.held))
        return
    if entry.pattern == "nine_gates":
        yield from _gates(hand, entry)
        return
    shape = found.shape
    assert isinstance(shape, Standard | SevenPairs), entry
    going = _groups_of(shape.groups, entry.tiles)
    staying = [group for group in shape.groups if group not in going] if isinstance(shape, Standard) else _without(shape.groups, going)
    for _ in range(TRIES):
        yield from _refilled(entry.pattern, staying, going, hand, rules, chance)


def _groups_of(groups: tuple[Group, ...], tiles: tuple[Tile, ...]) -> list[Group]:
    """The groups that the named tiles make up, whole."""
    left, found = Counter(tiles), []
    for group in groups:
        if not Counter(group.tiles) - left:
            left -= Counter(group.tiles)
            found.append(group)
    assert not left, f"{tiles} are not whole groups of {groups}"
    return found


def _without(groups: tuple[Group, ...], going: list[Group]) -> list[Group]:
    staying = list(groups)
    for group in going:
        staying.remove(group)
    return staying


def _refilled(pattern: str, staying: list[Group], going: list[Group], hand: Hand, rules: RuleSet, chance: random.Random) -> Iterator[Hand]:
    """One random filling of the places that are free, with what the pattern is made of."""
    kept = [tile for group in staying for tile in group.tiles]
    faces = _palette(pattern, kept, chance, rules)
    _, runs, kind = _RECIPES[pattern]
    winning = None if any(group.won for group in going) else hand.winning
    left = Counter({tile: 4 for tile in PLAYING_TILES}) - Counter(kept)
    held = [tile for group in staying if group.declared is None for tile in group.tiles]
    melds = [Meld(group.declared, group.tile) for group in staying if group.declared is not None]
    for group in going:
        if group.kind is SetKind.PAIR:
            tiles: tuple[Tile, ...] = (chance.choice(faces),) * 2
        elif chance.random() < runs:
            start = chance.choice(faces)
            if not (start.is_suited and start.rank <= 7):
                return
            tiles = PLAYING_TILES[start.index : start.index + 3]
        else:
            tiles = (chance.choice(faces),) * 3
        if Counter(tiles) - left:
            return
        left -= Counter(tiles)
        if kind is None or group.kind is SetKind.PAIR or tiles[0] != tiles[1]:
            held += tiles
        elif not kind.is_kong:
            melds.append(Meld(kind, tiles[0]))
        elif left[tiles[0]]:
            left -= Counter(tiles[:1])
            melds.append(Meld(kind, tiles[0]))
        else:
            return
    for won in [winning] if winning is not None else dict.fromkeys(held):
        if won in held:
            yield Hand(tuple(held), tuple(melds), hand.bonus, won)


# What a pattern is made of, how often a set is a run, and how sets that could lie on the table do.
_RECIPES: dict[str, tuple[Callable[[Tile, Suit], bool], float, MeldKind | None]] = {
    "all_chows": (lambda tile, suit: tile.is_suited, 1.0, None),
    "all_pongs": (lambda tile, suit: True, 0.0, None),
    "mixed_terminals": (lambda tile, suit: tile.is_terminal or tile.is_honour, 0.0, None),
    "half_flush": (lambda tile, suit: tile.suit is suit or tile.is_honour, 0.3, None),
    "full_flush": (lambda tile, suit: tile.suit is suit, 0.5, None),
    "all_honours": (lambda tile, suit: tile.is_honour, 0.0, None),
    "all_terminals": (lambda tile, suit: tile.is_terminal, 0.0, None),
    "four_concealed_pongs": (lambda tile, suit: True, 0.0, None),
    "four_kongs": (lambda tile, suit: True, 0.0, MeldKind.KONG_CONCEALED),
    "concealed": (lambda tile, suit: True, 0.3, None),
    "little_dragons": (lambda tile, suit: tile.is_dragon or tile.is_terminal, 0.0, None),
    "little_winds": (lambda tile, suit: tile.is_wind or tile.is_terminal, 0.0, None),
    "jade_dragon": (lambda tile, suit: tile.suit is Suit.BAMBOO or tile == Tile.from_code("green"), 0.0, None),
    "ruby_dragon": (lambda tile, suit: tile.suit is Suit.CHARACTERS or tile == Tile.from_code("red"), 0.0, None),
    "pearl_dragon": (lambda tile, suit: tile.suit is Suit.DOTS or tile == Tile.from_code("white"), 0.0, None),
    "all_258": (lambda tile, suit: tile.rank in (2, 5, 8), 0.0, None),
    "terminals_every_set": (lambda tile, suit: tile.rank in (1, 7, 9), 0.7, None),
    "golden_hook": (lambda tile, suit: tile.suit is suit, 0.0, MeldKind.PONG),
}


def _palette(pattern: str, kept: list[Tile], chance: random.Random, rules: RuleSet) -> list[Tile]:
    suit = chance.choice([tile.suit for tile in kept if tile.is_suited] or [Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO])
    return [tile for tile in PLAYING_TILES if (tile.is_suited or rules.readings.honours) and _RECIPES[pattern][0](tile, suit)]


def _gates(hand: Hand, entry: NotCounted) -> Iterator[Hand]:
    """The kept tiles and what nine gates lack, and any tile of the suit where there is room for one."""
    kept = list((Counter(hand.tiles) - Counter(entry.tiles)).elements())
    suit = entry.lacks[0].suit if entry.lacks else (kept[0].suit if kept else Suit.CHARACTERS)
    core = [Tile(suit, rank) for rank in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)]
    held = [*kept, *(Counter(core) - Counter(kept)).elements()]
    for extra in [()] if len(held) == 14 else [(tile,) for tile in ALL_TILES if tile.suit is suit]:
        full = (*held, *extra)
        if max(Counter(full).values()) <= 4:
            for won in [hand.winning] if hand.winning in kept else dict.fromkeys(full):
                if won in full:
                    yield Hand(full, (), hand.bonus, won)
