"""Tiles -> rows -> groups: the concealed row, melds, bonus tiles, and what lies outside the hand. Proposals: the page lets a person change them all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from recognizer.reading import Box, Detection, Face, Group, GroupKind
from recognizer.rows import Row, group_rows
from scoring.tiles import Tile

SET_APART = 0.16
"""A gap wider than this, in tile heights, beyond what is usual in its row, parts two groups. Within hands 99 in 100 gaps vary by less than 0.12."""
BELONGS = 3.5
"""A row this near to the hand, in tile heights from tile to tile, may be part of it (melds, flowers, the winning tile)."""
SAME_SCALE = 1.45
"""Tiles of one hand differ in size by less: other players' tiles are smaller."""
MOST_BONUS = 8


@dataclass(frozen=True, slots=True)
class Layout:
    """`order`: tile numbers in photo order. `groups`: in the numbers given in, not places in the order. `gaps`: where in the hand a tile may be missing."""

    order: tuple[int, ...]
    groups: tuple[Group, ...]
    gaps: tuple[Box, ...]


def lay_out(tiles: Sequence[Detection]) -> Layout:
    """Group tiles that were found in any order."""
    if not tiles:
        return Layout((), (), ())
    rows = _photo_order(group_rows(np.array([[t.box.x1, t.box.y1, t.box.x2, t.box.y2] for t in tiles], np.float64)))
    hand = _hand_rows(rows, tiles)
    groups = _hand_groups([rows[number] for number in hand], tiles)
    groups += [Group(GroupKind.OUTSIDE, row.tiles) for number, row in enumerate(rows) if number not in hand]
    gaps = tuple(box for number in hand for box in _gaps(rows[number], tiles))
    return Layout(tuple(tile for row in rows for tile in row.tiles), tuple(groups), gaps)


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


def _photo_order(rows: Sequence[Row]) -> list[Row]:
    """Line by line as one reads the photo: along the longest row's axis, lines from top to bottom (left to right, where rows are steep)."""
    x, y = max(rows, key=lambda row: len(row.tiles)).axis
    normal = (-y, x) if (x if abs(x) > 0.7 * abs(y) else -y) > 0 else (y, -x)

    def middle(row: Row, direction: tuple[float, float]) -> float:
        # A row's own axis may be another: its middle is carried back to photo pixels first.
        along = (row.starts[0] + row.ends[-1]) / 2
        return along * (row.axis[0] * direction[0] + row.axis[1] * direction[1]) + row.aside * (row.axis[0] * direction[1] - row.axis[1] * direction[0])

    lines: list[list[Row]] = []
    for row in sorted(rows, key=lambda row: middle(row, normal)):
        if lines and middle(row, normal) - middle(lines[-1][0], normal) < 0.5 * row.height:
            lines[-1].append(row)
        else:
            lines.append([row])
    return [row for line in lines for row in sorted(line, key=lambda row: middle(row, (x, y)))]


def _hand_rows(rows: Sequence[Row], tiles: Sequence[Detection]) -> list[int]:
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

    def order(number: int) -> tuple[int, float]:
        # Tiles in line with the hand, then rows; single tiles and pairs off its line may be anything. Of each, the nearest first.
        in_line = any(_in_line(rows[other], rows[number], tiles) for other in hand)
        kind = 0 if in_line else 1 if len(rows[number].tiles) >= 3 else 2
        return kind, min(_distance(rows[number], rows[other], tiles) for other in hand)

    while waiting:
        next_one = min(waiting, key=order)
        waiting.remove(next_one)
        ratio = rows[next_one].height / rows[main].height
        near = order(next_one)[1] < BELONGS and 1 / SAME_SCALE < ratio < SAME_SCALE
        if near and _fits([faces(number) for number in hand], faces(next_one)):
            hand.append(next_one)
    return sorted(hand)


def _shows(faces: Sequence[Face]) -> bool:
    """Whether a row can be part of a hand: face-down tiles, other than a kong's, are a wall's."""
    return any(face is not None for face in faces) and list(faces).count(None) <= 3 * _kongs(faces)


def _in_line(row: Row, other: Row, tiles: Sequence[Detection]) -> bool:
    """Whether the other row's tiles lie on this row's axis, give or take half a tile."""
    x, y = row.axis
    return all(abs(tiles[tile].box.centre[1] * x - tiles[tile].box.centre[0] * y - row.aside) < 0.5 * row.height for tile in other.tiles)


def _fits(held: Sequence[Sequence[Face]], more: Sequence[Face]) -> bool:
    """Whether a row can belong to the hand's rows as well: no more than 14 tiles and one for each kong, and at most eight bonus tiles."""
    together = [face for row in (*held, more) for face in row]
    bonus = sum(face is not None and face.is_bonus for face in together)
    if bonus > MOST_BONUS:
        return False
    return len(together) - bonus <= 14 + min(4, sum(_kongs(row) for row in (*held, more)))


def _kongs(faces: Sequence[Face]) -> int:
    """How many kongs lie in a row of faces, none sharing a tile."""
    count, at = 0, 0
    while at + 4 <= len(faces):
        found = is_set(faces[at : at + 4])
        count, at = count + found, at + (4 if found else 1)
    return count


def _blocks(rows: Sequence[Row], tiles: Sequence[Detection]) -> list[int]:
    """A block number a row: rows of one angle and size that lie against each other share it."""
    block = list(range(len(rows)))
    for one in range(len(rows)):
        for other in range(one):
            a, b = rows[one], rows[other]
            parallel = abs(a.axis[0] * b.axis[0] + a.axis[1] * b.axis[1]) > math.cos(math.radians(15))
            alike = 1 / 1.25 < a.height / b.height < 1.25
            if min(len(a.tiles), len(b.tiles)) >= 3 and parallel and alike and _distance(a, b, tiles) < 1.25 and _side_by_side(a, b):
                block = [block[other] if value == block[one] else value for value in block]
    return block


def _side_by_side(a: Row, b: Row) -> bool:
    """Parallel rows that overlap along their axis by at least half the shorter one."""
    shared = min(a.ends[-1], b.ends[-1]) - max(a.starts[0], b.starts[0])
    return shared > 0.5 * min(a.ends[-1] - a.starts[0], b.ends[-1] - b.starts[0])


def _distance(a: Row, b: Row, tiles: Sequence[Detection]) -> float:
    """Between the nearest centres of two rows, in tile heights."""
    ours = np.array([tiles[tile].box.centre for tile in a.tiles])
    theirs = np.array([tiles[tile].box.centre for tile in b.tiles])
    apart = ours[:, None] - theirs[None, :]
    return float(np.hypot(apart[..., 0], apart[..., 1]).min()) / max(a.height, b.height)


def _hand_groups(rows: Sequence[Row], tiles: Sequence[Detection]) -> list[Group]:
    concealed: list[tuple[int, ...]] = []
    melds: list[tuple[int, ...]] = []
    bonus: list[int] = []
    for row in rows:
        kongs = _concealed_kongs(row, tiles)
        melds += [row.tiles[at : at + 4] for at in kongs]
        taken = {place for at in kongs for place in range(at, at + 4)}
        for segment in _segments(row, taken):
            rest: list[int] = []
            for part in _parts([row.tiles[at] for at in segment], [row.shapes[at] for at in segment], tiles):
                faces = [tiles[tile].face for tile in part]
                if is_set(faces):
                    melds.append(tuple(part))
                    continue
                bonus += [tile for tile, face in zip(part, faces, strict=True) if _is_bonus(face)]
                rest += [tile for tile, face in zip(part, faces, strict=True) if not _is_bonus(face)]
            if rest:
                concealed.append(tuple(rest))
    # One tile apart from all others is likely the winning tile; more than one says nothing.
    alone = [part for part in concealed if len(part) == 1]
    apart = alone if len(alone) == 1 and len(concealed) > 1 else []
    together = tuple(tile for part in concealed if part not in apart for tile in part)
    groups = [Group(GroupKind.CONCEALED, together)] if together else []
    groups += [Group(GroupKind.CONCEALED, part) for part in apart]
    groups += [Group(GroupKind.MELD, part) for part in melds]
    return groups + ([Group(GroupKind.BONUS, tuple(bonus))] if bonus else [])


def _is_bonus(face: Face) -> bool:
    return isinstance(face, Tile) and face.is_bonus


def _concealed_kongs(row: Row, tiles: Sequence[Detection]) -> list[int]:
    """Where in the row a kong with face-down tiles begins: the choice that accounts for most of them, then the one that gaps set apart best."""
    faces = [tiles[tile].face for tile in row.tiles]
    around = [math.inf, *row.gaps, math.inf]

    def apart(at: int) -> float:
        return min(around[at], 1.0) + min(around[at + 4], 1.0) - sum(row.gaps[at : at + 3])

    best: list[tuple[int, float, list[int]]] = [(0, 0.0, [])] * (len(faces) + 1)
    for at in range(len(faces) - 1, -1, -1):  # best[at]: of the tiles from `at` on
        best[at] = best[at + 1]
        down = faces[at : at + 4].count(None)
        if down and is_set(faces[at : at + 4]):
            count, score, later = best[at + 4]
            best[at] = max(best[at], (count + down, score + apart(at), [at, *later]))
    return best[0][2]


def _segments(row: Row, taken: set[int]) -> list[list[int]]:
    """Positions in the row that aren't taken, parted where a gap stands out from what is usual in it."""
    usual = max(0.0, median(row.gaps)) if row.gaps else 0.0
    parts: list[list[int]] = [[]]
    for at in range(len(row.tiles)):
        if at in taken or (at and row.gaps[at - 1] > usual + SET_APART):
            parts.append([])
        if at not in taken:
            parts[-1].append(at)
    return [part for part in parts if part]


def _parts(segment: list[int], shapes: list[float], tiles: Sequence[Detection]) -> list[list[int]]:
    """Sets with a tile laid sideways, taken out of an unbroken stretch of tiles."""
    if len(segment) <= 4:
        return [segment]
    sideways = median(shapes) * 1.5
    for size in (4, 3):
        for at in range(len(segment) - size + 1):
            turned = sum(shape > sideways for shape in shapes[at : at + size]) == 1
            if turned and is_set([tiles[tile].face for tile in segment[at : at + size]]):
                before = _parts(segment[:at], shapes[:at], tiles) if at else []
                after = _parts(segment[at + size :], shapes[at + size :], tiles) if at + size < len(segment) else []
                return [*before, segment[at : at + size], *after]
    return [segment]


def _gaps(row: Row, tiles: Sequence[Detection]) -> list[Box]:
    """Where one or two tiles would just fit between neighbours of a row."""
    boxes: list[Box] = []
    if len(row.tiles) < 4:
        return boxes
    width, usual = median(row.widths), max(0.0, median(row.gaps))
    for at, gap in enumerate(row.gaps):
        missing = round(gap / (width + usual))
        if 1 <= missing <= 2 and abs(gap - missing * (width + usual) - usual) < 0.3 * width * missing:
            before, after = tiles[row.tiles[at]].box, tiles[row.tiles[at + 1]].box
            boxes += [_between(before, after, step / (missing + 1)) for step in range(1, missing + 1)]
    return boxes


def _between(a: Box, b: Box, part: float) -> Box:
    mixed = [one + (other - one) * part for one, other in zip((a.x1, a.y1, a.x2, a.y2), (b.x1, b.y1, b.x2, b.y2), strict=True)]
    return Box(*mixed)
