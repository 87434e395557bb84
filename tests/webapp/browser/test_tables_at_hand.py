"""The pages that a table comes back to: its ledger, a hand on record and its own rules, at phone sizes and in every language."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect
from taps import Thumb
from test_at_hand import NAMELESS, SMALL
from test_axe import AXE, FOUND
from werkzeug.datastructures import MultiDict

from webapp import create_app
from webapp.screenshots import served
from webapp.store import default_url

HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
ANSWERS = (
    ("d", HAND), ("seat", "south"), ("round", "east"), ("won", "discard-west"), ("rules", "fanorder"), ("asked", "fanorder"), ("min", "2"), ("cap", "13"),
    ("opt", "payment.half"), ("opt", "bonus_tiles.true"), ("opt", "self_draw_each.2"), ("house", "half_flush.2"), ("house", "table.1_2_4_8_16"),
)  # fmt: skip
PLAYERS = ("阿明", "Beatrice", "Cho Wai-lam", "大衛 David Wong", "Eve")
SIZES = ((360, 640), (390, 844))
LOCALES = (("en-GB", "light"), ("zh-HK", "dark"), ("zh-CN", "light"))
OPEN = """() => document.querySelectorAll('details:not([name])').forEach(each => (each.open = !each.matches('.whynot li + li details')))"""
"""Every fold but those of one list that are all alike."""
WIDE = """width => document.documentElement.scrollWidth > width ? [...document.querySelectorAll('main *')]
  .filter(each => each.getBoundingClientRect().right > width).map(each => each.outerHTML.slice(0, 90)) : []"""
BROKEN = """() => [...document.querySelectorAll('.told dd, .told dt')].filter(each => /[a-z]/.test(each.textContent)).flatMap(each => {
  const range = document.createRange(), node = each.firstChild, found = [];
  for (const word of each.textContent.matchAll(/[A-Za-z]{2,16}/g)) {
    range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) found.push(word[0]);
  }
  return found;
})"""
"""Short words that were cut in two between lines."""


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A site with a table that has played, and where its pages are."""
    app = create_app({"DATABASE_URL": default_url(tmp_path_factory.mktemp("kept")), "WTF_CSRF_ENABLED": False}, models=None)
    client = app.test_client()

    def sent(path: str, *pairs: tuple[str, str]) -> str:
        response = client.post(path, data=MultiDict(pairs))
        assert response.status_code == 303, response.get_data(as_text=True)
        return str(response.headers["Location"])

    setup = [("player", player) for player in PLAYERS]
    setup += [("name", "星期五 Friday"), ("rules", "fanorder"), ("asked", "fanorder"), ("house", "half_flush.2"), ("house", "shares.4-4"), ("dealer", "win")]
    table = sent("/tables/", *setup)
    sent(f"{table}/hands", *ANSWERS, ("hand", "1.0"))
    sent(f"{table}/entries", ("kind", "payment"), ("seen", "2.1"), ("payer", "0"), ("payee", "3"), ("points", "12"), ("note", "false win"))
    sent(f"{table}/entries/1", ("version", "1"), ("fan-south", "4"), ("won", "rob-west"), ("note", "it was a robbed kong"))
    sent(f"{table}/entries", ("kind", "seats"), ("seen", "2.2"), *((f"seat-{seat}", str(at)) for at, seat in enumerate(("east", "south", "west", "north"), 1)))
    sent(f"{table}/setup", *setup, ("version", "1"), ("min", "1"))
    sichuan = sent("/tables/", *setup[:4], ("rules", "sichuan"), ("dealer", "first_winner"))
    record = sent("/hands/", *ANSWERS)
    with served(app) as address:
        yield {
            "site": address,
            "tables": "/tables/?rules=fanorder&asked=fanorder&house=half_flush.2",
            "ledger": table,
            "entry": f"{table}/entries/1",
            "setup": f"{table}/setup",
            "settle": f"{table}/settle",
            "sichuan": sichuan,
            "record": record,
            "own": "/context?" + urlencode(ANSWERS),
            "result": "/result?" + urlencode(ANSWERS),
            "booked": "/result?" + urlencode((*ANSWERS, ("booked", f"{table.rpartition('/')[2]}.1.0"))),
            "rescored": "/result?" + urlencode((*ANSWERS, ("pays", ""), ("booked", f"{table.rpartition('/')[2]}.1.0"), ("min", "1"))),
            "book": "/tables/book?" + urlencode(ANSWERS),
            "seats": "/tables/book?" + urlencode((*ANSWERS, ("table", table.rpartition("/")[2]))),
        }


@pytest.mark.parametrize(("locale", "scheme"), LOCALES)
def test_every_page_of_a_table_fits_is_reachable_and_clean(phone: Callable[..., Page], places: dict[str, str], locale: str, scheme: str) -> None:
    page = phone(places["site"], locale=locale, color_scheme=scheme)
    complaints: list[str] = []
    for name, path in places.items():
        if name == "site":
            continue
        page.goto(places["site"] + path)
        page.evaluate(OPEN)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for script in (WIDE, SMALL, NAMELESS, BROKEN):
                complaints += [f"{name} at {width}: {found}" for found in page.evaluate(script, width)]
        complaints += [] if page.locator("h1").count() == 1 else [f"{name}: not one heading"]
        if AXE.is_file():
            page.evaluate(AXE.read_text(encoding="utf-8"))
            complaints += [f"{name}: {found}" for found in page.evaluate(FOUND)]
        folder = os.environ.get("FANLENS_SHOTS")
        if folder:
            page.screenshot(path=Path(folder) / f"{name}-{locale}.png", full_page=True)
    assert complaints == []


def test_a_record_prints_on_three_sheets_at_most(phone: Callable[..., Page], places: dict[str, str]) -> None:
    page = phone(places["site"])
    page.goto(places["site"] + places["record"])
    page.set_viewport_size({"width": 718, "height": 1046})  # A4 within margins of 1 cm, at 96 to the inch
    page.emulate_media(media="print", color_scheme="light")
    for shown in (".total", "#hand", ".told >> nth=0", ".line p >> nth=0", ".pays", ".whynot li summary >> nth=0", "details.rules dl"):
        expect(page.locator(shown)).to_be_visible()
    for gone in (".share", ".foot", ".languages", ".whynot li .source >> nth=0"):
        expect(page.locator(gone)).to_be_hidden()
    folder = os.environ.get("FANLENS_SHOTS")
    if folder:
        page.screenshot(path=Path(folder) / "print.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 718
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * 1046


def test_why_not_opens_its_clause_and_source(phone: Callable[..., Page], places: dict[str, str]) -> None:
    page = phone(places["site"])
    page.goto(places["site"] + places["result"])
    thumb = Thumb(page)
    thumb.tap(page.locator(".whynot > summary"))
    entry = page.locator(".whynot li").first
    expect(entry.locator(".source")).to_be_hidden()
    thumb.tap(entry.locator("summary"))
    expect(entry.locator(".source")).to_contain_text("row")


def test_another_rule_set_asks_its_questions_and_keeps_the_names(phone: Callable[..., Page], places: dict[str, str]) -> None:
    page = phone(places["site"])
    page.goto(f"{places['site']}/tables/")
    for place, player in enumerate(PLAYERS[:4]):
        page.locator("input[name=player]").nth(place).fill(player)
    thumb = Thumb(page)
    thumb.tap(page.locator("details[data-keep=rules] > summary"))
    thumb.tap(page.locator("label:has(input[name=rules][value=sichuan])"))
    page.wait_for_url("**/tables/?**")
    assert "csrf_token" not in page.url
    expect(page.locator("input[name=player]").nth(3)).to_have_value(PLAYERS[3])
    expect(page.locator("input[name=rules][value=sichuan]")).to_be_checked()
    page.locator("input[name=player]").nth(0).press("Enter")
    expect(page.locator("h1")).to_have_text("The table's ledger")
    expect(page.locator(".totals")).to_contain_text(PLAYERS[1])


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_the_enter_key_scores_the_hand(phone: Callable[..., Page], places: dict[str, str], scripts: bool) -> None:
    page = phone(places["site"], java_script_enabled=scripts)
    page.goto(f"{places['site']}/context?d={HAND}")
    page.locator("input[name=won][value=discard-south]").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_url("**/result?**")
    expect(page.locator(".total strong")).to_be_visible()


def test_a_table_asks_who_won_and_says_so_where_it_is_asked(phone: Callable[..., Page], places: dict[str, str]) -> None:
    page = phone(places["site"])
    page.goto(places["site"] + places["ledger"])
    page.goto(f"{places['site']}/context?d={HAND}")
    expect(page.locator("input[name=seat]:checked")).to_have_count(0)
    thumb = Thumb(page)
    thumb.choose("won", "discard-west")
    thumb.button("Score the hand")
    expect(page.get_by_role("alert")).to_have_text("Say who won.")
    thumb.choose("seat", "north")
    thumb.button("Score the hand")
    page.wait_for_url("**/result?**")
    expect(page.locator(".payments").first).to_contain_text("Eve")


def test_a_sentence_goes_when_its_answer_is_given(phone: Callable[..., Page], places: dict[str, str]) -> None:
    """What was asked for and is now chosen is not asked for any longer; the long names stand two by two, whole for whoever cannot see them."""
    page = phone(places["site"])
    page.goto(places["site"] + places["ledger"])
    page.goto(f"{places['site']}/context?d={HAND}")
    thumb = Thumb(page)
    thumb.choose("seat", "north")
    thumb.button("Score the hand")
    expect(page.get_by_role("alert")).to_have_text("Say how the hand was won.")
    thumb.choose("won", "discard-west")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("radio", name="大衛 David Wong", exact=False).first).to_be_visible()
    tops = page.locator(".chips.named").first.locator(".chip").evaluate_all("chips => chips.map(chip => Math.round(chip.getBoundingClientRect().top))")
    assert tops[0] == tops[1] < tops[2] == tops[3]
    assert page.locator(".chips.named .chip > span").evaluate_all("all => all.filter(each => each.scrollWidth > each.clientWidth).length") == 0


def test_the_winner_of_last_time_is_proposed_and_may_have_thrown_the_tile(phone: Callable[..., Page], places: dict[str, str]) -> None:
    page = phone(places["site"])
    page.goto(places["site"] + places["sichuan"])
    page.goto(f"{places['site']}/result?d={HAND}&seat=south&won=self_draw&rules=fanorder&asked=none")  # scored, and not saved
    page.goto(f"{places['site']}/context?d={HAND}")
    expect(page.locator("input[name=seat][value=south]")).to_be_checked()
    expect(page.locator("[data-as-last-time]")).to_contain_text(PLAYERS[1])
    thumb = Thumb(page)
    thumb.choose("won", "discard-south")
    expect(page.locator("input[name=seat]:checked")).to_have_count(0)
    expect(page.locator("[data-as-last-time]")).to_have_count(0)
    thumb.choose("seat", "west")
    expect(page.locator("input[name=won][value=discard-west]")).to_be_disabled()
    expect(page.locator("input[name=won][value=discard-south]")).to_be_checked()


@pytest.mark.parametrize("name", ["record", "settle"])
def test_a_text_for_the_chat_is_copied_on_plain_http(phone: Callable[..., Page], places: dict[str, str], name: str) -> None:
    page = phone(places["site"])
    page.goto(places["site"] + places[name])
    page.evaluate("document.addEventListener('copy', () => (window.copied = String(document.getSelection())))")
    page.evaluate("Object.defineProperty(window, 'isSecureContext', { value: false })")
    thumb = Thumb(page)
    thumb.tap(page.locator("details.text > summary"))
    text = page.locator("details.text textarea").input_value()
    assert len(text.splitlines()) > 4 and ("pays" in text or "Winner" in text)
    thumb.tap(page.locator("details.text [data-copy]"))
    expect(page.locator("details.text [data-copied]")).to_be_visible()
    assert page.evaluate("window.copied") == text


def put_aside(reading: dict[str, Any]) -> dict[str, Any]:
    """The reading with half of the row taken for tiles that lie elsewhere."""
    told = {**reading, "groups": [dict(group) for group in reading["groups"]]}
    row = next(group for group in told["groups"] if group["kind"] == "concealed")
    row["tiles"], rest = row["tiles"][:4], row["tiles"][4:]
    return {**told, "groups": [*told["groups"], {"kind": "outside", "tiles": rest}], "suggestion": None}


def test_a_row_that_was_put_aside_is_taken_in_with_one_tap(phone: Callable[..., Page], fake_site: str, sent: Callable[..., Path]) -> None:
    page = phone(fake_site)
    page.goto(fake_site)
    page.locator("input[type=file][data-photo]").nth(1).set_input_files(sent(put_aside))
    page.wait_for_url("**/review?**")
    outside = page.locator(".part-x .tile").count()
    assert outside > 5
    thumb = Thumb(page)
    thumb.button("All of the tiles are part of the hand")
    expect(page.locator(".part-x")).to_have_count(0)
    thumb.button("Undo")
    expect(page.locator(".part-x .tile")).to_have_count(outside)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_refused_form_is_read_in_another_language_and_then_sent(phone: Callable[..., Page], tmp_path_factory: pytest.TempPathFactory, scripts: bool) -> None:
    """With the forms' token on: what was wrong is said again in the other language, what was typed is there, nothing was opened; put right, it is."""
    with served(create_app({"DATABASE_URL": default_url(tmp_path_factory.mktemp("tables"))}, models=None)) as site:
        page = phone(site, java_script_enabled=scripts)
        page.goto(f"{site}/tables/")
        thumb, names = Thumb(page), page.locator("input[name=player]")
        for place, name in enumerate(("阿明", "Bea", "Bea", "Dee")):
            names.nth(place).fill(name)
        thumb.button("Open the table")
        expect(page.get_by_role("alert")).to_contain_text("Two players are called Bea")
        thumb.tap(page.locator(".languages [lang=zh-Hant]"))
        expect(page.get_by_role("alert")).to_contain_text("有兩位玩家都叫Bea")
        assert [names.nth(place).input_value() for place in range(4)] == ["阿明", "Bea", "Bea", "Dee"]
        names.nth(2).fill("Cho")
        thumb.button("開桌")
        page.wait_for_url(f"{site}/tables/*")
        expect(page.locator("h1")).to_have_text("這桌的帳簿")
        page.goto(f"{site}/tables/")
        expect(page.locator(".payments li")).to_have_count(1)
        page.wait_for_load_state("networkidle")  # before the server goes
