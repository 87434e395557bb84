"""Writes very small ONNX files without the onnx package: protobuf by hand, just the fields these tests need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Dim = int | str


def _varint(value: int) -> bytes:
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])


def _field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    data = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _tensor(name: str, array: NDArray[np.float32]) -> bytes:
    dims = b"".join(_field(1, size) for size in array.shape)
    return dims + _field(2, 1) + _field(8, name) + _field(9, array.astype("<f4").tobytes())


def _value(name: str, shape: Sequence[Dim]) -> bytes:
    dims = b"".join(_field(1, _field(1, size) if isinstance(size, int) else _field(2, size)) for size in shape)
    return _field(1, name) + _field(2, _field(1, _field(1, 1) + _field(2, dims)))


def node(kind: str, inputs: Sequence[str], outputs: Sequence[str], **ints: int | Sequence[int]) -> bytes:
    """A NodeProto; attributes are an int or a list of ints."""
    body = b"".join(_field(1, name) for name in inputs) + b"".join(_field(2, name) for name in outputs) + _field(4, kind)
    for name, value in ints.items():
        if isinstance(value, int):
            body += _field(5, _field(1, name) + _field(3, value) + _field(20, 2))
        else:
            body += _field(5, _field(1, name) + b"".join(_field(8, one) for one in value) + _field(20, 7))
    return body


def write(
    path: Path,
    nodes: Sequence[bytes],
    inputs: Mapping[str, Sequence[Dim]],
    outputs: Mapping[str, Sequence[Dim]],
    constants: Mapping[str, NDArray[np.float32]],
    metadata: Mapping[str, str],
) -> Path:
    graph = b"".join(_field(1, one) for one in nodes) + _field(2, "tiny")
    graph += b"".join(_field(5, _tensor(name, array)) for name, array in constants.items())
    graph += b"".join(_field(11, _value(name, shape)) for name, shape in inputs.items())
    graph += b"".join(_field(12, _value(name, shape)) for name, shape in outputs.items())
    model = _field(1, 8) + _field(8, _field(1, "") + _field(2, 13)) + _field(7, graph)
    model += b"".join(_field(14, _field(1, key) + _field(2, value)) for key, value in metadata.items())
    path.write_bytes(model)
    return path


def detector(path: Path, rows: Sequence[Sequence[float]], names: str = "{0: 'tile', 1: 'back'}", size: Dim = "side", **metadata: str) -> Path:
    """A detector that finds the same anchors in every picture. `rows`: centre x, centre y, width, height in canvas px, then a score a class."""
    output = np.array(rows, np.float32).T[None]
    return write(
        path,
        [node("Identity", ["anchors"], ["output0"])],
        {"images": (1, 3, size, size)},
        {"output0": output.shape},
        {"anchors": output},
        {"names": names, "imgsz": "[640, 640]", "stride": "32", **metadata},
    )


def colour_reader(path: Path, colours: NDArray[np.float32], **metadata: str) -> Path:
    """A face reader that tells faces by mean colour: class k is `colours[k]` (RGB 0..1). A drop of `metadata` values: pass them as ''."""
    sharp = np.float32(200)
    described = {"names": "", "size": "64", "margin": "0.12", "temperature": "1.0", "doubt_below": "0.9", "detect_threshold": "0.3", **metadata}
    return write(
        path,
        [
            node("ReduceMean", ["crops"], ["mean"], axes=[2, 3], keepdims=0),
            node("MatMul", ["mean", "weights"], ["dots"]),
            node("Add", ["dots", "bias"], ["logits"]),
            node("Identity", ["mean"], ["embedding"]),
        ],
        {"crops": ("n", 3, 64, 64)},
        {"logits": ("n", len(colours)), "embedding": ("n", 3)},
        {"weights": 2 * sharp * colours.T, "bias": -sharp * (colours**2).sum(axis=1)},
        {key: value for key, value in described.items() if value},
    )
