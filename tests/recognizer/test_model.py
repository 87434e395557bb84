from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import tiny_onnx
from fakes import COLOURS

from recognizer.classes import CLASS_NAMES
from recognizer.detector import Detector
from recognizer.errors import ModelError
from recognizer.face_reader import AGAIN, FaceReader, cut_crop, softmax
from recognizer.model import Network
from recognizer.read import Models

NAMES = json.dumps(CLASS_NAMES)


def reader(folder: Path, **metadata: str) -> FaceReader:
    return FaceReader.of(Network.load(tiny_onnx.colour_reader(folder / "faces.onnx", COLOURS, **{"names": NAMES, **metadata})))


def test_training_s_choices_are_read_from_the_file(tmp_path: Path) -> None:
    settings = reader(tmp_path, margin="0.2", temperature="1.5", doubt_below="0.8", detect_threshold="0.6").settings
    assert (settings.margin, settings.temperature, settings.doubt_below, settings.detect_threshold) == (0.2, 1.5, 0.8, 0.6)
    assert settings.detect_floor == pytest.approx(0.2) and settings.faint_below == 0.6


@pytest.mark.parametrize("key", ["size", "margin", "temperature", "doubt_below", "detect_threshold"])
def test_a_missing_number_is_refused_by_name(tmp_path: Path, key: str) -> None:
    with pytest.raises(ModelError, match=f"faces.onnx.*{key}"):
        reader(tmp_path, **{key: ""})


def test_a_word_for_a_number_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="'much', expected a number"):
        reader(tmp_path, margin="much")


@pytest.mark.parametrize("names", [NAMES.replace('"m1"', '"m0"'), json.dumps(CLASS_NAMES[:-1]), json.dumps(sorted(CLASS_NAMES)), "nonsense", ""])
def test_another_class_list_is_refused(tmp_path: Path, names: str) -> None:
    with pytest.raises(ModelError, match=r"faces.onnx.*expected"):
        reader(tmp_path, names=names)


def test_a_detector_of_other_things_is_refused(tmp_path: Path) -> None:
    path = tiny_onnx.detector(tmp_path / "tiles.onnx", [[1, 1, 1, 1, 0, 0]], names="{0: 'person', 1: 'tile'}")
    with pytest.raises(ModelError, match=r"tiles.onnx.*person.*expected.*tile"):
        Detector.of(Network.load(path))


def test_missing_and_broken_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"tiles.onnx"):
        Models.load(tmp_path)
    (tmp_path / "tiles.onnx").write_bytes(b"no graph")
    with pytest.raises(ModelError, match=r"tiles.onnx.*onnxruntime"):
        Models.load(tmp_path)


def test_a_graph_without_both_outputs_is_refused(tmp_path: Path) -> None:
    path = tiny_onnx.detector(tmp_path / "faces.onnx", [[1, 1, 1, 1, 0, 0]])
    with pytest.raises(ModelError, match=r"output0.*logits"):
        FaceReader.of(Network.load(path))


def test_the_version_follows_the_files(tmp_path: Path) -> None:
    tiny_onnx.detector(tmp_path / "tiles.onnx", [[1, 1, 1, 1, 0, 0]])
    tiny_onnx.colour_reader(tmp_path / "faces.onnx", COLOURS, names=NAMES)
    first = Models.load(tmp_path).version
    assert Models.load(tmp_path).version == first
    tiny_onnx.colour_reader(tmp_path / "faces.onnx", COLOURS, names=NAMES, temperature="2.0")
    assert Models.load(tmp_path).version != first


def test_faces_are_read_from_the_box_s_own_pixels(tmp_path: Path) -> None:
    picture = np.zeros((200, 300, 3), np.uint8)
    wanted = [3, 17, 42]
    xyxy = np.array([[0, 0, 60, 80], [100, 50, 160, 130], [240, 120, 300, 200]], np.float32)
    for (x1, y1, x2, y2), face in zip(xyxy.astype(int), wanted, strict=True):
        picture[max(0, y1 - 12) : y2 + 12, max(0, x1 - 12) : x2 + 12] = COLOURS[face][::-1] * 255
    faces = reader(tmp_path)(picture, xyxy)
    assert faces.probabilities.argmax(axis=1).tolist() == wanted
    assert np.allclose(faces.probabilities.sum(axis=1), 1, atol=1e-4)
    assert faces.embeddings.shape == (3, 3)


def test_close_calls_are_looked_at_with_other_margins_and_nothing_else_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Left a tile in one colour all over, right one whose colour lies near the middle between two faces', in surroundings of a third."""
    read = reader(tmp_path)
    picture = np.empty((100, 220, 3), np.float32)
    picture[:, :110], picture[:, 110:] = COLOURS[3][::-1] * 255, COLOURS[30][::-1] * 255
    picture[20:80, 140:180] = (0.51 * COLOURS[5] + 0.49 * COLOURS[8])[::-1] * 255
    pixels = picture.astype(np.uint8)
    boxes = np.array([[20, 20, 60, 80], [140, 20, 180, 80]], np.float32)

    def look(box: np.ndarray, margin: float) -> np.ndarray:
        return read.of_views([cut_crop(pixels, box, margin, read.settings.size)])[0][0]

    plain = np.array([look(box, read.settings.margin) for box in boxes])
    first, second = np.sort(plain, axis=1)[:, ::-1][:, :2].T
    assert first[0] - second[0] > first[1] - second[1] + 1
    monkeypatch.setattr("recognizer.face_reader.CLOSE", float(first[1] - second[1]) + 1)
    more = [look(boxes[1], read.settings.margin + by) for by in AGAIN]
    got = read(pixels, boxes).probabilities
    assert np.allclose(got[0], softmax(plain[0]), atol=1e-5)
    assert np.allclose(got[1], softmax(np.mean([plain[1], *more], axis=0)), atol=1e-4)
    assert not np.allclose(got[1], softmax(plain[1]), atol=1e-3)


def test_temperature_softens(tmp_path: Path) -> None:
    picture = np.full((64, 64, 3), 100, np.uint8)
    box = np.array([[0, 0, 64, 64]], np.float32)
    sharp, soft = (reader(tmp_path, temperature=value)(picture, box).probabilities.max() for value in ("1.0", "5.0"))
    assert sharp > soft


def test_no_boxes_no_faces(tmp_path: Path) -> None:
    assert reader(tmp_path)(np.zeros((64, 64, 3), np.uint8), np.zeros((0, 4), np.float32)).probabilities.shape == (0, 43)


def test_a_crop_is_grown_stretched_and_repeats_the_edge() -> None:
    picture = np.zeros((100, 100, 3), np.uint8)
    picture[40:60, 20:80] = 255
    crop = cut_crop(picture, np.array([20, 40, 80, 60], np.float32), 0.0, 64)
    assert crop.shape == (64, 64, 3) and crop.min() == 255
    assert cut_crop(picture, np.array([20, 40, 80, 60], np.float32), 0.5, 64)[0, 0].max() == 0
    picture[:, :2] = 200
    assert (cut_crop(picture, np.array([0, 40, 20, 60], np.float32), 0.5, 64)[:, 0] == 200).all()


@pytest.mark.parametrize("box", [[-30, -30, -10, -10], [200, 200, 220, 220], [99, 99, 100, 100]])
def test_a_crop_outside_the_frame_is_still_a_crop(box: list[float]) -> None:
    assert cut_crop(np.full((100, 100, 3), 7, np.uint8), np.array(box, np.float32), 0.12, 64).shape == (64, 64, 3)
