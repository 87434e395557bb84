"""Who may import whom, read from the source of every package."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("scoring", "recognizer", "webapp", "datasets")

# What each package may take from the others: a module's dotted name, standing for what is below it too.
ALLOWED = {
    "scoring": (),
    "recognizer": ("scoring.tiles", "scoring.melds", "scoring.hand", "scoring.shapes"),
    "datasets": ("recognizer", "scoring.tiles"),
    "webapp": ("scoring", "recognizer", "datasets"),
}


def imports(source: str, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of everything imported, relative imports resolved; `from a import b` is `a.b`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = module.split(".")[: len(module.split(".")) - node.level + is_package]
                base = ".".join([*above, base] if base else above)
            for alias in node.names:
                yield node.lineno, f"{base}.{alias.name}"


def offences(source: str, module: str, is_package: bool = False) -> list[str]:
    """Imports that run against the arrows."""
    home = module.partition(".")[0]
    found = []
    for line, name in imports(source, module, is_package):
        package = name.partition(".")[0]
        if package in PACKAGES and package != home and not any(name == allowed or name.startswith(f"{allowed}.") for allowed in ALLOWED[home]):
            found.append(f"{module}:{line} imports {name}")
    return found


def modules() -> list[tuple[Path, str, bool]]:
    found = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            is_package = parts[-1] == "__init__"
            found.append((path, ".".join(parts[:-1] if is_package else parts), is_package))
    return found


@pytest.mark.parametrize(("path", "module", "is_package"), modules(), ids=lambda value: value if isinstance(value, str) else "")
def test_arrows(path: Path, module: str, is_package: bool) -> None:
    assert offences(path.read_text(encoding="utf-8"), module, is_package) == []


def test_scoring_needs_the_standard_library_only() -> None:
    import sys

    for path, module, is_package in modules():
        if module.split(".")[0] == "scoring":
            names = {name.partition(".")[0] for _, name in imports(path.read_text(encoding="utf-8"), module, is_package)}
            assert names <= set(sys.stdlib_module_names) | {"scoring"}, module


def test_only_training_modules_import_ultralytics() -> None:
    may = {"train", "export", "evaluate", "calibrate"}  # and what splits off them, as in train_tiles
    for path, module, is_package in modules():
        package, _, name = module.partition(".")
        if package != "recognizer" or name.partition("_")[0] not in may:
            names = {found.partition(".")[0] for _, found in imports(path.read_text(encoding="utf-8"), module, is_package)}
            assert "ultralytics" not in names, module


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("import recognizer.image", "scoring.score"),
        ("from recognizer import read", "scoring.score"),
        ("from scoring.score import score", "recognizer.repair"),
        ("from scoring import score", "recognizer.repair"),
        ("def late():\n    from webapp import create_app", "recognizer.read"),
        ("from scoring.shapes import is_complete", "datasets.render"),
        ("from ..scoring import score", "recognizer.repair"),
    ],
)
def test_an_arrow_the_wrong_way_is_found(source: str, module: str) -> None:
    assert offences(source, module)


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("from scoring.tiles import Tile", "recognizer.classes"),
        ("from scoring import tiles", "recognizer.classes"),
        ("from .tiles import Tile", "scoring.hand"),
    ],
)
def test_an_arrow_the_right_way_is_not(source: str, module: str) -> None:
    assert offences(source, module) == []
