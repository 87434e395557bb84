"""How many taps and seconds lie between a photo and its payment, counted with the models that ship.

A few photos run with the suite; `make taps DATA=...` counts fifty and more. The labels are the truth: a person taps until the page
shows what they say, then walks the road to the end.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from labelled_hands import LabelledHand, real, rendered
from playwright.sync_api import Page
from taps import Thumb

from recognizer.metrics import far_from_labels, match
from webapp.draft import Draft
from webapp.placed import Part

PHOTOS = int(os.environ.get("FANLENS_TAPS", "6"))
MOST_CORRECTIONS, MOST_TAPS, MOST_SECONDS = 1, 8, 20.0
A_TAP_S = 1.0
"""What a person needs to find and tap a target, added to the time that the machine took."""
RECORD = "key => JSON.parse(sessionStorage.getItem('hand:' + key))"
D = "new URL(location.href).searchParams.get('d')"


@dataclass(frozen=True, slots=True)
class Counted:
    """One photo's road. `corrections` of its `taps` put the reading right; `seconds` include A_TAP_S a tap; `paid`: a score came out, not a refusal."""

    name: str
    corrections: int
    taps: int
    seconds: float
    doubtful: int
    paid: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """What differs from the labels: `at` is the tile's position (None: a missed one), `face` what it is (None: no tile of the hand)."""

    at: int | None
    face: str | None
    taken: bool = False


def draft_on(page: Page) -> Draft:
    return Draft.parse(parse_qs(urlsplit(page.url).query).get("d", [""])[0])


def truths(page: Page, hand: LabelledHand) -> tuple[dict[int, str | None], list[str]]:
    """For each box that was read the face that lies there (None: no tile that is labelled near), and the faces that were missed."""
    record: dict[str, Any] = page.evaluate(RECORD, parse_qs(urlsplit(page.url).query)["p"][0])
    photo = record["photos"][0]
    labelled = np.asarray(hand.boxes * [photo["width"], photo["height"], photo["width"], photo["height"]], np.float32)
    read = np.array([tile["box"] for tile in record["tiles"]], np.float32).reshape(-1, 4)
    taken = match(read, np.ones(len(read), np.float32), labelled)
    far = far_from_labels(read, labelled) if len(read) else np.zeros(0, np.bool_)
    known = {box: hand.faces[label] if label >= 0 else None for box, label in enumerate(taken.tolist()) if label >= 0 or not far[box]}
    missed = [face for label, face in enumerate(hand.faces) if label not in set(taken.tolist())]
    return known, missed if hand.is_one_hand else []


def faults(draft: Draft, known: dict[int, str | None], missed: list[str], one_hand: bool) -> list[Fault]:
    """What is still to be put right. Where other people's tiles are labelled as well, which of them are the hand is nobody's knowledge."""
    found = []
    for position, placed, group in draft.places():
        outside = group.part is Part.OUTSIDE
        if placed.box is None or placed.box not in known:
            continue
        face = known[placed.box]
        if face is None:
            found += [] if outside else [Fault(position, None)]
        elif placed.face != face:
            found.append(Fault(position, face))
        elif outside and one_hand:
            found.append(Fault(position, face, taken=True))
    added = [placed.face for _, placed, _group in draft.places() if placed.box is None]
    for face in missed:
        if face in added:
            added.remove(face)
        else:
            found.append(Fault(None, face))
    return found


def all_belong(draft: Draft, known: dict[int, str | None]) -> bool:
    """Whether several tiles were put aside and every one of them is labelled as one of the hand's."""
    aside = [placed.box for _position, placed, group in draft.places() if group.part is Part.OUTSIDE]
    return len(aside) > 1 and all(box is not None and known.get(box) is not None for box in aside)


def put_right(thumb: Thumb, hand: LabelledHand) -> int:
    """Tap until the page shows what the labels say; how many taps that took."""
    page, before = thumb.page, thumb.taps
    known, missed = truths(page, hand)
    sheet = page.locator("#sheet")
    for _ in range(60):
        left = faults(draft_on(page), known, missed, hand.is_one_hand)
        opened = sheet.evaluate("sheet => sheet.open ? Number(sheet.dataset.at || sheet.querySelector('[data-name=at]').value || -1) : null")
        if not left and opened is None:
            return thumb.taps - before
        if not left:
            thumb.tap(sheet.locator("[data-close]"))
            continue
        if opened is None and hand.is_one_hand and all_belong(draft_on(page), known):
            d = page.evaluate(D)
            thumb.tap(page.locator("[name=gather]"))
            page.wait_for_function(f"before => {D} !== before", arg=d)
            continue
        fault = next((each for each in left if opened is not None and each.at == opened), left[0])
        if opened is not None and fault.at != opened:
            thumb.tap(sheet.locator("[data-close]"))
            opened = None
        d = page.evaluate(D)
        mend(thumb, fault, opened is not None)
        page.wait_for_function(f"before => {D} !== before", arg=d)
    raise AssertionError(f"{hand.path.name} cannot be put right")


def mend(thumb: Thumb, fault: Fault, opened: bool) -> None:
    page = thumb.page
    if fault.at is None:
        thumb.tap(page.locator(".tile.plus").first)
        return thumb.tap(page.locator(f"#sheet .palette .pick[value={fault.face}]"))
    if not opened:
        thumb.tap(page.locator(f".tray .tile[data-at='{fault.at}']"))
    if fault.taken or fault.face is None:
        return thumb.tap(page.locator(f"#sheet [name={'take' if fault.taken else 'drop'}]"))
    ranked = page.locator(f"#sheet [data-ranked] .pick[value={fault.face}]")
    thumb.tap(ranked if ranked.count() else page.locator(f"#sheet .palette .pick[value={fault.face}]"))


def onward(thumb: Thumb) -> bool:
    """From the review to the payment; whether there is a score."""
    page = thumb.page
    thumb.button("The tiles are right")
    page.wait_for_url("**/sets?**")
    while page.locator(".set.ask").count():
        d = page.evaluate(D)
        thumb.tap(page.locator(".set.ask .chip").first)
        page.wait_for_function(f"before => {D} !== before", arg=d)
    thumb.button("Go on: how was it won?")
    page.wait_for_url("**/context?**")
    thumb.choose("won", "discard-south")
    thumb.button("Score the hand")
    page.wait_for_url("**/result?**")
    return page.locator(".total strong").count() == 1


def road(page: Page, site: str, hand: LabelledHand) -> Counted:
    page.goto(site)
    thumb = Thumb(page)
    started = time.monotonic()
    thumb.taps += 1  # on "Choose photo"; the file chooser itself is the phone's
    page.locator("input[type=file][data-photo]").nth(1).set_input_files(hand.path)
    page.wait_for_url("**/review?**")
    page.locator(".tray").wait_for()
    doubtful = len(draft_on(page).doubtful)
    corrections = put_right(thumb, hand)
    paid = onward(thumb)
    return Counted(hand.path.stem, corrections, thumb.taps, time.monotonic() - started + A_TAP_S * thumb.taps, doubtful, paid)


def told(counted: list[Counted]) -> str:
    """The figures in a few lines, and every photo that took more than two corrections."""
    lines = [
        f"{len(counted)} photos, {sum(each.paid for each in counted)} of them a hand with a score, {sum(each.doubtful for each in counted)} doubtful tiles"
    ]
    for name in ("corrections", "taps", "seconds"):
        values = sorted(float(getattr(each, name)) for each in counted)
        most = values[min(len(values) - 1, round(0.95 * len(values)))]
        lines.append(f"{name}: median {statistics.median(values):.1f}, 95th of a hundred {most:.1f}, most {values[-1]:.1f}")
    lines.append(
        f"no correction at all: {sum(not each.corrections for each in counted)}; within {MOST_TAPS} taps: {sum(each.taps <= MOST_TAPS for each in counted)}"
    )
    lines += [f"  {each.name}: {each.corrections} corrections, {each.taps} taps" for each in counted if each.corrections > 2]
    return "\n".join(lines)


def hands(tmp_path: Path, count: int) -> list[LabelledHand]:
    folder = os.environ.get("FANLENS_DATA", "")
    return real(Path(folder) / "val", count) if folder else list(rendered(tmp_path, count))


def test_taps_and_seconds(phone: Callable[..., Page], site: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = phone(site)
    counted = [road(page, site, hand) for hand in hands(tmp_path, PHOTOS)]
    report = os.environ.get("FANLENS_TAPS_REPORT")
    if report:
        Path(report).write_text(json.dumps([{name: getattr(each, name) for name in Counted.__slots__} for each in counted], indent=1) + "\n")
    with capsys.disabled():
        print(f"\n{told(counted)}")
    assert statistics.median(each.corrections for each in counted) <= MOST_CORRECTIONS
    assert statistics.median(each.taps for each in counted) <= MOST_TAPS
    assert statistics.median(each.seconds for each in counted) <= MOST_SECONDS
