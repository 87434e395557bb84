"""docs/threat-model.md names a test for every line; each of them exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINES = [line for line in (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8").splitlines() if line.startswith("|")]


def test_every_line_names_tests_that_exist() -> None:
    threats = [line for line in LINES if not re.match(r"\|(---|.*\| Test \|$)", line)]
    assert len(threats) > 15
    for line in threats:
        named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", line)
        assert named, line
        for path, name in named:
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}, f"{path}::{name}"
