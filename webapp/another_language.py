"""The language control of every page: the same page again in another language, with what was typed.

A page that was asked for is a link away. A page that answers a form which was refused holds more than its address says: there the control
sends the form once more, with `?lang=` in the address, and the view says what it would say without doing anything (it is `looked_at`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlencode

from flask import Flask, Response, current_app, g, redirect, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from webapp.catalogue import LANGUAGES
from webapp.language import COOKIE
from webapp.road import Road

_A_YEAR_S = 365 * 24 * 3600
_TYPED = {"own_tiles.teach": ("to", "name")}
"""What else was typed into a form that stands on a page of the road, by its view: the page takes it from its address too."""

View = TypeVar("View", bound=Callable[..., Any])


def offer(app: Flask) -> None:
    app.jinja_env.globals.update(in_language=address_in, sent_again=sent_again, action_in=action_in)
    app.before_request(switch)
    app.after_request(remember)


def looked_at(view: View) -> View:
    """Marks a view of a form that may be sent only to be looked at: it asks `only_looked`, and then stores nothing."""
    view.looked_at = True  # type: ignore[attr-defined]
    return view


def only_looked() -> bool:
    """Whether this form was sent to see its page in another language, and is not to be acted upon."""
    return request.method == "POST" and "lang" in request.args


def switch() -> Any:
    """`?lang=` on any page: go on in that language and without it, so that no shared link speaks for its reader."""
    language = request.args.get("lang")
    if language is None or request.path.startswith("/api/"):
        return None
    if language in LANGUAGES:
        g.chosen = language
        g.language = language
    if request.method == "GET":
        return redirect(address_here())
    if request.method == "POST" and not _may_be_looked_at():
        return redirect(_above(), 303)
    return None


def remember(response: Response) -> Response:
    if "chosen" in g:
        response.set_cookie(COOKIE, g.chosen, max_age=_A_YEAR_S, samesite="Lax", httponly=True)
    return response


def address_in(language: str, page: str = "", road: Road | None = None) -> str:
    """This page in another language. One that answers a form is the page that the form stands on."""
    if request.method != "POST":
        return address_here(("lang", language))
    if road is not None and page:
        typed = {name: request.form.get(name, "") for name in _TYPED.get(request.endpoint or "", ())}
        return road.url(page, lang=language, **typed)
    return _with(_above(), [("lang", language)])


def sent_again() -> list[tuple[str, str]] | None:
    """The fields of the form that this page answers, to send it in another language; None where a link does."""
    if request.method != "POST" or not _may_be_looked_at():
        return None
    return [(key, value) for key, value in request.form.items(multi=True) if key != "csrf_token"]


def action_in(language: str) -> str:
    return address_here(("lang", language))


def address_here(*more: tuple[str, str]) -> str:
    """The address that was asked for or sent to, in nobody's language."""
    # One slash in front: an address that begins with two would lead to another site.
    here = request.script_root + "/" + request.path.lstrip("/\\")
    return _with(here, [*((key, value) for key, value in request.args.items(multi=True) if key != "lang"), *more])


def _may_be_looked_at() -> bool:
    return hasattr(current_app.view_functions.get(request.endpoint or ""), "looked_at")


def _with(address: str, pairs: list[tuple[str, str]]) -> str:
    return address + (f"?{urlencode(pairs)}" if pairs else "")


def _above() -> str:
    """The nearest page that can be asked for, of this address and those above it: `/tables/x/delete` -> `/tables/x`."""
    pages = current_app.create_url_adapter(request)
    assert pages is not None
    parts = request.path.strip("/").split("/")
    for length in range(len(parts), 0, -1):
        for address in ("/" + "/".join(parts[:length]), "/" + "/".join(parts[:length]) + "/"):
            try:
                pages.match(address, method="GET")
            except (HTTPException, RequestRedirect):
                continue
            return request.script_root + address
    return request.script_root + "/"
