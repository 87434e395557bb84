"""From a photo to the payout with the models that ship, as a family does it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page
from table_photos import photographed, rows_of, sample_named
from taps import Thumb, lines, payouts, strip

from webapp.uploads import SAMPLES

MOST_TAPS = 8


def truth(name: str, **changed: str) -> list[str]:
    places = {int(place.lstrip("_")): face for place, face in changed.items()}
    return sorted(face for _kind, faces in rows_of(sample_named(name), places) for face in faces)


def walk(thumb: Thumb, won: str = "discard-south", seat: str = "east") -> None:
    """From the review to the result."""
    page = thumb.page
    thumb.button("The tiles are right")
    page.wait_for_url("**/sets?**")
    thumb.button("Go on: how was it won?")
    page.wait_for_url("**/context?**")
    if page.locator(f"input[name=seat][value={seat}]:checked").count() == 0:
        thumb.choose("seat", seat)
    thumb.choose("won", won)
    thumb.button("Score the hand")
    page.wait_for_url("**/result?**")


@pytest.mark.parametrize(
    ("name", "fan", "total"),
    [
        ("half-flush", {"Half flush": 3, "Dragon pong": 1}, 4),
        ("orphans", {"Thirteen orphans": 13}, 13),
        ("all-chows", {"All chows": 1, "Concealed hand": 1, "No flowers or seasons": 1}, 3),
    ],
)
def test_a_sample_photo_to_the_payout(
    phone: Callable[..., Page], site: str, name: str, fan: dict[str, int], total: int, capsys: pytest.CaptureFixture[str]
) -> None:
    page = phone(site)
    page.goto(site)
    thumb = Thumb(page)
    thumb.tap(page.locator(f"[data-sample*='{name}']"))
    page.wait_for_url("**/review?**")
    assert page.locator(".stage svg image").count() == 1
    assert page.locator(".stage rect[data-box]").count() == len(truth(name))
    assert sorted(strip(page)) == truth(name)
    walk(thumb)
    shown = lines(page)
    assert {key: shown.get(key) for key in fan} == fan
    assert int(page.locator(".total strong").inner_text()) == total
    paid = payouts(page)
    assert paid["East"] > 0 > paid["South"]
    assert thumb.taps <= MOST_TAPS
    with capsys.disabled():
        print(f"\n{name}: {thumb.taps} taps from the first page to the payout")


def test_a_concealed_kong_in_a_photo_is_said_to_be_one(phone: Callable[..., Page], site: str) -> None:
    page = phone(site)
    page.goto(site)
    thumb = Thumb(page)
    thumb.tap(page.locator("[data-sample*='all-pongs']"))
    page.wait_for_url("**/review?**")
    assert sorted(strip(page)) == truth("all-pongs")
    thumb.button("The tiles are right")
    page.wait_for_url("**/sets?**")
    assert "Concealed kong" in page.locator(".set .state").all_inner_texts()
    assert "Exposed pong" in page.locator(".set .state").all_inner_texts()


def test_the_same_photo_with_one_tile_rendered_otherwise_gives_the_other_tile(phone: Callable[..., Page], site: str, tmp_path: Path) -> None:
    """Place 5 of the half flush is the first tile in hand, the 1 bamboo; a 4 bamboo in its stead spoils the hand."""
    path = tmp_path / "otherwise.jpg"
    path.write_bytes(photographed("half-flush", ((5, "s4"),)).jpeg)
    page = phone(site)
    page.goto(site)
    page.locator("input[type=file][data-photo]").nth(1).set_input_files(path)
    page.wait_for_url("**/review?**")
    assert sorted(strip(page)) == truth("half-flush", _5="s4")
    assert "s1" not in strip(page)
    assert "s1" in truth("half-flush")


def test_a_phone_photo_is_shrunk_and_turned_upright(phone: Callable[..., Page], site: str, tmp_path: Path) -> None:
    """A 12-megapixel photo whose EXIF says that the phone was turned arrives upright and at most 1600 px long."""
    import io

    from PIL import Image

    upright = Image.open(io.BytesIO((SAMPLES / "half-flush.jpg").read_bytes())).resize((4000, 3000))
    exif = Image.Exif()
    exif[0x0112] = 6
    path = tmp_path / "turned.jpg"
    upright.rotate(90, expand=True).save(path, exif=exif, quality=95)
    page = phone(site)
    page.goto(site)
    lengths: list[int] = []
    page.on("request", lambda request: lengths.append(len(request.post_data_buffer or b"")) if request.url.endswith("/read") else None)
    page.locator("input[type=file][data-photo]").first.set_input_files(path)
    page.wait_for_url("**/review?**")
    image = page.locator(".stage svg image")
    assert (image.get_attribute("width"), image.get_attribute("height")) == ("1600", "1200")
    assert lengths[0] < path.stat().st_size / 2
    assert sorted(strip(page)) == truth("half-flush")
