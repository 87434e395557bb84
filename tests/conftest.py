"""What more than one part of the suite needs: the labelled photos, where there are any."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# A shared machine is slow, not wrong. What lands is decided by the same examples every time; elsewhere they are drawn anew, and EXAMPLES=3000 draws more.
settings.register_profile("fanlens", deadline=None, derandomize=bool(os.environ.get("CI")), max_examples=int(os.environ.get("EXAMPLES", "100")))
settings.load_profile("fanlens")


@pytest.fixture(scope="session")
def photo_data() -> Path:
    """The folder of labelled photos that `DATA=` named (train/, val/, manifest.csv)."""
    name = os.environ.get("FANLENS_DATA", "")
    if not name:
        pytest.skip("needs labelled photos, which are not part of the project: make test DATA=folder")
    return Path(name)
