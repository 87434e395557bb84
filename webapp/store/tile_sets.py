"""The house's own tile sets: their names, and what the reader has learnt of each, lesson by lesson.

A lesson holds all that was known after it, so the last one can be taken back; of the older ones nothing is kept. Sets are few (MOST_SETS)
and each of them small, which bounds what the database can grow by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from webapp.store.schema import tile_lessons, tile_sets
from webapp.store.store import Store

MOST_SETS = 12
KEPT_LESSONS = 2
"""The last one, and the one that is left when it is taken back."""


class NameTaken(ValueError):
    """Another set has this name."""


class TooManySets(RuntimeError):
    """There are MOST_SETS sets."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is known of a set after one more lesson: `tiles` were taught in it, `known` counts the examples of each face (by its code), `learnt`
    is the reader's own blob and `model` the version of the reader that wrote it. The same photo and tiles have the same `key`; empty where it
    does not matter."""

    tiles: int
    known: Mapping[str, int]
    model: str
    learnt: bytes
    key: str = ""


@dataclass(frozen=True, slots=True)
class TileSet:
    """A set as the pages show it. `made_by` is the hash of its maker's browser; `lesson` counts from 1, and the last can be taken back where
    `lessons` of them are kept, more than one. Times are s since 1970."""

    id: str
    name: str
    made_at: int
    made_by: str
    taught_at: int
    lesson: int
    lessons: int
    tiles: int
    known: Mapping[str, int]


def _shown() -> Select[tuple[str, str, int, str, int, int, int, int, dict[str, int]]]:
    latest = select(tile_lessons.c.tile_set, func.max(tile_lessons.c.number).label("number"), func.count().label("lessons"))
    last = latest.group_by(tile_lessons.c.tile_set).subquery()
    return (
        select(
            tile_sets.c.id,
            tile_sets.c.name,
            tile_sets.c.made_at,
            tile_sets.c.made_by,
            tile_lessons.c.made_at.label("taught_at"),
            last.c.number,
            last.c.lessons,
            tile_lessons.c.tiles,
            tile_lessons.c.known,
        )
        .join(last, last.c.tile_set == tile_sets.c.id)
        .join(tile_lessons, (tile_lessons.c.tile_set == tile_sets.c.id) & (tile_lessons.c.number == last.c.number))
    )


def every(store: Store) -> tuple[TileSet, ...]:
    """All sets, the one that was taught last first. Raises StoreProblem."""
    with store.reading() as connection:
        return tuple(TileSet(*row) for row in connection.execute(_shown().order_by(tile_lessons.c.made_at.desc(), tile_sets.c.name)))


def one(store: Store, name: str) -> TileSet | None:
    """Raises StoreProblem."""
    with store.reading() as connection:
        row = connection.execute(_shown().where(tile_sets.c.id == name)).one_or_none()
        return None if row is None else TileSet(*row)


def learnt(store: Store, name: str) -> tuple[int, bytes] | None:
    """The number of a set's last lesson and what the reader knows since; None where there is no such set. Raises StoreProblem."""
    with store.reading() as connection:
        row = connection.execute(
            select(tile_lessons.c.number, tile_lessons.c.learnt).where(tile_lessons.c.tile_set == name).order_by(tile_lessons.c.number.desc()).limit(1)
        ).one_or_none()
        return None if row is None else (row.number, bytes(row.learnt))


def taught_already(store: Store, key: str, name: str = "", title: str = "") -> str:
    """The set, by its id or its name, that holds the lesson with this key; empty where it does not. Raises StoreProblem.

    A second tap sends the same lesson, and so does a browser that had no answer. What was taken back is not held any more.
    """
    with store.reading() as connection:
        rows = connection.execute(
            select(tile_sets.c.id, tile_sets.c.name).join(tile_lessons, tile_lessons.c.tile_set == tile_sets.c.id).where(tile_lessons.c.key == key)
        )
        return next((row.id for row in rows if row.id == name or (title and row.name.casefold() == title.casefold())), "")


def begin(store: Store, name: str, title: str, made_by: str, lesson: Lesson) -> None:
    """A new set and its first lesson. Raises NameTaken, TooManySets, StoreProblem."""

    def work(connection: Connection) -> None:
        _free(connection, title)
        taken = set(connection.scalars(select(tile_sets.c.place)))
        place = next((place for place in range(1, MOST_SETS + 1) if place not in taken), None)
        if place is None:
            raise TooManySets(title)
        connection.execute(insert(tile_sets).values(id=name, place=place, name=title, made_at=store.now(), made_by=made_by))
        _put(store, connection, name, 1, lesson)

    store.written(work, "others name tile sets at the same time")


def teach(store: Store, name: str, after: int, lesson: Lesson) -> bool:
    """One more lesson on top of number `after`; false where that is not the last one any more, or the set is gone. Raises StoreProblem."""
    try:
        with store.writing() as connection:
            last = connection.scalar(select(func.max(tile_lessons.c.number)).where(tile_lessons.c.tile_set == name))
            if last != after:
                return False
            _put(store, connection, name, after + 1, lesson)
            connection.execute(delete(tile_lessons).where(tile_lessons.c.tile_set == name, tile_lessons.c.number <= after + 1 - KEPT_LESSONS))
            return True
    except IntegrityError:  # another worker's lesson was stored first
        return False


def _put(store: Store, connection: Connection, name: str, number: int, lesson: Lesson) -> None:
    row = {"tiles": lesson.tiles, "known": dict(lesson.known), "model": lesson.model, "learnt": lesson.learnt, "key": lesson.key or None}
    connection.execute(insert(tile_lessons).values(tile_set=name, number=number, made_at=store.now(), **row))


def take_back(store: Store, name: str, number: int) -> bool:
    """Forget the last lesson, if `number` still is it and there is one before it. Raises StoreProblem."""
    with store.writing() as connection:
        kept = list(connection.scalars(select(tile_lessons.c.number).where(tile_lessons.c.tile_set == name).order_by(tile_lessons.c.number).with_for_update()))
        if len(kept) < 2 or kept[-1] != number:
            return False
        connection.execute(delete(tile_lessons).where(tile_lessons.c.tile_set == name, tile_lessons.c.number == number))
        return True


def rename(store: Store, name: str, title: str) -> bool:
    """False where there is no such set. Raises NameTaken, StoreProblem."""

    def work(connection: Connection) -> bool:
        _free(connection, title, name)
        return connection.execute(update(tile_sets).where(tile_sets.c.id == name).values(name=title)).rowcount == 1

    return store.written(work, "others name tile sets at the same time")


def _free(connection: Connection, title: str, own: str = "") -> None:
    names = connection.execute(select(tile_sets.c.id, tile_sets.c.name))
    if any(row.id != own and row.name.casefold() == title.casefold() for row in names):
        raise NameTaken(title)


def forget(store: Store, name: str) -> None:
    """Delete a set with all that was learnt of it. Raises StoreProblem."""
    with store.writing() as connection:
        connection.execute(delete(tile_lessons).where(tile_lessons.c.tile_set == name))
        connection.execute(delete(tile_sets).where(tile_sets.c.id == name))
