"""Which rows make up the hand, and which are walls, discards and other players' tiles."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from recognizer.reading import Detection, Face
from recognizer.rows import Row
from scoring.tiles import Tile

BELONGS = 3.5
"""A row this near to the hand, in tile heights from tile to tile, may be part of it (melds, flowers, the winning tile)."""
SAME_SCALE = 1.45
"""Tiles of one hand differ in size by less: other players' tiles are smaller."""
MOST_BONUS = 8


def is_set(faces: Sequence[Face]) -> bool:
    """A chow, a pong or a kong; a kong may have up to three of its tiles face down."""
    shown = [face for face in faces if face is not None]
    if not shown or any(face.is_bonus for face in shown):
        return False
    if len(faces) == 4:
        return len(set(shown)) == 1
    if len(faces) != 3 or len(shown) != 3:
        return False
    if len(set(shown)) == 1:
        return True
    first, *rest = sorted(shown)
    return first.is_suited and all(tile.suit is first.suit and tile.rank == first.rank + step for step, tile in enumerate(rest, 1))


def is_bonus(face: Face) -> bool:
    """Whether a tile shows a flower or a season."""
    return isinstance(face, Tile) and face.is_bonus


def hand_rows(rows: Sequence[Row], tiles: Sequence[Detection]) -> list[int]:
    """Numbers of the rows that make up the hand: the largest row, and what lies near it at its scale and still fits one hand."""

    def faces(number: int) -> list[Face]:
        return [tiles[tile].face for tile in rows[number].tiles]

    def weight(number: int) -> float:
        return min(sum(face is not None for face in faces(number)), 18) * rows[number].height ** 2

    main = max(range(len(rows)), key=weight)
    if weight(main) == 0:
        return []
    blocks = _blocks(rows, tiles)
    # Rows that touch are one block of tiles: a hand in two rows, or a tray that is no hand; it isn't torn apart.
    hand = [number for number in range(len(rows)) if number == main or (blocks[number] == blocks[main] and _shows(faces(number)))]
    waiting = [number for number in range(len(rows)) if number not in hand and _shows(faces(number))]

    def order(number: int) -> tuple[int, float, float]:
        # Tiles in line with the hand, then rows; single tiles and pairs off its line may be anything. Of each, the nearest first.
        in_line = any(_in_line(rows[other], rows[number], tiles) for other in hand)
        return (0 if in_line else 1 if len(rows[number].tiles) >= 3 else 2, *min(_apart(rows[number], rows[other], tiles) for other in hand))

    while waiting:
        next_one = min(waiting, key=order)
        waiting.remove(next_one)
        kind, distance, ratio = order(next_one)
        # Four alike amid a row may be a kong or not: no reason to add a stray tile, for which only kongs laid apart count.
        kongs = sum(_kongs(faces(number)) if kind < 2 else _kongs_apart(rows[number], faces(number)) for number in (*hand, next_one))
        if distance < BELONGS and ratio < SAME_SCALE and _fits([face for number in (*hand, next_one) for face in faces(number)], kongs):
            hand.append(next_one)
    return sorted(hand)


def _shows(faces: Sequence[Face]) -> bool:
    """Whether a row can be part of a hand: face-down tiles, other than a kong's, are a wall's."""
    return any(face is not None for face in faces) and list(faces).count(None) <= 3 * _kongs(faces)


def _in_line(row: Row, other: Row, tiles: Sequence[Detection]) -> bool:
    """Whether the other row's tiles lie on this row's axis, give or take half a tile."""
    x, y = row.axis
    return all(abs(tiles[tile].box.centre[1] * x - tiles[tile].box.centre[0] * y - row.aside) < 0.5 * row.height for tile in other.tiles)


def _fits(hand: Sequence[Face], kongs: int) -> bool:
    """Whether a hand can be so large: no more than 14 tiles and one for each kong, and at most eight bonus tiles."""
    bonus = sum(is_bonus(face) for face in hand)
    return bonus <= MOST_BONUS and len(hand) - bonus <= 14 + min(4, kongs)


def _kongs(faces: Sequence[Face]) -> int:
    """How many kongs lie in a row of faces, none sharing a tile."""
    count, at = 0, 0
    while at + 4 <= len(faces):
        found = is_set(faces[at : at + 4])
        count, at = count + found, at + (4 if found else 1)
    return count


def _kongs_apart(row: Row, faces: Sequence[Face]) -> int:
    """How many kongs of a row stand by themselves or show by their face-down tiles what they are."""
    stretches = [[faces[place] for place in stretch] for stretch in row.stretches()]
    return sum(_kongs(stretch) for stretch in stretches if len(stretch) == 4 or None in stretch)


def _blocks(rows: Sequence[Row], tiles: Sequence[Detection]) -> list[int]:
    """A block number a row: rows of one angle and size that lie against each other share it."""
    block = list(range(len(rows)))
    for one in range(len(rows)):
        for other in range(one):
            a, b = rows[one], rows[other]
            parallel = abs(a.axis[0] * b.axis[0] + a.axis[1] * b.axis[1]) > math.cos(math.radians(15))
            alike = 1 / 1.25 < a.height / b.height < 1.25
            if min(len(a.tiles), len(b.tiles)) >= 3 and parallel and alike and _apart(a, b, tiles)[0] < 1.25 and _side_by_side(a, b):
                block = [block[other] if value == block[one] else value for value in block]
    return block


def _side_by_side(a: Row, b: Row) -> bool:
    """Parallel rows that overlap along their axis by at least half the shorter one."""
    shared = min(a.ends[-1], b.ends[-1]) - max(a.starts[0], b.starts[0])
    return shared > 0.5 * min(a.ends[-1] - a.starts[0], b.ends[-1] - b.starts[0])


def _apart(a: Row, b: Row, tiles: Sequence[Detection]) -> tuple[float, float]:
    """Of the two rows' nearest tiles: their centres' distance in tile heights, and how many times larger one is than the other."""
    ours, theirs = (np.array([[*tiles[tile].box.centre, tiles[tile].box.width + tiles[tile].box.height] for tile in row.tiles]) for row in (a, b))
    distance = np.hypot(ours[:, None, 0] - theirs[None, :, 0], ours[:, None, 1] - theirs[None, :, 1])
    one, other = np.unravel_index(int(distance.argmin()), distance.shape)
    sizes = float(ours[one, 2]), float(theirs[other, 2])
    return float(distance.min()) / max(a.height, b.height), max(sizes) / min(sizes)
