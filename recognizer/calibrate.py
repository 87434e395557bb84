"""`python -m recognizer calibrate`: thresholds chosen on training groups that the networks never saw, written into the model file."""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recognizer.errors import DatasetError
from recognizer.evaluate import MODELS
from recognizer.export import write_metadata
from recognizer.face_reader import softmax
from recognizer.image import load_upright
from recognizer.labels import Labelled, manifest_rows, read_folder
from recognizer.metrics import far_from_labels, match
from recognizer.read import Models

GROUPS = Path(__file__).parent.parent / "datasets" / "manifests" / "groups.toml"
DOUBT_BUDGET = 0.012
"""Share of right tiles that may be called doubtful for what the networks say of them. A frame's edge, blur and cover add as many again, and players are
promised 0.03 in all."""
PLATEAU = 0.0015
"""F1 given up for finding more: of the detector's thresholds so near the best one the lowest is taken, for a spurious tile is seen and tapped away, while
a tile that is missed has to be missed by a person too."""
FLOOR = 0.05
EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.0)
"""Bins of the reliability diagram: finer towards 1, where nearly all tiles lie."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Every box found on the calibration photos: detector `scores` (n,), face `logits` (n, 43), and `truth` (n,) the labelled face, -1 spurious,
    -2 to be left out (far from every label: photos label the hand alone). `labels` counts the labels."""

    scores: NDArray[np.float64]
    logits: NDArray[np.float64]
    truth: NDArray[np.int64]
    labels: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen, and on how much."""

    temperature: float
    detect_threshold: float
    detect_floor: float
    faint_below: float
    doubt_below: float
    ece: float
    tiles: int
    reliability: list[list[float]]


def sample(photos: Sequence[Labelled], models: Models) -> Sample:
    """Run both networks over the photos and compare with the labels. `models` must hold the real reader with temperature 1."""
    scores, logits, truth, labels = [], [], [], 0
    for photo in photos:
        pixels = load_upright(photo.path.read_bytes()).pixels
        height, width = pixels.shape[:2]
        boxes = models.detector(pixels, FLOOR)
        labelled = np.asarray(photo.boxes * [width, height, width, height], np.float32)
        labels += len(labelled)
        if not len(boxes):
            continue
        taken = match(boxes.xyxy, boxes.scores, labelled)
        faces = np.where(taken >= 0, photo.faces[np.maximum(taken, 0)] if len(photo.faces) else -1, -1)
        faces[(taken < 0) & far_from_labels(boxes.xyxy, labelled)] = -2
        probabilities = models.face_reader(pixels, boxes.xyxy).probabilities
        scores.append(boxes.scores)
        logits.append(np.log(np.maximum(probabilities, 1e-12)))
        truth.append(faces)
    if not labels or not scores:
        raise DatasetError("no labelled calibration photo was found: expected groups of `calibrate` in the list of groups")
    return Sample(np.concatenate(scores).astype(np.float64), np.concatenate(logits).astype(np.float64), np.concatenate(truth), labels)


def fit_temperature(logits: NDArray[np.float64], truth: NDArray[np.int64]) -> float:
    """The number to divide logits by for the lowest negative log-likelihood of `truth`: a fine search over 0.3..4."""

    def loss(temperature: float) -> float:
        probabilities = softmax(np.asarray(logits / temperature, np.float32))
        return -float(np.log(np.maximum(probabilities[np.arange(len(truth)), truth], 1e-12)).mean())

    grid = np.exp(np.linspace(np.log(0.3), np.log(4.0), 120))
    return float(grid[int(np.argmin([loss(float(value)) for value in grid]))])


def expected_calibration_error(probabilities: NDArray[np.float64], right: NDArray[np.bool_], bins: int = 15) -> float:
    """ECE: the gap between confidence and accuracy over equal-width bins, weighted by how many tiles fall in each."""
    edges = np.minimum((probabilities * bins).astype(int), bins - 1)
    gaps = [abs(float(probabilities[edges == at].mean()) - float(right[edges == at].mean())) * float((edges == at).mean()) for at in np.unique(edges)]
    return float(sum(gaps))


def reliability(probabilities: NDArray[np.float64], right: NDArray[np.bool_]) -> list[list[float]]:
    """The reliability diagram: for each bin of confidence that holds a tile its lower and upper edge, how many tiles, their mean confidence and accuracy."""
    place = np.clip(np.searchsorted(EDGES, probabilities, side="right") - 1, 0, len(EDGES) - 2)
    return [
        [EDGES[at], EDGES[at + 1], int((place == at).sum()), round(float(probabilities[place == at].mean()), 4), round(float(right[place == at].mean()), 4)]
        for at in np.unique(place)
    ]


def choose(found: Sample) -> Chosen:
    """Temperature by likelihood; the detector's threshold by F1, the lowest of the plateau; doubt as far as its budget goes, most uncertain tiles first."""
    real = found.truth >= 0
    temperature = fit_temperature(found.logits[real], found.truth[real])
    counted = found.truth != -2
    grid = np.linspace(0.15, 0.7, 56)
    f1 = [2 * (real & (found.scores >= at)).sum() / ((counted & (found.scores >= at)).sum() + found.labels) for at in grid]
    threshold = float(grid[int(np.flatnonzero(np.array(f1) >= max(f1) - PLATEAU)[0])])
    kept = real & (found.scores >= threshold)
    probabilities = softmax(np.asarray(found.logits[kept] / temperature, np.float32)).astype(np.float64)
    right = probabilities.argmax(1) == found.truth[kept]
    confidence = probabilities.max(1)
    # A quarter of the budget goes to boxes the detector hardly believes in, the rest to faces.
    faint = float(np.quantile(found.scores[kept][right], DOUBT_BUDGET / 4))
    doubt = float(np.quantile(confidence[right], DOUBT_BUDGET * 3 / 4))
    return Chosen(
        temperature,
        threshold,
        threshold / 3,
        max(faint, threshold),
        doubt,
        expected_calibration_error(confidence, right),
        int(kept.sum()),
        reliability(confidence, right),
    )


def calibration_photos(folder: Path) -> list[Labelled]:
    """The photos of a training folder whose groups the committed list keeps for calibration. Raises DatasetError."""
    rows = manifest_rows(folder)
    if not rows:
        raise DatasetError(f"no manifest.csv beside {str(folder)!r}: calibration needs to know which photos belong to which group")
    wanted = set(tomllib.loads(GROUPS.read_text(encoding="utf-8"))["calibrate"]["groups"])
    chosen = {file for file, row in rows.items() if row["group"] in wanted}
    return [photo for photo in read_folder(folder) if photo.path.stem in chosen]


def main(arguments: Sequence[str]) -> int:
    """The command line. Raises RecognizerError."""
    parser = argparse.ArgumentParser(prog="python -m recognizer calibrate", description=__doc__)
    parser.add_argument("folder", type=Path, help="the training folder (images/, labels/, classes.txt; manifest.csv beside it)")
    parser.add_argument("models", type=Path, nargs="?", default=MODELS)
    options = parser.parse_args(arguments)
    # Probabilities come out of the file at its own temperature: set it to 1 before sampling.
    write_metadata(options.models / "faces.onnx", {"temperature": "1.0"})
    chosen = choose(sample(calibration_photos(options.folder), Models.load(options.models)))
    values = {key: str(round(float(getattr(chosen, key)), 4)) for key in ("temperature", "doubt_below", "detect_threshold", "detect_floor", "faint_below")}
    values |= {"calibrated_on": str(chosen.tiles), "ece": str(round(chosen.ece, 4)), "reliability": json.dumps(chosen.reliability)}
    write_metadata(options.models / "faces.onnx", values)
    json.dump(values, sys.stdout, indent=1)
    print()
    return 0
