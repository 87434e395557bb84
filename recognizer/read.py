"""The pipeline, one screen: photo bytes -> Reading. Values travel by return, so threads share one `Models`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recognizer.reading import Reading


@dataclass(frozen=True, slots=True)
class Models:
    """Both networks, loaded once and shared by all threads."""

    detector: Any
    face_reader: Any
    version: str

    @staticmethod
    def load(folder: Path | str) -> Models:
        """From a folder with `tiles.onnx` and `faces.onnx`. Raises ModelError, which names the file and what is wrong with it."""
        raise NotImplementedError


def read_photo(photo: bytes, models: Models) -> Reading:
    """Read a photo's bytes (JPEG, PNG, WebP, HEIC). Raises PhotoError, whose `.code` is for programs and whose text is for players."""
    raise NotImplementedError
