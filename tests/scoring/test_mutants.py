"""The mutation tester (`make mutants`) on a project of one function: what it finds, what it is told to expect, and what it refuses to count."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TESTER = Path(__file__).parent / "mutants.py"
CHANGES_NOTHING = "| `odd.odd` | `return fan % 2 == 1 and fan > 0` | `return fan % 2 == 1 and fan >= 0` |"
NOT_TESTED = "| `odd.odd` | `return fan % 2 == 1 and fan > 0` | `return fan % 2 == 1 and fan > 1` |"


def project(folder: Path, test: str, importing: str = "") -> None:
    """Writes a package of one function and its only test, whose file does something when it is imported."""
    for name, text in {
        "scoring/__init__.py": "",
        "scoring/odd.py": "def odd(fan: int) -> bool:\n    return fan % 2 == 1 and fan > 0\n",
        "tests/scoring/test_odd.py": f"from scoring.odd import odd\n\n{importing}\n\ndef test_odd():\n    {test}\n",
        "docs/mutants.md": "",
        "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n\n[tool.mutmut]\nsource_paths = ["scoring"]\n',
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def tried(folder: Path) -> tuple[int, str]:
    done = subprocess.run([sys.executable, TESTER, "odd"], cwd=folder, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout


@pytest.mark.parametrize("importing", ["", "ONE = odd(1)"])
def test_a_change_survives_until_a_test_notices_it_or_the_note_lists_it(importing: str, tmp_path: Path) -> None:
    """Also where importing the tests calls the function."""
    project(tmp_path, "assert odd(3) and not odd(4) and not odd(-1)", importing)
    code, told = tried(tmp_path)
    assert code == 1 and CHANGES_NOTHING in told and NOT_TESTED in told and told.count("| `odd.odd` |") == 2, told
    project(tmp_path, "assert odd(1) and odd(3) and not odd(4) and not odd(-1)", importing)
    (tmp_path / "docs/mutants.md").write_text(f"{CHANGES_NOTHING} 0 is even |\n")
    code, told = tried(tmp_path)
    assert code == 0 and "| `odd.odd` |" not in told and "| `odd` | 7 | 6 | 0 | 1 | 0 | 0 |" in told, told


def test_nothing_is_counted_where_the_tests_fail_unchanged(tmp_path: Path) -> None:
    project(tmp_path, "assert odd(2)")
    code, told = tried(tmp_path)
    assert code == 2 and "stopped after 0 of" in told, told
