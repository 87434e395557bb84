"""Seat and round winds, all sixteen tables: a pong of each wind, as a pong, a kong and held in hand."""

from __future__ import annotations

from itertools import product

import pytest
from scoring_cases import case_of

from scoring.cases import answer
from scoring.rulesets import RULESET_NAMES, load_ruleset
from scoring.tiles import Wind

PLAYING = [name for name in RULESET_NAMES if load_ruleset(name).readings.honours]


@pytest.mark.parametrize(("seat", "round_"), tuple(product(Wind, Wind)), ids=lambda wind: wind.value)
@pytest.mark.parametrize("ruleset", PLAYING)
def test_winds_of_seat_and_round(ruleset: str, seat: Wind, round_: Wind) -> None:
    for wind in Wind:
        n = wind.number
        for held, declared in (("", f"({n}{n}{n}z)"), ("", f"({n}{n}{n}{n}z)"), (f"{n}{n}{n}z", "")):
            case = case_of(f"123456m12p99s{held} {declared} +3p", ruleset, {"min": 0}, seat=seat.value, round=round_.value)
            earned = sorted(line for line, _ in answer(case)["lines"] if line.endswith("_wind"))
            assert earned == ["round_wind"] * (wind is round_) + ["seat_wind"] * (wind is seat)


@pytest.mark.parametrize("seat", Wind, ids=lambda wind: wind.value)
def test_flowers_go_by_seat_and_never_by_round(seat: Wind) -> None:
    for round_, number in product(Wind, range(1, 5)):
        case = case_of(f"123456m12p99s (666z) {number}f{number}g +3p", "fanorder", {"min": 0}, seat=seat.value, round=round_.value)
        lines = [line for line, _ in answer(case)["lines"]]
        assert ("own_flower" in lines, "own_season" in lines) == (number == seat.number, number == seat.number)
