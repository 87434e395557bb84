"""What is said of what could not be read: a file, a language, a typed hand."""

from __future__ import annotations

import errno

import pytest
from scoring_cases import case_of

from scoring.cases import answer
from scoring.context import Discard, SelfDraw, WinContext
from scoring.errors import FormError, NotationError, told_of
from scoring.explain import because, language_of, source
from scoring.notation import parse_hand_text, parse_tiles
from scoring.report import score_lines, winning_place
from scoring.rulesets import load_house, load_ruleset
from scoring.score import NotCounted, score
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


def test_where_else_the_winning_tile_could_sit_is_told_with_what_it_would_come_to() -> None:
    context, rules = WinContext(Wind.SOUTH, Wind.EAST, SelfDraw()), load_ruleset("fanorder")
    found = score(parse_hand_text("11222333m444p55z +1m"), context, rules)
    assert winning_place(found, "en") == "The winning tile 1m completes the pong 111m. In the chow 123m the hand would come to 3 Fan."
    assert winning_place(found, "zh_hant") == "糊牌1m補成刻子111m。若補成順子123m則是3番。"
    alike = score(parse_hand_text("11123m456p789s55z +1m"), context, rules)
    assert winning_place(alike, "en") == "The winning tile 1m completes the pong 111m. Where else it could sit, the hand comes to as much."


def test_the_row_that_prices_a_pattern_and_the_lack_of_one() -> None:
    priced, ours = load_ruleset("fanorder"), load_ruleset("mahjong_house")
    assert source("all_pongs", priced, "en") == "FanOrder, Hong Kong mahjong hands and Fan, row “All pongs”"
    assert source("all_pongs", priced, "zh_hans") == "英文网页FanOrder, Hong Kong mahjong hands and Fan，“All pongs”一行"
    assert source("all_pongs", ours, "en") == "Mahjong House, Hong Kong mahjong payout table, row “All pongs (our default table)”"
    assert source("all_pongs", ours, "zh_hant") == "英文網頁Mahjong House, Hong Kong mahjong payout table沒有列出對對糊的番數：這是預設"
    named = load_house("mahjong_house", {"names": {"all_pongs": {"en": "Pong pong", "zh_hant": "碰碰糊", "zh_hans": "碰碰糊"}}})
    assert source("all_pongs", named, "zh_hant").endswith("沒有列出碰碰糊的番數：這是預設")


def test_what_stands_above_is_called_as_the_table_calls_it() -> None:
    passed_over = NotCounted("dragon_pong", "included", (), "great_dragons")
    plain = load_ruleset("mahjong_house")
    named = load_house("mahjong_house", {"names": {"great_dragons": {"en": "The three big ones", "zh_hant": "大三元滿貫", "zh_hans": "大三元满贯"}}})
    assert because(passed_over, "zh_hant", named) == because(passed_over, "zh_hant", plain).replace("大三元", "大三元滿貫")
    assert "The three big ones" in because(passed_over, "en", named) and "{" not in because(passed_over, "en", named)
    assert "{" not in because(NotCounted("all_chows", "has_pong", ()), "en", named)


def test_details_are_in_english_alone() -> None:
    told = answer(case_of("123456m12p99s555z +9p"), "zh-Hant")
    assert score_lines(told, "zh_hant") == [told["message"]] and told["detail"]
