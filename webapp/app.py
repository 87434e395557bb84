"""The application factory: configuration, blueprints and headers. Between requests a process keeps the models and nothing else; hands that
people ask to keep are in the store."""

from __future__ import annotations

import io
import os
import secrets
from collections.abc import Mapping
from typing import IO, Any

from flask import Flask, Request
from flask_wtf.csrf import CSRFProtect

from webapp import door, doubts, elsewhere, errors, guide, journal, language, names, pictures, record_pages, security, storage, table_pages, tile_set_pages
from webapp.another_language import offer
from webapp.api import api
from webapp.booking_pages import booking
from webapp.installed import installed
from webapp.nearby import Nearby
from webapp.pages import pages
from webapp.problems import count_line, missing_line, read_line
from webapp.reader import Reader
from webapp.reference import reference

LARGEST_UPLOAD = 40 * 1024 * 1024
"""Bytes. A 48-megapixel phone photo in its original form is about half of this."""

csrf = CSRFProtect()


class InMemory(Request):
    """A request whose photo never touches a disk: not a full one, and not one that somebody else reads later."""

    def _get_file_stream(self, *_about: Any, **_more: Any) -> IO[bytes]:
        return io.BytesIO()


def create_app(config: Mapping[str, Any] | None = None, models: Any = None) -> Flask:
    """The application. `models` is what `recognizer.read.read_photo` takes; without them the photo road says so and typing works.

    Configuration beside Flask's own: `READ_PHOTO` and `LEARN_TILES`, replacements for `read_photo` and for learning (tests); `READERS`, how many
    photos are read at once; `JOIN_TOKEN`, the code that other machines show before they are let in (none: the door stands open); `DATABASE_URL`,
    where hands, ledgers and tile sets are kept (none: nothing is), and `KEEP_PHOTOS_DAYS`, for how long a photo is kept that somebody asked to keep;
    `LAN_ADDRESS`, where other machines reach this one (none: links hold the address that was asked for);
    `LAPTOP_NEEDS_NO_CODE`, false where a proxy on this machine makes everybody look like the laptop itself. Raises AddressError.
    """
    app = Flask(__name__)
    app.request_class = InMemory
    app.config.update(
        # The key signs nothing but the token of the forms. Workers share one through the environment or the store; without
        # either a fresh one per start only asks for a reload.
        SECRET_KEY=os.environ.get("FANLENS_SECRET_KEY"),
        MAX_CONTENT_LENGTH=LARGEST_UPLOAD,
        MAX_FORM_MEMORY_SIZE=1024 * 1024,
        MAX_FORM_PARTS=40,
        SESSION_COOKIE_SAMESITE="Lax",
        WTF_CSRF_TIME_LIMIT=None,
        READ_PHOTO=None,
        LEARN_TILES=None,
        READERS=1,
        JOIN_TOKEN=None,
        LAN_ADDRESS="",
        LAPTOP_NEEDS_NO_CODE=True,
        DATABASE_URL=os.environ.get("DATABASE_URL") or None,
        KEEP_PHOTOS_DAYS=30,
    )
    app.config.update(config or {})
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.extensions["fanlens_nearby"] = Nearby()
    app.extensions["fanlens_reader"] = Reader(models, app.config["READERS"], app.config["READ_PHOTO"], app.config["LEARN_TILES"])
    journal.keep(app)
    app.before_request(security.refuse_other_names)
    language.speak(app)
    offer(app)
    door.keep(app)
    storage.attach(app)
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or storage.shared_secret(app) or secrets.token_hex(32)
    csrf.init_app(app)
    # The JSON API carries no cookie's authority; `security.refuse_strangers` keeps other sites' pages out of it.
    csrf.exempt(api)
    security.guard(app)
    errors.handle(app)
    for blueprint in (pages, reference, installed, api, pictures.pictures, record_pages.pages, table_pages.pages, booking, tile_set_pages.pages):
        app.register_blueprint(blueprint)
    app.jinja_env.globals.update(
        has_store=storage.has_store,
        tile_name=names.tile_name,
        tile_zh=names.tile_zh,
        spoken=names.spoken,
        seat_name=names.seat_name,
        seats_zh=names.SEATS_ZH,
        group_title=names.group_title,
        group_of=names.group_of,
        group_name=names.scored_group,
        suits=names.SUITS,
        count_line=count_line,
        missing_line=missing_line,
        read_line=read_line,
        tile_url=pictures.tile_url,
        doubts=doubts.doubts,
        signed=elsewhere.signed,
        fan=elsewhere.fan,
        worth_elsewhere=guide.elsewhere,
        suit_names=names.SUIT_NAMES,
    )
    app.jinja_env.filters["apart"] = names.apart
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    return app
