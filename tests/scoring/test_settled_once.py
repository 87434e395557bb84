"""Rules settled once are remembered, and never taken for others."""

from __future__ import annotations

import dataclasses

import pytest

from scoring import cases, verdicts
from scoring.context import Discard, SelfDraw, WinContext
from scoring.errors import FormError
from scoring.notation import parse_hand_text
from scoring.patterns import Win
from scoring.rulesets import load_ruleset
from scoring.rulesets.ruleset import _MOST_CHOICES
from scoring.score import score
from scoring.shapes import winning_shapes
from scoring.tiles import Wind


def test_the_same_options_are_the_same_rules() -> None:
    base = load_ruleset("fanorder")
    case = {"options": {"min": 1, "bonus_tiles": True}}
    assert cases.settled_rules(base, case) is cases.settled_rules(base, {"options": {"min": 1, "bonus_tiles": True}})
    assert cases.settled_rules(base, {"options": {"min": 2, "bonus_tiles": True}}).minimum == 2


def test_a_number_is_no_switch_though_python_calls_them_equal() -> None:
    base = load_ruleset("fanorder")
    assert cases.settled_rules(base, {"options": {"bonus_tiles": True}})
    for _ in range(2):
        with pytest.raises(FormError):
            cases.settled_rules(base, {"options": {"bonus_tiles": 1}})


def test_other_rules_of_the_same_name_are_other_rules() -> None:
    base = load_ruleset("fanorder")
    other = dataclasses.replace(base, minimum=5)
    case = {"options": {"bonus_tiles": True}}
    assert (cases.settled_rules(base, case).minimum, cases.settled_rules(other, case).minimum) == (base.minimum, 5)


def test_what_is_remembered_stays_bounded() -> None:
    base = load_ruleset("fanorder")
    for least in range(100):
        cases.settled_rules(base, {"options": {"min": least}})
        assert 0 < len(base._chosen_before) <= _MOST_CHOICES


def test_a_win_is_looked_into_once(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = dataclasses.replace(load_ruleset("fanorder"))
    hand = parse_hand_text("123456m12p99s (444z) 1f +3p")
    (shape,) = winning_shapes(hand, fresh.forms)
    win = Win(hand, WinContext(Wind.SOUTH, Wind.EAST, Discard(Wind.EAST)), shape, fresh.readings)
    found = fresh.verdicts.hits(win)

    def asked_again(*_: object) -> None:
        raise AssertionError("a pattern was asked again")

    monkeypatch.setattr(verdicts, "judge", asked_again)
    assert fresh.verdicts.hits(win) == found


def test_what_was_said_of_a_win_is_not_said_of_another_seat() -> None:
    hand, rules = parse_hand_text("123456m12p99s555p +3p"), load_ruleset("fanorder")
    for seat in (Wind.SOUTH, Wind.WEST):
        (told,) = (entry for entry in score(hand, WinContext(seat, Wind.EAST, SelfDraw()), rules).not_counted if entry.pattern == "seat_wind")
        assert (told.because, told.lacks) == ("no_such_wind_set", (seat.tile,) * 3)


def test_what_one_table_reads_of_a_hand_is_not_what_another_does() -> None:
    """A concealed kong is in the way of four concealed pongs at the one table, and the claimed pong alone at the other."""
    hand, context = parse_hand_text("333p444s5s [1111z] (222m) +5s"), WinContext(Wind.SOUTH, Wind.EAST, SelfDraw())
    told = [score(hand, context, load_ruleset(name)).not_counted for name in ("fanorder", "hkma")]
    because = [{entry.pattern: entry.because for entry in entries}["four_concealed_pongs"] for entries in told]
    assert because == ["has_open_pong", "has_kong"]


def test_what_is_not_played_is_told_apart_from_what_an_option_leaves_out() -> None:
    hand, context = parse_hand_text("2s (111s) (555s) (9999s) (666z) 1f +2s"), WinContext(Wind.SOUTH, Wind.EAST, Discard(Wind.EAST))
    assert {entry.pattern: entry.because for entry in score(hand, context, load_ruleset("fanorder")).not_counted}["jade_dragon"] == "option_off"
    assert {entry.pattern: entry.because for entry in score(hand, context, load_ruleset("wisteria")).not_counted}["jade_dragon"] == "not_played"
