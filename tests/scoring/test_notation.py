"""Typed tiles and hands: every way to write a tile, the round trip, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_strategies import hands

from scoring.errors import MeldError, NotationError, Refusal, ScoringError, TileError
from scoring.hand import Hand
from scoring.melds import MeldKind
from scoring.notation import format_hand, format_tiles, parse_hand_text, parse_tiles
from scoring.tiles import ALL_TILES, Tile


@given(hands())
def test_a_hand_survives_writing_and_reading(hand: Hand) -> None:
    assert parse_hand_text(format_hand(hand)) == hand


@given(st.lists(st.sampled_from(ALL_TILES), max_size=40))
def test_tiles_survive_writing_and_reading(tiles: list[Tile]) -> None:
    assert parse_tiles(format_tiles(tuple(tiles))) == tuple(tiles)


@given(st.sampled_from(ALL_TILES))
def test_codes_and_mpsz_are_inverses(tile: Tile) -> None:
    assert Tile.from_code(tile.code) == tile == Tile.parse(str(tile)) == ALL_TILES[tile.index]


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (parse_tiles, parse_hand_text):
        try:
            read(text)
        except ScoringError as error:
            assert str(error)


@pytest.mark.parametrize(
    ("text", "mpsz"),
    [
        ("123m", "1m 2m 3m"),
        ("1m2p 3s", "1m 2p 3s"),
        ("1B 2C 3D", "1s 2m 3p"),
        ("123b4d", "1s 2s 3s 4p"),
        # What a web page or a chat puts between: no-break, thin, ideographic, next-line and zero-width spaces, marks of direction.
        ("1m\xa02p\u20093s\u30004z\x855z\u200b6z\ufeff7z\u200e", "1m 2p 3s 4z 5z 6z 7z"),
        ("\x85\u200b", ""),
        ("一萬二筒三索", "1m 2p 3s"),
        ("九万 八餅 七條", "9m 8p 7s"),
        ("二三四萬", "2m 3m 4m"),
        ("東南西北中發白", "1z 2z 3z 4z 7z 6z 5z"),
        ("东发", "1z 6z"),
        ("梅蘭菊竹春夏秋冬", "1f 2f 3f 4f 1g 2g 3g 4g"),
        ("1z2z3z4z5z6z7z", "1z 2z 3z 4z 5z 6z 7z"),
        # The block's dragons run red, green, white; its flowers plum, orchid, bamboo, chrysanthemum.
        ("\U0001f000\U0001f001\U0001f002\U0001f003\U0001f004\U0001f005\U0001f006", "1z 2z 3z 4z 7z 6z 5z"),
        ("\U0001f007\U0001f00f\U0001f010\U0001f018\U0001f019\U0001f021", "1m 9m 1s 9s 1p 9p"),
        ("\U0001f022\U0001f023\U0001f024\U0001f025\U0001f026\U0001f029", "1f 2f 4f 3f 1g 4g"),
        ("\U0001f004\ufe0f\U0001f004\ufe0e", "7z 7z"),
        ("", ""),
    ],
)
def test_ways_to_write_tiles(text: str, mpsz: str) -> None:
    assert " ".join(map(str, parse_tiles(text))) == mpsz


_SUITS = "one of m p s z f g, 萬 筒 索 or C D B"
_A_TILE = "expected a tile such as 5p, 五筒, 東 or 3D"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1", f"'1' at the end of '1': expected a suit after it, {_SUITS}"),
        ("1m12", f"'12' at the end of '1m12': expected a suit after it, {_SUITS}"),
        ("五", f"'五' at the end of '五': expected a suit after it, {_SUITS}"),
        ("1x", f"'1x' in '1x': expected a suit after '1', {_SUITS}"),
        ("一東", f"'一東' in '一東': expected a suit after '一', {_SUITS}"),
        ("1 m", f"'1' in '1 m': expected a suit right after it, {_SUITS}"),
        ("m", f"'m' at place 1 of 'm': {_A_TILE}"),
        ("0m", f"'0' at place 1 of '0m': {_A_TILE}"),
        ("1m ?", f"'?' at place 4 of '1m ?': {_A_TILE}"),
        ("\U0001f02b", f"'\U0001f02b' at place 1 of '\U0001f02b': {_A_TILE}"),
        ("x" * 501, f"501 characters, expected no more than 500: {'x' * 30!r}..."),
        ("8z", "no such tile: rank 8 of honours, expected 1-7: '8z'"),
        ("15f", "no such tile: rank 5 of flowers, expected 1-4: '5f'"),
    ],
)
def test_what_is_no_tile_is_told(text: str, told: str) -> None:
    with pytest.raises((NotationError, TileError)) as caught:
        parse_tiles(text)
    assert str(caught.value) == told
    if isinstance(caught.value, TileError):
        assert caught.value.reason == text[-2:].replace("15", "5")


def test_spaces_and_selectors_between_and_the_longest_text() -> None:
    assert parse_tiles(" 1m,\t東\ufe0f、1\ufe0fm ") == (Tile.parse("1m"), Tile.parse("1z"), Tile.parse("1m"))
    assert parse_tiles("1m" * 250) == (Tile.parse("1m"),) * 250
    assert parse_hand_text("123456m12p99555s +3p".ljust(500)).winning == Tile.parse("3p")


def test_melds_by_their_brackets() -> None:
    hand = parse_hand_text("5s (123p) (444z) (5555m) (666+6z) +5s")
    assert [meld.kind for meld in hand.melds] == [MeldKind.CHOW, MeldKind.PONG, MeldKind.KONG_EXPOSED, MeldKind.KONG_ADDED]
    assert parse_hand_text("5s (312p) [4444z] (5555m) (666+6z) +5s 1f").melds[1].kind is MeldKind.KONG_CONCEALED


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("5s (124p) (444z) (555m) (666z) +5s", "invalid_meld"),
        ("5s [444z] (123p) (555m) (666z) +5s", "invalid_meld"),
        ("5s (44+4z) (123p) (555m) (666z) +5s", "invalid_meld"),
        ("5s () (123p) (555m) (666z) +5s", "invalid_meld"),
        ("5s (11ff) +5s", "invalid_tile"),
        ("55s (123p) (555m) (666z) (777z) +5s", "wrong_tile_count"),
        ("1111m123p123s123p +1m", "too_many_copies"),
        ("8z +1m", "invalid_tile"),
    ],
)
def test_an_impossible_hand_has_its_code(text: str, code: str) -> None:
    if code == "invalid_tile" and "ff" in text:
        with pytest.raises(NotationError):
            parse_hand_text(text)
        return
    with pytest.raises(Refusal) as caught:
        parse_hand_text(text)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("11m", "no winning tile in '11m': expected it after a plus, as in '+8m'"),
        ("11m +", "'' after the plus in '11m +': expected the winning tile, as in '+8m'"),
        ("11m +1f", "'1f' after the plus in '11m +1f': expected the winning tile, as in '+8m'"),
        ("11m +1m2m", "'1m2m' after the plus in '11m +1m2m': expected one winning tile"),
        ("11m (123p +1m", "'(' in '11m (123p +1m' has no partner: expected sets as (123p) or [1111z]"),
        ("11m ] +1m", "']' in '11m ] +1m' has no partner: expected sets as (123p) or [1111z]"),
        ("11m +1m (", "'(' in '11m +1m (' has no partner: expected sets as (123p) or [1111z]"),
        ("x" * 501, f"501 characters, expected no more than 500: {'x' * 30!r}..."),
        ("(124p) +5s", "(124p): a chow of p1 p2 p4: expected three in a row of one suit"),
        ("(66++66z) +5s", f"'66+' in '66+66z': expected a suit after '66', {_SUITS}"),
        ("11m +1m +2m", f"'+' at place 4 of '1m +2m': {_A_TILE}"),
        ("X1m +1m", f"'X' at place 1 of 'X1m ': {_A_TILE}"),
        ("(1z) +5s", "(1z): a pong of east: expected three alike"),
        ("(12z) +5s", "(12z): a chow of east south: expected three in a row of one suit"),
        ("() +5s", "(): a chow of no tiles: expected three in a row of one suit"),
        ("[444z] +5s", "[444z]: a kong-concealed of north north north: expected four alike"),
        ("(44+4z) +5s", "(44+4z): a kong-added of north north north: expected four alike"),
        ("(1111f) +5s", "(1111f): a kong-exposed of f1 f1 f1 f1: expected four alike"),
    ],
)
def test_a_hand_that_cannot_be_read(text: str, told: str) -> None:
    with pytest.raises((NotationError, MeldError)) as caught:
        parse_hand_text(text)
    assert str(caught.value) == told
    if isinstance(caught.value, MeldError):
        assert caught.value.reason == told.partition(": a ")[2].partition(" of ")[0].partition("-")[0]


def test_a_hand_is_written_with_each_kind_of_set() -> None:
    written = "5s (123p) (5555m) (666+6z) [7777z] 13f +5s"
    assert format_hand(parse_hand_text("5s (312p) 1f (5555m) (66+66z) [7777z] +5s 3f")) == written
    assert format_hand(parse_hand_text("11122233344m55s +5s")) == "11122233344m55s +5s"
    assert format_tiles(parse_tiles("3m12p4p1z1m")) == "3m124p1z1m"


def test_the_examples_of_the_page_are_hands() -> None:
    """docs/notation.md: each fenced example reads, and is written as the page says."""
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    examples = [line.strip() for block in page.split("```hands")[1:] for line in block.split("```")[0].splitlines() if line.strip()]
    assert len(examples) >= 5
    for example in examples:
        typed, _, written = example.partition(" = ")
        assert format_hand(parse_hand_text(typed)) == (written or typed)
