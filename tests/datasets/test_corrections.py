"""The recorded corrections fit the photos that they correct, and only add, rename or move."""

from __future__ import annotations

from pathlib import Path

import pytest

from recognizer.labels import audited, read_corrections, read_folder


def test_every_correction_says_why() -> None:
    listed = read_corrections()
    assert listed and all(entry.get("note") for entry in listed)


@pytest.mark.data
def test_corrections_fit_the_validation_photos(photo_data: Path) -> None:
    before = read_folder(photo_data / "val")
    names = {photo.path.stem for photo in before}
    listed = [entry for entry in read_corrections() if entry["image"] in names]
    after = audited(before, listed)
    added = sum(bool(entry.get("add")) for entry in listed)
    assert sum(len(photo.faces) for photo in after) == sum(len(photo.faces) for photo in before) + added
    renamed = sum(int((new.faces[: len(old.faces)] != old.faces).sum()) for old, new in zip(before, after, strict=True))
    assert renamed == sum("now" in entry for entry in listed)
    moved = sum(int((new.boxes[: len(old.boxes)] != old.boxes).any(axis=1).sum()) for old, new in zip(before, after, strict=True))
    assert moved == sum("to" in entry for entry in listed)
