"""What the pages have to do with the store: whether there is one, who made what, and the sentence for each of its faults."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from flask import Flask, Response, current_app, request

from webapp import door
from webapp.language import gettext as _
from webapp.language import noted
from webapp.store import Fault, Store, StoreProblem
from webapp.store.records import purge_when_due

MAKER_COOKIE = "maker"
A_YEAR_S = 365 * 24 * 3600
RETRY_AFTER_S = 10
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_NAME = re.compile(rf"[{_LETTERS}]{{26}}")
_MAKER = re.compile(r"[A-Za-z0-9_-]{32}")

_SENTENCES = {
    Fault.FULL: noted("The laptop's disk is full, so nothing was saved. Make room on it, then try again."),
    Fault.READ_ONLY: noted("The folder where hands are kept cannot be written to, so nothing was saved. Put that right on the laptop, then try again."),
    Fault.AWAY: noted("The database does not answer, so nothing was saved. What was saved before is still there: try again in a moment."),
    Fault.BUSY: noted("Too much is being saved at once, so this was not. Try again in a moment."),
    Fault.DAMAGED: noted("The file where hands are kept is damaged, so nothing was saved. Put its last copy in its place, then try again."),
    Fault.NEWER: noted("A newer Fanlens has written to this database. Start that version to go on with it."),
    Fault.OFF: noted("This Fanlens was started without a place to keep hands. Scoring works all the same."),
}


def attach(app: Flask) -> None:
    """Open the door to the store that the configuration names; without an address there is none. Raises AddressError."""
    address = app.config["DATABASE_URL"]
    app.extensions["fanlens_store"] = Store(address) if address else None
    app.before_request(_purge)


def shared_secret(app: Flask) -> str:
    """The key that signs the forms of every worker, from one start to the next; empty where there is no store to ask."""
    found = app.extensions["fanlens_store"]
    try:
        return found.secret("session") if found is not None else ""
    except StoreProblem as problem:
        app.logger.warning("no shared secret: %s", problem.fault.value)
        return ""


def store() -> Store:
    """The store. Raises StoreProblem where this server has none."""
    found = current_app.extensions["fanlens_store"]
    if found is None:
        raise StoreProblem(Fault.OFF)
    opened: Store = found
    return opened


def has_store() -> bool:
    return current_app.extensions["fanlens_store"] is not None


def sentence(fault: Fault) -> str:
    """What a player is told, and what can be done."""
    return _(_SENTENCES[fault])


def new_name() -> str:
    """A name for a record or a table that nobody guesses: 26 of 31 letters, 128 bits."""
    return "".join(secrets.choice(_LETTERS) for _place in range(26))


def is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None


def _purge() -> None:
    """Photos whose time is over go with the first request of the hour; a store that is away is no reason to refuse the request."""
    if request.endpoint == "static" or not has_store():
        return
    try:
        purge_when_due(store(), current_app.config["KEEP_PHOTOS_DAYS"])
    except StoreProblem as problem:
        current_app.logger.warning("photos were not purged: %s", problem.fault.value)


# -- who made it -----------------------------------------------------------------------------------------------------


def maker() -> str:
    """The hash of what this browser alone knows; empty for a browser that has made nothing yet."""
    secret = request.cookies.get(MAKER_COOKIE, "")
    return _hashed(secret) if _MAKER.fullmatch(secret) else ""


def new_maker() -> tuple[str, str]:
    """(cookie value, its hash) of this browser: the one it has, else a new one."""
    known = request.cookies.get(MAKER_COOKIE, "")
    secret = known if _MAKER.fullmatch(known) else secrets.token_urlsafe(24)
    return secret, _hashed(secret)


def remember_maker(response: Response, secret: str) -> None:
    response.set_cookie(MAKER_COOKIE, secret, max_age=A_YEAR_S, samesite="Lax", httponly=True)


def may_delete(made_by: str) -> bool:
    """Whoever made it may, and whoever sits at the laptop; nobody else at the table, who may be the other side of a dispute."""
    return (current_app.config["LAPTOP_NEEDS_NO_CODE"] and door.is_this_machine()) or bool(made_by and hmac.compare_digest(maker(), made_by))


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
