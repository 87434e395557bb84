"""The contact sheet of mistakes: a label that is wrong is found, a right one isn't listed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from recognizer.classes import CLASS_INDEX, CLASS_NAMES
from recognizer.labels import read_folder
from recognizer.mistakes import CELL_H, CELL_W, main, mistakes, sheet
from recognizer.read import Models

ROOT = Path(__file__).parent.parent.parent


def test_a_wrong_label_is_listed_with_its_crop() -> None:
    models = Models.load(ROOT / "models")
    photo = next(one for one in read_folder(ROOT / "tests" / "photos") if one.path.stem == "half-flush")
    before = mistakes([photo], models)
    place = int(np.flatnonzero(photo.faces == CLASS_INDEX["red"])[0])
    faces = photo.faces.copy()
    faces[place] = CLASS_INDEX["east"]
    after = mistakes([replace(photo, faces=faces)], models)
    (new,) = [one for one in after if (one.label, one.read) not in {(old.label, old.read) for old in before}]
    assert (new.label, new.read) == ("east", "red") and new.crop.std() > 10
    page = sheet(after)
    assert page.shape == (CELL_H, 8 * CELL_W, 3)


def test_a_missed_label_is_listed() -> None:
    photo = next(one for one in read_folder(ROOT / "tests" / "photos") if one.path.stem == "half-flush")
    empty = replace(photo, boxes=np.vstack([photo.boxes, [0.4, 0.8, 0.45, 0.9]]), faces=np.append(photo.faces, CLASS_INDEX["m1"]))
    assert ("m1", "-") in {(one.label, one.read) for one in mistakes([empty], Models.load(ROOT / "models"))}


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(ROOT / "tests" / "photos"), str(tmp_path / "page.png")]) == 0
    assert (tmp_path / "page.png").stat().st_size > 0
    for line in capsys.readouterr().out.splitlines():
        photo, label, read, *_ = line.split("\t")
        assert label in (*CLASS_NAMES, "-") and read in (*CLASS_NAMES, "-") and photo
