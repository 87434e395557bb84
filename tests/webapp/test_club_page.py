"""docs/club.md, followed: two workers on one port are one page, and the files that it names say what the code reads."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml
from test_https_page import free_port

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "club.md").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
JOIN = "abcdefgh"


@contextmanager
def workers(folder: Path, **more: str) -> Iterator[tuple[int, Path]]:
    """The page's own command: its port, and the file with what the workers log."""
    port = free_port()
    command = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    assert len(command) == 1
    environ = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PORT": str(port),
        "FANLENS_HOME": str(folder),
        "FANLENS_SECRET_KEY": "x" * 32,
        "FANLENS_JOIN_TOKEN": JOIN,
        "FANLENS_HOSTS": f"127.0.0.1:{port}",
        **more,
    }
    said = folder / "said"
    with said.open("wb") as out:
        process = subprocess.Popen(["bash", "-e", "-c", command[0]], cwd=folder, env=environ, stdout=out, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        for _ in range(480):
            if status(port, "/healthz") == 200:
                break
            assert process.poll() is None, said.read_text()
            time.sleep(0.25)
        yield port, said
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


def ask(port: int, method: str, path: str, headers: dict[str, str] | None = None) -> tuple[int, str, list[str]]:
    """Status, body and cookies; a new connection each time, so that any worker may take it."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, headers=headers or {})
        response = connection.getresponse()
        return response.status, response.read().decode(), response.headers.get_all("Set-Cookie") or []
    finally:
        connection.close()


def status(port: int, path: str) -> int:
    try:
        return ask(port, "GET", path)[0]
    except OSError:
        return 0


def entries(said: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in said.read_text(encoding="utf-8", errors="replace").splitlines() if line.startswith("{")]


@pytest.mark.skipif(sys.platform == "win32", reason="gunicorn does not run there")
def test_two_workers_are_one_page(tmp_path: Path) -> None:
    with workers(tmp_path) as (port, said):
        assert ask(port, "GET", "/")[0] == 403
        _status, _page, cookies = ask(port, "GET", f"/?join={JOIN}")
        joined = {"Cookie": cookies[0].partition(";")[0]}
        _status, page, cookies = ask(port, "GET", "/", joined)
        token = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert token is not None
        joined["Cookie"] += "; " + cookies[0].partition(";")[0]
        totals = set()
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            code, page, _cookies = ask(port, "GET", f"/result?d={HAND}&seat=south&round=east&won=discard-west&rules=fanorder&asked=none", joined)
            assert code == 200
            totals.add(re.search(r"<strong>(\d+)</strong>", page)[1])  # type: ignore[index]
            code, page, _cookies = ask(port, "POST", "/read", {**joined, "X-CSRFToken": token[1]})
            assert (code, "No photo arrived" in page) == (400, True)  # the token was taken: only the photo is missing
            if len({entry["worker"] for entry in entries(said)}) == 2:
                break
        assert len({entry["worker"] for entry in entries(said)}) == 2
        assert totals == {"4"}
        assert {entry["status"] for entry in entries(said)} == {200, 302, 400, 403}


def test_the_page_and_the_compose_file_name_what_the_code_reads() -> None:
    read = set(re.findall(r'"(FANLENS_\w+)"', (ROOT / "webapp" / "club.py").read_text(encoding="utf-8")))
    assert read == set(re.findall(r"FANLENS_\w+", PAGE))
    told = set(COMPOSE["services"]["worker"]["environment"])
    assert told - {"DATABASE_URL"} <= read
    assert {"FANLENS_SECRET_KEY", "FANLENS_JOIN_TOKEN", "FANLENS_HOSTS", "DATABASE_URL"} <= told


def test_the_containers_are_built_from_files_that_are_there() -> None:
    build = COMPOSE["services"]["worker"]["build"]
    assert (ROOT / "deploy" / build["context"] / build["dockerfile"]).resolve().is_file()
    assert (ROOT / "deploy" / "nginx.conf").is_file()
    command = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    assert "webapp.club:serve()" in command and ":8001" in command
    assert "worker:8001" in (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")


def test_nginx_says_who_asks_and_by_which_name() -> None:
    said = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for header in ("Host $http_host", "X-Forwarded-For", "X-Forwarded-Proto $scheme"):
        assert f"proxy_set_header {header}" in said
