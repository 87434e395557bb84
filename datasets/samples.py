"""The photos that the project ships: hands of our own drawings on our own tables, each with what is on it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.develop import develop
from datasets.picture import Picture, write_yolo
from datasets.render import camera_for, corners, draw
from datasets.scene import HEIGHT, WIDTH, Placed, Scene
from datasets.tables import cloth, felt, wood
from datasets.tile_art import Material, own_sources
from recognizer.classes import CLASS_NAMES

HK = "own_hong kong"
IVORY, WHITE = (214.0, 238.0, 246.0), (242.0, 246.0, 248.0)
GREEN, BLUE, ORANGE = (60.0, 130.0, 40.0), (150.0, 90.0, 30.0), (40.0, 120.0, 225.0)


@dataclass(frozen=True, slots=True)
class Sample:
    """One shipped photo. `rows` are lines of groups, a group a text of class names; a group with `_` before a tile lays it sideways."""

    name: str
    about: str
    rows: tuple[tuple[str, ...], ...]
    style: str = HK
    table: str = "felt"
    back: tuple[float, float, float] = GREEN
    body: tuple[float, float, float] = IVORY
    pitch: float = 62.0
    roll: float = 3.0
    seed: int = 1


SAMPLES = (
    Sample(
        "half-flush",
        "Bamboo and dragons, one meld and two flowers",
        (("red red red", "f2 q3"), ("s1 s2 s3 s5 s5 s5 s7 s8 green green", "s9")),
    ),
    Sample(
        "all-pongs",
        "Four pongs, a concealed kong among them",
        (("back m9 m9 back", "p2 p2 p2"), ("east east east s4 s4 s4 p7", "p7")),
        table="wood",
        back=BLUE,
        body=WHITE,
        pitch=70.0,
        roll=-5.0,
        seed=2,
    ),
    Sample(
        "all-chows",
        "Four chows and no flowers",
        (("m2 m3 m4 m6 m7 m8 p3 p4 p5 s6 s7 p9 p9", "s8"),),
        style="own_hong kong index",
        table="cloth",
        back=ORANGE,
        pitch=55.0,
        roll=2.0,
        seed=3,
    ),
    Sample(
        "orphans",
        "Thirteen orphans, laid in one row",
        (("m1 m9 p1 p9 s1 s9 east south west north red green white", "white"),),
        table="felt_blue",
        back=ORANGE,
        body=WHITE,
        pitch=75.0,
        roll=-2.0,
        seed=4,
    ),
)
_TABLES = {
    "felt": lambda random: felt((75, 118, 38), random),
    "felt_blue": lambda random: felt((128, 84, 40), random),
    "wood": lambda random: wood((105, 155, 195), random),
    "cloth": lambda random: cloth((150, 160, 168), random),
}


def photo_of(sample: Sample, changed: Mapping[int, str] | None = None, width: int = 1600, height: int = 1200) -> Picture:
    """The photo of a sample. `changed` swaps the face of tiles by their place in reading order: the same photo with another tile in it."""
    scene = _scene(sample, changed or {})
    random = np.random.default_rng(sample.seed)
    source = next(one for one in own_sources() if one.name == sample.style)
    material = Material(sample.body, sample.back, 0.45, 0.07, 0.95, 0.25, 0.1, 0.09)
    points = np.vstack([corners(tile) for tile in scene.hand])
    camera = camera_for(points, width, height, random, sample.pitch, sample.roll, 0.86)
    table = cv2.resize(_TABLES[sample.table](random), (max(width, height),) * 2)[:height, :width]
    picture = draw(scene, source, material, camera, np.asarray(table, np.uint8), random, np.array([0.25, 0.2]))
    return Picture(develop(picture.pixels, np.random.default_rng(sample.seed + 100), 0.25), picture.boxes, picture.faces)


def _scene(sample: Sample, changed: Mapping[int, str]) -> Scene:
    uneven = np.random.default_rng(sample.seed + 50)
    placed: list[Placed] = []
    y = 0.0
    for row in sample.rows:
        x = 0.0
        for group in row:
            for face in group.split():
                side, face = face.startswith("_"), face.lstrip("_")
                wide = HEIGHT if side else WIDTH
                turn = np.pi / 2 if side else 0.0
                shown = changed.get(len(placed), face)
                placed.append(Placed(shown, x + wide / 2, y + float(uneven.normal(0, 0.015)), turn + float(uneven.normal(0, 0.012))))
                x += wide + 0.02
            x += 0.55
        y += HEIGHT + 0.35
    return Scene(tuple(placed))


def write_samples(folder: Path) -> None:
    """Write every sample as `NAME.jpg` and `NAME.json` (`about`, and per tile `face` and `box` in px)."""
    folder.mkdir(parents=True, exist_ok=True)
    for sample in SAMPLES:
        picture = photo_of(sample)
        cv2.imwrite(str(folder / f"{sample.name}.jpg"), picture.pixels, [cv2.IMWRITE_JPEG_QUALITY, 82])
        tiles = [{"face": CLASS_NAMES[face], "box": [round(float(side), 1) for side in box]} for box, face in zip(picture.boxes, picture.faces, strict=True)]
        (folder / f"{sample.name}.json").write_text(json.dumps({"about": sample.about, "tiles": tiles}, indent=1) + "\n")


def write_test_photos(folder: Path) -> None:
    """The samples at another size, as the labelled folder that tests and `evaluate` read."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "classes.txt").write_text("\n".join(CLASS_NAMES) + "\n")
    for sample in SAMPLES:
        picture = photo_of(sample, width=1280, height=960)
        write_yolo(picture, picture.faces, folder, sample.name, quality=85)
