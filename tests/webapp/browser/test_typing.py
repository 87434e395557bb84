"""Typing by hand: without scripts, with the palette, and as text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from taps import Thumb, lines, payouts, strip

HAND = ["m1", "m2", "m3", "m5", "m6", "m7", "m9", "m9", "m9", "east", "east", "red", "red", "red"]


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_the_palette_to_the_payout(phone: Callable[..., Page], fake_site: str, scripts: bool, capsys: pytest.CaptureFixture[str]) -> None:
    page = phone(fake_site, java_script_enabled=scripts)
    page.goto(fake_site)
    thumb = Thumb(page)
    thumb.button("Type the tiles instead")
    page.wait_for_url("**/type**")
    for count, face in enumerate(HAND, 1):
        thumb.tap(page.locator(f".palette .pick[value={face}]"))
        expect(page.locator(".count")).to_contain_text(f"{count} in hand")
    assert strip(page) == HAND
    thumb.button("Next")
    page.wait_for_url("**/sets?**")
    expect(page.locator(".lead")).to_contain_text("Our guess: red dragon")
    thumb.tap(page.locator("details[data-keep=candidates] summary"))
    thumb.tap(page.locator(".candidate", has_text="Exposed pong").filter(has=page.locator("img[src*='red']")))
    expect(page.locator(".set .state")).to_have_text("Exposed pong")
    thumb.tap(page.locator(".tray .tile[data-face=m7]"))
    expect(page.locator(".lead")).to_have_text("The winning tile: 7 characters.")
    thumb.button("Go on: how was it won?")
    page.wait_for_url("**/context?**")
    thumb.choose("won", "self_draw")
    thumb.button("Score the hand")
    page.wait_for_url("**/result?**")
    assert lines(page) == {"Half flush": 3, "Dragon pong": 1, "No flowers or seasons": 1, "Self-draw": 1}
    assert payouts(page) == {"East": 384, "South": -128, "West": -128, "North": -128}
    assert thumb.taps <= len(HAND) + 6 + 2  # the two are for the set that is declared
    with capsys.disabled():
        print(f"\ntyped {'with' if scripts else 'without'} scripts: {thumb.taps} taps, 14 of them tiles")


def test_quick_taps_are_all_kept(phone: Callable[..., Page], fake_site: str) -> None:
    page = phone(fake_site)
    page.goto(f"{fake_site}/type")
    page.evaluate("for (const face of ['m1', 'm2', 'm3', 'p4', 'p4']) document.querySelector(`.palette .pick[value=${face}]`).click()")
    expect(page.locator(".count")).to_contain_text("5 in hand")
    assert strip(page) == ["m1", "m2", "m3", "p4", "p4"]
    page.locator(".tray .tile").first.tap()
    expect(page.locator(".count")).to_contain_text("4 in hand")
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator(".count")).to_contain_text("5 in hand")


def test_written_tiles(phone: Callable[..., Page], fake_site: str) -> None:
    page = phone(fake_site)
    page.goto(f"{fake_site}/type")
    page.get_by_text("Write the tiles instead").tap()
    page.get_by_label("The hand, with the winning tile after a plus").fill("12x")
    page.get_by_role("button", name="Use these tiles").tap()
    expect(page.locator("#problem-text")).to_contain_text("“12” has no suit after it")
    assert page.get_by_label("The hand, with the winning tile after a plus").input_value() == "12x"
    page.get_by_label("The hand, with the winning tile after a plus").fill("123567m99m11z (777z) +9m")
    page.get_by_role("button", name="Use these tiles").tap()
    expect(page.locator(".count")).to_contain_text("11 in hand + 1 set")


def test_what_cannot_be_cannot_be_chosen(phone: Callable[..., Page], fake_site: str) -> None:
    page = phone(fake_site)
    page.goto(f"{fake_site}/context?d=h-m1.m2.m3.m5.m6.m7.m9.m9.m9.east.east~s-red.red.red~b-f1")
    thumb = Thumb(page)
    thumb.choose("seat", "south")
    expect(page.locator("input[name=won][value=discard-south]")).to_be_disabled()
    expect(page.locator("input[name=moment][value=flower]")).to_be_disabled()
    assert page.locator("input[name=moment][value=kong]").count() == 0
    thumb.choose("won", "self_draw")
    thumb.choose("moment", "flower")
    thumb.choose("won", "discard-east")
    expect(page.locator("input[name=moment][value=flower]")).to_be_disabled()
    expect(page.locator("input[name=moment][value=flower]")).not_to_be_checked()
    thumb.button("Score the hand")
    page.wait_for_url("**/result?**")
    assert "moment" not in page.url


def test_a_line_lights_its_tiles_and_shows_its_source(phone: Callable[..., Page], fake_site: str) -> None:
    page = phone(fake_site)
    page.goto(f"{fake_site}/result?d=h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1&won=self_draw&seat=east&round=east")
    page.locator(".line", has_text="Dragon pong").locator("summary").tap()
    expect(page.locator("#hand .lit")).to_have_count(3)
    expect(page.locator(".line[open] .source")).to_be_visible()
    page.get_by_text("Why not").tap()
    expect(page.locator(".whynot")).to_contain_text("All pongs")


def test_another_rule_set_asks_its_own_questions(phone: Callable[..., Page], fake_site: str) -> None:
    page = phone(fake_site)
    page.goto(f"{fake_site}/context?d=h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red")
    page.locator("details[data-keep=rules] > summary").tap()
    page.locator("label:has(input[value=wisteria])").tap()
    page.wait_for_url("**rules=wisteria**")
    expect(page.locator("select[name=cap]")).to_have_value("10")
    expect(page.locator("details[data-keep=rules]")).to_have_attribute("open", "")
