"""The draft: its URL text, its edits, and what it says is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tiles import ALL_TILES
from webapp.draft import Draft
from webapp.first_draft import draft_of, guess_winning
from webapp.placed import BACK, DraftError, Group, Part, Placed
from webapp.problems import count_line, missing_line, problems, read_line
from webapp.sets import candidates, kong_questions, spare

FACES = [*(tile.code for tile in ALL_TILES), BACK]
placed = st.builds(Placed, st.sampled_from(FACES), st.none() | st.integers(0, 300), st.booleans())
groups = st.builds(Group, st.sampled_from(list(Part)), st.lists(placed, min_size=1, max_size=14).map(tuple))
drafts = st.lists(groups, max_size=4).map(Draft.of)


@given(drafts)
def test_url_text_round_trips(draft: Draft) -> None:
    assert Draft.parse(str(draft)) == draft


@given(drafts, st.data())
def test_edits_keep_the_count(draft: Draft, data: st.DataObject) -> None:
    if not len(draft):
        return
    position = data.draw(st.integers(0, len(draft) - 1))
    assert len(draft.put(position, "p5")) == len(draft)
    assert draft.put(position, "p5").at(position).face == "p5"
    assert len(draft.drop(position)) == len(draft) - 1
    assert len(draft.regroup([position], Part.OUTSIDE)) == len(draft)


@pytest.mark.parametrize("text", ["what", "h-", "h-m10", "h-m1.", "z-m1", "h-m1_99999", "h-m1~~x-q5", "h-<b>", "h-" + ".".join(["m1"] * 161)])
def test_what_is_no_draft_is_refused_or_empty(text: str) -> None:
    try:
        assert len(Draft.parse(text)) <= 1
    except DraftError as error:
        assert "expected" in str(error)


def test_a_winning_mark_survives_and_is_the_only_one() -> None:
    draft = Draft.parse("h-m1.m2.m3g~s-red.red.red").win(0)
    assert str(draft) == "h-m1w.m2.m3~s-red.red.red"
    with pytest.raises(DraftError):
        draft.win(4)


def test_the_tile_that_lies_apart_is_guessed() -> None:
    draft = guess_winning(Draft.parse("h-m1.m2.m3~h-p5~b-f1"))
    assert draft.winning is not None
    assert draft.winning[0] == 3
    assert draft.winning[1].guessed
    last = guess_winning(Draft.parse("h-m1.m2.f1")).winning
    assert last is not None
    assert last[1].face == "m2"


def test_a_choice_is_never_guessed_over() -> None:
    assert str(guess_winning(Draft.parse("h-m1w.m2.m3"))) == "h-m1w.m2.m3"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("s-m1.m3.m2", "chow"),
        ("s-m1.m1.m1", "pong"),
        ("s-m1.m1.m1.m1", "kong"),
        ("ke-m1.m1.m1.m1", "kong-exposed"),
        ("kc-back.m1.m1.back", "kong-concealed"),
        ("s-back.m1.m1.back", "kong-concealed"),
        ("ke-back.m1.m1.back", None),
        ("s-m1.m1.m2", None),
        ("s-east.south.west", None),
        ("s-m9.m1.m2", None),
        ("kc-m1.m1.m1.m2", None),
        ("s-back.back.back.back", None),
    ],
)
def test_kind_of_a_set(text: str, kind: str | None) -> None:
    assert Draft.parse(text).sets[0].kind == kind


def test_hidden_tiles_of_a_kong_are_what_the_others_show() -> None:
    assert Draft.parse("kc-back.m1.m1.back").sets[0].codes() == ["m1"] * 4


def test_a_photo_becomes_a_draft_with_boxes_and_doubts() -> None:
    reading = {
        "tiles": [
            {"face": "m1", "doubtful": False},
            {"face": "m2", "doubtful": True},
            *({"face": face, "doubtful": False} for face in ("back", "p1", "p1", "back", "q1")),
        ],
        "groups": [{"kind": "concealed", "tiles": [0, 1]}, {"kind": "meld", "tiles": [2, 3, 4, 5]}, {"kind": "bonus", "tiles": [6]}],
    }
    assert str(draft_of(reading)) == "h-m1_0.m2_1qwg~kc-back_2.p1_3.p1_4.back_5~b-q1_6"
    second = draft_of(reading, first_box=7)
    assert str(draft_of(reading).joined(second)).count("w") == 1


def test_more_than_a_link_can_hold_leaves_out_what_lies_outside() -> None:
    reading = {
        "tiles": [{"face": "m1", "doubtful": False}] * 174,
        "groups": [{"kind": "outside", "tiles": list(range(160))}, {"kind": "concealed", "tiles": list(range(160, 174))}],
    }
    draft = draft_of(reading)
    assert len(draft) == 14
    assert Draft.parse(str(draft)) == draft
    assert len(draft_of(reading, first_box=160)) == 0


def test_a_fifth_copy_and_a_second_plum_name_their_tiles() -> None:
    found = problems(Draft.parse("h-p5.p5.p5.p5.m1~s-p5.p6.p7~b-f1.f1~x-p5.p5"))
    assert [problem.positions for problem in found] == [(0, 1, 2, 3, 5), (8, 9)]
    assert "5 dots" in found[0].text
    assert "plum" in found[1].text


def test_a_broken_set_and_a_hidden_tile_are_said() -> None:
    found = problems(Draft.parse("h-m1.back~s-p5.p5.p6"))
    assert [problem.positions for problem in found] == [(2, 3, 4), (1,)]


def test_count_lines() -> None:
    draft = Draft.parse("h-m1q.m2.m3.f1~s-red.red.red~kc-p1.p1.p1.p1~x-s1.s1")
    assert count_line(draft) == "3 in hand + 1 set + 1 kong + 1 flower or season"
    assert missing_line(draft) == "5 tiles are missing."
    assert read_line(draft) == "11 read, 1 to check"
    assert missing_line(Draft.parse("h-" + ".".join(["m1"] * 4 + ["m2"] * 11))) == "One tile too many, unless four alike are a kong."


def test_candidates_leave_the_winning_tile_in_hand() -> None:
    draft = Draft.parse("h-p5w.p5.p5.p5.m1.m2.m3")
    pong = next(candidate for candidate in candidates(draft) if candidate.kind == "pong")
    assert 0 not in pong.positions
    assert [candidate.kind for candidate in candidates(draft)] == ["kong", "chow", "pong"]
    assert len(kong_questions(draft)) == 1
    assert spare(draft) == 0


def test_what_was_put_aside_is_gathered_where_it_lies() -> None:
    draft = Draft.parse("x-m1_0.m2_1~h-m3_2w~b-f1_3~x-f2_4.east_5q")
    assert draft.aside == 4
    gathered = draft.gathered()
    assert str(gathered) == "h-m1_0.m2_1~h-m3_2w~b-f1_3~h-f2_4.east_5q"
    assert (gathered.aside, gathered.in_play, gathered.bonus) == (0, 6, ("f1", "f2"))
