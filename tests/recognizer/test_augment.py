"""Views of crops: a slanted tile is seen as its label's upright box shows it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from recognizer.augment import ROOM, STORED_SIZE, TILE_ASPECT, cut, plain_view, random_view, slanted


@pytest.mark.parametrize("degrees", [0, 10, 30, 45, -25])
def test_a_slant_keeps_the_tile_inside_its_box_and_touching_it(degrees: float) -> None:
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ slanted(degrees).T
    assert np.allclose(corners.max(0), 0.5) and np.allclose(corners.min(0), -0.5)


@pytest.mark.parametrize("degrees", [15, 40])
def test_a_slant_is_what_a_slanted_tile_looks_like(degrees: float) -> None:
    """A tile turned in a photo and cut by its upright box, against the upright crop slanted."""
    photo = np.full((400, 400, 3), 40, np.uint8)
    width, height = round(100 * TILE_ASPECT), 100
    upright = photo.copy()
    cv2.rectangle(upright, (200 - width // 2, 150), (200 + width // 2, 250), (240, 240, 240), -1)
    cv2.circle(upright, (200, 170), 12, (0, 0, 220), -1)
    turned = cv2.warpAffine(upright, cv2.getRotationMatrix2D((200, 200), -degrees, 1), (400, 400), borderValue=(40, 40, 40))
    angle = np.deg2rad(degrees)
    half = np.array([width * np.cos(angle) + height * np.sin(angle), width * np.sin(angle) + height * np.cos(angle)]) / 2
    truth = plain_view(cut(turned, np.concatenate([200 - half, 200 + half])), 64, 0.0)
    stored = cut(upright, np.array([200 - width / 2, 150, 200 + width / 2, 250]))
    linear = slanted(degrees) * 64 / (STORED_SIZE / (1 + 2 * ROOM))
    middle = np.full(2, STORED_SIZE / 2)
    ours = cv2.warpAffine(stored, np.hstack([linear, (32 - linear @ middle)[:, None]]), (64, 64), borderMode=cv2.BORDER_REPLICATE)
    assert np.abs(ours.astype(int) - truth.astype(int)).mean() < 8


def test_views_are_of_the_asked_size_and_differ() -> None:
    random = np.random.default_rng(0)
    crop = random.integers(0, 255, (STORED_SIZE, STORED_SIZE, 3), dtype=np.uint8)
    views = [random_view(crop, 64, 0.12, random) for _ in range(4)]
    assert all(view.shape == (64, 64, 3) and view.dtype == np.uint8 for view in views)
    assert not np.array_equal(views[0], views[1])
