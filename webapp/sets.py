"""Which sets the tiles in hand could be, for the question "was it already on the table?"; nothing is assumed."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.tiles import Tile
from webapp.draft import Draft
from webapp.placed import BACK


@dataclass(frozen=True, slots=True)
class Candidate:
    """Tiles of the hand that make a set. `kind` is `chow`, `pong` or `kong`."""

    kind: str
    faces: tuple[str, ...]
    positions: tuple[int, ...]

    @property
    def claim(self) -> str:
        return ".".join(map(str, self.positions))


def candidates(draft: Draft) -> tuple[Candidate, ...]:
    """Every different set among the tiles in hand: kongs first, then pongs and chows in tile order.

    The winning tile is left in hand where another copy will do, since a set that the win completed was not on the table.
    """
    held = [(position, placed.face) for position, placed in sorted(draft.held, key=lambda item: item[1].wins) if placed.face != BACK]
    places: dict[str, list[int]] = {}
    for position, face in held:
        places.setdefault(face, []).append(position)
    tiles = sorted(Tile.from_code(face) for face in places)
    found = []
    for tile in tiles:
        copies = places[tile.code]
        for kind, number in (("kong", 4), ("pong", 3)):
            if len(copies) >= number:
                found.append(Candidate(kind, (tile.code,) * number, tuple(copies[:number])))
        if tile.is_suited and tile.rank <= 7:
            run = [Tile(tile.suit, tile.rank + step).code for step in range(3)]
            if all(face in places for face in run):
                found.append(Candidate("chow", tuple(run), tuple(places[face][0] for face in run)))
    return tuple(sorted(found, key=lambda candidate: candidate.kind != "kong"))


def kong_questions(draft: Draft) -> tuple[Candidate, ...]:
    """Four alike in hand: a concealed kong, or three and one? It must be asked, and first where there are too many tiles."""
    return tuple(candidate for candidate in candidates(draft) if candidate.kind == "kong")


def spare(draft: Draft) -> int:
    """How many tiles in hand are too many; four alike that are a kong account for one each."""
    return max(0, len(draft.held) - draft.wanted_held)


def needs_sets(draft: Draft) -> bool:
    """Whether anything about the sets is open: a kong's kind, a broken set, four alike among too many tiles."""
    return any(group.kind in (None, "kong") for group in draft.sets) or bool(spare(draft) and kong_questions(draft))
