"""docs/https.md, followed to the letter: its commands make the certificates and serve the page over https."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "https.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def served(url: str, context: ssl.SSLContext, headers: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Status, body and cookies of an address, asked for until somebody answers. Raises TimeoutError."""
    opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=context), NoRedirect)
    for _ in range(240):
        try:
            with opener.open(urllib.request.Request(url, headers=headers or {}), timeout=10) as response:
                return response.status, response.read().decode(), response.headers.get("Set-Cookie", "")
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), error.headers.get("Set-Cookie", "")
        except urllib.error.URLError as error:
            if isinstance(error.reason, ssl.SSLError):
                raise
            time.sleep(0.25)
    raise TimeoutError(url)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_told: object) -> None:
        return None


@pytest.mark.skipif(shutil.which("openssl") is None or sys.platform == "win32", reason="the page's commands need openssl and gunicorn")
def test_the_commands_of_the_page_serve_it_over_https(tmp_path: Path) -> None:
    assert len(COMMANDS) == 2
    port = free_port()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environ = {**os.environ, "ADDRESS": "127.0.0.1", "PORT": str(port), "PATH": path, "PYTHONPATH": str(ROOT)}
    with (tmp_path / "said").open("wb") as said:
        process = subprocess.Popen(
            ["bash", "-e", "-c", "\n".join(COMMANDS)], cwd=tmp_path, env=environ, stdout=said, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            follow(tmp_path, port)
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(20)


def follow(folder: Path, port: int) -> None:
    authority = folder / "certificates" / "authority.crt"
    printed = ""
    for _ in range(240):
        printed = (folder / "said").read_text(encoding="utf-8", errors="replace")
        if authority.is_file() and "?join=" in printed and "Listening" in printed:
            break
        time.sleep(0.25)
    trusting = ssl.create_default_context(cafile=str(authority))
    assert json.loads(served(f"https://127.0.0.1:{port}/healthz", trusting)[1])["ok"] is True
    status, page, _cookie = served(f"https://127.0.0.1:{port}/", trusting)
    assert status == 403 and "Join this table" in page  # over https the laptop shows the code like everybody
    joining = re.search(r"https://\S+\?join=\S+", printed)
    assert joining is not None
    status, _page, cookie = served(joining[0], trusting)
    assert status == 302 and "Secure" in cookie and "HttpOnly" in cookie
    assert "What is this hand worth?" in served(f"https://127.0.0.1:{port}/", trusting, {"Cookie": cookie.partition(";")[0]})[1]
    with pytest.raises(urllib.error.URLError, match="certificate verify failed"):
        served(f"https://127.0.0.1:{port}/healthz", ssl.create_default_context())
    assert (folder / "certificates" / "authority.key").stat().st_mode & 0o077 == 0
