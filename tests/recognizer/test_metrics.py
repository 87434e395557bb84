from __future__ import annotations

import numpy as np
import pytest

from recognizer.average import class_map, match_classes
from recognizer.metrics import average_precision, far_from_labels, match, percentile, rate, suppress, uncovered, upper_bound


def boxes(*rows: list[float]) -> np.ndarray:
    return np.array(rows, np.float32).reshape(-1, 4)


def scores(*values: float) -> np.ndarray:
    return np.array(values, np.float32)


def test_matching_is_greedy_by_score_and_one_to_one() -> None:
    labels = boxes([0, 0, 10, 10], [20, 0, 30, 10])
    # The second prediction scores higher and takes the first label; the first is left without.
    assert match(boxes([0, 0, 10, 10], [0, 0, 10, 9], [21, 0, 31, 10]), scores(0.5, 0.9, 0.4), labels).tolist() == [-1, 0, 1]


def test_matching_needs_half_an_overlap() -> None:
    # 10 x 10 shifted by 3.3: 67 / 133 = 0.504; by 3.4: 66 / 134 = 0.493.
    assert match(boxes([3.3, 0, 13.3, 10]), scores(1), boxes([0, 0, 10, 10])).tolist() == [0]
    assert match(boxes([3.4, 0, 13.4, 10]), scores(1), boxes([0, 0, 10, 10])).tolist() == [-1]


def test_matching_nothing() -> None:
    assert match(boxes(), scores(), boxes([0, 0, 1, 1])).tolist() == []
    assert match(boxes([0, 0, 1, 1]), scores(1), boxes()).tolist() == [-1]


def test_far_is_more_than_half_a_tile_from_every_label() -> None:
    labels = boxes([0, 0, 10, 20], [100, 0, 110, 20])  # half a height is 10
    near, far, diagonal = [15, 5, 25, 15], [16, 5, 26, 15], [14, 24, 24, 34]  # 10, 11 and hypot(9, 9) = 12.7 away
    assert far_from_labels(boxes(near, far, diagonal), labels).tolist() == [False, True, True]
    assert far_from_labels(boxes(near), boxes()).tolist() == [True]


def test_a_doubt_covers_a_label_at_three_tenths() -> None:
    # Shifted by 5: 50 / 150 = 0.33; by 6: 40 / 160 = 0.25.
    labels = boxes([0, 0, 10, 10])
    assert uncovered(labels, boxes([5, 0, 15, 10])).tolist() == [False]
    assert uncovered(labels, boxes([6, 0, 16, 10])).tolist() == [True]
    assert uncovered(labels, boxes()).tolist() == [True]


def test_average_precision_by_hand() -> None:
    # Hits 1, 0, 1 of two labels: precision 1 up to recall 0.5 (51 of the 101 recalls), then 2/3 (50 of them).
    assert average_precision(scores(0.9, 0.8, 0.7), np.array([True, False, True]), 2) == pytest.approx((51 + 50 * 2 / 3) / 101)
    # One of two labels found: recalls above 0.5 count 0.
    assert average_precision(scores(0.9), np.array([True]), 2) == pytest.approx(51 / 101)
    assert average_precision(scores(), np.array([], np.bool_), 3) == 0
    assert average_precision(scores(0.2, 0.9), np.array([True, True]), 2) == 1
    with pytest.raises(ValueError, match="0 labels"):
        average_precision(scores(0.9), np.array([True]), 0)


def test_suppression_keeps_the_best_of_each_place() -> None:
    assert suppress(boxes([0, 0, 10, 10], [1, 0, 11, 10], [20, 0, 30, 10]), scores(0.5, 0.9, 0.1), 0.6).tolist() == [1, 2]


def test_clopper_pearson() -> None:
    # No error in n: 1 - 0.05 ** (1 / n). One in ten: from a table, 0.3942.
    assert upper_bound(0, 1000) == pytest.approx(1 - 0.05 ** (1 / 1000), rel=1e-6)
    assert upper_bound(1, 10) == pytest.approx(0.3942, abs=1e-4)
    assert upper_bound(10, 10) == 1


def test_rates_of_nothing_are_none() -> None:
    assert rate(0, 0) is None and rate(1, 4) == 0.25
    assert percentile([], 50) is None and percentile([1, 2, 3], 50) == 2


def test_the_map_of_two_classes_by_hand() -> None:
    labels, faces = boxes([0, 0, 10, 10], [20, 0, 30, 10]), np.array([3, 7])
    # Class 3 found exactly; class 7 found with IoU 80/120 = 0.667: right at 0.5, 0.55, 0.6, 0.65.
    ranked = match_classes(boxes([0, 0, 10, 10], [22, 0, 32, 10]), np.array([3, 7]), scores(0.9, 0.8), labels, faces)
    figures = class_map([ranked])
    assert figures["map50"] == 1
    assert figures["map50_95"] == pytest.approx((1 + 0.4) / 2)


def test_the_map_counts_a_wrong_class_and_a_false_box() -> None:
    labels, faces = boxes([0, 0, 10, 10]), np.array([3])
    wrong = match_classes(boxes([0, 0, 10, 10]), np.array([4]), scores(0.9), labels, faces)
    assert class_map([wrong])["map50"] == 0
    # A false box ahead of the right one: precision 1/2 at every recall.
    false_first = match_classes(boxes([50, 0, 60, 10], [0, 0, 10, 10]), np.array([3, 3]), scores(0.9, 0.8), labels, faces)
    assert class_map([false_first])["map50"] == pytest.approx(0.5)
    # ... unless it lies far from every label and what is outside is left out.
    left_out = match_classes(boxes([50, 0, 60, 10], [0, 0, 10, 10]), np.array([3, 3]), scores(0.9, 0.8), labels, faces, ignore_outside=True)
    assert class_map([left_out])["map50"] == 1


def test_doubles_of_one_class_are_suppressed_for_the_map() -> None:
    ranked = match_classes(boxes([0, 0, 10, 10], [0.5, 0, 10.5, 10]), np.array([3, 3]), scores(0.9, 0.8), boxes([0, 0, 10, 10]), np.array([3]))
    assert len(ranked.scores) == 1


def test_no_labels_no_map() -> None:
    assert class_map([]) == {"map50": None, "map50_95": None}
