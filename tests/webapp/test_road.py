"""The pages without a browser: edits are addresses, answers travel, refusals stand beside their field."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
WON = "seat=south&round=east&won=discard-west&rules=fanorder&asked=fanorder&min=3&cap=13&opt=payment.half&opt=bonus_tiles.true&opt=self_draw_each.2"


def draft_after(client: FlaskClient, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 302, response.get_data(as_text=True)
    return parse_qs(urlsplit(response.headers["Location"]).query).get("d", [""])[0]


@pytest.mark.parametrize(
    ("page", "edit", "after"),
    [
        ("review", "d=h-m1q.m2&at=0&put=m3", "h-m3.m2"),
        ("review", "d=h-m1.m2&drop=1", "h-m1"),
        ("review", "d=h-m1.m2&win=1", "h-m1.m2w"),
        ("review", "d=h-m1.m2&add=p5&after=0", "h-m1.p5.m2"),
        ("review", "d=h-m1.m2&add=f1", "h-m1.m2~b-f1"),
        ("review", "d=h-m1~x-m2&take=1", "h-m1.m2"),
        ("review", "d=h-m1.m2&aside=0", "h-m2~x-m1"),
        ("review", "d=h-m1_0.m2_1&fix=1.m2.m4&repair=1", "h-m1_0.m4_1"),
        ("type", "d=h-m1&add=m1", "h-m1.m1"),
        ("type", "d=h-m1&clear=1", ""),
        ("type", "text=11s+(123p)+[2222z]+1f+%2B1s", "h-s1.s1.s1w~s-p1.p2.p3~kc-south.south.south.south~b-f1"),
        ("sets", "d=s-m1.m1.m1.m1&cast=0&as=kc", "kc-m1.m1.m1.m1"),
        ("sets", "d=h-m1.m1.m1.m2&claim=0.1.2&as=s", "h-m2~s-m1.m1.m1"),
        ("sets", "d=h-m2~s-m1.m1.m1&cast=1&as=h", "h-m2.m1.m1.m1"),
    ],
)
def test_an_edit_redirects_to_the_edited_hand(client: FlaskClient, page: str, edit: str, after: str) -> None:
    assert draft_after(client, f"/{page}?{edit}") == after


def test_choosing_jumps_to_the_next_doubtful_tile(client: FlaskClient) -> None:
    location = client.get("/review?d=h-m1q.m2.m3q&at=0&put=m1").headers["Location"]
    assert parse_qs(urlsplit(location).query)["at"] == ["2"]


@pytest.mark.parametrize(
    "url",
    [
        "/review?d=h-m1&at=7&put=m1", "/review?d=h-m1&at=0&put=m12", "/review?d=h-m1&drop=x", "/review?d=h-m1&add=zz", "/review?d=nonsense",
        "/sets?d=h-m1.m2&claim=0.1&as=s", "/sets?d=h-m1.m2.m4&claim=0.1.2&as=s", "/sets?d=h-m1&cast=5&as=s", "/sets?d=h-m1.m1.m1&claim=0.1.2&as=what",
        "/sets?d=s-m1.m1.m1&win=0", "/result?d=h-<script>",
    ],
)  # fmt: skip
def test_a_broken_link_is_400_with_a_sentence(client: FlaskClient, url: str) -> None:
    response = client.get(url)
    assert response.status_code == 400
    assert 'role="alert"' in response.get_data(as_text=True)


def test_result_holds_lines_payments_and_why_not(client: FlaskClient) -> None:
    page = client.get(f"/result?d={HAND}&{WON}").get_data(as_text=True)
    for words in ("Half flush", "混一色", "Dragon pong", "Why not", "All pongs", "South", "+64", "−32", "the discarder pays double", "Source: "):
        assert words in page, words


def test_the_winning_tile_changes_the_score(client: FlaskClient) -> None:
    """A pong that a discard completed is not concealed; the page must not take the last tile for granted."""
    hand = "h-m1.m1.m1.p2.p2.p2.s3.s3.s3.red.red.red.east{a}.east{b}"
    on_pair = client.get(f"/result?d={hand.format(a='', b='w')}&{WON}").get_data(as_text=True)
    on_pong = client.get(f"/result?d={hand.format(a='', b='').replace('m1.m1.m1', 'm1.m1.m1w')}&{WON}").get_data(as_text=True)
    assert "Four concealed pongs" in on_pair.split("Why not")[0]
    assert "Four concealed pongs" not in on_pong.split("Why not")[0]


@pytest.mark.parametrize(
    ("query", "status", "page", "words"),
    [
        (f"d={HAND}", 422, "How was it won?", "Say how the hand was won."),
        (f"d={HAND}&seat=south&won=discard-south", 422, "How was it won?", "The winner cannot take the tile from their own seat"),
        (f"d={HAND}&won=self_draw&moment=last_discard", 422, "How was it won?", "cannot go with the way the hand was won"),
        (f"d={HAND}&won=self_draw&moment=kong", 422, "How was it won?", "There is no kong to replace a tile for."),
        (f"d={HAND}&won=self_draw&moment=kong&moment=flower", 422, "How was it won?", "Only one of these can be true"),
        ("d=h-m1.m2.m3&won=self_draw", 422, "Tap the tiles", "too few or too many tiles"),
        ("d=h-m1_0.m2_1.m3_2&p=abc&won=self_draw", 422, "to check|none in doubt", "too few or too many tiles"),
        ("d=&won=self_draw", 422, "No tiles yet", "There are no tiles in hand yet"),
        ("d=h-m1.m2.m3.m5.m6.m7.m9.m9.m9.east.south~s-red.red.red&won=self_draw", 422, "Tap the tiles", "do not part into a winning hand"),
        ("d=h-m1.m1.m1.m1.m1.m2.m3.m4.m5.m6.m7.m8.m9.m9&won=self_draw", 422, "Tap the tiles", "more copies"),
        ("d=h-m1.m2.m3.m5.m6.m7.m9.m9.m9.east.east~s-red.red.red.red&won=self_draw", 422, "Which tile won?", "say which kind of kong"),
        ("d=h-m1.m2.m3.m5.m6.m7.m9.m9.m9.east.east~s-red.red.white&won=self_draw", 422, "Which tile won?", "neither a chow, a pong nor a kong"),
    ],
)
def test_a_refusal_is_422_on_the_page_that_can_put_it_right(client: FlaskClient, query: str, status: int, page: str, words: str) -> None:
    response = client.get(f"/result?{query}")
    text = response.get_data(as_text=True)
    assert response.status_code == status
    assert any(title in text for title in page.split("|"))
    assert words in text


def test_below_the_minimum_is_a_result_that_nobody_pays(client: FlaskClient) -> None:
    response = client.get(f"/result?d={HAND}&{WON.replace('min=3', 'min=9')}")
    page = response.get_data(as_text=True)
    assert response.status_code == 200
    assert "Below this table" in page
    assert "Half flush" in page
    assert "Who pays whom" not in page


def test_everything_but_the_win_is_remembered(client: FlaskClient) -> None:
    client.get(f"/result?d={HAND}&{WON.replace('round=east', 'round=north').replace('min=3', 'min=1')}")
    page = client.get("/context?d=h-m1").get_data(as_text=True)
    for chosen in ('name="seat" value="south" checked', 'name="round" value="north" checked', "<option selected>1</option>"):
        assert chosen in page
    assert 'name="won" value="discard-west" checked' not in page


def test_a_switch_that_was_turned_off_stays_off(client: FlaskClient) -> None:
    page = client.get(f"/result?d={HAND}&{WON.replace('bonus_tiles.true', 'bonus_tiles.false')}").get_data(as_text=True)
    assert "This table does not count flowers and seasons" in page
    page = client.get("/context?d=h-m1").get_data(as_text=True)
    assert 'value="bonus_tiles.true" checked' not in page


def test_a_link_that_says_nothing_of_a_switch_has_its_preset(client: FlaskClient) -> None:
    """A link made by hand drops no flowers: only the form's own `false` turns them off."""
    address = f"/result?d={HAND.replace('f1', 'f2')}&{WON}"
    said, unsaid, off = (
        client.get(address.replace("&opt=bonus_tiles.true", opt)).get_data(as_text=True) for opt in ("&opt=bonus_tiles.true", "", "&opt=bonus_tiles.false")
    )
    assert "Own flower" in said and "Own flower" in unsaid and "does not count flowers" not in said + unsaid
    assert '<span class="name">Own flower' not in off and "does not count flowers" in off


def test_the_form_says_of_every_switch_whether_it_is_on(client: FlaskClient) -> None:
    page = client.get(f"/context?d={HAND}&rules=fanorder&asked=fanorder").get_data(as_text=True)
    assert '<input type="hidden" name="opt" value="bonus_tiles.false"><label' in page
    both = f"/result?d={HAND}&{WON.replace('opt=bonus_tiles.true', 'opt=bonus_tiles.false&opt=bonus_tiles.true')}"
    assert "does not count flowers" not in client.get(both).get_data(as_text=True)


def test_another_rule_set_starts_from_its_own_presets(client: FlaskClient) -> None:
    page = client.get(f"/context?d={HAND}&{WON.replace('rules=fanorder', 'rules=wisteria')}").get_data(as_text=True)
    assert 'name="asked" value="wisteria"' in page
    assert '<option value="10" selected>10</option>' in page
    assert "payment.full" in page


def test_a_forged_cookie_is_harmless(client: FlaskClient) -> None:
    client.set_cookie("table", "seat=<script>&rules=../../etc&min=9999999999&opt=payment.gold&asked=fanorder")
    assert client.get("/context?d=h-m1").status_code == 200


@pytest.mark.parametrize("rules", ["fanorder", "wisteria", "vmc", "hkma", "mahjong_house", "sichuan"])
def test_every_rule_set_scores_with_its_presets(client: FlaskClient, rules: str) -> None:
    hand = "h-m1.m1.m1.m2.m2.m2.m3.m3.m3.m5.m5.m5.m9.m9w"
    page = client.get(f"/result?d={hand}&seat=east&round=east&won=self_draw&rules={rules}&asked=none")
    assert page.status_code == 200
    assert "Who pays whom" in page.get_data(as_text=True)


def test_links_carry_the_answers_back_to_the_tiles(client: FlaskClient) -> None:
    page = client.get(f"/context?d={HAND}&{WON}").get_data(as_text=True)
    assert f"/sets?d={HAND}&amp;seat=south" in page
