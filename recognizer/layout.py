"""Tiles -> rows -> groups: the concealed row, melds, bonus tiles, and what lies outside the hand. Proposals: the page lets a person change them all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from statistics import median

import numpy as np

from recognizer.hand_rows import hand_rows, is_bonus, is_set
from recognizer.reading import Box, Detection, Group, GroupKind, face_code
from recognizer.rows import Row, group_rows


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
    # Ties (rows equally long, boxes on top of each other) are broken by place, never by the order of the detector's list.
    placed = sorted(range(len(tiles)), key=lambda tile: (*astuple(tiles[tile].box), face_code(tiles[tile].face)))
    laid = _lay_out([tiles[tile] for tile in placed])
    groups = tuple(Group(group.kind, tuple(placed[tile] for tile in group.tiles)) for group in laid.groups)
    return Layout(tuple(placed[tile] for tile in laid.order), groups, laid.gaps)


def _lay_out(tiles: Sequence[Detection]) -> Layout:
    rows = _photo_order(group_rows(np.array([[t.box.x1, t.box.y1, t.box.x2, t.box.y2] for t in tiles], np.float64)))
    hand = hand_rows(rows, tiles)
    groups = _hand_groups([rows[number] for number in hand], tiles)
    groups += [Group(GroupKind.OUTSIDE, row.tiles) for number, row in enumerate(rows) if number not in hand]
    gaps = tuple(box for number in hand for box in _gaps(rows[number], tiles))
    return Layout(tuple(tile for row in rows for tile in row.tiles), tuple(groups), gaps)


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


def _hand_groups(rows: Sequence[Row], tiles: Sequence[Detection]) -> list[Group]:
    concealed: list[tuple[int, ...]] = []
    melds: list[tuple[int, ...]] = []
    bonus: list[int] = []
    for row in rows:
        kongs = _concealed_kongs(row, tiles)
        melds += [row.tiles[at : at + 4] for at in kongs]
        taken = {place for at in kongs for place in range(at, at + 4)}
        for segment in row.stretches(taken):
            rest: list[int] = []
            for part in _parts([row.tiles[at] for at in segment], [row.shapes[at] for at in segment], tiles):
                faces = [tiles[tile].face for tile in part]
                if is_set(faces):
                    melds.append(tuple(part))
                    continue
                bonus += [tile for tile, face in zip(part, faces, strict=True) if is_bonus(face)]
                rest += [tile for tile, face in zip(part, faces, strict=True) if not is_bonus(face)]
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
