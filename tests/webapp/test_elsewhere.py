"""What stands beside the result: other tables, other circumstances, hands nearby, and the questions that only some tables ask."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scoring.rulesets import RULESET_NAMES, load_ruleset
from webapp import elsewhere
from webapp.draft import Draft
from webapp.nearby import SearchBusy, swapped

HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
WON = "seat=south&round=east&won=discard-west&rules=fanorder&asked=fanorder&min=3&cap=13&opt=payment.half&opt=bonus_tiles.true&opt=self_draw_each.2"
LITTLE = "h-m1.m2.m3.m4.m5.m6w.white.white~s-red.red.red~s-green.green.green"
GREAT = "h-m1.m2.m3w.m9.m9~s-red.red.red~s-green.green.green~s-white.white.white"
SICHUAN = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.p1.p1~s-p3.p3.p3"


def text_of(client: FlaskClient, url: str, status: int = 200) -> str:
    response = client.get(url)
    assert response.status_code == status, response.get_data(as_text=True)
    return response.get_data(as_text=True)


def part(page: str, name: str) -> str:
    found = re.search(rf'<details class="card {name}".*?</details>', page, re.DOTALL)
    assert found is not None, name
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", found[0]))


def test_every_other_rule_set_stands_beside_the_result(client: FlaskClient) -> None:
    shown = part(text_of(client, f"/result?d={HAND}&{WON}"), "elsewhere")
    for name in RULESET_NAMES:
        assert (load_ruleset(name).titles["en"] in shown) == (name != "fanorder")
    assert "This table plays without flowers and seasons. In this hand: plum, flower 1." in shown
    assert "There is a tile that this table does not know. In this hand: east wind, red dragon." in shown  # Sichuan has suits alone


def test_where_the_fan_are_the_same_and_the_money_is_not_it_says_why(client: FlaskClient) -> None:
    shown = part(text_of(client, f"/result?d={HAND}&{WON}"), "elsewhere")
    house = shown.split("Mahjong House")[1]
    assert "4 Fan" in house and "The same lines at the same value." in house
    assert "There: 4 Fan is 8 points. Here: 4 Fan is 16 points." in house
    assert (
        "There: On a discard the discarder alone pays, 3 × the points. Here: On a discard the discarder pays 2 × the points and each other player 1 ×." in house
    )
    wisteria = shown.split("Wisteria Court")[1].split("VMC")[0]
    assert "There:" not in wisteria and "The winner gets +64." in wisteria  # the same money, so there is nothing to explain
    responsible = part(text_of(client, f"/result?d={GREAT}&seat=east&won=self_draw&rules=mahjong_house&asked=none&pays=north"), "elsewhere")
    assert "The responsible player pays all of it and nobody else pays." in responsible.split("FanOrder")[1].split("Wisteria")[0].split("Here:")[-1]


@pytest.mark.parametrize(("rules", "names"), [("hkma", "plum, flower 1, winter, season 4"), ("sichuan", "spring, season 1")])
def test_a_flower_at_a_table_without_them_is_named_where_it_is_put_right(client: FlaskClient, rules: str, names: str) -> None:
    hand = SICHUAN + "~b-q1" if rules == "sichuan" else HAND + ".q4"
    page = re.sub(r"\s+", " ", text_of(client, f"/result?d={hand}&seat=south&won=discard-west&rules={rules}&asked=none", 422))
    assert f"This table plays without flowers and seasons. In this hand: {names}. Delete them" in page


def test_a_tile_of_the_void_suit_is_named(client: FlaskClient) -> None:
    page = text_of(client, f"/result?d={SICHUAN}&seat=south&won=discard-west&rules=sichuan&asked=none&void=p", 422)
    assert "There is a tile of the suit declared void. In this hand: 1 dots, 3 dots." in page


def test_a_result_that_is_shown_again_is_compared_once_in_each_language(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    for name in ("compare", "what_if"):
        monkeypatch.setattr(elsewhere, name, lambda case, tongue, name=name: asked.append(f"{name} {tongue}") or [])
    hand = HAND.replace("m9.m9.m9w", "m9.m9w.m9")  # nobody has asked for this one
    for tongue in ("en", "en", "zh-HK", "en"):
        assert client.get(f"/result?d={hand}&{WON}&round=north", headers={"Accept-Language": tongue}).status_code == 200
    assert sorted(asked) == ["compare en", "compare zh-Hant", "what_if en", "what_if zh-Hant"]
    client.get(f"/result?d={hand}&{WON.replace('west', 'east')}&round=north")
    assert len(asked) == 6
    for remembered in (elsewhere._other_tables, elsewhere._changes):
        assert remembered.cache_info().maxsize == elsewhere.MOST_REMEMBERED
        remembered.cache_clear()  # what the stand-ins said


def test_the_lines_that_differ_are_named(client: FlaskClient) -> None:
    shown = part(text_of(client, f"/result?d={LITTLE}&{WON}"), "elsewhere")
    hkma = shown.split("HKMA")[1].split("Mahjong House")[0]
    assert "Dragon pong 2 counts there" in hkma
    assert "No flowers or seasons 1 does not count there" in hkma
    assert "Little three dragons 3 instead of 5" in hkma
    assert "The winner gets +" in hkma


def test_what_if_names_the_change_and_its_fan(client: FlaskClient) -> None:
    shown = part(text_of(client, f"/result?d={HAND}&{WON}"), "whatif")
    assert re.search(r"drawn by the winner 5 Fan \+1", shown)
    assert re.search(r"seated East 5 Fan \+1", shown)


def test_what_if_names_the_tile_in_words(client: FlaskClient) -> None:
    """Won on the pair the four pongs are concealed; on a pong one of them is not. The tile has its name, not its code."""
    hand = "h-m1.m1.m1w.p2.p2.p2.s3.s3.s3.red.red.red.east.east"
    assert "won on east wind" in part(text_of(client, f"/result?d={hand}&{WON}"), "whatif")


@pytest.mark.parametrize(
    ("hand", "rules", "asked"), [(GREAT, "mahjong_house", True), (GREAT, "fanorder", False), (HAND, "mahjong_house", False), ("h-m1", "mahjong_house", False)]
)
def test_who_is_responsible_is_asked_where_it_applies(client: FlaskClient, hand: str, rules: str, asked: bool) -> None:
    assert ('name="pays"' in text_of(client, f"/context?d={hand}&rules={rules}&asked={rules}")) == asked


def test_the_responsible_player_pays_for_everyone(client: FlaskClient) -> None:
    road = f"d={GREAT}&rules=mahjong_house&asked=none&seat=east&round=east&won=self_draw"
    page = text_of(client, f"/result?{road}&pays=north")
    points = [int(number.replace("−", "-")) for number in re.findall(r'<td class="(?:plus|minus)?">([^<]*)</td>', page)]
    assert points[0] > 0 and points[1] == points[2] == 0 and points[3] == -points[0]


def test_a_winner_cannot_be_responsible_and_nobody_is_for_another_hand(client: FlaskClient) -> None:
    road = "rules=mahjong_house&asked=none&seat=east&round=east&won=self_draw"
    assert "The winner cannot be the one responsible." in text_of(client, f"/result?d={GREAT}&{road}&pays=east", 422)
    assert "Nobody is responsible for this hand." in text_of(client, f"/result?d={HAND}&{road}&pays=south", 422)


def test_a_tables_word_on_who_fed_the_hand_is_taken_though_no_set_is_marked_as_declared(client: FlaskClient) -> None:
    held = "h-m1.m2.m3w.m9.m9.white.white.white~s-red.red.red~s-green.green.green"
    assert 'name="pays"' in text_of(client, f"/context?d={held}&rules=mahjong_house&asked=mahjong_house")
    page = text_of(client, f"/result?d={held}&rules=mahjong_house&asked=none&seat=east&round=east&won=self_draw&pays=north")
    assert "The responsible player pays all of it" in page


def test_another_table_does_not_hear_of_it(client: FlaskClient) -> None:
    text_of(client, f"/result?d={GREAT}&{WON}&pays=north&void=m&out=east")


def test_sichuan_asks_its_own_questions(client: FlaskClient) -> None:
    page = text_of(client, f"/context?d={SICHUAN}&rules=sichuan&asked=sichuan&void=s&out=north")
    assert 'name="void" value="s" checked' in page
    assert 'name="out" value="north" checked' in page
    assert 'name="void"' not in text_of(client, f"/context?d={SICHUAN}&rules=fanorder&asked=fanorder")


def test_sichuan_players_who_are_out_pay_nothing(client: FlaskClient) -> None:
    road = f"d={SICHUAN}&rules=sichuan&asked=none&seat=south&round=east&won=self_draw&void=s"
    page = text_of(client, f"/result?{road}&out=north")
    payments = re.findall(r"<li><span>(East|South|West|North) ", page)
    assert set(payments) == {"East", "West"}
    assert "A player already out" in text_of(client, f"/result?{road}&out=south", 422)
    assert "suit declared void" in text_of(client, f"/result?{road.replace('void=s', 'void=p')}", 422)


@pytest.mark.parametrize("page", ["type", "review"])
def test_a_hand_that_is_not_complete_offers_to_look_nearby(client: FlaskClient, page: str) -> None:
    photo = "&p=abc" if page == "review" else ""
    hand = HAND.replace("m7", "m8")
    refused = text_of(client, f"/result?d={hand}&{WON}{photo}", 422)
    link = re.search(r'href="(/nearest\?[^"]*)"', refused)
    assert link is not None
    shown = text_of(client, link[1].replace("&amp;", "&"))
    assert "5 characters read as 7 characters" in shown
    assert "4 Fan" in shown and "Half flush 3" in shown
    onward = re.findall(rf'class="candidate" href="(/{page}\?[^"]*)"', shown)
    drafts = [parse_qs(urlsplit(url.replace("&amp;", "&")).query)["d"][0] for url in onward]
    assert HAND in drafts
    for draft in drafts:
        assert client.get(f"/result?d={draft}&{WON}").status_code == 200


def test_a_result_offers_nothing_nearby_unless_it_is_below_the_minimum(client: FlaskClient) -> None:
    assert "/nearest?" not in text_of(client, f"/result?d={HAND}&{WON}")
    assert "/nearest?" in text_of(client, f"/result?d={HAND}&{WON.replace('min=3', 'min=9')}")


def test_below_the_minimum_says_so_of_what_if_as_well(client: FlaskClient) -> None:
    assert "(below the minimum)" in part(text_of(client, f"/result?d={HAND}&{WON.replace('min=3', 'min=9')}"), "whatif")


def test_nothing_nearby_and_no_hand_at_all(client: FlaskClient) -> None:
    far = "h-m1.m4.m7.p1.p4.p7.s1.s4.s7.east.south.west.north.redw"
    assert "No winning hand is one or two tiles away" in text_of(client, f"/nearest?d={far}&{WON}")
    assert "too few or too many tiles" in text_of(client, f"/nearest?d=h-m1.m2&{WON}", 422)
    assert "There is no kong to replace a tile for." in text_of(client, f"/nearest?d={far}&{WON.replace('won=discard-west', 'won=self_draw')}&moment=kong", 422)
    assert "There are no tiles in hand yet" in text_of(client, f"/nearest?d=&{WON}", 422)


def test_one_search_at_a_time(client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(_road: object) -> None:
        raise SearchBusy

    monkeypatch.setattr(app.extensions["fanlens_nearby"], "found", busy)
    response = client.get(f"/nearest?d={HAND}&{WON}")
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "5"


def test_the_winning_tile_is_the_last_of_its_kind_to_be_renamed() -> None:
    assert str(swapped(Draft.parse("h-m1w.m1.m2"), ["m1"], ["p1"])) == "h-m1w.p1.m2"
    assert str(swapped(Draft.parse("h-m1w.m1.m2"), ["m1", "m1"], ["p1", "p2"])) == "h-p2w.p1.m2"
    assert str(swapped(Draft.parse("h-m1.m2.m3"), ["m3"], ["p1"])) == "h-m1.m2.p1wg"


def test_why_not_names_the_clause_and_where_it_stands(client: FlaskClient) -> None:
    page = text_of(client, f"/result?d={HAND}&{WON}")
    entry = re.search(r"<li><details><summary><span><strong>All pongs .*?</details></li>", page, re.DOTALL)
    assert entry is not None
    assert re.search(r'<p>[^<]{10,}</p><p class="source">Source: FanOrder, [^<]*“All pongs”</p>', entry[0])
    assert page.count("<li><details><summary><span><strong>") > 5


def test_tiles_put_aside_are_taken_in_with_one_tap(client: FlaskClient) -> None:
    aside = "h-m1.m2.m3~x-m5.m6.m7"
    assert 'name="gather"' in text_of(client, f"/review?d={aside}")
    assert 'name="gather"' not in text_of(client, "/review?d=h-m1.m2.m3~x-m5")  # one has its own button
    response = client.get(f"/review?d={aside}&gather=1")
    assert parse_qs(urlsplit(response.headers["Location"]).query)["d"] == ["h-m1.m2.m3~h-m5.m6.m7"]
