"""Chinese pages are Chinese: every page is walked, and each word in Latin letters that it shows or speaks is a name or a format."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from table_photos import fake_read

from scoring.explain import OUR_DEFAULT
from scoring.rulesets import RULESET_NAMES, load_ruleset
from webapp import create_app
from webapp.store import default_url

HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red"
SUITS_ALONE = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.p1.p1~s-p3.p3.p3"
GREAT = "h-m1.m2.m3w.m9.m9~s-red.red.red~s-green.green.green~s-white.white.white"
ORPHANS = "h-east.south.west.north.red.green.white.m1.m9.p1.p9.s1.s9.s9w"
WON = "seat=south&round=east&won=discard-west&asked=none&min=0&void=s"
NAMES = {"AGPL", "or", "later", "CSV", "English", "Fanlens", "HEIC", "JPEG", "PNG", "WebP", "MB", "VMC", "HKMA", "Wi", "Fi", "JSON"}
"""What stays in Latin letters: names, formats, and each language by its own name."""
TYPED = ("12x", "99z", "5p", "3D", "+8m")
"""What a person typed, and notation."""


class Shown(HTMLParser):
    """What a page shows and what is read out of it."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.skipped += tag in ("script", "style")
        self.texts += [value for name, value in attrs if name in ("aria-label", "alt", "title", "placeholder") and value]

    def handle_endtag(self, tag: str) -> None:
        self.skipped -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.skipped:
            self.texts.append(data)


@pytest.fixture
def app(tmp_path: Any) -> Flask:
    return create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "READ_PHOTO": fake_read, "DATABASE_URL": default_url(tmp_path)}, models="fake")


def english_on(page: str) -> Iterator[str]:
    parser = Shown()
    parser.feed(page)
    for text in parser.texts:
        text = re.sub(r"https?://\S+|(?<![0-9a-z])[0-9a-f]{12}(?![0-9a-z])", "", text)  # links in a text for the chat, versions of rules
        text = re.sub(r"英文(?:網頁|网页)[^「“]*[「“][^」”]*[」”]", "", text)  # a row of an English page, cited
        text = re.sub(r"英文(?:網頁|网页)[A-Za-z ,:]+", "", text)
        for typed in TYPED:
            text = text.replace(typed, "")
        yield from (word for word in re.findall("[A-Za-z]{2,}", text) if word not in NAMES)


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans"])
@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_every_page_at_a_table(client: FlaskClient, language: str, rules: str) -> None:
    client.set_cookie("language", language)
    hand = SUITS_ALONE if rules == "sichuan" else HAND
    answers = dict(pair.split("=") for pair in WON.split("&")) | {"d": hand, "rules": rules}
    url = str(client.post("/tables/", data={"player": ["甲", "乙", "丙", "丁"], "rules": rules, "dealer": "never"}).headers["Location"])
    assert client.post(f"{url}/hands", data={**answers, "hand": "1.0"}).status_code == 303
    record = str(client.post("/hands/", data=answers).headers["Location"])
    pages = [f"/guide?rules={rules}", f"/tables/?rules={rules}", url, f"{url}/setup", f"{url}/entries/1", f"{url}/settle", f"{url}/ledger.csv", record]
    pages += [f"/{page}?d={hand}&rules={rules}&{WON}" for page in ("context", "result", "review", "type", "sets")]
    pages += [f"/result?d={HAND}&rules={rules}&{WON.replace('min=0', 'min=9')}", f"/result?d={hand}&rules={rules}&{WON.replace('discard-west', 'self_draw')}"]
    pages += [f"/result?d={hand}&rules={rules}&{WON.replace('discard-west', way)}" for way in ("discard-south", "rob-west", "what", "")]
    pages += [f"/result?d={special}&rules={rules}&{WON}" for special in (GREAT, ORPHANS)]
    pages += [f"/context?d={hand}&rules={rules}", f"/tables/book?d={hand}&rules={rules}&{WON}", f"/tables/book?d={hand}&rules={rules}&{WON}&table={url[8:]}"]
    shown = {page: client.get(page).get_data(as_text=True) for page in pages}
    refused = [
        (f"{url}/entries", {"kind": "payment", "seen": "2.1", "payer": "0", "payee": "0"}), (f"{url}/entries", {"kind": "kong", "seen": "2.1"}),
        (f"{url}/entries", {"kind": "draw", "seen": "9.9"}), (f"{url}/entries/1", {"version": "1", "fan-south": "999", "won": "self_draw"}),
        (f"{url}/entries/1", {"version": "1", "fan-south": "4", "won": "discard-south"}), (f"{url}/setup", {"player": "", "rules": "x"}),
        (f"{url}/hands", {"d": "h-m1"}), (f"{url}/hands", {**answers, "hand": "7.7"}), ("/tables/", {}),
    ]  # fmt: skip
    shown |= {f"{address} {sent}": client.post(address, data=sent).get_data(as_text=True) for address, sent in refused}
    assert {where: found for where, page in shown.items() if (found := list(english_on(page)))} == {}


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans"])
def test_every_other_page(client: FlaskClient, language: str) -> None:
    client.set_cookie("language", language)
    pages = [
        "/", "/type", "/type?text=12x", "/type?text=99z", "/type?text=(12p", "/type?d=h-p5.p5.p5.p5.p5.m1.m2.m3", "/about", "/nothing", "/review?d=what",
        "/own-tiles/", "/hands/none", "/review?d=h-m1_0q.back_1.m3_2&fix=1:m2:m3", "/review?d=h-m1q.m2&at=0", "/review?d=h-m1&adding=0",
        f"/nearest?d={HAND.replace('m7', 'm8')}&{WON}&rules=fanorder", "/sets?d=h-m1.m2.m3.p5.p6.p7.p9.p9.p9.p9.east.eastg~s-red.red.red.red",
    ]  # fmt: skip
    shown = {page: client.get(page).get_data(as_text=True) for page in pages}
    shown["/read"] = client.post("/read").get_data(as_text=True)
    assert {where: found for where, page in shown.items() if (found := list(english_on(page)))} == {}
    manifest = json.loads(client.get("/manifest.webmanifest").get_data(as_text=True))
    assert not re.search("[A-Za-z]", manifest["description"]) and manifest["lang"] == language


def test_the_walk_sees_english(client: FlaskClient) -> None:
    assert {"Score", "Take"} & set(english_on(client.get("/", headers={"Accept-Language": "en"}).get_data(as_text=True)))


@pytest.mark.parametrize(("language", "says"), [("zh-Hant", "沒有列出平糊的番數：這是預設"), ("zh-Hans", "没有列出平糊的番数：这是预设")])
def test_a_value_that_is_ours_is_said_to_be_so(client: FlaskClient, language: str, says: str) -> None:
    """Mahjong House prices few hands: what ships in place of the rest is our default, in each language's words."""
    assert load_ruleset("mahjong_house").rows["all_chows"].endswith(OUR_DEFAULT)
    page = client.get("/guide?rules=mahjong_house", headers={"Accept-Language": language}).get_data(as_text=True)
    assert says in page and "our default" not in page
