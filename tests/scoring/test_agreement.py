"""The engine against a second scorer that shares nothing with it; `python -m tests.scoring.agree` compares as many hands as it is told."""

from __future__ import annotations

import pytest

from scoring.forms import parse_context, parse_hand
from scoring.patterns import PATTERNS, Hit, Win, judge
from scoring.rulesets import RULESET_NAMES, load_ruleset
from scoring.shapes import winning_shapes
from tests.scoring import plain_scorer
from tests.scoring.agree import compare, main
from tests.scoring.plain_scorer import plain_score
from tests.scoring.random_hands import random_cases
from tests.scoring.scoring_cases import case_of


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_the_two_scorers_agree(name: str) -> None:
    found = compare(name, 300, seed=2026)
    assert found.disagreements == []
    assert found.hands == 300 and len(found.met) > 12


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_a_difference_is_seen(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    minimum, cap, count = plain_scorer.SYSTEMS[name]
    monkeypatch.setitem(plain_scorer.SYSTEMS, name, (minimum, cap, lambda win: [[*lines, ("odd", 1)] for lines in count(win)]))
    assert main(["--rules", name, "--count", "10"]) == 1
    assert "engine" in capsys.readouterr().out


def test_the_plain_scorer_gives_every_breakdown_of_a_tie() -> None:
    verdict = plain_score(case_of("11z22z (333z) (444z) (555z) +1z", "hkma"))
    assert verdict is not None and sorted(verdict.breakdowns) == [[("all_honours", 10)], [("little_winds", 10)]]


def test_the_plain_scorer_knows_what_is_no_hand() -> None:
    assert plain_score(case_of("1133m2266p4488s1z +1z", "vmc")) is None


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_what_is_remembered_of_a_view_is_what_its_patterns_say(name: str) -> None:
    for case in random_cases(name, 150, seed=7):
        rules, hand = load_ruleset(name).with_options(case["options"]), parse_hand(case["hand"])
        for shape in winning_shapes(hand, rules.forms):
            win = Win(hand, parse_context(case["context"]), shape, rules.readings)
            verdicts = {pattern: judge(PATTERNS[pattern], win) for pattern in rules.prices}
            shown = {pattern: len(verdict.awards) for pattern, verdict in verdicts.items() if isinstance(verdict, Hit)}
            assert rules.verdicts.times(rules.verdicts.hits(win)) == shown
