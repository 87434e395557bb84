"""The learnt sets at hand where photos are read: blob in, a reader that knows the set out; confirmed photos in, a larger blob out.

Blobs are kept elsewhere and come with each photo. To make a reader of one takes longer than to read a photo, so the last few stay made.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from recognizer.classes import BACK, CLASS_INDEX
from recognizer.errors import ModelError, SetError
from recognizer.face_reader import FaceReader
from recognizer.image import load_upright
from recognizer.learnt_set import LearntSet, SetReader, learn_tiles
from recognizer.read import Models

MOST_SETS = 4
SMALLEST = 8
"""Tiles with a narrower box (px) teach nothing: a face cannot be made out in it."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A photo's bytes and what a person says its tiles are: `boxes` x1 y1 x2 y2 in px of the upright photo, `faces` their codes (m1, f1 ...)."""

    photo: bytes
    boxes: tuple[tuple[float, float, float, float], ...]
    faces: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.boxes) != len(self.faces):
            raise ValueError(f"{len(self.boxes)} boxes for {len(self.faces)} faces")
        for face in self.faces:
            if face == BACK or face not in CLASS_INDEX:
                raise ValueError(f"{face!r} is no face to learn, expected a code such as m1")


@dataclass(frozen=True, slots=True)
class Taught:
    """A set after a lesson: its blob, how many `tiles` were learnt this time, how many examples of each face are `known` now, and the models' version."""

    learnt: bytes
    tiles: int
    known: Mapping[str, int]
    model: str


class Shelf:
    """One pair of networks and the sets that were used last. Threads share a Shelf."""

    def __init__(self, models: Models, most: int = MOST_SETS) -> None:
        self.plain = models
        self._most = most
        self._lock = threading.Lock()
        self._made: OrderedDict[str, Models] = OrderedDict()

    def models(self, learnt: bytes | None) -> Models:
        """What reads with a set, or with none. Its version tells the set apart. Raises SetError for bytes that hold no set."""
        if learnt is None:
            return self.plain
        digest = hashlib.sha256(learnt).hexdigest()[:8]
        with self._lock:
            if digest in self._made:
                self._made.move_to_end(digest)
                return self._made[digest]
        reader = self._reader()
        made = replace(self.plain, face_reader=SetReader.of(reader, _opened(learnt, reader)), version=f"{self.plain.version}+{digest}")
        with self._lock:
            self._made[digest] = made
            while len(self._made) > self._most:
                self._made.popitem(last=False)
        return made

    def learn(self, lesson: Sequence[Confirmed], learnt: bytes | None) -> Taught:
        """A set with more tiles in it; a new one where there was none. Raises PhotoError, and SetError also where no tile can be learnt from."""
        reader = self._reader()
        known = None if learnt is None else _opened(learnt, reader)
        tiles = 0
        for photo in lesson:
            image = load_upright(photo.photo).finer(8.0)
            high, wide = image.pixels.shape[:2]
            xyxy = np.clip(np.array(photo.boxes, np.float32).reshape(-1, 4) * np.float32(image.scale), 0, np.array([wide, high] * 2, np.float32))
            large = np.all(xyxy[:, 2:] - xyxy[:, :2] >= SMALLEST, axis=1)
            if large.any():
                faces = np.array([CLASS_INDEX[face] for face in photo.faces], np.int64)[large]
                newer = learn_tiles(image.pixels, xyxy[large], faces, reader)
                known = newer if known is None else known.with_more(newer)
                tiles += len(faces)
        if known is None or not tiles:
            raise SetError("no_tiles", "no tile in these photos is large enough to learn from")
        known = known.within()
        return Taught(known.to_bytes(), tiles, known.known, self.plain.version)

    def _reader(self) -> FaceReader:
        if not isinstance(self.plain.face_reader, FaceReader):
            raise ModelError(f"{type(self.plain.face_reader).__name__} learns no sets, expected a FaceReader")
        return self.plain.face_reader


def _opened(learnt: bytes, reader: FaceReader) -> LearntSet:
    try:
        return LearntSet.from_bytes(learnt, reader)
    except ModelError as error:
        raise SetError("no_set", str(error)) from error
