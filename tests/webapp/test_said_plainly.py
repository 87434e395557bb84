"""What is typed wrong, linked wrong or not there yet is said in a player's words, in each language as well as in any other."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from table_photos import fake_read

from webapp import create_app
from webapp.store import default_url

LANGUAGES = ("en", "zh-Hant", "zh-Hans")
HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red"
WON = "seat=south&round=east&won=discard-west&rules=fanorder&asked=none"


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    """The page with a store: what is kept in one is told too."""
    config = {"TESTING": True, "WTF_CSRF_ENABLED": False, "READ_PHOTO": fake_read, "DATABASE_URL": default_url(tmp_path)}
    return create_app(config, models="fake").test_client()


def said(client: FlaskClient, url: str, language: str, status: int) -> str:
    response = client.get(url, headers={"Accept-Language": language})
    assert response.status_code == status, response.get_data(as_text=True)
    page = response.get_data(as_text=True)
    return " ".join(unescape(re.sub("<[^>]*>", "", text)) for text in re.findall(r'(?s)<p class="problem"[^>]*>(.*?)</p>', page))


TYPED = {
    "hello world": ("“hello” is no tile", "「hello」不是牌", "“hello”不是牌"),
    "123x": ("“123” has no suit after it", "「123」之後沒有寫哪一門", "“123”之后没有写哪一门"),
    "99m9": ("“9” has no suit after it", "「9」之後沒有寫哪一門", "“9”之后没有写哪一门"),
    "9z": ("there is no tile “9z”", "沒有「9z」這張牌", "没有“9z”这张牌"),
    "(12m": ("“(” has no partner", "括號「(」不成對", "括号“(”不成对"),
    "1m" * 161: ("161 tiles are too many: 160 at most", "寫了161張牌，太多：最多160張", "写了161张牌，太多：最多160张"),
    "": ("Nothing is written here yet.", "這裡還沒有寫牌。", "这里还没有写牌。"),
    " ,": ("Nothing is written here yet.", "這裡還沒有寫牌。", "这里还没有写牌。"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("typed", TYPED, ids=lambda typed: typed[:12])
def test_what_is_typed_wrong_is_quoted_and_the_hand_stays(client: FlaskClient, typed: str, language: str) -> None:
    sentence = said(client, f"/type?d={HAND}&text={typed}", language, 422)
    assert TYPED[typed][LANGUAGES.index(language)] in sentence
    page = client.get(f"/type?d={HAND}&text={typed}").get_data(as_text=True)
    assert 'data-face="east"' in page and 'aria-describedby="problem-text"' in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "url", ["/review?d=h-x1", "/review?d=zz-m1", f"/review?d={HAND}&put=m99&at=0", f"/sets?d={HAND}&claim=0.1.2&as=zz", f"/type?d={HAND}&drop=99"]
)
def test_a_broken_link_shows_nobody_its_codes(client: FlaskClient, url: str, language: str) -> None:
    sentence = said(client, url, language, 400)
    assert len(sentence) > 10
    assert not re.search(r"h-m1|m99|zz|\bke\b|x1|expected", sentence)
    told = client.get(url, headers={"Accept": "application/json"}).get_json()
    assert told["error"] == "malformed" and "expected" in told["detail"]  # a program is told


@pytest.mark.parametrize(
    ("url", "words"),
    [
        (f"/review?d={HAND}&win=11", "The winning tile is one of the tiles in hand"),
        ("/sets?d=h-m1.m2.m9.p1&claim=0.1.2&as=s", "These tiles are neither a chow, a pong nor a kong."),
        (f"/review?d=h-{'.'.join(['m1'] * 160)}&add=m1", "There are 160 tiles on the table already."),
    ],
)
def test_an_edit_that_cannot_be_is_a_sentence_and_no_broken_link(client: FlaskClient, url: str, words: str) -> None:
    sentence = said(client, url, "en", 400)
    assert sentence.startswith(words) and "link" not in sentence


def test_a_tile_that_lies_face_down_is_not_scored_and_that_is_said(client: FlaskClient) -> None:
    down = HAND.replace("m1.", "back.")
    assert said(client, f"/result?d={down}&{WON}", "en", 422) == "A tile in hand lies face down, so the hand is not scored yet."
    kong = HAND.replace("s-red.red.red", "kc-back.back.back.back")
    page = client.get(f"/review?d={kong}").get_data(as_text=True)
    assert "A whole set lies face down: tap one of its tiles and say what it is." in page
    one_named = kong.replace("kc-back", "kc-red")
    assert client.get(f"/result?d={one_named}&{WON}&min=0").status_code == 200


@pytest.mark.parametrize("at", ["", "&at=0", "&adding="])
def test_face_down_can_be_chosen_on_the_review_and_nowhere_else(client: FlaskClient, at: str) -> None:
    page = client.get(f"/review?d={HAND}{at}").get_data(as_text=True)
    assert re.search(r'<button class="pick down" name="(put|add)" value="back"[^>]*aria-label="a tile that lies face down"', page)
    assert 'value="back"' not in client.get(f"/type?d={HAND}").get_data(as_text=True)
    assert client.get(f"/review?d={HAND}&put=back&at=0").headers["Location"].startswith("/review?d=h-back.m2")


def test_what_other_tables_do_not_count_is_said_and_not_dashed(client: FlaskClient) -> None:
    for url in (f"/result?d={HAND}&{WON}&min=0", "/guide"):
        page = client.get(url).get_data(as_text=True)
        assert "–" not in re.sub("<[^>]*>", "", page) and "not counted" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_repair_is_offered_in_one_sentence(client: FlaskClient, language: str) -> None:
    sentence = {
        "en": "3 bamboo read as 2 bamboo would complete the hand: change it?",
        "zh-Hant": "把三索改作二索便能成糊：要改嗎？",
        "zh-Hans": "把三索改作二索便能成糊：要改吗？",
    }[language]
    page = client.get("/review?d=h-s3_0.s1_1.s1_2w&p=abc&fix=0.s3.s2", headers={"Accept-Language": language}).get_data(as_text=True)
    assert f"<p>{sentence}</p>" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_told_what_is_kept_is_told_of_taught_tiles_too(client: FlaskClient, language: str) -> None:
    words = {"en": ("cut-outs are kept", "cut-outs of its tiles"), "zh-Hant": ("留下小圖", "牌面的小圖"), "zh-Hans": ("留下小图", "牌面的小图")}[language]
    assert words[0] in client.get("/", headers={"Accept-Language": language}).get_data(as_text=True)
    assert words[1] in client.get("/about", headers={"Accept-Language": language}).get_data(as_text=True)
