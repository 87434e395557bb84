"""The four doors say what they can do, and what kept a file from being opened in words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, cwd=ROOT, check=False, timeout=120)


@pytest.mark.parametrize("package", ["scoring", "recognizer", "datasets", "webapp"])
def test_help_is_asked_for_and_given(package: str) -> None:
    done = run(package, "--help")
    assert done.returncode == 0, done.stderr
    assert f"python -m {package}" in done.stdout and done.stderr == ""


def test_the_readers_commands_are_listed_and_an_unknown_one_is_named() -> None:
    assert "read the tiles in a photo" in run("recognizer", "-h").stdout
    wrong = run("recognizer", "raed")
    assert wrong.returncode == 2 and "'raed'" in wrong.stderr and "read the tiles in a photo" in wrong.stderr
    assert run("recognizer").returncode == 2


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("recognizer", "read", "{}/none.jpg"), 1, "none.jpg: there is no such file"),
        (("recognizer", "read", "{}"), 1, "this is a folder, expected a file"),
        (("datasets", "import", "{}/none.json", "{}", "{}/out"), 2, "none.json: there is no such file"),
    ],
)
def test_a_file_that_cannot_be_opened_is_said_in_words(arguments: tuple[str, ...], status: int, words: str, tmp_path: Path) -> None:
    done = run(*(part.format(tmp_path) for part in arguments))
    assert done.returncode == status
    assert words in done.stderr and "Errno" not in done.stderr and "Traceback" not in done.stderr
