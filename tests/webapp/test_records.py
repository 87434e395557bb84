"""A hand on record: the same answer next week, whatever became of the rules; its photo by consent and for a time; deleted by its maker."""

from __future__ import annotations

import copy
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from PIL import Image
from store_places import fresh
from table_photos import HALF_FLUSH, fake_read, reading_of

from scoring import rulesets
from scoring.cases import answer, answer_by
from webapp import create_app, fonts
from webapp.as_read import ReadingError, corrections, parse
from webapp.draft import Draft
from webapp.kept_photo import cleaned
from webapp.openapi import document
from webapp.store import default_url
from webapp.store.records import record as stored_record

HAND = "h-m1_0.m2_1.m3_2.m5_3.m6_4.m7_5.m9_6.m9_7.east_8.east_9~h-m9_10w~s-red_11.red_12.red_13~b-f1_14"
WON = "seat=south&round=east&won=discard-west&rules=fanorder&asked=fanorder&min=3&cap=13&opt=payment.half&opt=bonus_tiles.true&opt=self_draw_each.2"
PHONE = {"REMOTE_ADDR": "192.168.1.30"}
FIELDS = {"d": HAND, "p": "abc"} | {key: value for key, value in (pair.split("=") for pair in WON.split("&")) if key != "opt"}


def fields(**more: Any) -> dict[str, Any]:
    return {**FIELDS, "opt": ["payment.half", "bonus_tiles.true", "self_draw_each.2"], **more}


def as_the_browser_keeps_it(reading: dict[str, Any]) -> str:
    tiles = [{**{key: tile[key] for key in ("face", "box", "alternatives", "doubtful", "reason")}, "photo": 0} for tile in reading["tiles"]]
    return json.dumps({"photos": [{**reading["image"], "first": 0}], "tiles": tiles, "model": reading["model"]["version"]})


READING = as_the_browser_keeps_it(reading_of(HALF_FLUSH, [[20.0 * n, 10.0, 20.0 * n + 19, 36.0] for n in range(15)], 400, 300))


def jpeg_with_a_place() -> bytes:
    """A photo with GPS, a camera's name and a comment in it, turned by its orientation."""
    rng = np.random.default_rng(1)
    image = Image.fromarray(rng.integers(0, 255, (400, 300, 3), np.uint8).repeat(2, 0).repeat(2, 1))
    exif = Image.Exif()
    exif[0x0112], exif[0x010F], exif[0x9286] = 6, "SECRETCAMERA", "SECRETCOMMENT"
    exif.get_ifd(0x8825)[1] = "N"
    packed = io.BytesIO()
    image.save(packed, "JPEG", exif=exif, comment=b"SECRETCOMMENT", quality=80)
    return packed.getvalue()


@pytest.fixture(params=["sqlite", "postgresql"])
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    address = default_url(tmp_path) if request.param == "sqlite" else fresh(request.getfixturevalue("cluster"))
    made = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "READ_PHOTO": fake_read, "DATABASE_URL": address, "JOIN_TOKEN": "k7m2p9qx"}, "fake")
    yield made
    made.extensions["fanlens_store"].close()


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.environ_base |= PHONE
    client.get("/?join=k7m2p9qx")
    return client


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.environ_base |= {"REMOTE_ADDR": "192.168.1.99"}
    return client


def kept(client: FlaskClient, **more: Any) -> str:
    response = client.post("/hands/", data=fields(**more), content_type="multipart/form-data")
    assert response.status_code == 303, response.get_data(as_text=True)
    return str(response.headers["Location"])


def text(client: FlaskClient, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200, response.get_data(as_text=True)
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", response.get_data(as_text=True)))


def test_the_result_offers_to_keep_the_hand(phone: FlaskClient) -> None:
    page = phone.get(f"/result?d={HAND}&{WON}").get_data(as_text=True)
    assert 'action="/hands/"' in page
    names = {re.search(r'name="record" value="([^"]*)"', phone.get(f"/result?d={HAND}&{WON}").get_data(as_text=True))[1] for _ in range(3)}  # type: ignore[index]
    assert len(names) == 3
    assert all(re.fullmatch("[a-z2-9]{26}", name) for name in names)


def test_without_a_store_nothing_is_offered_and_the_rest_works(tmp_path: Path) -> None:
    client = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "DATABASE_URL": None}).test_client()
    page = client.get(f"/result?d={HAND}&{WON}").get_data(as_text=True)
    assert "Half flush" in page
    assert 'action="/hands/"' not in page
    response = client.post("/hands/", data=fields())
    assert response.status_code == 503
    assert "without a place to keep hands" in response.get_data(as_text=True)


def test_a_record_says_everything(phone: FlaskClient) -> None:
    shown = text(phone, kept(phone, reading=READING))
    for words in (
        "4 Fan", "Half flush", "Dragon pong", "South", "on a discard by West", "Round East", "FanOrder", "Fan needed to win 3", "Today's rules say the same",
        "Read by model test", "Nothing: the tiles are as they were read.", "pays", "Together: 0.", "Why not", f"version {rulesets.rules_version('fanorder')}",
    ):  # fmt: skip
        assert words in shown, words


def test_what_was_corrected_is_named(phone: FlaskClient) -> None:
    shown = text(phone, kept(phone, d=HAND.replace("m6_4", "m6_4").replace("m7_5", "m7_5").replace("~b-f1_14", "~b-f2"), reading=READING))
    assert "Plum, flower 1 was taken out" in shown
    assert "Orchid, flower 2 was added" in shown
    misread = READING.replace('"face": "m7"', '"face": "m1"')
    assert "1 characters is 7 characters" in text(phone, kept(phone, reading=misread))


def test_typed_tiles_say_so(phone: FlaskClient) -> None:
    assert "The tiles were typed, not read from a photo." in text(phone, kept(phone))


def test_the_whole_answer_and_the_rules_are_kept_as_data(phone: FlaskClient) -> None:
    url = kept(phone, reading=READING)
    told = phone.get(f"/api{url}").get_json()
    Draft202012Validator({"$ref": "#/components/schemas/Record", "components": document()["components"]}).validate(told)
    assert told["told"]["en"] == answer(told["case"])
    assert told["told"]["zh-Hant"] == answer(told["case"], "zh-Hant")
    assert told["rules"]["table"] == rulesets.rules_as_data("fanorder")
    again = answer_by(rulesets.parse_ruleset(told["rules"]["table"], "fanorder"), told["case"])
    assert again == told["told"]["en"]


def dearer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of next week: a half flush is worth more and a dragon pong nothing."""
    table = copy.deepcopy(dict(rulesets.rules_as_data("fanorder")))
    for group in table["fan"].values():
        group.update({name: 5 for name in group if name == "half_flush"} | {name: 0 for name in group if name == "dragon_pong"})
    table["name"] = "fanorder"
    changed = rulesets.parse_ruleset(table, "fanorder")
    monkeypatch.setattr(rulesets, "_shipped", lambda _name: changed)
    monkeypatch.setattr(rulesets, "rules_as_data", lambda _name: table)
    rulesets.rules_version.cache_clear()


def test_next_week_it_says_the_same_and_names_what_todays_rules_would(phone: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    url = kept(phone, reading=READING)
    before = phone.get(f"/api{url}").get_json()
    dearer(monkeypatch)
    try:
        assert "5 Fan" in text(phone, f"/result?d={HAND}&{WON}")
        shown = text(phone, url)
        assert phone.get(f"/api{url}").get_json() == before
        assert "4 Fan" in shown.split("Today's rules would say otherwise:")[0]
        assert "Half flush 5 instead of 3" in shown
        assert "5 Fan in all instead of 4" in shown
        again = answer_by(rulesets.parse_ruleset(before["rules"]["table"], "fanorder"), before["case"])
        assert again == before["told"]["en"]  # the rules of then, read from the record, give the answer of then
    finally:
        monkeypatch.undo()
        rulesets.rules_version.cache_clear()


def test_rules_that_changed_elsewhere_say_so(phone: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    url = kept(phone)
    monkeypatch.setattr("webapp.records.rules_version", lambda _name: "0123456789ab")
    assert "The rules have changed since, and say the same of this hand." in text(phone, url)


def test_rules_that_are_no_more_say_so(phone: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    url = kept(phone)
    monkeypatch.setattr(rulesets, "RULESET_NAMES", ("vmc",))
    monkeypatch.setattr("webapp.house.rule_sets", lambda: ("vmc",))
    shown = text(phone, url)
    assert "Today's rules no longer know this hand." in shown
    assert "FanOrder" in shown
    assert "Half flush" in shown


def test_a_hand_below_the_minimum_can_be_kept(phone: FlaskClient) -> None:
    assert "Below this table's minimum of 9 Fan" in text(phone, kept(phone, min="9")).replace("&#39;", "'")


@pytest.mark.parametrize("language", ["zh-HK", "zh-CN"])
def test_a_record_is_read_in_each_readers_language(phone: FlaskClient, language: str) -> None:
    url = kept(phone, reading=READING)
    page = phone.get(url, headers={"Accept-Language": language}).get_data(as_text=True)
    body = re.sub(r"<p class=\"source\">.*?</p>|<nav class=\"languages\".*?</nav>", "", page, flags=re.DOTALL)
    assert re.findall(r"[A-Za-z]{2,} [A-Za-z]{2,}", re.sub("<[^>]*>", " ", body)) == []
    assert "混一色" in page


# -- photos ----------------------------------------------------------------------------------------------------------


def with_photo(client: FlaskClient, photo: bytes, **more: Any) -> str:
    return kept(client, reading=READING, photo=(io.BytesIO(photo), "photo.jpg"), **more)


def test_without_consent_no_photo_is_kept(app: Flask, phone: FlaskClient) -> None:
    url = with_photo(phone, jpeg_with_a_place())
    assert phone.get(f"{url}/photo-0.jpg").status_code == 404
    found = stored_record(app.extensions["fanlens_store"], url.rpartition("/")[2])
    assert found is not None and found.photos == ()


def test_with_consent_it_is_kept_upright_and_bare(phone: FlaskClient) -> None:
    sent = jpeg_with_a_place()
    assert b"SECRETCAMERA" in sent and b"SECRETCOMMENT" in sent
    url = with_photo(phone, sent, consent="1")
    got = phone.get(f"{url}/photo-0.jpg")
    assert got.mimetype == "image/jpeg"
    assert b"SECRET" not in got.data and b"Exif" not in got.data
    image = Image.open(io.BytesIO(got.data))
    assert image.size == (800, 600)  # it was 600 by 800, lying on its side
    assert not image.getexif()
    page = phone.get(url).get_data(as_text=True)
    assert page.count("<rect class=") == 15
    assert "no-store" in got.headers["Cache-Control"]


def test_boxes_are_drawn_to_the_kept_photos_scale(phone: FlaskClient) -> None:
    url = with_photo(phone, jpeg_with_a_place(), consent="1")
    page = phone.get(url).get_data(as_text=True)
    assert 'viewBox="0 0 800 600"' in page
    assert 'x="40.0" y="20.0" width="38.0" height="52.0"' in page  # the reading's photo was 400 by 300


def test_a_lower_setting_shortens_the_time_of_photos_that_are_kept(app: Flask, phone: FlaskClient) -> None:
    store = app.extensions["fanlens_store"]
    made = store.now()
    store._now = lambda: made
    url = with_photo(phone, jpeg_with_a_place(), consent="1")
    store._now = lambda: made + 8 * 24 * 3600
    assert phone.get(f"{url}/photo-0.jpg").status_code == 200
    app.config["KEEP_PHOTOS_DAYS"] = 7
    assert phone.get(f"{url}/photo-0.jpg").status_code == 404
    assert "<rect class=" not in phone.get(url).get_data(as_text=True) and phone.get(f"/api{url}").get_json()["photos"] == []
    app.config["KEEP_PHOTOS_DAYS"] = 90
    assert phone.get(f"{url}/photo-0.jpg").status_code == 200  # nothing was purged yet, and more days promise nothing
    store._now = lambda: made + 30 * 24 * 3600
    assert phone.get(f"{url}/photo-0.jpg").status_code == 404


def test_a_photo_goes_with_its_time(app: Flask, phone: FlaskClient) -> None:
    store = app.extensions["fanlens_store"]
    made = store.now()
    store._now = lambda: made
    url = with_photo(phone, jpeg_with_a_place(), consent="1")
    later = made + 30 * 24 * 3600
    store._now = lambda: later - 1
    assert phone.get(f"{url}/photo-0.jpg").status_code == 200
    store._now = lambda: later
    assert phone.get(f"{url}/photo-0.jpg").status_code == 404
    assert "<rect class=" not in phone.get(url).get_data(as_text=True)
    store._now = lambda: later + 3600
    phone.get("/type")  # any request is clock enough
    with store.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM photos").scalar() == 0
    assert "Half flush" in text(phone, url)


def test_large_photos_are_kept_small(phone: FlaskClient) -> None:
    done, jpeg = cv2.imencode(".jpg", np.full((3000, 4000, 3), 90, np.uint8))
    assert done
    picture = cleaned(jpeg.tobytes())
    assert (picture.width, picture.height) == (1600, 1200)


def test_what_is_no_photo_is_refused_and_nothing_is_kept(app: Flask, phone: FlaskClient) -> None:
    response = phone.post(
        "/hands/",
        data=fields(consent="1", photo=(io.BytesIO(b"<script>"), "a.jpg")),
        headers={"Accept": "application/json"},
        content_type="multipart/form-data",
    )
    assert response.status_code == 415
    with app.extensions["fanlens_store"].reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM records").scalar() == 0


# -- who may -----------------------------------------------------------------------------------------------------------


def test_a_link_made_on_the_laptop_itself_opens_on_phones(app: Flask) -> None:
    app.config["LAN_ADDRESS"] = "192.168.1.7"
    laptop = {"REMOTE_ADDR": "127.0.0.1"}
    url = app.test_client().post("/hands/", data=fields(), content_type="multipart/form-data", base_url="http://127.0.0.1:8000", environ_base=laptop).location
    page = app.test_client().get(url, base_url="http://127.0.0.1:8000", environ_base=laptop).get_data(as_text=True)
    path = url.removeprefix("http://127.0.0.1:8000")
    assert f'id="link" readonly value="http://192.168.1.7:8000{path}"' in page
    assert "127.0.0.1" not in page


def test_the_link_is_its_own_key_and_opens_nothing_else(phone: FlaskClient, stranger: FlaskClient) -> None:
    url = with_photo(phone, jpeg_with_a_place(), consent="1")
    for path in (url, f"{url}/photo-0.jpg", f"{url}/picture.png", f"/api{url}", "/tiles/m1.svg"):
        assert stranger.get(path).status_code == 200, path
    for path in ("/", f"/result?d={HAND}&{WON}", "/hands/"):
        assert stranger.get(path).status_code in (403, 405), path
    assert stranger.post(f"{url}/delete").status_code == 403
    assert stranger.post("/hands/", data=fields()).status_code == 403


def test_a_name_is_128_bits_and_a_wrong_one_says_nothing(phone: FlaskClient) -> None:
    name = kept(phone).rpartition("/")[2]
    assert 31 ** len(name) > 2**128
    for wrong in (name[:-1], name[:-1] + ("a" if name[-1] != "a" else "b"), "..", "%2e%2e%2fapp", name.upper()):
        assert phone.get(f"/hands/{wrong}").status_code == 404, wrong


def test_only_its_maker_and_the_laptop_may_delete(app: Flask, phone: FlaskClient) -> None:
    url = kept(phone)
    other = app.test_client()
    other.environ_base |= {"REMOTE_ADDR": "192.168.1.31"}
    other.get("/?join=k7m2p9qx")
    assert "Delete this hand for good" not in text(other, url)
    assert other.post(f"{url}/delete").status_code == 403
    assert "Delete this hand for good" in text(phone, url)
    assert phone.post(f"{url}/delete").status_code == 303
    assert phone.get(url).status_code == 404
    laptop = app.test_client()
    second = kept(phone)
    assert laptop.post(f"{second}/delete").status_code == 303
    assert phone.get(second).status_code == 404


def test_the_photo_alone_can_be_deleted(phone: FlaskClient) -> None:
    url = with_photo(phone, jpeg_with_a_place(), consent="1")
    assert phone.post(f"{url}/delete", data={"photos": "1"}).status_code == 303
    assert phone.get(f"{url}/photo-0.jpg").status_code == 404
    assert "Half flush" in text(phone, url)


def test_a_save_that_arrives_twice_is_one_hand(app: Flask, phone: FlaskClient) -> None:
    name = "a" * 26
    assert kept(phone, record=name) == kept(phone, record=name) == f"/hands/{name}"
    changed = with_photo(phone, jpeg_with_a_place(), consent="1", record=name)
    assert changed != f"/hands/{name}"
    assert phone.get(f"{changed}/photo-0.jpg").status_code == 200


def test_keeping_needs_the_forms_token(tmp_path: Path) -> None:
    client = create_app({"TESTING": True, "DATABASE_URL": default_url(tmp_path)}).test_client()
    assert client.post("/hands/", data=fields()).status_code == 400
    assert client.post(f"/hands/{'a' * 26}/delete").status_code == 400


def test_a_form_outlives_a_restart(tmp_path: Path) -> None:
    """The key that signs forms is the store's, so what a phone has open can still be sent."""
    first, second = (create_app({"TESTING": True, "DATABASE_URL": default_url(tmp_path)}) for _ in range(2))
    assert first.config["SECRET_KEY"] == second.config["SECRET_KEY"]
    assert len(first.config["SECRET_KEY"]) == 64


# -- what the browser says was read ------------------------------------------------------------------------------------

GOOD_TILE = {"photo": 0, "face": "m1", "box": [0, 0, 1, 1], "alternatives": [["m1", 0.9]], "doubtful": False, "reason": None}


def reading(**tile: Any) -> str:
    return json.dumps({"photos": [{"width": 4, "height": 4}], "tiles": [{**GOOD_TILE, **tile}], "model": ""})


@pytest.mark.parametrize(
    "said",
    [
        "{", "[]", "7", "[" * 50_000, '{"photos": []}', reading(face="<script>"), reading(face=None), reading(photo=1), reading(photo=-1), reading(photo=True),
        reading(box=[0, 0, 1]), reading(box=[3, 0, 1, 1]), reading(box=[0, 0, 1, 1e9]), reading(box=["a", 0, 1, 1]), reading(reason="<b>"),
        reading(alternatives=[["m1"]]), reading(alternatives=[["x9", 0.5]]), reading(alternatives=[["m1", 0.5]] * 9),
        reading().replace('"model": ""', '"model": "<script>"'), reading().replace('"model": ""', f'"model": "{"x" * 81}"'),
        reading(box=[0, 0, 1, 1]).replace("1]", "NaN]"),
        json.dumps({"photos": [{"width": 4, "height": 4}] * 5, "tiles": [], "model": ""}), json.dumps({"photos": [{"width": 0, "height": 4}], "tiles": []}),
        json.dumps({"photos": [{"width": 4, "height": 4}], "tiles": [GOOD_TILE] * 161}),
    ],
    ids=range(24),
)  # fmt: skip
def test_what_is_no_reading_is_refused(phone: FlaskClient, said: str) -> None:
    with pytest.raises(ReadingError):
        parse(said)
    assert phone.post("/hands/", data=fields(reading=said)).status_code == 400


def test_a_reading_is_kept_field_by_field() -> None:
    assert parse("") is None
    said = parse(reading(more="<script>"))
    assert said == {"photos": [{"width": 4, "height": 4}], "tiles": [{**GOOD_TILE, "box": [0.0, 0.0, 1.0, 1.0]}], "model": ""}


def test_corrections_leave_out_what_lay_outside() -> None:
    read = {"tiles": [{"face": "m1"}, {"face": "m2"}, {"face": "m3"}]}
    assert corrections(read, Draft.parse("h-m1_0.p2_1~x-m3_2")) == corrections(read, Draft.parse("h-m1_0.p2_1~x-m3_2.m9"))
    assert [(each.before, each.after, each.box) for each in corrections(read, Draft.parse("h-p2_1.m9"))] == [
        ("m1", "", 0),
        ("m2", "p2", 1),
        ("m3", "", 2),
        ("", "m9", None),
    ]
    assert corrections(None, Draft.parse("h-m1")) == ()


# -- the picture -------------------------------------------------------------------------------------------------------


def pixels(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


@pytest.mark.parametrize("language", ["en", "zh-HK", "zh-CN"])
def test_the_picture_shows_the_tiles(phone: FlaskClient, language: str) -> None:
    from datasets.faces import face_rgba

    response = phone.get(f"{kept(phone)}/picture.png", headers={"Accept-Language": language})
    assert response.mimetype == "image/png"
    assert len(response.data) < 400_000
    shown = pixels(response.data)
    assert shown.shape[1] == 1080
    dragon = face_rgba("red", height_px=96)
    template = np.ascontiguousarray(dragon[8:-8, 8:-8, :3])
    match = cv2.matchTemplate(shown, template, cv2.TM_CCOEFF_NORMED)
    rows, columns = np.where(match > 0.9)
    places = {(round(row / 20), round(column / 20)) for row, column in zip(rows, columns, strict=True)}
    assert len(places) == 3


def test_the_picture_speaks_english_where_there_is_no_chinese_font(phone: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    url = kept(phone)
    monkeypatch.setattr(fonts, "_found", dict)
    fonts.font.cache_clear()
    try:
        chinese = phone.get(f"{url}/picture.png", headers={"Accept-Language": "zh-HK"}).data
        english = phone.get(f"{url}/picture.png", headers={"Accept-Language": "en"}).data
    finally:
        fonts.font.cache_clear()
    assert np.array_equal(pixels(chinese), pixels(english))


def test_long_texts_stay_within_the_picture() -> None:
    for language in ("en", "zh-Hant"):
        written = fonts.font(language, 30)
        for text_ in ("word " * 60, "w" * 300, "混一色" * 60, ""):
            lines = list(fonts.wrapped(written, text_, 500))
            assert all(written.getlength(line) <= 500 for line in lines)
            assert "".join(lines).replace(" ", "") == text_.replace(" ", "")
