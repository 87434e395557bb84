"""`python -m recognizer train --from MODELS --add FOLDER`: teach the shipped networks a table's own photos, and keep the result only if it reads no worse."""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from recognizer.augment import cut
from recognizer.errors import DatasetError
from recognizer.evaluate import evaluate
from recognizer.labels import Labelled, detector_classes, read_folder, yolo_text
from recognizer.read import Models

HELD_PERCENT = 20
FILES = ("tiles.onnx", "faces.onnx", "tiles.pt", "faces.pt")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Both models on the same photos, none of which was learnt from. `better` is what decides: whole photos, then tiles, not fewer right."""

    before: dict[str, Any]
    after: dict[str, Any]

    @property
    def better(self) -> bool:
        keys = ("whole_photo_exact", "tile_accuracy")
        return all((self.after[key] or 0.0) >= (self.before[key] or 0.0) for key in keys)

    def summary(self) -> dict[str, Any]:
        keys = ("photos", "whole_photo_exact", "tile_accuracy", "silent_error_rate", "doubt_rate")
        return {"before": {key: self.before[key] for key in keys}, "after": {key: self.after[key] for key in keys}, "kept": self.better}


def split(photos: Sequence[Labelled]) -> tuple[list[Labelled], list[Labelled]]:
    """What to learn from and what to judge by. By the name's hash, so that a photo never changes sides as more are added; never an empty side."""
    held = [photo for photo in photos if int(hashlib.sha256(photo.path.stem.encode()).hexdigest(), 16) % 100 < HELD_PERCENT]
    learn = [photo for photo in photos if photo not in held]
    if len(photos) < 2:
        raise DatasetError(f"{len(photos)} photos to learn from, expected at least 2: one is kept to judge by")
    if not held:
        held, learn = learn[-1:], learn[:-1]
    elif not learn:
        learn, held = held[:-1], held[-1:]
    return learn, held


def finetune(models: Path, add: Path, out: Path, *, check: Sequence[Path] = (), prepared: Path | None = None, threads: int = 2, epochs: int = 3) -> Verdict:
    """Train both networks from `models` on the labelled folder `add`; replace the files in `models` only if the verdict is no worse.

    `check`: further labelled folders to judge by. `prepared`: what `python -m datasets prepare` wrote, mixed in so that nothing is forgotten.
    Raises DatasetError.
    """
    missing = [name for name in FILES if not (models / name).is_file()]
    if missing:
        raise DatasetError(f"{str(models)!r} lacks {', '.join(missing)}")
    learn, held = split(read_folder(add))
    judge = [*held, *(photo for folder in check for photo in read_folder(folder))]
    fresh = out / "models"
    fresh.mkdir(parents=True, exist_ok=True)
    _learn_faces(models, learn, out, fresh, prepared, threads, epochs)
    _learn_tiles(models, learn, out, fresh, threads, epochs)
    verdict = Verdict(evaluate(judge, Models.load(models), ignore_outside=True), evaluate(judge, Models.load(fresh), ignore_outside=True))
    if verdict.better:
        for name in FILES:
            shutil.copyfile(fresh / name, models / name)
    return verdict


def _learn_faces(models: Path, learn: Sequence[Labelled], out: Path, fresh: Path, prepared: Path | None, threads: int, epochs: int) -> None:
    from recognizer.export import export_faces, half_checkpoint
    from recognizer.model import Network
    from recognizer.train_faces import CropFile, FaceRecipe, train_faces

    own = _crops(learn, out / "own.npz")
    base = [CropFile(file, 0.35) for name in ("photos_fit", "renders_fit") if prepared and (file := prepared / "crops" / f"{name}.npz").is_file()]
    count = len(np.load(own)["faces"])
    # Without the crops that taught the rest, only a few small steps: enough to shift to a set's strokes, too few to forget the others.
    recipe = FaceRecipe(epochs=epochs, per_epoch=max(128, min(20_000, count * (20 if base else 6)) // 128 * 128), rate=4e-4 if base else 1.5e-4, balance=0.3)
    last = train_faces([CropFile(own, 0.3), *base], own, out / "faces", recipe, models / "faces.pt", threads)
    kept = Network.load(models / "faces.onnx").metadata
    choices = ("temperature", "doubt_below", "detect_threshold", "detect_floor", "faint_below", "calibrated_on", "ece")
    export_faces(last, fresh / "faces.onnx", {key: kept[key] for key in choices if key in kept})
    half_checkpoint(last, fresh / "faces.pt")


def _crops(photos: Sequence[Labelled], file: Path) -> Path:
    pixels, faces = [], []
    for photo in photos:
        image = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
        if image is None:
            raise DatasetError(f"not a picture: {str(photo.path)!r}")
        scale = [image.shape[1], image.shape[0]] * 2
        pixels += [cut(np.asarray(image, np.uint8), box) for box in photo.boxes * scale]
        faces += photo.faces.tolist()
    if not faces:
        raise DatasetError("no labelled tile to learn from")
    np.savez(file, pixels=np.stack(pixels), faces=np.array(faces, np.int64), source=np.full(len(faces), "own"))
    return file


def _learn_tiles(models: Path, learn: Sequence[Labelled], out: Path, fresh: Path, threads: int, epochs: int) -> None:
    from recognizer.export import export_tiles, half_detector
    from recognizer.train_tiles import TileRecipe, train_tiles

    folder = out / "detector" / "train"
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for photo in learn:
        shutil.copyfile(photo.path, folder / "images" / photo.path.name)
        (folder / "labels" / f"{photo.path.stem}.txt").write_text(yolo_text(detector_classes(photo.faces), photo.boxes))
    last = train_tiles(folder.parent, models / "tiles.pt", out / "tiles", TileRecipe(epochs=epochs, batch=4, rate=1e-4), threads)
    export_tiles(last, fresh / "tiles.onnx", {})
    half_detector(last, fresh / "tiles.pt")


def run(options: argparse.Namespace) -> int:
    """What `train --from` does once its arguments are read: 0 when the new models were kept, 1 when the old ones read better."""
    verdict = finetune(
        options.source, options.add, options.out, check=options.check, prepared=options.prepared, threads=options.threads, epochs=options.tile_epochs
    )
    json.dump(verdict.summary(), sys.stdout, indent=1)
    print()
    return 0 if verdict.better else 1
