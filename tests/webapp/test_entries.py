"""An entry of the ledger looked at again: who pays for everyone (包) is put right, and who paid whom has its clauses, as a result has."""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import urlencode

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
    assert edit(client, url, 2, fan_south=total, pays_south="west")[0] == 303
    assert book(app, url).entries[0].version == 2  # nothing was changed, so nothing is kept
    assert edit(client, url, 2, fan_south=total, pays_south="west", note="a note alone")[0] == 303
    assert book(app, url).totals == (0, alone[1], -alone[1], 0) and book(app, url).entries[0].version == 3
    assert edit(client, url, 3, fan_south=total, pays_south="")[0] == 303
    assert book(app, url).totals == alone
    status, told = edit(client, url, 4, fan_south=total, pays_south="south")
    assert status == 422 and "The winner cannot be the one responsible." in told
    assert edit(client, url, 4, fan_south=total, pays_south="nobody")[0] == 422
    assert book(app, url).entries[0].version == 4


def test_nobody_pays_for_everyone_in_place_of_nobody(app: Flask, client: FlaskClient) -> None:
    """包 said of a seat that did not win is neither dropped nor kept: it is refused where it was said."""
    url = opened(client, RESPONSIBLE)
    save(client, url, RESPONSIBLE, d=GREAT, won="self_draw")
    total = str(book(app, url).entries[0].body["detail"]["winners"][0]["total"])
    sent = {"version": "1", "fan-south": total, "pays-south": "", "fan-north": "", "pays-north": "east", "won": "self_draw"}
    response = client.post(f"{url}/entries/1", data=sent)
    page = response.get_data(as_text=True)
    assert response.status_code == 422
    alert = re.search(r'<p class="problem" id="problem-pays-north" role="alert">([^<]*)', page)
    assert alert is not None and "Dee has no Fan, so is no winner" in alert[1]
    assert re.search(r'<select name="pays-north" aria-invalid="true" aria-describedby="problem-pays-north">', page)
    assert re.search(r'<details class="more" open>', page)  # where it lies
    assert len(book(app, url).entries[0].history) == 1


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"fan-south": "4.5"}, "fan-south"), ({"fan-south": "101"}, "fan-south"), ({"fan-south": ""}, "winners"), ({"won": "discard-south"}, "won"),
        ({"won": ""}, "won"), ({"fan-south": "1"}, "fan-south"), ({"fan-north": "1", "won": "discard-west"}, "fan-north"), ({"fan-north": "9"}, "won"),
        ({"pays-south": "south"}, "pays-south"), ({"pays-south": "me"}, "pays-south"), ({"pays-east": "west"}, "pays-east"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_edit_is_said_at_its_field(app: Flask, client: FlaskClient, wrong: dict[str, str], field: str) -> None:
    url = opened(client, RESPONSIBLE)
    save(client, url, RESPONSIBLE, d=GREAT, won="self_draw", min="3")
    response = client.post(f"{url}/entries/1", data={"version": "1", "fan-south": "8", "won": "self_draw", **wrong})
    page = response.get_data(as_text=True)
    assert response.status_code == 422 and f'id="problem-{field}"' in page and page.count('role="alert"') == 1
    assert '<details class="card change" open>' in page
    assert len(book(app, url).entries[0].history) == 1


def test_nothing_is_kept_where_nothing_was_changed(app: Flask, client: FlaskClient) -> None:
    url = opened(client, "fanorder")
    save(client, url, "fanorder")
    total = str(book(app, url).entries[0].body["detail"]["winners"][0]["total"])
    same = {"version": "1", "fan-south": total, "won": "discard-west", "note": ""}
    assert client.post(f"{url}/entries/1", data=same).status_code == 303
    assert client.post(f"{url}/entries/1", data={"version": "1", "restore": "1"}).status_code == 303
    assert len(book(app, url).entries[0].history) == 1
    assert client.post(f"{url}/entries/1", data={"version": "1", "undo": "1"}).status_code == 303
    assert client.post(f"{url}/entries/1", data={**same, "version": "2"}).status_code == 303
    assert client.post(f"{url}/entries/1", data={"version": "2", "undo": "1"}).status_code == 303
    assert len(book(app, url).entries[0].history) == 2 and book(app, url).entries[0].void  # looking at what was undone restores nothing
    setup = {"version": "1", "player": PLAYERS, "rules": "fanorder", "dealer": "never"}
    assert client.post(f"{url}/setup", data=setup).status_code == 303
    assert len(book(app, url).setups) == 1


def test_a_payment_is_put_right_like_any_entry(app: Flask, client: FlaskClient) -> None:
    url = opened(client, "fanorder")
    paid = {"kind": "payment", "seen": "1.0", "payer": "0", "payee": "3", "points": "１２", "note": "false win"}
    assert client.post(f"{url}/entries", data=paid).status_code == 303
    assert book(app, url).totals == (-12, 0, 0, 12)
    page = client.get(f"{url}/entries/1").get_data(as_text=True)
    assert 'name="points" inputmode="numeric" maxlength="12" required value="12"' in page and '<option value="3" selected>Dee' in page
    edit_ = {"version": "1", "payer": "1", "payee": "3", "points": "20", "note": "false win"}
    assert client.post(f"{url}/entries/1", data={**edit_, "points": "1.5"}).status_code == 422
    assert client.post(f"{url}/entries/1", data=edit_).status_code == 303
    assert book(app, url).totals == (0, -20, 0, 20)


@pytest.mark.parametrize(
    ("wrong", "field", "says"),
    [
        ({"points": "12.5"}, "points", "“12.5” is none"), ({"points": "0"}, "points", "from 1 to"), ({"points": "-3"}, "points", "whole number"),
        ({"payee": "0"}, "payee", "Ann cannot pay themselves"), ({"payer": ""}, "payer", "Choose a player"), ({"payee": "9"}, "payee", "Choose a player"),
    ],
)  # fmt: skip
def test_a_refused_payment_keeps_what_was_typed(app: Flask, client: FlaskClient, wrong: dict[str, str], field: str, says: str) -> None:
    url = opened(client, "fanorder")
    sent = {"kind": "payment", "seen": "1.0", "payer": "0", "payee": "3", "points": "7", "note": "for the tea", **wrong}
    response = client.post(f"{url}/entries", data=sent)
    page = html.unescape(response.get_data(as_text=True))
    assert response.status_code == 422
    assert re.search(rf'id="problem-{field}" role="alert">[^<]*{says}', page)
    assert 'value="for the tea"' in page and f'value="{sent["points"]}"' in page
    assert re.search(r'<details class="card" open><summary>A payment', page)
    if field != "payer":
        assert re.search(r'name="payer">(?:(?!</select>).)*<option value="0" selected>Ann', page, re.DOTALL)
    assert book(app, url).entries == ()


def test_a_kong_says_all_that_its_money_depends_on(app: Flask, client: FlaskClient) -> None:
    own = ["added_kong.just_drawn", "kong_dealt_in.handed_over"]
    url = str(
        client.post("/tables/", data={"player": PLAYERS, "rules": "sichuan", "asked": "sichuan", "dealer": "first_winner", "opt": own}).headers["Location"]
    )
    page = client.get(url).get_data(as_text=True)
    assert 'name="held"' in page and 'name="dealt_in"' in page
    plain = client.get(opened(client, "sichuan")).get_data(as_text=True)
    assert 'name="held"' not in plain and 'name="dealt_in"' not in plain  # these make no difference there, so nobody is asked
    kong = {"kind": "kong", "seen": "1.0", "how": "added", "by": "east", "from": "", "held": "1"}
    assert client.post(f"{url}/entries", data=kong).status_code == 303
    assert book(app, url).totals == (0, 0, 0, 0)
    assert "Added kong: Ann · its fourth tile was held from before" in shown(client, url)
    drawn = {key: value for key, value in kong.items() if key != "held"} | {"version": "1", "dealt_in": ""}
    assert client.post(f"{url}/entries/1", data=drawn).status_code == 303
    assert book(app, url).totals == (3, -1, -1, -1)
    assert client.post(f"{url}/entries/1", data={**drawn, "version": "2", "dealt_in": "west"}).status_code == 303
    assert book(app, url).totals == (0, -1, 2, -1)  # 呼叫轉移
    assert "Cho won on the discard after it" in shown(client, url)
    page = client.get(f"{url}/entries/1").get_data(as_text=True)
    assert '<option value="west" selected>Cho' in page.split('name="dealt_in"')[1]
    told = shown(client, f"{url}/entries/1")
    assert not re.search(r"\w_\w| = ", told), "a rule's key in place of its words"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"how": "secret"}, "how"), ({"by": "nobody"}, "by"), ({"from": "east"}, "from"), ({"from": ""}, "from"), ({"dealt_in": "east"}, "dealt_in")],
)
def test_a_refused_kong_keeps_what_was_chosen(app: Flask, client: FlaskClient, wrong: dict[str, str], field: str) -> None:
    url = str(
        client.post(
            "/tables/", data={"player": PLAYERS, "rules": "sichuan", "asked": "sichuan", "dealer": "first_winner", "opt": "kong_dealt_in.returned"}
        ).headers["Location"]
    )
    sent = {"kind": "kong", "seen": "1.0", "how": "exposed", "by": "east", "from": "north", **wrong}
    response = client.post(f"{url}/entries", data=sent)
    page = response.get_data(as_text=True)
    assert response.status_code == 422 and f'id="problem-{field}"' in page
    assert re.search(r'<details class="card" open><summary>A kong', page)
    if sent["from"] == "north":
        assert '<option value="north" selected>Dee' in page.split('name="from"')[1].split("</select>")[0]
    assert book(app, url).entries == ()


def test_the_end_of_the_wall_is_put_right(app: Flask, client: FlaskClient) -> None:
    url = opened(client, "sichuan", "first_winner")
    end = {"kind": "end_of_wall", "seen": "1.0", "end-east": "", "end-south": "2", "end-west": "2", "end-north": "pig"}
    assert client.post(f"{url}/entries", data=end).status_code == 303
    page = client.get(f"{url}/entries/1").get_data(as_text=True)
    assert '<option value="pig" selected>' in page.split('name="end-north"')[1]
    assert client.post(f"{url}/entries/1", data={**end, "version": "1", "end-north": "lucky"}).status_code == 422
    assert client.post(f"{url}/entries/1", data={**end, "version": "1", "end-north": ""}).status_code == 303
    assert book(app, url).totals == (-8, 8, 8, -8)


@pytest.mark.parametrize(("won", "usual"), [("self_draw", "On a self-draw each"), ("discard-west", "the discarder pays for everyone")])
def test_where_one_pays_for_everyone_the_heading_says_so(client: FlaskClient, won: str, usual: str) -> None:
    """Otherwise the table's usual way would stand above payments that contradict it."""
    asked = {"d": GREAT, "seat": "south", "round": "east", "won": won, "rules": RESPONSIBLE, "asked": "none", "min": "0"}
    liable = shown(client, "/result?" + urlencode({**asked, "pays": "north"}))
    assert "North pays for everyone (包), all that the others would have paid." in liable and usual not in liable.split("The rules for paying")[0]
    url = opened(client, RESPONSIBLE)
    save(client, url, RESPONSIBLE, d=GREAT, won=won, pays="north")
    entry = shown(client, f"{url}/entries/1")
    assert "Dee pays for everyone (包), all that the others would have paid." in entry and usual not in entry.split("The rules for paying")[0]
    record = client.post("/hands/", data={**asked, "pays": "north", "booked": f"{url.rpartition('/')[2]}.1.0"}).headers["Location"]
    assert "Dee pays for everyone (包), all that the others would have paid." in shown(client, record)


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
    assert status == 422 and "Nobody is held responsible at this table." in told


def test_what_was_typed_is_still_there_after_a_refusal(client: FlaskClient) -> None:
    url = opened(client, RESPONSIBLE)
    save(client, url, RESPONSIBLE, d=GREAT, won="self_draw")
    sent = {"version": "1", "fan-south": "8", "fan-north": "x", "pays-south": "east", "won": "discard-west", "note": "read twice"}
    page = client.post(f"{url}/entries/1", data=sent).get_data(as_text=True)
    for field, value in (("fan-south", "8"), ("fan-north", "x"), ("note", "read twice")):
        assert re.search(rf'name="{field}"[^>]*value="{value}"', page), field
    assert 'name="won" value="discard-west" checked' in page
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
