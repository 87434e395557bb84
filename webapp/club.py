"""The application for gunicorn, several workers and several machines: `gunicorn 'webapp.club:serve()'`.

Workers share nothing but what the environment tells each of them the same and the database that it names. `FANLENS_SECRET_KEY` signs the
upload form's token, `FANLENS_JOIN_TOKEN` opens the door, `FANLENS_HOSTS` lists the names that are served; see docs/club.md.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp import create_app, journal, warm
from webapp.__main__ import MODELS, MOST_DAYS, models_apart

SHORTEST_KEY = 16


class ClubError(ValueError):
    """The environment lacks something without which several workers would not be one page."""


def settings(environ: Mapping[str, str]) -> dict[str, Any]:
    """The configuration that the environment names. Raises ClubError, which says what is missing."""
    key, token = environ.get("FANLENS_SECRET_KEY", ""), environ.get("FANLENS_JOIN_TOKEN", "")
    hosts = [name.strip() for name in environ.get("FANLENS_HOSTS", "").split(",") if name.strip()]
    if len(key) < SHORTEST_KEY:
        raise ClubError(f"FANLENS_SECRET_KEY has {len(key)} characters, expected {SHORTEST_KEY} or more, the same for every worker")
    if not token and environ.get("FANLENS_OPEN") != "1":
        raise ClubError("FANLENS_JOIN_TOKEN is not set: name the code that phones show, or set FANLENS_OPEN=1 to let everybody in")
    if not hosts:
        raise ClubError("FANLENS_HOSTS is not set, expected the names and addresses that people open, as in club.example,192.168.1.20")
    return {
        "SECRET_KEY": key,
        "JOIN_TOKEN": token.lower() or None,
        "TRUSTED_HOSTS": [*hosts, "localhost", "127.0.0.1"],
        "READERS": whole(environ, "FANLENS_READERS", 1, 1, 64),
        "LAPTOP_NEEDS_NO_CODE": False,
        "KEEP_PHOTOS_DAYS": whole(environ, "FANLENS_KEEP_PHOTOS", 30, 0, MOST_DAYS),
    }


def whole(environ: Mapping[str, str], name: str, preset: int, least: int, most: int) -> int:
    """A number from the environment. Raises ClubError."""
    text = environ.get(name, "") or str(preset)
    if not text.isdecimal() or not least <= int(text) <= most:
        raise ClubError(f"{name} = {text!r}, expected a number from {least} to {most}")
    return int(text)


def serve() -> Flask:
    """One worker's application, logging to standard error. Raises ClubError."""
    config = settings(os.environ)
    app = create_app(config, models_apart(MODELS, config["READERS"]))
    warm.up(app)
    journal.into(None)
    proxies = whole(os.environ, "FANLENS_PROXIES", 0, 0, 5)
    if proxies:
        # Only what so many proxies of ours have added is believed.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=0)  # type: ignore[method-assign]
    return app
