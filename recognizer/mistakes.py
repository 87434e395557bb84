"""`python -m recognizer mistakes DIR OUT.png`: a contact sheet of every tile where reading and label disagree, surest first.

It serves twice: to see what the networks get wrong, and to find labels that are wrong themselves.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.classes import CLASS_INDEX, CLASS_NAMES
from recognizer.evaluate import MODELS
from recognizer.face_reader import cut_crop
from recognizer.image import load_upright
from recognizer.labels import Labelled, audited, read_corrections, read_folder
from recognizer.metrics import far_from_labels, match
from recognizer.read import Models, read_photo
from recognizer.reading import face_code

CELL_W, CELL_H, PICTURE = 190, 170, 120


@dataclass(frozen=True, slots=True, eq=False)
class Mistake:
    """One disagreement: `label` and `read` are class names, `-` for a missed label or a spurious tile; `crop` is uint8 BGR (PICTURE, PICTURE, 3)."""

    photo: str
    label: str
    read: str
    probability: float
    doubtful: bool
    box: tuple[float, float, float, float]
    crop: NDArray[np.uint8]


def mistakes(photos: Sequence[Labelled], models: Models) -> list[Mistake]:
    """Every wrong, missed or spurious tile (spurious ones only near labels), the reader's surest first."""
    listed: list[Mistake] = []
    for photo in photos:
        data = photo.path.read_bytes()
        reading, whole = read_photo(data, models), load_upright(data)
        pixels = whole.finer(8.0).pixels
        scale = pixels.shape[1] / reading.width
        labelled = np.asarray(photo.boxes * [reading.width, reading.height, reading.width, reading.height], np.float32)
        predicted = np.array([tile.box.as_list() for tile in reading.tiles], np.float32).reshape(-1, 4)
        taken = match(predicted, np.array([tile.score for tile in reading.tiles], np.float32), labelled)
        far = far_from_labels(predicted, labelled)
        found: list[tuple[NDArray[np.float32], str, str, float, bool]] = []
        for tile, box, label, away in zip(reading.tiles, predicted, taken, far, strict=True):
            read = face_code(tile.face)
            if label >= 0 and CLASS_INDEX[read] != photo.faces[label]:
                found.append((box, CLASS_NAMES[photo.faces[label]], read, tile.probability, tile.doubtful))
            elif label < 0 and not away:
                found.append((box, "-", read, tile.score, tile.doubtful))
        for missed in sorted(set(range(len(labelled))) - set(taken.tolist())):
            found.append((labelled[missed], CLASS_NAMES[photo.faces[missed]], "-", 0.0, False))
        for box, name, read, probability, doubtful in found:
            x1, y1, x2, y2 = (float(side) for side in box)
            crop = cut_crop(pixels, box * np.float32(scale), 0.35, PICTURE)
            listed.append(Mistake(photo.path.stem, name, read, probability, doubtful, (x1, y1, x2, y2), crop))
    return sorted(listed, key=lambda mistake: -mistake.probability)


def sheet(listed: Sequence[Mistake], across: int = 8) -> NDArray[np.uint8]:
    """The mistakes as one picture, uint8 BGR; under each crop its label, what was read and how surely, and the photo's name."""
    rows = max(1, -(-len(listed) // across))
    page = np.full((rows * CELL_H, across * CELL_W, 3), 255, np.uint8)
    for index, mistake in enumerate(listed):
        y, x = index // across * CELL_H, index % across * CELL_W
        page[y + 4 : y + 4 + PICTURE, x + 4 : x + 4 + PICTURE] = mistake.crop
        colour = (0, 120, 200) if mistake.doubtful else (0, 0, 200)
        text = f"{mistake.label} read {mistake.read} {mistake.probability:.3f}"
        cv2.putText(page, text, (x + 4, y + PICTURE + 20), cv2.FONT_HERSHEY_SIMPLEX, 0.42, colour, 1, cv2.LINE_AA)
        cv2.putText(page, mistake.photo[:26], (x + 4, y + PICTURE + 36), cv2.FONT_HERSHEY_SIMPLEX, 0.35, (90, 90, 90), 1, cv2.LINE_AA)
    return page


def main(arguments: Sequence[str]) -> int:
    """The command line. Raises RecognizerError."""
    parser = argparse.ArgumentParser(prog="python -m recognizer mistakes", description="A contact sheet of what reading and labels disagree on.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path, help="PNG to write")
    parser.add_argument("--labels", choices=("supplied", "audited"), default="audited")
    parser.add_argument("--models", type=Path, default=MODELS)
    options = parser.parse_args(arguments)
    photos = read_folder(options.folder)
    listed = mistakes(audited(photos, read_corrections()) if options.labels == "audited" else photos, Models.load(options.models))
    cv2.imwrite(str(options.out), sheet(listed))
    for mistake in listed:
        box = " ".join(f"{side:.0f}" for side in mistake.box)
        print(f"{mistake.photo}\t{mistake.label}\t{mistake.read}\t{mistake.probability:.3f}\t{'doubtful' if mistake.doubtful else 'silent'}\t{box}")
    print(f"{len(listed)} disagreements in {len(photos)} photos", file=sys.stderr)
    return 0
