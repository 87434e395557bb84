"""Reading in a process of its own: the same readings, and whatever happens to that process, the next photo is read."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from recognizer import apart
from recognizer.apart import Apart
from recognizer.errors import ModelError, PhotoError
from recognizer.read import Models, read_photo

ROOT = Path(__file__).parents[2]
MODELS = ROOT / "models"
PHOTO = (ROOT / "tests" / "photos" / "images" / "half-flush.jpg").read_bytes()
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and priorities of another kind there")


@pytest.fixture(scope="module")
def shared() -> Iterator[Apart]:
    opened = Apart(MODELS, limit_s=300)
    opened.start()
    yield opened
    opened.close()


def test_the_same_is_read_there_as_here(shared: Apart) -> None:
    assert shared.read(PHOTO) == read_photo(PHOTO, Models.load(MODELS)).as_dict()
    assert shared.version == Models.load(MODELS).version


def test_what_is_no_photo_is_refused_with_its_code(shared: Apart) -> None:
    before = shared.processes()
    for sent, code in ((b"GIF89a", "not_a_photo"), (b"", "empty"), (PHOTO[:5000], "truncated")):
        with pytest.raises(PhotoError) as told:
            shared.read(sent)
        assert told.value.code == code
    assert shared.processes() == before


@posix
def test_it_gives_way_to_the_server(shared: Apart) -> None:
    (pid,) = shared.processes()
    assert os.getpriority(os.PRIO_PROCESS, pid) == os.getpriority(os.PRIO_PROCESS, 0) + apart.NICE


@posix
def test_one_that_was_killed_is_started_again(shared: Apart) -> None:
    (pid,) = shared.processes()
    os.kill(pid, signal.SIGKILL)
    assert len(shared.read(PHOTO)["tiles"]) > 10
    assert shared.processes() != [pid]


@posix
def test_one_that_is_killed_over_a_photo_loses_no_reading(shared: Apart) -> None:
    shared.start()
    (pid,) = shared.processes()
    os.kill(pid, signal.SIGSTOP)  # the photo is on its way, and no answer
    threading.Timer(0.3, os.kill, (pid, signal.SIGKILL)).start()
    assert len(shared.read(PHOTO)["tiles"]) > 10


def test_a_photo_that_no_process_survives_is_refused(shared: Apart, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def ask(process: apart._Process, photo: bytes, limit_s: float) -> None:
        asked.append(process.pid)
        process.close()

    with monkeypatch.context() as patched:
        patched.setattr(apart._Process, "ask", ask)
        with pytest.raises(PhotoError) as told:
            shared.read(PHOTO)
    assert told.value.code == "truncated"
    assert len(set(asked)) == 2
    assert shared.read(PHOTO)["tiles"]


@posix
def test_a_photo_that_takes_too_long_is_given_up_and_the_next_is_read() -> None:
    slow = Apart(MODELS, limit_s=0.5)
    slow.start()
    (pid,) = slow.processes()
    os.kill(pid, signal.SIGSTOP)
    started = time.monotonic()
    with pytest.raises(PhotoError) as told:
        slow.read(PHOTO)
    assert told.value.code == "too_slow"
    assert time.monotonic() - started < 10
    slow.limit_s = 300
    assert slow.read(PHOTO)["tiles"]
    slow.close()


def test_a_damaged_model_is_named_and_read_with_once_it_is_whole_again(tmp_path: Path) -> None:
    for name in apart.FILES:
        shutil.copy(MODELS / name, tmp_path / name)
    whole = (tmp_path / "faces.onnx").read_bytes()
    (tmp_path / "faces.onnx").write_bytes(whole[: len(whole) // 2])
    reader = Apart(tmp_path)
    for _ in range(2):
        with pytest.raises(ModelError, match=r"faces\.onnx"):
            reader.read(PHOTO)
        assert not reader.ready
    assert reader.version == ""
    (tmp_path / "faces.onnx").write_bytes(whole)
    assert reader.ready
    assert reader.read(PHOTO)["tiles"]
    assert reader.version
    reader.close()


def test_a_folder_without_models_is_told_without_a_process_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Apart(tmp_path)
    with pytest.raises(ModelError, match=r"tiles\.onnx"):
        reader.start()
    monkeypatch.setattr(apart, "_Process", None)  # not even tried
    with pytest.raises(ModelError, match=r"tiles\.onnx"):
        reader.read(PHOTO)


def test_two_at_once_are_two_processes_and_one_alone_is_one(tmp_path: Path) -> None:
    reader = Apart(MODELS, at_once=2)
    reader.read(PHOTO)
    reader.read(PHOTO)
    assert len(reader.processes()) == 1
    threads = [threading.Thread(target=reader.read, args=(PHOTO,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(reader.processes()) == 2
    reader.close()
    assert reader.processes() == []


@posix
def test_it_ends_with_a_server_that_was_killed() -> None:
    source = f"from recognizer.apart import Apart\na = Apart({str(MODELS)!r})\na.start()\nprint(a.processes()[0], flush=True)\nimport time\ntime.sleep(600)"
    server = subprocess.Popen([sys.executable, "-c", source], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    pid = int(server.stdout.readline())
    server.kill()
    server.wait()
    server.stdout.close()
    deadline = time.monotonic() + 20
    while _running(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _running(pid)


def _running(pid: int) -> bool:
    """Whether a process is there and no mere entry that nobody has asked about yet."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.is_file() and status.read_text().rsplit(")", 1)[1].split()[0] == "Z")
