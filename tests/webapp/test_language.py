"""Every word of the pages goes through the one door, so that a catalogue can translate all of them."""

from __future__ import annotations

import re

import pytest
from test_doors import TEMPLATES

from webapp.language import gettext, ngettext
from webapp.names import SUITS, tile_name, tile_zh

JINJA = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)
TAG = re.compile(r"<[^>]*>", re.DOTALL)
SPOKEN = re.compile(r"""(?:aria-label|alt|title|placeholder)="([^"]*)""")


@pytest.mark.parametrize("template", sorted(TEMPLATES.glob("*.html")), ids=lambda path: path.name)
def test_no_word_stands_in_a_template_by_itself(template: object) -> None:
    text = JINJA.sub("", template.read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    shown = TAG.sub(" ", text)
    assert re.findall(r"[A-Za-z]{2,}", shown) == []
    assert [words for words in SPOKEN.findall(text) if re.search(r"[A-Za-z]{3,}", words) and "123m" not in words] == []


def test_every_face_has_a_name_in_both() -> None:
    faces = [face for _title, faces in SUITS for face in faces]
    assert len(faces) == 42
    assert len({tile_name(face) for face in faces}) == 42
    assert len({tile_zh(face) for face in faces}) == 42


def test_sentences_are_filled_in() -> None:
    assert gettext("100% felt") == "100% felt"
    assert gettext("%(a)s of %(b)s", a=1, b="two") == "1 of two"
    assert ngettext("%(num)s tile", "%(num)s tiles", 1) == "1 tile"
    assert ngettext("%(num)s tile", "%(num)s tiles", 2) == "2 tiles"
