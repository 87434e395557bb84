"""What is no photo, in a real browser: a sentence, and the page goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect
from table_photos import photographed


def test_a_file_that_is_no_photo(phone: Callable[..., Page], site: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.jpg"
    path.write_text("no photo at all")
    page = phone(site)
    page.goto(site)
    page.locator("input[type=file][data-photo]").nth(1).set_input_files(path)
    failed = page.locator("[data-failed]")
    expect(failed).to_be_visible()
    assert len(failed.inner_text()) > 20
    expect(page.locator(".progress")).to_be_hidden()
    page.locator("[data-sample]").first.tap()
    page.wait_for_url("**/review?**")


def test_a_truncated_photo(phone: Callable[..., Page], site: str, tmp_path: Path) -> None:
    whole = photographed("half-flush").jpeg
    path = tmp_path / "half.jpg"
    path.write_bytes(whole[: len(whole) // 8])
    page = phone(site, java_script_enabled=False)
    page.goto(site)
    page.locator("#photo").set_input_files(path)
    page.get_by_role("button", name="Read the photo").click()
    expect(page.locator("#problem-photo")).to_be_visible()
    page.get_by_role("link", name="Type the tiles instead").tap()
    page.wait_for_url("**/type**")


def test_a_photo_without_scripts_reaches_the_review(phone: Callable[..., Page], site: str, tmp_path: Path) -> None:
    path = tmp_path / "hand.jpg"
    path.write_bytes(photographed("half-flush").jpeg)
    page = phone(site, java_script_enabled=False)
    page.goto(site)
    page.locator("#photo").set_input_files(path)
    page.get_by_role("button", name="Read the photo").click()
    page.wait_for_url("**/review?**")
    assert page.locator(".tray .tile[data-face]").count() >= 14
    page.locator(".tray .tile[data-face]").first.tap()
    page.wait_for_url("**at=0**")
    page.locator("#sheet .palette .pick[value=p1]").tap()
    expect(page.locator(".tray .tile[data-face]").first).to_have_attribute("data-face", "p1")


def test_a_laptop_that_does_not_answer(phone: Callable[..., Page], fake_site: str, tmp_path: Path) -> None:
    path = tmp_path / "hand.jpg"
    path.write_bytes(photographed("half-flush").jpeg)
    page = phone(fake_site)
    page.goto(fake_site)
    page.route("**/read", lambda route: route.abort("addressunreachable"))
    page.locator("input[type=file][data-photo]").nth(1).set_input_files(path)
    expect(page.locator("[data-failed]")).to_contain_text("The laptop did not answer")
