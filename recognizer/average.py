"""Mean average precision of both networks together: every box down to a score of 0.001, with every face it may show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recognizer.classes import CLASS_NAMES
from recognizer.detector import Boxes, merge_doubles
from recognizer.image import load_upright
from recognizer.labels import Labelled
from recognizer.metrics import average_precision, far_from_labels, match, suppress
from recognizer.read import Models, second_look

FLOOR = 0.001
MOST_BOXES = 300
LOOSE_IOU = 0.8
"""Before faces are read only near-identical boxes are merged: the class-wise suppression afterwards does the rest."""
CLASS_IOU = 0.6
IOUS = tuple(round(0.5 + 0.05 * step, 2) for step in range(10))
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """One photo's predictions, P (box, class) pairs: `classes`, `scores`, and `hits` (10, P): whether each takes a label at IoU 0.5, 0.55 ... 0.95.

    `labels` (43,): how many labels each class has.
    """

    classes: NDArray[np.int64]
    scores: Array
    hits: NDArray[np.bool_]
    labels: NDArray[np.int64]


def merge_loosely(boxes: Boxes) -> Boxes:
    return merge_doubles(boxes, LOOSE_IOU, 2.0)


def rank_everything(photo: bytes, label: Labelled, models: Models, ignore_outside: bool) -> Ranked:
    """Predictions of one photo, matched class by class."""
    image = load_upright(photo)
    threshold = models.face_reader.settings.detect_threshold
    image, boxes = second_look(models.detector, image, models.detector(image.pixels, FLOOR, merge=merge_loosely), threshold, merge_loosely)
    boxes = boxes.take(np.arange(min(MOST_BOXES, len(boxes))))
    faces = models.face_reader(image.pixels, boxes.xyxy)
    scores = boxes.scores[:, None] * faces.probabilities
    which, classes = np.nonzero(scores >= FLOOR)
    frame = [image.width, image.height, image.width, image.height]
    labelled = np.asarray(label.boxes * frame, np.float32)
    return match_classes(boxes.xyxy[which] / np.float32(image.scale), classes, scores[which, classes], labelled, label.faces, ignore_outside)


def match_classes(xyxy: Array, classes: NDArray[np.int64], scores: Array, labelled: Array, faces: NDArray[np.int64], ignore_outside: bool = False) -> Ranked:
    """Class-wise suppression, then class-wise matching at each IoU. `xyxy` (P, 4), `labelled` (L, 4), both in px of the photo."""
    kept: list[NDArray[np.int64]] = []
    for number in np.unique(classes):
        mine = np.flatnonzero(classes == number)
        kept.append(mine[suppress(xyxy[mine], scores[mine], CLASS_IOU)])
    order = np.concatenate(kept) if kept else np.zeros(0, np.int64)
    xyxy, classes, scores = xyxy[order], classes[order], scores[order]
    hits = np.zeros((len(IOUS), len(xyxy)), np.bool_)
    for number in np.unique(classes):
        mine, theirs = np.flatnonzero(classes == number), np.flatnonzero(faces == number)
        for at, least in enumerate(IOUS):
            hits[at, mine] = match(xyxy[mine], scores[mine], labelled[theirs], least) >= 0
    counted = np.ones(len(xyxy), np.bool_)
    if ignore_outside:
        counted = hits[0] | ~far_from_labels(xyxy, labelled)
    return Ranked(classes[counted], scores[counted], hits[:, counted], np.bincount(faces, minlength=len(CLASS_NAMES)))


def class_map(photos: Sequence[Ranked]) -> dict[str, float | None]:
    """`map50` and `map50_95`: the mean over classes that have labels; None without labels."""
    if not photos:
        return {"map50": None, "map50_95": None}
    labels = np.sum([photo.labels for photo in photos], axis=0)
    classes = np.concatenate([photo.classes for photo in photos])
    scores = np.concatenate([photo.scores for photo in photos])
    hits = np.concatenate([photo.hits for photo in photos], axis=1)
    table = [
        [average_precision(scores[mine], hits[at, mine], int(labels[number])) for at in range(len(IOUS))]
        for number in np.flatnonzero(labels)
        for mine in [classes == number]
    ]
    if not table:
        return {"map50": None, "map50_95": None}
    return {"map50": float(np.mean(table, axis=0)[0]), "map50_95": float(np.mean(table))}
