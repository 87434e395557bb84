"""A phone whose owner reads letters twice as large: all of the page's words grow, and none is broken in the middle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from webapp.screenshots import CHROMIUM_ARGUMENTS, PHONE, chromium

HAND = "h-m1.m2.m3.p5q.p6.p7.p9.p9.p9.east.eastw~s-red.red.red~b-f1"
PAGES = ("/", f"/review?d={HAND}", f"/sets?d={HAND}", f"/context?d={HAND}", f"/result?d={HAND}&won=self_draw&seat=east", "/guide", "/about")

BROKEN = """() => [...document.querySelectorAll(".steps *, .languages *, .chip b, .chip span, .button, h1, h2, legend")]
    .flatMap(element => [...element.childNodes].filter(node => node.nodeType === Node.TEXT_NODE))
    .flatMap(node => [...node.data.matchAll(/[\\p{Script=Latin}]+/gu)].map(word => {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].filter(box => box.width).map(box => Math.round(box.top)));
        return lines.size > 1 ? word[0] : "";
    })).filter(Boolean)"""
"""Words of controls and headings that stand in more than one line."""


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Browser]:
    started = browser.browser_type.launch(executable_path=chromium(), args=[*CHROMIUM_ARGUMENTS, "--blink-settings=defaultFontSize=32"])
    yield started
    started.close()


def opened(browser: Browser, address: str) -> Page:
    page = browser.new_context(viewport=dict(PHONE), has_touch=True, is_mobile=True, reduced_motion="reduce").new_page()
    page.goto(address)
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    return page


@pytest.mark.parametrize("address", PAGES)
def test_no_word_of_a_control_is_broken_and_nothing_is_wider_than_the_phone(large: Browser, fake_site: str, address: str) -> None:
    page = opened(large, fake_site + address)
    assert page.evaluate(BROKEN) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.context.close()


def test_every_letter_grows(large: Browser, browser: Browser, fake_site: str) -> None:
    sizes = []
    for each in (browser, large):
        page = opened(each, f"{fake_site}/context?d={HAND}")
        sizes.append(
            page.evaluate("[...document.querySelectorAll('body, legend, .chip, .button, .hint')].map(each => parseFloat(getComputedStyle(each).fontSize))")
        )
        page.context.close()
    assert [round(after / before, 2) for before, after in zip(*sizes, strict=True)] == [2.0] * len(sizes[0])
