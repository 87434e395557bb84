"""A photo that a person asked to keep -> what is kept of it: upright pixels, encoded anew, so that no place, time or camera goes with it."""

from __future__ import annotations

import cv2

from recognizer.errors import PhotoError
from recognizer.image import load_upright
from webapp.store.records import Jpeg

LONGEST = 1600
"""Pixels on the long side: what the phone sends, and all that a tile needs to be argued over."""
QUALITY = 85


def cleaned(photo: bytes) -> Jpeg:
    """Raises PhotoError for what is no photo."""
    pixels = load_upright(photo, LONGEST).pixels
    height, width = pixels.shape[:2]
    scale = LONGEST / max(height, width)
    if scale < 1:
        pixels = cv2.resize(pixels, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
        height, width = pixels.shape[:2]
    done, jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise PhotoError("truncated", "This photo could not be stored.")
    return Jpeg(jpeg.tobytes(), width, height)
