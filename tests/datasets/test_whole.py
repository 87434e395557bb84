"""Whole photos: what nobody labelled is filled in or covered, never left to teach the detector to miss tiles."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.photos import LabelledPhoto
from datasets.whole import as_seen, aslant, completed
from recognizer.classes import BACK, CLASS_INDEX
from recognizer.detector import Boxes

LABELLED, SURE, MAYBE, DOWN = (20, 100, 40, 128), (60, 20, 80, 48), (100, 20, 120, 48), (140, 20, 160, 48)


def found(_pixels: NDArray[np.uint8], floor: float) -> Boxes:
    boxes = np.array([LABELLED, SURE, MAYBE, DOWN], np.float32)
    return Boxes(boxes, np.array([0.9, 0.8, 0.3, 0.9], np.float32), np.array([0, 0, 0, 1], np.float32))


@pytest.fixture
def photo(tmp_path: Path) -> LabelledPhoto:
    pixels = np.full((160, 200, 3), 60, np.uint8)
    for x1, y1, x2, y2 in (LABELLED, SURE, MAYBE, DOWN):
        pixels[y1:y2, x1:x2] = 240
    cv2.imwrite(str(tmp_path / "a.png"), pixels)
    return LabelledPhoto(tmp_path / "a.png", "s", "g", True, 0.5, np.array([LABELLED]) / [200, 160, 200, 160], np.array([CLASS_INDEX["m1"]]))


def test_sure_boxes_become_labels_and_the_rest_is_covered(photo: LabelledPhoto) -> None:
    picture = completed(photo, found)
    assert np.allclose(picture.boxes, [LABELLED, SURE, DOWN])
    assert [int(face == CLASS_INDEX[BACK]) for face in picture.faces] == [0, 0, 1]
    x1, y1, x2, y2 = MAYBE
    assert picture.pixels[y1:y2, x1:x2].max() < 160, "a tile that may be one is still to be seen"
    x1, y1, x2, y2 = LABELLED
    assert picture.pixels[y1:y2, x1:x2].min() > 230


@pytest.mark.parametrize("seed", range(8))
def test_boxes_follow_the_stretch_and_the_half_turn(photo: LabelledPhoto, seed: int) -> None:
    picture = as_seen(completed(photo, found), photo.aspect, np.random.default_rng(seed))
    assert max(picture.pixels.shape[:2]) == 640
    for x1, y1, x2, y2 in np.round(picture.boxes).astype(int):
        assert np.median(picture.pixels[y1 + 2 : y2 - 2, x1 + 2 : x2 - 2]) > 230


@pytest.mark.parametrize("seed", range(6))
def test_a_photo_of_level_rows_turned_keeps_its_labels_on_the_tiles(photo: LabelledPhoto, seed: int) -> None:
    picture = aslant(completed(photo, found), np.random.default_rng(seed))
    height, width = picture.pixels.shape[:2]
    assert picture.boxes.min() >= 0 and np.all(picture.boxes <= [width, height, width, height]) and len(picture.boxes) == 3
    for x1, y1, x2, y2 in picture.boxes:
        around = picture.pixels[int(y1) : int(np.ceil(y2)), int(x1) : int(np.ceil(x2))].min(axis=2) > 150
        down, across = np.nonzero(around)
        assert np.allclose([across.min(), down.min(), across.max() + 1, down.max() + 1], [0, 0, x2 - x1, y2 - y1], atol=3)
