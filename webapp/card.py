"""A record as one picture for the group chat: our own tile drawings, the Fan, why, and who pays whom. No photo is in it."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from PIL import Image, ImageDraw

from datasets.faces import face_rgba
from webapp import circumstances, language
from webapp.fonts import Font, covers, font, wrapped
from webapp.language import gettext as _
from webapp.language import ngettext
from webapp.names import apart, seat_name
from webapp.records import Record, opened

WIDTH = 1080
_MARGIN = 56
_TILE = 96
"""A tile's height in pixels; its width is three quarters of it."""
_PAPER, _INK, _SOFT, _LINE, _GREEN, _FELT, _RED = "#fffdf8", "#1d2722", "#5a665f", "#ddd6c5", "#1f6b4a", "#1d5c43", "#b3261e"
_MOST_HEIGHT = 6000


class _Sheet:
    """Paper that grows downward. What is drawn is first noted, then painted once the height is known."""

    def __init__(self, tongue: str) -> None:
        self.tongue = tongue
        self.y = _MARGIN
        self.painted: list[Callable[[Image.Image, ImageDraw.ImageDraw], None]] = []

    def write(self, text: str, size: int, colour: str = _INK, bold: bool = False, right: str = "", indent: int = 0) -> None:
        """A paragraph, and a text at the right end of its first line."""
        written = font(self.tongue, size, bold)
        room = WIDTH - 2 * _MARGIN - indent - (round(written.getlength(right)) + 30 if right else 0)
        for number, line in enumerate(wrapped(written, text, room) if text else [""]):
            self._line(line, written, colour, self.y, _MARGIN + indent)
            if right and number == 0:
                self._line(right, written, colour, self.y, WIDTH - _MARGIN - round(written.getlength(right)))
            self.y += round(size * 1.4)

    def _line(self, line: str, written: Font, colour: str, y: int, x: int) -> None:
        self.painted.append(lambda _picture, pen: pen.text((x, y), line, font=written, fill=colour))

    def rule(self) -> None:
        y = self.y + 10
        self.painted.append(lambda _picture, pen: pen.line([(_MARGIN, y), (WIDTH - _MARGIN, y)], fill=_LINE, width=2))
        self.y += 26

    def gap(self, px: int) -> None:
        self.y += px

    def tiles(self, groups: list[tuple[list[str], int]]) -> None:
        """Groups of faces on felt, in as many rows as they need; a group's number is the place of the winning tile, or -1."""
        step, between, inner = round(_TILE * 0.75) + 4, 26, 24
        rows: list[list[tuple[list[str], int]]] = [[]]
        taken = 0
        for faces, won in groups:
            wide = len(faces) * step + between
            if rows[-1] and taken + wide > WIDTH - 2 * _MARGIN - 2 * inner + between:
                rows.append([])
                taken = 0
            rows[-1].append((faces, won))
            taken += wide
        top, high = self.y, len(rows) * (_TILE + 24) + 2 * inner - 24
        self.painted.append(lambda _picture, pen: pen.rounded_rectangle([_MARGIN, top, WIDTH - _MARGIN, top + high], 22, fill=_FELT))
        for number, row in enumerate(rows):
            x, y = _MARGIN + inner, top + inner + number * (_TILE + 24)
            for faces, won in row:
                for place, face in enumerate(faces):
                    self._tile(face, x, y, place == won)
                    x += step
                x += between
        self.y += high + 22

    def _tile(self, face: str, x: int, y: int, won: bool) -> None:
        def paint(picture: Image.Image, pen: ImageDraw.ImageDraw) -> None:
            if won:
                pen.rounded_rectangle([x - 5, y - 5, x + round(_TILE * 0.75) + 4, y + _TILE + 4], 12, fill="#ffc53d")
            drawn = _face(face)
            picture.paste(drawn, (x, y), drawn)

        self.painted.append(paint)

    def png(self) -> bytes:
        picture = Image.new("RGB", (WIDTH, min(self.y + _MARGIN, _MOST_HEIGHT)), _PAPER)
        pen = ImageDraw.Draw(picture)
        for paint in self.painted:
            paint(picture, pen)
        packed = io.BytesIO()
        picture.quantize(192).save(packed, "PNG", optimize=True)
        return packed.getvalue()


@lru_cache(maxsize=64)
def _face(face: str) -> Image.Image:
    return Image.fromarray(face_rgba(face, height_px=_TILE))


def drawn(body: Mapping[str, Any], made: str) -> bytes:
    """A record's body as PNG, in the reader's language where this laptop has a font for it, else in English."""
    tongue = language.current()
    if tongue != "en" and not covers(font(tongue, 30), "番糊東萬" if tongue == "zh-Hant" else "番糊东万"):
        tongue = "en"
    with language.spoken(tongue):
        return _drawn(opened(body), made, tongue)


def _drawn(record: Record, made: str, tongue: str) -> bytes:
    sheet = _Sheet(tongue)
    names = {seat: name for seat, name in record.names.items() if covers(font(tongue, 30), name) and apart(name) == name}
    outcome = record.outcome
    sheet.write(_("Fanlens"), 34, _GREEN, bold=True, right=made)
    sheet.gap(6)
    sheet.write(ngettext("%(num)s Fan", "%(num)s Fan", outcome.total), 84, _INK, bold=True)
    if outcome.refusal:
        sheet.write(_("Below this table's minimum of %(minimum)s Fan, so this hand does not win here.", minimum=record.case["options"]["min"]), 32, _RED)
    sheet.gap(16)
    sheet.tiles(_groups(record))
    for what, how in circumstances.told(record.case, names):
        sheet.write(f"{what}{_(': ')}{how}", 32, _SOFT)
    sheet.rule()
    for line in outcome.lines:
        sheet.write(line["name"], 36, right=str(line["fan"]))
    if outcome.before_cap > outcome.total:
        raw = _("%(raw)s Fan, of which %(total)s count: the table's limit.", raw=outcome.before_cap, total=outcome.total)
        sheet.write(raw, 30, _SOFT)
    if outcome.payments:
        sheet.rule()
        for payment in outcome.payments:
            pays = _("%(payer)s pays %(payee)s", payer=circumstances.who(payment["payer"], names), payee=circumstances.who(payment["payee"], names))
            sheet.write(pays, 36, right=str(payment["points"]))
        sums = [f"{names.get(seat) or seat_name(seat)} {_signed(points)}" for seat, points in outcome.payouts.items()]
        sheet.gap(6)
        sheet.write("   ".join(sums), 32, _GREEN, bold=True)
    sheet.rule()
    sheet.write(_("Rules: %(name)s, version %(version)s", name=record.title, version=record.rules["version"]), 26, _SOFT)
    return sheet.png()


def _groups(record: Record) -> list[tuple[list[str], int]]:
    """The hand in its sets; the flowers last."""
    winning = record.case["hand"]["winning_tile"]
    groups: list[tuple[list[str], int]] = []
    for group in record.outcome.grouping:
        faces: list[str] = list(group["tiles"])
        groups.append((faces, len(faces) - 1 - faces[::-1].index(winning) if group["has_winning_tile"] else -1))
    bonus: list[Any] = list(record.case["hand"].get("bonus") or [])
    return [*groups, (bonus, -1)] if bonus else groups


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number)
