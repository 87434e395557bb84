"""`python -m tests.webapp.killed --count 200`: the server is killed in the middle of saves, again and again.

Four phones save without a pause: payments, scored hands, changes of an entry, and records with their photo. The server gets SIGKILL while
they do, another takes its place, each phone sends once more what it had no answer to, as a person would, and then the database is looked
at: everything that was acknowledged is there, once; nothing is there by half; every table's points sum to zero. Exit 1 where one isn't so.

The server is the one that ships, on a database file (or `--database`, an address of PostgreSQL); only its start is shortened: a process
that has imported everything forks it.
"""

from __future__ import annotations

import argparse
import http.client
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import cv2
import numpy as np
from sqlalchemy import text

from webapp import ledger
from webapp.storage import new_name
from webapp.store import Store, default_url
from webapp.store.ledgers import versions
from webapp.store.records import photo, record

ROOT = Path(__file__).resolve().parents[2]
FORM = "application/x-www-form-urlencoded"
HAND: list[tuple[str, str]] = [
    ("d", "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"), ("seat", "south"), ("round", "east"), ("won", "discard-west"),
    ("rules", "fanorder"), ("asked", "fanorder"), ("min", "3"), ("cap", "13"), ("opt", "payment.half"), ("opt", "bonus_tiles.true"),
    ("opt", "self_draw_each.2"),
]  # fmt: skip
LONGEST_S = 0.3
"""A server lives for so long at most once each of its phones has saved something."""


@dataclass(slots=True)
class Told:
    """`amid`: kills with a save under way; `stored`: of what was under way, how much had been stored; `wrong`: what must never be."""

    kills: int = 0
    amid: int = 0
    acknowledged: int = 0
    under_way: int = 0
    stored: int = 0
    wrong: list[str] = field(default_factory=list)

    def line(self) -> str:
        return (
            f"killed {self.kills} times, {self.amid} of them amid saves; {self.acknowledged} saves acknowledged, {self.under_way} under way when the "
            f"server died ({self.stored} of them stored whole, the rest not at all, each saved once when sent again); wrong: {len(self.wrong)} {self.wrong[:5]}"
        )


@dataclass(frozen=True, slots=True)
class Save:
    path: str
    body: bytes
    kind: str = FORM


def form(path: str, *pairs: tuple[str, str]) -> Save:
    return Save(path, urlencode(pairs).encode())


def sent(port: int, save: Save) -> str:
    """Where the answer leads. Raises OSError or HTTPException without an answer, ValueError for one that is no redirect."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("POST", save.path, save.body, {"Content-Type": save.kind})
        response = connection.getresponse()
        said = response.read()
    finally:
        connection.close()
    if response.status != 303:
        raise ValueError(f"{save.path}: {response.status} {said[:200]!r}")
    return str(response.headers["Location"])


class Phone:
    """Saves one thing after another; `count` were acknowledged, `waiting` has no answer yet."""

    def __init__(self) -> None:
        self.count = 0
        self.waiting: Save | None = None
        self.name = ""
        self.refused: str | None = None

    def run(self, port: int) -> None:
        try:
            self.waiting = None
            self.begin(port)
            while True:
                self.send(port, self.next())
        except ValueError as error:
            self.refused = str(error)
        except (OSError, http.client.HTTPException):
            pass  # the server is dead

    def send(self, port: int, save: Save) -> None:
        self.waiting = save
        self.took(sent(port, save))
        self.count += 1
        self.waiting = None

    def begin(self, port: int) -> None:
        """A table of its own."""
        players = [("player", name) for name in ("Ann", "Bob", "Cho", "Dee")]
        self.name = sent(port, form("/tables/", *players, ("rules", "fanorder"), ("dealer", "never"))).rpartition("/")[2]

    def took(self, location: str) -> None:
        """What an answer tells."""

    def next(self) -> Save:
        raise NotImplementedError

    def found(self, store: Store) -> int:
        """How many of its saves the database holds, each looked at. Raises ValueError for one that is not whole."""
        return self.in_table(store)[0] if self.name else 0

    def in_table(self, store: Store) -> tuple[int, ledger.Ledger]:
        book = ledger.opened(versions(store, self.name))
        if sum(book.totals) or any(sum(entry.points.values()) for entry in book.entries):
            raise ValueError(f"points of {self.name} do not sum to zero")
        return len(book.entries), book


class Payments(Phone):
    def next(self) -> Save:
        points = str(self.count + 1)
        seen = f"1.{self.count}"
        return form(f"/tables/{self.name}/entries", ("kind", "payment"), ("payer", "0"), ("payee", "1"), ("points", points), ("seen", seen))

    def found(self, store: Store) -> int:
        if not self.name:
            return 0
        count, book = self.in_table(store)
        if [entry.points[1] for entry in book.entries] != list(range(1, count + 1)):
            raise ValueError(f"payments of {self.name} are not those that were made")
        return count


class Hands(Phone):
    def next(self) -> Save:
        return form(f"/tables/{self.name}/hands", *HAND, ("hand", f"{self.count + 1}.{self.count}"))


class Changes(Phone):
    """One entry, undone and restored by turns: each is a new version."""

    def begin(self, port: int) -> None:
        super().begin(port)
        sent(port, form(f"/tables/{self.name}/entries", ("kind", "payment"), ("payer", "0"), ("payee", "1"), ("points", "7"), ("seen", "1.0")))

    def next(self) -> Save:
        what = "restore" if self.count % 2 else "undo"
        return form(f"/tables/{self.name}/entries/1", (what, "1"), ("version", str(self.count + 1)))

    def found(self, store: Store) -> int:
        if not self.name:
            return 0
        _count, book = self.in_table(store)
        if not book.entries:
            return 0  # killed before its one payment was made
        history = book.entries[0].history
        if [each.version for each in history] != list(range(1, len(history) + 1)):
            raise ValueError(f"a version of {self.name} is missing")
        if [bool(each.body.get("void")) for each in history] != [place % 2 == 1 for place in range(len(history))]:
            raise ValueError(f"versions of {self.name} are not those that were made")
        return len(history) - 1


class Records(Phone):
    """A record with a photo of its own, each time."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def begin(self, port: int) -> None:
        pass

    def next(self) -> Save:
        if len(self.names) == self.count:
            self.names.append(new_name())
        rng = np.random.default_rng(int.from_bytes(self.names[-1].encode()[:8], "big"))
        _done, jpeg = cv2.imencode(".jpg", rng.integers(0, 255, (90, 120, 3), np.uint8))
        fields = [*HAND, ("record", self.names[-1]), ("consent", "1")]
        parts = [f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode() for name, value in fields]
        parts.append(b'--x\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\nContent-Type: image/jpeg\r\n\r\n' + jpeg.tobytes() + b"\r\n")
        return Save("/hands/", b"".join([*parts, b"--x--\r\n"]), "multipart/form-data; boundary=x")

    def took(self, location: str) -> None:
        if location.rpartition("/")[2] != self.names[-1]:
            raise ValueError(f"a record was kept under another name: {location}")

    def found(self, store: Store) -> int:
        there = 0
        for name in self.names:
            kept = record(store, name)
            if kept is None:
                continue
            jpeg = photo(store, name, 0)
            if len(kept.photos) != 1 or jpeg is None or cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) is None or "told" not in kept.body:
                raise ValueError(f"record {name} is there by half")
            there += 1
        return there


KINDS = (Payments, Hands, Changes, Records)


def evening(nursery: Nursery, store: Store, chance: random.Random, told: Told) -> None:
    """Phones save, the server is killed, another takes its place, and the database is looked at."""
    phones = [kind() for kind in KINDS]
    pid, port = nursery.born()
    threads = [threading.Thread(target=phone.run, args=(port,)) for phone in phones]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + 60
    while min(phone.count for phone in phones) < 1 and time.monotonic() < deadline:  # a slow machine is given time to begin
        time.sleep(0.01)
    time.sleep(chance.uniform(0, LONGEST_S))
    waiting = sum(phone.waiting is not None for phone in phones)
    os.kill(pid, signal.SIGKILL)
    for thread in threads:
        thread.join()
    told.kills += 1
    told.amid += waiting > 0
    told.wrong += [phone.refused for phone in phones if phone.refused]
    pid, port = nursery.born()
    for phone in phones:
        told.acknowledged += phone.count
        looked_at(phone, store, told)
        if phone.waiting is not None:
            try:
                phone.send(port, phone.waiting)
            except (ValueError, OSError, http.client.HTTPException) as error:
                told.wrong.append(f"sent again: {error}")
            if phone.found(store) != phone.count:
                told.wrong.append(f"{type(phone).__name__}: {phone.found(store)} stored, {phone.count} acknowledged after one was sent again")
    os.kill(pid, signal.SIGKILL)


def looked_at(phone: Phone, store: Store, told: Told) -> None:
    try:
        there = phone.found(store)
    except ValueError as error:
        told.wrong.append(str(error))
        return
    more = there - phone.count
    if phone.waiting is not None:
        told.under_way += 1
        told.stored += more
    if more not in ((0, 1) if phone.waiting is not None else (0,)):
        told.wrong.append(f"{type(phone).__name__}: {there} stored, {phone.count} acknowledged")


def left_over(store: Store) -> list[str]:
    """What no whole save would have left, over the whole database."""
    asked = {
        "tables without their first entry": 'SELECT count(*) FROM tables WHERE id NOT IN (SELECT "table" FROM entries WHERE number = 0 AND version = 1)',
        "entries without a table": 'SELECT count(*) FROM entries WHERE "table" NOT IN (SELECT id FROM tables)',
        "photos without a record": "SELECT count(*) FROM photos WHERE sha256 NOT IN (SELECT sha256 FROM record_photos)",
        "records' photos that are not there": "SELECT count(*) FROM record_photos WHERE sha256 NOT IN (SELECT sha256 FROM photos)",
        "records without their photo": "SELECT count(*) FROM records WHERE id NOT IN (SELECT record FROM record_photos)",
    }
    found = []
    with store.reading() as connection:
        for name, question in asked.items():
            count = connection.execute(text(question)).scalar()
            found += [f"{count} {name}"] if count else []
        if store.backend == "sqlite":
            said = connection.execute(text("PRAGMA integrity_check")).scalar()
            found += [f"the file: {said}"] if said != "ok" else []
    return found


def killed(count: int, address: str, seed: int = 0) -> Told:
    told, store, chance = Told(), Store(address), random.Random(seed)
    with nursing(address) as nursery:
        for _ in range(count):
            evening(nursery, store, chance, told)
    told.wrong += left_over(store)
    store.close()
    return told


# -- the process that forks servers -----------------------------------------------------------------------------------


class Nursery:
    """Gives a new server for each that was killed."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def born(self) -> tuple[int, int]:
        """(process number, port), once it answers."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        pid, port = self._process.stdout.readline().split()
        return int(pid), int(port)


@contextmanager
def nursing(address: str) -> Iterator[Nursery]:
    command = [sys.executable, "-m", "tests.webapp.killed", "--nurse", address]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, cwd=ROOT, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield Nursery(process)
    finally:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.close()
        process.wait(60)
        process.stdout.close()


def nurse(address: str) -> int:
    """Fork a server for each line that comes; it inherits what was imported and nothing else."""
    import waitress

    from webapp import create_app, warm

    warm.up(create_app())
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how they died
    children = []
    for _line in sys.stdin:
        pid = os.fork()
        if pid:
            children.append(pid)
            continue
        server = waitress.create_server(create_app({"WTF_CSRF_ENABLED": False, "DATABASE_URL": address}), host="127.0.0.1", port=0, threads=8)
        print(os.getpid(), server.effective_port, flush=True)
        server.run()
        os._exit(0)
    for child in children[-2:]:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    return 0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.webapp.killed", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="how often the server is killed")
    parser.add_argument("--seed", type=int, default=0, help="for when it is killed")
    parser.add_argument("--database", help="a PostgreSQL address, instead of a file")
    parser.add_argument("--nurse", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.nurse:
        return nurse(chosen.nurse)
    with tempfile.TemporaryDirectory() as folder:
        told = killed(chosen.count, chosen.database or default_url(Path(folder)), chosen.seed)
    print(told.line())
    return 1 if told.wrong or told.amid < told.kills / 2 else 0


if __name__ == "__main__":
    sys.exit(main())
