"""What is told of the running page: health, versions, the log, the manifest, and the environment of a club's workers."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from scoring.rulesets import RULESET_NAMES, rules_as_data, version_of
from webapp import __main__ as running
from webapp import club, create_app, installed, journal, versions
from webapp.store import Fault, StoreProblem

HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
CLUB = {"FANLENS_SECRET_KEY": "k" * 40, "FANLENS_JOIN_TOKEN": "K7M2P9QX", "FANLENS_HOSTS": "club.example, 192.168.1.20"}


# -- health and versions ---------------------------------------------------------------------------------------------


def test_health_names_every_version(client: FlaskClient) -> None:
    told = client.get("/healthz").get_json()
    assert told["ok"] is True
    assert told["version"] == versions.program()
    assert set(told["rules"]) == set(RULESET_NAMES)


def test_health_needs_no_code_and_is_never_kept() -> None:
    client = create_app({"TESTING": True, "JOIN_TOKEN": "abcdefgh"}).test_client()
    response = client.get("/healthz", environ_base={"REMOTE_ADDR": "192.168.1.9"})
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-store"


class Away:
    """A database that cannot be reached."""

    @contextmanager
    def reading(self) -> Iterator[None]:
        raise StoreProblem(Fault.AWAY)
        yield

    def due(self, _name: str, _every_s: int) -> bool:
        raise StoreProblem(Fault.AWAY)


def test_health_says_when_the_database_is_away(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.extensions, "fanlens_store", Away())
    response = app.test_client().get("/healthz")
    assert response.status_code == 503
    assert response.get_json()["store"] == "away"
    assert int(response.headers["Retry-After"]) > 0


def test_another_value_is_another_version() -> None:
    table = dict(rules_as_data("vmc"))
    assert re.fullmatch("[0-9a-f]{12}", versions.rules("vmc"))
    assert version_of(table) == versions.rules("vmc")
    assert version_of({**table, "minimum": 2}) != versions.rules("vmc")


def test_the_about_page_tells_them_and_what_is_kept(client: FlaskClient) -> None:
    page = client.get("/about").get_data(as_text=True)
    for name in RULESET_NAMES:
        assert versions.rules(name) in page
    assert versions.program() in page
    assert "All 42 faces and tiles that lie face down." in page
    assert "No account and no cloud." in page


# -- the log ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def lines() -> Iterator[Any]:
    """What is logged from here on, as parsed lines."""
    said = io.StringIO()
    handler = logging.StreamHandler(said)
    logger = logging.getLogger(journal.LOGGER)
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in said.getvalue().splitlines()]
    logger.removeHandler(handler)
    logger.setLevel(level)


def test_a_request_is_one_line_that_says_nothing_of_the_hand(client: FlaskClient, lines: Any) -> None:
    client.get(f"/result?d={HAND}&won=self_draw", headers={"User-Agent": "Mrs Chan's phone"})
    client.post("/api/read", data={"photo": (io.BytesIO(b"\xff\xd8 a secret photo"), "grandmother.jpg")})
    client.get("/tiles/m1.svg")
    client.get("/no/such/page-of-Chan")
    told = lines()
    assert [(line["method"], line["route"], line["status"]) for line in told] == [
        ("GET", "/result", 200),
        ("POST", "/api/read", 200),
        ("GET", "/tiles/<face>.svg", 200),
        ("GET", None, 404),
    ]
    assert all(set(line) == {"worker", "at", "method", "route", "status", "ms", "sent"} for line in told)
    text = json.dumps(told)
    for secret in ("Chan", "grandmother", "secret", "m9", "127.0.0.1"):
        assert secret not in text


def test_a_fault_is_logged_by_its_place_and_not_by_its_words(lines: Any) -> None:
    def fail(photo: bytes, models: object) -> Any:
        raise RuntimeError("what Mrs Chan typed")

    app = create_app({"WTF_CSRF_ENABLED": False, "READ_PHOTO": fail}, models="fake")
    response = app.test_client().post("/api/read", data={"photo": (io.BytesIO(b"\xff\xd8"), "a.jpg")})
    assert response.status_code == 500
    assert response.get_json()["ok"] is False
    line = lines()[-1]
    assert line["status"] == 500
    assert re.match(r"RuntimeError at test_running\.py:\d+ < ", line["fault"])
    assert "Chan" not in json.dumps(line)


def test_the_log_is_a_file_that_stays_small_or_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "new folder" / "fanlens.log"
    logger = logging.getLogger(journal.LOGGER)
    try:
        assert journal.into(file) == file
        for number in range(4000):
            logger.info("x" * 1000 + str(number))
        kept = list(file.parent.iterdir())
        assert len(kept) <= journal.FILES
        assert all(each.stat().st_size <= journal.LARGEST_FILE for each in kept)
        (tmp_path / "taken").write_text("")
        assert journal.into(tmp_path / "taken" / "fanlens.log") is None
    finally:
        for handler in list(logger.handlers):
            logger.removeHandler(handler)
            handler.close()
        logger.setLevel(logging.NOTSET)
        logger.propagate = True


def test_the_log_lies_beside_the_data_that_were_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path | None] = []
    monkeypatch.setattr(running, "models_apart", lambda *_: None)
    monkeypatch.setattr(running.warm, "up", lambda _app: None)
    monkeypatch.setattr(running.waitress, "create_server", lambda *_, **__: SimpleNamespace(run=lambda: None))
    monkeypatch.setattr(running.journal, "into", asked.append)
    assert running.main(["--open", f"--data={tmp_path}"]) == 0
    assert running.main(["--open", f"--data={tmp_path}", f"--log={tmp_path / 'other.log'}"]) == 0
    assert asked == [tmp_path / "fanlens.log", tmp_path / "other.log"]


# -- the installed page -----------------------------------------------------------------------------------------------


def test_the_manifest_holds_what_a_browser_asks_for(client: FlaskClient) -> None:
    page = client.get("/").get_data(as_text=True)
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    told = client.get("/manifest.webmanifest", headers={"Accept-Language": "zh-HK"})
    assert told.mimetype == "application/manifest+json"
    manifest = json.loads(told.get_data(as_text=True))
    assert manifest["lang"] == "zh-Hant"
    assert manifest["display"] == "standalone"
    assert manifest["theme_color"] == installed.THEME and f'content="{installed.THEME}"' in page
    assert client.get(manifest["start_url"]).status_code == 200
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = Image.open(io.BytesIO(client.get(icon["src"]).data))
        assert f"{picture.width}x{picture.height}" == icon["sizes"]


def test_an_icon_survives_a_round_cut() -> None:
    """A phone may keep only a circle of four fifths: outside it there is nothing but felt."""
    picture = Image.open(io.BytesIO(installed.drawn(512))).convert("RGB")
    felt = picture.getpixel((0, 0))
    outside = [(x, y) for x in range(0, 512, 8) for y in range(0, 512, 8) if (x - 256) ** 2 + (y - 256) ** 2 > 205**2]
    assert all(picture.getpixel(place) == felt for place in outside)
    assert len({picture.getpixel((x, y)) for x in range(150, 360, 10) for y in range(120, 400, 10)}) > 2


def test_there_are_icons_of_our_sizes_only(client: FlaskClient) -> None:
    assert client.get("/icon-64.png").status_code == 404
    assert client.get("/icon-180.png").mimetype == "image/png"


# -- a club's workers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"FANLENS_SECRET_KEY": ""}, "FANLENS_SECRET_KEY"),
        ({"FANLENS_SECRET_KEY": "short"}, "16 or more"),
        ({"FANLENS_JOIN_TOKEN": ""}, "FANLENS_OPEN=1"),
        ({"FANLENS_HOSTS": " , "}, "FANLENS_HOSTS"),
        ({"FANLENS_READERS": "many"}, "FANLENS_READERS = 'many'"),
        ({"FANLENS_READERS": "0"}, "from 1 to 64"),
    ],
)
def test_workers_that_would_not_be_one_page_do_not_start(change: dict[str, str], words: str) -> None:
    with pytest.raises(club.ClubError, match=words):
        club.settings({**CLUB, **change})


def test_two_workers_take_each_others_tokens_and_cookies() -> None:
    """A form that one worker made is read by the other, and whoever joined at one has joined at both."""
    first, second = (create_app({**club.settings(CLUB), "TESTING": True}, models="fake").test_client() for _ in range(2))
    phone = {"REMOTE_ADDR": "192.168.1.30"}
    welcome = first.get("/?join=k7m2p9qx", base_url="http://club.example", environ_base=phone)
    assert welcome.status_code == 302
    page = first.get("/", base_url="http://club.example", environ_base=phone)
    token = re.search(r'name="csrf_token" value="([^"]+)"', page.get_data(as_text=True))
    assert token is not None
    for name in ("join", "session"):
        cookie = first.get_cookie(name, domain="club.example")
        assert cookie is not None
        second.set_cookie(name, cookie.value, domain="club.example")
    response = second.post("/read", base_url="http://club.example", environ_base=phone, headers={"X-CSRFToken": token[1]})
    assert response.status_code == 400
    assert "No photo arrived" in response.get_data(as_text=True)


def test_behind_a_clubs_proxy_nobody_passes_for_the_laptop() -> None:
    client = create_app({**club.settings(CLUB), "TESTING": True}).test_client()
    assert client.get("/", base_url="http://club.example", environ_base={"REMOTE_ADDR": "127.0.0.1"}).status_code == 403
    assert client.get("/healthz", base_url="http://127.0.0.1").status_code == 200
    for page in ("/", "/healthz", "/no/such"):
        assert client.get(page, base_url="http://elsewhere.example", environ_base={"REMOTE_ADDR": "192.168.1.9"}).status_code == 400
