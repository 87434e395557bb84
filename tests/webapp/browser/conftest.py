"""A phone at the table: the system's Chromium at 360x640 with touch. A console error or a request that leaves the page's origin fails the test."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from table_photos import photographed

from recognizer.errors import PhotoError
from webapp import create_app
from webapp.__main__ import MODELS, load_models
from webapp.screenshots import CHROMIUM_ARGUMENTS, PHONE, chromium, served

Readings = dict[str, dict[str, Any]]
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> None:
    """No browser is a failed test, not a skipped one."""
    if pyfuncitem.get_closest_marker("browser"):
        try:
            chromium()
        except FileNotFoundError as missing:
            pytest.fail(str(missing), pytrace=False)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser | None]:
    try:
        path = chromium()
    except FileNotFoundError:
        yield None
        return
    expect.set_options(timeout=90_000)  # a laptop that trains models meanwhile is slow, not wrong
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_ARGUMENTS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def readings() -> Readings:
    """What the fake reader says of a photo, by the photo's hash; a test adds its own."""
    return {}


@pytest.fixture(scope="session")
def fake_site(readings: Readings) -> Iterator[str]:
    """The page with a reader that knows its photos by heart: roads that need a certain misreading."""

    def read(photo: bytes, _models: object) -> dict[str, Any]:
        if photo[:2] != b"\xff\xd8":
            raise PhotoError("not_a_photo", "This file is not a photo that can be read. JPEG, PNG, WebP and HEIC work.")
        return readings[hashlib.sha256(photo).hexdigest()]

    with served(create_app({"READ_PHOTO": read}, models="fake")) as address:
        yield address


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The page with the models that ship."""
    with served(create_app({}, load_models(MODELS))) as address:
        yield address


@pytest.fixture
def knows(readings: Readings) -> Callable[[bytes, dict[str, Any]], None]:
    """Tell the fake reader what it sees in a photo. Small photos are sent as they are, so their bytes are the same on the other side."""

    def tell(photo: bytes, reading: dict[str, Any]) -> None:
        readings[hashlib.sha256(photo).hexdigest()] = json.loads(json.dumps(reading))

    return tell


@pytest.fixture
def sent(tmp_path: Path, knows: Callable[[bytes, dict[str, Any]], None]) -> Callable[..., Path]:
    """A sample photo as a file to choose, read by the fake reader as `change` makes it."""
    count = iter(range(100))

    def prepare(change: Callable[[dict[str, Any]], dict[str, Any]] = dict, name: str = "half-flush", **swapped: str) -> Path:
        number = next(count)
        # Another JPEG quality makes other bytes, so that tests do not share a reading.
        photo = photographed(name, tuple((int(place.lstrip("_")), face) for place, face in swapped.items()), quality=70 + number)
        knows(photo.jpeg, change(photo.reading))
        path = tmp_path / f"{name}-{number}.jpg"
        path.write_bytes(photo.jpeg)
        return path

    return prepare


@pytest.fixture
def phone(browser: Browser | None) -> Iterator[Callable[..., Page]]:
    """Opens pages as a phone would; at the end, what went wrong in any of them."""
    assert browser is not None
    contexts, complaints = [], []

    def watch(page: Page) -> Page:
        page.set_default_timeout(90_000)
        page.on("console", lambda message: complaints.append(f"console: {message.text}") if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
        return page

    def open_page(address: str, **more: Any) -> Page:
        context = browser.new_context(viewport=dict(PHONE), has_touch=True, is_mobile=True, reduced_motion="reduce", **more)
        contexts.append(context)

        def check(request: Any) -> None:
            if not request.url.startswith((address, "data:", "blob:")):
                complaints.append(f"left the origin: {request.url}")

        context.on("request", check)
        return watch(context.new_page())

    yield open_page
    for context in contexts:
        context.close()
    expected = ("status of 413", "status of 415", "status of 422", "status of 400", "status of 503", "net::ERR_ADDRESS_UNREACHABLE")
    assert [complaint for complaint in complaints if not any(words in complaint for words in expected)] == []
