"""Records of hands and the photos kept with them: content-addressed, shared by every worker, and gone when their time is over."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, delete, exists, insert, select

from webapp.store.schema import photos, record_photos, records
from webapp.store.store import Store

PURGE_EVERY_S = 3600


@dataclass(frozen=True, slots=True)
class Jpeg:
    """A photo as it is kept: upright, without metadata. `width` and `height` in pixels."""

    data: bytes
    width: int
    height: int

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True, slots=True)
class KeptPhoto:
    """Where a record shows a photo (`place`, from 0), its size in pixels, and until when (s since 1970) it is kept."""

    place: int
    width: int
    height: int
    keep_until: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A stored record. `made_by` is a hash that only its maker's browser can show the source of; `body` is its writer's."""

    id: str
    made_at: int
    made_by: str
    body: Mapping[str, Any]
    photos: tuple[KeptPhoto, ...]


def keep(store: Store, name: str, made_by: str, body: Mapping[str, Any], pictures: Sequence[Jpeg], days: float) -> bool:
    """Store a record and its photos, whole. False where it is stored already: the same save came twice. Raises StoreProblem."""

    def work(connection: Connection) -> bool:
        if connection.scalar(select(records.c.id).where(records.c.id == name)) is not None:
            return False
        connection.execute(insert(records).values(id=name, made_at=store.now(), made_by=made_by, body=dict(body)))
        for place, picture in enumerate(pictures):
            _put(connection, picture)
            until = store.now() + seconds(days)
            connection.execute(insert(record_photos).values(record=name, place=place, sha256=picture.sha256, keep_until=until))
        return True

    # The same save from another worker, or a purge that took the same photo between our look and our word, has it look again.
    return store.written(work, "the same record or photo is being stored elsewhere")


def _put(connection: Connection, picture: Jpeg) -> None:
    if connection.scalar(select(photos.c.sha256).where(photos.c.sha256 == picture.sha256)) is None:
        connection.execute(insert(photos).values(sha256=picture.sha256, jpeg=picture.data, width=picture.width, height=picture.height))


def seconds(days: float) -> int:
    return round(days * 24 * 3600)


def _until(days: float | None) -> ColumnElement[int]:
    """When a photo's time is over: as it was promised, or sooner where photos are meanwhile kept for fewer `days`. A longer time promises nothing."""
    promised = record_photos.c.keep_until
    if days is None:
        return promised
    today = records.c.made_at + seconds(days)
    return case((today < promised, today), else_=promised)


def record(store: Store, name: str, days: float | None = None) -> Kept | None:
    """A record with those of its photos whose time is not over; `days` is for how long photos are kept by now. Raises StoreProblem."""
    with store.reading() as connection:
        row = connection.execute(select(records).where(records.c.id == name)).one_or_none()
        if row is None:
            return None
        shown = connection.execute(
            select(record_photos.c.place, photos.c.width, photos.c.height, _until(days))
            .join(photos, photos.c.sha256 == record_photos.c.sha256)
            .join(records, records.c.id == record_photos.c.record)
            .where(record_photos.c.record == name, _until(days) > store.now())
            .order_by(record_photos.c.place)
        )
        return Kept(row.id, row.made_at, row.made_by, row.body, tuple(KeptPhoto(*photo) for photo in shown))


def photo(store: Store, name: str, place: int, days: float | None = None) -> bytes | None:
    """A photo's bytes; None once its time is over, purged or not. Raises StoreProblem."""
    with store.reading() as connection:
        found = connection.scalar(
            select(photos.c.jpeg)
            .join(record_photos, photos.c.sha256 == record_photos.c.sha256)
            .join(records, records.c.id == record_photos.c.record)
            .where(record_photos.c.record == name, record_photos.c.place == place, _until(days) > store.now())
        )
        return None if found is None else bytes(found)


def forget_photos(store: Store, name: str) -> None:
    """Delete a record's photos and leave the rest of it. Raises StoreProblem."""
    with store.writing() as connection:
        connection.execute(delete(record_photos).where(record_photos.c.record == name))
        _drop_unused(connection)


def forget(store: Store, name: str) -> None:
    """Delete a record and its photos. Raises StoreProblem."""
    with store.writing() as connection:
        connection.execute(delete(record_photos).where(record_photos.c.record == name))
        connection.execute(delete(records).where(records.c.id == name))
        _drop_unused(connection)


def purge(store: Store, days: float | None = None) -> int:
    """Delete every photo whose time is over; the number of records that lost one. Raises StoreProblem."""
    over = record_photos.c.keep_until <= store.now()
    if days is not None:
        over |= record_photos.c.record.in_(select(records.c.id).where(records.c.made_at + seconds(days) <= store.now()))
    with store.writing() as connection:
        gone = connection.execute(delete(record_photos).where(over)).rowcount
        _drop_unused(connection)
        return gone


def purge_when_due(store: Store, days: float | None = None) -> None:
    """Once an hour, whichever worker gets there first: any request is clock enough. Raises StoreProblem."""
    if store.due("purged_at", PURGE_EVERY_S):
        purge(store, days)


def _drop_unused(connection: Connection) -> None:
    connection.execute(delete(photos).where(~exists().where(record_photos.c.sha256 == photos.c.sha256)))
