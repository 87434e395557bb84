"""The code on the laptop's screen: other machines show it once, the laptop needs none, and nothing is told without it."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from table_photos import HALF_FLUSH, reading_of

from webapp import create_app, door, lan
from webapp.__main__ import announce, main

TOKEN = "k7m2p9qx"
PHONE = {"REMOTE_ADDR": "192.168.1.30"}
PAGES = (
    "/",
    "/type",
    "/review?d=h-m1",
    "/sets?d=h-m1",
    "/context?d=h-m1",
    "/result?d=h-m1",
    "/nearest?d=h-m1",
    "/hands/aaaaaaaaaaaaaaaaaaaaaaaaaa/delete",
    "/api/openapi.json",
    "/nothing",
)


def read(_photo: bytes, _models: object) -> dict[str, object]:
    return reading_of(HALF_FLUSH, [[1.0, 1.0, 2.0, 2.0]] * 15, 10, 10)


@pytest.fixture
def table() -> FlaskClient:
    return create_app({"TESTING": True, "JOIN_TOKEN": TOKEN, "WTF_CSRF_ENABLED": False, "READ_PHOTO": read}, models="fake").test_client()


@pytest.mark.parametrize("url", PAGES)
def test_a_phone_without_the_code_sees_nothing(table: FlaskClient, url: str) -> None:
    assert table.get(url, environ_base=PHONE).status_code == 403


@pytest.mark.parametrize("url", ["/read", "/api/read", "/api/score", "/api/settle"])
def test_and_may_ask_nothing(table: FlaskClient, url: str) -> None:
    response = table.post(url, json={}, environ_base=PHONE)
    assert response.status_code == 403
    if url.startswith("/api/"):
        assert response.get_json()["error"] == "join"
        assert door.HEADER in response.get_json()["detail"]


def test_the_refusal_is_a_page_that_takes_the_code(table: FlaskClient) -> None:
    page = table.get("/type", environ_base=PHONE).get_data(as_text=True)
    assert "Join this table" in page
    assert 'name="join"' in page
    assert TOKEN not in page
    for file in re.findall(r'(?:src|href)="(/static/[^"]*)"', page):
        with table.get(file, environ_base=PHONE) as response:
            assert response.status_code == 200


def test_the_code_lets_in_is_remembered_and_leaves_the_address(table: FlaskClient) -> None:
    response = table.get(f"/review?d=h-m1&join={TOKEN}", environ_base=PHONE)
    assert response.headers["Location"] == "/review?d=h-m1"
    cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert table.get("/type", environ_base=PHONE).status_code == 200
    assert table.post("/api/score", json={}, environ_base=PHONE).status_code == 400


def test_the_code_leads_to_what_was_asked_for(table: FlaskClient) -> None:
    """A phone in mid-hand when the laptop was started anew, and so has a new code, keeps its hand: the form holds the way it was on."""
    page = table.get("/result?d=h-m1&won=discard-east&opt=a&opt=b&join=wrong", environ_base=PHONE).get_data(as_text=True)
    action, form = re.search(r'<form method="get" action="([^"]*)">(.*?)</form>', page, re.DOTALL).groups()  # type: ignore[union-attr]
    kept = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form)
    assert action == "/result" and kept == [("d", "h-m1"), ("won", "discard-east"), ("opt", "a"), ("opt", "b")]
    answer = table.get(action, query_string=[*kept, ("join", TOKEN)], environ_base=PHONE)
    assert answer.headers["Location"] == "/result?d=h-m1&won=discard-east&opt=a&opt=b"


@pytest.mark.parametrize(("method", "address", "action"), [("get", "//elsewhere.example/x", r"/(?![/\\]).*"), ("post", "/hands/", "/")])
def test_the_form_for_the_code_leads_to_no_other_site_and_sends_nothing_twice(table: FlaskClient, method: str, address: str, action: str) -> None:
    page = table.open(address, method=method.upper(), data={"d": "h-m1"} if method == "post" else None, base_url="http://localhost", environ_base=PHONE)
    found = re.search(r'<form method="get" action="([^"]*)">', page.get_data(as_text=True))
    assert found and re.fullmatch(action, found[1]), found


@pytest.mark.parametrize(
    ("root", "host", "told"),
    [
        ("http://127.0.0.1:8000/", "192.168.1.7", "http://192.168.1.7:8000/"),
        ("http://localhost/", "192.168.1.7", "http://192.168.1.7/"),
        ("http://[::1]:8000/", "192.168.1.7", "http://192.168.1.7:8000/"),
        ("http://127.0.0.1:8000/", "", "http://127.0.0.1:8000/"),
        ("http://192.168.1.9:8000/", "192.168.1.7", "http://192.168.1.9:8000/"),
        ("https://mahjong.example/", "192.168.1.7", "https://mahjong.example/"),
    ],
)
def test_a_link_made_on_the_laptop_holds_an_address_that_phones_reach(root: str, host: str, told: str) -> None:
    assert lan.for_others(root, host) == told


def test_it_may_be_typed_in_capitals(table: FlaskClient) -> None:
    assert table.get(f"/?join=%20{TOKEN.upper()}", environ_base=PHONE).status_code == 302


@pytest.mark.parametrize("said", ["", "x", TOKEN[:-1], TOKEN + "a", "é" * 8, "k7m2p9q%00"])
def test_a_wrong_code_is_no_code(table: FlaskClient, said: str) -> None:
    response = table.get(f"/?join={said}", environ_base=PHONE)
    assert response.status_code == 403
    assert "not this table" in response.get_data(as_text=True)
    assert "Set-Cookie" not in response.headers
    table.set_cookie(door.COOKIE, "wrong")
    assert table.get("/", environ_base=PHONE).status_code == 403


def test_a_program_sends_it_in_a_header(table: FlaskClient) -> None:
    assert table.post("/api/score", json={}, environ_base=PHONE, headers={door.HEADER: TOKEN}).status_code == 400
    assert table.post("/api/score", json={}, environ_base=PHONE, headers={door.HEADER: "wrong"}).status_code == 403


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
def test_the_laptop_itself_needs_none(table: FlaskClient, address: str) -> None:
    assert table.get("/", environ_base={"REMOTE_ADDR": address}).status_code == 200


@pytest.mark.parametrize("address", ["192.168.1.30", "10.0.0.7", "::ffff:192.168.1.30", "fe80::1", "", "nonsense"])
def test_nobody_else_passes_for_it(table: FlaskClient, address: str) -> None:
    assert table.get("/", environ_base={"REMOTE_ADDR": address}).status_code == 403


@pytest.mark.parametrize("header", ["Forwarded", "X-Forwarded-For", "X-Real-IP"])
def test_a_proxy_on_the_laptop_does_not_open_the_door(table: FlaskClient, header: str) -> None:
    assert table.get("/", environ_base={"REMOTE_ADDR": "127.0.0.1"}, headers={header: "203.0.113.9"}).status_code == 403


@pytest.mark.parametrize("address", [f"//elsewhere.example/?join={TOKEN}", f"/%5Celsewhere.example/?join={TOKEN}"])
def test_the_welcome_leads_to_no_other_site(table: FlaskClient, address: str) -> None:
    location = table.get(address, base_url="http://localhost", environ_base=PHONE).headers["Location"]
    assert re.match(r"/(?![/\\])", location), location


def test_the_source_stays_for_everyone(table: FlaskClient) -> None:
    assert table.get("/source.zip", environ_base=PHONE).status_code == 200


def test_without_a_token_the_door_stands_open(client: FlaskClient) -> None:
    assert client.get("/", environ_base=PHONE).status_code == 200


def test_codes_are_long_and_never_the_same() -> None:
    codes = {door.new_token() for _ in range(200)}
    assert len(codes) == 200
    assert all(re.fullmatch(r"[a-z2-9]{8}", code) and not set(code) & set("ilo01") for code in codes)


def test_the_code_is_in_every_printed_address_and_in_the_square_one(capsys: pytest.CaptureFixture[str]) -> None:
    announce(8000, TOKEN)
    printed = capsys.readouterr().out
    for address in lan.addresses():
        assert f"http://{address}:8000/?join={TOKEN}" in printed
    announce(8000)
    assert "join" not in capsys.readouterr().out


@pytest.mark.parametrize("port", ["-1", "0", "65536", "99999"])
def test_a_port_that_is_none_is_refused_before_anything_starts(capsys: pytest.CaptureFixture[str], port: str) -> None:
    with pytest.raises(SystemExit):
        main([f"--port={port}"])
    assert f"{port} is no port" in capsys.readouterr().err
