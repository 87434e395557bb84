"""The store, the same tests on SQLite and on a real PostgreSQL server: whole or not at all, migrations, retention, and what a fault is called."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from postgres import Cluster, missing
from sqlalchemy import create_engine, inspect, select, text
from sqlalchemy.exc import StatementError
from store_places import Clock

from webapp.store import Fault, Store, StoreProblem, default_url, home_folder
from webapp.store.engine import AddressError, engine_of, url_of
from webapp.store.ledgers import NoTable, TableFull, made_by, open_table, recent, versions, write
from webapp.store.ledgers import forget as forget_table
from webapp.store.records import Jpeg, forget, forget_photos, keep, photo, purge, purge_when_due, record
from webapp.store.schema import metadata, photos, settings

DAY = 24 * 3600


def stored(store: Store) -> int:
    with store.reading() as connection:
        return len(connection.execute(select(photos.c.sha256)).all())


def test_the_migrations_make_what_the_schema_says(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with store.reading() as connection:
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, "alembic_version"}
        assert compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata) == []


def test_a_database_of_a_newer_program_is_left_alone(store: Store) -> None:
    with store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    store._ready = False
    with pytest.raises(StoreProblem) as told, store.reading():
        pass
    assert told.value.fault is Fault.NEWER


def test_a_transaction_is_stored_whole_or_not_at_all(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.writing() as connection:
        connection.execute(settings.insert().values(name="half", value="1"))
        raise ZeroDivisionError
    with store.reading() as connection:
        assert connection.execute(select(settings.c.name).where(settings.c.name == "half")).all() == []


def test_workers_share_one_secret(store: Store) -> None:
    other = Store(store.url.render_as_string(hide_password=False))
    found: list[str] = []
    threads = [threading.Thread(target=lambda each=each: found.append(each.secret("session"))) for each in (store, other) * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.close()
    assert len(found) == 8
    assert len(set(found)) == 1
    assert len(found[0]) == 64
    assert store.secret("another") != found[0]


def test_a_record_comes_back_as_it_was(store: Store, clock: Clock) -> None:
    body = {"d": "h-m1", "names": ["阿明", "Ann"], "answer": {"total": 3, "lines": [["half_flush", 3]]}}
    assert keep(store, "r" * 26, "maker", body, [Jpeg(b"one", 3, 4), Jpeg(b"two", 5, 6)], 30)
    found = record(store, "r" * 26)
    assert found is not None
    assert dict(found.body) == body
    assert (found.made_at, found.made_by) == (int(clock.at), "maker")
    assert [(each.place, each.width, each.height) for each in found.photos] == [(0, 3, 4), (1, 5, 6)]
    assert photo(store, "r" * 26, 1) == b"two"
    assert photo(store, "r" * 26, 2) is None
    assert record(store, "nothing") is None


def test_the_same_record_twice_is_one(store: Store) -> None:
    assert keep(store, "twice", "maker", {"a": 1}, [], 30)
    assert not keep(store, "twice", "maker", {"a": 2}, [Jpeg(b"x", 1, 1)], 30)
    found = record(store, "twice")
    assert found is not None and found.body == {"a": 1} and found.photos == ()


def test_the_same_photo_is_kept_once_and_as_long_as_any_record_has_it(store: Store) -> None:
    for name in ("first", "second"):
        keep(store, name, "maker", {}, [Jpeg(b"same", 1, 1)], 30)
    assert stored(store) == 1
    forget(store, "first")
    assert stored(store) == 1
    assert photo(store, "second", 0) == b"same"
    forget_photos(store, "second")
    assert stored(store) == 0
    found = record(store, "second")
    assert found is not None and found.photos == ()


def test_a_photo_is_gone_when_its_time_is_over(store: Store, clock: Clock) -> None:
    keep(store, "short", "maker", {}, [Jpeg(b"short", 1, 1)], 1)
    keep(store, "long", "maker", {}, [Jpeg(b"long", 1, 1)], 3)
    clock.at += DAY - 1
    assert photo(store, "short", 0) == b"short"
    clock.at += 1
    assert photo(store, "short", 0) is None  # before anything was purged
    found = record(store, "short")
    assert found is not None and found.photos == ()
    assert stored(store) == 2
    assert purge(store) == 1
    assert stored(store) == 1
    assert photo(store, "long", 0) == b"long"


def test_fewer_days_hold_for_photos_kept_before_and_more_for_none(store: Store, clock: Clock) -> None:
    """Of the time that was promised and the time that photos are kept by now, the shorter: who lowers the setting wants photos gone."""
    keep(store, "old", "maker", {}, [Jpeg(b"old", 1, 1)], 30)
    made = clock.at
    for days, until in ((None, 30), (7, 7), (30, 30), (60, 30), (0.5, 0.5)):
        found = record(store, "old", days)
        assert found is not None and found.photos[0].keep_until == int(made + until * DAY), days
    clock.at += 7 * DAY - 1
    assert photo(store, "old", 0, 7) == b"old"
    clock.at += 1
    assert photo(store, "old", 0, 7) is None and photo(store, "old", 0, 60) == b"old"
    found = record(store, "old", 7)
    assert found is not None and found.photos == ()
    keep(store, "new", "maker", {}, [Jpeg(b"new", 1, 1)], 7)
    assert purge(store, 60) == 0 and purge(store, 7) == 1
    assert stored(store) == 1 and photo(store, "new", 0, 7) == b"new"


def test_the_purge_comes_by_itself_once_an_hour(store: Store, clock: Clock) -> None:
    keep(store, "short", "maker", {}, [Jpeg(b"short", 1, 1)], 1)
    purge_when_due(store)
    clock.at += DAY + 1
    purge_when_due(store)
    assert stored(store) == 0
    keep(store, "past", "maker", {}, [Jpeg(b"past", 1, 1)], 0)
    clock.at += 3598
    purge_when_due(store)
    assert stored(store) == 1
    clock.at += 2
    purge_when_due(store)
    assert stored(store) == 0


def test_a_deleted_photo_leaves_no_bytes_in_the_file(tmp_path: Path) -> None:
    store = Store(default_url(tmp_path))
    secret = b"NOBODY SHOULD SEE THIS" * 2000
    keep(store, "r", "maker", {}, [Jpeg(secret, 1, 1)], 30)
    forget(store, "r")
    with sqlite3.connect(tmp_path / "fanlens.sqlite3") as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert all(b"NOBODY SHOULD" not in path.read_bytes() for path in tmp_path.iterdir())


def test_entries_keep_every_version(store: Store) -> None:
    open_table(store, "t", "maker", {"name": "Friday"})
    assert write(store, "t", "a", lambda before: [(len(before), {"points": 1})]) == 1
    assert write(store, "t", "b", lambda _before: [(1, {"points": 2})]) == 1
    assert write(store, "t", "c", lambda before: [(2, {"seen": len(before)})]) == 2
    assert [(each.number, each.version, each.body) for each in versions(store, "t")] == [
        (0, 1, {"name": "Friday"}),
        (1, 1, {"points": 1}),
        (1, 2, {"points": 2}),
        (2, 1, {"seen": 3}),
    ]
    assert made_by(store, "t") == "maker"


def test_a_save_that_arrives_twice_is_one(store: Store) -> None:
    open_table(store, "t", "maker", {})
    assert [write(store, "t", "same", lambda before: [(len(before), {})]) for _ in range(3)] == [1, 1, 1]
    assert len(versions(store, "t")) == 2


def test_many_phones_writing_at_once_lose_nothing(store: Store) -> None:
    open_table(store, "t", "maker", {})
    failed: list[Exception] = []

    def save(name: int) -> None:
        try:
            write(store, "t", f"key{name}", lambda before: [(max(each.number for each in before) + 1, {"by": name})])
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=save, args=(name,)) for name in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    found = versions(store, "t")[1:]
    assert [each.number for each in found] == list(range(1, 13))
    assert {each.body["by"] for each in found} == set(range(12))


def test_a_decision_that_refuses_stores_nothing(store: Store) -> None:
    open_table(store, "t", "maker", {})

    def refuse(_before: object) -> list[tuple[int, dict[str, object]]]:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        write(store, "t", "key", refuse)
    assert len(versions(store, "t")) == 1


def test_entries_that_change_together_are_stored_together(store: Store) -> None:
    open_table(store, "t", "maker", {})
    write(store, "t", "a", lambda _before: [(1, {})])
    for _twice in range(2):
        assert write(store, "t", "b", lambda _before: [(1, {"void": True}), (2, {"follows": 1})]) == 1
    assert [(each.number, each.version) for each in versions(store, "t")] == [(0, 1), (1, 1), (1, 2), (2, 1)]
    with pytest.raises((StatementError, TypeError)):  # what cannot be stored takes the first one with it
        write(store, "t", "c", lambda _before: [(1, {}), (2, {"no": object()})])
    assert len(versions(store, "t")) == 4


def test_what_is_not_there_is_said(store: Store) -> None:
    for call in (lambda: versions(store, "none"), lambda: made_by(store, "none"), lambda: write(store, "none", "k", lambda _before: [(1, {})])):
        with pytest.raises(NoTable):
            call()


def test_a_table_has_a_bound(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.store.ledgers.MOST_ENTRIES", 2)
    open_table(store, "t", "maker", {})
    write(store, "t", "a", lambda _before: [(1, {})])
    with pytest.raises(TableFull):
        write(store, "t", "b", lambda _before: [(2, {})])
    monkeypatch.setattr("webapp.store.ledgers.MOST_ENTRIES", 3)
    with pytest.raises(TableFull):
        write(store, "t", "b", lambda _before: [(1, {}), (2, {})])
    assert len(versions(store, "t")) == 2


def test_tables_are_listed_by_their_last_hand_with_their_latest_name(store: Store, clock: Clock) -> None:
    for name in ("a", "b"):
        open_table(store, name, "maker", {"name": name})
        clock.at += 10
    write(store, "a", "k", lambda _before: [(0, {"name": "renamed"})])
    assert [(row.id, row.body["name"], row.last_at - row.made_at) for row in recent(store)] == [("a", "renamed", 20), ("b", "b", 0)]
    assert [row.id for row in recent(store, 1)] == ["a"]
    forget_table(store, "a")
    assert [row.id for row in recent(store)] == ["b"]
    with pytest.raises(NoTable):
        versions(store, "a")


def test_the_folder_is_this_users_own(tmp_path: Path) -> None:
    assert home_folder({}, "linux", tmp_path) == tmp_path / ".local" / "share" / "fanlens"
    assert home_folder({"XDG_DATA_HOME": "/x"}, "linux", tmp_path) == Path("/x/fanlens")
    assert home_folder({}, "darwin", tmp_path) == tmp_path / "Library" / "Application Support" / "Fanlens"
    assert home_folder({"LOCALAPPDATA": "/l"}, "win32", tmp_path) == Path("/l/Fanlens")
    assert home_folder({"FANLENS_HOME": "/f", "XDG_DATA_HOME": "/x"}, "linux", tmp_path) == Path("/f")
    assert not (tmp_path / ".local").exists()


def test_the_folder_is_made_on_demand_and_nobody_elses(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    store = Store(default_url(folder))
    assert not folder.exists()
    with store.reading():
        pass
    assert (folder / "fanlens.sqlite3").is_file()
    assert folder.stat().st_mode & 0o077 == 0
    with sqlite3.connect(folder / "fanlens.sqlite3") as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize("address", ["", "nonsense", "mysql://host/name", "sqlite://", "sqlite:///:memory:"])
def test_an_address_that_can_never_work_is_refused_at_once(address: str) -> None:
    with pytest.raises(AddressError, match="DATABASE_URL"):
        Store(address)


@pytest.mark.parametrize("address", ["postgres://u@h/n", "postgresql://u@h/n", "postgresql+psycopg://u@h/n"])
def test_every_spelling_of_postgresql_means_its_driver(address: str) -> None:
    assert engine_of(url_of(address)).dialect.driver == "psycopg"


def test_a_file_that_went_missing_is_made_anew(tmp_path: Path) -> None:
    store = Store(default_url(tmp_path))
    keep(store, "r", "maker", {}, [], 1)
    for path in tmp_path.iterdir():
        path.unlink()
    assert record(store, "r") is None
    assert keep(store, "r", "maker", {}, [], 1)


def test_an_empty_file_in_its_place_is_noticed(tmp_path: Path) -> None:
    store = Store(default_url(tmp_path))
    keep(store, "r", "maker", {}, [], 1)
    for path in tmp_path.iterdir():
        path.unlink()
    (tmp_path / "fanlens.sqlite3").touch()
    with pytest.raises(StoreProblem) as told:
        record(store, "r")
    assert told.value.fault is Fault.AWAY
    assert record(store, "r") is None


def test_a_full_disk_is_called_so_and_leaves_what_was_there(tmp_path: Path) -> None:
    store = Store(default_url(tmp_path))
    keep(store, "before", "maker", {"a": 1}, [], 1)
    # PRAGMA max_page_count holds for a connection, and every transaction has a new one.
    from sqlalchemy import event

    def fill(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute(f"PRAGMA max_page_count={connection.execute('PRAGMA page_count').fetchone()[0]}")

    event.listen(store._engine, "connect", fill)
    with pytest.raises(StoreProblem) as told:
        keep(store, "after", "maker", {}, [Jpeg(bytes(300_000), 1, 1)], 1)
    assert told.value.fault is Fault.FULL
    assert record(store, "before") is not None
    assert record(store, "after") is None
    event.remove(store._engine, "connect", fill)
    assert keep(store, "after", "maker", {}, [Jpeg(bytes(300_000), 1, 1)], 1)


def test_a_damaged_file_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "fanlens.sqlite3").write_bytes(b"no database at all" * 100)
    with pytest.raises(StoreProblem) as told:
        record(Store(default_url(tmp_path)), "r")
    assert told.value.fault is Fault.DAMAGED


def test_a_writer_that_waits_too_long_is_told_to_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.store.engine.WAIT_S", 0.1)
    store = Store(default_url(tmp_path))
    with store.writing(), pytest.raises(StoreProblem) as told, store.writing():
        pass
    assert told.value.fault is Fault.BUSY


def test_a_database_that_goes_away_and_comes_back(own_cluster: Callable[[], Cluster]) -> None:
    cluster = own_cluster()
    store = Store(cluster.url())
    assert keep(store, "before", "maker", {}, [], 1)
    cluster.stop("immediate")
    for _ in range(2):
        with pytest.raises(StoreProblem) as told:
            record(store, "before")
        assert told.value.fault is Fault.AWAY
    cluster.start()
    assert record(store, "before") is not None
    assert keep(store, "after", "maker", {}, [], 1)
    store.close()


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=lambda ending: ending.name)
def test_the_tests_own_server_goes_with_a_run_that_is_cut_short(ending: signal.Signals) -> None:
    if missing():
        pytest.skip(missing())
    # A suite that a shell started in the background ignores SIGINT, and so would what it starts.
    script = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    script += "import time; from postgres import Cluster; made = Cluster(); print(made.folder, flush=True); time.sleep(600)"
    run = subprocess.Popen([sys.executable, "-c", script], cwd=Path(__file__).parent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert run.stdout is not None
    folder = Path(run.stdout.readline().strip())
    server = int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])
    run.send_signal(ending)
    run.wait(timeout=60)
    run.stdout.close()
    give_up = time.monotonic() + 60
    while (folder.exists() or runs(server)) and time.monotonic() < give_up:
        time.sleep(0.05)
    assert not folder.exists() and not runs(server)


def test_a_database_that_is_away_at_the_start_is_no_reason_to_stop() -> None:
    store = Store("postgresql://fanlens@127.0.0.1:1/none")
    with pytest.raises(StoreProblem) as told:
        record(store, "r")
    assert told.value.fault is Fault.AWAY


def test_workers_that_start_together_make_the_tables_once(store: Store) -> None:
    address = store.url.render_as_string(hide_password=False)
    others = [Store(address) for _ in range(4)]
    failed: list[Exception] = []

    def first_use(each: Store) -> None:
        try:
            record(each, "r")
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=first_use, args=(each,)) for each in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for each in others:
        each.close()
    assert failed == []
    engine = create_engine(store.url)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM alembic_version")).scalar() == 1
    engine.dispose()
