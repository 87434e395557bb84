"""One of each face in the guide's order is named by place, at one tap; any other hand is left alone."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from webapp.all_faces import FACES, PLAIN, order_of, ordered
from webapp.draft import Draft

HABIT = (*FACES[9:27], *FACES[:9], *FACES[27:31], "red", "green", "white", *FACES[38:], *FACES[34:38])
"""Dots, bamboo, characters; 中發白; the seasons before the flowers."""


def laid(faces: tuple[str, ...], **misread: str) -> str:
    """A draft as a reader of a strange set leaves it: rows of nine, some tiles misread and in doubt."""
    wrong = {int(place.lstrip("_")): face for place, face in misread.items()}
    tiles = [f"{wrong.get(n, face)}_{n}{'q' * (n in wrong)}" for n, face in enumerate(faces)]
    rows = [tiles[start : start + 9] for start in range(0, len(tiles), 9)]
    return "~".join(f"{'x' if n == 3 else 'h'}-{'.'.join(row)}" for n, row in enumerate(rows))


@pytest.mark.parametrize("faces", [FACES, FACES[:PLAIN], HABIT], ids=["as in the guide", "without flowers", "in another habit"])
def test_every_tile_is_named_by_its_place(faces: tuple[str, ...]) -> None:
    draft = Draft.parse(laid(faces, _0="m2", _9="back", _33="m1", _5="p1"))
    assert order_of(draft) == faces
    done = ordered(draft)
    assert [(tile.face, tile.box) for _place, tile, _group in done.places()] == [(face, n) for n, face in enumerate(faces)]
    assert done.doubtful == () and done.aside == 0
    assert order_of(done) == ()  # and that is that
    assert ordered(done) == done


@pytest.mark.parametrize(
    "text",
    [
        "h-m1_0q.m2_1.m3_2",
        laid(FACES[:41], _0="m2"),
        laid(FACES[::-1], _0="m2"),
        laid(FACES, **{f"_{n}": "m1" for n in range(1, 23)}),
        laid(FACES, _0="m2").replace("m3_2.", "m3."),
        laid(FACES, _0="m2").replace("m3_2.", "m3_1."),
        laid(FACES, _31="m1", _32="m1", _33="m1"),
    ],
    ids=["a hand", "one too few", "another order", "misread by the most", "one was typed", "two photos", "dragons in any order"],
)
def test_what_is_no_such_photo_is_left_alone(text: str) -> None:
    draft = Draft.parse(text)
    assert order_of(draft) == ()
    assert ordered(draft) == draft


def test_a_tile_that_was_surely_something_else_stays_in_doubt() -> None:
    draft = Draft.parse(laid(FACES, _0="m2").replace("m5_4", "m6_4").replace("m3_2", "m3_2q"))
    done = ordered(draft)
    assert done.doubtful == (4,) and done.at(4).face == "m5"


def test_it_is_not_offered_for_one_tile_nor_again(client: FlaskClient) -> None:
    """One tile is put right on the tile. What stays in doubt after the naming is to be looked at: a second tap would only hide it."""
    assert order_of(Draft.parse(laid(FACES, _0="m2").replace("~x-", "~h-"))) == ()
    several = Draft.parse(laid(FACES, _0="m2").replace("m5_4", "m6_4").replace("m7_6", "p7_6"))
    done = ordered(several)
    assert done.doubtful == (4, 6) and order_of(done) == ()
    unsure = laid(FACES).replace("~x-", "~h-").replace("m5_4", "m5_4q").replace("m7_6", "m7_6q")
    assert order_of(Draft.parse(unsure)) == FACES  # read right throughout, and not sure of it
    assert 'name="ordered"' not in client.get(f"/review?d={done}&p=abc").get_data(as_text=True)


def test_the_review_offers_it_and_one_tap_does_it(client: FlaskClient) -> None:
    offered = client.get(f"/review?d={laid(FACES, _0='m2')}&p=abc").get_data(as_text=True)
    assert "42 tiles: one of each face, each suit from 1 to 9?" in offered and 'name="ordered"' in offered
    response = client.get(f"/review?d={laid(FACES, _0='m2')}&p=abc&ordered=1")
    query = parse_qs(urlsplit(response.headers["Location"]).query)
    assert query["p"] == ["abc"] and "ordered" not in query
    assert query["d"][0].startswith("h-m1_0.m2_1.") and query["d"][0].endswith("~b-f1_34.f2_35.f3_36.f4_37.q1_38.q2_39.q3_40.q4_41")
    assert 'name="ordered"' not in client.get(response.headers["Location"]).get_data(as_text=True)
    assert 'name="ordered"' not in client.get("/review?d=h-m1_0q.m2_1").get_data(as_text=True)
