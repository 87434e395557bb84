"""Every error the engine raises, on one screen.

All are `ValueError`s. Each message quotes the input and says what was expected. A `Refusal` says that a well-formed
question has no score; its `code` is the stable word the check command and the JSON API report, its `reason` a finer one.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Sequence
from typing import ClassVar


def spelled(value: object) -> str:
    """A value as the data forms spell it, `null` and `true` among them, cut after 80 characters."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, TypeError, RecursionError):
        text = str(type(value).__name__)
    return text if len(text) <= 80 else text[:77] + "..."


def told_of(error: OSError) -> str:
    """What kept a file from being opened, without the system's numbers."""
    words = _FILES.get(error.errno or 0, error.strerror or type(error).__name__)
    return f"{error.filename}: {words}" if error.filename else words


_FILES = {
    errno.ENOENT: "there is no such file",
    errno.EISDIR: "this is a folder, expected a file",
    errno.ENOTDIR: "there is no such file",
    errno.EACCES: "this file may not be read",
    errno.EPERM: "this file may not be read",
}


class ScoringError(ValueError):
    """The root of the tree."""


class FormError(ScoringError):
    """The data form itself is malformed: a wrong type, an unknown key or an unknown word. HTTP 400. `field` is where, as in `hand.melds[0].kind`."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class NotationError(ScoringError):
    """A typed hand that cannot be read. `reason` and `told` are for a player's own language: a key of `texts/notation.toml` and what goes in it."""

    def __init__(self, message: str, reason: str, **told: object) -> None:
        super().__init__(message)
        self.reason = reason
        self.told = told


class RuleSetError(FormError):
    """A table's rules with faults; `faults` lists every one of them."""

    def __init__(self, name: str, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(f"rule set {name!r} has {len(self.faults)} fault(s): " + "; ".join(self.faults), "house")


class Refusal(ScoringError):
    """A question that was understood and has no score. The subclasses stand in the order in which they are looked for."""

    code: ClassVar[str] = "refused"

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason


class TileError(Refusal):
    """A text that names no tile, or a tile that this table does not play with."""

    code = "invalid_tile"


class MeldError(Refusal):
    """A declared set that is none, or that this table does not allow."""

    code = "invalid_meld"


class HandError(Refusal):
    """Too few or too many tiles."""

    code = "wrong_tile_count"


class CopiesError(HandError):
    """More copies of a tile than the box holds."""

    code = "too_many_copies"


class BonusError(Refusal):
    """Flowers or seasons at a table without them."""

    code = "bonus_not_allowed"


class VoidSuitError(Refusal):
    """Sichuan: a third suit, or a tile of the suit declared void."""

    code = "void_suit"


class ContextError(Refusal):
    """Circumstances that cannot all be true, or not with this hand."""

    code = "inconsistent_context"


class NotCompleteError(Refusal):
    """No grouping of the tiles is a hand at this table."""

    code = "not_complete"


class MinimumError(Refusal):
    """A complete hand worth less than the table's minimum. `fan` is what it came to, before the cap."""

    code = "below_minimum"

    def __init__(self, message: str, fan: int) -> None:
        super().__init__(message)
        self.fan = fan
