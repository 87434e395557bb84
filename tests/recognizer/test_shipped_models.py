"""The shipped models on the photos that the project renders itself: every tile found, and named."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.samples import SAMPLES, photo_of
from recognizer.classes import CLASS_NAMES
from recognizer.evaluate import compare
from recognizer.labels import Labelled, read_folder
from recognizer.read import Models, read_photo
from recognizer.reading import GroupKind, Reading, face_code

ROOT = Path(__file__).parent.parent.parent
PHOTOS = read_folder(ROOT / "tests" / "photos")


@pytest.fixture(scope="module")
def models() -> Models:
    return Models.load(ROOT / "models")


def faces(reading: Reading) -> list[str]:
    return [face_code(tile.face) for tile in reading.tiles]


@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.path.stem)
def test_every_tile_is_found_and_named(photo: Labelled, models: Models) -> None:
    outcome = compare(read_photo(photo.path.read_bytes(), models), photo, ignore_outside=False)
    wrong = [(CLASS_NAMES[face], CLASS_NAMES[read] if read >= 0 else "missed") for face, read in zip(outcome.faces, outcome.read, strict=True) if face != read]
    assert not wrong
    assert not len(outcome.spurious_heights)


def test_another_tile_in_the_same_photo_is_another_reading(models: Models) -> None:
    """One tile rendered otherwise changes that tile's reading and no other's."""
    sample = SAMPLES[0]

    def read(changed: dict[int, str]) -> list[str]:
        return faces(read_photo(cv2.imencode(".jpg", photo_of(sample, changed).pixels, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes(), models))

    before, after = read({}), read({5: "m7"})
    assert len(before) == len(after)
    assert [(a, b) for a, b in zip(before, after, strict=True) if a != b] == [("s1", "m7")]


def test_a_photo_without_tiles_reads_as_none(models: Models) -> None:
    from datasets.tables import felt

    table = felt((70, 120, 30), np.random.default_rng(3))[:900, :1200]
    reading = read_photo(cv2.imencode(".jpg", table)[1].tobytes(), models)
    assert reading.tiles == () and [doubt.kind.value for doubt in reading.doubts] == ["no_tiles"]


def test_a_hand_seen_from_across_the_table(models: Models) -> None:
    """Upside down, the same tiles are read; a flower or season, told by one small character, may be another's, but never without a doubt."""
    photo = next(one for one in PHOTOS if one.path.stem == "half-flush")
    pixels = cv2.rotate(cv2.imread(str(photo.path)), cv2.ROTATE_180)
    reading = read_photo(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes(), models)
    labelled = [CLASS_NAMES[face] for face in photo.faces]
    suits = [code for code in labelled if code[0] not in "fq"]
    assert sorted(code for code in faces(reading) if code[0] not in "fq") == sorted(suits)
    bonus = [tile for tile in reading.tiles if face_code(tile.face)[0] in "fq"]
    assert len(bonus) == len(labelled) - len(suits)
    assert all(tile.doubtful for tile in bonus if face_code(tile.face) not in labelled)


def test_a_concealed_kong_is_one_meld(models: Models) -> None:
    photo = next(one for one in PHOTOS if one.path.stem == "all-pongs")
    reading = read_photo(photo.path.read_bytes(), models)
    melds = [sorted(face_code(reading.tiles[tile].face) for tile in group.tiles) for group in reading.groups if group.kind is GroupKind.MELD]
    assert ["back", "back", "m9", "m9"] in melds
