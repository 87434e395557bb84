"""A learnt set changes what it has examples of, and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from recognizer.classes import CLASS_INDEX, CLASS_NAMES
from recognizer.errors import ModelError
from recognizer.face_reader import FaceReader, Faces
from recognizer.learnt_set import MOST_PER_FACE, LearntSet
from recognizer.model import Network

PLUM, SPRING, EAST = CLASS_INDEX["f1"], CLASS_INDEX["q1"], CLASS_INDEX["east"]


def unit(*numbers: float) -> np.ndarray:
    vector = np.array(numbers, np.float32)
    return vector / np.linalg.norm(vector)


def read(embedding: np.ndarray, **chances: float) -> Faces:
    row = np.full(len(CLASS_NAMES), (1 - sum(chances.values())) / (len(CLASS_NAMES) - len(chances)), np.float32)
    for name, chance in chances.items():
        row[CLASS_INDEX[name]] = chance
    return Faces(row[None], embedding[None].astype(np.float32))


LEARNT = LearntSet(np.stack([unit(1, 0, 0), unit(0, 1, 0)]), np.array([PLUM, SPRING]), "reader")


def test_the_nearest_example_settles_a_wavering_reader() -> None:
    joined = LEARNT.joined(read(unit(0.98, 0.1, 0), f1=0.4, q1=0.5))
    assert joined.probabilities.argmax() == PLUM and joined.probabilities[0, PLUM] > 0.95
    assert joined.probabilities.sum() == pytest.approx(1, abs=1e-5)


def test_a_face_without_an_example_keeps_the_readers_word() -> None:
    joined = LEARNT.joined(read(unit(0.1, 0.1, 1), east=0.9, f1=0.02))
    assert joined.probabilities.argmax() == EAST and joined.probabilities[0, EAST] > 0.85


def test_an_empty_set_changes_nothing() -> None:
    empty = LearntSet(np.zeros((0, 3), np.float32), np.zeros(0, np.int64), "reader")
    before = read(unit(1, 0, 0), f1=0.4)
    assert np.array_equal(empty.joined(before).probabilities, before.probabilities)


def test_only_the_newest_examples_stay() -> None:
    many = LEARNT.with_more(np.tile(unit(0, 0, 1), (MOST_PER_FACE, 1)), np.full(MOST_PER_FACE, PLUM))
    assert (many.faces == PLUM).sum() == MOST_PER_FACE and (many.faces == SPRING).sum() == 1
    assert np.allclose(many.embeddings[many.faces == PLUM], unit(0, 0, 1))


def test_a_set_learnt_with_another_reader_is_refused(tmp_path: Path) -> None:
    reader = FaceReader.of(Network.load(Path(__file__).parent.parent.parent / "models" / "faces.onnx"))
    LEARNT.save(tmp_path / "set.npz")
    with pytest.raises(ModelError, match="another face reader"):
        LearntSet.load(tmp_path / "set.npz", reader)
    LearntSet(LEARNT.embeddings, LEARNT.faces, reader.network.digest).save(tmp_path / "set.npz")
    back = LearntSet.load(tmp_path / "set.npz", reader)
    assert np.array_equal(back.faces, LEARNT.faces) and np.allclose(back.embeddings, LEARNT.embeddings, atol=1e-3)
    (tmp_path / "set.npz").write_bytes(b"no archive")
    with pytest.raises(ModelError, match="no learnt set"):
        LearntSet.load(tmp_path / "set.npz", reader)
