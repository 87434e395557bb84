"""Our own tile drawings: complete, self-contained, told apart at a glance, and the same in SVG and in pixels."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from datasets.faces import BLANK, DEFAULT, FACE_NAMES, STYLES, FaceError, Index, Palette, Style, face_inks, face_rgba, face_svg, random_style
from datasets.faces.doodles import bird, plant
from datasets.faces.glyphs import fonts_in
from datasets.faces.ink import HEIGHT, WIDTH, Area, Brush, Ink, place
from datasets.faces.raster import to_rgba
from datasets.faces.script import write
from datasets.faces.strokes import CHARACTERS, FIGURES
from recognizer.classes import BACK, CLASS_NAMES

_SVG = "{http://www.w3.org/2000/svg}"
_ALLOWED = {"svg": {"viewBox"}, "path": {"d", "fill", "fill-rule"}, "circle": {"cx", "cy", "r", "fill", "stroke", "stroke-width"}}
_CHROMIUM = shutil.which("chromium")


def _over_white(rgba: np.ndarray) -> np.ndarray:
    """(h, w, 4) uint8 -> (h, w, 3) float, on white."""
    alpha = rgba[..., 3:] / 255
    return rgba[..., :3] * alpha + 255 * (1 - alpha)


def _extent(ink: Ink) -> tuple[float, float, float, float]:
    if isinstance(ink, Area):
        points = np.vstack(ink.rings)
        return *points.min(axis=0), *points.max(axis=0)
    if isinstance(ink, Brush):
        half = ink.width[:, None] / 2
        return *(ink.line - half).min(axis=0), *(ink.line + half).max(axis=0)
    return ink.x - ink.outer, ink.y - ink.outer, ink.x + ink.outer, ink.y + ink.outer


def test_every_class_has_a_drawing_and_so_has_the_blank_tile() -> None:
    assert (*CLASS_NAMES, BLANK) == FACE_NAMES
    for name in CLASS_NAMES:
        assert face_inks(name, with_body=False), name
    assert face_inks(BLANK, with_body=False) == ()


def test_an_unknown_face_is_refused_by_name() -> None:
    for name in ("p0", "f5", "joker", ""):
        with pytest.raises(FaceError, match=repr(name)):
            face_svg(name)


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES.keys())
def test_svg_is_plain_shapes_with_nothing_from_outside(style: Style) -> None:
    for name in FACE_NAMES:
        text = face_svg(name, style)
        root = ElementTree.fromstring(text)
        assert root.attrib["viewBox"] == "0 0 72 96"
        for element in root.iter():
            tag = element.tag.removeprefix(_SVG)
            assert tag in _ALLOWED and set(element.attrib) <= _ALLOWED[tag], f"{name}: {tag} {set(element.attrib)}"
        assert "nan" not in text and "href" not in text and "url(" not in text
        assert len(text) < 40_000, name


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES.keys())
def test_nothing_is_drawn_outside_the_tile(style: Style) -> None:
    for name in FACE_NAMES:
        for ink in face_inks(name, style, with_body=False):
            x0, y0, x1, y1 = _extent(ink)
            assert x0 >= 1 and y0 >= 1 and x1 <= WIDTH - 1 and y1 <= HEIGHT - 1, f"{name}: {x0:.1f} {y0:.1f} {x1:.1f} {y1:.1f}"


def test_pixels_have_the_asked_shape_soft_edges_and_clear_corners() -> None:
    for height in (28, 64, 300):
        rgba = face_rgba("green", height_px=height)
        assert rgba.shape == (height, round(height * 0.75), 4) and rgba.dtype == np.uint8
        assert rgba[0, 0, 3] < 32 and rgba[height // 2, height // 4, 3] == 255
    inks_alone = face_rgba("green", height_px=300, body=False)[..., 3]
    assert 0.08 < (inks_alone == 255).mean() < 0.4
    assert ((inks_alone > 0) & (inks_alone < 255)).any()


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES.keys())
def test_no_two_faces_look_alike_or_mirrored(style: Style) -> None:
    seen = {name: _over_white(face_rgba(name, style, 64)) for name in CLASS_NAMES}
    for a, b in combinations(CLASS_NAMES, 2):
        for other in (seen[b], seen[b][:, ::-1]):
            # Numerals share their 萬 and figures are small: an unlike part of 1.5 % of the tile is what 二 and 三 differ by.
            unlike = (np.abs(seen[a] - other).max(axis=2) > 60).mean()
            assert unlike > 0.015, f"{a} and {b}: {unlike:.3f}"


def test_flowers_and_seasons_differ_in_the_script_and_in_its_colour() -> None:
    for style in STYLES.values():
        for rank in "1234":
            flower, season = (face_rgba(suit + rank, style, 96, body=False) for suit in "fq")
            assert (np.abs(_over_white(flower) - _over_white(season)).max(axis=2) > 60).mean() > 0.06, (style.name, rank)
        if style.name != "one ink":
            assert style.palette.flower_script != style.palette.season_script


def test_styles_differ_visibly() -> None:
    sheets = {name: np.concatenate([_over_white(face_rgba(face, style, 64)) for face in CLASS_NAMES]) for name, style in STYLES.items()}
    assert len(sheets) >= 6
    for a, b in combinations(sheets, 2):
        assert (np.abs(sheets[a] - sheets[b]).max(axis=2) > 60).mean() > 0.04, (a, b)


def test_a_random_style_follows_its_seed_and_draws_every_face() -> None:
    first, again, other = (random_style(np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert first == again != other
    for seed in range(4):
        style = random_style(np.random.default_rng(seed))
        for name in FACE_NAMES:
            assert face_rgba(name, style, 48).shape == (48, 36, 4)


def test_a_font_writes_what_it_has_and_our_strokes_the_rest(tmp_path: Path) -> None:
    """A font of two glyphs, made here: a square 萬 and a tall 1."""
    pytest.importorskip("fontTools", reason="needs fonttools, which only training and tests install")
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    def box(x0: int, y0: int, x1: int, y1: int) -> object:
        pen = TTGlyphPen(None)
        pen.moveTo((x0, y0))
        for corner in ((x0, y1), (x1, y1), (x1, y0)):
            pen.lineTo(corner)
        pen.closePath()
        return pen.glyph()

    builder = FontBuilder(1000)
    builder.setupGlyphOrder([".notdef", "wan", "one", "two"])
    builder.setupCharacterMap({ord("萬"): "wan", ord("1"): "one", ord("2"): "two"})
    round_ = TTGlyphPen(None)
    round_.qCurveTo((100, 100), (100, 900), (900, 900), (900, 100), None)  # four control points and no point of the curve
    round_.closePath()
    builder.setupGlyf({".notdef": box(0, 0, 9, 9), "wan": box(100, 0, 900, 800), "one": box(200, 0, 300, 700), "two": round_.glyph()})
    builder.setupHorizontalMetrics({name: (1000, 0) for name in (".notdef", "wan", "one", "two")})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupPost()
    builder.save(tmp_path / "two.ttf")
    path = str(tmp_path / "two.ttf")
    (wan,) = write("萬", (10, 20, 40, 50), 4, "#000000", font=path)
    assert isinstance(wan, Area) and np.allclose([wan.rings[0].min(0), wan.rings[0].max(0)], [[10, 20], [50, 70]])
    (one,) = write("1", (0, 0, 10, 14), 4, "#000000", font=path)
    assert isinstance(one, Area) and np.allclose([one.rings[0].min(0), one.rings[0].max(0)], [[4, 0], [6, 14]])
    (two,) = write("2", (0, 0, 10, 14), 4, "#000000", font=path)
    assert isinstance(two, Area) and np.allclose(np.ptp(two.rings[0], axis=0), [12.5, 12.5], atol=0.1), "a figure may lean out of its box by a quarter"
    area, outline = write("萬", (10, 20, 40, 50), 4, "#000000", font=path, bold=0.05)
    assert isinstance(area, Area) and isinstance(outline, Brush) and np.array_equal(outline.line[0], outline.line[-1])
    assert np.allclose(outline.width, 2.0), "bold is a share of the box's narrower side"
    assert all(isinstance(ink, Brush) for ink in write("東", (0, 0, 10, 14), 4, "#000000", font=path))
    assert fonts_in(tmp_path) == ([], []), "a font that lacks most characters is no font for a set"


def test_random_sets_tell_each_bonus_tile_by_figure_or_script() -> None:
    """Wherever a plan puts things, no two of a set's eight look alike."""
    for seed in range(12):
        style = random_style(np.random.default_rng(seed))
        shown = [_over_white(face_rgba(f"{suit}{rank}", style, 96)) for suit in "fq" for rank in range(1, 5)]
        for a, b in combinations(shown, 2):
            assert (np.abs(a - b).max(axis=2) > 60).mean() > 0.01, seed


@pytest.mark.parametrize("field", ["stick_width", "fill"])
def test_a_set_may_be_cut_broad(field: str) -> None:
    """More of the tile is inked, the further from its own look the more."""
    face = {"stick_width": "s6", "fill": "east"}[field]
    inked = [(_over_white(face_rgba(face, replace(DEFAULT, **{field: much}), 96, body=False)).min(axis=2) < 128).sum() for much in (0.8, 1.0, 1.2)]
    assert inked[0] < inked[1] < inked[2]


def test_the_back_is_drawn_whole_without_a_body() -> None:
    assert np.array_equal(face_rgba(BACK, body=False), face_rgba(BACK))


def test_characters_have_the_strokes_that_a_dictionary_counts() -> None:
    """艹 counts as three strokes, as in 萬 and 蘭 with one level stroke."""
    counts = dict(一=1, 二=2, 三=3, 四=5, 五=4, 伍=6, 六=4, 七=2, 八=2, 九=2, 萬=12, 万=3, 東=8, 南=9, 西=6, 北=5, 中=4, 發=12)
    counts |= dict(梅=11, 蘭=20, 兰=5, 菊=11, 竹=6, 春=9, 夏=10, 秋=9, 冬=5)
    assert {char: len(CHARACTERS[char].split(";")) for char in counts} == counts
    assert set("123456789ESWNCFPB") <= set(FIGURES)


@pytest.mark.browser
@pytest.mark.skipif(_CHROMIUM is None, reason="no Chromium")
def test_a_browser_paints_the_svg_as_our_pixels_are() -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright: the dev extra installs it")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=_CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 216, "height": 288})
        for name in ("m5", "p1", "p7", "s1", "s8", "green", "white", "f3", "q3", BACK):
            page.set_content(f"<style>*{{margin:0}}svg{{display:block;width:216px;height:288px}}</style>{face_svg(name)}")
            painted = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), float)
            ours = _over_white(face_rgba(name, height_px=288))
            unlike = (np.abs(painted - ours).max(axis=2) > 100).mean()
            assert unlike < 0.004, f"{name}: {unlike:.4f}"
        browser.close()


@pytest.mark.parametrize("draw", [bird, plant])
def test_doodles_follow_their_number_and_stay_near_their_square(draw: Callable[[int, Palette, float], list[Ink]]) -> None:
    def pixels(number: int) -> np.ndarray:
        return to_rgba(place(draw(number, Palette(), 1.0), (0, 12, 72, 72)), 96)

    shown = [pixels(number) for number in range(9, 39)]
    assert (pixels(9) == shown[0]).all()
    assert len({picture.tobytes() for picture in shown}) == len(shown)
    covered = [float((picture[..., 3] > 128).mean()) for picture in shown]
    assert min(covered) > 0.003 and max(covered) < 0.7, "neither nothing nor one great blot"


def test_strangers_put_figures_and_numerals_where_their_style_says() -> None:
    style = replace(DEFAULT, index_boxes=((4.0, 4.0, 10.0, 16.0), (58.0, 76.0, 10.0, 16.0)), room=0.8, numeral_box=(20.0, 9.0, 32.0, 26.0), lean=0.2)
    with_index = replace(style, index=Index.LEFT)
    plain, indexed = (to_rgba(face_inks("m5", look, with_body=False), 96)[..., 3] > 0 for look in (style, with_index))
    assert not plain[76:92, 62:].any() and indexed[76:92, 58:68].any(), "the second index stands in the corner opposite"
    assert plain[8:34, 20:56].any() and not plain[:3].any()
    upright = to_rgba(face_inks("m5", replace(style, lean=0.0), with_body=False), 96)[..., 3] > 0
    leant = np.nonzero(plain[:18])[1].mean() - np.nonzero(upright[:18])[1].mean()
    assert leant > 1, "its top stands farther to the right"
