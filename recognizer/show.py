"""`python -m recognizer read PHOTO`: what one photo shows, in words or as the JSON of `POST /api/read`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from recognizer.evaluate import MODELS
from recognizer.read import Models, read_photo
from recognizer.reading import Reading, face_code


def main(arguments: Sequence[str]) -> int:
    """The command line. Raises RecognizerError, and OSError where the file cannot be opened."""
    parser = argparse.ArgumentParser(prog="python -m recognizer read", description="Read the tiles in a photo.")
    parser.add_argument("photo", type=Path, help="JPEG, PNG, WebP or HEIC")
    parser.add_argument("--json", action="store_true", help="print what POST /api/read answers")
    parser.add_argument("--models", type=Path, default=MODELS, help="folder with tiles.onnx and faces.onnx")
    options = parser.parse_args(arguments)
    reading = read_photo(options.photo.read_bytes(), Models.load(options.models))
    if options.json:
        json.dump(reading.as_dict(), sys.stdout, indent=1)
        print()
    else:
        print(as_text(reading))
    return 0


def as_text(reading: Reading) -> str:
    """A line a group, doubtful tiles with a question mark, then what to check and what is offered."""
    lines = [f"{len(reading.tiles)} tiles read, {len(reading.doubts)} to check"]
    for group in reading.groups:
        tiles = (reading.tiles[index] for index in group.tiles)
        lines.append(f"{group.kind.value:10} " + " ".join(face_code(tile.face) + "?" * tile.doubtful for tile in tiles))
    for doubt in reading.doubts:
        place = f"tile {doubt.tile + 1}" if doubt.tile is not None else "at {:.0f},{:.0f}".format(*doubt.box.centre)
        lines.append(f"check {place}: {doubt.text}")
    if reading.suggestion is not None:
        lines.append(reading.suggestion.text)
    return "\n".join(lines)
