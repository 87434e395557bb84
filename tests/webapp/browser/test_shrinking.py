"""What a phone does to a photo before it sends it, where phones are known to go wrong."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Page

SHRUNK = """async ([photo, spoil]) => {
  const { shrink } = await import("/static/shrink.js");
  if (spoil === "decoder") window.createImageBitmap = () => Promise.reject(new DOMException("no", "InvalidStateError"));
  if (spoil === "canvas") CanvasRenderingContext2D.prototype.drawImage = () => {};
  const bytes = Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0));
  const sent = await shrink(new File([bytes], "photo.jpg", { type: "image/jpeg" }));
  return btoa(Array.from(new Uint8Array(await sent.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(""));
}"""


def photo(orientation: int = 1, size: tuple[int, int] = (1800, 1200)) -> bytes:
    """Upright, its top left quarter is red and the rest blue; stored as the orientation says."""
    upright = np.zeros((size[1], size[0], 3), np.uint8)
    upright[:] = (20, 40, 200)
    upright[: size[1] // 2, : size[0] // 2] = (220, 30, 30)
    stored = upright
    if orientation in (3, 4, 7, 8):
        stored = stored[::-1]
    if orientation in (2, 3, 6, 7):
        stored = stored[:, ::-1]
    if orientation in (5, 6, 7, 8):
        stored = stored.transpose(1, 0, 2)
    exif = Image.Exif()
    exif[0x0112] = orientation
    packed = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(stored)).save(packed, "JPEG", exif=exif, quality=90)
    return packed.getvalue()


def sent(page: Page, original: bytes, spoil: str = "") -> bytes:
    told: Any = page.evaluate(SHRUNK, [base64.b64encode(original).decode(), spoil])
    return base64.b64decode(told)


def test_every_orientation_arrives_upright(phone: Callable[..., Page], fake_site: str) -> None:
    page = phone(fake_site)
    page.goto(fake_site)
    for orientation in range(1, 9):
        picture = Image.open(io.BytesIO(sent(page, photo(orientation)))).convert("RGB")
        assert picture.size == (1600, 1067), orientation
        corners = [picture.getpixel(place) for place in ((100, 100), (1500, 100), (100, 950), (1500, 950))]
        assert ["red" if red > 128 else "blue" for red, _green, _blue in corners] == ["red", "blue", "blue", "blue"], orientation


def test_a_black_canvas_sends_the_original(phone: Callable[..., Page], fake_site: str) -> None:
    page = phone(fake_site)
    page.goto(fake_site)
    original = photo()
    assert sent(page, original, "canvas") == original


def test_what_the_phone_cannot_decode_is_sent_as_it_is(phone: Callable[..., Page], fake_site: str) -> None:
    page = phone(fake_site)
    page.goto(fake_site)
    original = photo()
    assert sent(page, original, "decoder") == original


def test_a_small_photo_is_left_alone(phone: Callable[..., Page], fake_site: str) -> None:
    page = phone(fake_site)
    page.goto(fake_site)
    original = photo(size=(800, 600))
    assert sent(page, original) == original
