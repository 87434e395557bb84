"""What a document's table says of its tests: each line names some, and each of them exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def table_lines(document: str) -> list[str]:
    """The lines of every table of a document in docs/, headings and rules included."""
    return [line for line in (ROOT / "docs" / document).read_text(encoding="utf-8").splitlines() if line.startswith("|")]


def names_tests_that_exist(line: str) -> None:
    """Fails where a line names no test, or one that isn't there."""
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", line)
    assert named, line
    for path, name in named:
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}, f"{path}::{name}"
