"""The door for phones: whoever was at the table has seen the code on the laptop's screen, and nobody else in the network has.

The code travels in the QR code's address (`?join=`), is then kept in a cookie, and leaves the address bar at once. Programs
send it as `X-Fanlens-Join`. The laptop itself needs none. Without `JOIN_TOKEN` in the configuration the door stands open.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
from typing import Any
from urllib.parse import urlencode

from flask import Flask, current_app, redirect, request
from werkzeug.exceptions import Forbidden

COOKIE = "join"
HEADER = "X-Fanlens-Join"
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_LENGTH = 8
_OPEN = (
    "static", "pages.source", "installed.manifest", "installed.icon", "reference.healthz",
    "pictures.tile", "records.show", "records.picture", "records.photo", "api.record",
)  # fmt: skip
"""What the refusal itself needs to look like a page, what the licence promises to everyone, what a proxy asks to know whether we live, and
a hand on record: its link, which nobody guesses, is its own key, so that whoever was sent it can open it next week, when the code is another one."""
_A_YEAR_S = 365 * 24 * 3600
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-IP")


class NotJoined(Forbidden):
    """A phone that has not shown the code."""


def new_token() -> str:
    """Easy to type and hard to guess: 31 letters and digits without look-alikes, eight of them, are 40 bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def keep(app: Flask) -> None:
    app.before_request(ask)


def ask() -> Any:
    """Let in, let in and remember, or refuse. Raises NotJoined."""
    token = current_app.config.get("JOIN_TOKEN")
    if not token:
        return None
    shown = request.args.get("join")
    if shown is not None and request.method == "GET" and _same(shown.strip().lower(), token):
        return _welcome(token)
    if request.endpoint in _OPEN or is_this_machine() or any(_same(held, token) for held in (request.cookies.get(COOKIE, ""), request.headers.get(HEADER, ""))):
        return None
    raise NotJoined


def _same(said: str, token: str) -> bool:
    return hmac.compare_digest(said.encode(), token.encode())


def _welcome(token: str) -> Any:
    pairs = [(key, value) for key, value in request.args.items(multi=True) if key != "join"]
    response = redirect(here() + (f"?{urlencode(pairs)}" if pairs else ""))
    response.set_cookie(COOKIE, token, max_age=_A_YEAR_S, samesite="Lax", httponly=True, secure=request.is_secure)
    return response


def here() -> str:
    """The page that was asked for. One slash in front: an address that begins with two would lead to another site."""
    return request.script_root + "/" + request.path.lstrip("/\\")


def is_this_machine() -> bool:
    """Whether the request began on this machine: behind a proxy here everything comes from loopback, and then it says whose it is."""
    if not current_app.config["LAPTOP_NEEDS_NO_CODE"] or any(request.headers.get(name) for name in _FORWARDED):
        return False
    try:
        address = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)
