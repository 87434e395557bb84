"""The program's own source, as the AGPL asks for: what runs here is what one gets, without any network."""

from __future__ import annotations

import io
import zipfile
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_PACKAGES = ("scoring", "recognizer", "webapp", "datasets")
_KINDS = {".py", ".toml", ".html", ".js", ".css", ".svg", ".md", ".po"}
_BESIDE = ("pyproject.toml", "README.md", "LICENSE", "Makefile", "CHANGELOG.md")


@lru_cache(maxsize=1)
def archive() -> bytes:
    """A zip of the four packages and what builds them, as they lie on this machine."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as store:
        for path in _files():
            store.write(path, Path("fanlens") / path.relative_to(ROOT))
    return packed.getvalue()


def _files() -> list[Path]:
    own = [path for package in _PACKAGES for path in sorted((ROOT / package).rglob("*")) if path.suffix in _KINDS]
    return [*own, *(ROOT / name for name in _BESIDE if (ROOT / name).is_file())]
