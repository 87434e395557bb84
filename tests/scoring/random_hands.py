"""Random finished hands in random legal circumstances, as cases of the data form; the same seed gives the same hands.

Half are built at random from the whole set, half toward something rare: one suit, honours, pongs, gates, orphans and so on, so
that every pattern of every table is met. Knows of the tables only what they admit.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from .plain_hands import DRAGONS, HONOURS, PLAYING, SUITED, TERMINALS, WINDS, without

Case = dict[str, Any]

_OPTIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "fanorder": {"seven_pairs": (False, True, True), "last_discard": (False, True), "coloured": (False, True), "bonus_tiles": (True, True, True, False)},
    "sichuan": {"self_draw": ("none", "plus_base", "plus_fan")},
}
# Tables at which a concealed kong may come before a heavenly hand.
_KONG_BEFORE_HEAVENLY = ("fanorder", "mahjong_house", "sichuan")


def random_cases(ruleset: str, count: int, seed: int) -> Iterator[Case]:
    """`count` cases of one rule set."""
    chance = random.Random(f"{ruleset} {seed}")
    for _ in range(count):
        yield random_case(chance, ruleset)


def random_case(chance: random.Random, ruleset: str) -> Case:
    """One finished hand with circumstances and options that the table admits."""
    hand = None
    while hand is None:
        hand = _special_form(chance, ruleset) if chance.random() < 0.08 else _hand_of_sets(chance, ruleset)
    hand["bonus"] = [] if ruleset in ("hkma", "sichuan") else _bonus(chance)
    return {"ruleset": ruleset, "options": _options(chance, ruleset), "hand": hand, "context": _context(chance, ruleset, hand)}


# What a hand is built toward: the faces it may use, how likely a set is a run, and sets it begins with.


def _style(chance: random.Random, ruleset: str) -> tuple[list[str], float, list[list[str]]]:
    suits = chance.sample("mps", 3)
    one, two = _suit(suits[0]), _suit(suits[0]) + _suit(suits[1])
    if ruleset == "sichuan":
        twos = [tile for tile in two if tile[1] in "258"]
        ends = [tile for tile in two if tile[1] in "123789"]
        return chance.choice([(two, 0.6, []), (two, 0.1, []), (one, 0.6, []), (one, 0.1, []), (twos, 0.0, []), (ends, 0.7, [])])
    dragons = [[dragon] * 3 for dragon in chance.sample(DRAGONS, chance.choice((2, 2, 3)))]
    winds = [[wind] * 3 for wind in chance.sample(WINDS, chance.choice((3, 3, 4)))]
    coloured = chance.choice([("green", "s"), ("red", "m"), ("white", "p")])
    return chance.choice([
        (PLAYING, 0.7, []), (PLAYING, 0.7, []), (PLAYING, 0.7, []), (SUITED, 0.95, []), (SUITED, 1.0, []),
        (PLAYING, 0.0, []), (PLAYING, 0.1, []), (one, 0.5, []), (one, 0.1, []), (one + HONOURS, 0.5, []), (one + HONOURS, 0.0, []),
        (HONOURS, 0.0, []), (TERMINALS, 0.0, []), (TERMINALS + HONOURS, 0.0, []),
        (PLAYING, 0.5, dragons), (one + DRAGONS, 0.4, dragons), (PLAYING, 0.4, winds), (one + WINDS, 0.4, winds), (HONOURS, 0.0, winds),
        (_suit(coloured[1]), 0.0, [[coloured[0]] * 3]),
    ])  # fmt: skip


def _run_from(tile: str) -> list[str]:
    """Three in a row; past the nine, or from an honour, they are no tiles and stand in no list of faces."""
    return [tile[0] + str(int(tile[1]) + step) for step in range(3)] if tile in SUITED else [""]


def _suit(letter: str) -> list[str]:
    return [tile for tile in SUITED if tile[0] == letter]


def _hand_of_sets(chance: random.Random, ruleset: str) -> dict[str, Any] | None:
    """Four sets and a pair, some declared; None where a fifth copy would be needed."""
    faces, runs, sets = _style(chance, ruleset)
    sets = list(sets)
    # A pair of one of the little hands' faces, as often as not.
    rest = [face for group in (DRAGONS, WINDS) if sets and sets[0][0] in group for face in group if [face] * 3 not in sets]
    pair = chance.choice(rest) if rest and chance.random() < 0.6 else chance.choice(faces)
    chows = [run for run in map(_run_from, faces) if all(tile in faces for tile in run)]
    while len(sets) < 4:
        if chows and chance.random() < runs:
            sets.append(chance.choice(chows))
        else:
            sets.append([chance.choice(faces)] * 3)
    chance.shuffle(sets)
    declare, kong = chance.choice((0.0, 0.0, 0.2, 0.5, 1.0)), chance.choice((0.0, 0.2, 0.5, 1.0))
    hidden = chance.choice((0.0, 0.3, 1.0))  # of the kongs
    held, melds = [pair, pair], []
    for tiles in sets:
        alike = tiles[0] == tiles[1]
        if chance.random() >= declare or (not alike and (ruleset == "sichuan" or (kong == 1.0 and chance.random() < 0.5))):
            held += tiles
        elif alike and chance.random() < kong:
            kind = "kong-concealed" if chance.random() < hidden else chance.choice(("kong-exposed", "kong-added"))
            melds.append({"kind": kind, "tiles": tiles + tiles[:1]})
        else:
            melds.append({"kind": "pong" if alike else "chow", "tiles": tiles})
    return _finished(chance, held, melds, chance.choice(held))


def _special_form(chance: random.Random, ruleset: str) -> dict[str, Any] | None:
    """Thirteen orphans, nine gates or seven pairs, whichever the table knows."""
    suit = chance.choice("mps")
    forms = ["gates", "gates"] + ["orphans"] * (ruleset != "sichuan") + ["pairs"] * 2 * (ruleset in ("fanorder", "sichuan"))
    form = chance.choice(forms)
    if form == "orphans":
        held = TERMINALS + HONOURS + [chance.choice(TERMINALS + HONOURS)]
        return _finished(chance, held, [], chance.choice(held))
    if form == "gates":
        extra = suit + chance.choice("123456789")
        held = [suit + rank for rank in "1112345678999"] + [extra]
        return _finished(chance, held, [], chance.choice((extra, chance.choice(held))))
    if ruleset == "sichuan":
        two = chance.choice((_suit(suit), [tile for tile in SUITED if tile[0] != suit]))
        held = [tile for tile in (chance.choice(two) for _ in range(7)) for _ in range(2)]
    else:
        faces = chance.choice((PLAYING, HONOURS, _suit(suit), _suit(suit) + HONOURS, _suit(suit)[:7]))
        held = [tile for tile in chance.sample(faces, 7) for _ in range(2)]
    return _finished(chance, held, [], chance.choice(held))


def _finished(chance: random.Random, held: list[str], melds: list[dict[str, Any]], winning: str) -> dict[str, Any] | None:
    tiles = held + [tile for meld in melds for tile in meld["tiles"]]
    if any(tiles.count(tile) > 4 for tile in tiles):
        return None
    concealed = without(held, [winning])
    chance.shuffle(concealed)
    return {"concealed": concealed, "winning_tile": winning, "melds": melds}


def _bonus(chance: random.Random) -> list[str]:
    flowers, seasons = ([letter + number for number in "1234"] for letter in "fq")
    few = chance.sample(flowers + seasons, chance.choice((0, 1, 2, 3)))
    return chance.choice(([], few, few, few, flowers, seasons, flowers + chance.sample(seasons, 2), flowers + seasons))


def _options(chance: random.Random, ruleset: str) -> dict[str, Any]:
    options = {name: chance.choice(values) for name, values in _OPTIONS.get(ruleset, {}).items()}
    if chance.random() < 0.4:
        options["min"] = chance.choice((0, 0, 1, 3, 5))
    if chance.random() < 0.4:
        options["cap"] = chance.choice((None, None, 3, 8, 10, 13))
    return options


def _context(chance: random.Random, ruleset: str, hand: Mapping[str, Any]) -> dict[str, Any]:
    """Circumstances that do not contradict each other or the hand."""
    seat = chance.choice(WINDS)
    others = [wind for wind in WINDS if wind != seat]
    said: dict[str, Any] = {"seat": seat, "round": chance.choice(WINDS)}
    tiles = [hand["winning_tile"], *hand["concealed"], *(tile for meld in hand["melds"] for tile in meld["tiles"])]
    kinds = [meld["kind"] for meld in hand["melds"]]
    kongs = sum(kind.startswith("kong") for kind in kinds)
    orphans = not hand["melds"] and set(tiles) == set(TERMINALS + HONOURS)
    if tiles.count(hand["winning_tile"]) == 1 and chance.random() < 0.25:
        said |= {"win": "rob_kong", "discarder": chance.choice(others)}
        if ruleset == "hkma" and orphans and chance.random() < 0.5:
            said["robbed"] = "concealed"
        return said
    if chance.random() < 0.5:
        said |= {"win": "discard", "discarder": chance.choice(others)}
        dealer_discards = ruleset != "sichuan" and seat != "east" and not kinds
        if dealer_discards and chance.random() < 0.04:
            return said | {"discarder": "east", "opening": "earthly"}
        said |= {key: True for key in ("last_discard", "after_kong_discard") if chance.random() < 0.12}
        return said
    said["win"] = "self_draw"
    replacements = ["kong"] * (kongs > 0) + ["kong_on_kong"] * (kongs > 1) + ["flower"] * bool(hand["bonus"])
    if replacements and chance.random() < 0.3:
        said["replacement"] = chance.choice(replacements)
    opening = _drawn_opening(ruleset, seat, kinds)
    if opening and chance.random() < 0.08:
        return said | {"opening": opening}
    return said | ({"last_tile": True} if chance.random() < 0.12 else {})


def _drawn_opening(ruleset: str, seat: str, kinds: list[str]) -> str | None:
    """The opening hand that a self-draw may be, if any."""
    if any(kind != "kong-concealed" for kind in kinds) or (kinds and ruleset not in _KONG_BEFORE_HEAVENLY):
        return None
    if seat == "east":
        return "heavenly"
    if ruleset == "sichuan":
        return "earthly"
    return "human" if ruleset == "vmc" else None
