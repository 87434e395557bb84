"""Photos in: what is read, what is refused and in which words, and that the server goes on."""

from __future__ import annotations

import io
import threading
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient
from table_photos import fake_read
from werkzeug.test import TestResponse

from recognizer.errors import PhotoError
from webapp import create_app, reader, uploads

JPEG = b"\xff\xd8 a photo, as far as the fake reader cares"
ROADS = ("/read", "/api/read")


def send(client: FlaskClient, url: str, photo: bytes | None, accept: str = "text/html", **fields: str) -> TestResponse:
    data: dict[str, Any] = {**fields}
    if photo is not None:
        data["photo"] = (io.BytesIO(photo), "photo.jpg")
    return client.post(url, data=data, headers={"Accept": accept})


def test_a_plain_form_is_led_to_the_review(client: FlaskClient) -> None:
    response = send(client, "/read", JPEG)
    assert response.status_code == 303
    query = parse_qs(urlsplit(response.headers["Location"]).query)
    assert query["d"][0].startswith("h-m1_0.m2_1")
    assert "m9_10wg" in query["d"][0]


def test_the_script_gets_the_reading_and_the_address(client: FlaskClient) -> None:
    answer = send(client, "/read", JPEG, accept="application/json", p="abc", seat="west").get_json()
    query = parse_qs(urlsplit(answer["next"]).query)
    assert query["p"] == ["abc"]
    assert query["seat"] == ["west"]
    assert len(answer["reading"]["tiles"]) == 15


def test_a_second_photo_joins_the_hand(client: FlaskClient) -> None:
    answer = send(client, "/read", JPEG, accept="application/json", d="h-p1_0.p2_1w", first="2", p="abc").get_json()
    draft = parse_qs(urlsplit(answer["next"]).query)["d"][0]
    assert draft.startswith("h-p1_0.p2_1w~h-m1_2")
    assert draft.count("w") == 1


@pytest.mark.parametrize("url", ROADS)
@pytest.mark.parametrize(
    ("photo", "status", "words"),
    [(None, 400, "No photo arrived"), (b"", 400, "No photo arrived"), (b"GIF89a", 415, "not a photo"), (b"<html>", 415, "not a photo")],
)
def test_what_is_no_photo_is_refused_in_words(client: FlaskClient, url: str, photo: bytes | None, status: int, words: str) -> None:
    response = send(client, url, photo)
    assert response.status_code == status
    assert words in response.get_data(as_text=True)
    assert send(client, url, JPEG).status_code in (200, 303)


@pytest.mark.parametrize("url", ROADS)
@pytest.mark.parametrize(("code", "status"), [("too_large", 413), ("bomb", 413), ("truncated", 422), ("too_small", 422), ("something_new", 422)])
def test_every_refusal_of_the_reader_is_4xx_with_its_sentence(url: str, code: str, status: int) -> None:
    def refuse(_photo: bytes, _models: object) -> Any:
        raise PhotoError(code, "The photo broke off half way. Send it again.")

    client = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "READ_PHOTO": refuse}, models="fake").test_client()
    response = send(client, url, JPEG)
    assert response.status_code == status
    assert "The photo broke off half way. Send it again." in response.get_data(as_text=True)


@pytest.mark.parametrize("url", ROADS)
def test_an_upload_above_the_limit_is_413_with_a_sentence(url: str) -> None:
    client = create_app({"TESTING": True, "MAX_CONTENT_LENGTH": 1000, "READ_PHOTO": fake_read}, models="fake").test_client()
    response = send(client, url, JPEG * 100)
    assert response.status_code == 413
    assert "at most 40 megabytes" in response.get_data(as_text=True)


def test_without_models_the_page_says_so_and_typing_works() -> None:
    client = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False}).test_client()
    assert "no models to read photos" in client.get("/").get_data(as_text=True)
    response = send(client, "/api/read", JPEG)
    assert response.status_code == 503
    assert response.get_json()["error"] == "no_models"
    assert client.get("/type").status_code == 200


def test_beyond_the_gate_is_503_with_retry_after(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "WAIT_S", 0.05)
    started, release = threading.Event(), threading.Event()

    def slow(photo: bytes, models: object) -> Any:
        started.set()
        release.wait(10)
        return fake_read(photo, models)

    app = create_app({"TESTING": True, "READ_PHOTO": slow}, models="fake")
    first: list[TestResponse] = []
    thread = threading.Thread(target=lambda: first.append(send(app.test_client(), "/api/read", JPEG)))
    thread.start()
    assert started.wait(10)
    second = send(app.test_client(), "/api/read", JPEG)
    release.set()
    thread.join()
    assert second.status_code == 503
    assert int(second.headers["Retry-After"]) > 0
    assert second.get_json()["error"] == "busy"
    assert first[0].status_code == 200
    assert send(app.test_client(), "/api/read", JPEG).status_code == 200


def test_a_large_photo_touches_no_disk(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_disk(*_arguments: object, **_more: object) -> Any:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr("werkzeug.formparser.SpooledTemporaryFile", no_disk)
    body = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n' + JPEG + bytes(3_000_000) + b"\r\n--x--\r\n"
    assert client.post("/api/read", data=body, content_type="multipart/form-data; boundary=x").status_code == 200


def test_a_reader_that_fails_gives_its_place_back() -> None:
    gate = reader.Reader("fake", 1, fake_read)
    for _ in range(5):
        with pytest.raises(PhotoError):
            gate.read(b"no photo")
    assert gate.read(JPEG)["tiles"]


@pytest.mark.parametrize("name", ["../../app.py", "/etc/passwd", "nothing.jpg", "..\\x"])
def test_a_sample_is_only_ever_one_of_ours(client: FlaskClient, name: str) -> None:
    assert send(client, "/read", None, sample=name).status_code == 400


def test_samples_that_lie_there_are_offered(client: FlaskClient, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "flush.jpg").write_bytes(JPEG)
    (tmp_path / "flush.json").write_text('{"about": "A half flush"}')
    monkeypatch.setattr(uploads, "SAMPLES", tmp_path)
    assert "A half flush" in client.get("/").get_data(as_text=True)
    assert send(client, "/read", None, sample="flush.jpg").status_code == 303
