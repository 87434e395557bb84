"""What every answer carries and what no request may do.

On plain http in a home network there is no `Sec-Fetch-*` and no secure context, so protection rests on what is always
there: the Host header against the addresses served, the Origin header that browsers put on every cross-site POST, a form
token, and a content policy without exceptions.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, request
from werkzeug.exceptions import Forbidden, SecurityError

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""`data:` and `blob:` are for images alone: the photo that never left the phone is shown from there."""


def guard(app: Flask) -> None:
    app.before_request(refuse_strangers)
    app.after_request(add_headers)


def refuse_other_names() -> None:
    """Before anything else, for any page made for a name that is not ours would hold no links. Raises SecurityError."""
    if isinstance(request.routing_exception, SecurityError):
        raise request.routing_exception


def refuse_strangers() -> None:
    """A page of another site may not make this browser post here. Programs (curl) send no Origin and are welcome."""
    origin = request.headers.get("Origin")
    if request.method == "POST" and origin and urlsplit(origin).netloc != request.host:
        raise Forbidden


def add_headers(response: Response) -> Response:
    headers = response.headers
    headers.setdefault("Content-Security-Policy", CONTENT_POLICY)
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "same-origin")
    if response.mimetype in ("text/html", "application/json"):
        # Pages are made anew from their address; the back key may still show the one it left.
        headers.setdefault("Cache-Control", "no-cache")
    return response
