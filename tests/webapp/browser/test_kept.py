"""What a person has said stays said: through a reload, the back key, another language, a look back at the tiles, and a busy laptop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from taps import Thumb

HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
SAID = (("seat", "west"), ("round", "south"), ("won", "discard-north"))


def answered(page: Page, address: str) -> Thumb:
    page.goto(f"{address}/context?d={HAND}")
    thumb = Thumb(page)
    for name, value in SAID:
        thumb.choose(name, value)
    thumb.tap(page.locator("details[data-keep=rules] > summary"))
    page.locator("select[name=min]").select_option("1")
    thumb.tap(page.locator("label:has(input[type=checkbox][value='bonus_tiles.true'])"))
    return thumb


def expect_answers(page: Page) -> None:
    for name, value in SAID:
        expect(page.locator(f"input[name={name}][value={value}]")).to_be_checked()
    expect(page.locator("select[name=min]")).to_have_value("1")
    expect(page.locator("input[type=checkbox][value='bonus_tiles.true']")).not_to_be_checked()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_another_language_keeps_answers_that_were_not_sent_yet(phone: Callable[..., Page], fake_site: str, scripts: bool) -> None:
    page = phone(fake_site, locale="en-GB", java_script_enabled=scripts)
    answered(page, fake_site)
    page.get_by_role("button", name="繁體").tap()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    assert page.url.startswith(f"{fake_site}/context?") and "lang=" not in page.url
    expect_answers(page)


def test_a_reload_and_the_back_key_keep_them_too(phone: Callable[..., Page], fake_site: str) -> None:
    page = phone(fake_site)
    thumb = answered(page, fake_site)
    page.reload()
    expect_answers(page)
    thumb.button("Score the hand")
    page.wait_for_url("**/result?**")
    page.go_back()
    page.wait_for_url("**/context?**")
    expect_answers(page)


def test_a_look_back_at_the_tiles_keeps_them(phone: Callable[..., Page], fake_site: str) -> None:
    page = phone(fake_site)
    thumb = answered(page, fake_site)
    thumb.tap(page.get_by_role("link", name="Sets"))
    page.wait_for_url("**/sets?**")
    thumb.button("Go on: how was it won?")
    page.wait_for_url("**/context?**")
    expect_answers(page)


def test_the_next_hand_starts_with_the_table_and_without_the_win(phone: Callable[..., Page], fake_site: str) -> None:
    page = phone(fake_site)
    thumb = answered(page, fake_site)
    thumb.button("Score the hand")
    page.wait_for_url("**/result?**")
    page.goto(f"{fake_site}/context?d={HAND}")
    expect(page.locator("input[name=seat][value=west]")).to_be_checked()
    expect(page.locator("input[name=round][value=south]")).to_be_checked()
    expect(page.locator("select[name=min]")).to_have_value("1")
    expect(page.locator("input[name=won]:checked")).to_have_count(0)


def busy(times: int) -> Callable[[Route], None]:
    """Answers as a laptop that reads other photos, so many times; then it lets the request through."""
    left = iter(range(times))

    def answer(route: Route) -> None:
        if next(left, None) is None:
            return route.continue_()
        return route.fulfill(status=503, headers={"Retry-After": "1"}, json={"ok": False, "error": "busy", "detail": "Other photos are being read."})

    return answer


def test_a_busy_laptop_is_asked_again_by_itself(phone: Callable[..., Page], fake_site: str, sent: Callable[..., Path]) -> None:
    page = phone(fake_site)
    page.goto(fake_site)
    page.route("**/read", busy(2))
    page.locator("input[type=file][data-photo]").nth(1).set_input_files(sent())
    expect(page.locator("[data-say=waiting]")).to_be_visible()
    page.wait_for_url("**/review?**")


def test_a_laptop_without_models_is_not_asked_again(phone: Callable[..., Page], fake_site: str, sent: Callable[..., Path]) -> None:
    asked = []
    page = phone(fake_site)
    page.goto(fake_site)

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "3600"}, json={"ok": False, "error": "no_models", "detail": "This laptop has no models."})

    page.route("**/read", answer)
    page.locator("input[type=file][data-photo]").nth(1).set_input_files(sent())
    expect(page.locator("[data-failed]")).to_have_text("This laptop has no models.")
    assert len(asked) == 1


def test_a_photo_that_did_not_get_through_is_sent_again_with_one_tap(phone: Callable[..., Page], fake_site: str, sent: Callable[..., Path]) -> None:
    page = phone(fake_site)
    page.goto(fake_site)
    page.route("**/read", lambda route: route.abort("addressunreachable"))
    page.locator("input[type=file][data-photo]").nth(1).set_input_files(sent())
    expect(page.locator("[data-failed]")).to_contain_text("The laptop did not answer")
    page.unroute("**/read")
    page.get_by_role("button", name="Send it again").tap()
    page.wait_for_url("**/review?**")
