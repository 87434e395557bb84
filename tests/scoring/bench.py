"""`python -m tests.scoring.bench`: how fast the engine answers, side by side with two other libraries where they are installed.

Every library is asked about the same random hands, those that all of them score; hands are put into each library's own form
beforehand, and no hand was put to the engine before. The first batches, in which tables are made, are not counted. Short batches
take turns, processor time is counted, and of all batches the median is told, so that a busy machine slows all alike. Without
`mahjong` and `PyMahjongGB` only the engine is timed. Exit 1 where a target is missed.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.metadata import version
from statistics import median
from typing import Any

from scoring.comparison import compare
from scoring.forms import parse_context, parse_hand
from scoring.rulesets import load_ruleset
from scoring.score import score
from scoring.shapes import Form, is_complete, pack

from .plain_hands import PLAYING, WINDS, without
from .random_hands import Case, random_cases

_SEED = 11
_BATCH = 200  # more than the 128 hands that `mahjong` remembers
_WARMING = 10  # batches that are not counted
_ANSWERS = 20  # answers in a batch
_ASKS = 10_000
_ROUNDS = 9  # of those asks
_FREE = {"min": 0, "seven_pairs": True}
RULES = load_ruleset("fanorder").with_options(_FREE)

Ask = Callable[[], object]


def plain_hands(seed: int) -> Iterator[Case]:
    """Random hands with no special circumstance: seat, round, drawn or discarded."""
    for case in random_cases("fanorder", sys.maxsize, seed):
        said = case["context"]
        context = {key: said[key] for key in ("seat", "round")} | {"win": "self_draw"}
        if said["win"] == "discard":
            context |= {"win": "discard", "discarder": said["discarder"]}
        yield {"ruleset": "fanorder", "options": _FREE, "hand": case["hand"], "context": context}


def our_ask(case: Case) -> Ask:
    """The engine's `score` with its lines; it refuses none of these hands. Not asked beforehand: it would remember the hand's parts."""
    hand, context = parse_hand(case["hand"]), parse_context(case["context"])
    return lambda: score(hand, context, RULES).lines


def mahjong_ask(case: Case) -> Ask | None:
    """`HandCalculator.estimate_hand_value`, None where it finds no yaku. A closed hand has declared riichi."""
    calculator = import_module("mahjong.hand_calculating.hand").HandCalculator
    config_of, meld_of = import_module("mahjong.hand_calculating.hand_config").HandConfig, import_module("mahjong.meld").Meld
    hand, said = case["hand"], case["context"]
    melds, used = [], dict.fromkeys(PLAYING, 0)

    def ids(tiles: Sequence[str]) -> list[int]:
        found = []
        for tile in tiles:
            found.append(4 * PLAYING.index(tile) + used[tile])
            used[tile] += 1
        return found

    for meld in hand["melds"]:
        kind = {"chow": meld_of.CHI, "pong": meld_of.PON}.get(meld["kind"], meld_of.KAN)
        melds.append(meld_of(kind, ids(meld["tiles"]), opened=meld["kind"] != "kong-concealed"))
    won = ids([hand["winning_tile"]])
    tiles = [tile for meld in melds for tile in meld.tiles] + ids(hand["concealed"]) + won
    config = config_of(
        is_tsumo=said["win"] == "self_draw",
        is_riichi=not any(meld.opened for meld in melds),
        player_wind=27 + WINDS.index(said["seat"]),
        round_wind=27 + WINDS.index(said["round"]),
    )

    def ask() -> Any:
        return calculator.estimate_hand_value(tiles, won[0], melds=melds, config=config)

    return ask if ask().error is None else None


def mahjong_gb_ask(case: Case) -> Ask | None:
    """`MahjongFanCalculator`, None where it raises."""
    calculate = import_module("MahjongGB").MahjongFanCalculator
    hand, said = case["hand"], case["context"]
    names = {"chow": "CHI", "pong": "PENG"}
    pack = tuple((names.get(meld["kind"], "GANG"), _gb(meld["tiles"][meld["kind"] == "chow"]), int(meld["kind"] != "kong-concealed")) for meld in hand["melds"])
    held, won = tuple(map(_gb, hand["concealed"])), _gb(hand["winning_tile"])
    seat, prevalent = WINDS.index(said["seat"]), WINDS.index(said["round"])

    def ask() -> object:
        return calculate(pack, held, won, len(hand["bonus"]), said["win"] == "self_draw", False, False, False, seat, prevalent)

    try:
        ask()
    except TypeError:
        return None
    return ask


def _gb(tile: str) -> str:
    """W characters, T bamboo, B dots; F1-F4 winds, J1-J3 dragons red, green, white."""
    if tile in WINDS:
        return f"F{WINDS.index(tile) + 1}"
    return {"red": "J1", "green": "J2", "white": "J3"}.get(tile) or {"m": "W", "s": "T", "p": "B"}[tile[0]] + tile[1]


LIBRARIES: dict[str, Callable[[Case], Ask | None]] = {"mahjong": mahjong_ask, "PyMahjongGB": mahjong_gb_ask}


def installed() -> dict[str, str]:
    """The other libraries that can be imported, with their versions."""
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except ImportError:
            print(f"{name} is not installed and is left out")
    return found


def seconds(asks: Iterable[Ask]) -> float:
    """Processor seconds of asking them all."""
    began = time.process_time()
    for ask in asks:
        ask()
    return time.process_time() - began


def batch_seconds(count: int, seed: int) -> dict[str, list[float]]:
    """Seconds of each batch by scorer, on `count` hands that all of them score."""
    makers = {"fanlens": our_ask} | {name: LIBRARIES[name] for name in installed()}
    hands = plain_hands(seed)
    spent: dict[str, list[float]] = {name: [] for name in makers}
    for turn in range(-_WARMING, max(1, count // _BATCH)):
        batch: dict[str, list[Ask]] = {name: [] for name in makers}
        while len(batch["fanlens"]) < _BATCH:
            case = next(hands)
            asks = {name: make(case) for name, make in makers.items()}
            if all(asks.values()):
                for name, ask in asks.items():
                    batch[name].append(ask or _nothing)
        for name, asked in batch.items():
            took = seconds(asked)
            if turn >= 0:
                spent[name].append(took)
    return spent


def _nothing() -> None:
    return None


def milliseconds_an_answer(count: int, seed: int) -> float:
    """The whole answer with reasons, under all six rule sets."""
    hands = plain_hands(seed)
    batches = [[partial(compare, next(hands)) for _ in range(_ANSWERS)] for _ in range(1 + count // _ANSWERS)]
    spent = [seconds(batch) for batch in batches]
    return 1000 * median(spent[1:]) / _ANSWERS


def milliseconds_of_asks(seed: int) -> float:
    """Ten thousand times "is this complete?", about finished hands with no tile, one or two exchanged: counted as repair counts them."""
    chance = random.Random(seed)
    hands = plain_hands(seed)
    asked = []
    for _ in range(_ASKS):
        hand = next(hands)["hand"]
        held = [*hand["concealed"], hand["winning_tile"]]
        for _ in range(chance.choice((0, 1, 1, 2))):
            held = [*without(held, [chance.choice(held)]), chance.choice(PLAYING)]
        asked.append((pack([held.count(face) for face in PLAYING]), len(hand["melds"])))
    forms = (Form.STANDARD, Form.THIRTEEN_ORPHANS)
    assert any(is_complete(copies, melds, forms) for copies, melds in asked)  # and what is made once is made
    spent = []
    for _ in range(_ROUNDS):
        began = time.process_time()
        for copies, melds in asked:
            is_complete(copies, melds, forms)
        spent.append(time.process_time() - began)
    return 1000 * median(spent)


def main(arguments: Sequence[str] | None = None) -> int:
    """Time everything and print it; 1 where a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.scoring.bench", description="How fast the engine answers.")
    parser.add_argument("--hands", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=_SEED)
    options = parser.parse_args(arguments)
    missed = False

    spent = batch_seconds(options.hands, options.seed)
    ours = spent["fanlens"]
    print(f"score() with its lines, hands a second in one thread, {len(ours) * _BATCH} random finished hands of seed {options.seed}:")
    slower = {name: median(theirs / own for theirs, own in zip(took, ours, strict=True)) for name, took in spent.items()}
    for name, took in spent.items():
        beside = f", {slower[name]:.1f} times slower than score()" if slower[name] > 1 else ""
        print(f"    {name} {installed_version(name)}: {_BATCH / median(took):.0f}{beside}")
    if "mahjong" in slower:
        missed |= _told("score() against mahjong", slower["mahjong"], "times", least=5.0)
    missed |= _told("the full answer with reasons under six rule sets", milliseconds_an_answer(max(60, options.hands // 10), options.seed + 1), "ms", most=5.0)
    missed |= _told(f"{_ASKS} asks of is_complete", milliseconds_of_asks(options.seed + 2), "ms", most=20.0)
    return 1 if missed else 0


def installed_version(name: str) -> str:
    return "" if name == "fanlens" else version(name)


def _told(what: str, measured: float, unit: str, least: float = 0.0, most: float = float("inf")) -> bool:
    """Print one figure beside its target; whether it misses."""
    good = least <= measured <= most
    print(f"{what}: {measured:.2f} {unit}, target {f'at least {least:g}' if least else f'under {most:g}'}: {'holds' if good else 'MISSED'}")
    return not good


if __name__ == "__main__":
    sys.exit(main())
