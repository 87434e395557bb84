"""What cannot be in a draft, and what is missing, in sentences that name the tiles to look at.

These are remarks beside the tiles, never a wall: the page goes on, and the scorer alone decides what counts.
"""

from __future__ import annotations

from dataclasses import dataclass

from webapp.draft import Draft
from webapp.language import gettext as _
from webapp.language import ngettext
from webapp.names import tile_name, tiles_named
from webapp.placed import BACK, Part


@dataclass(frozen=True, slots=True)
class Problem:
    """One sentence and the positions that turn red with it (none for a mere count)."""

    text: str
    positions: tuple[int, ...] = ()


def problems(draft: Draft) -> tuple[Problem, ...]:
    """Everything impossible, the most telling first."""
    found = [*_too_many(draft), *_broken_sets(draft), *_face_down(draft)]
    return tuple(found)


def _too_many(draft: Draft) -> list[Problem]:
    found = []
    for face, number in draft.counted().items():
        allowed = 1 if face[0] in "fq" else 4
        if number <= allowed:
            continue
        positions = tuple(position for position, placed, group in draft.places() if placed.face == face and group.part is not Part.OUTSIDE)
        if allowed == 1:
            text = _("%(number)s tiles read as %(tile)s, and a set of mahjong has one: tap the wrong one.", number=number, tile=tile_name(face))
        else:
            text = _("%(number)s tiles read as %(tile)s, and there are only four: tap the wrong one.", number=number, tile=tile_name(face))
        found.append(Problem(text, positions))
    return found


def _broken_sets(draft: Draft) -> list[Problem]:
    found = []
    for group in draft.sets:
        if group.kind is None:
            start = draft.start(group)
            if all(placed.face == BACK for placed in group.tiles):
                text = _("A whole set lies face down: tap one of its tiles and say what it is.")
            else:
                text = _(
                    "%(tiles)s lie together but are neither a chow, a pong nor a kong: tap the wrong one.",
                    tiles=tiles_named(placed.face for placed in group.tiles),
                )
            found.append(Problem(text, tuple(range(start, start + len(group.tiles)))))
    return found


def _face_down(draft: Draft) -> list[Problem]:
    hidden = tuple(position for position, placed, group in draft.places() if placed.face == BACK and not group.part.is_set and group.part is not Part.OUTSIDE)
    return [Problem(_("A tile lies face down: tap it and say what it is, or that it is not part of the hand."), hidden)] if hidden else []


def count_line(draft: Draft) -> str:
    """What is on the table: `11 in hand + 1 kong + 2 flowers or seasons`."""
    parts = [ngettext("%(num)s in hand", "%(num)s in hand", len(draft.held))]
    sets = len(draft.sets) - draft.kongs
    if sets:
        parts.append(ngettext("%(num)s set", "%(num)s sets", sets))
    if draft.kongs:
        parts.append(ngettext("%(num)s kong", "%(num)s kongs", draft.kongs))
    if draft.bonus:
        parts.append(ngettext("%(num)s flower or season", "%(num)s flowers and seasons", len(draft.bonus)))
    return " + ".join(parts)


def missing_line(draft: Draft) -> str:
    """What a complete hand would still need, or has too much of; empty when the count is right."""
    short = draft.wanted_held - len(draft.held)
    if short > 0:
        return ngettext("One tile is missing.", "%(num)s tiles are missing.", short)
    if short < 0:
        kongs = [face for face, number in draft.counted().items() if number == 4 and sum(placed.face == face for _, placed in draft.held) == 4]
        if kongs:
            return ngettext("One tile too many, unless four alike are a kong.", "%(num)s tiles too many, unless four alike are a kong.", -short)
        return ngettext("One tile too many.", "%(num)s tiles too many.", -short)
    return ""


def read_line(draft: Draft) -> str:
    """The header of the review: `14 read, 2 to check`."""
    if not len(draft):
        return _("No tiles yet")
    doubtful = len(draft.doubtful)
    if doubtful:
        return _("%(read)s read, %(doubtful)s to check", read=draft.in_play, doubtful=doubtful)
    return _("%(read)s read, none in doubt", read=draft.in_play)
