"""Conditions of pictures whose slant, light and sharpness are known."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from recognizer.conditions import MEASURES, bin_of, conditions
from recognizer.labels import Labelled

SIDE = 900


def row(degrees: float, light: int, blur: float) -> tuple[np.ndarray, Labelled]:
    """Seven tiles in a row that climbs by `degrees`, a black bar on each, photographed with a blur of `blur` px."""
    pixels = np.full((SIDE, SIDE, 3), 20, np.uint8)
    step = np.array([math.cos(math.radians(degrees)), -math.sin(math.radians(degrees))]) * 62
    boxes = []
    for place in range(7):
        x, y = (np.array([SIDE / 2, SIDE / 2]) + step * (place - 3)).astype(int)
        cv2.rectangle(pixels, (x - 27, y - 36), (x + 27, y + 36), (light,) * 3, -1)
        cv2.rectangle(pixels, (x - 6, y - 20), (x + 6, y + 20), (0, 0, 0), -1)
        boxes.append([x - 27, y - 36, x + 27, y + 36])
    if blur:
        pixels = cv2.GaussianBlur(pixels, (0, 0), blur)
    return pixels, Labelled(Path("row.png"), "", np.array(boxes) / SIDE, np.zeros(7, np.int64))


@pytest.mark.parametrize("degrees", [0, 10, 35])
def test_slant_is_that_of_the_row_either_way(degrees: float) -> None:
    for sign in (1, -1):
        seen = conditions(*row(sign * degrees, 200, 0))
        assert seen is not None and seen.slant == pytest.approx(degrees, abs=1.5)


def test_light_and_sharpness() -> None:
    bright, dark, soft = (conditions(*row(0, light, blur)) for light, blur in ((220, 0), (110, 0), (220, 5)))
    assert bright and dark and soft
    assert (bright.light, dark.light) == (220, 110)
    assert bright.sharpness > 0.5 > 0.11 > soft.sharpness
    name, bins = "sharpness", MEASURES["sharpness"][1]
    assert bin_of(soft.sharpness, bins).startswith("< 0.11") and bin_of(bright.sharpness, bins) == ">= 0.35", name


def test_every_value_has_a_bin() -> None:
    for _, bins in MEASURES.values():
        assert [bin_of(value, bins) for value in (0.0, bins[0][1], 1e9)] == [bins[0][0], bins[1][0], bins[-1][0]]


def test_a_photo_without_labels_has_none() -> None:
    pixels, label = row(0, 200, 0)
    assert conditions(pixels, Labelled(label.path, "", label.boxes[:0], label.faces[:0])) is None
