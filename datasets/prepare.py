"""From labelled photos, tile faces and backgrounds to what the two networks train on."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.canvas import canvas
from datasets.crops import Crops, crops_of
from datasets.groups import part
from datasets.photos import IMAGE_SUFFIXES, LabelledPhoto, read_split
from datasets.picture import Picture, write_yolo
from datasets.render import render
from datasets.scene import random_scene, turned_down
from datasets.tables import write_tables
from datasets.tile_art import FaceSource, random_sources, sources_in
from datasets.whole import Finds, as_seen, aslant, completed
from recognizer.augment import cut
from recognizer.classes import BACK, CLASS_NAMES
from recognizer.detector import Boxes, Detector
from recognizer.errors import DatasetError
from recognizer.labels import detector_classes
from recognizer.model import Network
from recognizer.turned import LEVEL_SUBSETS

HELD_OUT_SETS = frozenset({"kde_default", "kde_jade"})
"""Tile sets kept out of training, to measure strangers' tiles on."""

DONE = ".done"
"""A file that stands in a prepared folder once everything in it is whole."""

# How often each source is drawn. Real crops show what renders miss; one-colour fonts look like few real tiles.
_WEIGHTS = {"photo_crops": 8.0, "xmahjongg_real": 2.0}
_FONT_WEIGHT, _OWN_WEIGHT = 0.4, 14.0
_COLOURED = 0.4
"""Of the detector's renders: what it has seldom seen as a tile it misses, and nothing points at a missed row."""
# This set's flowers run in another order than their names say: four drawings that would teach the wrong number.
_WRONG_FLOWERS = "mah_classic"
_PARTLY_LABELLED = frozenset({"hk_fb", "hk_hand"})
"""Subsets whose photos show tiles that carry no label."""
# Few photos stand for sets that many tables own.
_SUBSET_WEIGHTS = {"cn_tray": 1.2, "riichi_red": 3.0, "riichi_leo": 2.0}


@dataclass(frozen=True, slots=True)
class Material:
    """Where renders come from: tile sets, how often each is drawn (sums to 1), and background pictures."""

    sources: tuple[FaceSource, ...]
    weights: tuple[float, ...]
    backgrounds: tuple[Path, ...]


def material(
    faces: Path | None, backgrounds: Path | None, scratch: Path, held_out: bool = False, fonts: Path | None = None, icons: Path | None = None
) -> Material:
    """Sets and backgrounds of two folders beside our own drawings; `held_out` takes only the sets kept out of training."""
    found = [*(sources_in(faces) if faces else []), *([] if held_out else [random_sources(fonts, icons)])]
    sources = [source for source in found if (source.name in HELD_OUT_SETS) == held_out]
    if not sources:
        raise DatasetError(f"no held-out tile set in {faces}: expected one of {', '.join(sorted(HELD_OUT_SETS))}")
    weights = np.array([_weight(source.name) for source in sources])
    tables = write_tables(scratch / "tables")
    others = sorted(path for path in backgrounds.iterdir() if path.suffix.lower() in IMAGE_SUFFIXES) if backgrounds else []
    return Material(tuple(sources), tuple(weights / weights.sum()), (*others, *tables))


def _weight(name: str) -> float:
    if name.startswith("font_"):
        return _FONT_WEIGHT
    return _OWN_WEIGHT if name.startswith("own_") else _WEIGHTS.get(name, 1.0)


def renders(
    stuff: Material, count: int, seed: int, width: int, height: int, bonus_weight: float, rough: float = 0.8, face_down: float = 0.0, coloured: float = 0.2
) -> Iterator[tuple[str, Picture]]:
    """`count` rendered photos with the name of the set that each shows. The same seed gives the same pictures.

    `face_down`: the share of photos in which many tiles lie face down. `coloured`: of those whose tiles are jade, dark or any colour.
    """
    for index in range(count):
        random = np.random.default_rng((seed, index))
        source = stuff.sources[int(random.choice(len(stuff.sources), p=stuff.weights))].for_scene(random)
        scene = random_scene(random, bonus_weight)
        if random.random() < face_down:
            scene = turned_down(scene, random, float(random.uniform(0.15, 0.6)))
        yield source.name, render(scene, source, stuff.backgrounds, random, width, height, rough, coloured)


def render_crops(stuff: Material, count: int, seed: int) -> Crops:
    """Tile crops of `count` renders, flowers and seasons drawn far more often than hands hold them."""
    pixels, faces, width, names = [], [], [], []
    chance = np.random.default_rng((seed, 0xBAC))
    for name, picture in renders(stuff, count, seed, 960, 720, bonus_weight=0.45):
        for box, face in zip(picture.boxes, picture.faces, strict=True):
            side = min(box[2] - box[0], box[3] - box[1])
            if side < 12 or (CLASS_NAMES[face] == BACK and chance.random() < 0.7):
                continue
            if name == _WRONG_FLOWERS and CLASS_NAMES[face] in ("f1", "f2", "f3", "f4"):
                continue
            pixels.append(cut(picture.pixels, box))
            faces.append(face)
            width.append(side)
            names.append(name)
    return Crops(np.stack(pixels), np.array(faces, np.int64), np.array(width, np.float32), np.array(names))


def prepare(
    photos: Path,
    faces: Path | None,
    backgrounds: Path | None,
    out: Path,
    *,
    canvases: int,
    detector_renders: int,
    crop_renders: int,
    seed: int,
    complete_with: Path | None = None,
    fonts: Path | None = None,
    icons: Path | None = None,
    without: Sequence[str] = (),
) -> None:
    """Write `out/crops/*.npz` for the face reader and `out/detector/train` for the detector, from training photos and renders alone.

    With `complete_with`, a folder that holds a `tiles.onnx`, whole photos too, their unlabelled tiles found by it. `crop_renders` 0 leaves the crops out.
    `without`: subsets that nothing is learnt from; crops of their photos go to `photos_left_out.npz`, for `python -m recognizer ablate`.
    Raises DatasetError when the photos have no such subset.
    """
    labelled = read_split(photos / "train")
    if unknown := sorted(set(without) - {photo.subset for photo in labelled}):
        raise DatasetError(f"no subset {unknown[0]!r} to leave out, expected some of {sorted({photo.subset for photo in labelled})}")
    left_out = [photo for photo in labelled if photo.subset in without]
    labelled = [photo for photo in labelled if photo.subset not in without]
    stuff = material(faces, backgrounds, out, fonts=fonts, icons=icons)
    (out / "crops").mkdir(parents=True, exist_ok=True)
    fit = part(labelled, "fit")
    if crop_renders:
        for role in ("fit", "calibrate"):
            crops_of(part(labelled, role)).save(str(out / "crops" / f"photos_{role}.npz"))
        if left_out:
            crops_of(photo for photo in left_out if photo.original).save(str(out / "crops" / "photos_left_out.npz"))
        _say("crops of the photos written")
        render_crops(stuff, crop_renders, seed).save(str(out / "crops" / "renders_fit.npz"))
        _say("crops of renders written")
    train = out / "detector" / "train"
    for index, picture in enumerate(canvases_of(fit, stuff.backgrounds, canvases, seed)):
        write_yolo(picture, detector_classes(picture.faces), train, f"canvas_{seed}_{index:05d}")
    for index, (_, picture) in enumerate(renders(stuff, detector_renders, seed + 1, 640, 640, bonus_weight=0.2, face_down=0.5, coloured=_COLOURED)):
        write_yolo(picture, detector_classes(picture.faces), train, f"render_{seed}_{index:05d}")
    if complete_with is not None:
        write_whole_photos(fit, Detector.of(Network.load(complete_with / "tiles.onnx")), train, seed)
    (out / DONE).touch()
    _say("detector pictures written")


def write_whole_photos(photos: Sequence[LabelledPhoto], detector: Finds, folder: Path, seed: int) -> None:
    """Every photo whole, as the detector's pictures. Where a subset labels every tile, what else looks like one (books, tray slots) is taught not to be.

    Photos of level rows come a second time, turned by any angle.
    """
    for index, photo in enumerate(photos):
        finds = detector if photo.subset in _PARTLY_LABELLED else _finds_nothing
        random = np.random.default_rng((seed, index))
        picture = as_seen(completed(photo, finds), photo.aspect, random)
        write_yolo(picture, detector_classes(picture.faces), folder, f"whole_{photo.path.stem}")
        if photo.subset in LEVEL_SUBSETS and len(picture.boxes):
            picture = aslant(picture, random)
            write_yolo(picture, detector_classes(picture.faces), folder, f"aslant_{photo.path.stem}")


def canvases_of(photos: Sequence[LabelledPhoto], backgrounds: Sequence[Path], count: int, seed: int) -> Iterator[Picture]:
    """`count` canvases of clips of the photos; strangers' sets, of which there are few photos, are drawn more often."""
    weights = np.array([_SUBSET_WEIGHTS.get(photo.subset, 1.0) for photo in photos])
    for index in range(count):
        random = np.random.default_rng((seed, index))
        chosen = random.choice(len(photos), 24, p=weights / weights.sum())
        yield canvas([photos[at] for at in chosen], backgrounds, random)


def write_photo_folder(pictures: Iterator[tuple[str, Picture]], out: Path, prefix: str) -> int:
    """Write pictures as a labelled folder (`images/ labels/ classes.txt`, all 43 faces) with a manifest beside it; returns how many."""
    rows = ["file,split,subset,source,photo,group,original,boxes,has_bonus,tile_aspect,box_looseness\n"]
    out.mkdir(parents=True, exist_ok=True)
    (out / "classes.txt").write_text("\n".join(CLASS_NAMES) + "\n")
    count = 0
    for count, (name, picture) in enumerate(pictures, 1):
        file = f"{prefix}_{count:05d}"
        write_yolo(picture, picture.faces, out, file, quality=92)
        bonus = int(any(CLASS_NAMES[face][0] in "fq" for face in picture.faces))
        rows.append(f"{file},{out.name},{name},render,{file},{file},1,{len(picture.faces)},{bonus},,1.00\n")
    (out.parent / "manifest.csv").write_text("".join(rows))
    return count


def _finds_nothing(_pixels: NDArray[np.uint8], _floor: float) -> Boxes:
    return Boxes.none()


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
