"""Out and back again: no label is lost, moved or renamed on the way through YOLO or COCO."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from datasets.convert import ANNOTATIONS, export, import_coco
from recognizer.classes import CLASS_NAMES
from recognizer.errors import DatasetError
from recognizer.labels import Labelled, read_folder

PHOTOS = Path(__file__).parent.parent / "photos"


def same(ours: list[Labelled], theirs: list[Labelled]) -> None:
    assert [one.path.name for one in ours] == [one.path.name for one in theirs]
    for left, right in zip(ours, theirs, strict=True):
        assert np.array_equal(left.faces, right.faces)
        assert np.allclose(left.boxes, right.boxes, atol=1e-5)
        assert left.path.read_bytes() == right.path.read_bytes()


def test_yolo_there_and_back(tmp_path: Path) -> None:
    assert export(PHOTOS, tmp_path / "out", "yolo") == 4
    same(read_folder(tmp_path / "out"), read_folder(PHOTOS))


def test_coco_there_and_back(tmp_path: Path) -> None:
    export(PHOTOS, tmp_path / "coco", "coco")
    assert import_coco(tmp_path / "coco" / ANNOTATIONS, tmp_path / "coco" / "images", tmp_path / "back") == 4
    same(read_folder(tmp_path / "back"), read_folder(PHOTOS))


def test_coco_is_what_the_format_says(tmp_path: Path) -> None:
    export(PHOTOS, tmp_path, "coco")
    data = json.loads((tmp_path / ANNOTATIONS).read_text())
    assert [one["name"] for one in data["categories"]] == list(CLASS_NAMES)
    sizes = {one["id"]: (one["width"], one["height"]) for one in data["images"]}
    assert set(sizes.values()) == {(1280, 960)}
    ids = [one["id"] for one in data["annotations"]]
    assert len(set(ids)) == len(ids) == sum(len(photo.faces) for photo in read_folder(PHOTOS))
    for one in data["annotations"]:
        x, y, width, height = one["bbox"]
        assert 0 <= x <= x + width <= 1280.01 and 0 <= y <= y + height <= 960.01
        assert one["area"] == pytest.approx(width * height, abs=0.01)


def test_a_category_that_is_no_tile_is_named(tmp_path: Path) -> None:
    export(PHOTOS, tmp_path, "coco")
    file = tmp_path / ANNOTATIONS
    file.write_text(file.read_text().replace('"name": "red"', '"name": "zhong"'))
    with pytest.raises(DatasetError, match="zhong"):
        import_coco(file, tmp_path / "images", tmp_path / "back")
    file.write_text("{}")
    with pytest.raises(DatasetError, match="no COCO file"):
        import_coco(file, tmp_path / "images", tmp_path / "back")
