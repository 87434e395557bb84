"""The gate before the models: few photos are read at once, others wait a moment, and more than that are told to come back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from recognizer.apart import Apart
from recognizer.errors import ModelError
from recognizer.read import read_photo

WAIT_S = 6.0
RETRY_AFTER_S = 5


class ReaderBusy(RuntimeError):
    """All readers are taken and stayed so for WAIT_S."""


class NoModels(RuntimeError):
    """This server has no models to read photos with."""


class Reader:
    """Reads photos with shared models, here or in processes of their own (`Apart`). `at_once` photos are in work at a time; twice that number wait."""

    def __init__(self, models: Any, at_once: int = 1, read: Callable[[bytes, Any], Any] | None = None) -> None:
        self._models = models
        self._read = read or (_read_apart if isinstance(models, Apart) else read_photo)
        self._working = threading.BoundedSemaphore(at_once)
        self._inside = threading.BoundedSemaphore(at_once * 3)

    @property
    def models(self) -> Any:
        """The networks themselves; None where there are none."""
        return self._models

    @property
    def ready(self) -> bool:
        return self._models.ready if isinstance(self._models, Apart) else self._models is not None

    def read(self, photo: bytes) -> dict[str, Any]:
        """The photo's Reading as JSON data. Raises PhotoError, NoModels, ReaderBusy."""
        if self._models is None:
            raise NoModels
        with self._turn():
            try:
                reading = self._read(photo, self._models)
            except ModelError as error:
                raise NoModels(str(error)) from error
        as_data: dict[str, Any] = reading if isinstance(reading, dict) else reading.as_dict()
        return as_data

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._inside.acquire(blocking=False):
            raise ReaderBusy
        try:
            if not self._working.acquire(timeout=WAIT_S):
                raise ReaderBusy
            try:
                yield
            finally:
                self._working.release()
        finally:
            self._inside.release()


def _read_apart(photo: bytes, models: Apart) -> dict[str, Any]:
    return models.read(photo)
