"""Tiles of rows aslant, cut out along their row."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.faces import STYLES, face_rgba
from recognizer.evaluate import MODELS
from recognizer.face_reader import AGAIN, FaceReader, cut_crop, softmax
from recognizer.model import Network
from recognizer.slanted import cut_slanted, slanted_tiles

NAMES = ("m1", "east", "s7", "p3", "green")
WIDE, HIGH = 72, 96
MARGIN, SIZE = 0.12, 64


def level_row(scale: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Five touching tiles on a large table: pixels, and each one's centre and sides (5, 4)."""
    wide, high = round(WIDE * scale), round(HIGH * scale)
    pixels = np.full((round(700 * scale), round(700 * scale), 3), (70, 110, 60), np.uint8)
    placed = []
    for at, name in enumerate(NAMES):
        tile = cv2.resize(face_rgba(name, STYLES["old carver"], 192), (wide, high), interpolation=cv2.INTER_AREA)
        x, y = round(170 * scale) + at * wide, round(300 * scale)
        shown = tile[..., 3:].astype(float) / 255
        pixels[y : y + high, x : x + wide] = (tile[..., 2::-1] * shown + pixels[y : y + high, x : x + wide] * (1 - shown)).astype(np.uint8)
        placed.append([x + wide / 2, y + high / 2, wide, high])
    return pixels, np.array(placed)


def turned_row(degrees: float, scale: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """The same row turned about the middle: pixels and upright boxes (5, 4)."""
    pixels, placed = level_row(scale)
    middle = pixels.shape[0] / 2
    matrix = cv2.getRotationMatrix2D((middle - 0.5, middle - 0.5), degrees, 1.0)
    turned = cv2.warpAffine(pixels, matrix, pixels.shape[1::-1], flags=cv2.INTER_CUBIC, borderValue=(70, 110, 60))
    cos, sin = abs(np.cos(np.radians(degrees))), abs(np.sin(np.radians(degrees)))
    centres = (placed[:, :2] - middle) @ matrix[:, :2].T + middle
    half = np.stack([placed[:, 2] * cos + placed[:, 3] * sin, placed[:, 2] * sin + placed[:, 3] * cos], axis=1) / 2
    return turned, np.hstack([centres - half, centres + half]).astype(np.float32)


@pytest.mark.parametrize("degrees", [22, 30, 45, 60, -30, -45])
@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_a_tile_cut_along_its_row_looks_as_if_the_row_lay_level(degrees: float, scale: float) -> None:
    pixels, placed = level_row(scale)
    turned, boxes = turned_row(degrees, scale)
    found = list(slanted_tiles(boxes))
    assert sorted(tile.tile for tile in found) == list(range(5))
    for tile in found:
        x, y, wide, high = placed[tile.tile]
        # Beyond 45 degrees a row reads from top to bottom, and the tiles in it lie on their sides or heads.
        level = cut_crop(pixels, np.array([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2], np.float32), MARGIN, SIZE)
        cut = cut_slanted(turned, tile, MARGIN, SIZE)
        assert min(np.abs(np.rot90(cut, half).astype(int) - level).mean() for half in (0, 2)) < 9


@pytest.mark.parametrize("degrees", [0, 8, 15, 90, 180, 82])
def test_a_row_nearly_level_or_upright_is_left_to_its_boxes(degrees: float) -> None:
    assert list(slanted_tiles(turned_row(degrees)[1])) == []


@pytest.mark.parametrize("degrees", [25, 30, 40, 45, 55])
def test_tiles_that_lie_level_in_a_stair_are_no_row_aslant(degrees: float) -> None:
    """In a pile centres may stand in a line while each tile lies level."""
    step = 74 * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    centres, half = 100 + np.arange(5)[:, None] * step, np.array([36, 48])
    assert list(slanted_tiles(np.hstack([centres - half, centres + half]).astype(np.float32))) == []


def test_three_tiles_have_no_axis_to_trust() -> None:
    assert list(slanted_tiles(turned_row(30)[1][:3])) == []
    assert list(slanted_tiles(np.zeros((0, 4), np.float32))) == []


def test_a_tile_at_the_edge_of_the_photo_repeats_it() -> None:
    turned, boxes = turned_row(30)
    x1, y1 = boxes[0, :2].astype(int) + 20
    cut = cut_slanted(turned[y1:, x1:], next(tile for tile in slanted_tiles(boxes - np.float32([x1, y1, x1, y1])) if tile.tile == 0), MARGIN, SIZE)
    assert cut.shape == (SIZE, SIZE, 3) and cut.dtype == np.uint8


@pytest.mark.parametrize("degrees", [0, 30])
def test_a_close_call_of_a_row_aslant_counts_as_much_along_the_row_as_upright(degrees: float, monkeypatch: pytest.MonkeyPatch) -> None:
    read = FaceReader.of(Network.load(MODELS / "faces.onnx"))
    pixels, boxes = turned_row(degrees)
    margin, size = read.settings.margin, read.settings.size
    upright = np.mean([read.of_views([cut_crop(pixels, box, margin + by, size) for box in boxes])[0] for by in (0.0, *AGAIN)], axis=0)
    along = sorted(slanted_tiles(boxes), key=lambda tile: tile.tile)
    assert len(along) == (5 if degrees else 0)
    wanted = (upright + read.of_views([cut_slanted(pixels, tile, margin, size) for tile in along])[0]) / 2 if along else upright
    monkeypatch.setattr("recognizer.face_reader.CLOSE", float("inf"))
    assert np.allclose(read(pixels, boxes).probabilities, softmax(wanted / read.settings.temperature), atol=1e-4)
