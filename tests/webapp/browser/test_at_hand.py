"""Every page within a thumb's reach: nothing wider than the phone, targets large enough, no page without a heading."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

HAND = "h-m1.m2.m3.p5q.p6.p7.p9.p9.p9.east.eastw~s-red.red.red~b-f1~x-s3"
PAGES = (
    "/",
    f"/type?d={HAND}",
    f"/review?d={HAND}",
    f"/sets?d={HAND}",
    "/sets?d=h-m1.m2.m3.p5.p6.p7.p9.p9.p9.p9.east.east~s-red.red.red.red",
    f"/context?d={HAND}",
    "/context?d=h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.p1.p1~s-p3.p3.p3&rules=sichuan&asked=sichuan",
    "/nearest?d=h-m1.m2.m3.p5.p6.p8.p9.p9.p9.east.eastw~s-red.red.red~b-f1&won=self_draw&asked=fanorder&rules=fanorder&min=0",
    "/guide?rules=fanorder",
    "/about",
    f"/result?d={HAND.replace('q', '')}&won=self_draw&asked=fanorder&rules=fanorder&min=0",
)
SMALL = """() => [...document.querySelectorAll('a[href], button, summary, select, input:not([type=hidden])')]
  .filter(each => each.checkVisibility() && !each.closest('.visually-hidden, dialog:not([open])') && !each.matches('.skip, .visually-hidden'))
  .map(each => [each.getBoundingClientRect(), each.outerHTML.slice(0, 90)])
  .filter(([box]) => box.width && (box.width < 43.5 || box.height < 43.5)).map(([box, html]) => `${box.width}x${box.height} ${html}`)"""
NAMELESS = """() => [...document.querySelectorAll('a[href], button')]
  .filter(each => each.checkVisibility() && !(each.ariaLabel || each.innerText.trim())).map(each => each.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("path", PAGES, ids=range(len(PAGES)))
def test_page_fits_the_phone(phone: Callable[..., Page], fake_site: str, path: str) -> None:
    page = phone(fake_site)
    page.goto(fake_site + path)
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(SMALL) == []
    assert page.evaluate(NAMELESS) == []
    assert page.locator("h1").count() == 1
    assert page.evaluate("[...document.querySelectorAll('img')].every(image => image.complete && image.naturalWidth > 0)")


BROKEN = """() => [...document.querySelectorAll('.faces span, .chip > span, .button')].flatMap(each => {
  const text = each.firstChild, found = [];
  if (text?.nodeType !== Node.TEXT_NODE) return found;
  for (const word of text.data.matchAll(/[a-z]+/gi)) {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    if (range.getClientRects().length > 1) found.push(word[0]);
  }
  return found;
})"""


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (1366, 768)])
def test_on_a_tablet_or_a_laptop_a_hand_and_a_suit_lie_in_one_row(phone: Callable[..., Page], fake_site: str, width: int, height: int) -> None:
    page = phone(fake_site)
    page.set_viewport_size({"width": width, "height": height})
    for path, tiles, rows in (
        ("/type?d=h-m1.m2.m3.p5.p6.p7.p9.p9.p9.s1.s2.s3.east.eastw", ".tray .tile", 1),
        ("/sets?d=h-m1.m2.m3.p5.p6.p7.p9.p9.p9.s1.s2.s3.east.eastw", ".tray .tile", 1),
        ("/guide", ".faces >> nth=0 >> li", 1),
    ):
        page.goto(fake_site + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        tops = {round(box["y"]) for each in page.locator(tiles).all() if (box := each.bounding_box())}
        assert len(tops) == rows, path


@pytest.mark.parametrize("width", [360, 390, 820, 1366])
def test_no_word_is_broken(phone: Callable[..., Page], fake_site: str, width: int) -> None:
    """In the names of the guide, on buttons and choices: wherever a narrow place might break one."""
    page = phone(fake_site)
    page.set_viewport_size({"width": width, "height": 800})
    for path in ("/guide", f"/context?d={HAND}", *(path for path in PAGES if "sichuan" in path), f"/review?d={HAND}", f"/sets?d={HAND}"):
        page.goto(fake_site + path)
        assert set(page.evaluate(BROKEN)) <= {"chrysanthemum"}, path
