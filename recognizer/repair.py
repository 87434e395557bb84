"""Doubtful tiles and "a hand is complete" -> the most likely legal hand, offered and never applied.

The search is exact: every way to change one or two tiles of the hand to another of their five likeliest faces is weighed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from recognizer.hand_rows import is_set
from recognizer.reading import Change, Detection, Face, Group, GroupKind, Suggestion
from scoring.shapes import ONE_COPY, ORPHANS, Copies, Form, is_complete, size_of
from scoring.tiles import ALL_TILES, Suit, Tile

FORMS = tuple(Form)
MOST_CHANGES = 2
RANKED = 5
"""Faces a tile may turn into: its five likeliest."""
HOLDS_A_HAND = 0.9
"""How often a photo with the right number of tiles shows a finished hand, before its faces are looked at."""
OFFER_FROM = 0.02
"""An offer less likely right than this is not worth a player's time."""


def suggest(tiles: Sequence[Detection], groups: Sequence[Group]) -> Suggestion | None:
    """The most likely legal hand within two changes; None when the hand is legal as read, or no change makes it so."""
    loose = [tile for group in groups if group.kind in (GroupKind.CONCEALED, GroupKind.BONUS) for tile in group.tiles]
    melds = [group.tiles for group in groups if group.kind is GroupKind.MELD]
    if any(tiles[tile].face is None for tile in loose) or not 13 <= len(loose) + sum(map(len, melds)) <= 18 + 8:
        return None
    faces = {tile: tiles[tile].face for tile in (*loose, *(tile for meld in melds for tile in meld))}
    if is_legal(faces, loose, melds):
        return None
    found = [(weight, changes) for weight, changes in _changes(tiles, faces, melds) if is_legal(faces | changes, loose, melds)]
    if not found:
        return None
    weight, changes = max(found, key=lambda item: item[0])
    # Weights are relative to the hand as read, which is right only if the photo shows no finished hand.
    probability = HOLDS_A_HAND * weight / (HOLDS_A_HAND * sum(other for other, _ in found) + 1 - HOLDS_A_HAND)
    if probability < OFFER_FROM:
        return None
    listed = tuple(Change(tile, faces[tile], after) for tile, after in sorted(changes.items()))
    return Suggestion(listed, probability, _words(listed))


def is_legal(faces: dict[int, Face], loose: Sequence[int], melds: Sequence[Sequence[int]]) -> bool:
    """Whether tiles so read are a finished hand: as laid, or with its chows and pongs counted as held (a gap is no proof of a meld)."""
    counts = [0] * 42
    for face in faces.values():
        if face is not None:
            counts[face.index] += 1
    if any(counts[34 + bonus] > 1 for bonus in range(8)) or max(counts) > 4:
        return False
    kongs = [meld for meld in melds if len(meld) == 4]
    if not all(is_set([faces[tile] for tile in kong]) for kong in kongs):
        return False
    sets = [meld for meld in melds if len(meld) == 3]
    if all(is_set([faces[tile] for tile in meld]) for meld in sets) and completes(_held(faces, loose), len(melds)):
        return True
    return bool(sets) and completes(_held(faces, [*loose, *(tile for meld in sets for tile in meld)]), len(kongs))


def completes(held: Copies, melds: int) -> bool:
    """Whether held tiles finish a hand beside `melds` sets. Four alike may be a kong where tiles are too many."""
    extra = size_of(held) - (14 - 3 * melds)
    if extra == 0:
        return is_complete(held, melds, FORMS)
    fours = [4 * one for one in ONE_COPY if held & 7 * one == 4 * one]
    if not 0 < extra <= len(fours):
        return False
    return any(is_complete(held - sum(kongs), melds + extra, FORMS) for kongs in combinations(fours, extra))


def _held(faces: dict[int, Face], held: Sequence[int]) -> Copies:
    shown = (faces[tile] for tile in held)
    return sum([ONE_COPY[face.index] for face in shown if face is not None and not face.is_bonus])


@dataclass(frozen=True, slots=True)
class _Option:
    """One tile read otherwise. `ratio`: how likely beside what was read. `held`: not part of a kong."""

    tile: int
    before: Tile
    after: Tile
    ratio: float
    held: bool


def _changes(tiles: Sequence[Detection], faces: dict[int, Face], melds: Sequence[Sequence[int]]) -> Iterator[tuple[float, dict[int, Face]]]:
    """Every one or two changes that may finish the hand, each with how likely it is beside the hand as read."""
    kongs = [meld for meld in melds if len(meld) == 4]
    held = {tile for tile in faces if not any(tile in kong for kong in kongs)}
    # Four alike of which three or more show cannot become another kong by two changes.
    fixed = {tile for kong in kongs if sum(faces[one] is not None for one in kong) > MOST_CHANGES and is_set([faces[one] for one in kong]) for tile in kong}
    options = [
        _Option(tile, face, after, share / max(tiles[tile].probability, 1e-9), tile in held)
        for tile, face in faces.items()
        if face is not None and tile not in fixed
        for after, share in tiles[tile].faces[1:RANKED]
        if after is not None
    ]
    counts = [0] * len(ALL_TILES)
    for tile in held:
        face = faces[tile]
        if face is not None:
            counts[face.index] += 1
    for number in range(1, MOST_CHANGES + 1):
        for chosen in combinations(options, number):
            if len({option.tile for option in chosen}) == number and _may_finish(counts, chosen, len(kongs)):
                yield math.prod(option.ratio for option in chosen), {option.tile: option.after for option in chosen}


def _may_finish(counts: Sequence[int], chosen: Sequence[_Option], kongs: int) -> bool:
    """A glance that spares most candidates the full look: False only where held tiles (counts by `Tile.index`) can be no hand after the changes."""
    after = list(counts)
    for option in chosen:
        if option.held:
            after[option.before.index] -= 1
            after[option.after.index] += 1
    extra = sum(after[:34]) + 3 * kongs - 14
    if extra != 0:
        return extra > 0 and after.count(4) >= extra
    left = [sum(after[0:9]) % 3, sum(after[9:18]) % 3, sum(after[18:27]) % 3, sum(after[27:34]) % 3]
    if 1 not in left and left.count(2) == 1:
        return True
    return all(after[tile.index] for tile in ORPHANS) or not any(count % 2 for count in after[:34])


def _words(changes: Sequence[Change]) -> str:
    told = " and ".join(f"{face_name(change.before)} as {face_name(change.after)}" for change in changes)
    return f"Reading {told} would complete the hand: change {'it' if len(changes) == 1 else 'them'}?"


_SUIT_NAMES = {Suit.CHARACTERS: "characters", Suit.DOTS: "dots", Suit.BAMBOO: "bamboo"}
_NAMES = {
    Suit.HONOURS: ("east wind", "south wind", "west wind", "north wind", "white dragon", "green dragon", "red dragon"),
    Suit.FLOWERS: ("plum", "orchid", "chrysanthemum", "bamboo flower"),
    Suit.SEASONS: ("spring", "summer", "autumn", "winter"),
}


def face_name(face: Face) -> str:
    """What players call a face in English: `5 dots`, `east wind`, `plum`."""
    if face is None:
        return "a tile face down"
    return f"{face.rank} {_SUIT_NAMES[face.suit]}" if face.suit in _SUIT_NAMES else _NAMES[face.suit][face.rank - 1]
