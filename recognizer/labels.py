"""A folder of labelled photos as `evaluate` wants it: `images/`, `labels/` (YOLO txt), `classes.txt`, and perhaps `manifest.csv` beside the folder."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recognizer.classes import BACK, CLASS_INDEX
from recognizer.detector import ious
from recognizer.errors import DatasetError

CORRECTIONS = Path(__file__).parent.parent / "datasets" / "manifests" / "corrections.toml"
SAME_BOX = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """One photo's labels. `boxes`: (N, 4) x1 y1 x2 y2 relative to the photo, 0..1. `faces`: (N,) numbers in `CLASS_NAMES`."""

    path: Path
    subset: str
    boxes: NDArray[np.float64]
    faces: NDArray[np.int64]


def read_folder(folder: Path) -> list[Labelled]:
    """Every photo of a folder in order of name, its own class order mapped by name. Raises DatasetError."""
    classes = folder / "classes.txt"
    if not classes.is_file() or not (folder / "images").is_dir():
        raise DatasetError(f"{str(folder)!r} is no labelled folder: expected images/, labels/ and classes.txt in it")
    names = classes.read_text(encoding="utf-8").split()
    unknown = [name for name in names if name not in CLASS_INDEX]
    if unknown:
        raise DatasetError(f"{str(classes)!r} names {unknown}, expected names such as 'm1', 'east', 'back'")
    numbers = np.array([CLASS_INDEX[name] for name in names], np.int64)
    rows = manifest_rows(folder)
    photos = sorted(path for path in (folder / "images").iterdir() if path.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp", ".heic"))
    return [_labelled(path, folder, numbers, rows.get(path.stem, {}).get("subset", "")) for path in photos]


def _labelled(path: Path, folder: Path, numbers: NDArray[np.int64], subset: str) -> Labelled:
    file = folder / "labels" / f"{path.stem}.txt"
    if not file.is_file():
        raise DatasetError(f"{path.name!r} has no labels: expected {str(file)!r}")
    try:
        table = np.array(file.read_text(encoding="utf-8").split(), np.float64).reshape(-1, 5)
        faces = numbers[table[:, 0].astype(np.int64)]
    except (ValueError, IndexError):
        raise DatasetError(f"{str(file)!r}: expected lines of a class number below {len(numbers)}, centre x, centre y, width, height") from None
    half = table[:, 3:5] / 2
    return Labelled(path, subset, np.hstack([table[:, 1:3] - half, table[:, 1:3] + half]), faces)


def yolo_text(classes: NDArray[np.int64], boxes: NDArray[np.float64]) -> str:
    """The text of a YOLO label file: a line each box, `class cx cy w h`. `boxes` (N, 4) are x1 y1 x2 y2 relative to the photo."""
    lines = [f"{number} {(x1 + x2) / 2:.6f} {(y1 + y2) / 2:.6f} {x2 - x1:.6f} {y2 - y1:.6f}\n" for number, (x1, y1, x2, y2) in zip(classes, boxes, strict=True)]
    return "".join(lines)


def detector_classes(faces: NDArray[np.int64]) -> NDArray[np.int64]:
    """Numbers of DETECTOR_NAMES for faces: 0 where a face shows, 1 where a tile lies face down."""
    return np.asarray(faces == CLASS_INDEX[BACK], np.int64)


def manifest_rows(folder: Path) -> dict[str, dict[str, str]]:
    """The lines of the `manifest.csv` beside a folder that speak of its photos, by file name without suffix; none where there is no manifest."""
    manifest = folder.resolve().parent / "manifest.csv"
    if not manifest.is_file():
        return {}
    with manifest.open(newline="", encoding="utf-8") as stream:
        return {row["file"]: row for row in csv.DictReader(stream) if row.get("split") in (None, folder.resolve().name)}


def read_corrections(file: Path = CORRECTIONS) -> list[dict[str, Any]]:
    """The recorded corrections; none when there is no file.

    Each is a `[[corrections]]` table: `image` (file name without suffix) and `box` (x1 y1 x2 y2 relative to the photo) with `was` and `now`
    (a wrong face), or `was` and `to` (a box that misses its tile, and the tile's), or `add = true` and `face` (a tile without a label).
    Nothing can drop a label. Raises DatasetError.
    """
    if not file.is_file():
        return []
    listed = tomllib.loads(file.read_text(encoding="utf-8")).get("corrections", [])
    for entry in listed:
        faces = (entry.get("face"),) if entry.get("add") else (entry.get("was"), entry.get("now", entry.get("was")))
        boxes = [entry.get("box", ()), *([entry["to"]] if "to" in entry else [])]
        changes = any(key in entry for key in ("add", "now", "to"))
        if not isinstance(entry.get("image"), str) or any(len(box) != 4 for box in boxes) or any(face not in CLASS_INDEX for face in faces) or not changes:
            raise DatasetError(f"{str(file)!r}: {entry}, expected image, box of 4, and was and now, was and to (4), or add and face")
    return list(listed)


def audited(photos: Sequence[Labelled], corrections: Sequence[dict[str, Any]]) -> list[Labelled]:
    """The same photos with corrections applied. Raises DatasetError when one names a label that isn't there as it says."""
    by_image: dict[str, list[dict[str, Any]]] = {}
    for entry in corrections:
        by_image.setdefault(entry["image"], []).append(entry)
    return [_corrected(photo, by_image.get(photo.path.stem, [])) for photo in photos]


def _corrected(photo: Labelled, entries: Sequence[dict[str, Any]]) -> Labelled:
    boxes, faces = photo.boxes.copy(), photo.faces.copy()
    for entry in entries:
        box = np.array([entry["box"]], np.float64)
        if entry.get("add"):
            boxes, faces = np.vstack([boxes, box]), np.append(faces, CLASS_INDEX[entry["face"]])
            continue
        overlap = ious(np.asarray(box, np.float32), np.asarray(boxes, np.float32))[0]
        found = [int(at) for at in np.argsort(-overlap) if overlap[at] >= SAME_BOX and faces[at] == CLASS_INDEX[entry["was"]]]
        if not found:
            raise DatasetError(f"no label {entry['was']!r} at {entry['box']} in {photo.path.stem!r}, as a correction says")
        faces[found[0]] = CLASS_INDEX[entry.get("now", entry["was"])]
        boxes[found[0]] = entry.get("to", boxes[found[0]])
    return replace(photo, boxes=boxes, faces=faces)
