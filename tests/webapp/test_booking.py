"""A hand and its ledger: looked at as it was booked, booked once, put right in its place, and booked afterwards with who sat where."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webapp import create_app, ledger
from webapp.store import default_url
from webapp.store.ledgers import versions

HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
OTHER = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-green.green.green~b-f1"
PONGS = "h-m1.m1.m1.p5.p5.p5.s9.s9.s9w.east.east~s-red.red.red~b-f1"
ANSWERS: dict[str, Any] = {
    "d": HAND, "seat": "south", "round": "east", "won": "discard-west", "rules": "fanorder", "asked": "fanorder", "min": "3", "cap": "13",
    "opt": ["payment.half", "bonus_tiles.true", "self_draw_each.2"],
}  # fmt: skip
PLAYERS = ("Ann", "Bob", "Cho", "Dee")


@pytest.fixture
def app(tmp_path: Any) -> Flask:
    return create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "DATABASE_URL": default_url(tmp_path)})


def opened(client: FlaskClient, players: tuple[str, ...] = PLAYERS, rules: str = "fanorder", **more: Any) -> str:
    response = client.post("/tables/", data={"player": list(players), "rules": rules, "dealer": "never", **more})
    assert response.status_code == 303, response.get_data(as_text=True)
    return str(response.headers["Location"])


def book(app: Flask, url: str) -> ledger.Ledger:
    return ledger.opened(versions(app.extensions["fanlens_store"], url.rpartition("/")[2]))


def save(client: FlaskClient, url: str, hand: str = "1.0", **more: Any) -> None:
    assert client.post(f"{url}/hands", data={**ANSWERS, "hand": hand, **more}).status_code == 303


def read(client: FlaskClient, url: str, **asked: Any) -> str:
    response = client.get(url, query_string=asked or None)
    assert response.status_code == 200, (url, response.status_code)
    return str(response.get_data(as_text=True))


def words(page: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", page)))


def link(page: str, text: str) -> str:
    found = re.search(rf'<a [^>]*href="([^"]*)"[^>]*>{re.escape(html.escape(text, quote=False))}', page) or re.search(
        rf'<a [^>]*href="([^"]*)"[^>]*>{re.escape(html.escape(text))}', page
    )
    assert found is not None, text
    return html.unescape(found[1])


def form(page: str, action: str) -> dict[str, list[str]]:
    """The hidden fields of the form with such an address."""
    found = re.search(rf'<form [^>]*action="{re.escape(action)}".*?</form>', page, re.DOTALL)
    assert found is not None, action
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', found[0]):
        fields.setdefault(name, []).append(html.unescape(value))
    return fields


# -- as it was booked ----------------------------------------------------------------------------------------------------


def test_a_booked_hand_is_shown_with_the_seats_of_then_and_not_booked_again(app: Flask, client: FlaskClient) -> None:
    url = opened(client)
    save(client, url)
    save(client, url, "2.1", d=OTHER, seat="north", won="self_draw")
    page = read(client, link(read(client, f"{url}/entries/1"), "Look at Bob's hand"))
    told = words(page)
    assert "In the ledger: Hand 1, East round · Bob 4 Fan, from Cho" in told
    assert re.search(r"Cho West → pays Bob South 32", told)
    assert "Change or undo this entry" in told and "Save to the ledger as hand" not in told
    assert book(app, url).now.seats["south"] != 1  # Bob sits elsewhere by now
    second = words(read(client, link(read(client, f"{url}/entries/2"), "Look at Ann's hand")))
    assert re.search(r"Bob East → pays Ann North", second)


def test_looking_at_an_old_hand_is_not_the_last_hand(client: FlaskClient) -> None:
    url = opened(client)
    save(client, url)
    address = link(read(client, f"{url}/entries/1"), "Look at Bob's hand")
    assert "Set-Cookie" not in client.get(address).headers


def test_an_edit_since_is_said_beside_the_hand_and_its_payments_are_the_entrys(app: Flask, client: FlaskClient) -> None:
    url = opened(client)
    save(client, url)
    assert client.post(f"{url}/entries/1", data={"version": "1", "fan-south": "6", "won": "discard-east"}).status_code == 303
    told = words(read(client, link(read(client, f"{url}/entries/1"), "Look at Bob's hand")))
    assert "The ledger has 6 Fan for this hand; by its tiles it is 4." in told
    points = book(app, url).entries[0].points
    assert re.search(rf"Ann East → pays Bob South {-points[0]} ", told) and "changed" in told


def test_the_result_that_was_just_booked_offers_no_second_booking(app: Flask, client: FlaskClient) -> None:
    url = opened(client)
    save(client, url)
    told = words(read(client, "/result", **ANSWERS))  # the back key
    assert "In the ledger: Hand 1, East round" in told and "Save to the ledger as hand" not in told
    assert re.search(r"Cho West → pays Bob South 32", told)
    assert "Save it once more, or to another table" in told
    record = client.post("/hands/", data=ANSWERS).headers["Location"]  # kept after the seats have turned
    assert "South (Bob)" in words(read(client, record))
    assert "Save to the ledger as hand 2" in words(read(client, "/result", **{**ANSWERS, "d": OTHER}))


def test_what_is_changed_from_a_booked_result_goes_into_its_entry(app: Flask, client: FlaskClient) -> None:
    """A misread tile, a wrong winner: the entry is put right with the hand, not by hand, and its old version stays."""
    url = opened(client)
    save(client, url)
    context = link(read(client, "/result", **ANSWERS), "Change how it was won")
    page = read(client, context)
    assert "For an entry of the ledger, with the seats of then: Hand 1, East round" in words(page)
    assert "<b>Bob</b> <small>South</small>" in page and 'name="booked"' in page
    asked = {**ANSWERS, "seat": "north", "won": "self_draw", "booked": re.search(r'name="booked" value="([^"]*)"', page)[1]}  # type: ignore[index]
    result = read(client, "/result", **asked)
    assert "Put it in the ledger in place of what stands there: Hand 1, East round" in words(result)
    sent = form(result, f"{url}/entries/1/hands")
    assert client.post(f"{url}/entries/1/hands", data=sent).status_code == 303
    found = book(app, url)
    assert len(found.entries) == 1 and found.entries[0].version == 2
    assert found.totals[3] == -sum(found.totals[:3]) > 0
    assert words(read(client, link(read(client, f"{url}/entries/1"), "Look at Dee's hand"))).count("In the ledger:") == 1
    assert client.post(f"{url}/entries/1/hands", data={**sent, "seat": "west"}).status_code == 409  # on top of a version that is gone
    assert len(book(app, url).entries[0].history) == 2


def test_one_more_winner_is_entered_from_the_entry_with_the_seats_of_then(app: Flask, client: FlaskClient) -> None:
    url = opened(client, rules="mahjong_house", asked="mahjong_house", opt=["multiple_winners.false", "multiple_winners.true"])
    house: dict[str, Any] = {"rules": "mahjong_house", "asked": "mahjong_house", "opt": ["payment.full", "multiple_winners.true"], "min": "3", "cap": "10"}
    save(client, url, **house)
    ledger_page = read(client, url)
    home = link(ledger_page, "One more winner of the last tile")
    assert home == link(read(client, f"{url}/entries/1"), "One more winner of this tile")
    typing = link(read(client, home), "Type the tiles instead")
    context = read(client, re.sub(r"\?d=", f"?d={OTHER}", typing.replace("/type?", "/context?")))
    assert 'value="discard-west" checked' in context and 'name="seat" value="north" checked' not in context
    assert "<b>Dee</b> <small>North</small>" in context  # by now Dee sits West
    booked = re.search(r'name="booked" value="([^"]*)"', context)
    assert booked is not None
    result = read(client, "/result", **{**ANSWERS, **house, "d": OTHER, "seat": "north", "booked": booked[1]})
    assert "Save as one more winner: Hand 1, East round" in words(result)
    sent = form(result, f"{url}/entries/1/hands")
    assert client.post(f"{url}/entries/1/hands", data=sent).status_code == 303
    found = book(app, url)
    assert len(found.entries) == 1 and found.totals[1] > 0 and found.totals[3] > 0 and sum(found.totals) == 0
    shown = read(client, f"{url}/entries/1")
    assert "Bob 4 Fan" in words(shown)
    for player in ("Bob", "Dee"):
        assert "In the ledger: Hand 1" in words(read(client, link(shown, f"Look at {player}'s hand")))
    wrong = {**sent, "seat": "east", "won": "discard-south", "booked": booked[1][:-1] + "2", "version": "2"}
    assert client.post(f"{url}/entries/1/hands", data=wrong).status_code == 409


def test_a_save_that_came_second_keeps_the_hand_and_says_what_came_first(app: Flask, client: FlaskClient) -> None:
    url = opened(client)
    save(client, url)
    late = client.post(f"{url}/hands", data={**ANSWERS, "d": OTHER, "hand": "1.0"})
    page = late.get_data(as_text=True)
    assert late.status_code == 409 and "Somebody has saved to this table meanwhile" in page and "Bob 4 Fan, from Cho" in words(page)
    assert client.post(f"{url}/hands", data=form(page, f"{url}/hands")).status_code == 303
    assert len(book(app, url).entries) == 2


# -- afterwards ----------------------------------------------------------------------------------------------------------


def test_a_hand_without_a_table_opens_one_with_its_players(app: Flask, client: FlaskClient) -> None:
    page = read(client, "/result", **{**ANSWERS, "round": "south"})
    address = link(page, "Put it into a table's ledger")
    chooser = read(client, address)
    assert "A new table" in words(chooser) and "Which table?" not in words(chooser)
    sent: dict[str, Any] = {**form(chooser, "/tables/book"), "player": ["Ann", "Bob", "Cho", "Ann"]}
    refused = client.post("/tables/book", data=sent)
    assert refused.status_code == 422 and 'id="problem-player-3"' in refused.get_data(as_text=True) and 'value="Cho"' in refused.get_data(as_text=True)
    sent["player"] = list(PLAYERS)
    first = client.post("/tables/book", data=sent)
    assert first.status_code == 303 and client.post("/tables/book", data=sent).headers["Location"] == first.headers["Location"]
    found = book(app, first.headers["Location"])
    assert found.totals == (-16, 64, -32, -16) and len(found.entries) == 1 and found.entries[0].body["round"] == "south"
    assert ("opt", "payment.half") in found.table.rules and ("min", "3") in found.table.rules
    assert "Save to the ledger as hand 2" in words(read(client, "/result", **{**ANSWERS, "d": OTHER}))  # this browser sits there now


def test_a_hand_without_a_table_goes_to_one_with_who_sat_where(app: Flask, client: FlaskClient) -> None:
    url = opened(client)
    client.set_cookie("seated", "")
    address = link(read(client, "/result", **ANSWERS), "Put it into a table's ledger")
    chooser = read(client, address)
    assert "Which table? Ann, Bob, Cho, Dee" in words(chooser)
    page = read(client, f"{address}&table={url.rpartition('/')[2]}")
    for seat, place in zip(("east", "south", "west", "north"), range(4), strict=True):
        assert re.search(rf'name="seat-{seat}">.*?<option value="{place}" selected>', page, re.DOTALL)
    sent: dict[str, Any] = form(page, f"{url}/book")
    twice = client.post(f"{url}/book", data={**sent, "seat-east": "0", "seat-south": "0", "seat-west": "2", "seat-north": "3", "when": "now"})
    assert (
        twice.status_code == 422 and 'id="problem-seat-south"' in twice.get_data(as_text=True) and "Ann sits elsewhere already" in twice.get_data(as_text=True)
    )
    seats = {"seat-east": "1", "seat-south": "0", "seat-west": "2", "seat-north": "3"}
    assert client.post(f"{url}/book", data={**sent, **seats, "when": "now"}).status_code == 303
    found = book(app, url)
    assert found.totals == (64, -16, -32, -16)  # Ann sat South
    assert found.now.hand == 2 and found.now.seats["east"] == 0  # and the table goes on from there
    again = read(client, f"{address}&table={url.rpartition('/')[2]}")
    assert "This very hand is in that ledger already: Hand 1, East round" in words(again)


def test_an_earlier_hand_counts_and_moves_nobody(app: Flask, client: FlaskClient) -> None:
    url = opened(client)
    save(client, url)
    before = book(app, url)
    other = {**ANSWERS, "d": OTHER, "round": "north"}
    record = client.post("/hands/", data=other).headers["Location"]
    address = link(read(client, record), "Put it into a table's ledger")
    page = read(client, f"{address}&table={url.rpartition('/')[2]}")
    assert re.search(r'value="late" checked', page)
    # The record was kept at this table, and knows who sat where.
    assert re.search(r'name="seat-south">.*?<option value="2" selected>Cho', page, re.DOTALL)
    sent = {**form(page, f"{url}/book"), "seat-east": "3", "seat-south": "2", "seat-west": "1", "seat-north": "0", "when": "late"}
    assert client.post(f"{url}/book", data=sent).status_code == 303
    after = book(app, url)
    assert after.now == before.now and after.totals[2] == before.totals[2] + 64 and sum(after.totals) == 0
    assert "Entered afterwards, North round" in words(read(client, url))


def test_in_the_middle_of_a_hand_only_an_earlier_one_has_other_seats(app: Flask, client: FlaskClient) -> None:
    url = opened(client, rules="sichuan")
    hand = {"d": "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.p1.p1~s-p3.p3.p3", "rules": "sichuan", "asked": "none", "won": "discard-west", "seat": "south", "round": "east"}
    assert client.post(f"{url}/entries", data={"kind": "kong", "seen": "1.0", "how": "concealed", "by": "east"}).status_code == 303
    seats = {"seat-east": "1", "seat-south": "0", "seat-west": "2", "seat-north": "3", "seen": "1.1"}
    refused = client.post(f"{url}/book", data={**hand, **seats, "when": "now"})
    assert refused.status_code == 422 and 'id="problem-when"' in refused.get_data(as_text=True)
    assert client.post(f"{url}/book", data={**hand, **seats, "when": "late"}).status_code == 303
    assert book(app, url).now.kongs and not book(app, url).now.out


def test_other_rules_than_the_tables_are_said_before_a_hand_is_booked(client: FlaskClient) -> None:
    url = opened(client, rules="mahjong_house")
    page = read(client, "/tables/book", **ANSWERS, table=url.rpartition("/")[2])
    assert "This hand was scored by other rules than the table's" in words(page)
    context = link(page, "Score it by the table's rules first")
    assert 'name="rules" value="mahjong_house" data-rules checked' in read(client, context)


def test_only_a_hand_that_wins_is_booked(client: FlaskClient) -> None:
    assert client.get("/tables/book", query_string={**ANSWERS, "min": "9"}).status_code == 422
    assert client.get("/tables/book", query_string={**ANSWERS, "d": "h-m1"}).status_code == 422
    assert client.get("/tables/book", query_string={**ANSWERS, "table": "a" * 26}).status_code == 404
    assert client.get("/result", query_string={**ANSWERS, "booked": f"{'a' * 26}.1.0"}).status_code == 200  # a table that is no more


def test_a_record_and_a_settlement_are_texts_for_the_chat(client: FlaskClient) -> None:
    url = opened(client, name="Friday")
    save(client, url)
    record = client.post("/hands/", data={**ANSWERS, "opt": ["payment.half", "bonus_tiles.true", "self_draw_each.2"]}).headers["Location"]

    def text(address: str, language: str = "en") -> list[str]:
        page = client.get(address, headers={"Accept-Language": language}).get_data(as_text=True)
        found = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
        assert found is not None
        return html.unescape(found[1]).splitlines()

    told = text(record)
    for line in ("Pair: east wind", "Winner: South (Bob)", "Half flush 3", "West (Cho) pays South (Bob): 32", f"http://localhost{record}"):
        assert line in told, told
    assert told[0].startswith("4 Fan · ") and "Chow: 1 characters, 2 characters, 3 characters" in told
    assert text(f"{url}/settle") == ["Friday", "Ann: -16", "Bob: +64", "Cho: -32", "Dee: -16", "Cho pays Bob: 32", "Ann pays Bob: 16", "Dee pays Bob: 16"]
    for language in ("zh-HK", "zh-CN"):
        lines = [line for line in text(record, language) if not line.startswith("http") and not line.startswith(("規則", "规则"))]
        assert not [line for line in lines if re.search("[A-Za-z]{4}", line)], lines
