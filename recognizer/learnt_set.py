"""A table's own tile set, learnt without training: confirmed crops of it as embeddings, joined with what the face reader thinks.

The face reader's embedding puts crops of one drawing close together whatever the light. A few confirmed photos of a set therefore say what *its* plum or
its 1 bamboo looks like, where the network only knows other sets'. Where the set has shown no example of a face, the network's word stands alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recognizer.classes import CLASS_NAMES
from recognizer.errors import DatasetError, ModelError
from recognizer.face_reader import FaceReader, Faces
from recognizer.image import Pixels, load_upright
from recognizer.labels import Labelled
from recognizer.model import ReaderSettings

Array = NDArray[np.float32]

SHARPNESS = 12.0
"""How fast belief falls with distance: a face whose nearest example is 0.1 less similar is exp(1.2) times less believed."""
MOST_PER_FACE = 24
"""Examples kept of a face, the newest: enough for every turn and light of an evening."""


@dataclass(frozen=True, slots=True, eq=False)
class LearntSet:
    """Confirmed tiles of one set: `embeddings` float32 (k, e) of unit length, `faces` int64 (k,) numbers of CLASS_NAMES.

    `model` is the digest of the face reader that made them: another network's embeddings mean nothing here.
    """

    embeddings: Array
    faces: NDArray[np.int64]
    model: str

    def __post_init__(self) -> None:
        if self.embeddings.ndim != 2 or self.embeddings.shape[0] != self.faces.shape[0]:
            raise ValueError(f"{self.embeddings.shape} embeddings for {self.faces.shape} faces, expected (k, e) and (k,)")

    def joined(self, read: Faces) -> Faces:
        """The reader's probabilities, each face's weighed by how near the set's nearest example of it is. Rows sum to 1."""
        if not len(self.faces) or not len(read.probabilities):
            return read
        near = read.embeddings @ self.embeddings.T
        best = np.full((len(near), len(CLASS_NAMES)), np.nan, np.float32)
        for face in np.unique(self.faces):
            best[:, face] = near[:, self.faces == face].max(axis=1)
        # A face without an example is neither helped nor hurt: it counts as near as the known faces are on average, weighed by belief in them.
        known = ~np.isnan(best)
        belief = np.where(known, read.probabilities, 0)
        middle = np.where(known, best * belief, 0).sum(1, keepdims=True) / np.maximum(belief.sum(1, keepdims=True), 1e-9)
        best = np.where(known, best, middle)
        weighed = read.probabilities * np.exp(SHARPNESS * (best - best.max(1, keepdims=True)))
        return Faces(np.asarray(weighed / weighed.sum(1, keepdims=True), np.float32), read.embeddings)

    def with_more(self, embeddings: Array, faces: NDArray[np.int64]) -> LearntSet:
        """The set with further confirmed tiles, the oldest of a face let go beyond MOST_PER_FACE."""
        every, names = np.concatenate([self.embeddings, embeddings]), np.concatenate([self.faces, faces])
        keep = np.sort(np.concatenate([np.flatnonzero(names == face)[-MOST_PER_FACE:] for face in np.unique(names)]))
        return LearntSet(every[keep], names[keep], self.model)

    def save(self, file: Path) -> None:
        np.savez(file, embeddings=self.embeddings.astype(np.float16), faces=self.faces, model=np.array(self.model))

    @staticmethod
    def load(file: Path, reader: FaceReader) -> LearntSet:
        """Raises ModelError when the file is none, or was learnt with another face reader."""
        try:
            data = np.load(file, allow_pickle=False)
            learnt = LearntSet(data["embeddings"].astype(np.float32), data["faces"].astype(np.int64), str(data["model"]))
        except (OSError, ValueError, KeyError) as error:
            raise ModelError(f"{file.name!r} holds no learnt set: {error}") from error
        if learnt.model != reader.network.digest:
            raise ModelError(f"{file.name!r} was learnt with another face reader: confirm the set's photos once more")
        return learnt


@dataclass(frozen=True, slots=True)
class SetReader:
    """A face reader that knows one set: what `read_photo` takes in place of the plain reader."""

    reader: FaceReader
    learnt: LearntSet

    @property
    def settings(self) -> ReaderSettings:
        return self.reader.settings

    def __call__(self, pixels: Pixels, xyxy: Array) -> Faces:
        return self.learnt.joined(self.reader(pixels, xyxy))


def learn(photos: Sequence[Labelled], reader: FaceReader) -> LearntSet:
    """A set from photos whose tiles are all confirmed. Raises DatasetError when they hold none."""
    embeddings, faces = [], []
    for photo in photos:
        pixels = load_upright(photo.path.read_bytes()).finer(8.0).pixels
        height, width = pixels.shape[:2]
        if len(photo.boxes):
            embeddings.append(reader(pixels, np.asarray(photo.boxes * [width, height, width, height], np.float32)).embeddings)
            faces.append(photo.faces)
    if not faces:
        raise DatasetError("no confirmed tile to learn the set from")
    nothing = LearntSet(embeddings[0][:0], np.zeros(0, np.int64), reader.network.digest)
    return nothing.with_more(np.concatenate(embeddings), np.concatenate(faces))
