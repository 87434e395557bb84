"""`python -m tests.scoring.agree`: the engine and the plain scorer asked about the same random hands.

Exit 1 where they disagree; each such hand is printed in notation with both answers.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.errors import Refusal
from scoring.forms import parse_context, parse_hand
from scoring.notation import format_hand
from scoring.rulesets import RULESET_NAMES, load_ruleset
from scoring.score import score

from .plain_scorer import plain_score
from .random_hands import random_cases

_MOST_SHOWN = 20


@dataclass
class Comparison:
    """How many hands were compared, which patterns they counted, and where the two scorers differ."""

    hands: int = 0
    met: Counter[str] = field(default_factory=Counter)
    disagreements: list[str] = field(default_factory=list)


def compare(ruleset: str, count: int, seed: int) -> Comparison:
    """Ask both scorers about `count` random hands."""
    comparison = Comparison()
    for case in random_cases(ruleset, count, seed):
        comparison.hands += 1
        difference = disagreement(case, comparison.met)
        if difference:
            comparison.disagreements.append(difference)
    return comparison


def disagreement(case: Mapping[str, Any], met: Counter[str] | None = None) -> str | None:
    """Where the two differ on one hand, None where they agree in lines, both totals and whether it may win."""
    hand, plain = parse_hand(case["hand"]), plain_score(case)
    try:
        found = score(hand, parse_context(case["context"]), load_ruleset(case["ruleset"]).with_options(case["options"]))
    except Refusal as refusal:
        return None if refusal.code == "not_complete" and plain is None else _told(case, f"refused: {refusal}", plain)
    lines = sorted((line.pattern, line.fan) for line in found.lines)
    if plain is None or (plain.before_cap, plain.total, plain.payable) != (found.raw, found.fan, found.payable) or lines not in plain.breakdowns:
        return _told(case, f"{found.raw} -> {found.fan} {lines}", plain)
    if met is not None:
        met.update({name for name, _ in lines})
    return None


def _told(case: Mapping[str, Any], engine: str, plain: object) -> str:
    said = {key: case[key] for key in ("options", "context")}
    return f"{case['ruleset']}: {format_hand(parse_hand(case['hand']))}  {json.dumps(said)}\n    engine {engine}\n    plain  {plain}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and print; 1 where the two disagree."""
    parser = argparse.ArgumentParser(prog="python -m tests.scoring.agree", description="The engine against the plain scorer on random hands.")
    parser.add_argument("--count", type=int, default=1000, help="hands a rule set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", choices=RULESET_NAMES, help="one rule set instead of all six")
    options = parser.parse_args(arguments)
    disagreements = 0
    for name in [options.rules] if options.rules else RULESET_NAMES:
        began = time.process_time()
        found = compare(name, options.count, options.seed)
        disagreements += len(found.disagreements)
        for text in found.disagreements[:_MOST_SHOWN]:
            print(text)
        rare = ", ".join(f"{pattern} {times}" for pattern, times in found.met.most_common()[-5:])
        never = ", ".join(sorted(set(load_ruleset(name).prices) - set(found.met))) or "none"
        print(f"{name}: {found.hands} hands of seed {options.seed}, {len(found.disagreements)} disagreements, {time.process_time() - began:.0f} s")
        print(f"    patterns counted least: {rare}; never: {never}", flush=True)
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
