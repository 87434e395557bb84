"""A whole club on this machine: PostgreSQL, two workers as the container starts them, and nginx with the configuration that ships."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

if __package__:
    from tests.webapp.postgres import Cluster, missing
else:  # as the tests beside it see it
    from postgres import Cluster, missing

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ROOT / "deploy" / "nginx.conf"


def nginx_path() -> str | None:
    return shutil.which("nginx") or next((path for path in ("/usr/sbin/nginx", "/usr/local/sbin/nginx") if Path(path).is_file()), None)


def no_nginx() -> str:
    return "" if nginx_path() else "no nginx here: apt-get install nginx-light"


def lacking() -> str:
    """What this machine lacks for a club, in words; empty where nothing."""
    return no_nginx() or missing() or ("" if shutil.which("gunicorn") or (Path(sys.executable).parent / "gunicorn").is_file() else "no gunicorn here")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def container_command() -> list[str]:
    """What the container runs, from its Dockerfile."""
    found = re.search(r"^CMD (\[.*\])$", (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    command: list[str] = json.loads(found[1])
    return command


@contextmanager
def worker(folder: Path, database: str, **more: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """One container's process: its port, and itself."""
    port = free_port()
    command = [part.replace("0.0.0.0:8001", f"127.0.0.1:{port}") for part in container_command()]
    environ = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "DATABASE_URL": database,
        "FANLENS_SECRET_KEY": "x" * 32,
        "FANLENS_OPEN": "1",
        "FANLENS_HOSTS": "127.0.0.1",
        "FANLENS_PROXIES": "1",
        **more,
    }
    with (folder / f"worker-{port}").open("wb") as out:
        process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=out, stderr=subprocess.STDOUT)
    try:
        answering(port, process, folder / f"worker-{port}")
        yield port, process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(30)


def answering(port: int, process: subprocess.Popen[bytes], said: Path) -> None:
    """Wait until it answers. Raises RuntimeError with what it said instead."""
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline and process.poll() is None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            connection.request("GET", "/healthz")
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        finally:
            connection.close()
        time.sleep(0.1)
    raise RuntimeError(said.read_text(errors="replace")[-2000:])


def configuration(folder: Path, port: int, workers: Sequence[int]) -> Path:
    """The shipped configuration with this machine's ports in the places of the container's, inside what nginx asks for around it."""
    text = SHIPPED.read_text(encoding="utf-8")
    servers = "\n    ".join(f"server 127.0.0.1:{each};" for each in workers)
    for old, new in (("server worker:8001;", servers), ("listen 80;", f"listen 127.0.0.1:{port};")):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "fanlens.conf").write_text(text, encoding="utf-8")
    paths = "".join(f"    {name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;\n" if os.geteuid() == 0 else ""
    main = folder / "nginx.conf"
    http = f"http {{\n    access_log off;\n{paths}    include {folder}/fanlens.conf;\n}}\n"
    main.write_text(f"{user}daemon off;\npid {folder}/pid;\nerror_log {folder}/errors;\nevents {{}}\n{http}", encoding="utf-8")
    return main


@contextmanager
def nginx(folder: Path, workers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Its port and process number."""
    port = free_port()
    process = subprocess.Popen([str(nginx_path()), "-c", str(configuration(folder, port, workers)), "-e", str(folder / "errors"), "-p", str(folder)])
    try:
        answering(port, process, folder / "errors")
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def whole_club() -> Iterator[tuple[int, list[int]]]:
    """nginx's port, and the process numbers of the two workers' servers."""
    with ExitStack() as club:
        folder = Path(club.enter_context(tempfile.TemporaryDirectory()))
        cluster = Cluster()
        club.callback(cluster.close)
        first = club.enter_context(worker(folder, cluster.url()))
        second = club.enter_context(worker(folder, cluster.url()))
        port, _pid = club.enter_context(nginx(folder, [first[0], second[0]]))
        yield port, [first[1].pid, second[1].pid]
