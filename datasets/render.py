"""Rendered photos: a scene of tiles, seen by a phone. Every tile's box and face is known, those in the background too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.canvas import background
from datasets.develop import develop
from datasets.picture import Picture
from datasets.scene import DEPTH, HEIGHT, WIDTH, Placed, Scene
from datasets.tile_art import TEXTURE_H, TEXTURE_W, FaceSource, Material, Rgba, random_material, top_texture
from recognizer.classes import BACK, CLASS_INDEX

SEEN = 0.45
"""A tile of which less is seen (covered, or outside the frame) carries no label; with none seen it isn't drawn."""


@dataclass(frozen=True, slots=True)
class Camera:
    """Maps table points (x, y, height) in tile widths to pixels: `matrix` (3, 4) homogeneous."""

    matrix: NDArray[np.float64]

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n, 3) table points to (n, 2) pixels."""
        seen = np.hstack([points, np.ones((len(points), 1))]) @ self.matrix.T
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def depth(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n,) distance along the view axis."""
        return np.asarray((np.hstack([points, np.ones((len(points), 1))]) @ self.matrix.T)[:, 2])


def camera_for(points: NDArray[np.float64], width: int, height: int, random: np.random.Generator, pitch: float, roll: float, fill: float) -> Camera:
    """A camera whose frame holds the points: `pitch` 90 degrees looks straight down, `fill` is the share of the frame they take."""
    tilt = np.deg2rad(pitch)
    forward = np.array([0.0, -np.cos(tilt), -np.sin(tilt)])  # y grows towards the seat, so the far side is -y
    turn = np.deg2rad(roll)
    forward = np.array([forward[0] * np.cos(turn) - forward[1] * np.sin(turn), forward[0] * np.sin(turn) + forward[1] * np.cos(turn), forward[2]])
    away = np.array([-np.sin(-turn), -np.cos(-turn), 0.0]) if abs(pitch) > 89.9 else np.array([forward[0], forward[1], 0.0])
    right = np.cross(away / np.linalg.norm(away), [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    # Table x runs right and y towards the viewer, which is a left-handed frame with height up: keep text readable.
    right = -right
    down = np.cross(right, forward)
    down = down if down[2] < 0 or abs(down[2]) < 1e-9 else -down
    centre = (points.min(0) + points.max(0)) / 2
    span = float(np.linalg.norm((points.max(0) - points.min(0))[:2])) + 1.0
    focal = float(random.uniform(1.1, 1.9)) * max(width, height)
    rotation = np.stack([right, down, forward])
    distance = span * focal / max(width, height)
    for _ in range(25):
        eye = centre - forward * distance
        shift = rotation @ -eye
        intrinsics = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
        view = Camera(intrinsics @ np.hstack([rotation, shift[:, None]]))
        spread = view.project(points)
        size = spread.max(0) - spread.min(0)
        ratio = float(max(size[0] / width, size[1] / height)) / fill
        off = (spread.max(0) + spread.min(0)) / 2 - [width / 2, height / 2]
        centre = centre + (right * off[0] + down * off[1]) * distance / focal
        if abs(ratio - 1) < 0.02:
            break
        distance = max(distance * ratio, span * 0.35)
    slip = random.uniform(-0.5, 0.5, 2) * np.maximum(1 - size / [width, height] - 0.04, 0) * [width, height]
    nudge = np.array([[1, 0, slip[0]], [0, 1, slip[1]], [0, 0, 1.0]])
    return Camera(nudge @ view.matrix)


def corners(tile: Placed) -> NDArray[np.float64]:
    """The eight corners (8, 3) of a tile's body: first the four of the side that shows (face or back), then the four opposite."""
    half_w, half_h = WIDTH / 2, HEIGHT / 2
    if tile.standing:  # face towards the seat (+y), top up
        z0, z1 = 0.0, HEIGHT
        front = np.array([[-half_w, DEPTH / 2, z1], [half_w, DEPTH / 2, z1], [half_w, DEPTH / 2, z0], [-half_w, DEPTH / 2, z0]])
        rear = front - [0, DEPTH, 0]
    else:
        z0 = tile.level * DEPTH
        front = np.array([[-half_w, -half_h, z0 + DEPTH], [half_w, -half_h, z0 + DEPTH], [half_w, half_h, z0 + DEPTH], [-half_w, half_h, z0 + DEPTH]])
        rear = front - [0, 0, DEPTH]
    turn = np.array([[np.cos(tile.turn), -np.sin(tile.turn)], [np.sin(tile.turn), np.cos(tile.turn)]])
    body = np.vstack([front, rear])
    body[:, :2] = body[:, :2] @ turn.T + [tile.x, tile.y]
    return body


_SIDES = ((0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))


def draw(
    scene: Scene, source: FaceSource, material: Material, camera: Camera, table: NDArray[np.uint8], random: np.random.Generator, light: NDArray[np.float64]
) -> Picture:
    """Paint the scene onto the table picture (far tiles first) and label what is seen of it. `light` (2,) is where shadows fall, in tile widths."""
    pixels = table.astype(np.float32)
    height, width = pixels.shape[:2]
    tiles = [tile for tile in (*scene.hand, *scene.around)]
    bodies = [corners(tile) for tile in tiles]
    pixels = _shadows(pixels, bodies, camera, light, float(random.uniform(0.2, 0.6)))
    order = sorted(range(len(tiles)), key=lambda at: (tiles[at].level, -float(camera.depth(bodies[at].mean(0, keepdims=True))[0])))
    owner = np.full((height, width), -1, np.int32)
    areas = np.zeros(len(tiles))
    quads: list[NDArray[np.float64]] = [np.zeros((4, 2))] * len(tiles)
    textures: dict[str, Rgba | None] = {}
    brightness = {side: float(random.uniform(0.55, 0.95)) for side in range(4)}
    for at in order:
        tile, spots = tiles[at], camera.project(bodies[at])
        if spots[:, 0].max() < -50 or spots[:, 1].max() < -50 or spots[:, 0].min() > width + 50 or spots[:, 1].min() > height + 50:
            continue
        if tile.face not in textures:
            textures[tile.face] = top_texture(tile.face, source, material, random)
        texture = textures[tile.face]
        if texture is None:
            continue
        quads[at] = spots[:4]
        areas[at] = abs(float(cv2.contourArea(spots[:4].astype(np.float32))))
        hull = cv2.convexHull(np.round(spots).astype(np.int32))
        cv2.fillConvexPoly(owner, hull, -2)
        _sides(pixels, spots, tile, material, brightness)
        _paste(pixels, owner, spots[:4], texture, at, float(np.exp(random.normal(0, 0.03))))
    boxes, faces = [], []
    for at, tile in enumerate(tiles):
        if not areas[at]:
            continue
        x0, y0 = (max(int(v), 0) for v in np.floor(quads[at].min(0)) - 1)
        x1, y1 = (max(int(v), 0) for v in np.ceil(quads[at].max(0)) + 2)
        ys, xs = np.nonzero(owner[y0:y1, x0:x1] == at)
        if len(xs) < max(SEEN * areas[at], 40):
            continue
        boxes.append([x0 + xs.min(), y0 + ys.min(), x0 + xs.max() + 1, y0 + ys.max() + 1])
        faces.append(CLASS_INDEX[tile.face])
    return Picture(np.clip(pixels, 0, 255).astype(np.uint8), np.array(boxes, np.float64).reshape(-1, 4), np.array(faces, np.int64))


def _shadows(
    pixels: NDArray[np.float32], bodies: Sequence[NDArray[np.float64]], camera: Camera, light: NDArray[np.float64], strength: float
) -> NDArray[np.float32]:
    small = 4
    mask = np.zeros((pixels.shape[0] // small + 1, pixels.shape[1] // small + 1), np.float32)
    for body in bodies:
        fallen = body.copy()
        fallen[:, :2] += light * fallen[:, 2:]
        fallen[:, 2] = 0
        hull = cv2.convexHull((camera.project(fallen) / small).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), max(1.0, pixels.shape[1] / small / 160))
    mask = cv2.resize(mask, (pixels.shape[1], pixels.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(pixels * (1 - strength * mask[..., None]), np.float32)


def _sides(pixels: NDArray[np.float32], spots: NDArray[np.float64], tile: Placed, material: Material, brightness: dict[int, float]) -> None:
    """The walls that face the camera: ivory next to the face, the back's colour beyond."""
    facing = _area(spots[:4]) > 0
    for side, (a, b, c, d) in enumerate(_SIDES):
        quad = spots[[a, b, c, d]]
        if (_area(quad) > 0) == facing:
            continue
        near, far = (material.back, material.body) if tile.face == BACK else (material.body, material.back)
        cut = material.layered if tile.face == BACK else 1 - material.layered
        middle = np.array([quad[1] + (quad[2] - quad[1]) * cut, quad[0] + (quad[3] - quad[0]) * cut])
        light = brightness[side]
        for part, colour in ((np.vstack([quad[:2], middle]), near), (np.vstack([middle[::-1], quad[2:]]), far)):
            fixed = np.round(part * 8).astype(np.int32)
            cv2.fillConvexPoly(pixels, fixed, [channel * light for channel in colour], cv2.LINE_8, 3)


def _area(quad: NDArray[np.float64]) -> float:
    x, y = quad[:, 0], quad[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def _paste(pixels: NDArray[np.float32], owner: NDArray[np.int32], quad: NDArray[np.float64], texture: Rgba, at: int, gain: float) -> None:
    height, width = pixels.shape[:2]
    low, high = np.floor(quad.min(0)).astype(int) - 1, np.ceil(quad.max(0)).astype(int) + 2
    x0, y0, x1, y1 = max(low[0], 0), max(low[1], 0), min(high[0], width), min(high[1], height)
    if x1 <= x0 or y1 <= y0:
        return
    side = max(float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[3] - quad[0])) * WIDTH / HEIGHT, 4.0)
    shrink = side / TEXTURE_W
    if shrink < 0.8:  # warping skips pixels when it shrinks: average first
        smaller = (max(4, round(TEXTURE_W * shrink)), max(5, round(TEXTURE_H * shrink)))
        texture = np.asarray(cv2.resize(texture, smaller, interpolation=cv2.INTER_AREA), np.uint8)
    rows, columns = texture.shape[:2]
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32), (quad - [x0, y0]).astype(np.float32))
    top = cv2.warpPerspective(texture, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT).astype(np.float32)
    cover = top[..., 3:] / 255
    part = pixels[y0:y1, x0:x1]
    part[:] = part * (1 - cover) + np.minimum(top[..., :3] * gain, 255) * cover
    owner[y0:y1, x0:x1][cover[..., 0] > 0.5] = at


def render(
    scene: Scene,
    source: FaceSource,
    backgrounds: Sequence[Path],
    random: np.random.Generator,
    width: int,
    height: int,
    rough: float = 1.0,
    coloured: float = 0.2,
) -> Picture:
    """A photo of the scene, `width` x `height` px, as a random phone under a random lamp takes it; `rough` 0 keeps it clean.

    `coloured`: the share of sets whose tiles are not some white.
    """
    material = random_material(random, coloured)
    low = np.min([corners(tile).min(0) for tile in scene.hand], axis=0)
    high = np.max([corners(tile).max(0) for tile in scene.hand], axis=0)
    points = np.vstack([corners(tile) for tile in scene.hand])
    standing = any(tile.standing for tile in scene.hand)
    pitch = float(random.uniform(12, 45) if standing else 90 - abs(random.normal(0, 24)))
    pitch = float(np.clip(pitch, 12 if standing else 32, 89.5))
    roll = float(random.normal(0, 8)) if random.random() < 0.7 else float(random.uniform(-180, 180))
    wide = (high - low)[:2]
    fill = float(random.uniform(0.45, 0.97)) if wide.max() > 4 else float(random.uniform(0.15, 0.6))
    camera = camera_for(points, width, height, random, pitch, roll, fill)
    size = max(width, height)
    table = background(backgrounds, random, size)[:height, :width]
    picture = draw(scene, source, material, camera, table, random, random.normal(0, 0.35, 2))
    return Picture(develop(picture.pixels, random, rough), picture.boxes, picture.faces)
