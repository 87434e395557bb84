"""A photo's Reading, as the JSON of `/api/read`, becomes the first `Draft`: what is proposed before anyone has looked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webapp.draft import MOST_TILES, Draft
from webapp.placed import BACK, Group, Part, Placed

_PARTS = {"concealed": Part.HELD, "meld": Part.OPEN, "bonus": Part.BONUS, "outside": Part.OUTSIDE}


def draft_of(reading: Mapping[str, Any], first_box: int = 0) -> Draft:
    """Groups as read, boxes numbered from `first_box` (a second photo goes on counting), and a guess at the winning tile."""
    groups = []
    for group in _that_fit(reading["groups"], MOST_TILES - first_box):
        tiles = tuple(_placed(reading["tiles"][index], first_box + index) for index in group["tiles"])
        groups.append(Group(_part(group["kind"], tiles), tiles))
    return guess_winning(Draft.of(groups))


def _that_fit(groups: Sequence[Mapping[str, Any]], room: int) -> list[Mapping[str, Any]]:
    """Where more lies on the table than a link can hold, walls and discards are left out first. The order stays that of the photo."""
    kept = []
    for group in sorted(groups, key=lambda group: group["kind"] == "outside"):
        room -= len(group["tiles"])
        if room >= 0:
            kept.append(group)
    return [group for group in groups if group in kept]


def _placed(tile: Mapping[str, Any], box: int) -> Placed:
    return Placed(face=tile["face"], box=box, doubtful=bool(tile["doubtful"]))


def _part(kind: str, tiles: tuple[Placed, ...]) -> Part:
    """Two tiles face down in a set of four can only be a concealed kong; four alike face up are asked about, not assumed."""
    if kind == "meld" and len(tiles) == 4 and any(placed.face == BACK for placed in tiles):
        return Part.KONG_CONCEALED
    return _PARTS[kind]


def guess_winning(draft: Draft) -> Draft:
    """Mark the tile that lies apart from the hand, else the last one, as a guess; a mark that a person set stays."""
    if draft.winning is not None or not draft.held:
        return draft
    alone = [group for group in draft.groups if group.part is Part.HELD and len(group.tiles) == 1 and not group.tiles[0].is_bonus]
    rows = [group for group in draft.groups if group.part is Part.HELD]
    if len(alone) == 1 and len(rows) > 1:
        return draft.win(draft.start(alone[0]), guessed=True)
    return draft.win(draft.held[-1][0], guessed=True)
