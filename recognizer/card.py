"""`python -m recognizer card`: measure the shipped models, and rewrite the numbers in models/CARD.md and README.md. Nobody types a number by hand."""

from __future__ import annotations

import argparse
import csv
import json
import platform
import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnxruntime

from recognizer.calibrate import GROUPS
from recognizer.classes import CLASS_NAMES
from recognizer.conditions import MEASURES
from recognizer.errors import DatasetError
from recognizer.evaluate import MODELS, evaluate, knowing
from recognizer.labels import Labelled, audited, read_corrections, read_folder
from recognizer.model import Network
from recognizer.read import Models
from recognizer.turned import LEVEL_SUBSETS, turned

ROOT = Path(__file__).parent.parent
COLUMNS = (
    ("photos", "photos"),
    ("tiles", "tiles"),
    ("tile_accuracy", "tile accuracy"),
    ("whole_photo_exact", "whole photo exact"),
    ("hands", "hands"),
    ("whole_hand_exact", "whole hand exact"),
    ("whole_hand_exact_repaired", "... once repaired"),
    ("silent_error_rate", "silent errors"),
    ("silent_error_rate_upper_95", "... 95 % upper bound"),
    ("doubt_rate", "doubt rate"),
    ("bonus_accuracy", "flowers and seasons"),
    ("spurious_per_photo", "spurious a photo"),
    ("map50", "mAP50"),
    ("map50_95", "mAP50-95"),
    ("p50_ms", "p50 ms"),
    ("p95_ms", "p95 ms"),
)
CONDITION_KEYS = ("photos", "tiles", "tile_accuracy", "whole_photo_exact", "silent_error_rate", "doubt_rate")
RENDERED = "rendered, tile sets never seen"
CONFIRMED, MEASURED = 8, 60
"""Photos of a set that are confirmed to teach it, and how many others are then read."""
TURNS = (15, 30, 45, 90, 180)
SHORT = ("photos", "tile_accuracy", "whole_photo_exact", "whole_hand_exact_repaired", "silent_error_rate", "doubt_rate", "p50_ms")


def replace_block(text: str, name: str, content: str) -> str:
    """The text with what lies between `<!-- NAME -->` and `<!-- /NAME -->` exchanged. Raises DatasetError when the markers aren't there."""
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    if not pattern.search(text):
        raise DatasetError(f"no block '<!-- {name} -->' ... '<!-- /{name} -->' to write to")
    return pattern.sub(lambda found: found.group(1) + content + found.group(2), text)


def table(rows: dict[str, dict[str, Any]], keys: Sequence[str]) -> str:
    """A Markdown table: a line each row of figures, a column each key."""
    titles = dict(COLUMNS)
    lines = ["| | " + " | ".join(titles[key] for key in keys) + " |", "|---" * (len(keys) + 1) + "|"]
    lines += [f"| {name} | " + " | ".join(_shown(row.get(key), key) for key in keys) + " |" for name, row in rows.items()]
    return "\n".join(lines) + "\n"


def _shown(value: object, key: str) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.0f}" if key.endswith("_ms") else f"{value:.4f}"
    return str(value)


def reliability_table(written: str | None) -> str:
    """What calibration wrote of its reliability diagram, as a table."""
    if written is None:
        return "No reliability diagram: calibrate the models first.\n"
    lines = ["| confidence | tiles | mean confidence | right |", "|---|---|---|---|"]
    lines += [f"| {low:g}-{high:g} | {tiles} | {mean:.4f} | {right:.4f} |" for low, high, tiles, mean, right in json.loads(written)]
    return "\n".join(lines) + "\n"


def learnt_rows(photos: Sequence[Labelled], models: Models) -> dict[str, dict[str, Any]]:
    """What "learn this set" gains: for each tile set the same photos read without and with `CONFIRMED` others of it confirmed before."""
    rows: dict[str, dict[str, Any]] = {}
    for name in sorted({photo.subset for photo in photos}):
        own = [photo for photo in photos if photo.subset == name]
        confirmed = showing_all(own)
        others = [photo for photo in own if photo not in confirmed][:MEASURED]
        rows[f"{name}, unknown"] = evaluate(others, models, repair=True)
        rows[f"{name}, learnt from {len(confirmed)} photos"] = evaluate(others, knowing(models, confirmed), repair=True)
    return rows


def turned_rows(photos: Sequence[Labelled], models: Models) -> dict[str, dict[str, Any]]:
    """The photos of rows that lie level, turned as a phone held at a slant or across the table sees them."""
    rows = {}
    for degrees in TURNS:
        with TemporaryDirectory() as folder:
            level = [turned(photo, degrees, Path(folder)) for photo in photos if photo.subset in LEVEL_SUBSETS]
            rows[f"{degrees}°"] = evaluate(level, models, ignore_outside=True)
    return rows


def showing_all(photos: Sequence[Labelled]) -> list[Labelled]:
    """CONFIRMED photos that together show every face as nearly twice as can be: whoever teaches a set lays all of its faces out."""
    chosen: list[Labelled] = []
    wanted = np.full(len(CLASS_NAMES), 2)
    for _ in range(min(CONFIRMED, len(photos) - 1)):
        rest = [photo for photo in photos if photo not in chosen]
        shown = [np.minimum(np.bincount(photo.faces, minlength=len(CLASS_NAMES)), wanted) for photo in rest]
        best = int(np.argmax([counts.sum() for counts in shown]))
        chosen.append(rest[best])
        wanted -= shown[best]
    return chosen


def numbers(
    rows: dict[str, dict[str, Any]], models: Path, turns: dict[str, dict[str, Any]] | None = None, learnt: dict[str, dict[str, Any]] | None = None
) -> str:
    """The card's block of numbers."""
    rendered = rows.get(RENDERED)
    keys = [key for key, _ in COLUMNS]
    first = next(iter(rows.values()))
    reader = Network.load(models / "faces.onnx").metadata
    sizes = {name: (models / name).stat().st_size / 1e6 for name in ("tiles.onnx", "faces.onnx")}
    parts = [
        "Written by `make evaluate DATA=...`; times on " + f"{platform.machine()}, onnxruntime {onnxruntime.__version__}.\n",
        table(rows, keys),
        "By subset (labels as supplied):\n",
        table(first["by"]["subset"], [key for key in keys if key not in ("p50_ms", "p95_ms")]),
        "By tile height in the photo, px:\n",
        table(first["by"]["tile_height"], ["tiles", "tile_accuracy", "silent_error_rate", "doubt_rate", "bonus_accuracy"]),
        *([f"Photos turned ({' and '.join(LEVEL_SUBSETS)}, whose rows lie level):\n", table(turns, CONDITION_KEYS)] if turns else []),
        *(["Learn this set, on rendered photos of sets kept out of training:\n", table(learnt, [*CONDITION_KEYS, "bonus_accuracy"])] if learnt else []),
        "Read wrong most often: "
        + (", ".join(f"{pair['label']} as {pair['read']} ({pair['count']})" for pair in first["confusions"][:12]) or "nothing")
        + ".\n",
        *(f"By {measure}, rendered:\n\n" + table(rendered["by"][measure], CONDITION_KEYS) for measure in MEASURES if rendered is not None),
        f"Calibration: temperature {reader.get('temperature')}, expected calibration error {reader.get('ece', 'not measured')} over "
        f"{reader.get('calibrated_on', '?')} tiles of held-out training groups; a tile is doubtful below {reader.get('doubt_below')}, "
        f"a box counts from {reader.get('detect_threshold')}.\n",
        reliability_table(reader.get("reliability")),
        f"Files: {', '.join(f'{name} {size:.1f} MB' for name, size in sizes.items())}.\n",
    ]
    return "\n".join(parts)


def training_data(folder: Path) -> str:
    """The card's block on the labelled photos: images, groups and tiles a subset, and what each was used for."""
    manifest = folder / "manifest.csv"
    if not manifest.is_file():
        raise DatasetError(f"no {str(manifest)!r}: the card's counts come from it")
    roles = {group: role for role, part in tomllib.loads(GROUPS.read_text(encoding="utf-8")).items() for group in part["groups"]}
    images: Counter[tuple[str, str]] = Counter()
    tiles: Counter[tuple[str, str]] = Counter()
    with manifest.open(newline="", encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            key = row["subset"], roles.get(row["group"], "not used")
            images[key] += 1
            tiles[key] += int(row["boxes"])
    lines = ["| subset | used for | images | labelled tiles |", "|---|---|---|---|"]
    return "\n".join(lines + [f"| {subset} | {role} | {images[subset, role]} | {tiles[subset, role]} |" for subset, role in sorted(images)]) + "\n"


def main(arguments: Sequence[str]) -> int:
    """The command line. Raises RecognizerError."""
    parser = argparse.ArgumentParser(prog="python -m recognizer card", description=__doc__)
    parser.add_argument("photos", type=Path, help="validation folder of photos (manifest.csv beside it)")
    parser.add_argument("--rendered", type=Path, help="folder of rendered hands of tile sets kept out of training")
    parser.add_argument("--large", type=Path, help="folder of rendered 12 MP photos, for the time that one takes")
    parser.add_argument("--models", type=Path, default=MODELS)
    options = parser.parse_args(arguments)
    models, photos = Models.load(options.models), read_folder(options.photos)
    rows = {"photos, labels as supplied": evaluate(photos, models, ignore_outside=True, repair=True)}
    rows["photos, labels audited"] = evaluate(audited(photos, read_corrections()), models, ignore_outside=True, repair=True)
    learnt = None
    if options.rendered:
        rendered = read_folder(options.rendered)
        rows[RENDERED] = evaluate(rendered, models, repair=True)
        learnt = learnt_rows(rendered, models)
    if options.large:
        rows["rendered, 12 MP JPEG"] = evaluate(read_folder(options.large), models, repair=True)
    card, readme = options.models / "CARD.md", ROOT / "README.md"
    text = replace_block(card.read_text(encoding="utf-8"), "numbers", numbers(rows, options.models, turned_rows(photos, models), learnt))
    card.write_text(replace_block(text, "data", training_data(options.photos.resolve().parent)), encoding="utf-8")
    readme.write_text(replace_block(readme.read_text(encoding="utf-8"), "numbers", table(rows, SHORT)), encoding="utf-8")
    print(table(rows, SHORT))
    return 0
