"""What is said of what could not be read: a file, a language, a typed hand."""

from __future__ import annotations

import errno

import pytest
from scoring_cases import case_of

from scoring.cases import answer
from scoring.context import Discard, WinContext
from scoring.errors import FormError, NotationError, told_of
from scoring.explain import language_of
from scoring.notation import parse_hand_text, parse_tiles
from scoring.report import score_lines, winning_place
from scoring.rulesets import load_ruleset
from scoring.score import score
from scoring.tiles import Wind


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOENT, "No such file or directory", "a.json"), "a.json: there is no such file"),
        (OSError(errno.ENOSPC, "No space left on device", "a.json"), "a.json: No space left on device"),
        (OSError(errno.EISDIR, "Is a directory"), "this is a folder, expected a file"),
        (FileNotFoundError(), "FileNotFoundError"),
        (PermissionError(None, None), "PermissionError"),
    ],
)
def test_a_file_that_cannot_be_opened(error: OSError, told: str) -> None:
    assert told_of(error) == told


def test_an_unknown_language() -> None:
    with pytest.raises(FormError, match=r"^unknown language 'fr', expected one of en, zh-Hant, zh-Hans$"):
        language_of("fr")


@pytest.mark.parametrize("text", ["12x", "12 3m", "3m12"])
def test_digits_without_a_suit(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert (caught.value.reason, caught.value.told) == ("no_suit", {"text": "12"})


@pytest.mark.parametrize(
    ("text", "reason", "told"),
    [
        ("12m hello there 3p + 3p", "unreadable", {"text": "hello"}),
        ("1m " + "x" * 30 + " + 3p", "unreadable", {"text": "x" * 20}),
        ("123m99s + ", "no_winning_tile", {}),
        ("123m99s + 1f", "no_winning_tile", {}),
        ("123m99s +  9s 2p ", "one_winning_tile", {"text": "9s 2p"}),
        ("123m99s", "no_winning_tile", {}),
        ("(123m 99s + 9s", "no_partner", {"text": "("}),
    ],
)
def test_a_typed_hand_that_cannot_be_read(text: str, reason: str, told: dict[str, str]) -> None:
    with pytest.raises(NotationError) as caught:
        parse_hand_text(text)
    assert (caught.value.reason, caught.value.told) == (reason, told)


def test_chinese_sentences_stand_without_a_space_between() -> None:
    hand, context = parse_hand_text("123456m12p99s (444z) 1f +3p"), WinContext(Wind.SOUTH, Wind.EAST, Discard(Wind.EAST))
    found = score(hand, context, load_ruleset("fanorder"))
    assert winning_place(found, "en") == "The winning tile 3p completes the chow 123p. It can sit nowhere else."
    assert winning_place(found, "zh_hant") == "糊牌3p補成順子123p。不可放在其他地方。"


def test_details_are_in_english_alone() -> None:
    told = answer(case_of("123456m12p99s555z +9p"), "zh-Hant")
    assert score_lines(told, "zh_hant") == [told["message"]] and told["detail"]
