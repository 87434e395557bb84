"""Reading photos in a process of their own, so that whatever reading costs, or breaks, is not the server's.

A photo takes every core for a tenth of a second and Python's lock for a good part of it: in the server's own process everybody else's
page waits for it. The other process runs at a lower priority instead; it is ended when a photo takes too long, started again when it died,
and tries the model files again once they have changed. Messages go over its standard input and output, each behind eight bytes of length:
one way JSON that says what is asked and how many messages come with it (the photos, and a learnt set), the other way JSON alone.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from recognizer.errors import ModelError, PhotoError, SetError
from recognizer.read import Models, read_photo
from recognizer.shelf import Confirmed, Shelf, Taught

LIMIT_S = 30.0
"""For one photo, waiting for a busy processor included. An honest one takes a fraction of a second."""
START_S = 120.0
NICE = 5
"""How much politer than the server the other process is, in the system's own steps."""
FILES = ("tiles.onnx", "faces.onnx")
ROOT = Path(__file__).resolve().parent.parent
_LENGTH = struct.Struct(">Q")


class Apart:
    """Up to `at_once` processes with the models of one folder, started as they are needed. Threads share an Apart."""

    def __init__(self, folder: Path | str, at_once: int = 1, limit_s: float = LIMIT_S) -> None:
        self.folder, self.limit_s = Path(folder), limit_s
        self._threads = max(1, (os.cpu_count() or 1) // at_once)
        self._places = threading.BoundedSemaphore(at_once)
        self._lock = threading.Lock()
        self._idle: list[_Process] = []
        self._fault: tuple[str, object] | None = None
        self._version = ""

    @property
    def version(self) -> str:
        """Of the models that were loaded last; empty where none could be."""
        return self._version

    @property
    def ready(self) -> bool:
        """Whether a photo can be read, as far as is known: files that changed since they could not be loaded are worth a try."""
        return self._fault is None or self._fault[1] != _state_of(self.folder)

    def start(self) -> None:
        """Have one process running before the first photo. Raises ModelError, which says what is wrong with the files."""
        with self._taken():
            pass

    def read(self, photo: bytes, learnt: bytes | None = None) -> dict[str, Any]:
        """The photo's Reading as JSON data, read as the set that was `learnt` where there is one.

        Raises PhotoError, also where a photo takes too long; SetError for bytes that hold no set; ModelError where there are no models to read with.
        """
        reading: dict[str, Any] = self._answer({"do": "read", "set": learnt is not None}, [photo, *([] if learnt is None else [learnt])])["reading"]
        return reading

    def learn(self, lesson: Sequence[Confirmed], learnt: bytes | None = None) -> Taught:
        """A set with more tiles in it, as `Shelf.learn`. Raises what `read` does, and SetError also where no tile can be learnt from."""
        about = [{"boxes": photo.boxes, "faces": photo.faces} for photo in lesson]
        parts = [*(photo.photo for photo in lesson), *([] if learnt is None else [learnt])]
        taught = self._answer({"do": "learn", "set": learnt is not None, "photos": about}, parts)["taught"]
        return Taught(base64.b64decode(taught["learnt"]), taught["tiles"], taught["known"], taught["model"])

    def _answer(self, asked: dict[str, Any], parts: Sequence[bytes]) -> dict[str, Any]:
        request = [json.dumps({**asked, "parts": len(parts)}).encode(), *parts]
        for _try in range(2):
            with self._taken() as process:
                answer = process.ask(request, self.limit_s)
            if answer is not None:
                return _good(answer)
            if process.too_slow:
                raise PhotoError("too_slow", "This photo took too long to read. Take it again, or type the tiles.")
        # Two processes in a row did not survive it: whoever ended the first by hand would not have hit the second as well.
        raise PhotoError("truncated", "This photo arrived incomplete or damaged: please send it again.")

    def processes(self) -> list[int]:
        """The process numbers of those that wait for a photo."""
        with self._lock:
            return [process.pid for process in self._idle]

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            process.close()

    @contextlib.contextmanager
    def _taken(self) -> Iterator[_Process]:
        """A process for oneself, given back if it is alive afterwards."""
        with self._places:
            with self._lock:
                process = self._idle.pop() if self._idle else None
            if process is not None and not process.alive:
                process.close()
                process = None
            process = process or self._started()
            try:
                yield process
            finally:
                if process.alive:
                    with self._lock:
                        self._idle.append(process)
                else:
                    process.close()

    def _started(self) -> _Process:
        """Raises ModelError; the same one again, without a try, while the files stay as they were."""
        state = _state_of(self.folder)
        if self._fault is not None and self._fault[1] == state:
            raise ModelError(self._fault[0])
        process = _Process(self.folder, self._threads)
        hello = process.hear(START_S) or {"fault": "the process that reads photos did not start"}
        if "fault" in hello:
            process.close()
            self._fault = (str(hello["fault"]), state)
            self._version = ""
            raise ModelError(self._fault[0])
        self._fault = None
        self._version = str(hello["version"])
        return process


class _Process:
    """One other process. `too_slow`: it was ended because an answer took too long."""

    def __init__(self, folder: Path, threads: int) -> None:
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "recognizer.apart", str(folder), str(threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
        )
        self.too_slow = False

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, request: Sequence[bytes], limit_s: float) -> dict[str, Any] | None:
        """The answer to a request's messages; None where the process died over it, or was ended for it, in which case it is gone."""
        return self._within(limit_s, request)

    def hear(self, limit_s: float) -> dict[str, Any] | None:
        """What it says by itself: at its start, whether the models loaded."""
        return self._within(limit_s, ())

    def _within(self, limit_s: float, request: Sequence[bytes]) -> dict[str, Any] | None:
        # A process that takes nothing holds up the sender as well: its pipe is full. Ending it ends both waits.
        timer = threading.Timer(limit_s, self._end_slow)
        timer.start()
        try:
            for message in request:
                _send(_pipe(self._process.stdin), message)
            said = _receive(_pipe(self._process.stdout))
            heard: dict[str, Any] | None = None if said is None else json.loads(said)
        except (OSError, ValueError):
            heard = None
        finally:
            timer.cancel()
        if heard is None:
            self.close()
        return heard

    def _end_slow(self) -> None:
        self.too_slow = True
        self._process.kill()

    def close(self) -> None:
        with contextlib.suppress(OSError):  # what it had not taken yet goes with it
            _pipe(self._process.stdin).close()
        self._process.kill()
        self._process.wait()
        _pipe(self._process.stdout).close()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _state_of(folder: Path) -> tuple[object, ...]:
    """What changes when a model file does."""
    found: list[object] = []
    for name in FILES:
        try:
            told = (folder / name).stat()
            found.append((told.st_size, told.st_mtime_ns))
        except OSError:
            found.append(None)
    return tuple(found)


def _good(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer that is no refusal. Raises what the other process did."""
    if "code" in answer:
        raise PhotoError(answer["code"], answer["sentence"])
    if "set_fault" in answer:
        raise SetError(answer["set_fault"], answer["sentence"])
    if "fault" in answer:
        raise RuntimeError(answer["fault"])
    return answer


def _send(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(_LENGTH.pack(len(message)) + message)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> bytes | None:
    """A whole message; None where the other side is gone."""
    length = pipe.read(_LENGTH.size)
    if len(length) < _LENGTH.size:
        return None
    (expected,) = _LENGTH.unpack(length)
    message = pipe.read(expected)
    return message if len(message) == expected else None


# -- in the other process ---------------------------------------------------------------------------------------------


def main(folder: str, threads: str) -> int:
    """Say whether the models load, then answer requests until the server is gone."""
    # Ctrl+C in the terminal is the server's business: this one ends when nobody asks it any more.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    try:
        models = Models.load(folder, int(threads))
    except (ModelError, OSError) as error:
        _send(answers, json.dumps({"fault": str(error)}).encode())
        return 1
    _send(answers, json.dumps({"version": models.version}).encode())
    shelf = Shelf(models)
    with contextlib.suppress(BrokenPipeError):
        while (request := _request(asked)) is not None:
            _send(answers, json.dumps(_answer(*request, shelf)).encode())
    return 0


def _request(pipe: IO[bytes]) -> tuple[dict[str, Any], list[bytes]] | None:
    """What is asked, and the messages that came with it; None where the server is gone."""
    asked = _receive(pipe)
    if asked is None:
        return None
    said = json.loads(asked)
    parts = [part for _part in range(said["parts"]) if (part := _receive(pipe)) is not None]
    return (said, parts) if len(parts) == said["parts"] else None


def _answer(said: dict[str, Any], parts: list[bytes], shelf: Shelf) -> dict[str, Any]:
    learnt = parts.pop() if said["set"] else None
    try:
        if said["do"] == "read":
            return {"reading": read_photo(parts[0], shelf.models(learnt)).as_dict()}
        lesson = [Confirmed(photo, tuple(map(tuple, told["boxes"])), tuple(told["faces"])) for photo, told in zip(parts, said["photos"], strict=True)]
        taught = shelf.learn(lesson, learnt)
        told = {"learnt": base64.b64encode(taught.learnt).decode(), "tiles": taught.tiles, "known": dict(taught.known), "model": taught.model}
        return {"taught": told}
    except PhotoError as error:
        return {"code": error.code, "sentence": str(error)}
    except SetError as error:
        return {"set_fault": error.code, "sentence": str(error)}
    except Exception as error:  # a fault of ours: told by its place, as the server tells its own, and never by what was in the photo
        at = error.__traceback__
        while at is not None and at.tb_next is not None:
            at = at.tb_next
        place = f"{Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno}" if at is not None else "nowhere"
        fault = f"{type(error).__name__} at {place}"
        print(f"a request could not be answered: {fault}", file=sys.stderr, flush=True)
        return {"fault": fault}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
