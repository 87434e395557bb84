"""The door to the database: transactions to read and to write in, made ready on first use and after every fault."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, insert, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from webapp.store.engine import engine_as_it_lies, engine_of, lies_still, url_of
from webapp.store.errors import Fault, StoreProblem, fault_of, is_missing_schema
from webapp.store.schema import settings

T = TypeVar("T")
_TRIES = 3
AFTER_FAULT_S = 60
MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATION_LOCK = 0x46616E6C
"""PostgreSQL's advisory lock while the tables are made, so that workers that start together do it one after another."""


class Store:
    """One database. `now` gives whole seconds since 1970; threads share a Store."""

    def __init__(self, address: str, now: Callable[[], float] = time.time) -> None:
        """Nothing is opened before it is needed. Raises AddressError for an address that can never work."""
        self.url = url_of(address)
        self._engine = engine_of(self.url)
        self._as_it_lies = engine_as_it_lies(self.url) if self.backend == "sqlite" else None
        self._now = now
        self._ready = False
        self._readying = threading.Lock()
        self._away_at: int | None = None
        self._asked_again: dict[str, tuple[int, int]] = {}

    def now(self) -> int:
        return int(self._now())

    @property
    def backend(self) -> str:
        return self.url.get_backend_name()

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of everything. Raises StoreProblem."""
        with self._told(), self._to_read() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is stored whole when the block ends, or not at all. Raises StoreProblem.

        On SQLite it is the only writer from its first line on; on PostgreSQL its writer locks the rows it decides by.
        """
        with self._told():
            self._prepare()
            with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
                yield connection

    def written(self, work: Callable[[Connection], T], busy: str) -> T:
        """What `work` gives, done in a writing transaction, from the start again where another worker was quicker with the same row.

        Raises StoreProblem, with `busy` as its text after some tries, and whatever `work` raises, storing nothing.
        """
        for _try in range(_TRIES):
            try:
                with self.writing() as connection:
                    return work(connection)
            except IntegrityError:
                continue
        raise StoreProblem(Fault.BUSY, busy)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever a database raises, as a StoreProblem; an integrity error is its writer's business and passes."""
        try:
            yield
            self._away_at = None
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            if is_missing_schema(error):
                self._ready = False
                raise StoreProblem(Fault.AWAY, str(error)) from error
            fault = fault_of(error)
            if fault is None:
                raise
            self._away_at = self.now() if fault is Fault.AWAY else None
            raise StoreProblem(fault, str(error)) from error

    @property
    def lately_away(self) -> bool:
        """Whether the database did not answer when it was last asked, less than a minute ago: what a page can do without need not wait for it again."""
        return self._away_at is not None and 0 <= self.now() - self._away_at < AFTER_FAULT_S

    def _to_read(self) -> Connection:
        """A connection to read with. SQLite makes a small file for what readers and writers share before it reads a byte; on a full disk and in a
        folder that cannot be written to it fails there. Then nobody can write either, and what is stored is read as it lies."""
        try:
            self._prepare()
            return self._engine.connect()
        except (SQLAlchemyError, OSError) as error:
            if self._as_it_lies is None or fault_of(error) not in (Fault.FULL, Fault.READ_ONLY) or not lies_still(self.url):
                raise
            if not self._ready:
                with self._as_it_lies.connect() as connection:
                    if not is_up_to_date(connection):
                        raise
            return self._as_it_lies.connect()

    def _prepare(self) -> None:
        """Make the folder and bring the tables up to date, once; again after the file went missing."""
        file = Path(self.url.database or "") if self.backend == "sqlite" else None
        if self._ready and (file is None or file.exists()):
            return
        with self._readying:
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
                if file is None:
                    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
                upgrade(connection)
            self._ready = True

    # -- small things that all workers share -------------------------------------------------------------------------

    def secret(self, name: str) -> str:
        """A random text that is made once and is the same for every worker from then on. Raises StoreProblem."""
        with self.reading() as connection:
            known = connection.scalar(select(settings.c.value).where(settings.c.name == name))
        if known is not None:
            return str(known)
        with self.writing() as connection:
            known = connection.scalar(select(settings.c.value).where(settings.c.name == name))
            if known is None:
                try:
                    with connection.begin_nested():
                        connection.execute(insert(settings).values(name=name, value=secrets.token_hex(32)))
                except IntegrityError:  # another worker was quicker
                    pass
                known = connection.scalar(select(settings.c.value).where(settings.c.name == name))
            return str(known)

    def due(self, name: str, every_s: int) -> bool:
        """Whether `every_s` have passed since this was last true, for whichever worker asks first. Raises StoreProblem.

        It is asked with every request, so the database is only asked when the answer may have changed; after a fault, once a minute.
        """
        now = self.now()
        since, until = self._asked_again.get(name, (now, now))
        if since <= now < until:
            return False
        self._asked_again[name] = (now, now + min(every_s, AFTER_FAULT_S))
        due, again = self._is_due(name, every_s, now)
        self._asked_again[name] = (now, again)
        return due

    def _is_due(self, name: str, every_s: int, now: int) -> tuple[bool, int]:
        """Whether it is due, and the time from which on it may be again."""
        with self.reading() as connection:
            last = connection.scalar(select(settings.c.value).where(settings.c.name == name))
        if last is not None and now - int(last) < every_s:
            return False, int(last) + every_s
        with self.writing() as connection:
            if last is None:
                try:
                    with connection.begin_nested():
                        connection.execute(insert(settings).values(name=name, value=str(now)))
                    return True, now + every_s
                except IntegrityError:
                    return False, now + every_s
            changed = connection.execute(update(settings).where(settings.c.name == name, settings.c.value == last).values(value=str(now)))
            return changed.rowcount == 1, now + every_s


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def is_up_to_date(connection: Connection) -> bool:
    """Whether a database has seen every migration of this program, and none of a newer one's."""
    return MigrationContext.configure(connection).get_current_revision() == ScriptDirectory.from_config(_migrations()).get_current_head()


def upgrade(connection: Connection) -> None:
    """Run the migrations that this database has not seen. Raises StoreProblem for one that a newer program has made."""
    config = _migrations()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreProblem(Fault.NEWER, str(error)) from error
