"""Table tops that the project draws itself: felt, wood, cloth and paper, for the photos it ships."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE = 1400


def _noise(random: np.random.Generator, blur_x: float, blur_y: float) -> NDArray[np.float32]:
    """Grain of standard deviation 1, stretched by its blurs (px): float32 (SIDE, SIDE)."""
    grain = cv2.GaussianBlur(random.standard_normal((SIDE, SIDE), np.float32), (0, 0), sigmaX=blur_x, sigmaY=blur_y)
    return np.asarray(grain / max(float(grain.std()), 1e-6), np.float32)


def felt(bgr: tuple[int, int, int], random: np.random.Generator) -> NDArray[np.uint8]:
    """Short fibres over soft patches, uint8 (SIDE, SIDE, 3)."""
    grain = 5 * _noise(random, 0.8, 0.8) + 3 * _noise(random, 60, 60) + 3 * _noise(random, 3, 1)
    return np.clip(np.array(bgr, np.float32) + grain[..., None], 0, 255).astype(np.uint8)


def wood(bgr: tuple[int, int, int], random: np.random.Generator) -> NDArray[np.uint8]:
    """Boards with grain along x."""
    rings = np.sin(_noise(random, 240, 9) * 4 + np.linspace(0, 40, SIDE, dtype=np.float32)[:, None])
    grain = 9 * rings + 6 * _noise(random, 40, 0.8)
    table = np.array(bgr, np.float32) * (1 + grain[..., None] / 150)
    table[:: SIDE // 5] *= 0.6
    return np.clip(table, 0, 255).astype(np.uint8)


def cloth(bgr: tuple[int, int, int], random: np.random.Generator) -> NDArray[np.uint8]:
    """A woven mat with a wide check."""
    line = np.arange(SIDE)
    weave = 6 * np.sin(line * 0.9)[None, :] + 6 * np.sin(line * 0.9)[:, None]
    check = 10.0 * ((line // 175 % 2)[None, :] ^ (line // 175 % 2)[:, None])
    table = np.array(bgr, np.float32) + (weave + check + 2 * _noise(random, 1, 1))[..., None]
    return np.clip(table, 0, 255).astype(np.uint8)


def write_tables(folder: Path) -> list[Path]:
    """Draw every table top into `folder` (made if need be) and return the files. The same pixels every time."""
    folder.mkdir(parents=True, exist_ok=True)
    drawings = {
        "felt_green": (felt, (70, 120, 30)),
        "felt_blue": (felt, (140, 90, 40)),
        "felt_red": (felt, (50, 40, 140)),
        "wood_oak": (wood, (110, 160, 200)),
        "wood_dark": (wood, (45, 65, 105)),
        "cloth_grey": (cloth, (150, 150, 150)),
        "cloth_sand": (cloth, (165, 195, 215)),
        "paper": (felt, (235, 238, 240)),
    }
    files = []
    for seed, (name, (drawing, bgr)) in enumerate(drawings.items()):
        file = folder / f"{name}.png"
        cv2.imwrite(str(file), drawing(bgr, np.random.default_rng(seed)))
        files.append(file)
    return files
