"""Where one hand has several entries (Sichuan), an entry put right settles what follows from it anew: refunds of kongs, who paid as one still in."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from webapp import create_app, follow, ledger, ledger_forms
from webapp.entered import resettled
from webapp.ledger import SEATS, LedgerError
from webapp.store import default_url
from webapp.store.ledgers import Version, versions

HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.p1.p1~s-p3.p3.p3"
PLAYERS = ["Ann", "Bob", "Cho", "Dee"]
KONG = {"kind": "kong", "how": "concealed", "by": "east", "from": ""}
END = {"kind": "end_of_wall", "end-east": "", "end-south": "", "end-west": "2", "end-north": ""}


@pytest.fixture
def app(tmp_path: Any) -> Flask:
    return create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "DATABASE_URL": default_url(tmp_path)})


@pytest.fixture
def url(client: FlaskClient) -> str:
    return str(client.post("/tables/", data={"player": PLAYERS, "rules": "sichuan", "asked": "none", "dealer": "first_winner"}).headers["Location"])


def book(app: Flask, url: str) -> ledger.Ledger:
    return ledger.opened(versions(app.extensions["fanlens_store"], url.rpartition("/")[2]))


def enter(app: Flask, client: FlaskClient, url: str, **sent: Any) -> None:
    now = book(app, url)
    response = client.post(f"{url}/entries", data={**sent, "seen": f"{now.now.hand}.{len(now.entries)}"})
    assert response.status_code == 303, response.get_data(as_text=True)


def win(app: Flask, client: FlaskClient, url: str, **said: Any) -> None:
    now = book(app, url)
    sent = {"d": HAND, "round": "east", "rules": "sichuan", "asked": "none", "void": "s", "out": [*now.now.out], "hand": f"{now.now.hand}.{len(now.entries)}"}
    response = client.post(f"{url}/hands", data={**sent, **said})
    assert response.status_code == 303, response.get_data(as_text=True)


def change(app: Flask, client: FlaskClient, url: str, number: int, expect: int = 303, **sent: str) -> str:
    version = book(app, url).entries[number - 1].version
    form = {key.replace("_", "-") if key.startswith(("fan_", "end_")) else key: value for key, value in sent.items()}
    response = client.post(f"{url}/entries/{number}", data={"version": str(version), **form})
    assert response.status_code == expect, response.get_data(as_text=True)
    return words(response.get_data(as_text=True))


def words(page: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", page)))


def points(app: Flask, url: str) -> list[tuple[int, ...]]:
    """Of each entry that counts, by player."""
    return [tuple(entry.points.get(player, 0) for player in range(4)) for entry in book(app, url).live]


def shown(client: FlaskClient, url: str) -> str:
    return words(client.get(url).get_data(as_text=True))


def test_the_refund_of_a_kong_that_was_undone_goes_with_it_and_comes_back_with_it(app: Flask, client: FlaskClient, url: str) -> None:
    enter(app, client, url, **KONG)
    enter(app, client, url, **END)
    # The kong brought Ann 2 from each; not ready, she gives it back, and all three not ready pay Cho 4.
    assert points(app, url) == [(6, -2, -2, -2), (-6 - 4, 2 - 4, 2 + 12, 2 - 4)]
    assert "End of the wall" in shown(client, f"{url}/entries/1").split("is worked out anew with a change or an undo:")[1]
    assert "worked out anew" not in shown(client, f"{url}/entries/2")
    change(app, client, url, 1, undo="1")
    assert points(app, url) == [(-4, -4, 12, -4)]
    assert [entry.version for entry in book(app, url).entries] == [2, 2]
    assert "worked out anew with a change to the same hand" in shown(client, url)
    told = shown(client, f"{url}/entries/2")
    assert "worked out anew with a change to the same hand" in told.split("Every version")[1] and "-10" in told.replace("−", "-")  # the old one is kept
    change(app, client, url, 1, restore="1")
    assert points(app, url) == [(6, -2, -2, -2), (-10, -2, 14, -2)]
    assert sum(book(app, url).totals) == 0


def test_a_kong_that_was_somebody_elses_moves_its_refund(app: Flask, client: FlaskClient, url: str) -> None:
    enter(app, client, url, **KONG)
    enter(app, client, url, **END)
    change(app, client, url, 1, how="exposed", by="north", **{"from": "south"})
    assert points(app, url) == [(0, -2, 0, 2), (-4, 2 - 4, 12, -2 - 4)]
    change(app, client, url, 1, how="concealed", by="west", **{"from": ""})  # Cho is ready and keeps it
    assert points(app, url) == [(-2, -2, 6, -2), (-4, -4, 12, -4)]


def test_a_note_alone_changes_nothing_else(app: Flask, client: FlaskClient, url: str) -> None:
    enter(app, client, url, **KONG)
    enter(app, client, url, **END)
    change(app, client, url, 1, how="concealed", by="east", note="seen by all")
    assert [entry.version for entry in book(app, url).entries] == [2, 1]


def test_an_end_of_the_wall_that_comes_back_has_the_kongs_of_then(app: Flask, client: FlaskClient, url: str) -> None:
    enter(app, client, url, **KONG)
    enter(app, client, url, **END)
    change(app, client, url, 2, undo="1")
    change(app, client, url, 1, undo="1")
    enter(app, client, url, **{**KONG, "by": "south"})
    change(app, client, url, 2, restore="1")
    assert points(app, url) == [(2 - 4, -6 - 4, 2 + 12, 2 - 4), (-2, 6, -2, -2)]
    change(app, client, url, 2, end_east="1", end_south="", end_west="2", end_north="")  # put right by hand, it has them too
    assert points(app, url)[0] == (2 + 2 + 2, -6 - 4 - 2, 2 + 8, 2 - 4 - 2)


def test_another_winner_pays_no_later_kong_and_was_not_at_the_end(app: Flask, client: FlaskClient, url: str) -> None:
    win(app, client, url, seat="south", won="discard-west")
    enter(app, client, url, **KONG)
    win(app, client, url, seat="west", won="self_draw")
    enter(app, client, url, **{key: value for key, value in END.items() if key in ("kind", "end-east", "end-north")})
    assert points(app, url)[1] == (4, 0, -2, -2)
    fan = str(book(app, url).entries[0].body["detail"]["winners"][0]["total"])
    assert "Concealed kong: Ann" in shown(client, f"{url}/entries/1").split("is worked out anew with a change or an undo:")[1]
    change(app, client, url, 1, won="discard-west", fan_south="", fan_north=fan)
    kong, second, end = book(app, url).entries[1:]
    assert kong.points == {0: 4, 1: -2, 2: -2} and kong.body["detail"]["already_won"] == ["north"]
    assert set(second.points) == {0, 1, 2} and second.points[1] < 0 and second.body["detail"]["already_won"] == ["north"]
    # Dee is out by now, and of Bob, who is in again, nothing is known: that is said where the table looks.
    assert end.body["detail"]["not_ready"] == ["east"] and ledger.unanswered(end.body) == ["south"]
    asks = "Still in at the end of the wall since a win was changed: Bob. Say what each of them had."
    assert asks in shown(client, url) and asks in shown(client, f"{url}/entries/4")
    page = client.get(f"{url}/entries/4").get_data(as_text=True)
    assert '<option value="open" selected>choose' in page.split('name="end-south"')[1].split("</select>")[0] and 'name="end-north"' not in page
    told = change(app, client, url, 4, 422, end_east="", end_south="open")
    assert "Choose what this player had at the end of the wall." in told
    change(app, client, url, 4, end_east="", end_south="1")
    assert asks not in shown(client, url)
    # The kong's money: back to Bob, who is ready, and to Cho, who had paid it and won since.
    assert book(app, url).entries[3].points == {0: -4 - 2, 1: 2 + 2, 2: 2}
    assert sum(book(app, url).totals) == 0


def test_what_cannot_be_then_is_said_and_nothing_is_kept(app: Flask, client: FlaskClient, url: str) -> None:
    """Ann has won later in this hand, so the first winner was not Ann."""
    win(app, client, url, seat="south", won="discard-west")
    win(app, client, url, seat="east", won="self_draw")
    fan = str(book(app, url).entries[0].body["detail"]["winners"][0]["total"])
    told = change(app, client, url, 1, 409, won="discard-west", fan_south="", fan_east=fan)
    assert re.search(r"Then another entry of this hand cannot be: Ann \d Fan, self-drawn\. Put that one right first\.", told)
    assert [entry.version for entry in book(app, url).entries] == [1, 1]


def test_who_was_out_as_somebody_said_it_stays(app: Flask, client: FlaskClient, url: str) -> None:
    """The ledger had nobody out, the hand was scored with Bob out: an edit of a kong before it does not know better."""
    win(app, client, url, seat="south", won="discard-west")
    win(app, client, url, seat="east", won="self_draw", out=["south", "north"])
    change(app, client, url, 1, undo="1")
    assert book(app, url).entries[1].body["detail"]["already_won"] == ["south", "north"]


def test_other_hands_stay_as_they_were(app: Flask, client: FlaskClient, url: str) -> None:
    for _hand in range(2):
        enter(app, client, url, **KONG)
        enter(app, client, url, **END)
    before = points(app, url)
    change(app, client, url, 1, undo="1")
    assert points(app, url)[1:] == before[2:]
    assert [entry.version for entry in book(app, url).entries] == [2, 2, 1, 1]


SAYS = st.sampled_from(["", "pig", "0", "2"])
KONGS = st.tuples(st.sampled_from(["concealed", "exposed", "added"]), st.permutations(SEATS))


@settings(max_examples=60, deadline=None)
@given(st.lists(KONGS, min_size=1, max_size=3), st.tuples(SAYS, SAYS, SAYS, SAYS), st.data())
def test_put_right_afterwards_is_entered_right_at_once(kongs: list[Any], says: tuple[str, ...], data: st.DataObject) -> None:
    """Any kongs, then the end of the wall; one kong is undone or becomes another: all points are what a ledger without the slip has."""
    setup = Version(0, 1, 0, {"name": "", "players": PLAYERS, "rules": [["rules", "sichuan"], ["asked", "none"]], "dealer": "first_winner"})

    def entered(written: list[Version], sent: dict[str, str]) -> Version:
        found = ledger.opened(written)
        return Version(len(found.entries) + 1, 1, 0, ledger_forms.entered(found, sent))

    def played(sents: list[dict[str, str]]) -> list[Version]:
        written = [setup]
        for sent in sents:
            written.append(entered(written, sent))
        return written

    def kong(chosen: Any) -> dict[str, str]:
        return {"kind": "kong", "how": chosen[0], "by": chosen[1][0], "from": chosen[1][1]}

    end = {"kind": "end_of_wall", **{f"end-{seat}": said for seat, said in zip(SEATS, says, strict=True)}}
    written = played([*map(kong, kongs), end])
    place = data.draw(st.integers(0, len(kongs) - 1))
    other = data.draw(st.none() | KONGS)
    found = ledger.opened(written)
    body = found.entries[place].body
    changed = {**body, "void": True} if other is None else resettled(body, ledger_forms._kong(kong(other), ()))
    for number, then in follow.followed(found, place + 1, changed):
        written.append(Version(number, max(each.version for each in written if each.number == number) + 1, 0, then))
    right = [*kongs[:place], *([] if other is None else [other]), *kongs[place + 1 :]]
    assert ledger.opened(written).totals == ledger.opened(played([*map(kong, right), end])).totals


def test_a_refusal_of_the_entry_itself_is_the_scorers_own() -> None:
    """Restored beside a kong of the same player, a win before it cannot be; the sentence names the kong. Restored after a win of its own, it is told so."""
    seats = dict(zip(SEATS, range(4), strict=True))
    rules = {"ruleset": "sichuan"}
    placed = {"hand": 1, "seats": seats, "round": "east", "first": 0, "rules": rules, "plays_on": True, "points": {}}
    won = {**placed, "kind": "win", "detail": {"type": "self_draw", "winners": [{"seat": "south", "total": 1}], "already_won": []}}
    kong = {**placed, "kind": "kong", "detail": {"type": "kong", "kind": "concealed", "by": "south", "already_won": []}}
    setup = Version(0, 1, 0, {"name": "", "players": PLAYERS, "rules": [], "dealer": "first_winner"})

    def restored(first: dict[str, Any], second: dict[str, Any], number: int) -> LedgerError:
        bodies = [first, second]
        bodies[number - 1] = {**bodies[number - 1], "void": True}
        found = ledger.opened([setup, *(Version(place, 1, 0, body) for place, body in enumerate(bodies, 1))])
        with pytest.raises(LedgerError) as refused:
            follow.followed(found, number, {**found.entries[number - 1].body, "void": False})
        return refused.value

    assert str(restored(won, kong, 1)) == "cannot_follow" and restored(won, kong, 1).values == {"entry": "Concealed kong: Bob"}
    assert restored(won, kong, 2).reason == "already_won_plays_on"
