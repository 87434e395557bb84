"""A disk of a few hundred kilobytes, to be filled and to be made read-only; where mounting one is allowed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


class Disk:
    """`folder` lies on a disk of its own. Raises OSError where this system or this user may not mount one."""

    def __init__(self, folder: Path, kilobytes: int) -> None:
        self.folder = folder
        folder.mkdir()
        if not sys.platform.startswith("linux"):
            raise OSError("a small disk is only made on Linux")
        self._mount("-t", "tmpfs", "-o", f"size={kilobytes}k,mode=0700", "tmpfs")

    def fill(self) -> None:
        """Nothing more fits: the last byte is taken."""
        with (self.folder / "ballast").open("wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(1024))
            except OSError:
                pass

    def make_room(self) -> None:
        (self.folder / "ballast").unlink()

    def forbid_writing(self, forbidden: bool) -> None:
        self._mount("-o", "remount,ro" if forbidden else "remount,rw")

    def _mount(self, *options: str) -> None:
        try:
            done = subprocess.run(["mount", *options, str(self.folder)], capture_output=True, text=True, timeout=30, check=False)
        except FileNotFoundError as error:
            raise OSError("there is no mount command") from error
        if done.returncode:
            raise OSError(f"mounting is not allowed: {done.stderr.strip()}")

    def close(self) -> None:
        subprocess.run(["umount", "--lazy", str(self.folder)], capture_output=True, timeout=30, check=False)
