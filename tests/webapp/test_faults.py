"""The disk full, the folder read-only, the database away, a model file damaged: each told in the reader's language, nothing lost, cured without a restart."""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from postgres import Cluster
from small_disk import Disk
from sqlalchemy import event
from table_photos import fake_read
from werkzeug.test import TestResponse

from recognizer.apart import FILES, Apart
from webapp import create_app, ledger
from webapp.__main__ import MODELS
from webapp.store import default_url
from webapp.store.ledgers import versions
from webapp.uploads import SAMPLES

HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
ANSWERS: dict[str, Any] = {
    "d": HAND, "seat": "south", "round": "east", "won": "discard-west", "rules": "fanorder", "asked": "fanorder", "min": "3", "cap": "13",
    "opt": ["payment.half", "bonus_tiles.true", "self_draw_each.2"],
}  # fmt: skip
FULL = {"en": "disk is full", "zh-Hant": "磁碟已滿", "zh-Hans": "磁盘已满"}
READ_ONLY = {"en": "cannot be written to", "zh-Hant": "不能寫入", "zh-Hans": "不能写入"}
AWAY = {"en": "The database does not answer", "zh-Hant": "資料庫沒有回應", "zh-Hans": "数据库没有回应"}
NO_MODELS = {"en": "no models to read photos", "zh-Hant": "沒有讀相片的模型", "zh-Hans": "没有读照片的模型"}
PHOTO = (SAMPLES / "half-flush.jpg").read_bytes()


class Evening:
    """A table with one hand saved, a record with its photo, and what is asked of both while something is wrong, and after."""

    def __init__(self, app: Flask) -> None:
        self.app, self.client = app, app.test_client()
        players = {"player": ["Ann", "Bob", "Cho", "Dee"], "rules": "fanorder", "dealer": "never", "name": "Friday"}
        self.table = self.client.post("/tables/", data=players).headers["Location"]
        assert self.save(1).status_code == 303
        self.record = self.keep().headers["Location"]

    def save(self, hand: int, **headers: str) -> TestResponse:
        return self.client.post(f"{self.table}/hands", data={**ANSWERS, "hand": f"{hand}.{hand - 1}"}, headers=headers)

    def keep(self, **headers: str) -> TestResponse:
        sent = {**ANSWERS, "consent": "1", "photo": (io.BytesIO(PHOTO), "p.jpg")}
        return self.client.post("/hands/", data=sent, content_type="multipart/form-data", headers=headers)

    def totals(self) -> tuple[int, ...]:
        return ledger.opened(versions(self.app.extensions["fanlens_store"], self.table.rpartition("/")[2])).totals

    def is_told(self, fault: str, sentences: dict[str, str]) -> dict[str, list[str]]:
        """Every save fails with the sentence, on a page in every language and as JSON; gives the fields that the page sends again."""
        fields: dict[str, list[str]] = {}
        for language, words in sentences.items():
            for response in (self.save(2, **{"Accept-Language": language}), self.keep(**{"Accept-Language": language})):
                page = response.get_data(as_text=True)
                assert response.status_code == 503, page
                assert int(response.headers["Retry-After"]) > 0
                assert words in page and f'lang="{language}"' in page
            told = self.keep(Accept="application/json", **{"Accept-Language": language})
            assert told.status_code == 503
            assert told.get_json()["error"] == f"store_{fault}"
            assert words in told.get_json()["detail"]
        for key, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', self.save(2).get_data(as_text=True)):
            fields.setdefault(key, []).append(value)
        assert fields["d"] == [HAND] and fields["hand"] == ["2.1"]
        self.road_goes_on()
        return fields

    def road_goes_on(self) -> None:
        """Reading and scoring need no place to keep anything."""
        assert "Half flush" in self.client.get("/result", query_string=ANSWERS).get_data(as_text=True)
        read = self.client.post("/api/read", data={"photo": (io.BytesIO(PHOTO), "p.jpg")})
        assert read.status_code == 200 and read.get_json()["tiles"]

    def is_read(self, client: FlaskClient | None = None) -> None:
        """All that was acknowledged can be looked at: SQLite wants room to read in as well, and where there is none the file is read as it lies."""
        asked = client or self.client
        for address, words in (
            (self.table, "Bob 4 Fan, from Cho"), (f"{self.table}/entries/1", "Every version"), (f"{self.table}/settle", "Cho pays Bob"),
            (f"{self.table}/ledger.csv", "Bob"), (self.record, "Half flush"), ("/tables/", "Friday"),
        ):  # fmt: skip
            page = asked.get(address)
            assert page.status_code == 200 and words in page.get_data(as_text=True), address
        assert asked.get(f"{self.record}/photo-0.jpg").data[:2] == b"\xff\xd8"
        assert asked.get(f"/api{self.table}").get_json()["totals"] == [-16, 64, -32, -16]
        assert asked.get(f"/api{self.record}").get_json()["case"]["hand"]["winning_tile"] == "m9"

    def is_well_again(self, fields: dict[str, list[str]]) -> None:
        """What was acknowledged is there, what was not is not, and what the page held is saved when it is sent again."""
        assert self.totals() == (-16, 64, -32, -16)
        assert self.client.get(f"{self.record}/photo-0.jpg").data[:2] == b"\xff\xd8"
        assert self.client.post(f"{self.table}/hands", data=fields).status_code == 303
        assert sum(self.totals()) == 0 and self.totals() != (-16, 64, -32, -16)
        again = self.keep()
        assert again.status_code == 303
        assert self.client.get(again.headers["Location"]).status_code == 200
        assert self.client.get("/healthz").get_json()["ok"] is True


def app_at(address: str) -> Flask:
    return create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "READ_PHOTO": fake_read, "DATABASE_URL": address}, "fake")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    try:
        made = Disk(tmp_path / "disk", 1500)
    except OSError as error:
        pytest.skip(str(error))
    yield made
    made.close()


def test_a_full_disk(disk: Disk) -> None:
    evening = Evening(app_at(default_url(disk.folder)))
    disk.fill()
    fields = evening.is_told("full", FULL)
    evening.is_read()
    evening.is_read(app_at(default_url(disk.folder)).test_client())  # by a server that was started on the full disk
    disk.make_room()
    evening.is_well_again(fields)


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """The same where no disk can be mounted: SQLite is told how many pages there are."""
    app = app_at(default_url(tmp_path))
    evening = Evening(app)
    engine = app.extensions["fanlens_store"]._engine

    def bound(connection: Any, _record: object) -> None:
        connection.execute(f"PRAGMA max_page_count={connection.execute('PRAGMA page_count').fetchone()[0]}")
        connection.execute("PRAGMA cache_size=1")

    with app.extensions["fanlens_store"].writing() as connection:  # no page is free for an entry
        connection.exec_driver_sql("DELETE FROM settings WHERE name = 'none'")
    event.listen(engine, "connect", bound)
    response = evening.keep(Accept="application/json")
    assert (response.status_code, response.get_json()["error"]) == (503, "store_full")
    event.remove(engine, "connect", bound)
    assert evening.keep().status_code == 303


def test_a_folder_that_cannot_be_written_to(disk: Disk) -> None:
    evening = Evening(app_at(default_url(disk.folder)))
    disk.forbid_writing(True)
    fields = evening.is_told("read_only", READ_ONLY)
    evening.is_read()
    evening.is_read(app_at(default_url(disk.folder)).test_client())
    disk.forbid_writing(False)
    evening.is_well_again(fields)


def test_a_database_that_goes_away_and_comes_back_to_the_pages(own_cluster: Callable[[], Cluster]) -> None:
    cluster = own_cluster()
    app = app_at(cluster.url())
    evening = Evening(app)
    cluster.stop("immediate")
    fields = evening.is_told("away", AWAY)
    for language, words in AWAY.items():
        page = evening.client.get(evening.table, headers={"Accept-Language": language})
        assert (page.status_code, words in page.get_data(as_text=True)) == (503, True)
    assert evening.client.get("/healthz").get_json()["store"] == "away"
    cluster.start()
    evening.is_well_again(fields)
    app.extensions["fanlens_store"].close()


def test_a_database_that_is_away_holds_up_no_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every request asks whether photos are to be purged: after a fault once a minute, for each time may wait for seconds."""
    app = app_at(default_url(tmp_path))
    store, asked = app.extensions["fanlens_store"], []

    def away(*_arguments: object) -> None:
        asked.append(1)
        raise OSError(110, "timed out")

    monkeypatch.setattr(store, "_prepare", away)
    client = app.test_client()
    assert [client.get("/").status_code for _ in range(5)] == [200] * 5
    assert len(asked) == 1


@pytest.mark.parametrize("damage", [lambda whole: whole[: len(whole) // 2], lambda _whole: b"", lambda whole: whole[:2000] + bytes(4000) + whole[6000:]])
def test_a_damaged_model_file(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    for name in FILES:
        shutil.copy(MODELS / name, tmp_path / name)
    whole = (tmp_path / "tiles.onnx").read_bytes()
    (tmp_path / "tiles.onnx").write_bytes(damage(whole))
    models = Apart(tmp_path)
    client = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False}, models).test_client()
    for language, words in NO_MODELS.items():
        assert _sent(client, language).status_code == 503
        assert words in _sent(client, language).get_data(as_text=True)
        told = _sent(client, language, "application/json").get_json()
        assert told["error"] == "no_models" and words in told["detail"]
        assert words in client.get("/", headers={"Accept-Language": language}).get_data(as_text=True)
    assert "Half flush" in client.get("/result", query_string=ANSWERS).get_data(as_text=True)
    assert client.get("/healthz").get_json()["models"] is None
    (tmp_path / "tiles.onnx").write_bytes(whole)
    assert NO_MODELS["en"] not in client.get("/").get_data(as_text=True)
    assert _sent(client, "en", "application/json").status_code == 200
    assert client.get("/healthz").get_json()["models"]
    models.close()


def _sent(client: FlaskClient, language: str, accept: str = "text/html") -> TestResponse:
    return client.post("/read", data={"photo": (io.BytesIO(PHOTO), "p.jpg")}, headers={"Accept-Language": language, "Accept": accept})
