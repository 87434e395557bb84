"""onnxruntime sessions and the check of their metadata, for both networks. What training chose is read from the file, not repeated here."""

from __future__ import annotations

import ast
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from recognizer.classes import BACK, CLASS_NAMES, DETECTOR_NAMES
from recognizer.errors import ModelError


@dataclass(frozen=True, slots=True)
class Network:
    """One ONNX file, loaded. `run` may be called from many threads at once."""

    path: Path
    session: onnxruntime.InferenceSession
    metadata: Mapping[str, str]
    digest: str

    @staticmethod
    def load(path: Path, threads: int | None = None) -> Network:
        """With so many threads a run, or one for each core. Raises ModelError when the file is missing or is no ONNX graph."""
        if not path.is_file():
            raise ModelError(f"no model file {path.name!r} in {str(path.parent)!r}")
        data = path.read_bytes()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads or os.cpu_count() or 1
        # Threads that spin between photos keep a home computer's cores busy for nothing.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        try:
            session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime's exceptions share no public base
            raise ModelError(f"{path.name!r} is no model onnxruntime can load: {error}") from error
        return Network(path, session, dict(session.get_modelmeta().custom_metadata_map), hashlib.sha256(data).hexdigest()[:8])

    def run(self, value: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """Feed the one input, get every output in the graph's order."""
        return [np.asarray(output, np.float32) for output in self.session.run(None, {self.session.get_inputs()[0].name: value})]

    def fixed_size(self) -> tuple[int, int] | None:
        """(width, height) the first input is bound to; None when the graph takes any."""
        height, width = self.session.get_inputs()[0].shape[2:]
        return (width, height) if isinstance(width, int) and isinstance(height, int) else None

    def number(self, key: str, default: float | None = None) -> float:
        """A number of the metadata. Raises ModelError when it is absent without a default, or no number."""
        text = self.metadata.get(key)
        if text is None:
            if default is None:
                raise ModelError(f"{self.path.name!r} has no {key!r} in its metadata")
            return default
        try:
            return float(text)
        except ValueError:
            raise ModelError(f"{self.path.name!r}: {key} is {text!r}, expected a number") from None

    def names(self) -> tuple[str, ...]:
        """Class names by class number: a JSON list, or a dict as Ultralytics writes it. Raises ModelError."""
        text = self.metadata.get("names", "")
        try:
            names = ast.literal_eval(text)
            listed = [names[number] for number in range(len(names))]
        except (ValueError, SyntaxError, KeyError, TypeError):
            raise ModelError(f"{self.path.name!r}: names are {text[:80]!r}, expected a list of class names") from None
        return tuple(str(name) for name in listed)


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """`size`: the long side the detector was trained at, px. `back_classes`: which of its classes mean face down, (C,) bool."""

    size: int
    stride: int
    fixed: tuple[int, int] | None
    back_classes: NDArray[np.bool_]

    @staticmethod
    def of(network: Network) -> DetectorSettings:
        """Raises ModelError when the file's classes are neither (`tile`, `back`) nor faces of the class list."""
        names = network.names()
        unknown = [name for name in names if name not in DETECTOR_NAMES and name not in CLASS_NAMES]
        if unknown or not names:
            raise ModelError(f"{network.path.name!r} has classes {unknown or 'none'}, expected {list(DETECTOR_NAMES)} or faces such as {CLASS_NAMES[0]!r}")
        sizes = json.loads(network.metadata.get("imgsz", "[640]"))
        size = max(sizes) if isinstance(sizes, list) else int(sizes)
        return DetectorSettings(int(size), int(network.number("stride", 32)), network.fixed_size(), np.array([name == BACK for name in names]))


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """What training chose for the face reader and for the whole pipeline.

    `size`: crop side, px. `margin`: added on each side, as a fraction of the box. `temperature`: divides the logits, so that probabilities are calibrated.
    `doubt_below`: a tile whose best face is less likely is doubtful. `detect_threshold`: boxes from this score on are tiles;
    `detect_floor`: boxes between the two are places to look at; `faint_below`: tiles with a lower detector score are doubtful.
    """

    size: int = 64
    margin: float = 0.15
    temperature: float = 1.0
    doubt_below: float = 0.9
    detect_threshold: float = 0.35
    detect_floor: float = 0.1
    faint_below: float = 0.45

    @staticmethod
    def of(network: Network) -> ReaderSettings:
        """Raises ModelError when a number is missing or the classes are not exactly those of `classes.py`, in its order."""
        names = network.names()
        if names != CLASS_NAMES:
            differ = next((i for i, (is_, should) in enumerate(zip(names, CLASS_NAMES, strict=False)) if is_ != should), min(len(names), len(CLASS_NAMES)))
            raise ModelError(f"{network.path.name!r} has {len(names)} classes that part from the class list at number {differ}, expected {len(CLASS_NAMES)}")
        threshold = network.number("detect_threshold")
        return ReaderSettings(
            size=int(network.number("size")),
            margin=network.number("margin"),
            temperature=network.number("temperature"),
            doubt_below=network.number("doubt_below"),
            detect_threshold=threshold,
            detect_floor=network.number("detect_floor", threshold / 3),
            faint_below=network.number("faint_below", threshold),
        )
