"""The one class list: 42 faces in `Tile` order, then `back` for a tile that lies face down."""

from __future__ import annotations

from scoring.tiles import ALL_TILES, Tile

BACK = "back"

CLASS_NAMES: tuple[str, ...] = (*(tile.code for tile in ALL_TILES), BACK)
"""43 names, index = class number of `models/faces.onnx`; the codes are those of the data form (`p5`, `east`, `q1`)."""

DETECTOR_NAMES: tuple[str, ...] = ("tile", BACK)
"""What `models/tiles.onnx` tells apart: a tile whose face shows, and one that lies face down."""

CLASS_INDEX: dict[str, int] = {name: index for index, name in enumerate(CLASS_NAMES)}


def tile_of(name: str) -> Tile | None:
    """The Tile a class name stands for; None for `back`. Raises TileError for any other name."""
    return None if name == BACK else Tile.from_code(name)
