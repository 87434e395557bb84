"""The application as unit tests see it: a fake reader in the models' place."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from table_photos import HALF_FLUSH, reading_of

from recognizer.errors import PhotoError
from webapp import create_app


def fake_read(photo: bytes, _models: object) -> dict[str, object]:
    """Reads every JPEG as the same hand and refuses the rest, as the real reader would."""
    if photo[:2] != b"\xff\xd8":
        raise PhotoError("not_a_photo", "This file is not a photo.")
    count = sum(len(faces) for _kind, faces in HALF_FLUSH)
    return reading_of(HALF_FLUSH, [[10.0 * n, 10.0, 10.0 * n + 9, 22.0] for n in range(count)], 400, 300)


@pytest.fixture
def app() -> Flask:
    return create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "READ_PHOTO": fake_read}, models="fake")


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
