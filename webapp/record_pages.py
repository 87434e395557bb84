"""The pages of a record: keep a hand, open it again, send it as a picture, print it, delete it.

The link is its own key: whoever was sent it may look at this one hand, without the table's code. All else needs the code.
"""

from __future__ import annotations

import datetime
import io
from typing import Any

from flask import Blueprint, abort, current_app, jsonify, make_response, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from webapp import as_read, as_text, card, circumstances, kept_photo, lan, paid, records, seated, storage
from webapp.another_language import looked_at, only_looked
from webapp.draft import Draft
from webapp.road import Road
from webapp.store import records as kept
from webapp.store.records import Kept

pages = Blueprint("records", __name__, url_prefix="/hands")


@pages.post("/")
@looked_at
def keep() -> ResponseReturnValue:
    """A scored hand, and photos by consent -> the record's address: a redirect for a plain form, JSON for the script."""
    road = Road.of(request.form)
    name = request.form.get("record", "")
    if not storage.is_name(name):
        name = storage.new_name()
    if only_looked():  # with the store away this is refused as the save was
        kept.record(storage.store(), name, 0)
        return redirect(road.url("result"), 303)
    try:
        read = as_read.parse(request.form.get("reading", ""))
    except as_read.ReadingError as error:
        raise BadRequest from error
    pictures = [kept_photo.cleaned(sent.read()) for sent in request.files.getlist("photo")[: as_read.MOST_PHOTOS]] if "consent" in request.form else []
    secret, made_by = storage.new_maker()
    body = records.body_of(road, read, here.names if (here := seated.at(road)) else {})
    days = current_app.config["KEEP_PHOTOS_DAYS"]
    if not kept.keep(storage.store(), name, made_by, body, pictures, days):
        there = kept.record(storage.store(), name, days)
        if pictures and there is not None and not there.photos:  # the same page again, with the photo this time
            name = storage.new_name()
            kept.keep(storage.store(), name, made_by, body, pictures, days)
    onward = url_for("records.show", name=name)
    by_script = request.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"
    response = make_response(jsonify(next=onward) if by_script else redirect(onward, 303))
    storage.remember_maker(response, secret)
    return response


def _kept(name: str) -> Kept:
    found = kept.record(storage.store(), name, current_app.config["KEEP_PHOTOS_DAYS"]) if storage.is_name(name) else None
    if found is None:
        abort(404)
    return found


@pages.get("/<name>")
def show(name: str) -> ResponseReturnValue:
    found = _kept(name)
    record = records.opened(found.body)
    made = local_time(found.made_at)
    link = lan.for_others(request.url_root, current_app.config["LAN_ADDRESS"]).rstrip("/") + url_for("records.show", name=name)
    response = make_response(
        render_template(
            "record.html",
            page="record",
            road=None,
            name=name,
            kept=found,
            made=made,
            until=local_time(found.photos[0].keep_until) if found.photos else "",
            record=record,
            today=records.today(found.body),
            minimum=record.case["options"]["min"],
            scheme=paid.scheme_of(record.case, record.names),
            told=circumstances.told(record.case, record.names),
            rules_told=circumstances.rules_told(record.case["ruleset"], record.case["options"], record.own),
            mine=storage.may_delete(found.made_by),
            boxes=boxes,
            link=link,
            text=as_text.of_record(record, made, link),
        )
    )
    return private(response)


@pages.get("/<name>/picture.png")
def picture(name: str) -> ResponseReturnValue:
    """The record as one picture, with our own tile drawings and without the photo: what is sent to others."""
    found = _kept(name)
    drawn = card.drawn(found.body, local_time(found.made_at))
    response = send_file(io.BytesIO(drawn), mimetype="image/png", download_name="fanlens.png", as_attachment="save" in request.args)
    return private(make_response(response))


@pages.get("/<name>/photo-<int:place>.jpg")
def photo(name: str, place: int) -> ResponseReturnValue:
    days = current_app.config["KEEP_PHOTOS_DAYS"]
    found = kept.photo(storage.store(), name, place, days) if storage.is_name(name) and place < as_read.MOST_PHOTOS else None
    if found is None:
        abort(404)
    return private(make_response(send_file(io.BytesIO(found), mimetype="image/jpeg")))


@pages.post("/<name>/delete")
def delete(name: str) -> ResponseReturnValue:
    """All of it, or its photos alone; for whoever made it, and at the laptop."""
    found = _kept(name)
    if not storage.may_delete(found.made_by):
        abort(403)
    if "photos" in request.form:
        kept.forget_photos(storage.store(), name)
        return redirect(url_for("records.show", name=name), 303)
    kept.forget(storage.store(), name)
    return redirect(url_for("pages.home"), 303)


def private(response: Any) -> Any:
    """Nothing between here and the reader keeps a copy, and what was deleted is not shown from one."""
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def local_time(seconds: int) -> str:
    """Year to minute, as the laptop's clock on the wall shows it."""
    return datetime.datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


def boxes(found: Kept, record: records.Record, place: int) -> list[dict[str, Any]]:
    """The rectangles of one photo in shares of its width and height: what the photo was read as, and what became of it."""
    if record.read is None or place >= len(record.read["photos"]):
        return []
    size = record.read["photos"][place]
    shown = next(each for each in found.photos if each.place == place)
    wide, high = shown.width / size["width"], shown.height / size["height"]
    final = _final(record.road.draft)
    rows = []
    for number, tile in enumerate(record.read["tiles"]):
        if tile["photo"] != place:
            continue
        x1, y1, x2, y2 = tile["box"]
        after = final.get(number, "")
        state = "gone" if not after else "changed" if after != tile["face"] else "read"
        rows.append({"x": x1 * wide, "y": y1 * high, "width": (x2 - x1) * wide, "height": (y2 - y1) * high, "state": state, "read": tile["face"], "now": after})
    return rows


def _final(draft: Draft) -> dict[int, str]:
    return {placed.box: placed.face for _position, placed, _group in draft.places() if placed.box is not None}
