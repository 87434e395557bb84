"""The server killed amid saves a few times; `python -m tests.webapp.killed` does it two hundred times."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from killed import Payments, Told, killed, looked_at
from store_places import fresh

from webapp.store import Store, default_url
from webapp.store.ledgers import open_table

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked")


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return default_url(tmp_path) if request.param == "sqlite" else fresh(request.getfixturevalue("cluster"))


def test_what_was_acknowledged_is_there_and_nothing_by_half(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = killed(4, address)
    with capsys.disabled():
        print(f"\n{told.line()}")
    assert told.wrong == []
    assert told.kills == 4 and told.amid >= 2
    assert told.acknowledged >= 16


def test_a_lost_save_and_one_too_many_would_be_seen(tmp_path: Path) -> None:
    store = Store(default_url(tmp_path))
    open_table(store, "t", "maker", {"name": "", "players": ["a", "b", "c", "d"], "rules": [], "dealer": "never"})
    phone, told = Payments(), Told()
    phone.name, phone.count = "t", 1
    looked_at(phone, store, told)
    assert told.wrong == ["Payments: 0 stored, 1 acknowledged"]
