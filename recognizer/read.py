"""The pipeline, one screen: photo bytes -> Reading. Values travel by return, so threads share one `Models`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from recognizer.classes import CLASS_NAMES, tile_of
from recognizer.detector import Boxes, Detector, Merge, area, intersections, merge_doubles, without_astride
from recognizer.doubts import group_doubts, looks_filled, maybe_tiles, tile_doubts
from recognizer.face_reader import FaceReader, Faces
from recognizer.image import Photo, Pixels, load_upright
from recognizer.layout import lay_out
from recognizer.model import Network, ReaderSettings
from recognizer.reading import Box, Detection, Doubt, DoubtKind, Group, Reading
from recognizer.repair import suggest

RANKED = 5
"""Alternatives kept for each tile."""
SMALL_IN_INPUT = 28
"""Tiles lower than this in the detector's input (px) get a second look, if the photo has more pixels of them."""
WANTED_IN_INPUT = 48
WANTED_TO_READ = 70
"""Tiles lower than this in the decoded photo (px) are worth decoding more of it: the reader's crops are 64 px, margins included."""
SURE_AT_FIRST = 0.75
"""A tile that the first look scored so high stays when the second, which sees blur and grain too, passes over it. Of lower ones it corrects many."""
STILL_THERE = 0.3
"""So much of a first box under the second look's boxes means it was seen again."""
SECOND_LOOK_AREA = 640 * 640
"""The second look may cost as much as the first: its canvas has at most so many px."""


class FindsTiles(Protocol):
    """What the pipeline asks of a detector; see `detector.Detector`."""

    @property
    def size(self) -> int: ...
    def __call__(self, pixels: Pixels, floor: float, scale: float | None = None, merge: Merge | None = None) -> Boxes: ...


class ReadsFaces(Protocol):
    """What the pipeline asks of a face reader; see `face_reader.FaceReader`."""

    @property
    def settings(self) -> ReaderSettings: ...
    def __call__(self, pixels: Pixels, xyxy: NDArray[np.float32]) -> Faces: ...


@dataclass(frozen=True, slots=True)
class Models:
    """Both networks, loaded once and shared by all threads. `version` changes whenever a model file does."""

    detector: FindsTiles
    face_reader: ReadsFaces
    version: str

    @staticmethod
    def load(folder: Path | str, threads: int | None = None) -> Models:
        """From a folder with `tiles.onnx` and `faces.onnx`. Raises ModelError, which names the file and what is wrong with it.

        `threads` for each run of a network; one for each core where it is left out.
        """
        tiles, faces = (Network.load(Path(folder) / name, threads) for name in ("tiles.onnx", "faces.onnx"))
        return Models(Detector.of(tiles), FaceReader.of(faces), f"{tiles.digest}-{faces.digest}")


def read_photo(photo: bytes, models: Models) -> Reading:
    """Read a photo's bytes (JPEG, PNG, WebP, HEIC). Raises PhotoError, whose `.code` is for programs and whose text is for players."""
    image = load_upright(photo)
    settings = models.face_reader.settings
    image, boxes = second_look(models.detector, image, models.detector(image.pixels, settings.detect_floor), settings.detect_threshold)
    boxes = without_astride(boxes)
    sure = boxes.scores >= settings.detect_threshold
    tiles, rest = boxes.take(sure), boxes.take(~sure)
    detections = read_faces(models.face_reader, image.pixels, tiles)
    layout = lay_out(detections)
    maybe = [Doubt(DoubtKind.MAYBE, _box(xyxy)) for xyxy in maybe_tiles(rest, tiles).xyxy]
    gaps = [Doubt(DoubtKind.GAP, gap) for gap in layout.gaps if _worth_a_look(image.pixels, gap, detections, maybe)]
    place = {tile: position for position, tile in enumerate(layout.order)}
    groups = tuple(Group(group.kind, tuple(sorted(place[tile] for tile in group.tiles))) for group in layout.groups)
    ordered = group_doubts([detections[tile] for tile in layout.order], groups)
    return assemble(image, ordered, groups, [*maybe, *gaps], models.version)


def second_look(detector: FindsTiles, image: Photo, boxes: Boxes, threshold: float, merge: Merge = merge_doubles) -> tuple[Photo, Boxes]:
    """Where tiles are small, look again at the part of the photo they lie in, with more pixels. Boxes are in px of the returned photo's `pixels`.

    The photo returned is the finer one where the face reader needs its pixels too.
    """
    tiles = boxes.xyxy[boxes.scores >= threshold]
    first_scale = detector.size / max(image.pixels.shape[:2])
    height = float(np.median(tiles[:, 3] - tiles[:, 1])) if len(tiles) else 0.0
    if height < WANTED_TO_READ and image.scale < 1:
        finer = image.finer(WANTED_TO_READ / height if height else 2.0)
        factor = finer.pixels.shape[1] / image.pixels.shape[1]
        image, boxes, tiles = finer, boxes.scaled(factor), tiles * np.float32(factor)
        first_scale, height = first_scale / factor, height * factor
    if not len(tiles):
        # Nothing at all may mean very small: the whole photo once more, at twice the size.
        scale = min(1.0, 2 * first_scale)
        return image, detector(image.pixels, float(boxes.scores.min(initial=threshold)), scale, merge) if scale > first_scale * 1.2 else boxes
    frame = np.array([*image.pixels.shape[1::-1]] * 2, np.float32)
    # Faint boxes of the tiles' size count here: what the first look half saw is what the second is for.
    alike = np.abs(np.log((boxes.xyxy[:, 3] - boxes.xyxy[:, 1]) / height)) < 0.6
    seen = boxes.xyxy[alike | (boxes.scores >= threshold)]
    region = np.concatenate([seen[:, :2].min(axis=0) - 2 * height, seen[:, 2:].max(axis=0) + 2 * height])
    x1, y1, x2, y2 = (int(value) for value in np.clip(region, 0, frame))
    scale = min(1.0, WANTED_IN_INPUT / height, (SECOND_LOOK_AREA / ((x2 - x1) * (y2 - y1))) ** 0.5)
    if height * first_scale >= SMALL_IN_INPUT or scale < first_scale * 1.2:
        return image, boxes
    again = detector(image.pixels[y1:y2, x1:x2], float(boxes.scores.min()), scale, merge).moved(x1, y1)
    centres = (boxes.xyxy[:, :2] + boxes.xyxy[:, 2:]) / 2
    outside = np.asarray(np.any((centres < (x1, y1)) | (centres > (x2, y2)), axis=1), np.bool_)
    covered = intersections(boxes.xyxy, again.xyxy[again.scores >= threshold]).max(axis=1, initial=0.0) / np.maximum(area(boxes.xyxy), 1e-9)
    return image, merge(again.joined(boxes.take(outside | ((boxes.scores >= SURE_AT_FIRST) & (covered < STILL_THERE)))))


def read_faces(reader: ReadsFaces, pixels: Pixels, boxes: Boxes) -> list[Detection]:
    """Name every box, px of `pixels`, with the doubts each tile gives by itself."""
    faces = reader(pixels, boxes.xyxy)
    doubts = tile_doubts(pixels, boxes, faces, reader.settings)
    best = np.argsort(-faces.probabilities, axis=1, kind="stable")[:, :RANKED]
    return [
        Detection(
            tuple((tile_of(CLASS_NAMES[face]), float(faces.probabilities[index, face])) for face in best[index]),
            _box(boxes.xyxy[index]),
            float(boxes.scores[index]),
            doubts[index],
        )
        for index in range(len(boxes))
    ]


def assemble(image: Photo, tiles: Sequence[Detection], groups: tuple[Group, ...], missed: Sequence[Doubt], version: str) -> Reading:
    """The Reading of tiles in photo order, with every box carried to px of the whole photo."""
    factor = 1 / image.scale
    scaled = tuple(replace(tile, box=tile.box.scaled(factor)) for tile in tiles)
    doubts = [Doubt(tile.doubts[0], tile.box, index) for index, tile in enumerate(scaled) if tile.doubts]
    doubts += [replace(doubt, box=doubt.box.scaled(factor)) for doubt in missed]
    if not scaled:
        doubts.append(Doubt(DoubtKind.NO_TILES, Box(0, 0, image.width, image.height)))
    return Reading(image.width, image.height, scaled, groups, tuple(doubts), suggest(scaled, groups), version)


def _worth_a_look(pixels: Pixels, gap: Box, tiles: Sequence[Detection], maybe: Sequence[Doubt]) -> bool:
    """A gap that no faint box already points at, and that looks like tiles rather than table."""
    return all(doubt.box.iou(gap) < 0.3 for doubt in maybe) and looks_filled(pixels, gap, [tile.box for tile in tiles])


def _box(xyxy: NDArray[np.float32]) -> Box:
    return Box(*(float(value) for value in xyxy))
