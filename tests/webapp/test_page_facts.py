"""What a page may not do, whatever is on it: draw tiles as characters, or move for somebody who asked for stillness."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from named_tests import ROOT

SPOKEN = ("webapp/templates/*.html", "webapp/static/*.js", "webapp/static/*.css", "webapp/*.py", "webapp/locale/*/LC_MESSAGES/*.po")
TEXTS = ("scoring/texts/*.toml", "scoring/rulesets/*.toml")
TILES_AND_EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f]")
"""Mahjong tiles (one of them an emoji), every other pictograph, and the sign that turns a character into one."""


def files(*patterns: str) -> Iterator[Path]:
    for pattern in patterns:
        found = sorted(ROOT.glob(pattern))
        assert found, pattern
        yield from found


@pytest.mark.parametrize("path", [*files(*SPOKEN, *TEXTS)], ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_drawn_with_characters_that_fonts_miss(path: Path) -> None:
    assert TILES_AND_EMOJI.findall(path.read_text(encoding="utf-8")) == []


def test_who_wants_stillness_gets_it() -> None:
    """All that moves is the style sheet's, and one rule takes it from everything; no script moves anything by itself."""
    style = (ROOT / "webapp/static/page.css").read_text(encoding="utf-8")
    still = re.search(r"@media \(prefers-reduced-motion: reduce\) \{ \* \{([^}]*)\}", style)
    assert still is not None
    for stopped in ("transition: none !important", "animation: none !important", "scroll-behavior: auto !important"):
        assert stopped in still[1]
    for script in files("webapp/static/*.js"):
        assert re.findall(r"""["']smooth["']|\.animate\(""", script.read_text(encoding="utf-8")) == [], script.name
