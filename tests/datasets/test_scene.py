"""Scenes: what lies face down, and how often."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.scene import Placed, Scene, random_scene, turned_down


@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
def test_about_the_asked_share_lies_face_down(share: float) -> None:
    scene = Scene(tuple(Placed("m1", float(x), 0.0, standing=True) for x in range(400)), (Placed("p1", 0.0, -9.0),))
    down = turned_down(scene, np.random.default_rng(0), share)
    assert np.mean([one.face == "back" for one in down.hand]) == pytest.approx(share, abs=0.08)
    assert not any(one.standing for one in down.hand if one.face == "back"), "a tile that stands shows its face"
    assert down.around == scene.around
    assert [(one.x, one.y) for one in down.hand] == [(one.x, one.y) for one in scene.hand]


def test_flowers_and_seasons_are_not_rare() -> None:
    faces = [one.face for seed in range(60) for one in random_scene(np.random.default_rng(seed), 0.45).hand]
    assert np.mean([face[0] in "fq" for face in faces]) > 0.1
