"""Calibration on made-up samples whose right answer is known."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from recognizer.calibrate import DOUBT_BUDGET, Sample, choose, expected_calibration_error, fit_temperature, reliability
from recognizer.card import reliability_table, replace_block, table
from recognizer.classes import CLASS_NAMES
from recognizer.errors import DatasetError
from recognizer.face_reader import softmax


def drawn(temperature: float, count: int = 20_000) -> tuple[np.ndarray, np.ndarray]:
    """Logits that are `temperature` times too large for the frequencies of the truth."""
    random = np.random.default_rng(1)
    honest = random.normal(0, 2.0, (count, len(CLASS_NAMES)))
    chances = softmax(honest.astype(np.float32)).astype(np.float64)
    truth = (chances.cumsum(1) > random.random((count, 1))).argmax(1)
    return honest * temperature, truth


@pytest.mark.parametrize("temperature", [0.6, 1.0, 2.0])
def test_temperature_is_found(temperature: float) -> None:
    logits, truth = drawn(temperature)
    assert fit_temperature(logits, truth) == pytest.approx(temperature, rel=0.06)


def test_ece_of_honest_and_of_boasting_probabilities() -> None:
    right = np.array([True] * 80 + [False] * 20)
    assert expected_calibration_error(np.full(100, 0.8), right) == pytest.approx(0.0, abs=1e-9)
    assert expected_calibration_error(np.full(100, 0.99), right) == pytest.approx(0.19)


def test_the_reliability_diagram_has_every_tile_in_one_bin() -> None:
    confidence = np.array([0.4, 0.97, 0.96, 0.9995, 1.0])
    right = np.array([False, True, False, True, True])
    rows = reliability(confidence, right)
    assert rows == [[0.0, 0.5, 1, 0.4, 0.0], [0.95, 0.98, 2, 0.965, 0.5], [0.999, 1.0, 2, 0.9998, 1.0]]
    assert "| 0.95-0.98 | 2 | 0.9650 | 0.5000 |" in reliability_table(json.dumps(rows))
    assert "calibrate" in reliability_table(None)


def sample_of(good: int, noise: int) -> Sample:
    """`good` boxes that score 0.6-0.95 and are read right, but for a few; `noise` spurious ones that score 0.2-0.4."""
    random = np.random.default_rng(2)
    scores = np.concatenate([random.uniform(0.6, 0.95, good), random.uniform(0.2, 0.4, noise)])
    truth = np.concatenate([np.zeros(good, np.int64), np.full(noise, -1)])
    logits = np.zeros((good + noise, len(CLASS_NAMES)))
    logits[:, 0] = random.normal(8, 1.5, good + noise)
    logits[: good // 50, 1] = 9.0
    return Sample(scores, logits, truth, good)


def test_threshold_parts_tiles_from_noise_and_doubt_keeps_its_budget() -> None:
    found = sample_of(2000, 300)
    chosen = choose(found)
    assert 0.38 <= chosen.detect_threshold <= 0.42, "the lowest threshold that keeps the noise out"
    assert chosen.detect_floor < chosen.detect_threshold <= chosen.faint_below
    best = softmax(np.asarray(found.logits / chosen.temperature, np.float32))[:2000]
    right = best.argmax(1) == 0
    doubted = best.max(1) < chosen.doubt_below
    assert (doubted & right).sum() / right.sum() <= DOUBT_BUDGET
    assert doubted[~right].mean() > doubted[right].mean()


def test_numbers_go_between_their_markers_and_nowhere_else() -> None:
    text = "before\n<!-- numbers -->\nold\n<!-- /numbers -->\nafter\n"
    assert replace_block(text, "numbers", "new\n") == "before\n<!-- numbers -->\nnew\n<!-- /numbers -->\nafter\n"
    with pytest.raises(DatasetError, match="no block"):
        replace_block(text, "data", "new")


def test_the_card_and_the_readme_have_their_blocks() -> None:
    root = Path(__file__).parent.parent.parent
    for file, names in ((root / "models" / "CARD.md", ("numbers", "data")), (root / "README.md", ("numbers",))):
        for name in names:
            replace_block(file.read_text(encoding="utf-8"), name, "")


def test_a_table_shows_what_was_not_measured_as_a_dash() -> None:
    assert table({"val": {"tiles": 3, "tile_accuracy": 1.0}}, ("tiles", "tile_accuracy", "map50")).splitlines()[-1] == "| val | 3 | 1.0000 | - |"
