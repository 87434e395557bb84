"""What a confirmed review teaches: the photo with the boxes and faces of its tiles.

The photo lies in the browser's tab, and so does where its tiles are: both come along when a hand is taught. Without scripts the photo is
chosen once more and read once more, which gives the same boxes in the same order.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from recognizer.errors import PhotoError
from recognizer.shelf import Confirmed
from webapp.as_read import MOST_PHOTOS, ReadingError, parse
from webapp.draft import Draft
from webapp.forms import FormProblem
from webapp.language import gettext as _
from webapp.names import tile_name
from webapp.placed import BACK, Part, Placed

AGREES = 1 / 3
"""How many of the tiles a photo that is read once more must show as they were confirmed: fewer, and it is another photo."""


def teachable(draft: Draft) -> tuple[Placed, ...]:
    """The tiles that can teach: seen in a photo, face up, part of the hand. None while one of the hand's tiles is in doubt."""
    if draft.doubtful:
        return ()
    return tuple(placed for _place, placed, group in draft.places() if placed.box is not None and placed.face != BACK and group.part is not Part.OUTSIDE)


def lesson_of(draft: Draft, reading: str, photos: Sequence[bytes], read: Callable[[bytes], Mapping[str, Any]]) -> list[Confirmed]:
    """The lesson in a form that was sent. `reading` is what a browser's tab keeps of it, empty without scripts, when `read` reads the photo.

    Raises PhotoError where no photo came, and FormProblem beside the form.
    """
    tiles = teachable(draft)
    if not tiles:
        raise _problem(_("There is no confirmed tile here that was read in a photo."))
    if not photos or not all(photos):
        raise PhotoError("empty", _("No photo arrived. Choose one and send it again."))
    faces = {placed.box: placed.face for placed in tiles}
    if reading:
        try:
            known = parse(reading)
        except ReadingError:
            known = None
        if known is None or len(known["photos"]) != len(photos) or len(photos) > MOST_PHOTOS:
            raise _problem(_("This page no longer holds the photo. Read it once more, then teach it."))
        boxes = [(tile["photo"], tile["box"]) for tile in known["tiles"]]
    else:
        boxes = _read_again(tiles, read(photos[0])["tiles"])
    lesson = [_confirmed(photo, {n: box for n, (of, box) in enumerate(boxes) if of == place}, faces) for place, photo in enumerate(photos)]
    return [each for each in lesson if each.faces]


def key_of(lesson: Sequence[Confirmed]) -> str:
    """What tells one lesson from another: the photos, and where which tile lies in them."""
    told = hashlib.sha256()
    for each in lesson:
        told.update(hashlib.sha256(each.photo).digest() + repr((each.boxes, each.faces)).encode())
    return told.hexdigest()


def _read_again(tiles: Sequence[Placed], read: Sequence[Mapping[str, Any]]) -> list[tuple[int, Any]]:
    agree = sum(placed.box is not None and placed.box < len(read) and read[placed.box]["face"] == placed.face for placed in tiles)
    if len({placed.box for placed in tiles}) < len(tiles) or agree < AGREES * len(tiles):
        raise _problem(_("These are not the tiles of this photo. Choose the one photo that they were read in."))
    return [(0, tile["box"]) for tile in read]


def _confirmed(photo: bytes, boxes: Mapping[int, Any], faces: Mapping[int | None, str]) -> Confirmed:
    shown = [(tuple(box), faces[number]) for number, box in boxes.items() if number in faces]
    for face, number in Counter(face for _box, face in shown).items():
        if number > (1 if face[0] in "fq" else 4):
            raise _problem(_("More tiles say %(tile)s than a set of mahjong has: put the wrong one right first.", tile=tile_name(face)))
    return Confirmed(photo, tuple(box for box, _face in shown), tuple(face for _box, face in shown))


def _problem(text: str) -> FormProblem:
    return FormProblem("review", "teach", text)
