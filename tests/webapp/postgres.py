"""A throwaway PostgreSQL cluster for the tests: made with the server's own tools, as a user that is not root, on a free port of this machine."""

from __future__ import annotations

import getpass
import os
import shlex
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

ACCOUNTS = ("postgres", "nobody")
"""Root may not run the server; these accounts may, where the tests run as root."""


def tool(name: str) -> str | None:
    """The path of `initdb` or `pg_ctl`: where Debian keeps it, newest version first, or on the PATH."""
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name) if folder.parent.name.isdigit() else 0)
    found = next((folder / name for folder in reversed(homes) if (folder / name).is_file()), None)
    return str(found) if found else shutil.which(name)


def missing() -> str:
    """Why no cluster can be started here, in words; empty where one can."""
    if tool("initdb") is None or tool("pg_ctl") is None:
        return "no PostgreSQL server here: apt-get install postgresql"
    if os.geteuid() == 0 and (shutil.which("setpriv") is None or account() is None):
        return "PostgreSQL does not run as root, and there is no other account to run it as"
    return ""


def account() -> str | None:
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in ACCOUNTS if name in known), None)


class Cluster:
    """One server. `stop` and `start` are what a restarted database is."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="fanlens-pg-"))
        self._as: list[str] = []
        self.user = getpass.getuser()
        if os.geteuid() == 0:
            self.user = account() or ""
            self._as = ["setpriv", f"--reuid={self.user}", f"--regid={_group(self.user)}", "--clear-groups"]
            shutil.chown(self.folder, self.user)
        self.data = self.folder / "data"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._end = self._watch()
        self._call("initdb", "-D", str(self.data), "-U", "fanlens", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        self.start()

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://fanlens@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder} -c fsync=off"
        self._call("pg_ctl", "-D", str(self.data), "-w", "-t", "60", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        self._call("pg_ctl", "-D", str(self.data), "-w", "-m", mode, "stop")

    def close(self) -> None:
        """Let go of the pipe that the watcher reads: it stops the server and removes the folder."""
        assert self._end.stdin is not None
        self._end.stdin.close()
        self._end.wait(timeout=60)

    def _watch(self) -> subprocess.Popen[bytes]:
        """A shell that waits for this process to end, however it does (a killed one runs no clean-up of its own), and then clears away.

        It reads a pipe that nobody writes to: the kernel closes it with the last process that holds it.
        """
        stop = " ".join(shlex.quote(word) for word in [*self._as, str(tool("pg_ctl")), "-D", str(self.data), "-w", "-m", "immediate", "stop"])
        script = f"read _; cd /; [ ! -e {self.data}/postmaster.pid ] || {stop}; rm -rf {shlex.quote(str(self.folder))}"
        return subprocess.Popen(["/bin/sh", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    def _call(self, name: str, *arguments: str) -> None:
        # The server keeps what it inherits open, so nothing is captured by a pipe that would never end.
        with open(self.folder / "tools.log", "ab") as log:
            done = subprocess.run(
                [*self._as, str(tool(name)), *arguments], stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd=self.folder, timeout=120, check=False
            )
        if done.returncode:
            raise RuntimeError((self.folder / "tools.log").read_text(errors="replace")[-2000:])


def _group(user: str) -> int:
    import pwd

    return pwd.getpwnam(user).pw_gid
