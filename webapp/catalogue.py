"""The translations, read from the `.po` files as they lie in `locale/`: nothing has to be compiled before the page starts.

Of the format it reads what our files hold: comments, `msgid`, `msgid_plural`, `msgstr` and `msgstr[0]`. Chinese has one plural form.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

FOLDER = Path(__file__).parent / "locale"
LANGUAGES = ("en", "zh-Hant", "zh-Hans")
"""As web tags. English is what stands in the source and has no file."""

_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[0\])\s+)?("(?:[^"\\]|\\.)*")')


class CatalogueError(ValueError):
    """A line of a catalogue that cannot be read, quoted with its place."""


@lru_cache(maxsize=len(LANGUAGES))
def catalogue(language: str) -> Mapping[str, str]:
    """The translations of a language by their English; empty for English. Raises CatalogueError."""
    if language == "en":
        return MappingProxyType({})
    return MappingProxyType({entry["msgid"]: entry.get("msgstr") or entry.get("msgstr[0]", "") for entry in entries(path_of(language)) if entry["msgid"]})


def path_of(language: str) -> Path:
    return FOLDER / language.replace("-", "_") / "LC_MESSAGES" / "messages.po"


def entries(path: Path) -> Iterator[dict[str, str]]:
    """The entries of a file, each its fields by their keyword, the header (an empty `msgid`) first. Raises CatalogueError."""
    entry: dict[str, str] = {}
    field = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        match = _LINE.fullmatch(text)
        if match is None or not (match[1] or field):
            raise CatalogueError(f"{path.name}, line {number}: {text!r}, expected a keyword and a quoted text")
        if match[1] == "msgid":
            if entry:
                yield entry
            entry = {}
        field = match[1] or field
        entry[field] = entry.get(field, "") + ast.literal_eval(match[2])
    if entry:
        yield entry
