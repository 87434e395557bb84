"""One place where an error becomes an answer: a sentence a player understands, beside the field that caused it where there is one.

Under `/api/` the same sentence is JSON: `{ok: false, error, detail}`.
"""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, NotFound, SecurityError

from recognizer.errors import PhotoError
from webapp import storage
from webapp.another_language import address_here
from webapp.door import HEADER, NotJoined, here
from webapp.forms import FormProblem
from webapp.language import current, noted
from webapp.language import gettext as _
from webapp.nearby import SearchBusy
from webapp.placed import DraftError, LinkError
from webapp.reader import RETRY_AFTER_S, NoModels, ReaderBusy
from webapp.road import Road
from webapp.store import StoreProblem
from webapp.store.ledgers import NoTable, TableFull

_PHOTO_STATUS = {"empty": 400, "not_a_photo": 415, "too_large": 413, "bomb": 413, "too_small": 422, "too_slow": 422, "truncated": 422}
_PHOTO_SENTENCES = {
    "empty": noted("No photo arrived. Choose one and send it again."),
    "not_a_photo": noted("This file is not a photo that can be read. JPEG, PNG, WebP and HEIC work."),
    "too_large": noted("This file is too large to be read. Send a photo of at most 40 megabytes."),
    "bomb": noted("This photo has too many pixels to be read."),
    "too_small": noted("This photo is too small to show tiles."),
    "too_slow": noted("This photo took too long to read. Take it again, or type the tiles."),
    "truncated": noted("This photo arrived incomplete or damaged: please send it again."),
}
_CODES = {400: "malformed", 413: "too_large", 415: "not_a_photo"}
_SENTENCES = {
    400: noted("This request could not be understood. Go back and try again."),
    403: noted("This page was asked for by another site, so it was not answered."),
    404: noted("There is no such page."),
    405: noted("This page cannot be used that way."),
    413: noted("This file is too large to be read. Send a photo of at most 40 megabytes."),
    415: noted("This file is not a photo that can be read. JPEG, PNG, WebP and HEIC work."),
    500: noted("Something went wrong here. Nothing was lost: go back and try again."),
}


def handle(app: Flask) -> None:
    app.register_error_handler(FormProblem, form_problem)
    app.register_error_handler(PhotoError, photo_error)
    app.register_error_handler(DraftError, draft_error)
    app.register_error_handler(ReaderBusy, reader_busy)
    app.register_error_handler(SearchBusy, search_busy)
    app.register_error_handler(NotJoined, not_joined)
    app.register_error_handler(NoModels, no_models)
    app.register_error_handler(CSRFError, stale_form)
    app.register_error_handler(StoreProblem, store_problem)
    app.register_error_handler(NoTable, no_table)
    app.register_error_handler(TableFull, table_full)
    app.register_error_handler(HTTPException, http_error)


def answer(status: int, code: str, sentence: str, headers: dict[str, str] | None = None, field: str = "") -> ResponseReturnValue:
    """The error as JSON for programs and scripts, with the field it is about where there is one; as a page for people."""
    if wants_json():
        return jsonify(ok=False, error=code, detail=sentence, **({"field": field} if field else {})), status, headers or {}
    return render_template("error.html", sentence=sentence, road=None), status, headers or {}


def wants_json() -> bool:
    accept = request.accept_mimetypes
    return request.path.startswith("/api/") or accept.best_match(["text/html", "application/json"]) == "application/json"


def form_problem(problem: FormProblem) -> ResponseReturnValue:
    """The page that asks for the answer, again, with the sentence beside the field."""
    if wants_json():
        return answer(422, problem.code or "refused", str(problem), field=problem.field)
    from webapp import pages  # the pages raise these problems, so they are imported first

    return pages.show(problem.page, Road.of(request.values), problem), 422


def photo_error(error: PhotoError) -> ResponseReturnValue:
    """The reader's sentence is English; in another language its code says what is wrong."""
    sentence = str(error) if current() == "en" or error.code not in _PHOTO_SENTENCES else _(_PHOTO_SENTENCES[error.code])
    return photo_answer(_PHOTO_STATUS.get(error.code, 422), error.code, sentence)


def photo_answer(status: int, code: str, sentence: str, headers: dict[str, str] | None = None) -> ResponseReturnValue:
    """A photo that cannot be read sends a person back to the first page, which offers another photo and typing; one that was to teach, to the review."""
    if wants_json():
        return answer(status, code, sentence, headers, "photo" if status < 500 else "")
    from webapp import pages

    page, field = ("review", "teach") if request.endpoint == "own_tiles.teach" else ("home", "photo")
    return pages.show(page, Road.of(request.form), FormProblem(page, field, sentence)), status, headers or {}


def draft_error(error: DraftError) -> ResponseReturnValue:
    """A person is not told which sign of a link is wrong: nobody has written it. Programs are."""
    if not isinstance(error, LinkError):
        return answer(400, "malformed", str(error))
    if wants_json():
        return answer(400, "malformed", f"This link does not hold tiles that can be read: {error}.")
    return answer(400, "malformed", _("This link holds no tiles that can be read. It may have been cut off when it was copied or sent."))


def reader_busy(_error: ReaderBusy) -> ResponseReturnValue:
    return photo_answer(503, "busy", _("Other photos are being read right now. Try again in a few seconds."), {"Retry-After": str(RETRY_AFTER_S)})


def search_busy(_error: SearchBusy) -> ResponseReturnValue:
    return answer(503, "busy", _("This laptop is looking for another hand right now. Try again in a few seconds."), {"Retry-After": str(RETRY_AFTER_S)})


def not_joined(_error: NotJoined) -> ResponseReturnValue:
    if wants_json():
        return answer(403, "join", _("Scan the code on the laptop's screen first, or send it in the header %(header)s.", header=HEADER))
    # What was asked for is shown once the code is right: a phone in mid-hand when the laptop was started anew keeps its hand.
    asked = [(key, value) for key, value in request.args.items(multi=True) if key != "join"] if request.method == "GET" else []
    return render_template("join.html", road=None, wrong="join" in request.args, here=here() if request.method == "GET" else "", asked=asked), 403


def no_models(_error: NoModels) -> ResponseReturnValue:
    return photo_answer(503, "no_models", _("This laptop has no models to read photos with. Type the tiles instead."), {"Retry-After": "3600"})


def store_problem(problem: StoreProblem) -> ResponseReturnValue:
    """What was sent comes back on the page with a button that sends it again: nothing that a person typed is lost."""
    current_app.logger.warning("store: %s", problem.fault.value)
    sentence, headers = storage.sentence(problem.fault), {"Retry-After": str(storage.RETRY_AFTER_S)}
    if wants_json() or request.method != "POST":
        return answer(503, f"store_{problem.fault.value}", sentence, headers)
    fields = [(key, value) for key, value in request.form.items(multi=True) if key != "csrf_token"]
    return render_template("retry.html", page="retry", sentence=sentence, road=None, action=address_here(), fields=fields), 503, headers


def no_table(_error: NoTable) -> ResponseReturnValue:
    return http_error(NotFound())


def table_full(_error: TableFull) -> ResponseReturnValue:
    return answer(409, "table_full", _("This table's ledger is full. Open a new table for the next evening."))


def stale_form(_error: CSRFError) -> ResponseReturnValue:
    """The form's token is in the session's cookie: a browser that sends none keeps none, and will get no further by loading the page again."""
    if current_app.config["SESSION_COOKIE_NAME"] not in request.cookies:
        return answer(400, "stale_form", _("This browser sent no cookie back. Allow cookies for this page, reload it, then try again."))
    return answer(400, "stale_form", _("This page was open for too long. Reload it, then try again."))


def http_error(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    if isinstance(error.response, Response):
        return error.response
    if isinstance(error, SecurityError):
        # Asked for under a name that is not ours: no page is made, for its links would carry that name.
        return _(_SENTENCES[403]), 400, {"Content-Type": "text/plain; charset=utf-8"}
    if status == 413 and request.path == "/read" and not wants_json():
        # The form was not read, so what else it held is unknown.
        return _too_large()
    headers: dict[str, Any] = {"Allow": ", ".join(error.valid_methods)} if getattr(error, "valid_methods", None) else {}
    return answer(
        status, _CODES.get(status, error.name.lower().replace(" ", "_")), _(_SENTENCES.get(status, _SENTENCES[400 if status < 500 else 500])), headers
    )


def _too_large() -> ResponseReturnValue:
    from webapp import pages
    from webapp.draft import Draft

    current_app.logger.info("upload refused: too large")
    return pages.show("home", Road(Draft()), FormProblem("home", "photo", _(_SENTENCES[413]))), 413
