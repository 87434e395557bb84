"""No photo that a number is measured on, nor another of the same hand, is ever trained on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.groups import belongs_to_calibration, committed_groups, manifest_text, part
from datasets.photos import LabelledPhoto, read_split
from recognizer.errors import DatasetError


def photo(group: str) -> LabelledPhoto:
    return LabelledPhoto(Path(f"{group}.jpg"), "set", group, True, None, np.zeros((0, 4)), np.zeros(0, np.int64))


def test_roles_share_no_group() -> None:
    groups = committed_groups()
    assert all(groups.values())
    assert not groups["fit"] & groups["calibrate"]
    assert not (groups["fit"] | groups["calibrate"]) & groups["validation"]


def test_calibration_groups_are_chosen_by_name_alone() -> None:
    groups = committed_groups()
    assert all(belongs_to_calibration(group) for group in groups["calibrate"])
    assert not any(belongs_to_calibration(group) for group in groups["fit"])


def test_part_keeps_validation_groups_out_of_training() -> None:
    held = next(iter(committed_groups()["validation"]))
    photos = [photo(held), photo("a group nobody listed")]
    assert [one.group for one in part(photos, "validation")] == [held]
    assert held not in {one.group for role in ("fit", "calibrate") for one in part(photos, role)}


def test_manifest_puts_a_group_of_both_splits_into_validation() -> None:
    text = manifest_text([photo("both"), photo("only train")], [photo("both")])
    import tomllib

    data = tomllib.loads(text)
    assert data["validation"]["groups"] == ["both"]
    assert "both" not in data["fit"]["groups"] + data["calibrate"]["groups"]


@pytest.mark.data
def test_committed_list_is_that_of_the_photos(photo_data: Path) -> None:
    train, validation = read_split(photo_data / "train"), read_split(photo_data / "val")
    groups = committed_groups()
    assert {one.group for one in validation} == groups["validation"]
    assert {one.group for one in part(train, "fit")} == groups["fit"]
    assert {one.group for one in part(train, "calibrate")} == groups["calibrate"]


def test_a_label_file_of_another_form_is_refused(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    (tmp_path / "classes.txt").write_text("m1\nm2\n")
    (tmp_path / "images" / "a.jpg").write_bytes(b"")
    (tmp_path / "labels" / "a.txt").write_text("0 0.5 0.5\n")
    with pytest.raises(DatasetError, match="expected lines of a class number"):
        read_split(tmp_path)
    (tmp_path / "classes.txt").write_text("m1\nm0\n")
    with pytest.raises(DatasetError, match="m0"):
        read_split(tmp_path)
