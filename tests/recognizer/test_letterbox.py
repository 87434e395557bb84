from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recognizer.letterbox import GREY, fit_square, fit_tight

SIDES = st.integers(32, 5000)


@given(SIDES, SIDES, st.sampled_from([320, 640, 960]), st.lists(st.floats(0, 1), min_size=4, max_size=4))
def test_forward_then_inverse_stays_within_a_pixel(width: int, height: int, size: int, at: list[float]) -> None:
    boxes = np.array([[min(at[0], at[2]) * width, min(at[1], at[3]) * height, max(at[0], at[2]) * width, max(at[1], at[3]) * height]], np.float32)
    for box in (fit_square(width, height, size), fit_tight(width, height, size / max(width, height))):
        there = box.forward(boxes)
        assert (there >= -1).all() and (there[:, [0, 2]] <= box.canvas[0] + 1).all() and (there[:, [1, 3]] <= box.canvas[1] + 1).all()
        assert np.abs(box.inverse(there) - boxes).max() < 1


@given(SIDES, SIDES)
def test_nothing_is_stretched(width: int, height: int) -> None:
    box = fit_square(width, height, 640)
    # Rounding to whole pixels moves a side by at most half of one.
    assert abs(box.inner[0] - width * 640 / max(width, height)) <= 1 and abs(box.inner[1] - height * 640 / max(width, height)) <= 1
    assert box.canvas == (640, 640)


@given(SIDES, SIDES, st.floats(0.05, 2))
def test_a_tight_canvas_wastes_less_than_a_stride(width: int, height: int, scale: float) -> None:
    box = fit_tight(width, height, scale)
    for side in (0, 1):
        assert box.canvas[side] % 32 == 0 and 0 <= box.canvas[side] - box.inner[side] < 32


def test_drawing_pads_with_grey_and_turns_to_rgb() -> None:
    picture = np.zeros((100, 200, 3), np.uint8)
    picture[:, :, 0] = 255  # blue
    drawn = fit_square(200, 100, 64).draw(picture)
    assert drawn.shape == (1, 3, 64, 64) and drawn.dtype == np.float32
    assert np.allclose(drawn[0, :, 0, 0], GREY / 255)
    assert np.allclose(drawn[0, :, 32, 32], [0, 0, 1])


def test_another_picture_than_it_was_made_for_is_refused() -> None:
    with pytest.raises(ValueError, match="10 x 20, expected 20 x 10"):
        fit_square(20, 10, 64).draw(np.zeros((20, 10, 3), np.uint8))
