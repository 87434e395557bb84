"""Photos of which every tile is known: real ones of a labelled folder, or rendered ones where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.samples import Sample
from datasets.samples import photo_of as sample_photo
from datasets.scene import random_hand
from datasets.tile_art import own_sources
from recognizer.classes import CLASS_NAMES
from recognizer.labels import audited, read_corrections, read_folder

LARGEST_HAND = 22
"""Four kongs, a pair and four of eight flowers: where more tiles are labelled, other people's are among them."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelledHand:
    """One photo. `boxes` (N, 4): x1 y1 x2 y2 relative to the photo. `faces`: their N class names."""

    path: Path
    boxes: NDArray[np.float64]
    faces: tuple[str, ...]

    @property
    def is_one_hand(self) -> bool:
        return len(self.faces) <= LARGEST_HAND


def real(folder: Path, count: int) -> list[LabelledHand]:
    """`count` photos of a labelled folder, evenly spread over it in order of name."""
    photos = audited(read_folder(folder), read_corrections())
    chosen = [photos[int(at)] for at in np.linspace(0, len(photos) - 1, min(count, len(photos)))]
    return [LabelledHand(photo.path, photo.boxes, tuple(CLASS_NAMES[face] for face in photo.faces)) for photo in chosen]


def rendered(folder: Path, count: int, seed: int = 5) -> Iterator[LabelledHand]:
    """`count` complete hands, each laid as a table lays it: sets and flowers above, the hand below with the winning tile apart."""
    random = np.random.default_rng(seed)
    styles = [source.name for source in own_sources()]
    for number in range(count):
        sets, bonus = random_hand(random)
        sample = Sample(
            f"hand-{number}",
            "",
            tuple(rows(sets, bonus, random)),
            style=styles[number % len(styles)],
            table=("felt", "felt_blue", "wood", "cloth")[number % 4],
            pitch=float(random.uniform(55, 75)),
            roll=float(random.uniform(-5, 5)),
            seed=100 + number,
        )
        picture = sample_photo(sample)
        path = folder / f"{sample.name}.jpg"
        cv2.imwrite(str(path), picture.pixels, [cv2.IMWRITE_JPEG_QUALITY, 85])
        height, width = picture.pixels.shape[:2]
        yield LabelledHand(path, picture.boxes / [width, height, width, height], tuple(CLASS_NAMES[face] for face in picture.faces))


def rows(sets: Sequence[Sequence[str]], bonus: Sequence[str], random: np.random.Generator) -> Iterator[tuple[str, ...]]:
    """The groups of each row: up to two sets and all kongs lie on the table, the last tile of the hand is the one that won."""
    shown = [group for group in sets[:4] if len(group) == 4 or random.random() < 0.3]
    held = sorted(face for group in sets if group not in shown for face in group)
    winning = held.pop(int(random.integers(len(held))))
    above = [" ".join(group) for group in shown] + ([" ".join(bonus)] if bonus else [])
    if above:
        yield tuple(above)
    yield (" ".join(held), winning)
