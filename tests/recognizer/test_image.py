from __future__ import annotations

import io
import struct
import zlib

import numpy as np
import pillow_heif
import pytest
from fakes import encoded
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from recognizer.errors import PhotoError
from recognizer.image import MAX_BYTES, load_upright

QUARTERS = np.zeros((96, 160, 3), np.uint8)
QUARTERS[:48, :80], QUARTERS[:48, 80:], QUARTERS[48:, :80] = (250, 30, 30), (30, 250, 30), (30, 30, 250)
"""Red, green, blue, black: no turning or mirroring maps it to itself."""

# How a camera stores the upright picture under each tag (EXIF 2.3, table 6).
STORED = {
    1: lambda p: p,
    2: lambda p: p[:, ::-1],
    3: lambda p: p[::-1, ::-1],
    4: lambda p: p[::-1],
    5: lambda p: p.transpose(1, 0, 2),
    6: lambda p: np.rot90(p, 1),
    7: lambda p: p[::-1, ::-1].transpose(1, 0, 2),
    8: lambda p: np.rot90(p, -1),
}


def heic(picture: np.ndarray) -> bytes:
    stream = io.BytesIO()
    pillow_heif.from_pillow(Image.fromarray(picture)).save(stream, quality=90)
    return stream.getvalue()


def png_header(width: int, height: int) -> bytes:
    chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = b"IDAT" + zlib.compress(b"\0" * 1000)
    parts = [struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part)) for part in (chunk, data, b"IEND")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def refused(data: bytes) -> str:
    with pytest.raises(PhotoError) as caught:
        load_upright(data)
    assert str(caught.value)[0].isupper() and str(caught.value).endswith(".")
    return caught.value.code


def close(pixels: np.ndarray, rgb: np.ndarray) -> bool:
    return pixels.shape == rgb.shape and float(np.abs(pixels[:, :, ::-1].astype(int) - rgb).mean()) < 8


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_exif_orientation_comes_out_upright(kind: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = load_upright(encoded(np.ascontiguousarray(STORED[orientation](QUARTERS)), kind, exif=exif, quality=95))
    assert (photo.width, photo.height) == (160, 96)
    assert close(photo.pixels, QUARTERS)


def test_heic() -> None:
    photo = load_upright(heic(QUARTERS))
    assert close(photo.pixels, QUARTERS) and photo.finer(2) is photo


@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_heic_turned_in_its_container(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    image = pillow_heif.from_pillow(Image.fromarray(np.ascontiguousarray(STORED[orientation](QUARTERS))))
    stream = io.BytesIO()
    image.save(stream, quality=90, exif=exif.tobytes())
    assert close(load_upright(stream.getvalue()).pixels, QUARTERS)


@pytest.mark.parametrize("orientation", [1, 6])
def test_a_large_jpeg_is_decoded_smaller_and_keeps_its_true_size(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    large = np.kron(QUARTERS, np.ones((25, 25, 1), np.uint8))  # 4000 x 2400
    photo = load_upright(encoded(np.ascontiguousarray(STORED[orientation](large)), exif=exif))
    assert (photo.width, photo.height, photo.pixels.shape) == (4000, 2400, (600, 1000, 3))
    assert photo.scale == 0.25 and photo.finer(1) is photo
    assert photo.finer(1.5).scale == photo.finer(2).scale == 0.5
    finer = photo.finer(2.1)
    assert close(finer.pixels, large) and finer.scale == 1 and finer.finer(2) is finer


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "LA", "CMYK", "1", "I;16"])
def test_every_colour_mode_becomes_bgr(mode: str) -> None:
    image = Image.fromarray(QUARTERS[:, :, 0].astype(np.uint16) << 8) if mode == "I;16" else Image.fromarray(QUARTERS).convert(mode)
    stream = io.BytesIO()
    image.save(stream, "JPEG" if mode == "CMYK" else "PNG")
    photo = load_upright(stream.getvalue())
    assert photo.pixels.shape == (96, 160, 3) and photo.pixels.dtype == np.uint8
    assert photo.pixels[10, 10].max() > 40 or mode == "1"


def test_transparent_places_are_white() -> None:
    clear = np.dstack([QUARTERS, np.zeros(QUARTERS.shape[:2], np.uint8)])
    assert load_upright(encoded(clear, "PNG")).pixels.min() == 255


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIC"])
@pytest.mark.parametrize("kept", [0.2, 0.5, 0.9, 0.99])
def test_truncated_files_are_refused(kind: str, kept: float) -> None:
    noisy = np.random.default_rng(1).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    data = heic(noisy) if kind == "HEIC" else encoded(noisy, kind)
    assert refused(data[: int(len(data) * kept)]) == "truncated"


def test_a_truncated_jpeg_with_a_whole_thumbnail_is_refused() -> None:
    exif = Image.Exif()
    exif[0x927C] = encoded(QUARTERS)  # holds an end marker of its own
    data = encoded(np.random.default_rng(1).integers(0, 255, (300, 400, 3), dtype=np.uint8), exif=exif)
    assert refused(data[: len(data) // 2]) == "truncated"


def test_bytes_after_the_end_are_no_harm() -> None:
    assert close(load_upright(encoded(QUARTERS, quality=95) + b"trailer of some phone").pixels, QUARTERS)


@pytest.mark.parametrize("size", [(10_000, 7_000), (100_000, 100_000), (2**31 - 1, 2**31 - 1)])
def test_bombs_are_refused_by_their_header(size: tuple[int, int]) -> None:
    assert refused(png_header(*size)) == "bomb"


def test_the_other_refusals() -> None:
    assert refused(b"") == "empty"
    assert refused(b"\xff" * (MAX_BYTES + 1)) == "too_large"
    assert refused(b"%PDF-1.4 hello") == "not_a_photo"
    assert refused(encoded(QUARTERS, "GIF")) == "not_a_photo"
    assert refused(encoded(QUARTERS[:20, :20], "PNG")) == "too_small"


@given(st.binary(max_size=200), st.sampled_from([b"", b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBP", b"\0\0\0\x18ftypheic"]))
@settings(max_examples=150, deadline=None)
def test_noise_is_refused_with_a_photo_error(noise: bytes, head: bytes) -> None:
    refused(head + noise)


@given(st.integers(0, 4000), st.integers(0, 255))
@settings(max_examples=60, deadline=None)
def test_a_damaged_jpeg_is_read_or_refused_but_nothing_else(at: int, value: int) -> None:
    data = bytearray(encoded(QUARTERS))
    data[at % len(data)] = value
    try:
        load_upright(bytes(data))
    except PhotoError as error:
        assert error.code in ("truncated", "not_a_photo", "bomb", "too_small")
