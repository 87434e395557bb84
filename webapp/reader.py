"""The gate before the models: few photos are read at once, others wait a moment, and more than that are told to come back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from recognizer.apart import Apart
from recognizer.errors import ModelError
from recognizer.read import Models, read_photo
from recognizer.shelf import Confirmed, Shelf, Taught

WAIT_S = 6.0
RETRY_AFTER_S = 5


class ReaderBusy(RuntimeError):
    """All readers are taken and stayed so for WAIT_S."""


Learn = Callable[[Sequence[Confirmed], Any, bytes | None], Taught]


class NoModels(RuntimeError):
    """This server has no models to read photos with."""


class Reader:
    """Reads photos with shared models, here or in processes of their own (`Apart`). `at_once` photos are in work at a time; twice that number wait.

    `read(photo, models)` and `learn(lesson, models, learnt)` take the models' place in tests; with a learnt set `read` gets it as a third argument.
    """

    def __init__(
        self,
        models: Any,
        at_once: int = 1,
        read: Callable[..., Any] | None = None,
        learn: Learn | None = None,
    ) -> None:
        self._models = models
        shelf = Shelf(models) if isinstance(models, Models) else None
        self._read = read or (_read_apart if isinstance(models, Apart) else _reader_of(shelf))
        self._learn = learn or (lambda lesson, models, learnt: (shelf or models).learn(lesson, learnt))
        self._working = threading.BoundedSemaphore(at_once)
        self._inside = threading.BoundedSemaphore(at_once * 3)

    @property
    def models(self) -> Any:
        """The networks themselves; None where there are none."""
        return self._models

    @property
    def ready(self) -> bool:
        return self._models.ready if isinstance(self._models, Apart) else self._models is not None

    def read(self, photo: bytes, learnt: bytes | None = None) -> dict[str, Any]:
        """The photo's Reading as JSON data, read as a `learnt` set where there is one. Raises PhotoError, SetError, NoModels, ReaderBusy."""
        with self._models_in_turn():
            reading = self._read(photo, self._models, *([] if learnt is None else [learnt]))
        as_data: dict[str, Any] = reading if isinstance(reading, dict) else reading.as_dict()
        return as_data

    def learn(self, lesson: Sequence[Confirmed], learnt: bytes | None = None) -> Taught:
        """A set with the lesson's tiles in it; it waits its turn as a photo does. Raises PhotoError, SetError, NoModels, ReaderBusy."""
        with self._models_in_turn():
            return self._learn(lesson, self._models, learnt)

    @contextmanager
    def _models_in_turn(self) -> Iterator[None]:
        if self._models is None:
            raise NoModels
        with self._turn():
            try:
                yield
            except ModelError as error:
                raise NoModels(str(error)) from error

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


def _read_apart(photo: bytes, models: Apart, learnt: bytes | None = None) -> dict[str, Any]:
    return models.read(photo, learnt)


def _reader_of(shelf: Shelf | None) -> Callable[..., Any]:
    def read(photo: bytes, models: Any, learnt: bytes | None = None) -> Any:
        return read_photo(photo, models if shelf is None else shelf.models(learnt))

    return read
