"""Every error the recognizer raises on purpose. All are `ValueError`s that quote what came in and say what was expected."""

from __future__ import annotations

import errno


def told_of(error: OSError) -> str:
    """What kept a file or folder from being used, without the system's numbers."""
    words = _FILES.get(error.errno or 0, error.strerror or type(error).__name__)
    return f"{error.filename}: {words}" if error.filename else words


_FILES = {
    errno.ENOENT: "there is no such file or folder",
    errno.EISDIR: "this is a folder, expected a file",
    errno.ENOTDIR: "there is no such file or folder",
    errno.EACCES: "this may not be read or written",
    errno.EPERM: "this may not be read or written",
    errno.ENOSPC: "the disk is full",
}


class RecognizerError(ValueError):
    """The root: whatever was handed in cannot be used."""


class PhotoError(RecognizerError):
    """The bytes cannot be read as a photo.

    `code` is stable and for programs: `empty`, `not_a_photo`, `too_large` (bytes), `bomb` (pixels), `too_small`, `truncated`,
    `too_slow` (seconds).
    The message is one sentence a player understands.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class ModelError(RecognizerError):
    """A model file is missing, or its metadata disagrees with `classes.py`."""


class SetError(RecognizerError):
    """`code` is `no_set` where a learnt set's bytes hold none, `no_tiles` where there is no tile to learn from."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class DatasetError(RecognizerError):
    """A folder to evaluate on is not in the expected form (`images/`, `labels/`, `classes.txt`)."""
