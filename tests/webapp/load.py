"""`python -m tests.webapp.load`: fifty phones at one laptop, reading photos and scoring hands at the same time.

The page runs as people run it (`python -m webapp`), in a process of its own, with the models that ship. What must hold: no answer but a
good one, or 503 with Retry-After; scoring stays quick while photos are being read; the memory does not grow. Exit 1 where one doesn't.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from webapp.uploads import SAMPLES

ROOT = Path(__file__).resolve().parents[2]
MOST_SCORING_MS = 100.0
SCORING = ("/api/score", "the result page")
MOST_GROWTH = 0.10
"""Share by which the last quarter's memory may exceed that of the second quarter, the first being for warming up."""
HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
WON = "seat=south&round=east&won=discard-west&rules=fanorder&asked=none"
CASE = json.dumps(
    {
        "ruleset": "fanorder",
        "hand": {
            "concealed": ["m1", "m2", "m3", "m5", "m6", "m7", "m9", "m9", "east", "east"],
            "winning_tile": "m9",
            "melds": [{"kind": "pong", "tiles": ["red"] * 3}],
            "bonus": ["f1"],
        },
        "context": {"seat": "south", "round": "east", "win": "discard", "discarder": "west"},
    }
)


@dataclass(slots=True)
class Told:
    """What the phones met. `milliseconds` by kind of request; `waited`: 503 with Retry-After; `wrong`: anything else that is no answer."""

    milliseconds: dict[str, list[float]] = field(default_factory=dict)
    waited: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: str, took_ms: float, status: int, retry_after: str | None, good: tuple[int, ...]) -> None:
        with self.lock:
            if status in good:
                self.milliseconds.setdefault(kind, []).append(took_ms)
            elif status == 503 and retry_after and retry_after.isdecimal():
                self.waited[kind] += 1
            else:
                self.wrong.append(f"{kind}: {status}")

    def percentile(self, kind: str, share: float) -> float:
        values = sorted(self.milliseconds.get(kind, [0.0]))
        return values[min(len(values) - 1, int(share * len(values)))]

    @property
    def growth(self) -> float:
        quarter = len(self.memory_mb) // 4
        if quarter < 2:
            return 0.0
        return statistics.median(self.memory_mb[-quarter:]) / statistics.median(self.memory_mb[quarter : 2 * quarter]) - 1

    def lines(self) -> Iterator[str]:
        for kind, values in sorted(self.milliseconds.items()):
            middle, most = self.percentile(kind, 0.5), self.percentile(kind, 0.95)
            yield f"{kind}: {len(values)} answered, p50 {middle:.0f} ms, p95 {most:.0f} ms, longest {max(values):.0f} ms"
        yield f"503 with Retry-After: {dict(self.waited) or 'none'}; wrong answers: {len(self.wrong)} {sorted(set(self.wrong))[:5]}"
        if self.memory_mb:
            yield f"memory: {self.memory_mb[0]:.0f} MB at first, {max(self.memory_mb):.0f} MB at most, second quarter to last {self.growth:+.1%}"


@dataclass(frozen=True, slots=True)
class Answer:
    """`cookie`: what the browser would send back; `retry_after_s`: 0 where it was answered."""

    text: str
    cookie: str
    retry_after_s: float


class Over(Exception):
    """The evening is over."""


class Phone:
    """One phone: opens the page, sends a photo, looks at the tiles, scores, and starts again."""

    def __init__(self, port: int, number: int, told: Told, until: float) -> None:
        self.port, self.told, self.until = port, told, until
        self.chance = random.Random(number)
        self.photo = (SAMPLES / sorted(path.name for path in SAMPLES.glob("*.jpg"))[number % 4]).read_bytes()

    def run(self) -> None:
        with suppress(Over):
            self.rest(0, 8)
            self.play()

    def play(self) -> None:
        while True:
            self.get("page", "/")
            self.read()
            self.rest(1, 3)
            for path in ("/review", "/sets", "/context"):
                self.get("page", f"{path}?d={HAND}")
                self.rest(0.5, 2)
            page = self.get("the result page", f"/result?d={HAND}&{WON}")
            self.rest(1, 3)
            if page is not None and self.chance.random() < 0.5:
                self.keep(page)
                self.rest(1, 3)
            self.ask("/api/score", "POST", "/api/score", CASE.encode(), {"Content-Type": "application/json"})
            self.rest(2, 6)

    def rest(self, least: float, most: float) -> None:
        """Raises Over where the time is up: fifty phones that finish all they have left at one moment would be no evening at a table."""
        wait = self.chance.uniform(least, most)
        if time.monotonic() + wait > self.until:
            raise Over
        time.sleep(wait)

    def get(self, kind: str, path: str) -> Answer | None:
        return self.ask(kind, "GET", path)

    def keep(self, page: Answer) -> None:
        """The hand on record, as the result page's own form sends it."""
        token, cookie = re.search(r'name="csrf_token" value="([^"]+)"', page.text), page.cookie
        if token is not None and cookie:
            body = urlencode([("d", HAND), *(pair.split("=") for pair in WON.split("&")), ("csrf_token", token[1])])
            self.ask("keeping a hand", "POST", "/hands/", body.encode(), {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie})

    def read(self) -> None:
        """Send the photo, and again for as long as the page would: while it is told to come back."""
        body = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n' + self.photo + b"\r\n--x--\r\n"
        for _ in range(8):
            answer = self.ask("reading", "POST", "/api/read", body, {"Content-Type": "multipart/form-data; boundary=x"})
            if answer is None or not answer.retry_after_s:
                return
            self.rest(answer.retry_after_s, answer.retry_after_s + 1)

    def ask(self, kind: str, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Answer | None:
        """One request; None without an answer."""
        started = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            said = response.read()
        except (OSError, http.client.HTTPException) as error:
            with self.told.lock:
                self.told.wrong.append(f"{kind}: {type(error).__name__}")
            return None
        finally:
            connection.close()
        retry_after = response.headers.get("Retry-After")
        self.told.note(kind, 1000 * (time.perf_counter() - started), response.status, retry_after, (200, 303))
        wait = float(retry_after) if response.status == 503 and retry_after and retry_after.isdecimal() else 0.0
        cookies = [value.partition(";")[0] for value in response.headers.get_all("Set-Cookie") or []]
        return Answer(said.decode("utf-8", "replace"), "; ".join(cookies), wait)


@contextmanager
def laptop() -> Iterator[tuple[int, list[int]]]:
    """The page in a process of its own: its port, and the number of each process that serves it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as home:
        environ = {**os.environ, "FANLENS_HOME": home, "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen([sys.executable, "-m", "webapp", "--open", "--port", str(port)], cwd=ROOT, env=environ, stdout=subprocess.DEVNULL)
        try:
            for _ in range(480):
                try:
                    with socket.create_connection(("127.0.0.1", port), 1):
                        break
                except OSError:
                    time.sleep(0.25)
            yield port, [process.pid]
        finally:
            process.terminate()
            process.wait(30)


def resident_mb(pid: int) -> float:
    """What a process and those that it started hold, in MB of 10^6 bytes. Raises OSError where the system does not say."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    started = [int(number) for tasks in Path(f"/proc/{pid}/task").glob("*/children") for number in tasks.read_text().split()]
    return (int(found[1]) / 1000 if found else 0.0) + sum(resident_mb(each) for each in started)


def loaded(phones: int, seconds: float, served: Callable[[], AbstractContextManager[tuple[int, list[int]]]] = laptop) -> Told:
    """So many phones for so long."""
    told = Told()
    with served() as (port, pids):
        until = time.monotonic() + seconds
        threads = [threading.Thread(target=Phone(port, number, told, until).run, daemon=True) for number in range(phones)]
        for thread in threads:
            thread.start()
        while time.monotonic() < until:
            if all(Path(f"/proc/{pid}").is_dir() for pid in pids):
                told.memory_mb.append(sum(map(resident_mb, pids)))
            time.sleep(min(1.0, max(0.05, seconds / 100)))
        for thread in threads:
            thread.join(70)
    return told


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.webapp.load", description=__doc__)
    parser.add_argument("--phones", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--club", action="store_true", help="at a club's nginx, two workers and PostgreSQL on this machine, instead of the laptop's page")
    chosen = parser.parse_args(arguments)
    served = laptop
    if chosen.club:
        from tests.webapp.club_machines import lacking, whole_club

        if lacking():
            print(lacking(), file=sys.stderr)
            return 2
        served = whole_club
    told = loaded(chosen.phones, chosen.seconds, served)
    print(f"{chosen.phones} phones for {chosen.seconds:.0f} s; load of the machine at the end: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print("\n".join(told.lines()))
    slow = any(told.percentile(kind, 0.95) > MOST_SCORING_MS for kind in SCORING)
    return 1 if told.wrong or slow or told.growth > MOST_GROWTH else 0


if __name__ == "__main__":
    sys.exit(main())
