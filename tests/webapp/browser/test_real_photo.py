"""A real photo of a real table, from the page's file picker to who pays whom."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page
from taps import Thumb, payouts
from test_photo_road import MOST_TAPS, walk

from recognizer.classes import CLASS_NAMES
from recognizer.labels import Labelled, audited, read_corrections, read_folder
from scoring.cases import answer
from webapp.draft import Draft, Part


def payable(faces: list[str]) -> bool:
    """Whether 14 tiles in hand are worth a payout to East on South's discard, whichever of them won."""
    context = {"seat": "east", "round": "east", "win": "discard", "discarder": "south"}
    for winning in set(faces):
        held = [*faces]
        held.remove(winning)
        hand = {"concealed": held, "winning_tile": winning, "melds": [], "bonus": []}
        if not answer({"ruleset": "fanorder", "options": {}, "hand": hand, "context": context})["ok"]:
            return False
    return True


def faces_of(photo: Labelled) -> list[str]:
    return sorted(CLASS_NAMES[face] for face in photo.faces)


def in_hand(page: Page) -> list[str]:
    """What the page takes for the hand; other players' tiles and the wall are shown too, as outside."""
    draft = Draft.parse(parse_qs(urlsplit(page.url).query)["d"][0])
    return sorted(placed.face for _, placed, group in draft.places() if group.part is not Part.OUTSIDE)


@pytest.mark.data
def test_a_real_photo_to_the_payout(phone: Callable[..., Page], site: str, photo_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos = audited(read_folder(photo_data / "val"), read_corrections())
    hands = [photo for photo in photos if len(photo.faces) == 14 and not any(face[0] in "fq" for face in faces_of(photo)) and payable(faces_of(photo))]
    assert hands, "no validation photo holds a hand that FanOrder pays for"
    page = phone(site)
    page.goto(site)
    thumb = Thumb(page)
    page.locator("input[type=file][data-photo]").nth(1).set_input_files(hands[0].path)
    page.wait_for_url("**/review?**")
    assert in_hand(page) == faces_of(hands[0])
    walk(thumb)
    paid = payouts(page)
    assert paid["East"] > 0 > paid["South"]
    assert thumb.taps <= MOST_TAPS
    with capsys.disabled():
        print(f"\n{hands[0].path.stem}: {thumb.taps} taps from the reading to the payout")
