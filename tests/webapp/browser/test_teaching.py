"""A family teaches the reader its own tiles in a browser, with the models that ship, and the next photo is read as that set."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect
from table_photos import fake_read, photographed, rows_of, sample_named
from taps import Thumb, strip
from test_at_hand import NAMELESS, SMALL
from test_axe import AXE, FOUND

from recognizer.apart import Apart
from recognizer.shelf import Confirmed, Taught
from webapp import create_app
from webapp.__main__ import MODELS
from webapp.screenshots import served
from webapp.store import default_url


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page with the models that ship in a process of their own, and a database."""
    models = Apart(MODELS, limit_s=300)
    with served(create_app({"DATABASE_URL": default_url(tmp_path_factory.mktemp("house"))}, models)) as address:
        yield address
    models.close()


@pytest.fixture(scope="module")
def slow_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[int]]]:
    """The page with a reader that takes its time to learn, and how many tiles each lesson had that it was given."""
    lessons: list[int] = []

    def learn(lesson: Sequence[Confirmed], _models: object, _learnt: bytes | None) -> Taught:
        lessons.append(sum(len(each.faces) for each in lesson))
        time.sleep(1.5)
        return Taught(b"learnt", lessons[-1], {"m1": 1}, "test")

    config = {"DATABASE_URL": default_url(tmp_path_factory.mktemp("slow")), "READ_PHOTO": fake_read, "LEARN_TILES": learn, "READERS": 2}
    with served(create_app(config, "fake")) as address:
        yield address, lessons


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A photo whose tiles the shipped models read without a doubt."""
    path = tmp_path / "hand.jpg"
    path.write_bytes(photographed("all-chows").jpeg)
    return path


FACES = {face for _kind, faces in rows_of(sample_named("all-chows"), {}) for face in faces}


def read(page: Page, address: str, photo: Path) -> None:
    page.goto(address)
    page.locator("input[type=file][data-photo]").nth(1).set_input_files(photo)
    page.wait_for_url("**/review?**")


def confirm(thumb: Thumb) -> int:
    """Say of every doubtful tile that it is what it was read as; how many there were."""
    doubtful = thumb.page.locator(".tray .tile.doubtful")
    count = doubtful.count()
    for left in range(count, 0, -1):
        face = doubtful.first.get_attribute("data-face")
        thumb.tap(doubtful.first)
        thumb.tap(thumb.page.locator(f"#sheet .palette .pick[value={face}]"))
        expect(doubtful).to_have_count(left - 1)
        if left > 1:  # the sheet of the next one is open
            thumb.tap(thumb.page.locator("#sheet [data-close]"))
    return count


def model_of(page: Page) -> str:
    """The version that read the photo, as this tab keeps it."""
    key = parse_qs(urlsplit(page.url).query)["p"][0]
    return str(page.evaluate("key => JSON.parse(sessionStorage.getItem('hand:' + key)).model", key))


def fits(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(each => (each.open = true))")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(SMALL) == []
    assert page.evaluate(NAMELESS) == []
    if AXE.is_file():
        page.evaluate(AXE.read_text(encoding="utf-8"))
        assert page.evaluate(FOUND) == []


def test_a_set_is_taught_from_a_confirmed_photo_and_read_as(phone: Callable[..., Page], house: str, photo: Path) -> None:
    photo.write_bytes(photographed("half-flush").jpeg)
    faces = {face for _kind, faces in rows_of(sample_named("half-flush"), {}) for face in faces}
    page = phone(house)
    read(page, house, photo)
    assert "+" not in model_of(page)
    before = strip(page)
    thumb = Thumb(page)
    doubts = confirm(thumb)
    thumb.tap(page.locator(".teach > summary"))
    expect(page.get_by_label("The photo, once more")).to_be_hidden()  # it lies in this tab
    thumb.button("Teach")
    failed = page.locator(".teach [data-failed]")
    expect(failed).to_have_text("Give the new set a name.")
    fits(page)
    page.locator(".teach [name=name]").fill("Gran's set")
    expect(failed).to_be_hidden()  # it says nothing of what is filled in now
    page.get_by_role("button", name="Teach", exact=True).tap()
    page.wait_for_url("**/review?**taught=**")
    expect(page.get_by_role("status").first).to_contain_text(f"“Gran's set” knows {len(faces)} of the 42 faces now")
    page.get_by_role("link", name="Our tiles").first.tap()
    page.wait_for_url("**/own-tiles/**")
    assert page.locator(".unknown li").count() == 42 - len(faces)
    fits(page)
    page.goto(house)
    expect(page.locator("select[name=set] option:checked")).to_have_text("Gran's set")
    fits(page)
    read(page, house, photo)
    expect(page.locator(".read-as summary")).to_have_text("Read as “Gran's set”")
    assert "+" in model_of(page)
    assert strip(page) == before
    assert page.locator(".tray .tile.doubtful").count() <= doubts
    fits(page)
    page.goto(house)
    page.locator("[data-sample*='half-flush']").tap()  # a sample shows our drawings
    page.wait_for_url("**/review?**")
    assert "+" not in model_of(page)
    expect(page.locator(".read-as summary")).to_have_text("Read as any set")
    sample = page.url
    thumb.tap(page.locator(".read-as summary"))
    page.locator(".read-as select").select_option(label="Gran's set")
    expect(page.locator(".read-as input[type=file]")).to_be_hidden()
    thumb.button("Read the photo anew")
    page.wait_for_url("**/review?**set=**")
    expect(page.locator(".read-as summary")).to_have_text("Read as “Gran's set”")
    assert "+" in model_of(page)
    fits(page)
    page.go_back()
    page.wait_for_url(sample)
    assert "+" not in model_of(page)  # what was read first is one step back, with its own photo


def test_teaching_says_that_it_works_and_a_second_tap_is_the_same_lesson(phone: Callable[..., Page], slow_house: tuple[str, list[int]], photo: Path) -> None:
    address, lessons = slow_house
    page = phone(address)
    read(page, address, photo)
    thumb = Thumb(page)
    thumb.tap(page.locator(".teach > summary"))
    page.locator(".teach [name=name]").fill("Busy")
    page.evaluate("document.querySelectorAll('.teach [role=alert]').forEach(each => { each.hidden = false; each.textContent = 'an old fault'; })")
    button = page.get_by_role("button", name="Teach", exact=True)
    button.tap()
    expect(page.locator(".teach .progress")).to_be_visible()
    expect(page.locator(".teach .progress")).to_contain_text("Learning the tiles …")
    expect(page.locator(".teach [role=alert]")).to_be_hidden()
    expect(button).to_be_disabled()
    page.evaluate("document.querySelector('[data-teach]').requestSubmit()")  # Enter in the name field
    page.wait_for_url("**/review?**taught=**")
    assert lessons == [15]
    page.go_back()
    expect(page.locator(".teach button.big")).to_be_enabled()


def _ready_to_teach(page: Page, address: str, photo: Path, name: str) -> None:
    """Without scripts: the photo read, chosen once more to teach, and a new set named."""
    page.goto(address)
    page.locator("#photo").set_input_files(photo)
    page.get_by_role("button", name="Read the photo").tap()
    page.wait_for_url("**/review?**")
    page.locator(".teach > summary").tap()
    page.locator(".teach input[type=file]").set_input_files(photo)
    if page.locator(".teach select").count():
        page.locator(".teach select").select_option("new")
    page.locator(".teach [name=name]").fill(name)


def test_without_scripts_a_second_tap_is_the_same_lesson(phone: Callable[..., Page], slow_house: tuple[str, list[int]], photo: Path) -> None:
    address, lessons = slow_house
    del lessons[:]
    page = phone(address, java_script_enabled=False)
    _ready_to_teach(page, address, photo, "Twice")
    button = page.get_by_role("button", name="Teach", exact=True)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    for _tap in range(2):
        page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    # The second tap breaks the first one's navigation off, which `wait_for_url` takes for a failure.
    expect(page).to_have_url(re.compile(r"/review\?.*taught="))
    page.goto(f"{address}/own-tiles/")
    section = page.locator(".tile-set", has_text="Twice")
    expect(section).to_have_count(1)
    expect(section.get_by_role("button", name="Take the last lesson back")).to_have_count(0)


def test_without_scripts_the_photo_is_chosen_once_more_to_teach(phone: Callable[..., Page], house: str, photo: Path) -> None:
    page = phone(house, java_script_enabled=False)
    _ready_to_teach(page, house, photo, "The jade set")
    page.get_by_role("button", name="Teach", exact=True).tap()
    page.wait_for_url("**/review?**taught=**")
    expect(page.get_by_role("status").first).to_contain_text(f"“The jade set” knows {len(FACES)} of the 42 faces now")


def test_teaching_goes_on_after_a_correction(phone: Callable[..., Page], house: str, photo: Path) -> None:
    """The strip is swapped by the script with every edit, and the form with it: it teaches what is shown now."""
    page = phone(house)
    read(page, house, photo)
    thumb = Thumb(page)
    thumb.tap(page.locator(".tray .tile[data-face]").first)
    thumb.tap(page.locator("#sheet .palette .pick[value=f4]"))
    page.wait_for_url("**/review?**f4_**")
    thumb.tap(page.locator(".teach > summary"))
    if page.locator(".teach select").count():
        page.locator(".teach select").select_option("new")
    page.locator(".teach [name=name]").fill("Corrected")
    thumb.button("Teach")
    page.wait_for_url("**/review?**taught=**")
    page.goto(f"{house}/own-tiles/")
    section = page.locator(".tile-set", has_text="Corrected")
    assert section.locator(".unknown img[src*='/f4.svg']").count() == 0
