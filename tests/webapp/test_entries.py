"""An entry of the ledger looked at again: who pays for everyone (包) is put right, and who paid whom has its clauses, as a result has."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scoring.rulesets import RULESET_NAMES, load_ruleset
from webapp import create_app, ledger, paid
from webapp.store import default_url
from webapp.store.ledgers import versions

GREAT = "h-m1.m2.m3w.m9.m9~s-red.red.red~s-green.green.green~s-white.white.white"
HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
SICHUAN = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.p1.p1~s-p3.p3.p3"
PLAYERS = ["Ann", "Bob", "Cho", "Dee"]


@pytest.fixture
def app(tmp_path: Any) -> Flask:
    return create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "DATABASE_URL": default_url(tmp_path)})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def opened(client: FlaskClient, rules: str, dealer: str = "never") -> str:
    return str(client.post("/tables/", data={"player": PLAYERS, "rules": rules, "dealer": dealer}).headers["Location"])


def book(app: Flask, url: str) -> ledger.Ledger:
    return ledger.opened(versions(app.extensions["fanlens_store"], url.rpartition("/")[2]))


def save(client: FlaskClient, url: str, rules: str, **more: Any) -> None:
    sent = {"d": HAND, "seat": "south", "round": "east", "won": "discard-west", "rules": rules, "asked": "none", "min": "0", "hand": "1.0", **more}
    response = client.post(f"{url}/hands", data=sent)
    assert response.status_code == 303, response.get_data(as_text=True)


def edit(client: FlaskClient, url: str, version: int, **sent: str) -> tuple[int, str]:
    form = {"version": str(version), "fan-south": "", "won": "self_draw", **{key.replace("_", "-"): value for key, value in sent.items() if key != "won"}}
    response = client.post(f"{url}/entries/1", data={**form, **({"won": sent["won"]} if "won" in sent else {})})
    return response.status_code, re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", response.get_data(as_text=True)))


def shown(client: FlaskClient, url: str, **headers: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", client.get(url, headers=headers).get_data(as_text=True))))


RESPONSIBLE = "mahjong_house"


def test_who_pays_for_everyone_is_put_right(app: Flask, client: FlaskClient) -> None:
    url = opened(client, RESPONSIBLE)
    save(client, url, RESPONSIBLE, d=GREAT, won="self_draw")
    alone = book(app, url).totals
    assert len({points for points in alone if points < 0}) == 1 and sum(points < 0 for points in alone) == 3  # everybody pays the same
    total = str(book(app, url).entries[0].body["detail"]["winners"][0]["total"])
    page = client.get(f"{url}/entries/1").get_data(as_text=True)
    assert re.findall(r'<select name="pays-south">.*?</select>', page)[0].count("<option") == 4  # nobody, and the three others
    assert edit(client, url, 1, fan_south=total, pays_south="west")[0] == 303
    assert book(app, url).totals == (0, alone[1], -alone[1], 0)
    line = "self-drawn; Cho pays for everyone"
    assert line in shown(client, url) and line in shown(client, f"{url}/entries/1")
    assert re.search(r'<option value="west" selected>Cho', client.get(f"{url}/entries/1").get_data(as_text=True))
    assert edit(client, url, 2, fan_south=total, pays_south="west")[0] == 303  # a note alone, say
    assert book(app, url).totals == (0, alone[1], -alone[1], 0)
    assert edit(client, url, 3, fan_south=total, pays_south="")[0] == 303
    assert book(app, url).totals == alone
    status, told = edit(client, url, 4, fan_south=total, pays_south="south")
    assert status == 409 and "The winner cannot be the one responsible." in told
    assert edit(client, url, 4, fan_south=total, pays_south="nobody")[0] == 409
    assert book(app, url).entries[0].version == 4


def test_a_form_without_the_question_leaves_the_answer(app: Flask, client: FlaskClient) -> None:
    url = opened(client, RESPONSIBLE)
    save(client, url, RESPONSIBLE, d=GREAT, won="self_draw", pays="east")
    before = book(app, url).totals
    assert before[0] == -before[1]
    total = book(app, url).entries[0].body["detail"]["winners"][0]["total"]
    assert edit(client, url, 1, fan_south=str(total), note="kept")[0] == 303
    assert book(app, url).totals == before
    assert edit(client, url, 2, fan_south=str(total), won="discard-north")[0] == 303
    assert "Ann pays for everyone" in shown(client, url)


def test_a_table_that_holds_nobody_responsible_does_not_ask(client: FlaskClient) -> None:
    assert not load_ruleset("fanorder").responsible and load_ruleset(RESPONSIBLE).responsible
    url = opened(client, "fanorder")
    save(client, url, "fanorder")
    assert "pays-" not in client.get(f"{url}/entries/1").get_data(as_text=True)
    status, told = edit(client, url, 1, fan_south="4", pays_south="east", won="discard-west")
    assert status == 409 and "Nobody is held responsible at this table." in told


def test_what_was_typed_is_still_there_after_a_refusal(client: FlaskClient) -> None:
    url = opened(client, RESPONSIBLE)
    save(client, url, RESPONSIBLE, d=GREAT, won="self_draw")
    sent = {"version": "1", "fan-south": "8", "fan-north": "x", "pays-south": "east", "won": "discard-west", "note": "read twice"}
    page = client.post(f"{url}/entries/1", data=sent).get_data(as_text=True)
    for field, value in (("fan-south", "8"), ("fan-north", "x"), ("note", "read twice")):
        assert re.search(rf'name="{field}"[^>]*value="{value}"', page), field
    assert '<option value="discard-west" selected>' in page
    assert '<option value="east" selected>Ann' in page.split('name="pays-south"')[1].split("</select>")[0]


def test_an_entry_says_who_paid_whom_and_by_which_rules(app: Flask, client: FlaskClient) -> None:
    url = opened(client, "fanorder")
    save(client, url, "fanorder", min="3", opt=["payment.half", "bonus_tiles.true", "self_draw_each.2"])
    page = shown(client, f"{url}/entries/1")
    assert "the discarder pays double, the other two pay single" in page
    assert re.search(r"Cho West → pays Bob South 32", page)
    assert "The rules for paying" in page and "Source: FanOrder" in page
    assert "付款的規則" in shown(client, f"{url}/entries/1", **{"Accept-Language": "zh-HK"})
    client.post(f"{url}/entries/1", data={"version": "1", "undo": "1"})
    assert "The rules for paying" not in shown(client, f"{url}/entries/1")


def test_kongs_and_the_end_of_the_wall_say_their_clauses_on_the_ledger(app: Flask, client: FlaskClient) -> None:
    url = opened(client, "sichuan", "first_winner")
    kong = {"kind": "kong", "seen": "1.0", "how": "exposed", "by": "east", "from": "south"}
    assert client.post(f"{url}/entries", data=kong).status_code == 303
    assert client.post(f"{url}/entries", data={**kong, "seen": "1.1", "how": "added"}).status_code == 303
    end = {"kind": "end_of_wall", "seen": "1.2", "end-east": "", "end-south": "2", "end-west": "2", "end-north": "pig"}
    assert client.post(f"{url}/entries", data=end).status_code == 303
    page = shown(client, url)
    assert page.count("The rules for paying") == 3
    assert "Exposed kong: Ann, from Bob" in page and "Added kong: Ann" in page
    assert "End of the wall · ready: Bob 2 Fan, Cho 2 Fan · still with the void suit: Dee" in page
    for entry in book(app, url).entries:
        told = paid.told(entry.body)
        assert told is not None and told.paying
        for clause in told.paying:
            assert clause["clause"] in page and clause["source"] in page
        assert told.paying[0]["clause"] in shown(client, f"{url}/entries/{entry.number}")
    assert "查花豬" in shown(client, url, **{"Accept-Language": "zh-HK"}) and "查花猪" in shown(client, url, **{"Accept-Language": "zh-CN"})


def test_points_that_other_rules_would_give_have_no_reasons(app: Flask, client: FlaskClient) -> None:
    """An entry keeps its points when a rule set that ships is changed; it is not told reasons for other ones."""
    url = opened(client, "fanorder")
    save(client, url, "fanorder", min="3")
    body = dict(book(app, url).entries[0].body)
    assert paid.told(body) is not None
    assert paid.told({**body, "points": {"0": -1, "1": 1}}) is None
    assert paid.told({**body, "rules": {**body["rules"], "options": {"an_option_of_long_ago": True}}}) is None
    assert paid.told({**body, "rules": {**body["rules"], "options": {"min": 99}}}) is None


def test_a_table_says_once_whether_several_winners_are_paid(app: Flask, client: FlaskClient) -> None:
    """一炮多響: asked where a table is opened, carried by each hand's page, which has no use for it, and held to when the second winner is saved."""
    assert 'value="multiple_winners.true"' in client.get("/tables/?rules=vmc").get_data(as_text=True)
    opt = ["multiple_winners.false", "multiple_winners.true"]
    sent = {"player": PLAYERS, "rules": "vmc", "asked": "vmc", "dealer": "never", "opt": opt, "min": "0", "cap": "none"}
    url = str(client.post("/tables/", data=sent).headers["Location"])
    page = client.get(f"/context?d={HAND}").get_data(as_text=True)
    assert '<input type="hidden" name="opt" value="multiple_winners.true">' in page
    assert "一炮" not in page and "Several winners" not in page
    hand = {"rules": "vmc", "asked": "vmc", "opt": ["multiple_winners.true"]}
    save(client, url, **hand)
    one = book(app, url).totals
    second = client.get("/result", query_string={"d": HAND, "seat": "north", "round": "east", "won": "discard-west", "min": "0", **hand})
    assert "Save as one more winner" in second.get_data(as_text=True) and "paid alone" not in second.get_data(as_text=True)
    save(client, url, **hand, seat="north", also="1")
    both = book(app, url).totals
    assert both[1] > 0 and both[3] > 0 and one[3] <= 0


def test_where_one_is_paid_the_second_winner_is_told_so(app: Flask, client: FlaskClient) -> None:
    url = opened(client, "vmc")
    save(client, url, "vmc")
    asked = {"d": HAND, "seat": "north", "round": "east", "won": "discard-west", "rules": "vmc", "asked": "none"}
    assert "is paid alone (截糊)" in client.get("/result", query_string=asked).get_data(as_text=True)
    save(client, url, "vmc", seat="north", also="1")
    totals = book(app, url).totals
    assert totals[3] > 0 and totals[1] <= 0  # North comes next after West
    assert "截糊" in client.get("/result", query_string={**asked, "seat": "east"}, headers={"Accept-Language": "zh-HK"}).get_data(as_text=True)


@pytest.mark.parametrize("rules", RULESET_NAMES)
@pytest.mark.parametrize("language", ["en", "zh-HK", "zh-CN"])
def test_every_rule_of_a_table_is_said_in_words(client: FlaskClient, rules: str, language: str) -> None:
    url = opened(client, rules)
    table = re.findall(r'<dl class="told">.*?</dl>', client.get(url, headers={"Accept-Language": language}).get_data(as_text=True), re.DOTALL)[0]
    told = [part.strip() for part in re.split("<[^>]*>", html.unescape(table)) if part.strip()]
    unnamed = {name.replace("_", " ") for name in load_ruleset(rules).options} | {"still in", "handed over"}
    assert not unnamed & set(told) and not any("_" in part for part in told)
    if language != "en":
        assert not any(re.search("[A-Za-z]{2}", part) for part in told), told
