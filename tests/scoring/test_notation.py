"""Typed tiles and hands: every way to write a tile, the round trip, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_strategies import hands

from scoring.errors import NotationError, Refusal, ScoringError, TileError
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


@pytest.mark.parametrize("text", ["1", "12", "1x", "m", "0m", "1 m", "8z", "5f", "\U0001f02b", "五", "一東", "1東", "?"])
def test_what_is_no_tile_is_quoted(text: str) -> None:
    with pytest.raises((NotationError, TileError)) as caught:
        parse_tiles(text)
    assert text[0] in str(caught.value) and "expected" in str(caught.value)


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


@pytest.mark.parametrize("text", ["11m", "11m +", "11m +1f", "11m +1m2m", "11m (123p +1m", "11m ] +1m", "x" * 501])
def test_a_hand_that_cannot_be_read(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        parse_hand_text(text)


def test_the_examples_of_the_page_are_hands() -> None:
    """docs/notation.md: each fenced example reads, and is written as the page says."""
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    examples = [line.strip() for block in page.split("```hands")[1:] for line in block.split("```")[0].splitlines() if line.strip()]
    assert len(examples) >= 5
    for example in examples:
        typed, _, written = example.partition(" = ")
        assert format_hand(parse_hand_text(typed)) == (written or typed)
