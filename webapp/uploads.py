"""What is sent to `/read` and `/api/read`: a photo's bytes, or the name of one of our own sample photos."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from flask import Request

from recognizer.errors import PhotoError
from webapp.language import gettext as _
from webapp.language import noted

SAMPLES = Path(__file__).parent / "static" / "samples"
OUR_SAMPLES = (
    noted("Four chows and no flowers"),
    noted("Four pongs, a concealed kong among them"),
    noted("Bamboo and dragons, one meld and two flowers"),
    noted("Thirteen orphans, laid in one row"),
)
"""What the samples' own files say of them, for the catalogues."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A rendered photo that ships with the page, and what it shows."""

    name: str
    about: str


def samples() -> tuple[Sample, ...]:
    """The photos that lie in the folder, in name order. `about` comes from the JSON beside each, where there is one."""
    return tuple(Sample(path.name, _about(path.with_suffix(".json"))) for path in sorted(SAMPLES.glob("*.jpg")))


def _about(path: Path) -> str:
    if not path.is_file():
        return ""
    known = json.loads(path.read_text(encoding="utf-8"))
    about = str(known.get("about", "")) if isinstance(known, dict) else ""
    return _(about) if about else ""


def photo_of(request: Request) -> bytes:
    """The photo's bytes. They live as long as the request and are written nowhere. Raises PhotoError."""
    wanted = request.form.get("sample", "")
    if wanted:
        # Looked up among the names that are there: a request never names a path.
        known = next((sample.name for sample in samples() if sample.name == wanted), None)
        if known is None:
            raise PhotoError("empty", _("There is no such sample photo."))
        return (SAMPLES / known).read_bytes()
    sent = request.files.get("photo")
    photo = sent.read() if sent is not None else b""
    if not photo:
        raise PhotoError("empty", _("No photo arrived. Choose one and send it again."))
    return photo
