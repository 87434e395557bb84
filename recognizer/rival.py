"""`python -m recognizer rival DIR`: PyPI's `mahjong-detector` and ours on the same photos in the same run, judged by the same rules. Needs `.[bench]`."""

from __future__ import annotations

import argparse
import importlib
import io
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from recognizer.classes import tile_of
from recognizer.errors import DatasetError
from recognizer.evaluate import MODELS, compare, photo_figures
from recognizer.labels import Labelled, read_folder
from recognizer.read import Models, read_photo
from recognizer.reading import Box, Detection, Reading

SHOWN = ("photos", "tiles", "tile_accuracy", "whole_photo_exact", "spurious_per_photo", "p50_ms", "p95_ms")
_HONOURS = {"tou": "east", "nan": "south", "sha": "west", "pe": "north", "haku": "white", "hatsu": "green", "chun": "red"}


def code_of(name: str) -> str:
    """Its class name (`5p`, `chun`) as one of ours (`p5`, `red`)."""
    return _HONOURS.get(name) or name[1] + name[0]


def rival() -> Callable[[bytes], Reading]:
    """`mahjong-detector` behind our Reading type: its own preparation, network, thresholds and NMS. Raises DatasetError when it isn't installed."""
    try:
        prepare = importlib.import_module("mahjong_detector.preprocess").preprocess_image
        predict = importlib.import_module("mahjong_detector.predict")
    except ImportError as error:
        raise DatasetError("mahjong-detector is not installed: pip install '.[bench]'") from error

    def read(photo: bytes) -> Reading:
        image = Image.open(io.BytesIO(photo))
        found = predict.predict(*prepare(image))
        tiles = [
            Detection(((tile_of(code_of(predict.CLASS_NAMES[one.class_id])), float(one.confidence)),), Box(one.x1, one.y1, one.x2, one.y2), one.confidence)
            for one in found
            if one.x1 < one.x2 and one.y1 < one.y2
        ]
        return Reading(image.width, image.height, tuple(tiles), (), (), None, "mahjong-detector")

    return read


def measured(photos: Sequence[Labelled], read: Callable[[bytes], Reading]) -> dict[str, Any]:
    """The figures of one reader: tiles far from every label are left out, as for photos where only the hand is labelled."""
    outcomes = []
    read(photos[0].path.read_bytes())
    for photo in photos:
        data = photo.path.read_bytes()
        start = time.perf_counter()
        reading = read(data)
        outcomes.append(compare(reading, photo, ignore_outside=True, milliseconds=(time.perf_counter() - start) * 1000))
    figures = photo_figures(outcomes, repair=False)
    return {key: figures[key] for key in SHOWN}


def main(arguments: Sequence[str]) -> int:
    """The command line. Raises RecognizerError."""
    parser = argparse.ArgumentParser(prog="python -m recognizer rival", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--known-faces", action="store_true", help="only photos without flowers and seasons, which mahjong-detector doesn't know")
    options = parser.parse_args(arguments)
    photos = read_folder(options.folder)
    if options.known_faces:
        photos = [photo for photo in photos if not np.any((photo.faces >= 34) & (photo.faces < 42))]
    theirs = rival()
    models = Models.load(options.models)
    figures = {"mahjong-detector 0.0.6": measured(photos, theirs), "fanlens": measured(photos, lambda data: read_photo(data, models))}
    json.dump(figures, sys.stdout, indent=1)
    print()
    return 0
