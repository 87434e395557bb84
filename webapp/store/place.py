"""Where the embedded database lies: a folder of this user's own, or the one that `FANLENS_HOME` names."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import URL

FILE = "fanlens.sqlite3"


def home_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform, home: Path | None = None) -> Path:
    """`FANLENS_HOME`, or the place where this system keeps a user's data. Not created here."""
    named = environ.get("FANLENS_HOME")
    if named:
        return Path(named).expanduser()
    own = home or Path.home()
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or own / "AppData" / "Local") / "Fanlens"
    if platform == "darwin":
        return own / "Library" / "Application Support" / "Fanlens"
    return Path(environ.get("XDG_DATA_HOME") or own / ".local" / "share") / "fanlens"


def default_url(folder: Path) -> str:
    """The address of the embedded database in a folder."""
    return URL.create("sqlite", database=str(folder / FILE)).render_as_string(hide_password=False)
