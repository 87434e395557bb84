"""What people are told is words, in every language: no key of the rules' data, no name of the program's own, no quotation of its code."""

from __future__ import annotations

import copy
import html
import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from webapp import create_app, records
from webapp.road import Road
from webapp.store import default_url

LANGUAGES = ("en", "zh-HK", "zh-CN")
HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
SICHUAN = "h-m1.m2.m3w.m5.m6.m7.m9.m9.m9.p1.p1~s-p3.p3.p3"
KEY = re.compile(r"\b[a-z]+_[a-z_]+\b|\b[a-z]+\.[a-z]+\.[a-z]+|'\w+'|\bNone\b|\bTrue\b|\bFalse\b")


@pytest.fixture
def app(tmp_path: Any) -> Flask:
    return create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "DATABASE_URL": default_url(tmp_path)})


def shown(page: str) -> str:
    page = re.sub(r'<textarea.*?</textarea>|<nav class="languages".*?</nav>', "", page, flags=re.DOTALL)
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", page)))


@pytest.fixture
def table(client: FlaskClient) -> str:
    """A Sichuan table whose every option differs from its preset, with an entry of each kind."""
    opt = [
        "self_draw.plus_fan", "multiple_winners.true", "added_kong.just_drawn", "kong_dealt_in.handed_over", "kong_refund.false", "ready_pay.false",
        "pig_pays.ready", "base.2",
    ]  # fmt: skip
    sent = {"player": ["甲", "乙", "丙", "丁"], "rules": "sichuan", "asked": "sichuan", "dealer": "first_winner", "opt": opt}
    url = str(client.post("/tables/", data=sent).headers["Location"])
    entries: list[dict[str, str]] = [
        {"kind": "kong", "seen": "1.0", "how": "added", "by": "east", "held": "1"},
        {"kind": "kong", "seen": "1.1", "how": "exposed", "by": "east", "from": "north", "dealt_in": "west"},
        {"kind": "end_of_wall", "seen": "1.2", "end-east": "", "end-south": "2", "end-west": "2", "end-north": "pig"},
        {"kind": "payment", "seen": "2.3", "payer": "0", "payee": "1", "points": "3"},
        {"kind": "draw", "seen": "2.4"},
        {"kind": "seats", "seen": "3.5", "seat-east": "1", "seat-south": "0", "seat-west": "2", "seat-north": "3"},
    ]
    for entry in entries:
        assert client.post(f"{url}/entries", data=entry).status_code == 303, entry
    won = {"d": SICHUAN, "seat": "south", "round": "east", "won": "rob-west", "rules": "sichuan", "asked": "sichuan", "opt": opt, "min": "0", "hand": "3.6"}
    assert client.post(f"{url}/hands", data=won).status_code == 303
    return url


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_where_a_word_belongs(client: FlaskClient, table: str, language: str) -> None:
    pages = [table, f"{table}/setup", f"{table}/settle", f"{table}/ledger.csv", *(f"{table}/entries/{number}" for number in range(1, 8))]
    for address in pages:
        response = client.get(address, headers={"Accept-Language": language})
        told = shown(response.get_data(as_text=True))
        assert response.status_code == 200 and KEY.findall(told) == [], (address, KEY.findall(told))
        assert language == "en" or not re.search(r"[A-Za-z]{3,} [A-Za-z]{3,}", re.sub("Sichuan rules, Going further: Fan|What fan are", "", told)), address


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_are_words(client: FlaskClient, table: str, language: str) -> None:
    said = []
    for sent in (
        {"kind": "luck"}, {"kind": "kong", "how": "x"}, {"kind": "kong", "how": "added", "by": "x"}, {"kind": "kong", "how": "exposed", "by": "east"},
        {"kind": "payment", "payer": "0", "payee": "0"}, {"kind": "payment", "payer": "0", "payee": "1", "points": "12.5"}, {"kind": "seats"},
        {"kind": "seats", **{f"seat-{seat}": "0" for seat in ("east", "south", "west", "north")}}, {"kind": "draw", "seen": "9.9"},
    ):  # fmt: skip
        response = client.post(f"{table}/entries", data={"seen": "3.7", **sent}, headers={"Accept-Language": language})
        assert response.status_code in (409, 422), sent
        said += re.findall(r'role="alert">(.*?)</p>', response.get_data(as_text=True), re.DOTALL)
    for sent in ({"fan-south": "x"}, {"fan-south": ""}, {"fan-south": "1", "won": "luck"}, {"fan-south": "1", "won": "discard-south"}, {"version": "7"}):
        response = client.post(f"{table}/entries/7", data={"version": "1", "won": "rob-west", **sent}, headers={"Accept-Language": language})
        said += re.findall(r'role="alert">(.*?)</p>', response.get_data(as_text=True), re.DOTALL)
    for road in (f"d={HAND}&rules=sichuan&asked=sichuan", f"d={SICHUAN}.s1&rules=sichuan&asked=none", f"d={HAND}&rules=fanorder&asked=fanorder&printed=4+x"):
        response = client.get(f"/result?{road}&seat=south&won=self_draw", headers={"Accept-Language": language})
        said += re.findall(r'role="alert">(.*?)</p>', response.get_data(as_text=True), re.DOTALL)
    assert len(said) >= 17 and [sentence for sentence in said if KEY.search(html.unescape(sentence))] == []
    if language != "en":
        assert [sentence for sentence in said if re.search(r"[A-Za-z]{3,} [A-Za-z]{3,}", re.sub("<[^>]*>", " ", sentence))] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("typed", "quoted"), [("12x", "12"), ("1m 1z9z", "9z"), ("三萬 foo", "foo"), ("1m (12q) +3m", "12")])
def test_typed_tiles_that_cannot_be_read_are_quoted_in_a_sentence(client: FlaskClient, language: str, typed: str, quoted: str) -> None:
    response = client.get("/type", query_string={"text": typed}, headers={"Accept-Language": language})
    alert = re.search(r'id="problem-text" role="alert">([^<]*)', response.get_data(as_text=True))
    assert response.status_code == 422 and alert is not None
    assert quoted in alert[1] and "&#39;" not in alert[1]
    assert language == "en" or re.search("[一-龥]{6}", alert[1])


def test_a_record_of_rules_that_are_no_more_still_names_its_lines(app: Flask) -> None:
    road = MultiDict([("d", HAND), ("seat", "south"), ("won", "self_draw"), ("rules", "fanorder"), ("asked", "none")])
    with app.test_request_context("/", headers={"Accept-Language": "zh-HK"}):
        body = json.loads(json.dumps(records.body_of(Road.of(road), None, {})))
        older = copy.deepcopy(body)
        for tongue, told in older["told"].items():
            told["lines"].append(["lucky_hand", 1])
            told["reasons"].append({**told["reasons"][0], "id": "lucky_hand", "name": {"en": "Lucky hand"}.get(tongue, "好運糊"), "fan": 1})
        today = records.today(older)
        assert today is not None and not today.same
        assert any("好運糊" in line for line in today.differs) and not any("lucky_hand" in line for line in today.differs)
