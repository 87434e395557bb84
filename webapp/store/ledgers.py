"""Tables and the entries of their ledgers. Nothing is ever changed in place: an edit is the next version of its entry.

Entry 0 is the table itself (its name, players and rules); what the other bodies hold is their writer's business.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from webapp.store.schema import entries, tables
from webapp.store.store import Store

MOST_ENTRIES = 2000
"""Versions a table may have: some forty evenings. It bounds what one table can make a page do."""


class NoTable(LookupError):
    """There is no such table."""


class TableFull(RuntimeError):
    """A table has MOST_ENTRIES versions."""


@dataclass(frozen=True, slots=True)
class Version:
    """One version of one entry; versions count from 1."""

    number: int
    version: int
    made_at: int
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as the list shows it: `body` is the latest version of its entry 0, `last_at` when it was last written to."""

    id: str
    made_at: int
    last_at: int
    body: Mapping[str, Any]


Decision = Callable[[Sequence[Version]], Sequence[tuple[int, Mapping[str, Any]]]]
"""All versions of a table -> the entries to write, one or more: each one's number, and the body of its next version."""


def open_table(store: Store, name: str, made_by: str, body: Mapping[str, Any]) -> None:
    """A new table. Raises StoreProblem."""
    with store.writing() as connection:
        connection.execute(insert(tables).values(id=name, made_at=store.now(), made_by=made_by))
        connection.execute(insert(entries).values(table=name, number=0, version=1, made_at=store.now(), key="opened", body=dict(body)))


def versions(store: Store, name: str) -> tuple[Version, ...]:
    """Every version of every entry, in their order. Raises NoTable, StoreProblem."""
    with store.reading() as connection:
        return _versions(connection, name)


def _versions(connection: Connection, name: str) -> tuple[Version, ...]:
    columns = (entries.c.number, entries.c.version, entries.c.made_at, entries.c.body)
    rows = connection.execute(select(*columns).where(entries.c.table == name).order_by(entries.c.number, entries.c.version))
    found = tuple(Version(*row) for row in rows)
    if not found:
        raise NoTable(name)
    return found


def write(store: Store, name: str, key: str, decide: Decision) -> int:
    """Store what `decide` makes of the table as it stands, all of it or nothing, and give the first entry's number; nobody else writes to the table
    meanwhile.

    A `key` that was stored before stores nothing again and gives the number it has. Raises NoTable, TableFull, StoreProblem,
    and whatever `decide` raises, storing nothing.
    """

    def work(connection: Connection) -> int:
        connection.execute(select(tables.c.id).where(tables.c.id == name).with_for_update())
        known = connection.scalar(select(entries.c.number).where(entries.c.table == name, entries.c.key == key))
        if known is not None:
            return int(known)
        before = _versions(connection, name)
        decided = () if len(before) >= MOST_ENTRIES else decide(before)
        if len(before) + max(len(decided), 1) > MOST_ENTRIES:
            raise TableFull(name)
        for place, (number, body) in enumerate(decided):
            last = max((each.version for each in before if each.number == number), default=0)
            own = key if not place else hashlib.sha256(f"{key}.{number}".encode()).hexdigest()
            connection.execute(insert(entries).values(table=name, number=number, version=last + 1, made_at=store.now(), key=own, body=dict(body)))
        return decided[0][0]

    return store.written(work, "others write to the same table")


def recent(store: Store, most: int = 20) -> tuple[TableRow, ...]:
    """The tables that were written to last. Raises StoreProblem."""
    last = select(entries.c.table, func.max(entries.c.made_at).label("last_at")).group_by(entries.c.table).subquery()
    newest = select(entries.c.table, func.max(entries.c.version).label("version")).where(entries.c.number == 0).group_by(entries.c.table).subquery()
    with store.reading() as connection:
        rows = connection.execute(
            select(tables.c.id, tables.c.made_at, last.c.last_at, entries.c.body)
            .join(last, last.c.table == tables.c.id)
            .join(newest, newest.c.table == tables.c.id)
            .join(entries, (entries.c.table == tables.c.id) & (entries.c.number == 0) & (entries.c.version == newest.c.version))
            .order_by(last.c.last_at.desc(), tables.c.made_at.desc(), tables.c.id)
            .limit(most)
        )
        return tuple(TableRow(*row) for row in rows)


def made_by(store: Store, name: str) -> str:
    """The hash of the browser that opened the table. Raises NoTable, StoreProblem."""
    with store.reading() as connection:
        found = connection.scalar(select(tables.c.made_by).where(tables.c.id == name))
    if found is None:
        raise NoTable(name)
    return str(found)


def forget(store: Store, name: str) -> None:
    """Delete a table with everything in it. Raises StoreProblem."""
    with store.writing() as connection:
        connection.execute(delete(entries).where(entries.c.table == name))
        connection.execute(delete(tables).where(tables.c.id == name))
