"""Views of crops: a slanted tile is seen as its label's upright box shows it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from recognizer.augment import ROOM, STORED_SIZE, TILE_ASPECT, cut, plain_view, random_view, recoloured, slanted


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


def test_other_colours_leave_the_drawing_where_it_is() -> None:
    """A dark disc on a light tile stays a disc that stands out, whatever the colours."""
    tile = np.full((64, 64, 3), (200, 230, 240), np.uint8)
    cv2.circle(tile, (32, 32), 14, (30, 30, 160), -1)
    inside = np.zeros((64, 64), np.uint8)
    cv2.circle(inside, (32, 32), 12, 1, -1)
    outside = cv2.dilate(inside, np.ones((9, 9), np.uint8)) == 0
    seen = [recoloured(tile, np.random.default_rng(seed)).astype(int) for seed in range(40)]
    apart = [np.abs(one[inside == 1].mean(0) - one[outside].mean(0)).sum() for one in seen]
    assert np.mean(np.array(apart) > 40) > 0.9
    assert len({tuple(one[0, 0]) for one in seen}) > 15
    assert all(one[inside == 1].std(0).max() < 3 and one[outside].std(0).max() < 3 for one in seen)
