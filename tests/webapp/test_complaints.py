"""What people complain of elsewhere, line by line: docs/complaints.md names a test for each, and those that no other file holds are here."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from named_tests import ROOT, names_tests_that_exist, table_lines
from table_photos import reading_of

from scoring.cases import answer
from webapp import create_app

STATIC = ROOT / "webapp" / "static"
LINES = [line for line in table_lines("complaints.md") if re.match(r"\| \d", line)]
HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
WON = "seat=south&round=east&won=discard-west&rules=fanorder&asked=none"


def text_of(client: FlaskClient, url: str) -> str:
    return client.get(url).get_data(as_text=True)


def total_of(page: str) -> int:
    found = re.search(r"<strong>(\d+)</strong>", page)
    assert found is not None
    return int(found[1])


def test_every_complaint_has_an_answer_whose_tests_exist() -> None:
    assert [int(line.split("|")[1]) for line in LINES] == list(range(1, 55))
    for line in LINES:
        names_tests_that_exist(line)


# -- misreading and correcting ----------------------------------------------------------------------------------------


def test_a_photo_without_tiles_leads_on() -> None:
    def nothing(_photo: bytes, _models: object) -> dict[str, Any]:
        return reading_of((), [], 400, 300)

    client = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "READ_PHOTO": nothing}, models="fake").test_client()
    response = client.post("/read", data={"photo": (io.BytesIO(b"\xff\xd8"), "a.jpg")}, follow_redirects=True)
    page = response.get_data(as_text=True)
    assert response.status_code == 200
    assert "No tiles were found." in page
    assert re.search(r'href="/type[^"]*">Type the tiles instead', page)


def test_a_page_without_tiles_speaks_of_no_photo_that_nobody_took(client: FlaskClient) -> None:
    page = text_of(client, "/result")
    assert "No tiles yet" in page and "Take a photo of the hand, or type its tiles." in page
    assert "none in doubt" not in page and "No tiles were found." not in page


def test_nothing_is_scored_before_a_person_says_so(client: FlaskClient) -> None:
    """Neither the reading nor any page before the last tells a total or a payment."""
    told = client.post("/read", data={"photo": (io.BytesIO(b"\xff\xd8"), "a.jpg")}, headers={"Accept": "application/json"}).get_json()
    assert set(told) == {"next", "reading"}
    for page in ("review", "sets", "context"):
        shown = text_of(client, f"/{page}?d={HAND}")
        assert 'class="total' not in shown and 'class="payments' not in shown and 'class="lines' not in shown


def test_doubt_is_said_in_words(client: FlaskClient) -> None:
    page = text_of(client, f"/review?d={HAND.replace('m2', 'm2q')}")
    assert "15 read, 1 to check" in page
    assert 'aria-label="2 characters, please check, position 2 of 15"' in page
    assert not re.search(r"\d ?%", re.sub("<[^>]*>", " ", page))


def test_a_remark_never_blocks_the_way(client: FlaskClient) -> None:
    hand = "h-p5.p5.p5.p5.p5.m1.back~s-m1.m2.p9~b-f1.f1"
    for page, onward in (("review", "/sets?"), ("type", "/sets?"), ("sets", "/context?")):
        response = client.get(f"/{page}?d={hand}")
        shown = response.get_data(as_text=True)
        assert response.status_code == 200
        assert 'class="problems"' in shown
        assert f'href="{onward}' in shown


# -- the winning tile, sets, kongs ------------------------------------------------------------------------------------


def test_another_winning_tile_is_another_score(client: FlaskClient) -> None:
    """Four concealed pongs, won on the pair; won on a pong one of them is not concealed."""
    hand = "h-m2.m2.m2.p5.p5.p5.s7.s7.s7.s8.s8.s8.east.east"
    on_pair, on_pong = hand + "w", hand.replace("m2.m2.m2", "m2.m2.m2w", 1)
    assert total_of(text_of(client, f"/result?d={on_pair}&{WON}")) > total_of(text_of(client, f"/result?d={on_pong}&{WON}"))


def test_four_alike_are_asked_about(client: FlaskClient) -> None:
    hand = "h-m1.m2.m3.p5.p6.p7.p9.p9.p9.p9.east.eastw~s-red.red.red"
    page = text_of(client, f"/sets?d={hand}")
    assert "Four 9 dots: a kong?" in page
    for words in ("Exposed kong", "Added kong", "Concealed kong"):
        assert words in page
    assert "kc-" not in page.split("<nav")[1].split("</nav>")[0]


def test_page_api_and_engine_say_the_same(client: FlaskClient) -> None:
    hand: Mapping[str, Any] = {
        "concealed": ["m1", "m2", "m3", "m5", "m6", "m7", "m9", "m9", "east", "east"],
        "winning_tile": "m9",
        "melds": [{"kind": "pong", "tiles": ["red"] * 3}],
        "bonus": ["f1"],
    }
    case = {"ruleset": "fanorder", "hand": hand, "context": {"seat": "south", "round": "east", "win": "discard", "discarder": "west"}}
    said = answer(case)
    api = client.post("/api/score", json=case).get_json()
    page = text_of(client, f"/result?d={HAND}&{WON}")
    assert api["total"] == said["total"] == total_of(page)
    points = [int(number.replace("−", "-")) for number in re.findall(r'<td class="(?:plus|minus)?">([^<]*)</td>', page)]
    assert points == list(said["payouts"].values()) == list(api["payouts"].values())


# -- scores and disputes ----------------------------------------------------------------------------------------------


def test_a_robbed_kong_says_who_pays_and_why(client: FlaskClient) -> None:
    page = text_of(client, f"/result?d={HAND.replace('m9.m9.m9w', 'm9.m9.m9').replace('m5.m6.m7', 'm5.m6.m7w')}&{WON.replace('discard-west', 'rob-west')}")
    assert "Robbing the kong" in page
    payments = re.findall(r"<li><span>(\w+).*?<small>(.*?)</small>", page, re.DOTALL)
    assert payments and all(why for _who, why in payments)
    assert "West" in {who for who, _why in payments}


def test_the_way_of_paying_is_named_before_the_numbers(client: FlaskClient) -> None:
    page = text_of(client, f"/result?d={HAND}&{WON}")
    assert page.index('class="scheme"') < page.index('class="payments"')
    assert "the discarder pays double, the other two pay single" in page


def test_the_lines_add_up_to_the_total(client: FlaskClient) -> None:
    for hand in (HAND, HAND.replace("~b-f1", ""), "h-east.east.east.red.red.red.green.green.green.white.white.white.m9.m9w"):
        page = text_of(client, f"/result?d={hand}&{WON}")
        fans = [int(fan) for fan in re.findall(r'</span><span class="fan">(\d+)</span></summary>', page)]
        assert fans
        assert min(sum(fans), 13) == total_of(page)


def test_the_first_page_scores_a_hand_without_players_or_account(client: FlaskClient) -> None:
    page = text_of(client, "/")
    assert "What is this hand worth?" in page
    assert "Type the tiles instead" in page
    assert not re.search(r'type="(?:password|email|text)"', page)


# -- phone, page, network ---------------------------------------------------------------------------------------------

SECURE_ONLY = r"getUserMedia|navigator\.clipboard|navigator\.share|serviceWorker|randomUUID|caches\."
SWIPES = r"touchstart|touchmove|pointermove|beforeunload"
IN_BROWSER = r"wasm|onnx|SharedArrayBuffer"


def test_scripts_need_nothing_that_plain_http_lacks() -> None:
    for script in STATIC.glob("*.js"):
        code = re.sub(r"/\*.*?\*/|(?m:^\s*//.*$)", "", script.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(SECURE_ONLY, code) or "isSecureContext" in code, script.name
        assert not re.search(SWIPES, code), script.name
        assert not re.search(IN_BROWSER, code), script.name
    assert not list(STATIC.rglob("*.wasm")) and not list(STATIC.rglob("*.onnx"))


def test_camera_and_library_are_two_buttons(client: FlaskClient) -> None:
    inputs = re.findall(r"<input[^>]*data-photo[^>]*>", text_of(client, "/"))
    assert ["capture=" in each for each in inputs] == [True, False]
    assert all('accept="image/*"' in each for each in inputs)


def test_nothing_is_fixed_over_the_page() -> None:
    assert not re.search(r"position:\s*fixed", (STATIC / "page.css").read_text(encoding="utf-8"))


def test_the_page_says_where_the_photo_stays(app: Flask) -> None:
    for language, words in (("en", "stays on this laptop"), ("zh-HK", "相片留在這部電腦"), ("zh-CN", "照片留在这部电脑")):
        assert words in app.test_client().get("/", headers={"Accept-Language": language}).get_data(as_text=True)
