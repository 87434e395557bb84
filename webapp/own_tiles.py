"""The house's own tile sets on the road: which are there, which one photos are read as, and what the review says of it."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, current_app, request

from webapp import seated, storage
from webapp.all_faces import FACES
from webapp.road import GONE, Road
from webapp.store import StoreProblem, tile_sets
from webapp.store.tile_sets import TileSet

COOKIE = "tiles"
ANY = "any"
LONGEST_NAME = 24


def every() -> tuple[TileSet, ...]:
    """All sets, the one that was taught last first; none where they cannot be looked up right now, and the road goes on without."""
    if not storage.has_store() or storage.store().lately_away:
        return ()
    try:
        return tile_sets.every(storage.store())
    except StoreProblem as problem:
        _note(problem)
        return ()


def missing(found: TileSet) -> tuple[str, ...]:
    """The faces that the reader has not seen of a set, in the guide's order."""
    return tuple(face for face in FACES if not found.known.get(face))


# -- which one photos are read as ------------------------------------------------------------------------------------------


def preset(road: Road, sets: tuple[TileSet, ...]) -> str:
    """What the capture page starts with: the set of the hand's other photos, else what was chosen last at this table, else the table's own."""
    names = {each.id for each in sets}
    at = seated.current()
    said, _at, where = request.cookies.get(COOKIE, "").partition("@")
    table = at[0] if at else ""
    own = at[1].table.tiles if at else ""
    asked = road.tiles or (said if said and where == table else own or said)
    return asked if asked in names else ""


def remember(response: Response, tiles: str) -> None:
    """The next photo starts with the same set, for as long as this browser plays at the same table."""
    table = request.cookies.get(seated.COOKIE, "")
    where = table if storage.is_name(table) else ""
    response.set_cookie(COOKIE, f"{tiles or ANY}@{where}", max_age=storage.A_YEAR_S, samesite="Lax", httponly=True)


def learnt(name: str) -> bytes | None:
    """What the reader knows of a set; None where there is no such set. Raises StoreProblem."""
    found = tile_sets.learnt(storage.store(), name) if storage.is_name(name) else None
    return None if found is None else found[1]


def learnt_or_gone(name: str) -> tuple[bytes | None, str]:
    """The same for a photo that waits: what it is read with, and as what. A set that cannot be found keeps no photo from being read."""
    if not name:
        return None, ""
    try:
        found = learnt(name) if storage.has_store() else None
    except StoreProblem as problem:
        _note(problem)
        found = None
    return (None, GONE) if found is None else (found, name)


def _note(problem: StoreProblem) -> None:
    current_app.logger.warning("tile sets cannot be looked up: %s", problem.fault.value)


# -- what the review says --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReadAs:
    """The set that a photo was read as. `gone`: it was asked for and not found."""

    name: str = ""
    gone: bool = False


def read_as(road: Road, sets: tuple[TileSet, ...]) -> ReadAs:
    return ReadAs(next((each.name for each in sets if each.id == road.tiles), ""), road.tiles == GONE)
