from __future__ import annotations

import cv2
import numpy as np
import pytest
from fakes import detection

from recognizer.detector import Boxes
from recognizer.doubts import doubt_limit, group_doubts, is_blurred, looks_filled, maybe_tiles, tile_doubts
from recognizer.face_reader import Faces
from recognizer.model import ReaderSettings
from recognizer.reading import Box, DoubtKind, Group, GroupKind

SETTINGS = ReaderSettings(doubt_below=0.9, faint_below=0.5)


def boxes(rows: list[list[float]], scores: list[float] | None = None, back: list[float] | None = None) -> Boxes:
    count = len(rows)
    return Boxes(np.array(rows, np.float32).reshape(-1, 4), np.array(scores or [0.9] * count, np.float32), np.array(back or [0.0] * count, np.float32))


def faces(best: list[tuple[int, float]]) -> Faces:
    table = np.zeros((len(best), 43), np.float32)
    for row, (face, probability) in zip(table, best, strict=True):
        row += (1 - probability) / 42
        row[face] = probability
    return Faces(table, np.zeros((len(best), 2), np.float32))


def doubts_of(box: list[float], *, score: float = 0.9, back: float = 0.0, face: int = 3, probability: float = 0.99) -> tuple[DoubtKind, ...]:
    picture = np.full((400, 600, 3), 128, np.uint8)
    (found,) = tile_doubts(picture, boxes([box], [score], [back]), faces([(face, probability)]), SETTINGS)
    return found


def test_a_plain_tile_gives_none() -> None:
    assert doubts_of([100, 100, 140, 160]) == ()


def test_what_each_tile_says_for_itself() -> None:
    assert doubts_of([100, 100, 140, 160], probability=0.8) == (DoubtKind.UNSURE,)
    assert doubts_of([100, 100, 140, 160], score=0.4) == (DoubtKind.FAINT,)
    assert doubts_of([100, 100, 110, 160]) == (DoubtKind.SMALL,)


@pytest.mark.parametrize("box", [[0, 100, 40, 160], [100, 0, 140, 60], [560, 100, 600, 160], [100, 340, 140, 399.5]])
def test_a_tile_at_the_frame_is_cut(box: list[float]) -> None:
    assert doubts_of(box) == (DoubtKind.CUT,)


def test_the_networks_must_agree_on_face_down() -> None:
    assert doubts_of([100, 100, 140, 160], back=0.9) == (DoubtKind.UNSURE,)
    assert doubts_of([100, 100, 140, 160], face=42) == (DoubtKind.UNSURE,)
    assert doubts_of([100, 100, 140, 160], face=42, back=0.9) == ()


def test_where_many_tiles_are_unsure_hardly_any_is_vouched_for() -> None:
    """Three of fourteen unsure: the set is a stranger, and 0.99 says little. Two of them, or three of thirty, are just hard tiles."""
    picture = np.full((400, 600, 3), 128, np.uint8)

    def doubted(unsure: int, count: int) -> int:
        row = boxes([[20 + 18 * at, 100, 36 + 18 * at, 124] for at in range(count)])
        known = [(at % 30, 0.5 if at < unsure else 0.99) for at in range(count)]
        return sum(DoubtKind.UNSURE in found for found in tile_doubts(picture, row, faces(known), SETTINGS))

    assert doubted(3, 14) == 14
    assert doubted(2, 14) == 2
    assert doubted(3, 30) == 3
    assert doubt_limit(np.array([0.5, 0.5, 0.5, 0.9995], np.float32), 0.9) == 0.999


def test_overlapping_tiles_are_covered_but_diagonal_neighbours_are_not() -> None:
    picture = np.full((400, 600, 3), 128, np.uint8)
    over = boxes([[100, 100, 140, 160], [115, 100, 155, 160]])
    assert all(DoubtKind.COVERED in found for found in tile_doubts(picture, over, faces([(1, 0.99)] * 2), SETTINGS))
    beside = boxes([[100, 100, 170, 170], [130, 130, 200, 200]])
    assert tile_doubts(picture, beside, faces([(1, 0.99)] * 2), SETTINGS) == [(), ()]


def drawn(blur: float) -> np.ndarray:
    picture = np.full((64, 64, 3), 230, np.uint8)
    for place in range(3):
        cv2.circle(picture, (32, 12 + 20 * place), 7, (120, 40, 20), 2)
    return picture if blur == 0 else np.asarray(cv2.GaussianBlur(picture, (0, 0), blur))


def test_blur_is_told_from_sharp_and_from_blank() -> None:
    assert not is_blurred(drawn(0)) and not is_blurred(drawn(1))
    assert is_blurred(drawn(5))
    assert not is_blurred(np.full((64, 64, 3), 230, np.uint8))


def test_more_copies_than_a_set_holds_are_doubted() -> None:
    box = Box(0, 0, 10, 14)
    tiles = [detection(code, box) for code in ("m1", "m1", "m1", "m1", "m1", "f1", "f1", "f2", "m2")]
    found = group_doubts(tiles, [Group(GroupKind.CONCEALED, tuple(range(9)))])
    assert [DoubtKind.TOO_MANY in tile.doubts for tile in found] == [True] * 7 + [False] * 2


def test_a_tile_face_down_in_the_hand_is_doubted_and_one_of_a_kong_or_a_wall_is_not() -> None:
    box = Box(0, 0, 10, 14)
    tiles = [detection("back", box)] * 3
    parts = [Group(GroupKind.CONCEALED, (0,)), Group(GroupKind.MELD, (1,)), Group(GroupKind.OUTSIDE, (2,))]
    assert [tile.doubts for tile in group_doubts(tiles, parts)] == [(DoubtKind.FACE_DOWN,), (), ()]


def test_faint_boxes_among_tiles_are_places_to_look_at() -> None:
    tiles = boxes([[100, 100, 140, 160], [140, 100, 180, 160]])
    candidates = boxes([[182, 100, 222, 160], [500, 300, 540, 360], [182, 100, 190, 110], [120, 100, 160, 160]])
    assert maybe_tiles(candidates, tiles).xyxy.tolist() == [[182, 100, 222, 160]]
    assert len(maybe_tiles(candidates, Boxes.none())) == 0


def test_a_gap_with_a_tile_in_it_looks_filled() -> None:
    picture = np.full((300, 400, 3), (40, 120, 40), np.uint8)
    picture[100:160, 100:220] = 230
    rows = [Box(100, 100, 140, 160), Box(180, 100, 220, 160)]
    assert looks_filled(picture, Box(140, 100, 180, 160), rows)
    picture[100:160, 140:180] = (42, 118, 44)
    assert not looks_filled(picture, Box(140, 100, 180, 160), rows)
