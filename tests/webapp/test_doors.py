"""Closed doors: headers, hosts, other sites' pages, form tokens, and what the pages may load."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from webapp import create_app, lan
from webapp.app import LARGEST_UPLOAD

TEMPLATES = Path(create_app.__code__.co_filename).parent / "templates"
PAGES = ("/", "/type", "/review?d=h-m1", "/sets?d=h-m1", "/context?d=h-m1", "/nothing", "/api/openapi.json", "/tiles/m1.svg")


@pytest.mark.parametrize("url", PAGES)
def test_every_answer_carries_a_strict_policy(client: FlaskClient, url: str) -> None:
    response = client.get(url)
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert "unsafe-eval" not in response.headers["Content-Security-Policy"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("url", PAGES[:6])
def test_no_inline_script_or_style_and_nothing_from_elsewhere(client: FlaskClient, url: str) -> None:
    page = client.get(url).get_data(as_text=True)
    assert "unsafe-inline" not in client.get(url).headers["Content-Security-Policy"]
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", page)
    assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", page)


def test_templates_leave_escaping_on() -> None:
    for template in TEMPLATES.glob("*.html"):
        assert "| safe" not in template.read_text(encoding="utf-8").replace("extra | safe", ""), template.name


def test_a_typed_text_is_shown_as_text(client: FlaskClient) -> None:
    page = client.get("/type", query_string={"text": "<img src=x onerror=alert(1)>"}).get_data(as_text=True)
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


@pytest.mark.parametrize("url", ["/api/score", "/api/settle", "/api/read", "/read"])
def test_a_page_of_another_site_may_not_post(client: FlaskClient, url: str) -> None:
    assert client.post(url, json={}, headers={"Origin": "http://elsewhere.example"}).status_code == 403


def test_our_own_page_and_programs_may_post(client: FlaskClient) -> None:
    assert client.post("/api/score", json={}, headers={"Origin": "http://localhost"}).status_code == 400
    assert client.post("/api/score", json={}).status_code == 400


def test_the_upload_form_needs_its_token() -> None:
    client = create_app({"TESTING": True}, models="fake").test_client()
    response = client.post("/read", data={})
    assert response.status_code == 400
    assert "sent no cookie back" in response.get_data(as_text=True), "a browser that keeps no cookies gets no further by loading the page again"
    client.get("/")
    for address in ("/read", "/tables/", "/hands/"):
        response = client.post(address, data={})
        assert response.status_code == 400
        assert "open for too long. Reload it, then try again." in response.get_data(as_text=True), address


def test_the_token_is_taken_from_the_form_and_from_the_header() -> None:
    client = create_app({"TESTING": True}, models="fake").test_client()
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/").get_data(as_text=True))
    assert token is not None
    assert "No photo arrived" in client.post("/read", data={"csrf_token": token[1]}).get_data(as_text=True)
    assert "No photo arrived" in client.post("/read", headers={"X-CSRFToken": token[1]}).get_data(as_text=True)


def test_a_strangers_host_name_is_refused() -> None:
    client = create_app({"TESTING": True, "TRUSTED_HOSTS": lan.trusted_hosts(8000)}).test_client()
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert client.get("/", headers={"Host": "127.0.0.1:8000"}).status_code == 200
    assert client.get("/", headers={"Host": "localhost"}).status_code == 200


def test_every_address_is_trusted_and_the_first_is_in_the_code() -> None:
    for address in lan.addresses():
        assert address in lan.trusted_hosts(8000)
    assert len(lan.qr_code("http://192.168.1.20:8000/").splitlines()) > 10


def test_tile_pictures_are_kept_and_only_tiles(client: FlaskClient) -> None:
    response = client.get("/tiles/p5.svg")
    assert response.mimetype == "image/svg+xml"
    assert "immutable" in response.headers["Cache-Control"]
    assert client.get("/tiles/p10.svg").status_code == 404
    assert client.get("/tiles/../app.svg").status_code == 404


def test_the_source_of_what_runs_is_offered(client: FlaskClient) -> None:
    packed = zipfile.ZipFile(io.BytesIO(client.get("/source.zip").data))
    assert "fanlens/webapp/app.py" in packed.namelist()
    assert "fanlens/scoring/score.py" in packed.namelist()


def test_a_wrong_method_and_a_wrong_page_say_so(client: FlaskClient) -> None:
    assert client.get("/api/score").status_code == 405
    assert client.get("/api/score").get_json()["ok"] is False
    assert client.get("/api/none").get_json()["detail"] == "There is no such page."
    assert "There is no such page." in client.get("/none").get_data(as_text=True)


def test_the_limit_in_words_is_the_limit() -> None:
    assert LARGEST_UPLOAD == 40 * 1024 * 1024
