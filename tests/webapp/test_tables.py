"""A table's pages: one tap saves a hand, nothing is lost to a second phone, every version stays, and typed names are only ever text."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from store_places import fresh

from webapp import create_app, ledger
from webapp.entered import clean
from webapp.openapi import document
from webapp.spreadsheet import safe
from webapp.store import Fault, StoreProblem, default_url
from webapp.store.ledgers import versions

HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
SICHUAN = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.p1.p1~s-p3.p3.p3"
ANSWERS: dict[str, Any] = {
    "d": HAND, "seat": "south", "round": "east", "won": "discard-west", "rules": "fanorder", "asked": "fanorder", "min": "3", "cap": "13",
    "opt": ["payment.half", "bonus_tiles.true", "self_draw_each.2"],
}  # fmt: skip
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(params=["sqlite", "postgresql"])
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    address = default_url(tmp_path) if request.param == "sqlite" else fresh(request.getfixturevalue("cluster"))
    made = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "DATABASE_URL": address})
    yield made
    made.extensions["fanlens_store"].close()


def opened(client: FlaskClient, players: tuple[str, ...] = ("Ann", "Bob", "Cho", "Dee"), rules: str = "fanorder", dealer: str = "win_or_draw") -> str:
    response = client.post("/tables/", data={"player": list(players), "rules": rules, "dealer": dealer, "name": "Friday"})
    assert response.status_code == 303, response.get_data(as_text=True)
    return str(response.headers["Location"])


def book(app: Flask, url: str) -> ledger.Ledger:
    return ledger.opened(versions(app.extensions["fanlens_store"], url.rpartition("/")[2]))


def save(client: FlaskClient, url: str, hand: str = "1.0", **more: Any) -> int:
    return client.post(f"{url}/hands", data={**ANSWERS, "hand": hand, **more}).status_code


def text(client: FlaskClient, url: str) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", client.get(url).get_data(as_text=True)))


def test_a_hand_is_saved_from_its_result_with_one_tap(app: Flask, client: FlaskClient) -> None:
    url = opened(client)
    page = client.get("/result", query_string=ANSWERS).get_data(as_text=True)
    assert f'action="{url}/hands"' in page
    assert 'name="hand" value="1.0"' in page
    assert save(client, url) == 303
    assert book(app, url).totals == (-16, 64, -32, -16)
    shown = text(client, url)
    assert "Bob 4 Fan, from Cho" in shown
    assert "Together: 0." in shown
    assert "Hand 2, East round" in shown


def test_the_next_hand_knows_the_round_the_rules_and_the_names(client: FlaskClient) -> None:
    url = opened(client, dealer="never")
    for number in range(4):
        assert save(client, url, hand=f"{number + 1}.{number}") == 303
    page = client.get("/context?d=h-m1").get_data(as_text=True)
    assert 'name="round" value="south" checked' in page
    assert "<b>Ann</b> <small>East</small>" in page
    assert 'name="won" value="discard-west" checked' not in page


def test_two_taps_are_one_hand_and_a_second_phone_overwrites_nothing(app: Flask, client: FlaskClient) -> None:
    url = opened(client)
    assert [save(client, url), save(client, url)] == [303, 303]
    assert len(book(app, url).entries) == 1
    response = client.post(f"{url}/hands", data={**ANSWERS, "hand": "1.0", "seat": "north"})
    assert response.status_code == 409
    assert "Somebody has saved to this table meanwhile" in response.get_data(as_text=True)
    assert len(book(app, url).entries) == 1


def test_several_winners_of_one_discard(app: Flask, client: FlaskClient) -> None:
    url = opened(client, rules="mahjong_house")
    house: dict[str, Any] = {"rules": "mahjong_house", "asked": "mahjong_house", "opt": ["payment.full", "multiple_winners.true", "bonus_tiles.true"]}
    assert save(client, url, **house) == 303
    second = {**house, "seat": "north"}
    assert "Save as one more winner" in client.get("/result", query_string={**ANSWERS, **second}).get_data(as_text=True)
    assert save(client, url, hand="2.1", also="1", **second) == 303
    found = book(app, url)
    assert len(found.entries) == 1 and found.entries[0].version == 2
    assert [winner["seat"] for winner in found.entries[0].body["detail"]["winners"]] == ["south", "north"]
    assert sum(found.totals) == 0 and found.totals[1] > 0 and found.totals[3] > 0
    assert save(client, url, hand="2.1", also="1", **{**house, "seat": "north", "won": "discard-east"}) == 409


@pytest.mark.parametrize(("language", "told"), [("zh-Hant", "Bob 5番、Dee 5番，Cho出銃"), ("zh-Hans", "Bob 5番、Dee 5番，Cho出铳")])
def test_several_winners_stand_in_one_line_as_the_language_writes_it(client: FlaskClient, language: str, told: str) -> None:
    url = opened(client, rules="mahjong_house")
    house: dict[str, Any] = {"rules": "mahjong_house", "asked": "mahjong_house", "opt": ["payment.full", "multiple_winners.true", "bonus_tiles.true"]}
    save(client, url, **house)
    save(client, url, hand="2.1", also="1", **{**house, "seat": "north"})
    page = client.get(url, headers={"Accept-Language": language}).get_data(as_text=True)
    assert re.sub(r"\d番", "5番", re.search(r"<span>(Bob [^<]*)</span>", page)[1]) == told  # type: ignore[index]


def test_faults_of_a_tables_own_rules_stand_in_one_line_as_the_language_writes_it(client: FlaskClient) -> None:
    typed = {"name": "", "player": ["Ann", "Bob", "Cho", "Dee"], "dealer": "never", "rules": "fanorder", "asked": "fanorder", "printed": "8 4 2"}
    page = client.post("/tables/", data=typed, headers={"Accept-Language": "zh-HK"}).get_data(as_text=True)
    assert "1番（4分）不可少過0番（8分）；2番（2分）不可少過1番（4分）。" in page


HEBREW = ("\u05de\u05e9\u05d4", "\u05d3\u05d5\u05d3", "Cho", "Dee")


def test_names_written_from_right_to_left_change_no_places(app: Flask, client: FlaskClient) -> None:
    """Beside such a name figures and other names are drawn on its other side, where it is not kept apart: "A pays B" read as "B pays A"."""
    url = opened(client, HEBREW)
    assert save(client, url) == 303
    one, two = (f"\u2068{name}\u2069" for name in HEBREW[:2])
    page = client.get(url).get_data(as_text=True)
    assert f"{two} +" in page and f"{one} −" in page and f"<span>{two} " in page
    settled = client.get(f"{url}/settle").get_data(as_text=True)
    assert f"{one} pays {two}" in settled and f"{one}: -" in settled
    entry = client.get(f"{url}/entries/1").get_data(as_text=True)
    assert f"{one} <small>East" in entry and f"{two} +" in entry
    assert book(app, url).table.players == HEBREW, "what is kept is the name as it was typed"
    assert "\u2068" not in client.get(f"{url}/ledger.csv").get_data(as_text=True)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),  # a family is one picture
        ("\U0001f469\U0001f3fb\u200d\U0001f373", "\U0001f469\U0001f3fb\u200d\U0001f373"),  # a cook of a colour
        ("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525"),
        ("A\u200dnn", "A nn"),
        ("Ann\u200d", "Ann"),
        ("\U0001f468\u200d", "\U0001f468"),
        ("\u202eAnn", "Ann"),
    ],
)
def test_a_picture_that_is_joined_of_several_stays_one(typed: str, kept: str) -> None:
    assert clean(typed, 24) == kept


def test_sichuans_kongs_winners_and_end_of_the_wall(app: Flask, client: FlaskClient) -> None:
    url = opened(client, rules="sichuan", dealer="first_winner")
    kong = {"kind": "kong", "seen": "1.0", "how": "concealed", "by": "east", "from": "south"}
    assert client.post(f"{url}/entries", data=kong).status_code == 303
    assert book(app, url).totals == (6, -2, -2, -2)
    hand = {"d": SICHUAN, "rules": "sichuan", "asked": "none", "won": "discard-west", "void": "s"}
    assert save(client, url, hand="1.1", **hand) == 303
    assert book(app, url).now.out == ("south",)
    assert 'name="out" value="south" checked' in client.get("/context?d=h-m1").get_data(as_text=True)
    end = {"kind": "end_of_wall", "seen": "1.2", "end-east": "", "end-west": "2", "end-north": "pig"}
    assert client.post(f"{url}/entries", data=end).status_code == 303
    found = book(app, url)
    assert sum(found.totals) == 0
    assert found.now.hand == 2 and found.now.seats["east"] == 1
    refund = found.entries[2].points
    # North, who held the void suit, pays 16 to each; East, not ready, gives the kong's 6 back and pays West 4.
    assert refund[0] == 16 - 6 - 4
    bad = {"kind": "kong", "seen": "2.3", "how": "exposed", "by": "east", "from": "east"}
    assert client.post(f"{url}/entries", data=bad).status_code == 422


OWN = {"house": ["half_flush.2", "shares.4-4"]}


def test_a_tables_own_lines_stay_with_a_hand_through_an_edit(app: Flask, client: FlaskClient) -> None:
    url = opened(client)
    assert save(client, url, min="2", **OWN) == 303  # a half flush for 2 and a dragon for 1, and four shares in all, paid by the discarder
    before = book(app, url)
    assert before.totals == (0, 32, -32, 0)
    note = {"version": "1", "fan-south": "3", "won": "discard-west", "note": "looked at again"}
    assert client.post(f"{url}/entries/1", data=note).status_code == 303
    assert book(app, url).totals == before.totals
    assert client.post(f"{url}/entries/1", data={**note, "version": "2", "fan-south": "4"}).status_code == 303
    assert book(app, url).totals == (0, 64, -64, 0)
    assert client.post(f"{url}/entries/1", data={**note, "version": "3", "won": "self_draw"}).status_code == 303
    assert book(app, url).totals == (-12, 32, -10, -10)  # the dealer carries what does not divide


def test_a_second_winner_is_paid_under_the_same_own_lines_or_not_at_all(app: Flask, client: FlaskClient) -> None:
    url = opened(client, rules="mahjong_house")
    house: dict[str, Any] = {"rules": "mahjong_house", "asked": "mahjong_house", "opt": ["payment.full", "multiple_winners.true"], "house": "half_flush.2"}
    assert save(client, url, min="1", **house) == 303
    one = book(app, url).totals[1]
    other = {**house, "seat": "north", "house": "half_flush.3"}
    refused = client.post(f"{url}/hands", data={**ANSWERS, "min": "1", "hand": "2.1", "also": "1", **other})
    assert refused.status_code == 409 and "scored under other rules" in refused.get_data(as_text=True)
    for differs in ({"min": "0"}, {"cap": "8"}, {"rules": "fanorder", "asked": "fanorder"}):
        assert save(client, url, hand="2.1", also="1", **{"min": "1", **house, "seat": "north", **differs}) == 409, differs
    assert save(client, url, hand="2.1", also="1", min="1", **{**house, "seat": "north"}) == 303
    found = book(app, url)
    assert found.totals[1] == one and found.totals[3] > 0 and sum(found.totals) == 0
    assert found.entries[0].body["rules"]["house"]["fan"]


def test_an_edit_of_a_robbed_kong_stays_one(app: Flask, client: FlaskClient) -> None:
    url = opened(client, rules="hkma")
    robbed = {"d": "h-m1.m2.m3.m5.m6.m7.m9.m9.p7w.p5.p6~s-red.red.red", "rules": "hkma", "asked": "hkma", "min": "0", "won": "rob-west", "opt": []}
    assert save(client, url, **robbed) == 303
    found = book(app, url)
    assert found.entries[0].body["detail"]["type"] == "rob_kong"
    page = client.get(f"{url}/entries/1").get_data(as_text=True)
    assert 'name="won" value="rob-west" checked' in page
    assert "by robbing a kong of Cho" in page
    total = found.entries[0].body["detail"]["winners"][0]["total"]
    edit = {"version": "1", "fan-south": str(total), "won": "rob-west"}
    assert client.post(f"{url}/entries/1", data={**edit, "fan-south": str(total + 1)}).status_code == 303
    assert client.post(f"{url}/entries/1", data={**edit, "version": "2"}).status_code == 303
    assert book(app, url).totals == found.totals
    assert client.post(f"{url}/entries/1", data={**edit, "version": "3", "won": "discard-west"}).status_code == 303
    assert book(app, url).totals[2] > found.totals[2]  # here the robbed player pays more than a discarder
    for wrong in ("", "luck", "rob-", "rob-south", "discard-nowhere", "self_draw-west"):
        assert client.post(f"{url}/entries/1", data={**edit, "version": "4", "won": wrong}).status_code == 422, wrong


def test_at_a_table_the_winner_is_whoever_won_last_in_the_seat_of_today(client: FlaskClient) -> None:
    def chosen() -> list[str]:
        page = client.get(f"/context?d={HAND}").get_data(as_text=True)
        assert ("as last time" in page) == bool(re.search(r'name="seat" value="\w+" checked', page))
        return re.findall(r'name="seat" value="(\w+)" checked', page)

    assert client.get("/result", query_string=ANSWERS).status_code == 200  # without a table: a seat, and nobody in it
    url = opened(client, dealer="never")
    assert chosen() == []  # nobody has won at this table yet
    assert client.get("/result", query_string=ANSWERS).status_code == 200
    assert chosen() == ["south"]
    assert save(client, url) == 303
    assert chosen() == ["east"]  # Bob, whose seat has turned
    opened(client, ("X", "Y", "Z", "V"))
    assert chosen() == []  # another table
    sent = {**ANSWERS, "seat": ""}
    refused = client.get("/result", query_string=sent)
    assert refused.status_code == 422 and "Say who won." in refused.get_data(as_text=True)
    assert client.get("/result", query_string={**ANSWERS, "seat": ["", "south"]}).status_code == 200
    client.set_cookie("seated", "")
    assert 'name="seat" value="south" checked' in client.get(f"/context?d={HAND}").get_data(as_text=True)


def rename(client: FlaskClient, url: str, **more: Any) -> int:
    sent = {"version": "1", "name": "Friday", "player": ["Ann", "Bob", "Cho", "Dee"], "rules": "fanorder", "dealer": "win", **more}
    return client.post(f"{url}/setup", data=sent).status_code


def test_players_and_rules_change_and_what_was_played_stays(app: Flask, client: FlaskClient) -> None:
    url = opened(client)
    save(client, url)
    before = book(app, url)
    own = {"asked": "fanorder", "min": "1", "cap": "10", "opt": ["payment.all"], "house": ["half_flush.2", "coloured."]}
    assert rename(client, url, player=["Anna", "Bob", "Cho", "Dee", "Eve", ""], **own) == 303
    after = book(app, url)
    assert after.table.players == ("Anna", "Bob", "Cho", "Dee", "Eve") and after.table.dealer == "win"
    assert after.totals == (*before.totals, 0) and after.entries[0].body == before.entries[0].body
    assert ("house", "half_flush.2") in after.table.rules and ("min", "1") in after.table.rules
    shown = text(client, f"{url}/setup")
    assert "Ann, Bob, Cho, Dee" in shown and "Anna, Bob, Cho, Dee, Eve" in shown and "Half flush is worth: 2 Fan" in shown
    assert "Half flush is worth 2 Fan" in text(client, url)
    page = client.get("/context?d=h-m1").get_data(as_text=True)
    assert '<option value="half_flush.2" selected>' in page
    assert rename(client, url, player=["X", "Bob", "Cho", "Dee", "Eve"]) == 409  # somebody looked at the first version
    for wrong in ({"player": ["Anna", "Bob", "Cho", "", "Eve"]}, {"player": ["A", "A", "B", "C", "D"]}, {"rules": "riichi"}, {"dealer": "luck"}):
        assert rename(client, url, **{"player": ["Anna", "Bob", "Cho", "Dee", "Eve"], "version": "2", **wrong}) == 422, wrong
    faulty = {**own, "player": ["Anna", "Bob", "Cho", "Dee", "Eve"], "version": "2", "printed": "8 4 2"}
    assert rename(client, url, **faulty) == 422
    assert len(book(app, url).setups) == 2


def test_a_table_may_open_with_its_own_rules_and_more_than_four(app: Flask, client: FlaskClient) -> None:
    own = {"asked": "fanorder", "min": "1", "cap": "8", "opt": ["bonus_tiles.false"], "house": ["shares.4-2"], "printed": "1, 2 4 8"}
    sent = {"player": ["A", "B", "C", "D", "E", ""], "rules": "fanorder", "dealer": "win", **own}
    url = client.post("/tables/", data=sent).headers["Location"]
    found = book(app, url)
    assert found.table.players == ("A", "B", "C", "D", "E")
    assert {("min", "1"), ("cap", "8"), ("house", "shares.4-2"), ("house", "table.1_2_4_8")} <= set(found.table.rules)
    assert ("opt", "bonus_tiles.true") not in found.table.rules
    assert "Sitting out: E 0" in text(client, url)
    refused = client.post("/tables/", data={**sent, "printed": "4 2 1", "name": "Ours"})
    assert refused.status_code == 422
    assert 'value="4 2 1"' in refused.get_data(as_text=True) and 'value="Ours"' in refused.get_data(as_text=True)


def test_another_rule_set_is_looked_at_without_losing_what_was_typed(client: FlaskClient) -> None:
    page = client.get("/tables/?player=Ann&player=&player=Cho&rules=sichuan&asked=fanorder&dealer=never").get_data(as_text=True)
    assert 'value="Ann"' in page and 'value="Cho"' in page and 'name="opt"' in page
    assert 'name="rules" value="sichuan" data-rules checked' in page and 'name="dealer" value="never" checked' in page


def reseat(client: FlaskClient, url: str, seen: str, east: int, south: int, west: int, north: int, **more: Any) -> int:
    seats = {"seat-east": east, "seat-south": south, "seat-west": west, "seat-north": north}
    return client.post(f"{url}/entries", data={"kind": "seats", "seen": seen, **seats, **more}).status_code


def test_a_substitute_takes_a_seat_and_everybody_keeps_their_points(app: Flask, client: FlaskClient) -> None:
    url = client.post("/tables/", data={"player": ["Ann", "Bob", "Cho", "Dee", "Eve"], "rules": "fanorder", "dealer": "never"}).headers["Location"]
    assert save(client, url) == 303
    before = book(app, url)
    assert before.now.seats == {"east": 1, "south": 2, "west": 3, "north": 0}
    assert reseat(client, url, "2.1", 1, 2, 3, 4) == 303  # Eve for Ann, who was the round's first East
    now = book(app, url)
    assert now.totals == before.totals and now.names["north"] == "Eve" and now.waiting == (0,)
    assert "New seats: Bob East, Cho South, Dee West, Eve North" in text(client, url)
    for number in range(2, 5):
        assert save(client, url, hand=f"{number}.{number}") == 303
    assert (book(app, url).now.round, book(app, url).now.seats["east"]) == ("south", 4)  # the round turns with the seat
    assert client.post(f"{url}/entries/2", data={"version": "1", "undo": "1"}).status_code == 303
    assert sum(book(app, url).totals) == 0
    for wrong in ((1, 1, 2, 3), (1, 2, 3, 9)):
        assert reseat(client, url, "5.5", *wrong) == 422, wrong
    seats = book(app, url).now.seats
    assert reseat(client, url, "5.5", *seats.values()) == 422  # nothing changes
    assert reseat(client, url, "5.5", *seats.values(), round="west", begins="1") == 303
    now = book(app, url)
    assert now.now.round == "west" and now.now.first == now.now.seats["east"]


def test_in_the_middle_of_a_hand_nobody_changes_seats(app: Flask, client: FlaskClient) -> None:
    url = opened(client, rules="sichuan", dealer="first_winner")
    client.post(f"{url}/entries", data={"kind": "kong", "seen": "1.0", "how": "concealed", "by": "east"})
    assert reseat(client, url, "1.1", 1, 0, 2, 3) == 422
    assert "Who sits where" not in text(client, url)


def test_a_full_ledger_says_so(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    url = opened(client)
    monkeypatch.setattr("webapp.store.ledgers.MOST_ENTRIES", 1)
    response = client.post(f"{url}/entries", data={"kind": "draw", "seen": "1.0"})
    assert response.status_code == 409 and "ledger is full" in response.get_data(as_text=True)


def test_the_scorers_own_refusals_speak_the_readers_language(client: FlaskClient) -> None:
    url = opened(client)
    save(client, url)
    client.set_cookie("language", "zh-Hant")
    page = client.post(f"{url}/entries/1", data={"version": "1", "fan-south": "1", "won": "discard-west"})
    assert page.status_code == 422
    alert = re.search(r'role="alert">([^<]*)', page.get_data(as_text=True))
    assert alert is not None and re.search("[一-龥]", alert[1]) and not re.search("[A-Za-z]{4}", alert[1])


def test_the_ledger_as_json_fits_its_schema(client: FlaskClient) -> None:
    schemas = {"components": document()["components"]}
    url = opened(client)
    save(client, url)
    client.post(f"{url}/entries/1", data={"version": "1", "undo": "1"})
    save(client, url, hand="1.1", seat="north")
    told = client.get(f"/api{url}").get_json()
    Draft202012Validator({"$ref": "#/components/schemas/Ledger", **schemas}).validate(told)
    assert [entry["counts"] for entry in told["entries"]] == [False, True]
    assert [len(entry["versions"]) for entry in told["entries"]] == [2, 1]
    assert sum(told["totals"]) == 0 and sum(each["points"] for each in told["transfers"]) == max(told["totals"])
    listed = client.get("/api/tables")
    Draft202012Validator({"$ref": "#/components/schemas/Tables", **schemas}).validate(listed.get_json())
    assert listed.get_json()["tables"][0]["id"] == told["id"] and "no-store" in listed.headers["Cache-Control"]
    for name in ("a" * 26, "what"):
        assert client.get(f"/api/tables/{name}").status_code == 404


def test_draws_and_payments(app: Flask, client: FlaskClient) -> None:
    url = opened(client)
    assert client.post(f"{url}/entries", data={"kind": "draw", "seen": "1.0"}).status_code == 303
    paid = {"kind": "payment", "seen": "2.1", "payer": "0", "payee": "3", "points": "12", "note": "false win"}
    assert client.post(f"{url}/entries", data=paid).status_code == 303
    assert book(app, url).totals == (-12, 0, 0, 12)
    for wrong in ({"points": "-3"}, {"points": "0"}, {"payee": "0"}, {"payer": "9"}, {"points": "9" * 10}, {"kind": "luck"}):
        assert client.post(f"{url}/entries", data={**paid, "seen": "2.2", **wrong}).status_code == 422, wrong
    assert len(book(app, url).entries) == 2


def test_an_edit_and_an_undo_keep_every_version_in_sight(app: Flask, client: FlaskClient) -> None:
    url = opened(client)
    save(client, url)
    edit = {"version": "1", "fan-south": "3", "won": "discard-east", "note": "miscounted"}
    assert client.post(f"{url}/entries/1", data=edit).status_code == 303
    assert book(app, url).totals == (-16, 32, -8, -8)
    assert client.post(f"{url}/entries/1", data={**edit, "fan-south": "5"}).status_code == 409
    assert client.post(f"{url}/entries/1", data={"version": "2", "undo": "1"}).status_code == 303
    assert book(app, url).totals == (0, 0, 0, 0)
    assert book(app, url).now.hand == 1
    assert client.post(f"{url}/entries/1", data={"version": "3", "restore": "1"}).status_code == 303
    assert book(app, url).totals == (-16, 32, -8, -8)
    shown = text(client, f"{url}/entries/1")
    assert "Bob 4 Fan, from Cho" in shown and "Bob 3 Fan, from Ann" in shown and "undone" in shown
    for wrong in ({"fan-south": "x"}, {"fan-south": ""}, {"fan-south": "3", "won": "discard-south"}, {"fan-south": "1"}):
        assert client.post(f"{url}/entries/1", data={"version": "4", "won": "discard-east", **wrong}).status_code == 422, wrong
    assert book(app, url).entries[0].version == 4


def test_the_totals_run_from_hand_to_hand(client: FlaskClient) -> None:
    url = opened(client, dealer="never")
    save(client, url)
    client.post(f"{url}/entries", data={"kind": "payment", "seen": "2.1", "payer": "0", "payee": "3", "points": "12"})
    save(client, url, hand="2.2")
    client.post(f"{url}/entries/2", data={"version": "1", "undo": "1"})
    page = client.get(url).get_data(as_text=True)
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", page.split('class="card running"')[1], re.DOTALL)
    told = [re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", row)).strip() for row in rows]
    # The second hand is won by Cho, who sits South by then; what was undone is left out.
    assert told == ["1 −16 −16 +64 +64 −32 −32 −16 −16", "2 −32 −16 +48 −16 +32 +64 −48 −32"]


def test_the_night_is_settled(client: FlaskClient) -> None:
    url = opened(client)
    save(client, url)
    shown = text(client, f"{url}/settle")
    for words in ("Cho pays Bob 32", "Ann pays Bob 16", "Dee pays Bob 16"):
        assert words in shown


def test_a_spreadsheet_takes_no_name_for_a_formula(client: FlaskClient) -> None:
    url = opened(client, ("=HYPERLINK(1)", "+1", "-2", "@x"))
    save(client, url)
    data = client.get(f"{url}/ledger.csv").data
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    assert len(rows) == 2
    cells = [cell for row in rows for cell in row]
    assert [cell for cell in cells if cell[:1] in "=+-@" and not re.fullmatch(r"-?\d*", cell)] == []
    assert "'=HYPERLINK(1)" in cells


def test_a_spreadsheet_says_everything_of_an_entry_in_the_readers_words(client: FlaskClient) -> None:
    great = {"d": "h-m1.m2.m3w.m9.m9~s-red.red.red~s-green.green.green~s-white.white.white", "won": "self_draw", "pays": "north"}
    url = opened(client, rules="mahjong_house")
    assert save(client, url, **{"rules": "mahjong_house", "asked": "none", **great}) == 303
    client.post(f"{url}/entries", data={"kind": "payment", "seen": "2.1", "payer": "0", "payee": "3", "points": "12", "note": "false win"})

    def rows(language: str) -> list[list[str]]:
        data = client.get(f"{url}/ledger.csv", headers={"Accept-Language": language}).data
        return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))

    head, won, paid_ = rows("en")
    row = dict(zip(head, won, strict=True))
    assert {key: row[key] for key in ("Entry", "Hand", "Round", "East", "What", "Winner", "Won", "From", "Pays for everyone")} == {
        "Entry": "1", "Hand": "1", "Round": "East", "East": "Ann", "What": "Win", "Winner": "Bob", "Won": "Self-drawn", "From": "", "Pays for everyone": "Dee",
    }  # fmt: skip
    assert int(row["Bob"]) == -int(row["Dee"]) == int(row["Total Bob"]) > 0
    assert dict(zip(head, paid_, strict=True))["What"] == "Payment" and paid_[-1] == "false win"
    for language in ("zh-HK", "zh-CN"):
        cells = [cell for row in rows(language) for cell in row[:11]]
        assert not [cell for cell in cells if re.search("[a-z]{2}", cell) and cell not in ("Ann", "Bob", "Dee")], language


def test_names_and_notes_are_only_ever_text(app: Flask, client: FlaskClient) -> None:
    url = opened(client, ("<b>Ann", '"><img src=x>', "Cho\u202e\x00", "{{7*7}}"))
    save(client, url)
    client.post(f"{url}/entries", data={"kind": "payment", "seen": "2.1", "payer": "0", "payee": "1", "points": "1", "note": SCRIPT})
    record = client.post("/hands/", data=ANSWERS).headers["Location"]
    for path in ("/tables/", url, f"{url}/entries/1", f"{url}/entries/2", f"{url}/settle", record, "/context?d=h-m1"):
        page = client.get(path).get_data(as_text=True)
        assert "<b>Ann" not in page and "<img src=x" not in page and SCRIPT not in page and "49" not in re.findall(r">(49)<", page), path
        assert "script-src 'self'" in client.get(path).headers["Content-Security-Policy"]
    assert client.get(f"{record}/picture.png").status_code == 200
    assert book(app, url).table.players[2] == "Cho"


def test_typed_texts_are_one_clean_line() -> None:
    assert clean(" a\n\tb\u202e\ud800 c ", 24) == "a b c"
    assert clean("x" * 99, 24) == "x" * 24
    assert [safe(each) for each in ("Ann", "=1", " =1", "＝1")] == ["Ann", "'=1", "' =1", "'＝1"]


@pytest.mark.parametrize("players", [("A", "B", "C"), ("A", "A", "B", "C"), ("A", "B", "C", " "), ("A",) * 9])
def test_a_table_needs_four_different_names(client: FlaskClient, players: tuple[str, ...]) -> None:
    assert client.post("/tables/", data={"player": list(players), "rules": "fanorder", "dealer": "win"}).status_code == 422


def test_every_post_needs_the_forms_token(tmp_path: Path) -> None:
    client = create_app({"TESTING": True, "DATABASE_URL": default_url(tmp_path)}).test_client()
    name = "a" * 26
    booking = ("/tables/book", f"/tables/{name}/book", f"/tables/{name}/entries/1/hands")
    for path in ("/tables/", f"/tables/{name}/hands", f"/tables/{name}/entries", f"/tables/{name}/entries/1", f"/tables/{name}/delete", *booking):
        assert client.post(path, data={}).status_code == 400, path


def test_only_who_opened_it_and_the_laptop_may_delete_a_table(app: Flask, client: FlaskClient) -> None:
    url = opened(client)
    other = app.test_client()
    other.environ_base |= {"REMOTE_ADDR": "192.168.1.31"}
    assert other.post(f"{url}/delete").status_code == 403
    assert other.get(url).status_code == 200
    assert client.post(f"{url}/delete").status_code == 303
    assert client.get(url).status_code == 404
    assert client.get(f"/result?d={HAND}").status_code == 422  # the road goes on without it


def test_a_save_that_failed_comes_back_whole_and_can_be_sent_again(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    url = opened(client)

    def full(*_arguments: object) -> None:
        raise StoreProblem(Fault.FULL)

    with monkeypatch.context() as broken:
        broken.setattr("webapp.store.ledgers.write", full)
        response = client.post(f"{url}/hands", data={**ANSWERS, "hand": "1.0"})
    page = response.get_data(as_text=True)
    assert response.status_code == 503
    assert "disk is full" in page
    fields: dict[str, list[str]] = {}
    for key, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page):
        fields.setdefault(key, []).append(value)
    action = re.search(r'<form id="again" method="post" action="([^"]*)"', page)
    assert action is not None
    assert client.post(action[1], data=fields).status_code == 303
    assert book(app, url).totals == (-16, 64, -32, -16)


def test_the_road_goes_on_while_the_database_is_away(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(client)

    def away(*_arguments: object) -> None:
        raise StoreProblem(Fault.AWAY)

    monkeypatch.setattr("webapp.seated.versions", away)
    page = client.get("/result", query_string=ANSWERS)
    assert page.status_code == 200
    assert "Half flush" in page.get_data(as_text=True)
