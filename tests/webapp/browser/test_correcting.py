"""Putting a reading right: each way a reader can be wrong has a way of one or two taps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from table_photos import misread, with_offer, without
from taps import Thumb, lines, strip
from test_photo_road import walk

Sent = Callable[..., Path]
HAND = ["red", "red", "red", "f2", "q3", "s1", "s2", "s3", "s5", "s5", "s5", "s7", "s8", "green", "green", "s9"]


@pytest.fixture
def review(phone: Callable[..., Page], fake_site: str) -> Callable[[Path], Page]:
    def open_review(photo: Path) -> Page:
        page = phone(fake_site)
        page.goto(fake_site)
        page.locator("input[type=file][data-photo]").nth(1).set_input_files(photo)
        page.wait_for_url("**/review?**")
        return page

    return open_review


def test_a_doubtful_misreading_is_put_right_with_two_taps(review: Callable[[Path], Page], sent: Sent) -> None:
    page = review(sent(lambda reading: misread(reading, 6, "s3")))
    expect(page.locator("h1")).to_have_text("16 read, 1 to check")
    thumb = Thumb(page)
    doubtful = page.locator(".tray .tile.doubtful")
    assert doubtful.get_attribute("aria-label") == "3 bamboo, please check, position 7 of 16"
    thumb.tap(doubtful)
    sheet = page.locator("#sheet")
    expect(sheet).to_be_visible()
    expect(sheet.locator("[data-reason]")).to_have_text("Please check which tile this is.")
    ranked = sheet.locator("[data-ranked] .pick")
    assert [ranked.nth(index).get_attribute("value") for index in range(2)] == ["s3", "s2"]
    thumb.tap(ranked.nth(1))
    expect(page.locator("h1")).to_have_text("16 read, none in doubt")
    assert strip(page) == HAND
    assert thumb.taps == 2
    walk(thumb)
    assert lines(page)["Half flush"] == 3
    # The back key leads back through the road with everything in place, and so does a reload.
    page.go_back()
    page.go_back()
    page.go_back()
    page.wait_for_url("**/review?**")
    assert strip(page) == HAND
    page.reload()
    assert strip(page) == HAND
    assert page.locator(".stage rect[data-box]").count() == 16


def test_a_face_down_tile_is_confirmed_and_put_right_like_any_other(review: Callable[[Path], Page], sent: Sent) -> None:
    """The back is among the ranked, under its own name; a face can be set to it, and it to a face."""
    page = review(sent(lambda reading: misread(misread(reading, 6, "back"), 8, "s6")))
    expect(page.locator("h1")).to_have_text("16 read, 2 to check")
    thumb = Thumb(page)
    thumb.tap(page.locator(".tray .tile.doubtful").first)
    title = page.locator("#sheet [data-title]")
    expect(title).to_have_text("a tile that lies face down")
    assert title.evaluate("node => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight + 2")
    ranked = page.locator("#sheet [data-ranked] .pick")
    assert [ranked.nth(index).get_attribute("value") for index in range(2)] == ["back", "s2"]
    thumb.tap(ranked.first)
    expect(title).to_have_text("6 bamboo")  # on to the next doubtful tile
    thumb.tap(ranked.nth(1))
    expect(page.locator("h1")).to_have_text("16 read, none in doubt")
    assert strip(page) == [*HAND[:6], "back", *HAND[7:]]
    thumb.tap(page.locator(".tray .tile[data-face=back]"))
    thumb.tap(page.locator("#sheet .palette .pick[value=s2]"))
    expect(page.locator(".tray .tile[data-face=back]")).to_have_count(0)
    assert strip(page) == HAND
    thumb.tap(page.locator(".tray .tile[data-face=s1]"))
    down = page.locator("#sheet .palette .pick[value=back]")
    expect(down).to_have_text("Face down")
    thumb.tap(down)
    expect(page.locator(".tray .tile[data-face=back]")).to_have_count(1)
    expect(page.locator(".problems")).to_contain_text("A tile lies face down")


def test_what_scrolls_in_the_sheet_passes_behind_its_title(review: Callable[[Path], Page], sent: Sent) -> None:
    page = review(sent())
    Thumb(page).tap(page.locator(".tray .tile").first)
    page.evaluate("document.getElementById('sheet').scrollTop = 300")
    top = page.locator("#sheet .sheet-top")
    assert top.evaluate("node => getComputedStyle(node).backgroundColor") == page.locator("#sheet").evaluate("node => getComputedStyle(node).backgroundColor")
    box = top.bounding_box()
    assert box is not None
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.sheet-top') !== null", [box["x"] + 40, box["y"] + box["height"] / 2])


def test_choosing_leads_to_the_next_doubtful_tile_and_a_confirmed_tile_is_in_doubt_no_more(review: Callable[[Path], Page], sent: Sent) -> None:
    page = review(sent(lambda reading: misread(misread(reading, 5, "s4"), 11, "s6")))
    thumb = Thumb(page)
    thumb.button("Check the next")
    thumb.tap(page.locator("#sheet [data-ranked] .pick").first)
    expect(page.locator("#sheet [data-title]")).to_have_text("6 bamboo")
    thumb.tap(page.locator("#sheet [data-ranked] .pick").nth(1))
    expect(page.locator("h1")).to_have_text("16 read, none in doubt")
    assert strip(page)[5] == "s4"
    assert strip(page)[11] == "s7"


def test_a_sure_misreading_is_put_right_from_the_photo_and_by_the_palette(review: Callable[[Path], Page], sent: Sent) -> None:
    page = review(sent(lambda reading: misread(reading, 6, "p9", sure=True)))
    box = page.locator(".stage rect[data-box='6']").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#sheet [data-title]")).to_have_text("9 dots")
    assert page.locator(".tray .tile.lit").get_attribute("data-face") == "p9"
    assert page.locator(".stage rect.lit").get_attribute("data-box") == "6"
    Thumb(page).tap(page.locator("#sheet .palette .pick[value=s2]"))
    expect(page.locator(".tray .tile[data-face=s2]")).to_have_count(1)
    expect(page.locator("#sheet")).to_be_hidden()
    assert strip(page) == HAND


def test_a_missed_tile_is_added_where_the_photo_shows_it(review: Callable[[Path], Page], sent: Sent) -> None:
    page = review(sent(lambda reading: without(reading, 7)))
    expect(page.locator(".count")).to_contain_text("One tile is missing.")
    expect(page.locator("[data-doubts]")).to_have_text("There may be a tile in this gap.")
    spot = page.locator(".stage rect.spot").bounding_box()
    assert spot is not None
    page.touchscreen.tap(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    expect(page.locator("#sheet [data-title]")).to_have_text("Add a tile")
    Thumb(page).tap(page.locator("#sheet .palette .pick[value=s3]"))
    expect(page.locator(".count")).not_to_contain_text("missing")
    assert sorted(strip(page)) == sorted(HAND)
    assert strip(page).index("s3") in (6, 7, 8)


def test_add_delete_and_undo(review: Callable[[Path], Page], sent: Sent) -> None:
    page = review(sent())
    thumb = Thumb(page)
    thumb.tap(page.locator(".tile.plus").first)
    thumb.tap(page.locator("#sheet .palette .pick[value=s9]"))
    expect(page.locator(".count")).to_contain_text("One tile too many.")
    thumb.button("Undo")
    expect(page.locator(".count")).not_to_contain_text("too many")
    thumb.tap(page.locator(".tray .tile[data-face=f2]"))
    thumb.button("Delete")
    expect(page.locator("h1")).to_have_text("15 read, none in doubt")
    page.reload()
    thumb.button("Undo")
    expect(page.locator("h1")).to_have_text("16 read, none in doubt")
    assert strip(page) == HAND
    expect(page.locator("[data-undo]")).to_be_hidden()


def test_a_fifth_copy_turns_red_and_says_why(review: Callable[[Path], Page], sent: Sent) -> None:
    page = review(sent(lambda reading: misread(misread(reading, 11, "s5", sure=True), 12, "s5", sure=True)))
    assert page.locator(".tray .tile.red").count() == 5
    assert page.locator(".stage rect.red").count() == 5
    expect(page.locator(".problems")).to_contain_text("5 tiles read as 5 bamboo, and there are only four")


def test_a_repair_is_offered_in_words_and_only_done_when_asked(review: Callable[[Path], Page], sent: Sent) -> None:
    page = review(sent(lambda reading: with_offer(misread(reading, 6, "s3", sure=True), 6, "s2")))
    assert strip(page)[6] == "s3"
    expect(page.locator(".offer p")).to_have_text("3 bamboo read as 2 bamboo would complete the hand: change it?")
    Thumb(page).button("Change")
    expect(page.locator(".offer")).to_have_count(0)
    assert strip(page) == HAND


def test_the_winning_tile_is_a_guess_until_chosen(review: Callable[[Path], Page], sent: Sent) -> None:
    page = review(sent())
    assert page.locator(".tray .tile.guess").get_attribute("data-face") == "s9"
    thumb = Thumb(page)
    thumb.tap(page.locator(".tray .tile[data-face=s1]"))
    thumb.button("This is the winning tile")
    assert page.locator(".tray .tile.won").get_attribute("data-face") == "s1"
    thumb.button("The tiles are right")
    page.wait_for_url("**/sets?**")
    expect(page.locator(".lead")).to_have_text("The winning tile: 1 bamboo.")
    thumb.tap(page.locator(".tray .tile[data-face=s9]"))
    expect(page.locator(".lead")).to_have_text("The winning tile: 9 bamboo.")


def test_sets_change_with_one_tap(review: Callable[[Path], Page], sent: Sent) -> None:
    page = review(sent())
    thumb = Thumb(page)
    thumb.button("The tiles are right")
    page.wait_for_url("**/sets?**")
    expect(page.locator(".set .state")).to_have_text("Exposed pong")
    thumb.button("In hand, not claimed")
    expect(page.locator(".set")).to_have_count(0)
    thumb.tap(page.locator("details[data-keep=candidates] summary"))
    thumb.tap(page.locator(".candidate", has_text="Exposed pong").filter(has=page.locator("img[src*='red']")))
    expect(page.locator(".set .state")).to_have_text("Exposed pong")


def test_a_second_photo_joins_the_hand(review: Callable[[Path], Page], sent: Sent) -> None:
    page = review(sent())
    page.get_by_role("link", name="Add a photo").tap()
    page.wait_for_load_state()
    page.locator("input[type=file][data-photo]").nth(1).set_input_files(sent(name="orphans"))
    page.wait_for_url("**/review?**")
    assert page.locator(".stage svg").count() == 2
    assert page.locator(".stage rect[data-box]").count() == 30


def test_sorting_is_a_view_and_changes_nothing(review: Callable[[Path], Page], sent: Sent) -> None:
    page = review(sent(lambda reading: misread(reading, 5, "s6", sure=True)))
    before = page.url
    page.get_by_role("button", name="Sort").tap()
    assert strip(page)[5:10] == ["s2", "s3", "s5", "s5", "s5"]
    page.get_by_role("button", name="Sort").tap()
    assert strip(page)[5] == "s6"
    assert page.url == before


def test_the_sheet_works_by_keyboard(review: Callable[[Path], Page], sent: Sent) -> None:
    page = review(sent(lambda reading: misread(reading, 6, "s3")))
    page.locator(".tray .tile.doubtful").focus()
    page.keyboard.press("Space")
    expect(page.locator("#sheet")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("16 read, none in doubt")
    assert strip(page) == HAND
    page.locator(".tray .tile").first.press("Enter")
    expect(page.locator("#sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()


def test_without_storage_the_strip_works_and_the_picture_is_missing(phone: Callable[..., Page], fake_site: str, sent: Sent) -> None:
    page = phone(fake_site)
    page.add_init_script("Object.defineProperty(window, 'sessionStorage', {get() { throw new DOMException('no', 'SecurityError'); }})")
    page.goto(fake_site)
    page.locator("input[type=file][data-photo]").nth(1).set_input_files(sent())
    page.wait_for_url("**/review?**")
    assert strip(page) == HAND
    expect(page.locator(".photo")).to_be_hidden()
    thumb = Thumb(page)
    thumb.tap(page.locator(".tray .tile[data-face=f2]"))
    thumb.button("Delete")
    expect(page.locator("h1")).to_have_text("15 read, none in doubt")
    thumb.button("Undo")
    expect(page.locator("h1")).to_have_text("16 read, none in doubt")
