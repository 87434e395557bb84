"""Learnt sets where photos are read: taught from confirmed photos, used by their blob, and no more of them kept than a few."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fakes import models as fake_models

from recognizer.apart import Apart
from recognizer.classes import BACK, CLASS_NAMES
from recognizer.errors import ModelError, PhotoError, SetError
from recognizer.image import load_upright
from recognizer.labels import read_folder
from recognizer.read import Models, read_photo
from recognizer.shelf import Confirmed, Shelf

ROOT = Path(__file__).parents[2]
LABELLED = {photo.path.stem: photo for photo in read_folder(ROOT / "tests" / "photos")}


def confirmed(name: str) -> Confirmed:
    """A shipped sample photo with what its tiles are; those that lie face down are left out."""
    labelled = LABELLED[name]
    photo = labelled.path.read_bytes()
    image = load_upright(photo)
    shown = [(box, CLASS_NAMES[face]) for box, face in zip(labelled.boxes, labelled.faces, strict=True) if CLASS_NAMES[face] != BACK]
    boxes = [(x1 * image.width, y1 * image.height, x2 * image.width, y2 * image.height) for (x1, y1, x2, y2), _face in shown]
    return Confirmed(photo, tuple(boxes), tuple(face for _box, face in shown))


ORPHANS = confirmed("orphans")
FLUSH = confirmed("half-flush")


@pytest.fixture(scope="module")
def plain() -> Models:
    return Models.load(ROOT / "models")


@pytest.fixture(scope="module")
def shelf(plain: Models) -> Shelf:
    return Shelf(plain)


@pytest.fixture(scope="module")
def apart() -> Iterator[Apart]:
    opened = Apart(ROOT / "models", limit_s=300)
    yield opened
    opened.close()


def test_a_lesson_counts_what_it_taught(shelf: Shelf, plain: Models) -> None:
    first = shelf.learn([ORPHANS], None)
    assert (first.tiles, first.model, first.known) == (14, plain.version, {face: ORPHANS.faces.count(face) for face in first.known})
    assert set(first.known) == set(ORPHANS.faces)
    both = shelf.learn([FLUSH], first.learnt)
    assert both.tiles == len(FLUSH.faces)
    assert set(both.known) == set(ORPHANS.faces) | set(FLUSH.faces)
    assert both.known["red"] == ORPHANS.faces.count("red") + FLUSH.faces.count("red")
    assert shelf.learn([ORPHANS, FLUSH], None).known == both.known
    assert len(both.learnt) < 1_000_000


def test_a_photo_is_read_as_the_set_and_says_so(shelf: Shelf, plain: Models) -> None:
    taught = shelf.learn([FLUSH], None)
    before, after = read_photo(FLUSH.photo, plain), read_photo(FLUSH.photo, shelf.models(taught.learnt))
    assert [tile.face for tile in after.tiles] == [tile.face for tile in before.tiles]
    assert [tile.probability for tile in after.tiles] != [tile.probability for tile in before.tiles]
    assert before.version == plain.version and after.version.startswith(f"{plain.version}+")
    assert shelf.models(None) is plain


def test_a_few_sets_stay_ready(plain: Models) -> None:
    shelf = Shelf(plain, most=2)
    one, two, three = (shelf.learn(lesson, None).learnt for lesson in ([FLUSH], [ORPHANS], [FLUSH, ORPHANS]))
    first = shelf.models(one)
    second = shelf.models(two)
    assert shelf.models(one) is first
    shelf.models(three)  # the one that was used longest ago goes
    assert shelf.models(one) is first
    assert shelf.models(two) is not second


def test_what_is_no_set_is_refused_and_so_is_a_lesson_without_tiles(shelf: Shelf, apart: Apart) -> None:
    speck = Confirmed(FLUSH.photo, ((10.0, 10.0, 14.0, 16.0), (-90.0, 0.0, 5.0, 40.0)), ("m1", "m2"))
    for does in (shelf, apart):
        for learnt in (b"", b"no set at all", shelf.learn([FLUSH], None).learnt[:2000]):
            with pytest.raises(SetError) as no_set:
                does.learn([FLUSH], learnt)
            assert no_set.value.code == "no_set"
        with pytest.raises(SetError, match="large enough") as no_tiles:
            does.learn([speck], None)
        assert no_tiles.value.code == "no_tiles"
        with pytest.raises(PhotoError) as told:
            does.learn([replace(FLUSH, photo=FLUSH.photo[:3000])], None)
        assert told.value.code == "truncated"
    with pytest.raises(SetError):
        shelf.models(b"no set at all")
    with pytest.raises(SetError):
        apart.read(FLUSH.photo, b"no set at all")
    assert len(apart.processes()) == 1  # the same one, alive after all of them
    with pytest.raises(ModelError, match="learns no sets"):
        Shelf(fake_models([[0, 0, 1, 1]])).learn([FLUSH], None)


@pytest.mark.parametrize("face", [BACK, "m10", "tile", ""])
def test_only_faces_are_taught(face: str) -> None:
    with pytest.raises(ValueError, match="no face to learn"):
        Confirmed(b"", ((0.0, 0.0, 9.0, 9.0),), (face,))
    with pytest.raises(ValueError, match="0 boxes for 1"):
        Confirmed(b"", (), ("m1",))


def test_the_same_is_taught_and_read_in_a_process_apart(shelf: Shelf, apart: Apart) -> None:
    here, there = shelf.learn([ORPHANS, FLUSH], None), apart.learn([ORPHANS, FLUSH])
    assert there == here
    assert apart.learn([FLUSH], there.learnt).known == shelf.learn([FLUSH], here.learnt).known
    assert apart.read(FLUSH.photo, there.learnt) == read_photo(FLUSH.photo, shelf.models(here.learnt)).as_dict()
    assert apart.read(FLUSH.photo)["model"]["version"] == shelf.plain.version
