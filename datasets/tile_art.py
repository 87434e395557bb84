"""Tile sets as textures: faces from any folder, or our own drawings, engraved on bodies of many materials."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from recognizer.classes import BACK, CLASS_NAMES

TEXTURE_W, TEXTURE_H = 180, 240
"""Pixels of a tile's top as a texture."""

Rgba = NDArray[np.uint8]
SUFFIXES = (".png", ".jpg", ".jpeg")
# Sets whose picture already shows the whole top of a tile, body and all: nothing is engraved on ours.
_FULL_BODY_SHARE = 0.93


@dataclass(frozen=True, slots=True)
class FaceSource:
    """Where one set's faces come from: `draw(face name, random)` gives RGBA BGR-ordered uint8 (h, w, 4), or None where the set lacks it."""

    name: str
    draw: Callable[[str, np.random.Generator], Rgba | None]
    fresh: Callable[[np.random.Generator], FaceSource] | None = None
    """Where a source stands for many sets: one of them, to draw a whole scene with."""

    def for_scene(self, random: np.random.Generator) -> FaceSource:
        return self if self.fresh is None else self.fresh(random)


@dataclass(frozen=True, slots=True)
class Material:
    """What the tiles of one set are made of. Colours are BGR 0..255; `gap` is how much of the top the drawing leaves free at each side.

    `ink`: one paint for every stroke, None as drawn. `hue`: what every ink's hue is turned by, degrees / 2. `thicker`: strokes grown (or worn) by so many
    texture px. `stretch`: the drawing's width and height by so much again. `shift` moves it, in shares of the tile.
    """

    body: tuple[float, float, float]
    back: tuple[float, float, float]
    layered: float
    gap: float
    ink_gain: float
    emboss: float
    gloss: float
    round: float
    ink: tuple[float, float, float] | None = None
    hue: int = 0
    thicker: int = 0
    stretch: tuple[float, float] = (1.0, 1.0)
    shift: tuple[float, float] = (0.0, 0.0)


def sources_in(folder: Path) -> list[FaceSource]:
    """Every tile set of a folder: a sub-folder a set, holding `m1.png` ... or a folder of pictures a face (`m1/*.jpg`)."""
    return [_source(sub) for sub in sorted(folder.iterdir()) if sub.is_dir()]


def own_sources() -> list[FaceSource]:
    """The project's own drawings, one source a style."""
    from datasets.faces import STYLES, face_rgba

    @lru_cache(maxsize=2000)
    def drawn(name: str, style: str) -> Rgba:
        rgba = face_rgba(name, STYLES[style], TEXTURE_H)
        return np.ascontiguousarray(rgba[..., [2, 1, 0, 3]])

    def source(style: str) -> FaceSource:
        return FaceSource(f"own_{style}", lambda name, _random: drawn(name, style))

    return [source(style) for style in STYLES]


def random_sources(fonts: Path | None, icons: Path | None = None) -> FaceSource:
    """Sets that nobody owns, drawn by ourselves, a new one for every scene.

    In two of three the characters are those of a font below `fonts`; birds, flowers and seasons show icons of `icons` (see `icons_in`) in some.
    """
    from datasets.faces import face_rgba, random_style
    from datasets.faces.carver import carved, random_carver
    from datasets.faces.glyphs import fonts_in
    from datasets.faces.icons import icons_in

    scripts, figures = fonts_in(fonts)
    pictures = icons_in(icons)

    def fresh(random: np.random.Generator) -> FaceSource:
        style, carver = random_style(random, scripts, figures, pictures), random_carver(random)

        def draw(name: str, _random: np.random.Generator) -> Rgba | None:
            face = face_rgba(name, style, TEXTURE_H, body=False)
            if name != BACK:
                face = carved(face, name, carver)
            return np.ascontiguousarray(face[..., [2, 1, 0, 3]])

        return FaceSource("own_random", draw)

    return FaceSource("own_random", lambda _name, _random: None, fresh)


def _source(folder: Path) -> FaceSource:
    files: Mapping[str, list[Path]] = {name: _files_of(folder, name) for name in CLASS_NAMES}

    def draw(name: str, random: np.random.Generator) -> Rgba | None:
        choice = files[name]
        return _load(str(choice[int(random.integers(len(choice)))])) if choice else None

    return FaceSource(folder.name, draw)


def _files_of(folder: Path, name: str) -> list[Path]:
    inside = folder / name
    if inside.is_dir():
        return sorted(path for path in inside.iterdir() if path.suffix.lower() in SUFFIXES)
    return [folder / f"{name}{suffix}" for suffix in SUFFIXES if (folder / f"{name}{suffix}").exists()]


@lru_cache(maxsize=4000)
def _load(path: str) -> Rgba | None:
    pixels = cv2.imread(path, cv2.IMREAD_UNCHANGED)
    if pixels is None:
        return None
    if pixels.ndim == 2:
        pixels = cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR)
    if pixels.shape[2] == 3:
        pixels = np.dstack([pixels, np.full(pixels.shape[:2], 255, np.uint8)])
    return np.asarray(cv2.resize(pixels, (TEXTURE_W, TEXTURE_H), interpolation=cv2.INTER_AREA), np.uint8)


def random_material(random: np.random.Generator, coloured: float = 0.2) -> Material:
    """Ivory, white, cream, grey, and in `coloured` of the draws jade, dark or any colour; backs of any strong colour. Inks as drawn, or another set's."""
    kind = random.random()
    if kind < 1 - coloured:
        light = random.uniform(205, 252)
        body = (light * random.uniform(0.82, 1.0), light * random.uniform(0.95, 1.0), light)
    elif kind < 1 - 0.4 * coloured:
        body = tuple(random.uniform(40, 235, 3))
    else:
        body = (random.uniform(100, 170), random.uniform(150, 210), random.uniform(90, 170))
    hue = int(random.integers(0, 180))
    paint = random.random()
    back = cv2.cvtColor(np.array([[[hue, random.integers(90, 255), random.integers(70, 235)]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return Material(
        body=(float(body[0]), float(body[1]), float(body[2])),
        back=(float(back[0]), float(back[1]), float(back[2])),
        layered=float(random.uniform(0.25, 0.7)),
        gap=float(random.uniform(0.03, 0.15)),
        ink_gain=float(random.uniform(0.6, 1.0)),
        emboss=float(random.uniform(0, 0.5) if random.random() < 0.7 else 0),
        gloss=float(random.uniform(0, 0.35)),
        round=float(random.uniform(0.05, 0.13)),
        ink=_paint(random, body) if paint < 0.25 else None,
        hue=int(random.integers(0, 180)) if 0.25 < paint < 0.4 else 0,
        thicker=int(random.integers(-1, 3)) if random.random() < 0.5 else 0,
        stretch=(float(random.uniform(0.86, 1.0)), float(random.uniform(0.86, 1.0))) if random.random() < 0.5 else (1.0, 1.0),
        shift=(float(random.normal(0, 0.012)), float(random.normal(0, 0.012))),
    )


def _paint(random: np.random.Generator, body: Sequence[float]) -> tuple[float, float, float]:
    """One ink that stands out from the body: dark on a light one, light on a dark one."""
    dark = float(np.mean(body)) > 140
    blue, green, red = random.uniform(0, 120, 3) if dark else random.uniform(150, 255, 3)
    return float(blue), float(green), float(red)


def top_texture(name: str, source: FaceSource, material: Material, random: np.random.Generator) -> Rgba | None:
    """The top of one tile: uint8 (TEXTURE_H, TEXTURE_W, 4), BGR and coverage. None where the set has no such face."""
    coverage = _rounded(material.round)
    if name == BACK:
        return np.dstack([_lit(np.broadcast_to(np.array(material.back), (TEXTURE_H, TEXTURE_W, 3)), material, random), coverage])
    face = source.draw(name, random)
    if face is None:
        return None
    if float((face[..., 3] > 128).mean()) > _FULL_BODY_SHARE:
        return np.dstack([_lit(face[..., :3].astype(np.float64), material, random), coverage])
    body = np.broadcast_to(np.array(material.body), (TEXTURE_H, TEXTURE_W, 3))
    free = 1 - 2 * material.gap
    inside_w, inside_h = int(TEXTURE_W * free * material.stretch[0]), int(TEXTURE_H * free * material.stretch[1])
    small = cv2.resize(face, (inside_w, inside_h), interpolation=cv2.INTER_AREA)
    if material.thicker:
        small = _strokes(small, material.thicker)
    x = int(np.clip((TEXTURE_W - inside_w) / 2 + material.shift[0] * TEXTURE_W, 0, TEXTURE_W - inside_w))
    y = int(np.clip((TEXTURE_H - inside_h) / 2 + material.shift[1] * TEXTURE_H, 0, TEXTURE_H - inside_h))
    ink = np.zeros((TEXTURE_H, TEXTURE_W), np.float64)
    colour = np.zeros((TEXTURE_H, TEXTURE_W, 3), np.float64)
    ink[y : y + inside_h, x : x + inside_w] = small[..., 3] / 255.0
    colour[y : y + inside_h, x : x + inside_w] = small[..., :3]
    if material.ink is not None:
        colour = np.broadcast_to(np.array(material.ink), colour.shape)
    elif material.hue:
        hsv = cv2.cvtColor(colour.astype(np.uint8), cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(np.int32) + material.hue) % 180
        colour = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR).astype(np.float64)
    elif float(np.mean(material.body)) < 150:  # on a dark body paint is light
        colour = 255 - (255 - colour) * 0.15
    elif float(colour[ink > 0.5].mean() if (ink > 0.5).any() else 0) > 200:  # white engraving needs a coloured body: give it paint
        colour = np.broadcast_to(np.array(material.back) * 0.5, colour.shape)
    cover = (ink * material.ink_gain)[..., None]
    top = body * (1 - cover) + colour * cover
    if material.emboss:  # light from above: the far wall of a groove is dark, the near wall bright
        edge = ink - np.roll(ink, (2, 1), (0, 1))
        top = top * (1 - material.emboss * 0.4 * edge[..., None])
    return np.dstack([_lit(top, material, random), coverage])


def _strokes(face: Rgba, by: int) -> Rgba:
    """The same drawing in strokes grown by so many px, or worn thinner. New ink takes the colour of what lies next to it."""
    kernel = np.ones((abs(by) + 1, abs(by) + 1), np.uint8)
    if by < 0:
        return np.dstack([face[..., :3], cv2.erode(face[..., 3], kernel)])
    ink = np.where(face[..., 3:] > 60, face[..., :3], 255).astype(np.uint8)
    return np.dstack([np.where(face[..., 3:] > 60, face[..., :3], cv2.erode(ink, kernel)), cv2.dilate(face[..., 3], kernel)]).astype(np.uint8)


_YS, _XS = np.mgrid[0:TEXTURE_H, 0:TEXTURE_W].astype(np.float32)
_WORN = (1 - 0.16 * np.exp(-np.minimum(np.minimum(_XS, TEXTURE_W - 1 - _XS), np.minimum(_YS, TEXTURE_H - 1 - _YS)) / 4.0))[..., None]


def _lit(top: NDArray[np.float64], material: Material, random: np.random.Generator) -> NDArray[np.uint8]:
    """A worn edge all round and a soft gloss somewhere."""
    cx, cy = random.uniform(0, TEXTURE_W), random.uniform(0, TEXTURE_H)
    across = np.exp(-(((_XS[:1] - cx) / (TEXTURE_W * 0.5)) ** 2))
    shine = material.gloss * across * np.exp(-(((_YS[:, :1] - cy) / (TEXTURE_H * 0.35)) ** 2))
    lit = top * _WORN
    return np.clip(lit + (255 - lit) * (shine * 0.6)[..., None], 0, 255).astype(np.uint8)


@lru_cache(maxsize=64)
def _rounded_at(radius: int) -> NDArray[np.uint8]:
    mask = np.zeros((TEXTURE_H, TEXTURE_W), np.uint8)
    cv2.rectangle(mask, (radius, 0), (TEXTURE_W - 1 - radius, TEXTURE_H - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (TEXTURE_W - 1, TEXTURE_H - 1 - radius), 255, -1)
    for x in (radius, TEXTURE_W - 1 - radius):
        for y in (radius, TEXTURE_H - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


def _rounded(share: float) -> NDArray[np.uint8]:
    return _rounded_at(max(2, int(TEXTURE_W * share)))
