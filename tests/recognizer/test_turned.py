"""A turned photo shows the same tiles, and its labels still lie on them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from recognizer.labels import Labelled
from recognizer.turned import turned


def photo(folder: Path) -> Labelled:
    """A bright tile, left and high on a dark table."""
    pixels = np.full((120, 200, 3), 30, np.uint8)
    pixels[20:60, 30:60] = 240
    path = folder / "hand.png"
    cv2.imwrite(str(path), pixels)
    return Labelled(path, "drawn", np.array([[30 / 200, 20 / 120, 60 / 200, 60 / 120]]), np.array([3]))


@pytest.mark.parametrize("degrees", [15, 45, 90, 180, -30])
def test_the_labels_turn_with_the_tiles(degrees: float, tmp_path: Path) -> None:
    (tmp_path / "turned").mkdir()
    found = turned(photo(tmp_path), degrees, tmp_path / "turned")
    pixels = cv2.imread(str(found.path))
    down, across = np.nonzero((pixels > 200).all(axis=2))
    seen = [across.min(), down.min(), across.max() + 1, down.max() + 1]
    assert np.allclose(found.boxes[0] * np.array([*pixels.shape[1::-1]] * 2), seen, atol=1.6)
    assert list(found.faces) == [3] and found.subset == "drawn"


def test_a_quarter_turn_is_anticlockwise(tmp_path: Path) -> None:
    """Left becomes below: a tile left of the middle ends under it."""
    (tmp_path / "turned").mkdir()
    found = turned(photo(tmp_path), 90, tmp_path / "turned")
    assert cv2.imread(str(found.path)).shape[:2] == (200, 120)
    assert found.boxes[0, 1] > 0.5
