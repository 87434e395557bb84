from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
import tiny_onnx
from fakes import COLOURS, ReadsColours, colour_row, encoded, models
from PIL import Image

from recognizer.classes import CLASS_NAMES
from recognizer.detector import Boxes
from recognizer.errors import PhotoError
from recognizer.model import ReaderSettings
from recognizer.read import Models, read_photo
from recognizer.reading import Box, DoubtKind, GroupKind, face_code

HAND = ["m1", "m2", "m3", "m4", "m5", "m6", "p2", "p3", "p4", "s7", "s8", "s9", "east", "east"]


def codes(reading: object) -> list[str]:
    return [face_code(tile.face) for tile in reading.tiles]  # type: ignore[attr-defined]


def test_a_photo_turns_into_a_reading() -> None:
    picture, boxes = colour_row(HAND)
    reading = read_photo(encoded(picture, quality=95), models(boxes))
    assert codes(reading) == HAND
    assert [(group.kind, group.tiles) for group in reading.groups] == [(GroupKind.CONCEALED, tuple(range(14)))]
    assert reading.doubts == () and reading.suggestion is None
    assert (reading.width, reading.height, reading.version) == (1280, 960, "fake")


def test_boxes_are_in_pixels_of_the_whole_upright_photo() -> None:
    picture, boxes = colour_row(HAND)
    large = np.kron(picture, np.ones((4, 4, 1), np.uint8))  # decoded at a smaller size
    exif = Image.Exif()
    exif[0x0112] = 6
    reading = read_photo(encoded(np.ascontiguousarray(np.rot90(large, 1)), exif=exif), models(boxes))
    assert (reading.width, reading.height) == (5120, 3840)
    wanted = boxes[0] * [5120, 3840, 5120, 3840]
    assert np.allclose(reading.tiles[0].box.as_list(), wanted, atol=4)
    assert codes(reading) == HAND


def test_the_json_form() -> None:
    picture, boxes = colour_row(["m1", *HAND[:3], "f1"])
    data = read_photo(encoded(picture), models(boxes, [0.9, 0.9, 0.9, 0.9, 0.2])).as_dict()
    assert json.loads(json.dumps(data)) == data
    assert set(data) == {"image", "tiles", "groups", "doubts", "suggestion", "model"}
    assert data["image"] == {"width": 1280, "height": 960}
    assert set(data["tiles"][0]) == {"face", "box", "alternatives", "doubtful", "reason", "group"}
    assert len(data["tiles"][0]["alternatives"]) == 5 and data["tiles"][0]["alternatives"][0][0] == data["tiles"][0]["face"]
    assert data["tiles"][0]["group"] == 0 and data["groups"][0] == {"kind": "concealed", "tiles": [0, 1, 2, 3]}
    assert data["doubts"][0]["kind"] == "maybe" and data["doubts"][0]["tile"] is None
    assert data["suggestion"] is None


def test_a_suggestion_in_the_json_form() -> None:
    picture, boxes = colour_row([*HAND[:13], "west"])
    soft = ReaderSettings(temperature=1.0)
    reading = read_photo(encoded(picture), models(boxes, settings=soft))
    data = reading.as_dict()["suggestion"]
    assert data is None or set(data) == {"changes", "probability", "text"}


def test_a_faint_box_is_a_doubt_and_not_silence() -> None:
    picture, boxes = colour_row(HAND)
    scores = [0.9] * 14
    scores[5] = 0.2
    reading = read_photo(encoded(picture), models(boxes, scores))
    assert len(reading.tiles) == 13
    (doubt,) = reading.doubts
    assert doubt.kind is DoubtKind.MAYBE and doubt.box.iou(Box(*(float(v) for v in boxes[5] * [1280, 960, 1280, 960]))) > 0.9


def test_a_tile_nobody_saw_leaves_a_gap_that_is_pointed_at() -> None:
    picture, boxes = colour_row(["m1"] * 4 + ["m2"] * 4 + ["m3"] * 4)
    reading = read_photo(encoded(picture), models(np.delete(boxes, 5, axis=0)))
    (doubt,) = reading.doubts
    assert doubt.kind is DoubtKind.GAP and doubt.box.iou(Box(*(float(v) for v in boxes[5] * [1280, 960, 1280, 960]))) > 0.7


def test_an_empty_place_in_a_row_is_no_doubt() -> None:
    picture, boxes = colour_row(["m1"] * 4 + ["m2"] * 4 + ["m3"] * 4, blank=[5])
    assert read_photo(encoded(picture), models(boxes)).doubts == ()


def test_no_tiles_is_said() -> None:
    picture, _ = colour_row(HAND)
    reading = read_photo(encoded(picture), models([]))
    assert reading.tiles == () and reading.groups == () and reading.suggestion is None
    (doubt,) = reading.doubts
    assert doubt.kind is DoubtKind.NO_TILES and doubt.box == Box(0, 0, 1280, 960)


def test_what_is_no_photo_is_refused() -> None:
    with pytest.raises(PhotoError):
        read_photo(b"hello", models([]))


def test_threads_share_one_set_of_models(tmp_path: Path) -> None:
    tiny_onnx.detector(tmp_path / "tiles.onnx", [[100 + 40 * place, 200, 40, 60, 0.9, 0.0] for place in range(10)])
    tiny_onnx.colour_reader(tmp_path / "faces.onnx", COLOURS, names=json.dumps(CLASS_NAMES))
    loaded = Models.load(tmp_path)
    photos = [encoded(np.full((640, 640, 3), COLOURS[number] * 255, np.uint8), "PNG") for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        readings = list(pool.map(lambda photo: read_photo(photo, loaded), photos * 3))
    assert [set(codes(reading)) for reading in readings] == [{CLASS_NAMES[number]} for number in range(8)] * 3


@dataclass
class SeesSmallTiles:
    """Finds tiles only where they are at least 20 px high in its input, and remembers what it looked at."""

    boxes: np.ndarray
    whole: tuple[int, int]
    size: int = 640
    looked: list[tuple[tuple[int, int], float | None]] = field(default_factory=list)

    def __call__(self, pixels: np.ndarray, floor: float, scale: float | None = None, merge: object = None) -> Boxes:
        self.looked.append((pixels.shape[1::-1], scale))
        if pixels.shape[1::-1] == self.whole:
            xyxy = self.boxes
        else:  # the crop around the rows: find where it was cut from by its first bright pixel
            ys, xs = np.nonzero(pixels.max(axis=2) > 140)
            xyxy = self.boxes - np.tile(self.boxes[:, :2].min(axis=0) - [xs.min(), ys.min()], 2)
        shown = (scale or self.size / max(pixels.shape[:2])) * (xyxy[0, 3] - xyxy[0, 1])
        sharp = np.ones(len(xyxy), np.bool_) if shown > 30 else np.arange(len(xyxy)) % 2 == 0
        xyxy = xyxy[sharp].astype(np.float32)
        return Boxes(xyxy, np.full(len(xyxy), 0.9, np.float32), np.zeros(len(xyxy), np.float32))


def test_small_tiles_get_a_second_look_on_the_crop_around_them() -> None:
    picture = np.full((1200, 1600, 3), 128, np.uint8)
    boxes = []
    for place in range(14):
        x, y = 500 + 40 * place, 600
        picture[y : y + 56, x : x + 38] = np.array([250, 250, 250])
        boxes.append([x, y, x + 38, y + 56])
    detector = SeesSmallTiles(np.array(boxes, np.float32), (1600, 1200))
    reading = read_photo(encoded(picture, "PNG"), Models(detector, ReadsColours(), "fake"))
    assert len(detector.looked) == 2 and detector.looked[1][1] is not None
    assert len(reading.tiles) == 14
    assert np.allclose(reading.tiles[0].box.as_list(), boxes[0], atol=1.5)


class LosesTilesAtTheSecondLook(SeesSmallTiles):
    """Sees all at first, with the scores given, and in the crop around them every second alone."""

    scores: tuple[float, ...] = ()

    def __call__(self, pixels: np.ndarray, floor: float, scale: float | None = None, merge: object = None) -> Boxes:
        first = not self.looked
        self.looked.append((pixels.shape[1::-1], scale))
        if first:
            return Boxes(self.boxes, np.array(self.scores, np.float32), np.zeros(len(self.boxes), np.float32))
        ys, xs = np.nonzero(pixels.max(axis=2) > 140)
        xyxy = (self.boxes - np.tile(self.boxes[:, :2].min(axis=0) - [xs.min(), ys.min()], 2))[::2].astype(np.float32)
        return Boxes(xyxy, np.full(len(xyxy), 0.9, np.float32), np.zeros(len(xyxy), np.float32))


@pytest.mark.parametrize(("score", "left"), [(0.9, 14), (0.6, 7)])
def test_what_the_first_look_was_sure_of_is_not_lost_at_the_second(score: float, left: int) -> None:
    picture = np.full((1200, 1600, 3), 128, np.uint8)
    boxes = np.array([[500 + 40 * place, 600, 538 + 40 * place, 656] for place in range(14)], np.float32)
    for x1, y1, x2, y2 in boxes.astype(int):
        picture[y1:y2, x1:x2] = 250
    detector = LosesTilesAtTheSecondLook(boxes, (1600, 1200))
    detector.scores = (score,) * 14
    reading = read_photo(encoded(picture, "PNG"), Models(detector, ReadsColours(), "fake"))
    assert len(detector.looked) == 2
    assert len(reading.tiles) == left


def test_tiles_large_enough_get_no_second_look() -> None:
    picture, boxes = colour_row(HAND)
    detector = SeesSmallTiles(boxes * [1280, 960, 1280, 960], (1280, 960))
    read_photo(encoded(picture), Models(detector, ReadsColours(), "fake"))
    assert len(detector.looked) == 1
