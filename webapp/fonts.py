"""Fonts for pictures: the system's own, the first that has the language's shapes; else Pillow's, which writes Latin letters only."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

_FILES = {
    "zh-Hant": (("NotoSansCJK-{}.ttc", "HK"), ("NotoSansCJK-{}.ttc", "TC"), ("PingFang.ttc", "HK"), ("STHeiti Medium.ttc", ""), ("msjh.ttc", "")),
    "zh-Hans": (("NotoSansCJK-{}.ttc", "SC"), ("PingFang.ttc", "SC"), ("STHeiti Medium.ttc", ""), ("msyh.ttc", ""), ("wqy-microhei.ttc", "")),
    "en": (("NotoSansCJK-{}.ttc", "HK"), ("DejaVuSans{}.ttf", ""), ("Helvetica.ttc", ""), ("segoeui.ttf", "")),
}
_NOWHERE = "\U0010fffd"
"""A character that no font draws: its picture is the font's own mark for a missing one."""
_DEEPEST = 4


@lru_cache(maxsize=1)
def _found() -> dict[str, Path]:
    """Every font file of this system by its name; few are opened."""
    home = Path.home()
    roots = ["/usr/share/fonts", "/usr/local/share/fonts", home / ".fonts", home / ".local/share/fonts", "/System/Library/Fonts", "/Library/Fonts"]
    roots += [Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts"]
    files: dict[str, Path] = {}
    for root in map(Path, roots):
        for folder, below, names in os.walk(root):
            if len(Path(folder).relative_to(root).parts) >= _DEEPEST:
                below.clear()
            files.update((name, Path(folder) / name) for name in names if name.endswith((".ttf", ".ttc", ".otf")))
    return files


@lru_cache(maxsize=64)
def font(language: str, size: int, bold: bool = False) -> Font:
    """A font for a language's texts at a size in pixels."""
    for name, region in _FILES[language]:
        weights = ("Bold", "Regular") if "NotoSans" in name else ("-Bold", "") if "{}" in name else ("",)
        for weight in weights if bold else weights[1:] or weights:
            path = _found().get(name.format(weight))
            if path is not None:
                for index in range(12 if path.suffix == ".ttc" and region else 1):
                    try:
                        opened = ImageFont.truetype(path, size, index=index)
                    except OSError:
                        break
                    if region in (opened.getname()[0] or ""):
                        return opened
    return ImageFont.load_default(size)


@lru_cache(maxsize=2048)
def _drawn(written: Font, character: str) -> bytes:
    return bytes(written.getmask(character))


def covers(written: Font, text: str) -> bool:
    """Whether a font has a shape of its own for every character."""
    return all(character.isspace() or _drawn(written, character) not in (_drawn(written, _NOWHERE), b"") for character in text)


def wrapped(written: Font, text: str, width: int) -> Iterator[str]:
    """A text in lines of at most `width` pixels: broken at spaces, and between any two signs where a word alone is too long."""
    line = ""
    for piece in _pieces(text):
        if line and written.getlength(line + piece.rstrip()) > width:
            yield line.rstrip()
            line = ""
        line += piece
        while written.getlength(line) > width and len(line) > 1:
            fits = next(end for end in range(len(line) - 1, 0, -1) if end == 1 or written.getlength(line[:end]) <= width)
            yield line[:fits]
            line = line[fits:].lstrip()
    if line.strip():
        yield line.rstrip()


def _pieces(text: str) -> Iterator[str]:
    """Words with the space behind them; each Chinese sign by itself."""
    word = ""
    for sign in text:
        if ord(sign) > 0x2E80:
            if word:
                yield word
            word = ""
            yield sign
        else:
            word += sign
            if sign == " ":
                yield word
                word = ""
    if word:
        yield word
