"""A table's own tile set, learnt without training: confirmed tiles of it, joined with what the face reader thinks.

The face reader's embedding puts crops of one drawing close together whatever the light. A few confirmed photos of a set therefore say what *its* plum or
its 1 bamboo looks like, where the network only knows other sets'. Of a face the set has shown no example of, the network's word stands nearly alone.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from zipfile import BadZipFile

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.augment import STORED_SIZE, cut, plain_view, random_view
from recognizer.classes import CLASS_NAMES
from recognizer.discriminant import Discriminant
from recognizer.errors import DatasetError, ModelError
from recognizer.face_reader import FaceReader, Faces
from recognizer.image import Pixels, load_upright
from recognizer.labels import Labelled
from recognizer.model import ReaderSettings

Array = NDArray[np.float32]

MOST_PER_FACE = 8
"""Examples kept of a face, the newest: enough for the lights of an evening."""
MOST_BYTES = 1_500_000
"""The largest file that a set becomes: five examples of each of the 42 faces with room to spare. It goes to the reader with every photo."""
VIEWS = 8
"""Views made of each confirmed tile besides the plain one: turned, shifted, blurred and lit otherwise, as the next photo may show it."""
FARTHEST = 0.4
"""What is left of the pixels in the blurriest view: with fewer, two flowers would look alike and the set would seem to scatter more than it does."""
SET_WEIGHT, READER_WEIGHT = 0.15, 0.35
"""What the log-likelihood under the set and the reader's log-probability count for. Below 1, for both look at the same pixels and the views of a tile scatter
less than photos of it: the likeliest of nine pairs on the sets that `docs/decisions/learn-a-set.md` names."""
JPEG_QUALITY = 92


@dataclass(frozen=True, slots=True, eq=False)
class LearntSet:
    """Confirmed tiles of one set, k of them, oldest first: `crops` uint8 (k, 112, 112, 3) BGR with room around the box, `faces` int64 (k,) numbers of
    CLASS_NAMES, `embeddings` float32 (k, v, e) of v views each, the plain one first, every one of unit length.

    `model` is the digest of the face reader that made the embeddings: another network's mean nothing, so the crops are kept to make them anew.
    """

    crops: Pixels
    faces: NDArray[np.int64]
    embeddings: Array
    model: str

    def __post_init__(self) -> None:
        if not (self.crops.shape[:1] == self.faces.shape == self.embeddings.shape[:1]) or self.crops.ndim != 4 or self.embeddings.ndim != 3:
            raise ValueError(
                f"crops {self.crops.shape} and embeddings {self.embeddings.shape} of faces {self.faces.shape}, expected (k, s, s, 3), (k, v, e), (k,)"
            )
        if not len(self.faces):
            raise ValueError("a learnt set of no tile, expected at least one")

    @property
    def known(self) -> dict[str, int]:
        """How many examples there are of each face that has one, in the order of CLASS_NAMES."""
        numbers, counts = np.unique(self.faces, return_counts=True)
        return {CLASS_NAMES[number]: int(count) for number, count in zip(numbers, counts, strict=True)}

    def with_more(self, newer: LearntSet) -> LearntSet:
        """Both sets' tiles, the oldest of a face let go beyond MOST_PER_FACE. Raises ValueError when two face readers made them."""
        if newer.model != self.model:
            raise ValueError("the two sets were learnt with different face readers")
        faces = np.concatenate([self.faces, newer.faces])
        kept = np.sort(np.concatenate([np.flatnonzero(faces == face)[-MOST_PER_FACE:] for face in np.unique(faces)]))
        crops, embeddings = np.concatenate([self.crops, newer.crops]), np.concatenate([self.embeddings, newer.embeddings])
        return LearntSet(crops[kept], faces[kept], embeddings[kept], self.model)

    def within(self, most: int = MOST_BYTES) -> LearntSet:
        """The set itself where its file has at most `most` bytes, else without the oldest examples of the faces that have the most; each keeps one."""
        found = self
        while (size := len(found.to_bytes())) > most and len(found.faces) > len(np.unique(found.faces)):
            # An example costs much the same as any other: as many go at once as the file is too large by.
            spare = max(1, len(found.faces) - int(len(found.faces) * most / size))
            newest_first = [int(np.count_nonzero(found.faces[at + 1 :] == face)) for at, face in enumerate(found.faces)]
            oldest = sorted((at for at, newer in enumerate(newest_first) if newer), key=lambda at: -newest_first[at])[:spare]
            kept = np.delete(np.arange(len(found.faces)), oldest)
            found = LearntSet(found.crops[kept], found.faces[kept], found.embeddings[kept], found.model)
        return found

    def to_bytes(self) -> bytes:
        """The set as one file, some 7 kB a tile."""
        coded = [cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1] for crop in self.crops]
        file = io.BytesIO()
        np.savez(
            file,
            pictures=np.concatenate(coded),
            lengths=np.array([len(code) for code in coded], np.int64),
            faces=self.faces,
            embeddings=self.embeddings.astype(np.float16),
            model=np.array(self.model),
        )
        return file.getvalue()

    @staticmethod
    def from_bytes(data: bytes, reader: FaceReader) -> LearntSet:
        """What `to_bytes` wrote, looked at anew where another face reader wrote it. Raises ModelError when it is no such file."""
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as file:
                ends = np.cumsum(file["lengths"])
                pictures = [cv2.imdecode(code, cv2.IMREAD_COLOR) for code in np.split(file["pictures"], ends)[:-1]]
                crops = np.asarray(pictures, np.uint8).reshape(-1, STORED_SIZE, STORED_SIZE, 3)
                learnt = LearntSet(crops, file["faces"].astype(np.int64), file["embeddings"].astype(np.float32), str(file["model"]))
        except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile, cv2.error) as error:
            raise ModelError(f"{len(data)} bytes hold no learnt set: {error}") from error
        if np.any((learnt.faces < 0) | (learnt.faces >= len(CLASS_NAMES))):
            raise ModelError(f"a learnt set names faces {learnt.faces.min()} to {learnt.faces.max()}, expected 0 to {len(CLASS_NAMES) - 1}")
        return learnt if learnt.model == reader.network.digest else learn_crops(learnt.crops, learnt.faces, reader)


@dataclass(frozen=True, slots=True, eq=False)
class SetReader:
    """A face reader that knows one set: what `read_photo` takes in place of the plain reader."""

    reader: FaceReader
    discriminant: Discriminant

    @staticmethod
    def of(reader: FaceReader, learnt: LearntSet) -> SetReader:
        return SetReader(reader, Discriminant.of(learnt.embeddings, learnt.faces))

    @property
    def settings(self) -> ReaderSettings:
        return self.reader.settings

    def __call__(self, pixels: Pixels, xyxy: Array) -> Faces:
        read = self.reader(pixels, xyxy)
        return joined(read, self.discriminant) if len(xyxy) else read


def joined(read: Faces, discriminant: Discriminant) -> Faces:
    """The reader's probabilities and the set's likelihoods, each by its weight. Rows sum to 1."""
    logs = READER_WEIGHT * np.log(np.maximum(read.probabilities, 1e-12)) + SET_WEIGHT * discriminant.log_likelihoods(read.embeddings, len(CLASS_NAMES))
    weighed = np.exp(logs - logs.max(1, keepdims=True))
    return Faces(np.asarray(weighed / weighed.sum(1, keepdims=True), np.float32), read.embeddings)


def learn_tiles(pixels: Pixels, xyxy: Array, faces: NDArray[np.int64], reader: FaceReader) -> LearntSet:
    """The confirmed tiles of one upright photo: `xyxy` (k, 4) in px of `pixels`, `faces` (k,) numbers of CLASS_NAMES, k at least 1."""
    return learn_crops(np.stack([cut(pixels, np.asarray(box, np.float64)) for box in xyxy]), faces, reader)


def learn_crops(crops: Pixels, faces: NDArray[np.int64], reader: FaceReader) -> LearntSet:
    """A set from stored crops (k, 112, 112, 3), each looked at in VIEWS random views and a plain one. The same crops always give the same set."""
    random = np.random.default_rng(1)
    size, margin = reader.settings.size, reader.settings.margin
    views = [[plain_view(crop, size, margin), *(random_view(crop, size, margin, random, farthest=FARTHEST) for _ in range(VIEWS))] for crop in crops]
    embeddings = reader.of_views([view for of_tile in views for view in of_tile])[1]
    return LearntSet(crops, faces, embeddings.reshape(len(crops), VIEWS + 1, -1), reader.network.digest)


def learn(photos: Sequence[Labelled], reader: FaceReader) -> LearntSet:
    """A set from photos whose tiles are all confirmed. Raises DatasetError when they hold none."""
    learnt: LearntSet | None = None
    for photo in photos:
        pixels = load_upright(photo.path.read_bytes()).finer(8.0).pixels
        height, width = pixels.shape[:2]
        if len(photo.boxes):
            newer = learn_tiles(pixels, np.asarray(photo.boxes * [width, height, width, height], np.float32), photo.faces, reader)
            learnt = newer if learnt is None else learnt.with_more(newer)
    if learnt is None:
        raise DatasetError("no confirmed tile to learn the set from")
    return learnt
