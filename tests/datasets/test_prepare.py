"""What the networks learn from, with a subset left out."""

from __future__ import annotations

import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.groups import MANIFEST
from datasets.prepare import prepare
from recognizer.classes import CLASS_NAMES
from recognizer.errors import DatasetError


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Two grey photos of each part of the committed groups, one of every subset, each with one labelled tile."""
    folder = tmp_path / "photos" / "train"
    (folder / "images").mkdir(parents=True)
    (folder / "labels").mkdir()
    (folder / "classes.txt").write_text("\n".join(CLASS_NAMES) + "\n")
    rows = ["file,split,subset,source,photo,group,original,boxes,has_bonus,tile_aspect,box_looseness"]
    for role, part in tomllib.loads(MANIFEST.read_text(encoding="utf-8")).items():
        for subset, group in zip(("tray", "strangers"), part["groups"], strict=False):
            file = f"{role}_{subset}"
            cv2.imwrite(str(folder / "images" / f"{file}.jpg"), np.full((80, 80, 3), 120, np.uint8))
            (folder / "labels" / f"{file}.txt").write_text("4 0.5 0.5 0.3 0.4\n")
            rows.append(f"{file},train,{subset},x,{file},{group},1,1,0,,1.00")
    (folder.parent / "manifest.csv").write_text("\n".join(rows) + "\n")
    return folder.parent


def test_a_subset_left_out_is_nowhere_in_what_is_learnt(photos: Path, tmp_path: Path) -> None:
    prepare(photos, None, None, tmp_path / "out", canvases=1, detector_renders=0, crop_renders=1, seed=1, without=["strangers"])
    for role in ("fit", "calibrate"):
        assert set(np.load(tmp_path / "out" / "crops" / f"photos_{role}.npz")["source"]) == {"tray"}
    assert set(np.load(tmp_path / "out" / "crops" / "photos_left_out.npz")["source"]) == {"strangers"}, "what readers without them are judged by"


def test_a_subset_that_is_none_is_refused(photos: Path, tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"no subset 'stranger' to leave out, expected some of \['strangers', 'tray'\]"):
        prepare(photos, None, None, tmp_path / "out", canvases=1, detector_renders=0, crop_renders=1, seed=1, without=["stranger"])
