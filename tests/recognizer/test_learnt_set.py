"""A learnt set says what its own drawings are, keeps few examples, and survives being stored."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from datasets.faces import STYLES, face_rgba
from recognizer.augment import STORED_SIZE
from recognizer.classes import CLASS_INDEX, CLASS_NAMES
from recognizer.errors import ModelError
from recognizer.face_reader import FaceReader, Faces
from recognizer.learnt_set import MOST_BYTES, MOST_PER_FACE, VIEWS, LearntSet, SetReader, joined, learn_crops, learn_tiles
from recognizer.model import Network

MODEL = Path(__file__).parent.parent.parent / "models" / "faces.onnx"
PLUM, SPRING, EAST = CLASS_INDEX["f1"], CLASS_INDEX["q1"], CLASS_INDEX["east"]
NAMES = ("f1", "f2", "f3", "f4", "m1", "east")


@pytest.fixture(scope="module")
def reader() -> FaceReader:
    return FaceReader.of(Network.load(MODEL))


def table(names: tuple[str, ...], light: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Drawn tiles in a row on a plain table: pixels, their boxes and faces."""
    pixels = np.full((140, 100 * len(names) + 20, 3), 90 + light, np.uint8)
    for at, name in enumerate(names):
        tile = face_rgba(name, STYLES["old carver"], 96)
        height, width = tile.shape[:2]
        paper = pixels[20 : 20 + height, 20 + 100 * at : 20 + 100 * at + width]
        paper[:] = np.where(tile[..., 3:] > 127, np.clip(tile[..., 2::-1].astype(int) + light, 0, 255), paper)
    boxes = np.array([[20 + 100 * at, 20, 20 + 100 * at + 72, 116] for at in range(len(names))], np.float32)
    return pixels, boxes, np.array([CLASS_INDEX[name] for name in names])


def some(faces: list[int], value: float = 0.5, model: str = "reader") -> LearntSet:
    number = len(faces)
    return LearntSet(
        np.full((number, STORED_SIZE, STORED_SIZE, 3), int(value * 200), np.uint8), np.array(faces), np.full((number, 3, 4), value, np.float32), model
    )


def test_a_set_names_its_own_drawings_against_the_readers_word(reader: FaceReader) -> None:
    """Taught that its plum is called spring (no network was trained on that), it says so of the next photo too, and leaves the others alone."""
    pixels, boxes, faces = table(NAMES)
    called = np.where(faces == PLUM, SPRING, faces)
    taught = SetReader.of(reader, learn_tiles(pixels, boxes, called, reader).with_more(learn_tiles(*table(NAMES, -25)[:2], called, reader)))
    read = taught(*table(NAMES, 20)[:2])
    assert [CLASS_NAMES[face] for face in read.probabilities.argmax(1)] == ["q1", *NAMES[1:]]
    assert np.allclose(read.probabilities.sum(1), 1, atol=1e-5)
    assert taught.settings == reader.settings and len(taught(pixels, boxes[:0]).probabilities) == 0


def test_where_the_set_is_silent_the_readers_word_stands(reader: FaceReader) -> None:
    pixels, boxes, faces = table(NAMES)
    taught = SetReader.of(reader, learn_tiles(pixels, boxes[:4], faces[:4], reader))
    assert taught(pixels, boxes).probabilities[5].argmax() == EAST


def test_the_reader_breaks_a_tie_of_the_set() -> None:
    class Even:
        def log_likelihoods(self, embeddings: np.ndarray, classes: int) -> np.ndarray:
            return np.zeros((len(embeddings), classes))

    row = np.full((1, len(CLASS_NAMES)), 0.001, np.float32)
    row[0, EAST] = 1 - row.sum() + 0.001
    both = joined(Faces(row, np.zeros((1, 4), np.float32)), Even())  # type: ignore[arg-type]
    assert both.probabilities.argmax() == EAST


def test_only_the_newest_examples_stay() -> None:
    many = some([PLUM, SPRING], 0.1).with_more(some([PLUM] * MOST_PER_FACE, 0.9))
    assert many.known == {"f1": MOST_PER_FACE, "q1": 1}
    assert np.allclose(many.embeddings[many.faces == PLUM], 0.9) and np.all(many.crops[many.faces == PLUM] == 180)


def test_a_set_that_grows_too_large_lets_its_oldest_examples_go() -> None:
    """Noisy crops, as many as a set keeps of each face, are far over the limit: every face is still known, and evenly; the newest examples stay."""
    random = np.random.default_rng(3)
    faces = np.repeat(np.arange(42), MOST_PER_FACE)
    random.shuffle(faces)
    crops = random.integers(0, 256, (len(faces), STORED_SIZE, STORED_SIZE, 3), dtype=np.uint8)
    embeddings = np.linspace(0, 1, len(faces), dtype=np.float32)[:, None, None] * np.ones((1, VIEWS + 1, 128), np.float32)
    large = LearntSet(crops, faces, embeddings, "reader")
    assert len(large.to_bytes()) > MOST_BYTES
    kept = large.within()
    assert MOST_BYTES * 0.8 < len(kept.to_bytes()) <= MOST_BYTES
    assert len(kept.known) == 42 and max(kept.known.values()) - min(kept.known.values()) <= 1
    for face in range(42):
        newest = embeddings[faces == face][-kept.known[CLASS_NAMES[face]] :]
        assert np.array_equal(kept.embeddings[kept.faces == face], newest)
    assert kept.within() is kept
    alone = large.within(1000)  # one of each face is the least there is
    assert list(alone.known.values()) == [1] * 42


def test_two_readers_sets_are_not_mixed() -> None:
    with pytest.raises(ValueError, match="different face readers"):
        some([PLUM]).with_more(some([PLUM], model="another"))


def test_shapes_that_do_not_belong_together_are_refused() -> None:
    whole = some([PLUM, EAST])
    for broken in ({"faces": np.array([PLUM])}, {"crops": whole.crops[0]}, {"embeddings": whole.embeddings[0]}):
        with pytest.raises(ValueError, match="expected"):
            replace(whole, **broken)
    with pytest.raises(ValueError, match="at least one"):
        LearntSet(whole.crops[:0], whole.faces[:0], whole.embeddings[:0], "reader")


def test_a_stored_set_comes_back(reader: FaceReader) -> None:
    learnt = learn_tiles(*table(NAMES), reader)
    data = learnt.to_bytes()
    back = LearntSet.from_bytes(data, reader)
    assert back.known == learnt.known == dict.fromkeys(sorted(NAMES, key=CLASS_NAMES.index), 1)
    assert np.allclose(back.embeddings, learnt.embeddings, atol=1e-3) and back.embeddings.shape[1] == VIEWS + 1
    assert np.abs(back.crops.astype(int) - learnt.crops.astype(int)).mean() < 4
    assert len(data) < 12_000 * len(NAMES)


def test_another_readers_set_is_looked_at_anew(reader: FaceReader) -> None:
    learnt = learn_tiles(*table(NAMES), reader)
    older = replace(learnt, embeddings=np.zeros((len(NAMES), 2, 8), np.float32), model="an older network")
    back = LearntSet.from_bytes(older.to_bytes(), reader)
    assert back.model == reader.network.digest and back.embeddings.shape == learnt.embeddings.shape
    assert np.abs(back.embeddings - learnt.embeddings).mean() < 0.02


def test_the_same_crops_give_the_same_set(reader: FaceReader) -> None:
    first, second = learn_tiles(*table(NAMES), reader), learn_tiles(*table(NAMES), reader)
    assert np.array_equal(first.embeddings, second.embeddings)
    assert np.allclose(np.linalg.norm(learn_crops(first.crops, first.faces, reader).embeddings, axis=2), 1, atol=1e-3)


@pytest.mark.parametrize(
    "damage", [lambda data: b"no archive", lambda data: data[: len(data) // 2], lambda data: b"", lambda data: data.replace(b"faces.npy", b"paces.npy")]
)
def test_a_damaged_set_is_refused(damage, reader: FaceReader) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ModelError, match="hold no learnt set"):
        LearntSet.from_bytes(damage(some([PLUM], model=reader.network.digest).to_bytes()), reader)


def test_a_face_that_is_none_is_refused(reader: FaceReader) -> None:
    with pytest.raises(ModelError, match="expected 0 to 42"):
        LearntSet.from_bytes(some([99], model=reader.network.digest).to_bytes(), reader)
