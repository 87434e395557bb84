"""Where tiles lie: finished hands as people lay them, with what else is on a table. Positions in tile widths, no pixels."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from recognizer.classes import BACK
from scoring.tiles import ALL_TILES, Suit, Tile

WIDTH, HEIGHT, DEPTH = 1.0, 1.35, 0.8
"""A tile's sides in tile widths: Hong Kong tiles are 30 x 40 x 22 mm, give or take."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One tile on the table: `x`, `y` its centre, `turn` radians about the vertical, `level` tiles beneath it.

    `face` is a class name (`back` when it lies face down); `standing` tiles show their face to the near side.
    """

    face: str
    x: float
    y: float
    turn: float = 0.0
    level: int = 0
    standing: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """`hand` tiles make the hand, group after group in reading order; `around` is everything else that lies there."""

    hand: tuple[Placed, ...]
    around: tuple[Placed, ...] = field(default=())


def random_hand(random: np.random.Generator, bonus_share: float = 0.6) -> tuple[list[list[str]], list[str]]:
    """Groups of class names that make a complete hand (four sets, the pair last), and its bonus tiles."""
    counts = {tile: 4 for tile in ALL_TILES if not tile.is_bonus}
    sets: list[list[Tile]] = []
    while len(sets) < 4:
        tile = list(counts)[int(random.integers(len(counts)))]
        kind = random.random()
        if kind < 0.5 and tile.is_suited and tile.rank <= 7:
            group = [Tile(tile.suit, tile.rank + step) for step in range(3)]
        else:
            group = [tile] * (4 if kind > 0.9 else 3)
        if all(counts[one] >= group.count(one) for one in group):
            for one in group:
                counts[one] -= 1
            sets.append(group)
    pairs = [tile for tile, left in counts.items() if left >= 2]
    sets.append([pairs[int(random.integers(len(pairs)))]] * 2)
    extra = [tile.code for tile in ALL_TILES if tile.suit in (Suit.FLOWERS, Suit.SEASONS)]
    number = int(random.integers(1, 6)) if random.random() < bonus_share else 0
    bonus = [extra[index] for index in random.choice(len(extra), number, replace=False)]
    return [[tile.code for tile in group] for group in sets], bonus


def laid_hand(random: np.random.Generator, groups: list[list[str]], bonus: list[str]) -> Scene:
    """A finished hand in one to three rows: melds apart, a winning tile apart, flowers aside, kongs face down where concealed."""
    order = list(range(4))
    random.shuffle(order)
    exposed = order[: int(random.integers(0, 4))] if random.random() < 0.6 else []
    exposed += [index for index in range(4) if len(groups[index]) == 4 and index not in exposed]
    held = [tile for index, group in enumerate(groups) if index not in exposed for tile in group]
    if random.random() < 0.7:
        held.sort(key=lambda code: str(Tile.from_code(code))[::-1])
    else:
        random.shuffle(held)
    winning = held.pop(int(random.integers(len(held)))) if random.random() < 0.5 else None
    pieces: list[list[Placed]] = [_row(held, random, sideways=0.0)]
    if winning is not None:
        pieces.append(_row([winning], random, sideways=0.3))
    melds = [_meld(groups[index], random) for index in exposed]
    flowers = [_row(bonus, random, sideways=0.0)] if bonus else []
    rows = _share_out(pieces, melds, flowers, random)
    return Scene(tuple(_stack_rows(rows, random)))


def _row(faces: list[str], random: np.random.Generator, sideways: float) -> list[Placed]:
    """Tiles side by side from x = 0, a little uneven; each lies sideways with the given chance."""
    looseness, drift = float(random.uniform(0.0, 0.06)), float(random.normal(0, 0.012))
    placed, x = [], 0.0
    for index, face in enumerate(faces):
        side = random.random() < sideways
        wide = HEIGHT if side else WIDTH
        turn = (np.pi / 2 if random.random() < 0.5 else -np.pi / 2) if side else 0.0
        y = (WIDTH - HEIGHT) / 2 if side else 0.0
        jitter = random.normal(0, looseness * 0.6)
        placed.append(Placed(face, x + wide / 2, y + index * drift + jitter, turn + float(random.normal(0, looseness * 0.5))))
        x += wide + abs(float(random.normal(0, looseness))) + 0.01
    return placed


def _meld(group: list[str], random: np.random.Generator) -> list[Placed]:
    """An exposed set, or a concealed kong with tiles face down."""
    if len(group) == 4 and random.random() < 0.5:
        hidden = ((0, 3), (1, 2), (0, 1, 2))[int(random.integers(3))]
        return _row([BACK if index in hidden else face for index, face in enumerate(group)], random, 0.0)
    return _row(group, random, sideways=0.25 if random.random() < 0.3 else 0.0)


def _share_out(pieces: list[list[Placed]], melds: list[list[Placed]], flowers: list[list[Placed]], random: np.random.Generator) -> list[list[list[Placed]]]:
    """Which groups stand in which row."""
    if random.random() < 0.5:
        return [pieces + melds + flowers]
    if random.random() < 0.5:
        return [melds + flowers, pieces] if melds or flowers else [pieces]
    return [row for row in (flowers, melds, pieces) if row]


def _stack_rows(rows: list[list[list[Placed]]], random: np.random.Generator) -> list[Placed]:
    placed: list[Placed] = []
    y = 0.0
    for row in rows:
        x = float(random.uniform(0, 2.0)) if len(rows) > 1 else 0.0
        for group in row:
            if not group:
                continue
            slip = float(random.normal(0, 0.06))
            placed += [Placed(one.face, one.x + x, one.y + y + slip, one.turn, one.level, one.standing) for one in group]
            right = max(one.x + (HEIGHT if abs(one.turn) > 0.7 else WIDTH) / 2 for one in group)
            x += right + float(random.uniform(0.25, 1.3))
        y += HEIGHT + float(random.uniform(0.08, 1.2))
    return placed


def block(random: np.random.Generator, faces: list[str]) -> Scene:
    """Tiles in a block of rows that touch, as on a tray."""
    across = int(random.integers(3, 11))
    gap = float(random.uniform(0.0, 0.08))
    turned = np.pi if random.random() < 0.2 else 0.0
    return Scene(
        tuple(
            Placed(face, (index % across) * (WIDTH + gap), (index // across) * (HEIGHT + gap), turned + float(random.normal(0, gap * 0.3)))
            for index, face in enumerate(faces)
        )
    )


def pile(random: np.random.Generator, faces: list[str], around: tuple[Placed, ...] = ()) -> list[Placed]:
    """Tiles thrown on the table: any turn, some face down, none on another."""
    spread = np.sqrt(len(faces) + len(around)) * random.uniform(1.0, 1.7)
    taken = [(one.x, one.y) for one in around]
    centre = random.normal(0, spread * 0.4, 2)
    placed: list[Placed] = []
    for face in faces:
        for _ in range(12):
            x, y = (float(v) for v in centre + random.uniform(-spread, spread, 2))
            if all((x - a) ** 2 + (y - b) ** 2 > 1.75**2 for a, b in taken):
                taken.append((x, y))
                placed.append(Placed(BACK if random.random() < 0.15 else face, x, y, float(random.uniform(-np.pi, np.pi))))
                break
    return placed


def wall(random: np.random.Generator, x: float, y: float) -> list[Placed]:
    """Part of the wall: two tiles high, face down."""
    length, turned = int(random.integers(4, 17)), random.random() < 0.3
    turn = np.pi / 2 if turned else 0.0
    step = (0.0, WIDTH + 0.01) if turned else (WIDTH + 0.01, 0.0)
    return [Placed(BACK, x + step[0] * index, y + step[1] * index, turn, level) for index in range(length) for level in (0, 1)]


def random_scene(random: np.random.Generator, bonus_weight: float = 0.3) -> Scene:
    """A hand with things around (two in three), a block, or loose tiles; faces drawn so that flowers and seasons are not rare."""
    kind = random.random()
    faces = [tile.code for tile in ALL_TILES]
    weights = np.array([bonus_weight / 8 if tile.is_bonus else (1 - bonus_weight) / 34 for tile in ALL_TILES])

    def draw(number: int) -> list[str]:
        return [faces[index] for index in random.choice(len(faces), number, p=weights)]

    if kind < 0.15:
        return block(random, draw(int(random.integers(8, 40))))
    if kind < 0.30:
        return Scene(tuple(pile(random, draw(int(random.integers(4, 26))))))
    if kind < 0.45:  # a row of anything: teaches faces without the habits of hands
        return Scene(tuple(_row(draw(int(random.integers(3, 19))), random, sideways=0.1)))
    hand = laid_hand(random, *random_hand(random)).hand
    if random.random() < 0.12:  # a row standing up, seen from the seat
        hand = tuple(Placed(one.face, one.x, one.y * 1.5, 0.0, 0, one.face != BACK) for one in hand)
    return Scene(hand, tuple(_surroundings(random, hand, draw)))


def turned_down(scene: Scene, random: np.random.Generator, share: float) -> Scene:
    """The same scene with about `share` of the hand's tiles face down: concealed kongs alone would teach what a back looks like too slowly."""
    down = random.random(len(scene.hand)) < share
    hand = tuple(replace(one, face=BACK, standing=False) if hide else one for one, hide in zip(scene.hand, down, strict=True))
    return Scene(hand, scene.around)


def _surroundings(random: np.random.Generator, hand: tuple[Placed, ...], draw) -> list[Placed]:  # type: ignore[no-untyped-def]
    around: list[Placed] = []
    top, bottom = min(one.y for one in hand), max(one.y for one in hand)
    right = max(one.x for one in hand)
    if random.random() < 0.4:
        loose = pile(random, draw(int(random.integers(3, 22))))
        low = max((one.y for one in loose), default=0.0)
        lift = top - low - float(random.uniform(1.8, 3.5))
        around += [Placed(one.face, one.x + right / 2, one.y + lift, one.turn) for one in loose]
    if random.random() < 0.3:
        far = min((one.y for one in around), default=top)
        around += wall(random, float(random.uniform(-2, right / 2)), far - float(random.uniform(2.0, 4.0)))
    if random.random() < 0.1:
        around += wall(random, float(random.uniform(-2, right / 2)), bottom + float(random.uniform(2.0, 3.0)))
    return around
