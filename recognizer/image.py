"""Bytes -> upright BGR pixels: every format and every refusal. The size is read from the header before anything is decoded."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import cv2
import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import Image, JpegImagePlugin, PngImagePlugin, WebPImagePlugin

from recognizer.errors import PhotoError

Pixels: TypeAlias = NDArray[np.uint8]
"""An upright image: shape (height, width, 3), BGR, 0..255."""

MAX_BYTES = 40 * 1024 * 1024
MAX_PIXELS = 64_000_000
MIN_SIDE = 32
WORKING_SIDE = 1000
"""Large JPEGs are decoded at 1/2, 1/4 or 1/8 while the long side stays at least this: half again what the detector looks at."""

# No other parser of Pillow's sees an upload. A phone's multi-picture file opens as JPEG and then calls itself MPO.
_FORMATS = (JpegImagePlugin.JpegImageFile.format, PngImagePlugin.PngImageFile.format, WebPImagePlugin.WebPImageFile.format)
_ORIENTATION_TAG = 0x0112
_HEIF_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1"}
_NOT_A_PHOTO = "This file is not a photo we can read: send a JPEG, PNG, WebP or HEIC picture."
_TRUNCATED = "This photo arrived incomplete or damaged: please send it again."


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A decoded photo. `pixels` is upright and may be smaller than the photo; `width` and `height` are those of the whole upright photo.

    `decode` gives its pixels at 1/1, 1/2, 1/4 or 1/8 and `reduced` says which of them `pixels` are.
    """

    pixels: Pixels
    width: int
    height: int
    decode: Callable[[int], Pixels] | None = field(default=None, repr=False)
    reduced: int = 1

    @property
    def scale(self) -> float:
        """Decoded pixels per photo pixel, at most 1."""
        return float(self.pixels.shape[1] / self.width)

    def finer(self, times: float) -> Photo:
        """The same photo with at least `times` as many pixels a side, or with all it has; itself when it has no more."""
        step = self.reduced
        while step > 1 and self.reduced / step < times:
            step //= 2
        return self if self.decode is None or step == self.reduced else Photo(self.decode(step), self.width, self.height, self.decode, step)


def load_upright(photo: bytes, working_side: int = WORKING_SIDE) -> Photo:
    """Decode a JPEG, PNG, WebP or HEIC and turn it upright by its EXIF orientation. Raises PhotoError; never returns part of a photo."""
    if not photo:
        raise PhotoError("empty", "The photo is empty: please choose it again.")
    if len(photo) > MAX_BYTES:
        raise PhotoError("too_large", f"This photo has {len(photo) / 2**20:.0f} MB; the most we take is {MAX_BYTES // 2**20} MB.")
    if photo[4:8] == b"ftyp" and photo[8:12] in _HEIF_BRANDS:
        return _load_heif(photo)
    try:
        header = Image.open(io.BytesIO(photo), formats=_FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _bomb() from error
    except Exception as error:  # hostile bytes make a parser raise anything, and all of it means the same to the player
        code = "truncated" if photo[:3] == b"\xff\xd8\xff" or photo[:8] == b"\x89PNG\r\n\x1a\n" or photo[8:12] == b"WEBP" else "not_a_photo"
        raise PhotoError(code, _TRUNCATED if code == "truncated" else _NOT_A_PHOTO) from error
    _check_size(*header.size)
    orientation = _orientation(header)
    if header.format in ("JPEG", "MPO"):
        return _load_jpeg(photo, header.size, orientation, working_side)
    if header.format == "PNG" and b"IEND\xaeB\x60\x82" not in photo[-65536:]:
        raise PhotoError("truncated", _TRUNCATED)
    return _photo(_turn(_decode(lambda: header), orientation))


def _load_jpeg(photo: bytes, size: tuple[int, int], orientation: int, working_side: int) -> Photo:
    # OpenCV fills what is missing with grey and only warns. Inside entropy-coded data 0xFF is always followed by 0x00 or a restart
    # marker, so the end marker cannot occur by chance there; the search starts at the scan because EXIF thumbnails hold one too.
    scan = photo.find(b"\xff\xda", _after_segments(photo))
    if scan < 0 or photo.find(b"\xff\xd9", scan) < 0:
        raise PhotoError("truncated", _TRUNCATED)
    reduced = next((step for step in (8, 4, 2) if max(size) >= working_side * step), 1)
    data = np.frombuffer(photo, np.uint8)

    def decode(step: int) -> Pixels:
        mode = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8}[step]
        # OpenCV's own turning differs between versions and formats: it is told to leave that to us.
        pixels = cv2.imdecode(data, mode | cv2.IMREAD_IGNORE_ORIENTATION)
        if pixels is None:
            raise PhotoError("truncated", _TRUNCATED)
        return _turn(np.asarray(pixels, np.uint8), orientation)

    width, height = size if orientation < 5 else size[::-1]
    return Photo(decode(reduced), width, height, decode, reduced)


def _after_segments(photo: bytes) -> int:
    """Where a JPEG's header segments end: the offset of the first scan, or of the first thing that is no segment."""
    at = 2
    while at + 4 <= len(photo) and photo[at] == 0xFF and photo[at + 1] != 0xDA:
        at += 1 if photo[at + 1] == 0xFF else 2 + int.from_bytes(photo[at + 2 : at + 4], "big")
    return min(at, len(photo))


def _load_heif(photo: bytes) -> Photo:
    """HEIC keeps its turning in the container, and the decoder applies it: EXIF says nothing more."""
    try:
        header = pillow_heif.open_heif(photo, convert_hdr_to_8bit=True)
        size = header.size  # a damaged container may open and hold no picture
    except Exception as error:
        raise PhotoError("truncated", _TRUNCATED) from error
    _check_size(*size)
    return _photo(_decode(header.to_pillow))


def _photo(pixels: Pixels) -> Photo:
    return Photo(pixels, pixels.shape[1], pixels.shape[0])


def _decode(opened: Callable[[], Image.Image]) -> Pixels:
    """Decode with Pillow, transparent places white. Raises PhotoError `truncated`."""
    try:
        image = opened()
        image.load()
        if image.mode.startswith("I"):  # 16 bits a channel
            image = Image.fromarray((np.asarray(image, np.uint32) >> 8).astype(np.uint8))
        if "A" in image.getbands() or "transparency" in image.info:
            above = image.convert("RGBA")
            image = Image.alpha_composite(Image.new("RGBA", above.size, "white"), above)
        return np.ascontiguousarray(np.asarray(image.convert("RGB"))[:, :, ::-1])
    except Exception as error:  # as above: whatever a decoder raises, the bytes are damaged
        raise PhotoError("truncated", _TRUNCATED) from error


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise _bomb()
    if min(width, height) < MIN_SIDE:
        raise PhotoError("too_small", f"This photo is only {width} x {height} pixels: too small to show tiles.")


def _bomb() -> PhotoError:
    return PhotoError("bomb", f"This photo has too many pixels: the most we take is {MAX_PIXELS // 1_000_000} megapixels.")


def _orientation(header: Image.Image) -> int:
    """1..8; anything else a broken tag may hold counts as 1."""
    try:
        value = header.getexif().get(_ORIENTATION_TAG, 1)
    except Exception:  # a broken EXIF block is no reason to refuse a photo
        return 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def _turn(pixels: Pixels, orientation: int) -> Pixels:
    """Undo an EXIF orientation: the tag names how the stored rows and columns lie."""
    if orientation in (5, 6, 7, 8):
        pixels = pixels.transpose(1, 0, 2)
    if orientation in (2, 3, 6, 7):
        pixels = pixels[:, ::-1]
    if orientation in (3, 4, 7, 8):
        pixels = pixels[::-1]
    return np.ascontiguousarray(pixels)


def with_edges(pixels: Pixels, left: int, top: int, far: int, low: int) -> tuple[Pixels, int, int]:
    """The pixels of a rectangle, the frame's edge repeated beyond it, and where its first pixel lies (x, y). Never empty."""
    frame_height, frame_width = pixels.shape[:2]
    left, top = min(left, frame_width - 1), min(top, frame_height - 1)
    far, low = max(far, left + 1, 1), max(low, top + 1, 1)
    inside = pixels[max(0, top) : min(low, frame_height), max(0, left) : min(far, frame_width)]
    edges = (max(0, -top), max(0, low - frame_height), max(0, -left), max(0, far - frame_width))
    if any(edges):
        inside = np.asarray(cv2.copyMakeBorder(inside, *edges, cv2.BORDER_REPLICATE), np.uint8)
    return inside, left, top
