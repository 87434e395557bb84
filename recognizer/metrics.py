"""Matching and figures as pure functions on arrays, so that each can be checked by hand."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from recognizer.detector import ious

Array = NDArray[np.float32]
MATCH_IOU = 0.5


def match(predicted: Array, scores: NDArray[np.float32], labelled: Array, least: float = MATCH_IOU) -> NDArray[np.int64]:
    """For each of N predicted boxes the number of the label it takes, or -1. Greedy by score, one to one, whatever the class, at IoU >= `least`."""
    taken = np.full(len(predicted), -1, np.int64)
    if not len(predicted) or not len(labelled):
        return taken
    overlap = ious(predicted, labelled)
    for index in np.argsort(-scores, kind="stable"):
        best = int(overlap[index].argmax())
        if overlap[index, best] >= least:
            taken[index] = best
            overlap[:, best] = -1
    return taken


def far_from_labels(predicted: Array, labelled: Array) -> NDArray[np.bool_]:
    """Which predictions have their centre farther than half the median labelled tile height from every labelled box."""
    if not len(labelled):
        return np.ones(len(predicted), np.bool_)
    centres = (predicted[:, :2] + predicted[:, 2:]) / 2
    outside = np.maximum(np.maximum(labelled[None, :, :2] - centres[:, None], centres[:, None] - labelled[None, :, 2:]), 0)
    nearest = np.hypot(outside[..., 0], outside[..., 1]).min(axis=1, initial=np.inf)
    return np.asarray(nearest > 0.5 * float(np.median(labelled[:, 3] - labelled[:, 1])), np.bool_)


def uncovered(labelled: Array, doubts: Array, least: float = 0.3) -> NDArray[np.bool_]:
    """Which labels no doubt's box overlaps at IoU >= `least`."""
    if not len(doubts):
        return np.ones(len(labelled), np.bool_)
    return np.asarray(ious(labelled, doubts).max(axis=1, initial=0.0) < least, np.bool_)


def average_precision(scores: NDArray[np.float32], right: NDArray[np.bool_], labels: int) -> float:
    """COCO's: precision, made non-increasing from the right, averaged over 101 recalls 0, 0.01 ... 1.

    `scores` and `right` (N,): every prediction of one class over all photos and whether it took a label. Raises ValueError without labels.
    """
    if labels <= 0:
        raise ValueError(f"{labels} labels, expected at least one")
    order = np.argsort(-scores, kind="stable")
    hits = np.cumsum(right[order])
    precision = hits / np.arange(1, len(hits) + 1)
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    at = np.searchsorted(hits / labels, np.linspace(0, 1, 101), side="left")
    return float(np.where(at < len(precision), np.append(precision, 0.0)[np.minimum(at, len(precision))], 0.0).mean())


def suppress(boxes: Array, scores: NDArray[np.float32], most: float) -> NDArray[np.int64]:
    """Numbers of the boxes of one class that stay, best first: greedy, none overlapping a better one by more than IoU `most`."""
    order = np.argsort(-scores, kind="stable")
    overlap = ious(boxes[order], boxes[order])
    alive = np.ones(len(order), np.bool_)
    for index in range(len(order)):
        if alive[index]:
            alive[index + 1 :] &= overlap[index, index + 1 :] <= most
    return np.asarray(order[alive], np.int64)


def upper_bound(errors: int, trials: int, confidence: float = 0.95) -> float:
    """Clopper-Pearson's one-sided upper bound on an error rate: the rate at which so few errors have a chance of 1 - `confidence`."""
    if errors >= trials:
        return 1.0
    low, high = errors / trials, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(errors, trials, middle) > 1 - confidence else (low, middle)
    return high


def _at_most(errors: int, trials: int, rate: float) -> float:
    """The binomial chance of at most `errors` in `trials`."""
    if rate <= 0:
        return 1.0
    if rate >= 1:
        return 0.0
    logs = [
        math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1) + k * math.log(rate) + (trials - k) * math.log1p(-rate)
        for k in range(errors + 1)
    ]
    return math.fsum(math.exp(value) for value in logs)


def rate(part: int, whole: int) -> float | None:
    """A rate, None where there is nothing to divide by."""
    return part / whole if whole else None


def percentile(values: Sequence[float], part: float) -> float | None:
    return float(np.percentile(values, part)) if values else None
