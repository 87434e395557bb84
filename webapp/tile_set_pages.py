"""The pages of the house's own tile sets: teach one from a confirmed hand, see what each knows, rename it, take a lesson back, delete it.

Everyone with the table's code may teach; whoever made a set, and the laptop, may delete it.
"""

from __future__ import annotations

from flask import Blueprint, abort, current_app, jsonify, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from recognizer.errors import SetError
from recognizer.shelf import Confirmed, Taught
from webapp import errors, own_tiles, storage
from webapp.all_faces import FACES
from webapp.another_language import looked_at, only_looked
from webapp.as_read import MOST_PHOTOS
from webapp.entered import clean
from webapp.forms import FormProblem
from webapp.language import gettext as _
from webapp.lessons import key_of, lesson_of
from webapp.record_pages import local_time
from webapp.road import Road
from webapp.store import Fault, StoreProblem, tile_sets
from webapp.store.tile_sets import MOST_SETS, Lesson, NameTaken, TileSet, TooManySets

pages = Blueprint("own_tiles", __name__, url_prefix="/own-tiles")
NEW = "new"
_TRIES = 3


@pages.get("/")
def index() -> str:
    return _index()


def _index(problem: str = "", at: str = "") -> str:
    """`problem` is said at the set `at`."""
    return render_template(
        "own_tiles.html",
        page="own_tiles",
        road=None,
        sets=tile_sets.every(storage.store()),
        missing=own_tiles.missing,
        faces=len(FACES),
        most=MOST_SETS,
        may_delete=storage.may_delete,
        when=local_time,
        longest=own_tiles.LONGEST_NAME,
        problem=problem,
        at=at,
        typed=clean(request.form.get("name", ""), own_tiles.LONGEST_NAME),
    )


@pages.post("/lessons")
def teach() -> ResponseReturnValue:
    """The tiles of a confirmed hand, to a set that is there or to a new one; the photo is looked at and forgotten. Sent twice it is one lesson."""
    road = Road.of(request.form)
    reader = current_app.extensions["fanlens_reader"]
    storage.store()
    photos = [sent.read() for sent in request.files.getlist("photo")[:MOST_PHOTOS]]
    lesson = lesson_of(road.draft, request.form.get("reading", ""), photos, lambda photo: reader.read(photo, own_tiles.learnt_or_gone(road.tiles)[0]))
    secret, made_by = storage.new_maker()
    to = request.form.get("to", NEW)
    if to == NEW:
        title = clean(request.form.get("name", ""), own_tiles.LONGEST_NAME)
        if not title:
            raise FormProblem("review", "teach", _("Give the new set a name."))
        to = _begin(title, made_by, lesson)
    else:
        _teach_more(to, lesson)
    onward = road.url("review", taught=to)
    response = make_response(jsonify(next=onward) if errors.wants_json() else redirect(onward, 303))
    storage.remember_maker(response, secret)
    own_tiles.remember(response, to)
    return response


def _begin(title: str, made_by: str, lesson: list[Confirmed]) -> str:
    """A new set, or the one that this very lesson has begun already. Raises NameTaken, TooManySets, FormProblem, StoreProblem."""
    store, key = storage.store(), key_of(lesson)
    if known := tile_sets.taught_already(store, key, title=title):
        return known
    name = storage.new_name()
    try:
        tile_sets.begin(store, name, title, made_by, _lesson(_learnt(lesson, None), key))
    except (NameTaken, TooManySets):  # the same lesson may have come first
        known = tile_sets.taught_already(store, key, title=title)
        if not known:
            raise
        return known
    return name


def _teach_more(name: str, lesson: list[Confirmed]) -> None:
    """On top of what is known; from the start again where somebody else has taught the same set meanwhile. Raises FormProblem, StoreProblem."""
    key = key_of(lesson)
    for _try in range(_TRIES):
        if storage.is_name(name) and tile_sets.taught_already(storage.store(), key, name):
            return
        found = tile_sets.learnt(storage.store(), name) if storage.is_name(name) else None
        if found is None:
            raise FormProblem("review", "teach", _("This set is not there any more. Choose another one, or name a new one."))
        if tile_sets.teach(storage.store(), name, found[0], _lesson(_learnt(lesson, found[1]), key)):
            return
    raise StoreProblem(Fault.BUSY, "others teach the same set")


def _learnt(lesson: list[Confirmed], before: bytes | None) -> Taught:
    try:
        taught: Taught = current_app.extensions["fanlens_reader"].learn(lesson, before)
    except SetError as error:
        too_small = _("No tile is large enough in this photo to learn from. Take it closer.")
        damaged = _("What was learnt of this set can no longer be read. Delete it under “Our tiles” and teach a new one.")
        raise FormProblem("review", "teach", too_small if error.code == "no_tiles" else damaged) from error
    return taught


def _lesson(taught: Taught, key: str) -> Lesson:
    return Lesson(taught.tiles, taught.known, taught.model, taught.learnt, key)


@pages.errorhandler(NameTaken)
def name_taken(_error: NameTaken) -> ResponseReturnValue:
    return _refused(_("Another set has this name already."))


@pages.errorhandler(TooManySets)
def too_many(_error: TooManySets) -> ResponseReturnValue:
    return _refused(_("There are %(most)s sets already. Teach one of them, or delete one first.", most=MOST_SETS))


def _refused(sentence: str) -> ResponseReturnValue:
    """Said where it was asked for: on the review, or at the set that was to be renamed."""
    if request.endpoint == "own_tiles.teach":
        return errors.form_problem(FormProblem("review", "teach", sentence))
    return _index(sentence, (request.view_args or {}).get("name", "")), 422


def _found(name: str) -> TileSet:
    found = tile_sets.one(storage.store(), name) if storage.is_name(name) else None
    if found is None:
        abort(404)
    return found


def _shown(name: str) -> ResponseReturnValue:
    return redirect(url_for("own_tiles.index", _anchor=name), 303)


@pages.post("/<name>/name")
@looked_at
def rename(name: str) -> ResponseReturnValue:
    found = _found(name)
    title = clean(request.form.get("name", ""), own_tiles.LONGEST_NAME)
    if not title:
        return _index(_("Give the set a name."), name), 422
    if only_looked():
        if any(each.name == title and each.id != found.id for each in tile_sets.every(storage.store())):
            raise NameTaken(title)
        return _index(at=name)
    tile_sets.rename(storage.store(), found.id, title)
    return _shown(name)


@pages.post("/<name>/undo")
def undo(name: str) -> ResponseReturnValue:
    """Take back the last lesson, if it still is the one that was seen."""
    found = _found(name)
    seen = request.form.get("lesson", "")
    if seen != str(found.lesson) or not tile_sets.take_back(storage.store(), name, found.lesson):
        return _index(_("Somebody has taught this set meanwhile. Look at it once more."), name), 409
    return _shown(name)


@pages.post("/<name>/delete")
def delete(name: str) -> ResponseReturnValue:
    if not storage.may_delete(_found(name).made_by):
        abort(403)
    tile_sets.forget(storage.store(), name)
    return redirect(url_for("own_tiles.index"), 303)
