"""`python -m recognizer train`: both networks from a prepared folder (`python -m datasets prepare`). Needs torch and ultralytics."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from recognizer.errors import DatasetError

PHOTO_SHARE = 0.45
"""Of the face reader's crops so many are photographs, the rest renders."""


def main(arguments: Sequence[str]) -> int:
    """The command line. Raises DatasetError when the prepared folder lacks something."""
    parser = argparse.ArgumentParser(prog="python -m recognizer train", description=__doc__)
    parser.add_argument("prepared", type=Path, nargs="?", help="folder that `python -m datasets prepare` wrote")
    parser.add_argument("out", type=Path, nargs="?", default=Path("runs/models"), help="where checkpoints go; a run that finds its own goes on from them")
    parser.add_argument("--from", dest="source", type=Path, metavar="MODELS", help="fine-tune these models on the photos of --add")
    parser.add_argument("--add", type=Path, metavar="FOLDER", help="labelled photos to learn (images/, labels/, classes.txt)")
    parser.add_argument(
        "--check", type=Path, nargs="*", default=[], metavar="FOLDER", help="labelled photos to judge a fine-tuned model by, beside those kept back"
    )
    parser.add_argument("--only", choices=("detector", "faces"), help="train one of the two")
    parser.add_argument("--start", type=Path, help="detector weights to begin from (any YOLO11n checkpoint)")
    parser.add_argument("--face-start", type=Path, help="face reader checkpoint to begin from")
    parser.add_argument("--tile-epochs", type=int, default=5)
    parser.add_argument("--face-epochs", type=int, default=14)
    parser.add_argument("--crops-per-epoch", type=int, default=30_000)
    parser.add_argument("--size", type=int, default=640, help="detector input, px")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 2)
    options = parser.parse_args(arguments)
    if (options.source is None) != (options.add is None):
        parser.error("--from and --add go together")
    if options.source is not None:
        from recognizer.finetune import run

        return run(options)
    if options.prepared is None:
        parser.error("expected a prepared folder, or --from MODELS --add FOLDER")
    if options.only != "detector":
        _train_faces(options)
    if options.only != "faces":
        _train_detector(options)
    return 0


def _train_faces(options: argparse.Namespace) -> None:
    from recognizer.train_faces import CropFile, FaceRecipe, train_faces

    crops = options.prepared / "crops"
    shares = {"photos_fit.npz": PHOTO_SHARE, "renders_fit.npz": 1 - PHOTO_SHARE}
    files = [CropFile(crops / name, share) for name, share in shares.items() if (crops / name).is_file()]
    check = crops / "photos_calibrate.npz"
    if not files or not check.is_file():
        raise DatasetError(f"no crops in {str(crops)!r}: expected {', '.join(shares)} and {check.name}, as `python -m datasets prepare` writes them")
    recipe = FaceRecipe(epochs=options.face_epochs, per_epoch=options.crops_per_epoch)
    train_faces(files, check, options.out / "faces", recipe, options.face_start, options.threads)


def _train_detector(options: argparse.Namespace) -> None:
    from recognizer.train_tiles import TileRecipe, train_tiles

    folder = options.prepared / "detector"
    if not (folder / "train" / "images").is_dir():
        raise DatasetError(f"no detector pictures in {str(folder)!r}: expected train/images and train/labels")
    # Without weights Ultralytics builds the network from its own description: from scratch, slow to learn, but it needs no download.
    start = options.start or Path("yolo11n.yaml")
    train_tiles(folder, start, options.out / "tiles", TileRecipe(epochs=options.tile_epochs, size=options.size), options.threads)
