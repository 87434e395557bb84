"""The pages of the road: capture -> review -> sets -> context -> result. Each view parses, calls, renders."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

from flask import Blueprint, current_app, jsonify, make_response, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue

from recognizer.errors import SetError
from scoring.rulesets import load_ruleset
from webapp import edits, elsewhere, errors, forms, house, lessons, moments, own_lines, own_tiles, paid, seated, sets, storage
from webapp.all_faces import FACES, order_of
from webapp.draft import MOST_TILES
from webapp.first_draft import draft_of, guess_winning
from webapp.forms import FormProblem
from webapp.notation import draft_typed
from webapp.problems import problems
from webapp.refusals import near_cures, page_of, words
from webapp.road import GONE, Booked, Road, offers_of
from webapp.scorer import Scored, scored
from webapp.source import archive
from webapp.store.tile_sets import MOST_SETS
from webapp.uploads import photo_of, samples

pages = Blueprint("pages", __name__)
REMEMBER_COOKIE = "table"
A_YEAR_S = 365 * 24 * 3600
FORM_BYTES = 64 * 1024
"""What an upload holds beside the photo, generously."""


@pages.get("/")
def home() -> str:
    return show("home", Road.of(request.args))


@pages.post("/read")
def read() -> ResponseReturnValue:
    """A photo in, the review's address out: a redirect for a plain form, JSON with the reading for the script."""
    road = Road.of(request.form)
    # A sample shows our own drawings, whatever the house plays with.
    reading, tiles = _read(photo_of(request), "" if request.form.get("sample") else road.tiles)
    first_box = min(edits.number(request.form, "first"), MOST_TILES) if request.form.get("first") else 0
    seen = replace(road, draft=road.draft.joined(draft_of(reading, first_box)), offers=offers_of(reading, first_box), tiles=tiles)
    onward = seen.url("review")
    response = make_response(jsonify(next=onward, reading=reading) if errors.wants_json() else redirect(onward, 303))
    if "set" in request.form and not request.form.get("sample") and tiles != GONE:
        own_tiles.remember(response, tiles)
    return response


def _read(photo: bytes, wanted: str) -> tuple[dict[str, Any], str]:
    """A reading, and the set that the photo was read as: a set that cannot be found, or used, keeps no photo from being read."""
    reader = current_app.extensions["fanlens_reader"]
    learnt, tiles = own_tiles.learnt_or_gone(wanted)
    try:
        return reader.read(photo, learnt), tiles
    except SetError:
        current_app.logger.warning("a tile set cannot be read with")
        return reader.read(photo), GONE


@pages.get("/type")
def type_tiles() -> ResponseReturnValue:
    return _edit("type_tiles")


@pages.get("/review")
def review() -> ResponseReturnValue:
    response = make_response(_edit("review"))
    if storage.has_store() and not storage.maker():
        # What can be made here is made by one browser, also where a second tap overtakes the answer to the first.
        storage.remember_maker(response, storage.new_maker()[0])
    return response


@pages.get("/sets")
def meld_sets() -> ResponseReturnValue:
    return _edit("meld_sets")


def _edit(page: str) -> ResponseReturnValue:
    """A page of tiles: an edit among the values is done and its result redirected to, so the address bar holds the tiles and no edit."""
    road = Road.of(request.args)
    if "text" in request.args:
        return redirect(road.with_draft(draft_typed(request.args["text"], page)).url(page))
    changed = edits.edited(road, request.args)
    if changed is None:
        return show(page, road)
    onward: dict[str, Any] = {}
    if "put" in request.args and page == "review":
        following = edits.next_doubtful(changed.draft, edits.number(request.args, "at"))
        onward = {} if following is None else {"at": following}
    return redirect(changed.url(page, **onward))


@pages.get("/context")
def context() -> str:
    return show("context", Road.of(request.args))


@pages.get("/result")
def result() -> ResponseReturnValue:
    road = Road.of(request.args)
    outcome = scored(forms.case_of(road))
    if outcome.refusal and outcome.refusal != "below_minimum":
        raise _problem(road, outcome)
    here = seated.at(road)
    known = road.booked
    if here and here.entry and here.same:  # what is changed from here on is that entry
        road = replace(road, booked=Booked(here.name, here.entry.number, here.place))
    response = make_response(show("result", road, outcome=outcome))
    if known is None:  # where a hand of last week is looked at, the next is played as before
        answers = [*forms.to_remember(road), (seated.LAST_WINNER, seated.last_winner(here, outcome.case["context"]["seat"]))]
        remembered = "&".join(f"{key}={value}" for key, value in answers)
        response.set_cookie(REMEMBER_COOKIE, remembered, max_age=A_YEAR_S, samesite="Lax", httponly=True)
    return response


@pages.get("/nearest")
def nearest() -> str:
    """The winning hands a tile or two away. It can take seconds, so it is a page of its own that is only asked for by a link."""
    road = Road.of(request.args)
    outcome = scored(forms.case_of(road))
    if outcome.refusal and not near_cures(outcome.refusal, outcome.reason):
        raise _problem(road, outcome)
    return show("nearest", road)


def _problem(road: Road, outcome: Scored) -> FormProblem:
    """A refusal as a sentence on the page that puts it right."""
    page, field = page_of(outcome.refusal, outcome.reason, typed=not road.photo)
    return FormProblem(page, field, words(outcome.refusal, outcome.message, outcome.reason, outcome.case), outcome.refusal)


@pages.get("/source.zip")
def source() -> ResponseReturnValue:
    """The source of what runs here, as its licence asks."""
    return send_file(io.BytesIO(archive()), mimetype="application/zip", as_attachment=True, download_name="fanlens.zip")


def show(page: str, road: Road, problem: FormProblem | None = None, outcome: Scored | None = None) -> str:
    """Render a page of the road; `problem` is said beside its field. Error answers come through here as well."""
    return render_template(f"{page}.html", page=page, road=road, problem=problem, outcome=outcome, **_NEEDS.get(page, dict)(road))


def _home_needs(road: Road) -> dict[str, Any]:
    known = own_tiles.every()
    return {
        "samples": samples(),
        "ready": current_app.extensions["fanlens_reader"].ready,
        "largest": current_app.config["MAX_CONTENT_LENGTH"] - FORM_BYTES,
        "tile_sets": known,
        "tiles": own_tiles.preset(road, known),
    }


def _review_needs(road: Road) -> dict[str, Any]:
    known = own_tiles.every() if storage.has_store() else ()
    may_teach = storage.has_store() and current_app.extensions["fanlens_reader"].ready
    return {
        **_tiles_needs(road),
        "tile_sets": known,
        "in_photo": any(placed.box is not None for _place, placed, _group in road.draft.places()),
        "read_as": own_tiles.read_as(road, known),
        "taught": next((each for each in known if each.id == request.args.get("taught")), None),
        "faces": len(FACES),
        "in_order": len(order_of(road.draft)),
        "teachable": len(lessons.teachable(road.draft)) if may_teach else 0,
        "chosen_set": request.values.get("to") or own_tiles.preset(road, known),
        "set_name": request.values.get("name", ""),
        "longest_name": own_tiles.LONGEST_NAME,
        "most_sets": MOST_SETS,
    }


def _tiles_needs(road: Road) -> dict[str, Any]:
    at = request.args.get("at", "")
    chosen = int(at) if at.isdecimal() and len(at) < 4 and int(at) < len(road.draft) else None
    return {"problems": problems(road.draft), "at": chosen, "adding": "adding" in request.args, "typed": request.args.get("text", "")}


def _sets_needs(road: Road) -> dict[str, Any]:
    draft = guess_winning(road.draft)
    return {"draft": draft, "problems": problems(draft), "candidates": sets.candidates(draft), "kongs": sets.kong_questions(draft), "spare": sets.spare(draft)}


def _context_needs(road: Road) -> dict[str, Any]:
    here = seated.at(road)
    road = forms.remember(road, remembered())
    said = forms.answers(road)
    return {
        "at": here,
        "words": seated,
        "as_last_time": bool(here and said.seat and "seat" not in request.args),
        "answers": said,
        "house": house,
        "own_lines": own_lines,
        "tables": [load_ruleset(name) for name in house.rule_sets()],
        "seats": forms.SEATS,
        "names": here.names if here else {},
        "moments": moments.possible(road.draft, said.rules),
        "may_be_responsible": elsewhere.may_be_responsible(road, said),
        "voids": forms.VOIDS,
    }


def remembered() -> dict[str, list[str]]:
    """The table's last answers, from a cookie of this browser; `forms.answers` trusts none of it."""
    kept: dict[str, list[str]] = {}
    for pair in request.cookies.get(REMEMBER_COOKIE, "")[:1200].split("&"):
        key, _equals, value = pair.partition("=")
        kept.setdefault(key, []).append(value)
    return seated.prefilled(kept)


def _result_needs(road: Road) -> dict[str, Any]:
    said = forms.answers(road)
    case = forms.case_of(road)
    here = seated.at(road)
    return {
        "at": here,
        "words": seated,
        "booked": paid.told(here.entry.body) if here and here.entry and here.same else None,
        "second": here is not None and here.entry is None and seated.may_be_second(here.ledger, case),
        "answers": said,
        "other_tables": elsewhere.other_tables(case),
        "changes": elsewhere.changes(case),
        "scheme": paid.scheme(here.entry.body, here.names) if here and here.entry and here.same else paid.scheme_of(case, here.names if here else {}),
        "draft": guess_winning(road.draft),
        "again": url_for("pages.home"),
        "may_keep": storage.has_store(),
        "record_name": storage.new_name(),
        "keep_days": current_app.config["KEEP_PHOTOS_DAYS"],
        "names": here.names if here else {},
    }


def _nearest_needs(road: Road) -> dict[str, Any]:
    return {"found": current_app.extensions["fanlens_nearby"].found(road), "typed": not road.photo}


_NEEDS: dict[str, Any] = {
    "home": _home_needs,
    "review": _review_needs,
    "type_tiles": _tiles_needs,
    "meld_sets": _sets_needs,
    "context": _context_needs,
    "result": _result_needs,
    "nearest": _nearest_needs,
}
