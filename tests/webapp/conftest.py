"""The application as unit tests see it: a fake reader in the models' place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from postgres import Cluster, missing
from store_places import Clock, fresh
from table_photos import fake_read

from webapp import create_app
from webapp.store import Store, default_url


@pytest.fixture
def app() -> Flask:
    return create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "READ_PHOTO": fake_read}, models="fake")


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A real PostgreSQL server, started for these tests and gone with them."""
    if missing():
        pytest.skip(missing())
    started = Cluster()
    yield started
    started.close()


@pytest.fixture
def own_cluster() -> Iterator[Callable[[], Cluster]]:
    """A server that the test may stop and start as it likes."""
    if missing():
        pytest.skip(missing())
    started: list[Cluster] = []

    def start() -> Cluster:
        started.append(Cluster())
        return started[0]

    yield start
    for cluster in started:
        cluster.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Store]:
    address = default_url(tmp_path / "data") if request.param == "sqlite" else fresh(request.getfixturevalue("cluster"))
    opened = Store(address, clock)
    yield opened
    opened.close()
