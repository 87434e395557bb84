"""`python -m recognizer evaluate DIR...`: how well photos are read, counted tile by tile and photo by photo."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recognizer.average import Ranked, class_map, rank_everything
from recognizer.classes import BACK, CLASS_INDEX, CLASS_NAMES, tile_of
from recognizer.conditions import MEASURES, Conditions, bin_of, conditions
from recognizer.errors import ModelError
from recognizer.face_reader import FaceReader
from recognizer.image import load_upright
from recognizer.labels import Labelled, audited, read_corrections, read_folder
from recognizer.learnt_set import SetReader, learn
from recognizer.metrics import far_from_labels, match, percentile, rate, uncovered, upper_bound
from recognizer.read import Models, read_photo
from recognizer.reading import Reading, face_code
from recognizer.repair import completes
from recognizer.turned import turned
from scoring.shapes import pack

MODELS = Path(__file__).parent.parent / "models"
HEIGHTS = ((0.0, 24.0, "< 24"), (24.0, 40.0, "24-40"), (40.0, 80.0, "40-80"), (80.0, float("inf"), "> 80"))
BONUS = np.array([name != BACK and (tile := tile_of(name)) is not None and tile.is_bonus for name in CLASS_NAMES])
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """One photo, compared. For each of L labels: `faces`, `heights` (px), `read` (the face read there, -1 missed), `doubted` and `silent` (both bool).

    For each of S spurious tiles: `spurious_heights` and `spurious_silent`. `needless`: places pointed at ("there may be a tile") where none was missed.
    `repaired`: exact once the offered change is taken; None where none was offered.
    """

    subset: str
    faces: NDArray[np.int64]
    heights: Array
    read: NDArray[np.int64]
    doubted: NDArray[np.bool_]
    silent: NDArray[np.bool_]
    spurious_heights: Array
    spurious_silent: NDArray[np.bool_]
    needless: int
    repaired: bool | None
    milliseconds: float
    seen: Conditions | None = None

    @property
    def exact(self) -> bool:
        return bool((self.read == self.faces).all()) and not len(self.spurious_heights)

    @property
    def is_hand(self) -> bool:
        """Whether the labels form a complete hand, bonus tiles aside."""
        counts = np.bincount(self.faces, minlength=len(CLASS_NAMES))
        return not counts[CLASS_INDEX[BACK]] and int(counts[:34].max()) <= 4 and completes(pack([int(count) for count in counts[:34]]), 0)


def compare(reading: Reading, label: Labelled, ignore_outside: bool, milliseconds: float = 0.0) -> Outcome:
    """Match a reading with a photo's labels, as the rules of `evaluate` say."""
    labelled = np.asarray(label.boxes * [reading.width, reading.height, reading.width, reading.height], np.float32)
    predicted = _xyxy([tile.box.as_list() for tile in reading.tiles])
    taken = match(predicted, np.array([tile.score for tile in reading.tiles], np.float32), labelled)
    spurious = taken < 0
    if ignore_outside:
        spurious &= ~far_from_labels(predicted, labelled)
    doubtful = np.array([tile.doubtful for tile in reading.tiles], np.bool_)
    hit = taken >= 0

    def at_labels(faces: NDArray[np.int64]) -> NDArray[np.int64]:
        read = np.full(len(labelled), -1, np.int64)
        read[taken[hit]] = faces[hit]
        return read

    read = at_labels(np.array([CLASS_INDEX[face_code(tile.face)] for tile in reading.tiles], np.int64))
    doubted = np.zeros(len(labelled), np.bool_)
    doubted[taken[hit]] = doubtful[hit]
    places = _xyxy([doubt.box.as_list() for doubt in reading.doubts if doubt.tile is None])
    missed_silently = (read < 0) & uncovered(labelled, _xyxy([doubt.box.as_list() for doubt in reading.doubts]))
    return Outcome(
        subset=label.subset,
        faces=label.faces,
        heights=labelled[:, 3] - labelled[:, 1],
        read=read,
        doubted=doubted,
        silent=missed_silently | ((read >= 0) & (read != label.faces) & ~doubted),
        spurious_heights=(predicted[:, 3] - predicted[:, 1])[spurious],
        spurious_silent=~doubtful[spurious],
        needless=int(uncovered(places, labelled[read < 0]).sum()),
        repaired=None if reading.suggestion is None else bool((at_labels(_repaired(reading)) == label.faces).all()) and not spurious.any(),
        milliseconds=milliseconds,
    )


def _repaired(reading: Reading) -> NDArray[np.int64]:
    changed = {change.tile: change.after for change in reading.suggestion.changes} if reading.suggestion else {}
    return np.array([CLASS_INDEX[face_code(changed.get(index, tile.face))] for index, tile in enumerate(reading.tiles)], np.int64)


def _xyxy(boxes: Sequence[Sequence[float]]) -> Array:
    return np.array(boxes, np.float32).reshape(-1, 4)


def tile_figures(outcomes: Sequence[Outcome], low: float = 0.0, high: float = float("inf")) -> dict[str, Any]:
    """The figures that count tiles, over labels (and spurious tiles) of a height in [low, high) px."""
    chosen = [(outcome.heights >= low) & (outcome.heights < high) for outcome in outcomes]

    def count(value: Callable[[Outcome], NDArray[np.bool_]]) -> int:
        return sum(int((value(outcome) & mask).sum()) for outcome, mask in zip(outcomes, chosen, strict=True))

    tiles = count(lambda o: np.ones(len(o.faces), np.bool_))
    right = count(lambda o: o.read == o.faces)
    inside = [(o.spurious_heights >= low) & (o.spurious_heights < high) for o in outcomes]
    silent = count(lambda o: o.silent) + sum(int((o.spurious_silent & mask).sum()) for o, mask in zip(outcomes, inside, strict=True))
    bonus = count(lambda o: BONUS[o.faces])
    return {
        "tiles": tiles,
        "tile_accuracy": rate(right, tiles),
        "missed": count(lambda o: o.read < 0),
        "spurious": sum(int(mask.sum()) for mask in inside),
        "silent_error_rate": rate(silent, tiles),
        "silent_error_rate_upper_95": upper_bound(silent, tiles) if tiles else None,
        "doubt_rate": rate(count(lambda o: (o.read == o.faces) & o.doubted), right),
        "bonus_tiles": bonus,
        "bonus_accuracy": rate(count(lambda o: (o.read == o.faces) & BONUS[o.faces]), bonus),
    }


def photo_figures(outcomes: Sequence[Outcome], repair: bool) -> dict[str, Any]:
    """Every figure of a set of photos but the averages over thresholds."""
    hands = [outcome for outcome in outcomes if outcome.is_hand]
    times = [outcome.milliseconds for outcome in outcomes]
    figures = {
        "photos": len(outcomes),
        **tile_figures(outcomes),
        "spurious_per_photo": rate(sum(len(outcome.spurious_heights) for outcome in outcomes), len(outcomes)),
        "needless_doubts_per_photo": rate(sum(outcome.needless for outcome in outcomes), len(outcomes)),
        "whole_photo_exact": rate(sum(outcome.exact for outcome in outcomes), len(outcomes)),
        "hands": len(hands),
        "whole_hand_exact": rate(sum(outcome.exact for outcome in hands), len(hands)),
        "p50_ms": percentile(times, 50),
        "p95_ms": percentile(times, 95),
    }
    if repair:
        figures["whole_hand_exact_repaired"] = rate(sum(outcome.exact if outcome.repaired is None else outcome.repaired for outcome in hands), len(hands))
        figures["repair_right"] = sum(outcome.repaired is True for outcome in outcomes)
        figures["repair_wrong"] = sum(outcome.repaired is False for outcome in outcomes)
    return figures


def confusions(outcomes: Sequence[Outcome], most: int = 20) -> list[dict[str, Any]]:
    """The pairs most often read one for the other: label, what was read, how often."""
    pairs = Counter((int(f), int(r)) for o in outcomes for f, r in zip(o.faces, o.read, strict=True) if r >= 0 and r != f)
    return [{"label": CLASS_NAMES[face], "read": CLASS_NAMES[read], "count": count} for (face, read), count in pairs.most_common(most)]


def evaluate(photos: Sequence[Labelled], models: Models, *, ignore_outside: bool = False, repair: bool = False) -> dict[str, Any]:
    """Read every photo and count. The JSON form of `evaluate --json`, without the folders' names."""
    outcomes: list[Outcome] = []
    ranked: list[Ranked] = []
    if photos:
        read_photo(photos[0].path.read_bytes(), models)  # the first reading also sets the networks up
    for label in photos:
        data = label.path.read_bytes()
        start = time.perf_counter()
        reading = read_photo(data, models)
        spent = (time.perf_counter() - start) * 1000
        seen = conditions(load_upright(data).pixels, label)
        outcomes.append(replace(compare(reading, label, ignore_outside, spent), seen=seen))
        ranked.append(rank_everything(data, label, models, ignore_outside))
    subsets = sorted({outcome.subset for outcome in outcomes} - {""})
    by_subset = {name: [index for index, outcome in enumerate(outcomes) if outcome.subset == name] for name in subsets}
    return {
        **photo_figures(outcomes, repair),
        **class_map(ranked),
        "confusions": confusions(outcomes),
        "by": {
            "subset": {
                name: {**photo_figures([outcomes[i] for i in chosen], repair), **class_map([ranked[i] for i in chosen])} for name, chosen in by_subset.items()
            },
            "tile_height": {name: tile_figures(outcomes, low, high) for low, high, name in HEIGHTS},
            **{measure: _by_condition(outcomes, measure, repair) for measure in MEASURES},
        },
        "model": {"version": models.version},
    }


def _by_condition(outcomes: Sequence[Outcome], measure: str, repair: bool) -> dict[str, Any]:
    value, bins = MEASURES[measure]
    return {name: photo_figures([o for o in outcomes if o.seen is not None and bin_of(value(o.seen), bins) == name], repair) for name, _ in bins}


def main(arguments: Sequence[str]) -> int:
    """The command line. Raises RecognizerError."""
    parser = argparse.ArgumentParser(prog="python -m recognizer evaluate", description="Compare what is read with labels.")
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR", help="holds images/, labels/ and classes.txt")
    parser.add_argument("--json", action="store_true", help="print every figure as JSON")
    parser.add_argument("--ignore-outside", action="store_true", help="leave out unmatched tiles far from every label (photos where only the hand is labelled)")
    parser.add_argument("--repair", action="store_true", help="also count hands after the offered change is taken")
    parser.add_argument("--labels", choices=("supplied", "audited"), default="supplied", help="as given, or with the recorded corrections")
    parser.add_argument("--models", type=Path, default=MODELS, help="folder with tiles.onnx and faces.onnx")
    parser.add_argument("--turn", type=float, default=0.0, metavar="DEGREES", help="turn every photo first, as a phone held at a slant sees it")
    parser.add_argument("--learn", type=Path, metavar="DIR", help="first learn the tile set of these labelled photos, as a table does by confirming them")
    options = parser.parse_args(arguments)
    photos = [photo for folder in options.folders for photo in read_folder(folder)]
    if options.labels == "audited":
        photos = audited(photos, read_corrections())
    models = Models.load(options.models)
    if options.learn:
        models = knowing(models, read_folder(options.learn))
    with TemporaryDirectory() as folder:
        if options.turn:
            photos = [turned(photo, options.turn, Path(folder)) for photo in photos]
        figures = {"labels": options.labels, **evaluate(photos, models, ignore_outside=options.ignore_outside, repair=options.repair)}
    if options.json:
        json.dump(figures, sys.stdout, indent=1)
        print()
    else:
        print(as_text(figures))
    return 0


def knowing(models: Models, photos: Sequence[Labelled]) -> Models:
    """The same models, their face reader knowing the tile set of these photos. Raises ModelError where the reader isn't the real one."""
    if not isinstance(models.face_reader, FaceReader):
        raise ModelError("only the face reader of models/faces.onnx learns a set")
    return replace(models, face_reader=SetReader.of(models.face_reader, learn(photos, models.face_reader)))


def as_text(figures: dict[str, Any]) -> str:
    """The same figures for people: the whole, then a line for each subset and tile height."""
    lines = [f"{key:28} {_shown(value)}" for key, value in figures.items() if not isinstance(value, dict | list)]
    lines.append("confusions: " + ", ".join(f"{pair['label']} as {pair['read']} x{pair['count']}" for pair in figures["confusions"]))
    columns = ("tiles", "tile_accuracy", "whole_photo_exact", "silent_error_rate", "doubt_rate", "bonus_accuracy", "map50")
    for title, rows in figures["by"].items():
        lines.append(f"\n{title:14}" + "".join(f"{column:>20}" for column in columns))
        lines += [f"{name:14}" + "".join(f"{_shown(row.get(column)):>20}" for column in columns) for name, row in rows.items()]
    return "\n".join(lines)


def _shown(value: object) -> str:
    return "-" if value is None else f"{value:.4f}" if isinstance(value, float) else str(value)
