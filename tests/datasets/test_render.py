"""Renders: the labels say where the tiles are, nothing is mirrored, the same seed gives the same photo."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.canvas import clip_of
from datasets.photos import LabelledPhoto
from datasets.picture import Picture, write_yolo
from datasets.render import render
from datasets.samples import SAMPLES, photo_of
from datasets.scene import Placed, Scene, laid_hand, random_hand, random_scene
from datasets.tile_art import FaceSource, Material, own_sources, random_material, random_sources, top_texture
from recognizer.augment import cut, plain_view
from recognizer.classes import CLASS_INDEX, CLASS_NAMES
from scoring.tiles import Tile

OWN = own_sources()[0]


@pytest.mark.parametrize("seed", range(40))
def test_random_hands_are_legal(seed: int) -> None:
    groups, bonus = random_hand(np.random.default_rng(seed))
    tiles = [code for group in groups for code in group]
    assert max(Counter(tiles).values()) <= 4
    assert len(set(bonus)) == len(bonus)
    assert [len(group) for group in groups][4:] == [2]
    for group in groups[:4]:
        ranks = sorted(Tile.from_code(code).rank for code in group)
        assert len(set(group)) == 1 or (ranks == list(range(ranks[0], ranks[0] + 3)) and len({Tile.from_code(code).suit for code in group}) == 1)


@pytest.mark.parametrize("seed", range(20))
def test_a_laid_hand_holds_the_hand(seed: int) -> None:
    random = np.random.default_rng(seed)
    groups, bonus = random_hand(random)
    laid = laid_hand(random, groups, bonus).hand
    expected = Counter([code for group in groups for code in group] + bonus)
    shown = Counter(one.face for one in laid)
    hidden = shown.pop("back", 0)
    assert not shown - expected, "a tile that is not in the hand"
    assert sum((expected - shown).values()) == hidden


@pytest.mark.parametrize("seed", range(6))
def test_labels_lie_on_their_tiles(seed: int) -> None:
    """One tile on a plain table: what differs from the table is the tile, and the label's box holds its top."""
    random = np.random.default_rng(seed)
    picture = render(Scene((Placed("p9", 0, 0, 0.3 * seed),)), OWN, (), random, 320, 240, rough=0)
    assert len(picture.boxes) == 1 and picture.faces[0] == CLASS_INDEX["p9"]
    x1, y1, x2, y2 = picture.boxes[0].astype(int)
    table = picture.pixels[2, 2].astype(int)
    apart = np.abs(picture.pixels.astype(int) - table).sum(2) > 60
    assert apart[y1:y2, x1:x2].mean() > 0.5
    apart[y1:y2, x1:x2] = False
    assert apart.mean() < 0.06, "a tile's body without a label"


def test_faces_are_not_mirrored() -> None:
    """Seen from straight above, the crop of a rendered tile is its drawing rather than the drawing's mirror image."""
    from datasets.samples import GREEN, IVORY

    plain = top_texture("s1", OWN, Material(IVORY, GREEN, 0.5, 0.07, 1, 0, 0, 0.09), np.random.default_rng(0))
    assert plain is not None
    drawing = cv2.resize(plain[..., :3], (60, 80)).astype(float)
    random = np.random.default_rng(5)
    hits = []
    for _ in range(12):
        picture = render(Scene((Placed("s1", 0, 0),)), OWN, (), random, 480, 360, rough=0)
        x1, y1, x2, y2 = picture.boxes[0].astype(int)
        seen = cv2.resize(picture.pixels[y1:y2, x1:x2], (60, 80)).astype(float)
        turns = [np.rot90(seen, turn) for turn in range(4)]
        straight = min(np.abs(cv2.resize(turn, (60, 80)) - drawing).mean() for turn in turns)
        mirrored = min(np.abs(cv2.resize(turn, (60, 80)) - drawing[:, ::-1]).mean() for turn in turns)
        hits.append(straight < mirrored)
    assert sum(hits) >= 10


def test_a_random_set_is_one_set_for_a_whole_scene() -> None:
    source = random_sources(None)
    chosen = [source.for_scene(np.random.default_rng(seed)) for seed in (3, 3, 4)]
    faces = [one.draw("p7", np.random.default_rng(0)) for one in chosen]
    assert all(face is not None for face in faces)
    assert np.array_equal(faces[0], faces[1]) and not np.array_equal(faces[0], faces[2])


def test_paint_strokes_and_place_follow_the_material() -> None:
    """A disc on a light body: one ink paints it, grown strokes cover more, a shift moves it."""
    disc = np.zeros((240, 180, 4), np.uint8)
    cv2.circle(disc, (90, 120), 40, (0, 0, 200, 255), -1)
    source = FaceSource("disc", lambda _name, _random: disc)
    plain = Material((230, 235, 240), (40, 120, 40), 0.5, 0.05, 1.0, 0, 0, 0.08)

    def drawn(**changes: object) -> np.ndarray:
        top = top_texture("p1", source, replace(plain, **changes), np.random.default_rng(0))  # type: ignore[arg-type]
        assert top is not None
        return top[..., :3].astype(int)

    def inked(top: np.ndarray) -> np.ndarray:
        return np.asarray(np.abs(top - drawn(ink=(230, 235, 240))).sum(2) > 90)

    assert np.abs(drawn(ink=(200, 30, 20))[120, 90] - [200, 30, 20]).max() < 12
    assert inked(drawn(thicker=2)).sum() > inked(drawn()).sum() > inked(drawn(thicker=-1)).sum()
    moved = np.argwhere(inked(drawn(shift=(0.03, -0.02)))).mean(0) - np.argwhere(inked(drawn())).mean(0)
    assert np.allclose(moved, [-0.02 * 240, 0.03 * 180], atol=1.0)
    across = np.ptp(np.argwhere(inked(drawn(stretch=(0.9, 1.0)))), axis=0)
    assert across[1] < across[0]


@pytest.mark.parametrize("coloured", [0.0, 0.4, 1.0])
def test_so_many_sets_are_of_coloured_tiles_as_asked(coloured: float) -> None:
    random = np.random.default_rng(3)
    bodies = np.array([random_material(random, coloured).body for _ in range(2000)])
    white = (bodies.min(axis=1) >= 0.82 * 205) & (bodies[:, 2] >= bodies[:, 0])
    # Of all colours some are near white too: a body drawn from 40 to 235 is, one time in twenty-odd.
    assert 1 - coloured - 0.03 <= white.mean() <= 1 - coloured + 0.03 + 0.06 * coloured


def test_the_same_seed_is_the_same_photo() -> None:
    first, second = (render(random_scene(np.random.default_rng(8)), OWN, (), np.random.default_rng(9), 320, 240) for _ in range(2))
    assert np.array_equal(first.pixels, second.pixels) and np.array_equal(first.boxes, second.boxes)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_every_tile_of_a_sample_is_labelled(sample: object) -> None:
    faces = [face.lstrip("_") for row in sample.rows for group in row for face in group.split()]  # type: ignore[attr-defined]
    assert Counter(faces) == Counter(CLASS_NAMES[face] for face in photo_of(sample).faces)  # type: ignore[arg-type]


def test_a_changed_tile_changes_only_its_place() -> None:
    sample = SAMPLES[0]
    before, after = photo_of(sample), photo_of(sample, {0: "white"})
    assert np.array_equal(before.boxes, after.boxes)
    assert (before.faces != after.faces).sum() == 1


def test_a_view_without_a_margin_is_the_box() -> None:
    image = np.zeros((100, 100, 3), np.uint8)
    image[40:60, 40:60] = 255
    view = plain_view(cut(image, np.array([40.0, 40, 60, 60])), 64, 0.0)
    assert view.mean() > 245, "without a margin a view is the box and nothing else"


def test_a_clip_shows_no_unlabelled_corner(tmp_path: Path) -> None:
    """Two labelled tiles in opposite corners: what lies between them, where tiles may lie that nobody labelled, is not shown."""
    image = np.full((200, 200, 3), 90, np.uint8)
    cv2.imwrite(str(tmp_path / "a.png"), image)
    boxes = np.array([[0.02, 0.02, 0.12, 0.16], [0.86, 0.82, 0.96, 0.96]])
    made = LabelledPhoto(tmp_path / "a.png", "set", "g", True, 0.74, boxes, np.array([0, 1]))
    cut_out = clip_of(made, np.random.default_rng(0), 20)
    assert cut_out is not None
    clip, shown = cut_out
    assert not shown[shown.shape[0] // 2, shown.shape[1] // 2]
    for x1, y1, x2, y2 in clip.boxes:
        assert shown[int((y1 + y2) / 2), int((x1 + x2) / 2)]


def test_yolo_files_read_back(tmp_path: Path) -> None:
    from datasets.photos import read_split

    picture = Picture(np.zeros((60, 80, 3), np.uint8), np.array([[10.0, 10, 30, 40]]), np.array([CLASS_INDEX["q3"]]))
    write_yolo(picture, picture.faces, tmp_path, "a")
    (tmp_path / "classes.txt").write_text("\n".join(CLASS_NAMES))
    (back,) = read_split(tmp_path)
    assert np.allclose(back.boxes * [80, 60, 80, 60], picture.boxes, atol=1e-3) and back.faces[0] == CLASS_INDEX["q3"]
