"""Which groups of photographs are learnt from, which choose thresholds, and which are only for measuring.

The list is committed (`manifests/groups.toml`), so nobody retrains on what a published number was measured on.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from datasets.photos import LabelledPhoto

MANIFEST = Path(__file__).parent / "manifests" / "groups.toml"
CALIBRATE_PERCENT = 8


def belongs_to_calibration(group: str) -> bool:
    """Whether a training group is kept from the networks, to choose thresholds on. Stable: a hash of the name."""
    return int(hashlib.sha256(group.encode()).hexdigest(), 16) % 100 < CALIBRATE_PERCENT


@lru_cache(maxsize=1)
def committed_groups() -> dict[str, frozenset[str]]:
    """The committed list: `fit`, `calibrate` and `validation`, each a set of group names."""
    data = tomllib.loads(MANIFEST.read_text())
    return {role: frozenset(data[role]["groups"]) for role in ("fit", "calibrate", "validation")}


def part(photos: Iterable[LabelledPhoto], role: str) -> list[LabelledPhoto]:
    """The photos of a role. A group that the committed list doesn't hold is sorted by the same rule, never into validation."""
    known = committed_groups()
    return [photo for photo in photos if (_role_of(photo.group, known)) == role]


def _role_of(group: str, known: dict[str, frozenset[str]]) -> str:
    for role, groups in known.items():
        if group in groups:
            return role
    return "calibrate" if belongs_to_calibration(group) else "fit"


def manifest_text(train: Iterable[LabelledPhoto], validation: Iterable[LabelledPhoto]) -> str:
    """The committed list, written anew from two split folders."""
    held = sorted({photo.group for photo in validation})
    learn = sorted({photo.group for photo in train} - set(held))
    roles = {
        "fit": [group for group in learn if not belongs_to_calibration(group)],
        "calibrate": [group for group in learn if belongs_to_calibration(group)],
        "validation": held,
    }
    comment = "# Written by `python -m datasets groups DATA`: a group is photographs of one hand or view.\n"
    return comment + "".join(f"\n[{role}]\ngroups = [\n{_wrapped(groups)}]\n" for role, groups in roles.items())


def _wrapped(groups: list[str], per_line: int = 16) -> str:
    rows = [groups[start : start + per_line] for start in range(0, len(groups), per_line)]
    return "".join("  " + ", ".join(f'"{group}"' for group in row) + ",\n" for row in rows)
