"""The three languages on a phone: the browser's first, switched anywhere without losing the tiles, and nothing wider than the phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from table_photos import misread
from taps import strip
from test_at_hand import NAMELESS, PAGES, SMALL

Sent = Callable[..., Path]


@pytest.mark.parametrize("locale", ["zh-HK", "zh-CN"])
def test_every_page_fits_the_phone_in_chinese(phone: Callable[..., Page], fake_site: str, locale: str) -> None:
    page = phone(fake_site, locale=locale)
    for path in PAGES:
        page.goto(fake_site + path)
        assert page.evaluate("document.documentElement.lang") == {"zh-HK": "zh-Hant", "zh-CN": "zh-Hans"}[locale]
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        assert page.evaluate(SMALL) == []
        assert page.evaluate(NAMELESS) == []


def test_switching_keeps_the_tiles_that_were_just_tapped(phone: Callable[..., Page], fake_site: str) -> None:
    page = phone(fake_site, locale="en-GB")
    page.goto(f"{fake_site}/type")
    for count, face in enumerate(("m1", "p5", "east"), 1):
        page.locator(f".palette .pick[value={face}]").tap()
        expect(page.locator(".count")).to_contain_text(f"{count} in hand")
    page.get_by_role("link", name="繁體").tap()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    assert strip(page) == ["m1", "p5", "east"]
    expect(page.locator(".count")).to_contain_text("手上3張")
    page.get_by_role("link", name="简体").tap()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.goto(fake_site)
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")


def test_a_doubt_is_said_in_the_language_of_the_page(phone: Callable[..., Page], fake_site: str, sent: Sent) -> None:
    """The reading was made before the switch; its sentence follows all the same."""
    page = phone(fake_site, locale="en-GB")
    page.goto(fake_site)
    page.locator("input[type=file][data-photo]").nth(1).set_input_files(sent(lambda reading: misread(reading, 6, "s3")))
    page.wait_for_url("**/review?**")
    page.locator(".tray .tile.doubtful").tap()
    expect(page.locator("[data-reason]")).to_have_text("Please check which tile this is.")
    page.locator("[data-close]").tap()
    page.get_by_role("link", name="繁體").tap()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    page.locator(".tray .tile.doubtful").tap()
    expect(page.locator("[data-reason]")).to_have_text("請看看這是哪一張牌。")
