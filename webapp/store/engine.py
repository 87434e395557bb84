"""A database address -> an engine that behaves the same for both: whole transactions, real foreign keys, and a bound on every wait."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

WAIT_S = 5


class AddressError(ValueError):
    """A `DATABASE_URL` that names no database this program can use."""


def url_of(text: str) -> URL:
    """Read an address; `postgres://` and `postgresql://` mean the driver that this project uses. Raises AddressError."""
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise AddressError(f"DATABASE_URL is no database address, expected sqlite:///FILE or postgresql://USER@HOST/NAME: {error}") from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise AddressError(f"DATABASE_URL names {url.get_backend_name()!r}, expected sqlite or postgresql")
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise AddressError("DATABASE_URL names a database in memory, which every request would find empty; expected a file")
    return url


def engine_of(url: URL) -> Engine:
    """The engine; nothing is opened yet. Raises AddressError where PostgreSQL's driver is missing."""
    if url.get_backend_name() == "sqlite":
        # A connection a request: nothing is held over a fault, and opening a file is cheaper than a page.
        engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": WAIT_S})
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    wait = f"-c statement_timeout={2 * WAIT_S}s -c lock_timeout={WAIT_S}s"
    try:
        return create_engine(
            url, pool_pre_ping=True, pool_size=5, max_overflow=10, pool_timeout=WAIT_S, connect_args={"connect_timeout": WAIT_S, "options": wait}
        )
    except ModuleNotFoundError as missing:
        raise AddressError("DATABASE_URL names PostgreSQL, whose driver is not installed: pip install 'fanlens[postgresql]'") from missing


def engine_as_it_lies(url: URL) -> Engine:
    """Reads an SQLite file and touches nothing beside it: right only while nobody writes, see `lies_still`."""
    address = f"{Path(url.database or '').absolute().as_uri()}?immutable=1"
    return create_engine("sqlite://", creator=lambda: sqlite3.connect(address, uri=True, check_same_thread=False), poolclass=NullPool)


def lies_still(url: URL) -> bool:
    """Whether all that was stored is in the file itself: SQLite moves it there when its last connection closes."""
    log = Path(f"{url.database}-wal")
    return Path(url.database or "").exists() and (not log.exists() or log.stat().st_size == 0)


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # The driver's own habit of beginning transactions late would let two writers read the same state: see _begin_sqlite.
    connection.isolation_level = None
    cursor = connection.cursor()
    # FULL: a save that was acknowledged outlives the power cord as well. What is deleted is overwritten, photos above all.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        _patiently(cursor, f"PRAGMA {pragma}")
    cursor.close()


def _patiently(cursor: sqlite3.Cursor, statement: str) -> None:
    """SQLite doesn't wait for its lock while another connection turns a new file to WAL, or recovers one: asked again, as long as any lock is waited for."""
    until = time.monotonic() + WAIT_S
    while True:
        try:
            cursor.execute(statement)
            return
        except sqlite3.OperationalError as fault:
            if "locked" not in str(fault) or time.monotonic() > until:
                raise
            time.sleep(0.02)


def _begin_sqlite(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")
