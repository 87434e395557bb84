"""What is said of what could not be read: a file, a language, a typed hand."""

from __future__ import annotations

import errno

import pytest
from scoring_cases import case_of

from scoring.cases import answer
from scoring.errors import FormError, NotationError, told_of
from scoring.explain import language_of
from scoring.notation import parse_tiles
from scoring.report import score_lines


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


def test_details_are_in_english_alone() -> None:
    told = answer(case_of("123456m12p99s555z +9p"), "zh-Hant")
    assert score_lines(told, "zh_hant") == [told["message"]] and told["detail"]
