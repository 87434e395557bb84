"""Training the detector with Ultralytics: a folder of pictures with `tile` and `back` boxes in, a checkpoint every epoch out."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recognizer.classes import DETECTOR_NAMES


@dataclass(frozen=True, slots=True)
class TileRecipe:
    """What a run is; `size` is the square input in pixels, `rate` the AdamW peak."""

    epochs: int = 3
    batch: int = 8
    rate: float = 1.2e-3
    size: int = 640
    scale: float = 0.25
    seed: int = 1


def train_tiles(folder: Path, start: Path, out: Path, recipe: TileRecipe, threads: int = 2, resume: bool = True) -> Path:
    """Train on `folder` (`train/images`, `train/labels`, and `val/` where there is one); returns the last checkpoint.

    Goes on from `out/weights/last.pt` when an interrupted run left one. Never mirrored, no mosaic: canvases already hold many clips.
    """
    os.environ.setdefault("YOLO_OFFLINE", "true")
    from ultralytics import YOLO  # type: ignore[attr-defined]

    last = out / "weights" / "last.pt"
    going_on = resume and last.exists()
    if going_on and _epochs_done(last) >= recipe.epochs:
        return last
    model = YOLO(str(last if going_on else start))
    for event in ("on_train_start", "on_train_epoch_start"):
        model.add_callback(event, lambda _trainer: _use_threads(threads))
    model.add_callback("on_train_start", _without_validation)
    model.add_callback("on_train_batch_start", _Falling(recipe.rate))
    settings: dict[str, Any] = {
        "data": str(data_file(folder)),
        "epochs": recipe.epochs,
        "batch": recipe.batch,
        "imgsz": recipe.size,
        "optimizer": "AdamW",
        "lr0": recipe.rate,
        "lrf": 0.02,
        "cos_lr": True,
        "warmup_epochs": 0.3,
        "weight_decay": 5e-4,
        "fliplr": 0.0,
        "flipud": 0.0,
        "mosaic": 0.0,
        "scale": recipe.scale,
        "translate": 0.08,
        "hsv_h": 0.03,
        "hsv_s": 0.5,
        "hsv_v": 0.4,
        "erasing": 0.0,
        "seed": recipe.seed,
        "device": "cpu",
        "workers": 1,
        "val": False,
        "plots": False,
        "amp": False,
        "project": str(out.parent.resolve()),
        "name": out.name,
        "exist_ok": True,
        "save_period": -1,
    }
    model.train(**({"resume": True} if going_on else settings))
    return last


class _Falling:
    """The rate falls along half a cosine with every batch. Ultralytics lowers it once an epoch, which two or three epochs hardly notice.

    Its own warm-up comes after this callback and has the last word while it lasts.
    """

    def __init__(self, rate: float) -> None:
        self._rate, self._batches = rate, 0

    def __call__(self, trainer: Any) -> None:
        in_epoch = len(trainer.train_loader)
        self._batches = max(self._batches, trainer.epoch * in_epoch)
        rate = self._rate * max(falling(self._batches / (trainer.epochs * in_epoch)), 0.02)
        for group in trainer.optimizer.param_groups:
            group["lr"] = rate
        self._batches += 1


def falling(done: float) -> float:
    """The share of the rate that is left when `done` (0..1) of a run is."""
    return (1 + math.cos(math.pi * min(done, 1.0))) / 2


def _epochs_done(checkpoint: Path) -> int:
    import torch

    # Ultralytics' checkpoints hold its own classes; this one was written by the run that is being resumed.
    return int(torch.load(checkpoint, map_location="cpu", weights_only=False)["epoch"]) + 1


def data_file(folder: Path) -> Path:
    """Write the folder's `data.yaml` as Ultralytics wants it and return its path."""
    names = "".join(f"  {index}: {name}\n" for index, name in enumerate(DETECTOR_NAMES))
    held = "val/images" if (folder / "val").exists() else "train/images"
    file = folder / "data.yaml"
    file.write_text(f"path: {folder.resolve()}\ntrain: train/images\nval: {held}\nnames:\n{names}")
    return file


def _without_validation(trainer: Any) -> None:
    """`val=False` still validates after the last epoch, before the checkpoint is written: minutes on two cores, for figures that
    `python -m recognizer evaluate` gives of the whole pipeline."""
    trainer.validate = lambda: ({}, 0.0)
    trainer.final_eval = lambda: None


def _use_threads(threads: int) -> None:
    """Ultralytics sets torch to one core less than there are, which on two cores takes twice as long."""
    import torch

    torch.set_num_threads(threads)
