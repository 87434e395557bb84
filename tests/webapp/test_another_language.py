"""Another language on a page that answers a form: the same form again, with what was typed and why it was refused, and nothing done."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webapp import create_app, ledger, storage
from webapp.store import Fault, StoreProblem, default_url, tile_sets
from webapp.store.ledgers import versions
from webapp.store.tile_sets import Lesson

HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
BOXED = "h-m1_0.m2_1.m3_2.m5_3.m6_4.m7_5.m9_6.m9_7.m9_8w.east_9.east_10~s-red_11.red_12.red_13~b-f1_14"
ANSWERS = {"d": HAND, "seat": "south", "round": "east", "won": "discard-west", "rules": "fanorder", "asked": "none", "min": "3"}
PLAYERS = ["Ann", "Bob", "Cho", "Dee"]


@pytest.fixture
def app(tmp_path: Any) -> Flask:
    made = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "DATABASE_URL": default_url(tmp_path)}, models="fake")
    store = made.extensions["fanlens_store"]
    for number, title in enumerate(("Bone and bamboo", "Green backs")):
        tile_sets.begin(store, storage.new_name(), title, "maker", Lesson(1, {"m1": 1}, "abc", b"x", f"key{number}"))
    return made


@pytest.fixture
def table(client: FlaskClient) -> str:
    url = str(client.post("/tables/", data={"player": PLAYERS, "rules": "fanorder", "dealer": "never"}).headers["Location"])
    assert client.post(f"{url}/hands", data={**ANSWERS, "hand": "1.0"}).status_code == 303
    return url


def entries(app: Flask, table: str) -> int:
    return len(versions(app.extensions["fanlens_store"], table.rpartition("/")[2]))


def in_chinese(client: FlaskClient, response: TestResponse, sent: Any) -> TestResponse:
    """What the control of an answered page leads to: the form that it sends, or its link, followed."""
    page = response.get_data(as_text=True)
    button = re.search(r'<button form="again" formaction="([^"]*)" lang="zh-Hant"', page)
    if button is None:
        link = re.search(r'<a href="([^"]*)" lang="zh-Hant"', page)
        assert link is not None
        return client.get(html.unescape(link[1]), follow_redirects=True)
    fields: dict[str, list[str]] = {}
    for key, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page.split('<form id="again"')[1]):
        fields.setdefault(html.unescape(key), []).append(html.unescape(value))
    assert {key: value if isinstance(value, list) else [value] for key, value in sent.items()} == {k: v for k, v in fields.items() if k != "csrf_token"}
    return client.post(html.unescape(button[1]), data=fields, follow_redirects=True)


def forms_of(page: str) -> list[str]:
    """The addresses that the page's own forms send to; the language's has one in its buttons alone."""
    return re.findall(r'<form [^>]*method="post" action="([^"]*)"', page)


@dataclass(frozen=True)
class Refused:
    """A form that is refused: where it is sent, what stands in it, the heading of its page in Chinese, and what is there again."""

    view: str
    address: str
    sent: dict[str, Any]
    heading: str
    kept: tuple[str, ...] = ()
    says: str = ""
    status: int = 422
    data: dict[str, Any] = field(default_factory=dict)


CASES = [
    Refused("tables.create", "/tables/",
        {"player": ["Ann", "Ann", "Cho", ""], "rules": "vmc", "dealer": "win", "name": "Friday"},
        "牌桌", ('value="Friday"', 'value="Cho"', 'value="win" checked'), "請用不同的名字"),
    Refused("tables.change_setup", "{table}/setup",
        {"player": ["Ann", "Bob", "Bob", "Dee"], "rules": "fanorder", "dealer": "never", "version": "1", "name": "Late"},
        "", ('value="Late"',), "請用不同的名字"),
    Refused("tables.add", "{table}/entries",
        {"kind": "payment", "seen": "2.1", "payer": "1", "payee": "1", "points": "12", "note": "for the tea"},
        "這桌的帳簿", ('value="for the tea"', 'value="12"', "<option value=\"1\" selected>Bob"), "不可付給自己"),
    Refused("tables.add", "{table}/entries",
        {"kind": "draw", "seen": "9.9"},
        "這桌的帳簿", (), "其間有人", 409),
    Refused("tables.change", "{table}/entries/1",
        {"version": "1", "fan-south": "4", "fan-north": "x", "won": "discard-west", "note": "read twice"},
        "", ('value="read twice"', 'value="x"'), "「x」不是"),
    Refused("tables.change", "{table}/entries/1",
        {"version": "7", "undo": "1"},
        "", ('name="fan-south" inputmode="numeric" maxlength="5" value="4"',), "其間有人改過這項", 409),
    Refused("booking.save", "{table}/hands",
        {**ANSWERS, "hand": "9.9"},
        "", (HAND,), "其間有人", 409),
    Refused("booking.rescore", "{table}/entries/1/hands",
        {**ANSWERS, "version": "9"},
        "", (HAND,), "其間有人改過這項", 409),
    Refused("booking.book", "{table}/book",
        {**ANSWERS, "seen": "2.1", "when": "late", **{f"seat-{seat}": "2" for seat in ledger.SEATS}},
        "", ('value="late" checked',), "已坐"),
    Refused("booking.open_and_book", "/tables/book",
        {**ANSWERS, "new": "", "player": ["Eve", "Eve", "Fay", "Gus"]},
        "", ('value="Gus"',), "請用不同的名字"),
    Refused("own_tiles.rename", "/own-tiles/{set}/name",
        {"name": "Green backs"},
        "", ('value="Green backs"',), "另一副牌已經用了這個名字"),
    Refused("own_tiles.undo", "/own-tiles/{set}/undo",
        {"lesson": "9"},
        "", ("Bone and bamboo",), "", 409),
    Refused("own_tiles.teach", "/own-tiles/lessons",
        {"d": BOXED, "to": "new", "name": "Jade"},
        "", ('value="Jade"', 'data-keep="teach" open'), "", 400),
    Refused("pages.read", "/read",
        {"d": HAND},
        "", (HAND,), "", 400),
    Refused("records.keep", "/hands/",
        {**ANSWERS, "reading": "not json"},
        "", (), "", 400),
    Refused("records.delete", "/hands/aaaaaaaaaaaaaaaaaaaaaaaaaa/delete",
        {},
        "", (), "", 404),
    Refused("tables.delete", "{table}/delete",
        {},
        "這桌的帳簿", (), "", 403),
    Refused("own_tiles.delete", "/own-tiles/{set}/delete",
        {},
        "", ("Bone and bamboo",), "", 403),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.view}-{case.status}")
def test_a_refused_form_comes_back_in_the_other_language(app: Flask, client: FlaskClient, table: str, case: Refused) -> None:
    known = tile_sets.every(app.extensions["fanlens_store"])[0].id
    address = case.address.format(table=table, set=known)
    stranger = app.test_client()  # who made none of it, so may delete nothing
    headers = {"Accept-Language": "en"}
    from_phone = {"REMOTE_ADDR": "192.168.1.30"}
    before = entries(app, table)
    response = stranger.post(address, data=case.sent, headers=headers, environ_overrides=from_phone)
    assert response.status_code == case.status, response.get_data(as_text=True)
    again = in_chinese(stranger, response, case.sent)
    page = html.unescape(again.get_data(as_text=True))
    assert '<html lang="zh-Hant">' in page
    start = again.request.path == "/" and case.view not in ("pages.read", "records.keep", "records.delete")
    assert not start, "the start page"
    for text in (case.heading, case.says, *case.kept):
        assert text in page, text
    assert all("lang=" not in action for action in forms_of(page))
    assert entries(app, table) == before
    assert '<html lang="zh-Hant">' in stranger.get("/").get_data(as_text=True)  # and it stays


def test_every_form_of_the_pages_is_among_them(app: Flask) -> None:
    posted = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ()) and not rule.endpoint.startswith("api.")}
    assert posted == {case.view for case in CASES}


GOOD = [
    ("/tables/", {"player": ["Eve", "Fay", "Gus", "Hal"], "rules": "vmc", "dealer": "win"}),
    ("{table}/setup", {"player": ["Ann", "Bob", "Cho", "Eve"], "rules": "fanorder", "dealer": "never", "version": "1"}),
    ("{table}/entries", {"kind": "payment", "seen": "2.1", "payer": "1", "payee": "2", "points": "12", "note": "for the tea"}),
    ("{table}/entries/1", {"version": "1", "undo": "1"}),
    ("{table}/entries/1", {"version": "1", "fan-south": "6", "won": "discard-west", "note": "read twice"}),
    ("{table}/hands", {**ANSWERS, "d": HAND.replace("red", "green"), "hand": "2.1"}),
    ("{table}/entries/1/hands", {**ANSWERS, "d": HAND.replace("red", "green"), "version": "1"}),
    ("{table}/book", {**ANSWERS, "seen": "2.1", "when": "now", **{f"seat-{seat}": str(place) for place, seat in enumerate(ledger.SEATS)}}),
    ("/tables/book", {**ANSWERS, "new": "", "player": ["Eve", "Fay", "Gus", "Hal"]}),
    ("{table}/delete", {}),
    ("/own-tiles/{set}/name", {"name": "Blue backs"}),
    ("/own-tiles/{set}/undo", {"lesson": "1"}),
    ("/own-tiles/{set}/delete", {}),
    ("/hands/", {**ANSWERS, "reading": ""}),
]  # fmt: skip


@pytest.mark.parametrize(("address", "sent"), GOOD, ids=lambda value: value if isinstance(value, str) else "")
def test_a_form_that_is_only_looked_at_does_nothing(app: Flask, client: FlaskClient, table: str, address: str, sent: dict[str, Any]) -> None:
    """A right form, too: whoever asks for another language has not asked for anything else."""
    store = app.extensions["fanlens_store"]
    known = tile_sets.every(store)

    def held() -> Any:
        with store.reading() as connection:
            return [connection.exec_driver_sql(f"SELECT * FROM {name}").fetchall() for name in ("entries", "tables", "tile_sets", "tile_lessons", "records")]

    before = held()
    response = client.post(address.format(table=table, set=known[0].id) + "?lang=zh-Hant", data=sent)
    assert response.status_code in (200, 303), response.get_data(as_text=True)
    assert held() == before
    assert "language=zh-Hant" in response.headers["Set-Cookie"]
    if response.status_code == 200:
        page = response.get_data(as_text=True)
        assert '<html lang="zh-Hant">' in page and 'role="alert">' not in page.replace("></p>", "")
        assert all("lang=" not in action for action in forms_of(page))


def test_a_save_that_failed_waits_in_the_other_language_too(app: Flask, client: FlaskClient, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is away: the page that offers to try again is there in Chinese, its form whole, and saves once the database is back."""
    sent = {"kind": "payment", "seen": "2.1", "payer": "1", "payee": "2", "points": "12", "note": "for the tea"}

    def away(*_arguments: object) -> None:
        raise StoreProblem(Fault.AWAY)

    with monkeypatch.context() as broken:
        broken.setattr("webapp.store.ledgers.versions", away)
        broken.setattr("webapp.store.ledgers.write", away)
        response = client.post(f"{table}/entries", data=sent)
        assert response.status_code == 503
        again = in_chinese(client, response, sent)
    page = again.get_data(as_text=True)
    assert again.status_code == 503 and "再試" in page and 'value="for the tea"' in page
    assert forms_of(page) == [f"{table}/entries"]
    before = entries(app, table)
    assert client.post(forms_of(page)[0], data=sent).status_code == 303
    assert entries(app, table) == before + 1


@pytest.mark.parametrize("answered", [lambda client: client.post("/read", data={"d": "what"}), lambda client: client.put("/")])
def test_an_answer_that_has_no_page_leads_on(client: FlaskClient, answered: Callable[[FlaskClient], TestResponse]) -> None:
    assert 'href="/?lang=zh-Hant"' in answered(client).get_data(as_text=True)


def test_a_photo_that_cannot_be_read_leads_back_to_the_hand_that_it_was_for(client: FlaskClient) -> None:
    sent = {"d": HAND, "photo": (io.BytesIO(b"no photo"), "photo.jpg")}
    response = client.post("/read", data=sent)
    assert response.status_code == 415
    page = in_chinese(client, response, {})
    assert page.request.path == "/" and page.request.args["d"] == HAND
