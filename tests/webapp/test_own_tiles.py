"""A house teaches the reader its own tiles: from a confirmed hand, with scripts and without; photos are read as the set, or as any where it is gone."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from store_places import fresh
from table_photos import HALF_FLUSH, fake_read, reading_of
from werkzeug.test import TestResponse

from recognizer.errors import PhotoError, SetError
from recognizer.shelf import Confirmed, Taught
from webapp import create_app
from webapp.openapi import document
from webapp.store import Fault, StoreProblem, default_url, tile_sets
from webapp.store.tile_sets import MOST_SETS

JPEG = b"\xff\xd8 a photo, as far as the fake reader cares"
HAND = "h-m1_0.m2_1.m3_2.m5_3.m6_4.m7_5.m9_6.m9_7.east_8.east_9~h-m9_10w~s-red_11.red_12.red_13~b-f1_14"
PHONE = {"REMOTE_ADDR": "192.168.1.30"}
BOXES = [[20.0 * n, 10.0, 20.0 * n + 19, 36.0] for n in range(15)]


def in_the_tab(photos: int = 1) -> str:
    """What a browser's tab keeps of a reading, of the same photo several times over."""
    reading = reading_of(HALF_FLUSH, BOXES, 400, 300)
    keys = ("face", "box", "alternatives", "doubtful", "reason")
    tiles = [{**{key: tile[key] for key in keys}, "photo": photo} for photo in range(photos) for tile in reading["tiles"]]
    return json.dumps({"photos": [{"width": 400, "height": 300}] * photos, "tiles": tiles, "model": "test"})


class Lessons:
    """The learner that the tests look over the shoulder of. Its blob is JSON: what it knows."""

    def __init__(self) -> None:
        self.given: list[tuple[Sequence[Confirmed], bytes | None]] = []
        self.meanwhile: Any = None

    def __call__(self, lesson: Sequence[Confirmed], _models: object, learnt: bytes | None) -> Taught:
        self.given.append((lesson, learnt))
        if self.meanwhile is not None:
            self.meanwhile, act = None, self.meanwhile
            act()
        if any(photo.photo[:2] != b"\xff\xd8" for photo in lesson):
            raise PhotoError("not_a_photo", "This file is not a photo.")
        if any("tiny" in str(photo.photo) for photo in lesson):
            raise SetError("no_tiles", "no tile")
        if learnt == b"damaged":
            raise SetError("no_set", "no set")
        known = dict(json.loads(learnt)) if learnt else {}
        for photo in lesson:
            for face in photo.faces:
                known[face] = known.get(face, 0) + 1
        return Taught(json.dumps(known).encode(), sum(len(photo.faces) for photo in lesson), known, "abc-def")


def read_as(photo: bytes, models: object, learnt: bytes | None = None) -> dict[str, Any]:
    """The fake reader; as a set it reads the first tile as the face that the set knows best, so that it shows."""
    if learnt == b"damaged":
        raise SetError("no_set", "no set")
    reading: dict[str, Any] = dict(fake_read(photo, models))
    if learnt is not None:
        best = max((known := json.loads(learnt)), key=known.__getitem__)
        reading["tiles"] = [{**reading["tiles"][0], "face": best}, *reading["tiles"][1:]]
    return reading


@pytest.fixture
def lessons() -> Lessons:
    return Lessons()


@pytest.fixture(params=["sqlite", "postgresql"])
def app(request: pytest.FixtureRequest, tmp_path: Path, lessons: Lessons) -> Iterator[Flask]:
    address = default_url(tmp_path) if request.param == "sqlite" else fresh(request.getfixturevalue("cluster"))
    config = {
        "TESTING": True,
        "WTF_CSRF_ENABLED": False,
        "READ_PHOTO": read_as,
        "LEARN_TILES": lessons,
        "READERS": 2,
        "DATABASE_URL": address,
        "JOIN_TOKEN": "k7m2p9qx",
    }
    made = create_app(config, "fake")
    yield made
    made.extensions["fanlens_store"].close()


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    return joined(app)


def joined(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.environ_base |= PHONE
    client.get("/?join=k7m2p9qx")
    return client


def teach(client: FlaskClient, accept: str = "text/html", photos: Sequence[bytes] = (JPEG,), **fields: Any) -> TestResponse:
    data = {"d": HAND, "p": "abc", "reading": in_the_tab(len(photos)), "to": "new", "name": "Gran's set", **fields}
    data["photo"] = [(io.BytesIO(photo), "photo.jpg") for photo in photos]
    return client.post("/own-tiles/lessons", data=data, headers={"Accept": accept}, content_type="multipart/form-data")


def taught(client: FlaskClient, **fields: Any) -> str:
    """The name of the set that was taught."""
    response = teach(client, **fields)
    assert response.status_code == 303, response.get_data(as_text=True)
    return parse_qs(urlsplit(response.headers["Location"]).query)["taught"][0]


def text(client: FlaskClient, url: str, status: int = 200) -> str:
    response = client.get(url)
    assert response.status_code == status, response.get_data(as_text=True)
    return plain(response)


def plain(response: TestResponse) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", " ", response.get_data(as_text=True))))


def send(client: FlaskClient, **fields: Any) -> TestResponse:
    return client.post("/read", data={"photo": (io.BytesIO(JPEG), "photo.jpg"), **fields})


def query_of(response: TestResponse) -> dict[str, list[str]]:
    assert response.status_code == 303, response.get_data(as_text=True)
    return parse_qs(urlsplit(response.headers["Location"]).query)


# -- teaching ------------------------------------------------------------------------------------------------------------


def test_a_confirmed_hand_is_taught_and_the_next_photo_is_read_as_its_set(phone: FlaskClient, lessons: Lessons) -> None:
    assert "Teach the reader these tiles" in text(phone, f"/review?d={HAND}&p=abc")
    assert '<select name="set">' not in phone.get("/").get_data(as_text=True)
    name = taught(phone)
    ((lesson,), before) = lessons.given[0]
    assert before is None
    assert lesson.photo == JPEG
    assert lesson.faces == tuple(face for _kind, faces in HALF_FLUSH for face in faces)
    assert [list(box) for box in lesson.boxes] == BOXES
    said = text(phone, f"/review?d={HAND}&p=abc&taught={name}")
    assert "Taught. “Gran's set” knows 10 of the 42 faces now, and the next photo is read as it." in said
    assert re.search(rf'<option value="{name}" selected>Gran&#39;s set</option>', phone.get("/").get_data(as_text=True))
    query = query_of(send(phone, set=name))
    assert query["set"] == [name]
    assert query["d"][0].startswith("h-m9_0.m2_1") or query["d"][0].startswith("h-red_0.m2_1")
    assert "Read as “Gran's set”" in text(phone, f"/review?d={HAND}&set={name}")
    assert "Read as any set" in text(phone, f"/review?d={HAND}")
    assert "Read as" not in text(phone, "/review?d=h-m1.m2.m3")  # typed: no photo was read


def test_the_script_is_told_where_to_go(phone: FlaskClient) -> None:
    answer = teach(phone, accept="application/json", won="self_draw").get_json()
    query = parse_qs(urlsplit(answer["next"]).query)
    assert query["d"] == [HAND] and query["won"] == ["self_draw"] and len(query["taught"][0]) == 26
    refused = teach(phone, accept="application/json", d="h-p1_0.p2_1")
    assert refused.status_code == 422
    assert refused.get_json() == {"ok": False, "error": "refused", "field": "teach", "detail": "Another set has this name already."}


def test_what_was_corrected_is_what_is_taught_and_what_no_photo_shows_is_left_out(phone: FlaskClient, lessons: Lessons) -> None:
    """Box 0 was corrected to a plum, 1 lies face down, 2 was put outside, 3 deleted; one tile was added by hand."""
    taught(phone, d="h-f1_0.back_1.m6_4.p9~x-m3_2")
    ((lesson,), _before) = lessons.given[0]
    assert lesson.faces == ("f1", "m6")
    assert [list(box) for box in lesson.boxes] == [BOXES[0], BOXES[4]]


def test_nothing_is_taught_while_a_tile_is_in_doubt(phone: FlaskClient, lessons: Lessons) -> None:
    doubtful = HAND.replace("m2_1", "m2_1q")
    assert "Teach the reader" not in text(phone, f"/review?d={doubtful}")
    response = teach(phone, d=doubtful)
    assert response.status_code == 422 and "no confirmed tile" in plain(response)
    assert lessons.given == []
    assert "Teach the reader" not in text(phone, "/review?d=h-m1.m2.m3")  # typed: no photo shows them


def test_without_scripts_the_photo_is_chosen_once_more(phone: FlaskClient, lessons: Lessons) -> None:
    taught(phone, reading="", d=HAND.replace("m1_0", "s1_0"))
    ((lesson,), _before) = lessons.given[0]
    assert lesson.faces[:2] == ("s1", "m2") and len(lesson.faces) == 15
    assert list(lesson.boxes[1]) == [10.0, 10.0, 19.0, 22.0]  # where the reader finds it


@pytest.mark.parametrize(
    "hand",
    ["h-p1_0.p2_1.p3_2.p4_3.p5_4", "h-m1_0.m2_1.m3_0", "h-m1_40.m2_41.m3_42"],
    ids=["other tiles", "two photos", "more tiles than there are"],
)
def test_another_photo_than_the_one_that_was_confirmed_teaches_nothing(phone: FlaskClient, lessons: Lessons, hand: str) -> None:
    response = teach(phone, reading="", d=hand)
    assert response.status_code == 422
    assert "not the tiles of this photo" in plain(response)
    assert '<details class="card teach" data-keep="teach" open>' in response.get_data(as_text=True)
    assert lessons.given == []


def test_several_photos_of_a_hand_are_one_lesson(phone: FlaskClient, lessons: Lessons) -> None:
    again = ".".join(f"{face}_{n + 15}" for n, face in enumerate(face for _kind, faces in HALF_FLUSH for face in faces))
    taught(phone, d=f"{HAND}~h-{again}", photos=(JPEG, JPEG + b"2"))
    (lesson, _before) = lessons.given[0]
    assert [len(each.faces) for each in lesson] == [15, 15]
    assert [each.photo for each in lesson] == [JPEG, JPEG + b"2"]


@pytest.mark.parametrize("face", ["m9", "f1"])
def test_a_photo_with_more_of_a_face_than_a_set_has_teaches_nothing(phone: FlaskClient, lessons: Lessons, face: str) -> None:
    response = teach(phone, d="h-" + ".".join(f"{face}_{n}" for n in range(2 if face == "f1" else 5)))
    assert response.status_code == 422 and "than a set of mahjong has" in plain(response)
    assert lessons.given == []


@pytest.mark.parametrize(
    ("photos", "fields", "status", "words"),
    [
        ((), {"reading": in_the_tab()}, 400, "No photo arrived"),
        ((b"",), {}, 400, "No photo arrived"),
        ((b"GIF89a",), {}, 415, "not a photo"),
        ((JPEG + b"tiny",), {}, 422, "large enough"),
        ((JPEG,), {"reading": "{}"}, 422, "no longer holds the photo"),
        ((JPEG,), {"reading": in_the_tab(2)}, 422, "no longer holds the photo"),
        ((JPEG,), {"name": " \u202e "}, 422, "Give the new set a name"),
        ((JPEG,), {"to": "a" * 26}, 422, "not there any more"),
        ((JPEG,), {"to": "../x"}, 422, "not there any more"),
    ],
)  # fmt: skip
def test_what_cannot_be_taught_is_said_beside_the_form(phone: FlaskClient, photos: Sequence[bytes], fields: dict[str, str], status: int, words: str) -> None:
    response = teach(phone, photos=photos, **fields)
    page = response.get_data(as_text=True)
    assert response.status_code == status
    assert words in plain(response)
    assert page.count('id="problem-teach"') == 1 and 'data-keep="teach" open' in page
    assert "No set has been taught yet." in text(phone, "/own-tiles/")


def test_a_second_lesson_lies_on_top_of_the_first(phone: FlaskClient, lessons: Lessons) -> None:
    name = taught(phone)
    assert taught(phone, to=name, d="h-p1_0.p2_1") == name
    assert json.loads(lessons.given[1][1] or b"")["red"] == 3
    assert "Knows 12 of the 42 faces." in text(phone, "/own-tiles/")


def test_a_lesson_of_somebody_else_meanwhile_is_not_lost(app: Flask, phone: FlaskClient, lessons: Lessons) -> None:
    name = taught(phone)
    other = joined(app)
    lessons.meanwhile = lambda: taught(other, to=name, d="h-s1_0")
    taught(phone, to=name, d="h-p1_0")
    known = dict(phone.get("/api/tile-sets").get_json()["sets"][0]["known"])
    assert known["p1"] == 1 and known["s1"] == 1
    lessons.meanwhile = lambda: phone.post(f"/own-tiles/{name}/delete")
    assert "not there any more" in plain(teach(phone, to=name, d="h-p2_0"))


def test_a_lesson_that_arrives_twice_is_one_lesson(phone: FlaskClient, lessons: Lessons) -> None:
    """A second tap overtakes the answer, with scripts or without: it leads to the same set, and nothing is learnt anew."""
    name = taught(phone)
    assert taught(phone) == taught(phone, to=name) == name
    assert len(lessons.given) == 1
    assert "Taught last on" in text(phone, "/own-tiles/") and "Take the last lesson back" not in text(phone, "/own-tiles/")
    taught(phone, to=name, d="h-p1_0.p2_1")
    taught(phone, to=name, d="h-p1_0.p2_1")
    assert len(lessons.given) == 2
    phone.post(f"/own-tiles/{name}/undo", data={"lesson": "2"})
    taught(phone, to=name, d="h-p1_0.p2_1")  # what was taken back can be taught again
    assert len(lessons.given) == 3 and "Knows 12 of the 42 faces." in text(phone, "/own-tiles/")
    assert "Another set has this name already." in plain(teach(phone, d="h-p1_0.p3_1"))  # another lesson under the same name


def test_two_taps_at_the_same_time_are_one_lesson(phone: FlaskClient, lessons: Lessons) -> None:
    """The second arrives while the first is being learnt: as a new set, and on top of one."""
    lessons.meanwhile = lambda: taught(phone)
    name = taught(phone)
    lessons.meanwhile = lambda: taught(phone, to=name, d="h-p1_0")
    taught(phone, to=name, d="h-p1_0")
    sets = phone.get("/api/tile-sets").get_json()["sets"]
    assert [(each["id"], each["known"]["p1"]) for each in sets] == [(name, 1)]


def test_who_taps_twice_is_one_maker(app: Flask) -> None:
    """The secret that lets a browser delete its set is there before it teaches: two taps without an answer between them carry the same one."""
    client = joined(app)
    client.get(f"/review?d={HAND}&p=abc")
    cookie = client.get_cookie("maker")
    assert cookie is not None
    name = taught(client)
    after = client.get_cookie("maker")
    assert after is not None and after.value == cookie.value
    assert client.post(f"/own-tiles/{name}/delete").status_code == 303


def test_a_photo_is_read_anew_as_another_set_from_the_review(phone: FlaskClient) -> None:
    name = taught(phone)
    page = phone.get(f"/review?d={HAND}&p=abc&won=self_draw").get_data(as_text=True)
    form = re.search(r"(?s)<form[^>]*data-reread>.*?</form>", page)
    assert form is not None and re.search(r'action="/read"', form[0])
    assert f'<option value="{name}">Gran&#39;s set</option>' in form[0] and 'name="won" value="self_draw"' in form[0]
    query = query_of(send(phone, set=name, won="self_draw", of="abc"))
    assert query["set"] == [name] and query["won"] == ["self_draw"] and "p" not in query
    again = phone.get(f"/review?d={query['d'][0]}&set={name}").get_data(as_text=True)
    assert f'<option value="{name}" selected>' in again
    assert "data-reread" not in phone.get("/review?d=h-m1.m2.m3").get_data(as_text=True)


def test_a_set_that_is_damaged_says_what_to_do(app: Flask, phone: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    name = taught(phone)
    monkeypatch.setattr(tile_sets, "learnt", lambda _store, _name: (1, b"damaged"))
    assert "can no longer be read" in plain(teach(phone, to=name, d="h-p1_0"))
    query = query_of(send(phone, set=name))
    assert query["set"] == ["gone"] and query["d"][0].startswith("h-m1_0")


# -- reading as a set ----------------------------------------------------------------------------------------------------


def test_a_set_that_vanished_is_said_and_the_photo_read_all_the_same(phone: FlaskClient) -> None:
    name = taught(phone)
    phone.post(f"/own-tiles/{name}/delete")
    query = query_of(send(phone, set=name))
    assert query["set"] == ["gone"] and query["d"][0].startswith("h-m1_0.m2_1")
    assert "could not be found, so the photo was read as any set" in text(phone, f"/review?d={HAND}&set=gone")
    assert '<select name="set">' not in phone.get("/").get_data(as_text=True)


def test_a_store_that_is_away_keeps_no_photo_from_being_read(app: Flask, phone: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    name = taught(phone)

    def away() -> None:
        raise StoreProblem(Fault.AWAY)

    monkeypatch.setattr(app.extensions["fanlens_store"], "_prepare", away)
    assert query_of(send(phone, set=name))["set"] == ["gone"]
    assert phone.get("/").status_code == phone.get(f"/review?d={HAND}&set={name}").status_code == 200
    assert teach(phone).status_code == phone.get("/own-tiles/").status_code == 503


def test_the_choice_is_remembered_until_another_is_made(phone: FlaskClient) -> None:
    name = taught(phone)
    other = taught(phone, name="Travel")

    def chosen() -> list[str]:
        return re.findall(r'<option value="([^"]*)" selected>', phone.get("/").get_data(as_text=True))

    assert chosen() == [other]
    send(phone, set=name)
    assert chosen() == [name]
    send(phone, set="")
    assert chosen() == []
    send(phone, set=name)
    send(phone, set="", sample="half-flush.jpg")  # our drawings, not theirs: it says nothing of the next hand
    assert chosen() == [name]


def test_a_sample_is_never_read_as_a_set(phone: FlaskClient) -> None:
    name = taught(phone)
    assert "set" not in query_of(phone.post("/read", data={"set": name, "sample": "half-flush.jpg"}))


def test_a_table_has_its_own_tiles_until_its_players_choose_otherwise(phone: FlaskClient) -> None:
    name, other = taught(phone), taught(phone, name="Travel")
    body = {"player": ["A", "B", "C", "D"], "rules": "fanorder", "asked": "fanorder", "dealer": "win_or_draw", "tiles": name}
    assert 'name="tiles"' in phone.get("/tables/").get_data(as_text=True)
    table = phone.post("/tables/", data=body).headers["Location"]
    page = phone.get("/").get_data(as_text=True)
    assert f'<option value="{name}" selected>' in page  # the table's, though the other was taught last
    assert f'<option value="{name}" selected>' in phone.get(f"{table}/setup").get_data(as_text=True)
    send(phone, set=other)
    assert f'<option value="{other}" selected>' in phone.get("/").get_data(as_text=True)
    phone.post("/tables/", data={**body, "tiles": "../../etc"})
    assert f'<option value="{other}" selected>' in phone.get("/").get_data(as_text=True)


@pytest.mark.parametrize("cookie", ["", "any@", "a" * 26, "@@@", "gone@x", "<script>", "é" * 40])
def test_a_forged_choice_is_none(phone: FlaskClient, cookie: str) -> None:
    taught(phone)
    phone.set_cookie("tiles", cookie)
    page = phone.get("/").get_data(as_text=True)
    assert '<select name="set">' in page and "selected" not in page and "<script>" not in page


# -- the sets' own page --------------------------------------------------------------------------------------------------


def test_the_page_shows_what_each_set_knows_and_lacks(phone: FlaskClient) -> None:
    taught(phone)
    page = phone.get("/own-tiles/").get_data(as_text=True)
    assert "Knows 10 of the 42 faces." in page and "15 tiles." in page
    lacking = re.search(r'<ul class="row unknown">(.*?)</ul>', page, re.DOTALL)
    assert lacking is not None
    assert lacking[1].count("<li>") == 42 - 10
    assert "tiles/p1.svg" in lacking[1] and "tiles/red.svg" not in lacking[1]
    for url in ("/", f"/review?d={HAND}", "/guide", "/about"):
        assert 'href="/own-tiles/"' in phone.get(url).get_data(as_text=True), url


def test_a_set_is_renamed_by_anybody_and_its_last_lesson_taken_back(app: Flask, phone: FlaskClient) -> None:
    name = taught(phone)
    taught(phone, to=name, d="h-p1_0")
    other = joined(app)
    assert other.post(f"/own-tiles/{name}/name", data={"name": "The\u202e jade   set"}).status_code == 303
    assert "The jade set" in text(phone, "/own-tiles/")
    assert "Knows 11" in text(phone, "/own-tiles/")
    assert other.post(f"/own-tiles/{name}/undo", data={"lesson": "1"}).status_code == 409
    assert other.post(f"/own-tiles/{name}/undo", data={"lesson": "2"}).status_code == 303
    assert "Knows 10" in text(phone, "/own-tiles/")
    assert "Take the last lesson back" not in text(phone, "/own-tiles/")
    refused = other.post(f"/own-tiles/{name}/undo", data={"lesson": "1"})
    assert refused.status_code == 409 and "meanwhile" in plain(refused)
    second = taught(phone, name="Travel")
    for said, words in (("", "Give the set a name"), ("THE JADE SET", "Another set has this name")):
        response = phone.post(f"/own-tiles/{second}/name", data={"name": said})
        assert response.status_code == 422 and words in plain(response)


def test_only_its_maker_and_the_laptop_may_delete_a_set(app: Flask, phone: FlaskClient) -> None:
    name, second = taught(phone), taught(phone, name="Travel")
    other, laptop = joined(app), app.test_client()
    assert "Delete this set" not in text(other, "/own-tiles/")
    assert other.post(f"/own-tiles/{name}/delete").status_code == 403
    assert "Delete this set" in text(phone, "/own-tiles/")
    assert phone.post(f"/own-tiles/{name}/delete").status_code == 303
    assert laptop.post(f"/own-tiles/{second}/delete").status_code == 303
    assert "No set has been taught yet." in text(phone, "/own-tiles/")
    for address in ("name", "undo", "delete"):
        assert phone.post(f"/own-tiles/{name}/{address}", data={"name": "x"}).status_code == 404


def test_sets_are_few_and_their_names_short(phone: FlaskClient) -> None:
    for number in range(MOST_SETS):
        taught(phone, name=f"{number} " + "x" * 400)
    page = phone.get("/own-tiles/").get_data(as_text=True)
    assert all(len(name) <= 24 for name in re.findall("<h2>(.*?)</h2>", page)[:MOST_SETS])
    response = teach(phone, name="one more")
    assert response.status_code == 422 and f"{MOST_SETS} sets already" in plain(response)
    assert 'value="new"' not in phone.get(f"/review?d={HAND}").get_data(as_text=True)


def test_a_name_is_only_ever_text(phone: FlaskClient) -> None:
    name = taught(phone, name="<b onclick=x>'\"&")
    for url in ("/own-tiles/", "/", f"/review?d={HAND}&set={name}", f"/review?d={HAND}&taught={name}", "/tables/"):
        page = phone.get(url).get_data(as_text=True)
        assert "<b onclick" not in page and "&lt;b onclick=x&gt;" in page, url


def test_only_photos_and_boxes_come_in_never_what_was_learnt(phone: FlaskClient, lessons: Lessons) -> None:
    """A file of learnt sets is read with numpy in the process that reads photos: it is ours alone."""
    name = taught(phone, learnt="x", blob="x", known="x", model="x")
    taught(phone, to=name, d="h-p1_0")
    assert lessons.given[0][1] is None
    assert json.loads(lessons.given[1][1] or b"")["red"] == 3
    for answer in (phone.get("/own-tiles/"), phone.get("/api/tile-sets")):
        assert "learnt" not in answer.get_data(as_text=True).replace("learnt of", "")


def test_every_post_about_sets_needs_the_forms_token(tmp_path: Path) -> None:
    client = create_app({"TESTING": True, "READ_PHOTO": fake_read, "DATABASE_URL": default_url(tmp_path)}, "fake").test_client()
    client.get("/")
    for address in ("lessons", f"{'a' * 26}/name", f"{'a' * 26}/undo", f"{'a' * 26}/delete"):
        response = client.post(f"/own-tiles/{address}", data={})
        assert response.status_code == 400 and "open for too long" in response.get_data(as_text=True), address


def test_without_the_code_there_are_no_sets(app: Flask, phone: FlaskClient) -> None:
    name = taught(phone)
    stranger = app.test_client()
    stranger.environ_base |= {"REMOTE_ADDR": "192.168.1.99"}
    assert stranger.get("/own-tiles/").status_code == stranger.get("/api/tile-sets").status_code == 403
    assert teach(stranger).status_code == stranger.post(f"/own-tiles/{name}/name", data={"name": "x"}).status_code == 403


def test_without_a_store_nothing_is_offered(tmp_path: Path) -> None:
    client = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "DATABASE_URL": None, "READ_PHOTO": fake_read}, "fake").test_client()
    for url in ("/", f"/review?d={HAND}", "/guide", "/about"):
        assert "own-tiles" not in client.get(url).get_data(as_text=True), url
    assert teach(client).status_code == client.get("/own-tiles/").status_code == 503
    assert query_of(send(client, set="a" * 26))["set"] == ["gone"]


# -- the API -------------------------------------------------------------------------------------------------------------


def test_programs_list_sets_and_read_as_one(phone: FlaskClient) -> None:
    name = taught(phone)
    answered = phone.get("/api/tile-sets")
    schema = {"$ref": "#/components/schemas/TileSets", "components": document()["components"]}
    Draft202012Validator(schema).validate(answered.get_json())
    (only,) = answered.get_json()["sets"]
    assert (only["id"], only["name"], only["known"]["red"]) == (name, "Gran's set", 3)
    assert "no-store" in answered.headers["Cache-Control"]

    def read(**fields: str) -> TestResponse:
        return phone.post("/api/read", data={"photo": (io.BytesIO(JPEG), "photo.jpg"), **fields})

    assert read().get_json()["tiles"][0]["face"] == "m1"
    assert read(set=name).get_json()["tiles"][0]["face"] in ("m9", "red")
    for unknown in ("a" * 26, "../x", "gone"):
        refused = read(set=unknown)
        assert refused.status_code == 404
        assert refused.get_json() == {"ok": False, "error": "no_set", "field": "set", "detail": "There is no such tile set."}
