"""Icon collections as pictures of strangers' sets, and another carver's hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from datasets.faces import DEFAULT, Index, face_inks, face_rgba, random_style
from datasets.faces.carver import Carver, carved, random_carver
from datasets.faces.icons import Icons, can_draw, icons_in, picture
from datasets.faces.ink import HEIGHT, WIDTH, Area, Brush
from datasets.faces.raster import to_rgba
from datasets.faces.script import write
from datasets.faces.strangers import random_places
from datasets.faces.style import Icon
from datasets.tile_art import random_sources
from recognizer.errors import DatasetError

pytest.importorskip("fontTools", reason="icons are read with fonttools, which only training and tests install")

LEAF = '<path fill="currentColor" d="M10 90C10 40 40 10 90 10C90 60 60 90 10 90zM30 70L60 40L50 60z"/>'
BLOOM = '<g fill="#e02040"><circle cx="50" cy="30" r="20"/><path d="M20 50h60l-30 40z"/></g><path fill="none" stroke="#204080" stroke-width="4" d="M50 50v40"/>'
GROUND = '<rect x="0" y="0" width="100" height="100"/>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    bodies = {
        "oak-leaf": LEAF,
        "tulip": BLOOM,
        "swan": LEAF,
        "lantern": BLOOM,
        "rose-flag": LEAF,  # what a word shows is not always what it names
        "keycap": LEAF,
        "tree-2": LEAF,  # may hold a figure
        "mossy-tree": f'<g transform="rotate(3)">{LEAF}</g>',
        "sunflower": GROUND,
    }
    for prefix in ("game-icons", "tabler"):
        icons = {name: {"body": body} for name, body in bodies.items()}
        (tmp_path / prefix).mkdir()
        (tmp_path / prefix / "icons.json").write_text(json.dumps({"prefix": prefix, "icons": icons, "width": 100, "height": 100}))
    return tmp_path


def names(icons: tuple[Icon, ...]) -> set[str]:
    return {icon.name for icon in icons}


def test_icons_are_sorted_by_what_they_show(folder: Path) -> None:
    found = icons_in(folder)
    assert names(found.birds) == {"swan"}
    assert names(found.plants) == {"oak-leaf", "tulip", "sunflower"}
    assert [icon.name for icon in found.things] == ["lantern"], "only a collection of drawings gives things"
    assert icons_in(None) == Icons()


def test_a_picture_fills_the_square_and_follows_its_number(folder: Path) -> None:
    leaf = next(icon for icon in icons_in(folder).plants if icon.name == "oak-leaf")
    looks = set()
    for number in range(40):
        inks = picture(replace(leaf, number=number), DEFAULT.palette, 1.0)
        points = np.vstack([ring for ink in inks for ring in (ink.rings if isinstance(ink, Area) else [ink.line] if isinstance(ink, Brush) else [])])
        assert points.min() > -8 and points.max() < 108 and np.ptp(points, axis=0).max() > 70
        looks.add(tuple((type(ink).__name__, ink.colour) for ink in inks))
        assert np.array_equal(to_rgba(inks, 96), to_rgba(picture(replace(leaf, number=number), DEFAULT.palette, 1.0), 96))
    assert len(looks) > 4, "filled and in outline, in several inks"


def test_colours_of_a_picture_become_inks_of_the_set(folder: Path) -> None:
    bloom = next(icon for icon in icons_in(folder).plants if icon.name == "tulip")
    own = {DEFAULT.palette.red, DEFAULT.palette.green, DEFAULT.palette.blue, DEFAULT.palette.numeral, DEFAULT.palette.flower_script}
    drawn = [{ink.colour for ink in picture(replace(bloom, number=number), DEFAULT.palette, 1.0)} for number in range(60)]
    assert {"#e02040", "#204080"} in drawn, "now and then as the picture has them"
    assert sum(colours <= own for colours in drawn) > 40


def test_a_full_ground_is_no_picture(folder: Path) -> None:
    grounds = [icon for icon in icons_in(folder).plants if icon.name == "sunflower"]
    assert grounds and not any(can_draw(icon) for icon in grounds)


def test_random_sets_show_icons_where_there_are_some(folder: Path) -> None:
    icons = icons_in(folder)
    birds = [random_style(np.random.default_rng(seed), icons=icons).bird for seed in range(60)]
    assert any(isinstance(bird, Icon) for bird in birds) and any(bird == 0 for bird in birds)
    shown = [picture for seed in range(60) for picture in random_places(np.random.default_rng(seed), icons).plants]
    assert {icon.name for icon in shown if isinstance(icon, Icon)} == {"oak-leaf", "tulip", "lantern"}
    assert not any(isinstance(picture, Icon) for seed in range(60) for picture in random_places(np.random.default_rng(seed)).plants)
    with pytest.raises(DatasetError, match="could be drawn"):
        random_places_of_grounds(icons)


def random_places_of_grounds(icons: Icons) -> None:
    grounds = Icons(plants=tuple(icon for icon in icons.plants if icon.name == "sunflower"))
    for seed in range(20):
        random_places(np.random.default_rng(seed), grounds)


def test_every_face_of_a_set_with_icons_is_drawn(folder: Path) -> None:
    random = np.random.default_rng(3)
    one = random_sources(None, folder).for_scene(random)
    for name in ("s1", "f1", "q4", "p8", "back"):
        face = one.draw(name, random)
        assert face is not None and face[..., 3].any()


def test_a_carver_cuts_a_face_the_same_way_every_time_and_no_two_alike() -> None:
    face = face_rgba("p8", height_px=240, body=False)
    one, other = Carver((0.9, 0.8), 0.015, 1), Carver((0.9, 0.8), 0.015, 2)
    assert np.array_equal(carved(face, "p8", one), carved(face, "p8", one))
    assert not np.array_equal(carved(face, "p8", one), carved(face, "p8", other))
    assert np.array_equal(carved(face, "p8", Carver()), face)


def test_a_carver_stretches_about_the_middle_and_keeps_the_inks() -> None:
    face = face_rgba("p1", height_px=240, body=False)
    flat = carved(face, "p1", Carver((1.0, 0.75)))
    (top, left), (foot, right) = (edge(np.argwhere(flat[..., 3] > 127)) for edge in (lambda at: at.min(0), lambda at: at.max(0)))
    (old_top, old_left), (old_foot, old_right) = (edge(np.argwhere(face[..., 3] > 127)) for edge in (lambda at: at.min(0), lambda at: at.max(0)))
    assert (foot - top) / (old_foot - old_top) == pytest.approx(0.75, abs=0.02)
    assert (right - left, top + foot) == (pytest.approx(old_right - old_left, abs=2), pytest.approx(old_top + old_foot, abs=3))
    inside = flat[flat[..., 3] == 255][:, :3].astype(int)
    before = face[face[..., 3] == 255][:, :3].astype(int)
    assert abs(inside.mean(0) - before.mean(0)).max() < 6, "no dark rim where clear pixels were mixed in"


def test_one_carver_in_four_bends_nothing() -> None:
    straight = sum(random_carver(np.random.default_rng(seed)) == Carver() for seed in range(400))
    assert 70 < straight < 130


def test_a_rising_character_stands_higher_on_its_right() -> None:
    level, rising = write("一", (10, 10, 40, 20), 4, "#000000"), write("一", (10, 10, 40, 20), 4, "#000000", rise=0.2)
    for a, b in zip(level, rising, strict=True):
        assert isinstance(a, Brush) and isinstance(b, Brush)
        assert np.allclose(b.line[:, 1], a.line[:, 1] - 0.2 * (a.line[:, 0] - 30)) and np.array_equal(a.line[:, 0], b.line[:, 0])


def test_a_straying_index_stands_elsewhere_on_each_face_and_on_the_tile() -> None:
    style = replace(DEFAULT, index=Index.LEFT, index_stray=40.0)
    places = set()
    for name in ("p7", "p8", "m3", "east", "s9"):
        figure = face_inks(name, style)[-1]
        assert isinstance(figure, Brush) and figure.colour == style.palette.index
        assert figure.line.min() > 0 and figure.line[:, 0].max() < WIDTH and figure.line[:, 1].max() < HEIGHT
        places.add(tuple(np.round(figure.line.mean(0))))
    assert len(places) == 5
