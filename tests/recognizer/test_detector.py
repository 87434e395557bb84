from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import tiny_onnx
from hypothesis import given
from hypothesis import strategies as st

from recognizer.detector import Boxes, Detector, anchors, decode_sides, ious, merge_doubles, without_astride
from recognizer.letterbox import fit_tight
from recognizer.model import DetectorSettings, Network


def boxes(rows: list[list[float]], scores: list[float]) -> Boxes:
    return Boxes(np.array(rows, np.float32).reshape(-1, 4), np.array(scores, np.float32), np.zeros(len(scores), np.float32))


def diagonal_row(angle: float, tiles: int, aspect: float, height: float = 100) -> list[list[float]]:
    """Upright boxes around tiles that lie side by side along an axis at `angle` degrees."""
    cos, sin = abs(math.cos(math.radians(angle))), abs(math.sin(math.radians(angle)))
    width = aspect * height
    half = np.array([width * cos + height * sin, width * sin + height * cos]) / 2
    centres = [np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle))]) * width * place for place in range(tiles)]
    return [[*(centre - half), *(centre + half)] for centre in centres]


@given(st.floats(0, 180), st.integers(2, 14), st.floats(0.5, 1))
def test_no_neighbour_of_a_row_is_lost_at_any_angle(angle: float, tiles: int, aspect: float) -> None:
    row = diagonal_row(angle, tiles, aspect)
    assert len(merge_doubles(boxes(row, [0.5 + 0.01 * place for place in range(tiles)]))) == tiles


@given(st.floats(0, 180), st.integers(2, 14), st.randoms(use_true_random=False))
def test_doubles_of_a_row_are_merged_at_any_angle(angle: float, tiles: int, random: object) -> None:
    row = np.array(diagonal_row(angle, tiles, 0.72), np.float32)
    shaken = row + np.array([[random.uniform(-6, 6) for _ in range(4)] for _ in row], np.float32)  # type: ignore[attr-defined]
    both = Boxes(np.concatenate([row, shaken]), np.array([0.9] * tiles + [0.5] * tiles, np.float32), np.zeros(2 * tiles, np.float32))
    kept = merge_doubles(both)
    assert len(kept) == tiles and (kept.scores > 0.8).all()


def test_a_box_inside_another_is_the_same_tile() -> None:
    kept = merge_doubles(boxes([[0, 0, 100, 140], [10, 5, 60, 70]], [0.6, 0.9]))
    assert kept.xyxy.tolist() == [[10, 5, 60, 70]]


def test_merging_nothing_gives_no_boxes_of_four() -> None:
    assert merge_doubles(Boxes.none()).xyxy.shape == (0, 4)


def test_iou_by_hand() -> None:
    a, b = np.array([[0, 0, 10, 10]], np.float32), np.array([[5, 0, 15, 10], [20, 20, 30, 30]], np.float32)
    assert np.allclose(ious(a, b), [[50 / 150, 0]])


def test_wrong_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="expected"):
        Boxes(np.zeros(0, np.float32), np.zeros(0, np.float32), np.zeros(0, np.float32))


def test_boxes_come_back_in_photo_pixels(tmp_path: Path) -> None:
    # A 1280 x 960 photo at half size fills a 640 x 480 canvas.
    rows = [[100, 50, 40, 60, 0.9, 0.1], [300, 200, 40, 60, 0.1, 0.8], [100, 52, 40, 60, 0.6, 0.0], [5, 5, 4, 4, 0.01, 0]]
    path = tiny_onnx.detector(tmp_path / "tiles.onnx", rows)
    found = Detector.of(Network.load(path))(np.zeros((960, 1280, 3), np.uint8), 0.25)
    assert np.allclose(found.xyxy, [[160, 40, 240, 160], [560, 340, 640, 460]])
    assert np.allclose(found.scores, [0.9, 0.8])
    assert found.back[0] < 0.2 and found.back[1] > 0.8


def test_a_fixed_input_is_letterboxed(tmp_path: Path) -> None:
    path = tiny_onnx.detector(tmp_path / "tiles.onnx", [[320, 320, 64, 64, 0.9, 0]], size=640)
    found = Detector.of(Network.load(path))(np.zeros((480, 1280, 3), np.uint8), 0.25)
    assert np.allclose(found.xyxy, [[576, 176, 704, 304]])


def test_sides_are_worked_out_for_the_chosen_anchors() -> None:
    """A 64 x 32 canvas has 8 x 4 + 4 x 2 + 2 x 1 anchors; a side's distance is the mean of its bins, in strides."""
    settings = DetectorSettings(640, 32, None, np.array([False, True]))
    box = fit_tight(128, 64, 0.5)
    sides, scores = np.full((1, 64, 42), -50, np.float32), np.zeros((1, 2, 42), np.float32)
    scores[0, 0, 11] = 0.9  # finest grid: row 1, column 3, so the centre is (3.5, 1.5) cells of 8 px
    for side, distance in enumerate((2, 1, 1, 2)):
        sides[0, 16 * side + distance, 11] = 50
    scores[0, 1, 41] = 0.7  # coarsest grid: column 1, centre (1.5, 0.5) cells of 32 px; its left side half way between 0 and 1
    sides[0, [0, 1], 41] = 50
    for side in (1, 2, 3):
        sides[0, 16 * side + (0 if side == 1 else 1), 41] = 50
    found = decode_sides(sides, scores, box, settings, 0.25)
    assert np.allclose(found.xyxy[0], [2 * 12, 2 * 4, 2 * 36, 2 * 28])
    assert np.allclose(found.scores, [0.9, 0.7]) and np.allclose(found.back, [0, 1])
    # Canvas (48 - 16, 16, 48 + 32, 16 + 32), twice as large in the photo, clipped to it.
    assert np.allclose(found.xyxy[1], [64, 32, 128, 64])


def test_a_box_of_the_coarsest_grid_stands_where_its_cell_does() -> None:
    centres, strides = anchors((64, 32), 32)
    assert centres.shape == (42, 2) and strides.tolist() == [8] * 32 + [16] * 8 + [32] * 2
    assert (centres[41] * strides[41]).tolist() == [48, 16]


def test_boxes_are_clipped_to_the_photo(tmp_path: Path) -> None:
    path = tiny_onnx.detector(tmp_path / "tiles.onnx", [[0, 0, 64, 64, 0.9, 0], [-50, -50, 20, 20, 0.9, 0]])
    found = Detector.of(Network.load(path))(np.zeros((640, 640, 3), np.uint8), 0.25)
    assert np.allclose(found.xyxy, [[0, 0, 32, 32]])


def test_a_detector_of_all_faces_tells_backs_too(tmp_path: Path) -> None:
    rows = [[100, 100, 40, 60, 0.7, 0.1, 0.0], [300, 100, 40, 60, 0.1, 0.1, 0.6]]
    path = tiny_onnx.detector(tmp_path / "tiles.onnx", rows, names="{0: 'm1', 1: 'east', 2: 'back'}")
    found = Detector.of(Network.load(path))(np.zeros((640, 640, 3), np.uint8), 0.25)
    assert [round(float(value), 1) for value in found.back] == [0.0, 0.9]


def halfway(row: list[list[float]]) -> list[float]:
    return ((np.array(row[2]) + np.array(row[3])) / 2).tolist()


@pytest.mark.parametrize("angle", [20, 30, 45, 60, 110, 145])
def test_a_box_astride_two_tiles_of_a_slanting_row_is_none(angle: float) -> None:
    row = diagonal_row(angle, 5, 0.74)
    found = boxes([*row, halfway(row)], [0.9, 0.8, 0.9, 0.7, 0.9, 0.5])
    assert len(merge_doubles(found)) == 6
    assert np.allclose(without_astride(found).xyxy, np.array(row))


@given(st.floats(0, 180), st.floats(0.5, 1))
def test_tiles_side_by_side_all_stay_however_faint_the_middle_one(angle: float, aspect: float) -> None:
    assert len(without_astride(boxes(diagonal_row(angle, 5, aspect), [0.9, 0.8, 0.3, 0.8, 0.9]))) == 5


def test_a_tile_laid_across_two_others_stays() -> None:
    """It covers them, not they it: its score is the best of the three."""
    row = diagonal_row(30, 5, 0.74)
    assert len(without_astride(boxes([*row, halfway(row)], [0.8, 0.8, 0.8, 0.8, 0.8, 0.95]))) == 6
