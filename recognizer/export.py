"""Checkpoints to the ONNX files that reading uses, with everything reading must know in their metadata."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from recognizer.classes import CLASS_NAMES, DETECTOR_NAMES
from recognizer.errors import DatasetError

UNCALIBRATED = {"temperature": "1.0", "doubt_below": "0.9", "detect_threshold": "0.35"}
"""Thresholds a fresh export carries until `python -m recognizer calibrate` has chosen them."""


def export_faces(checkpoint: Path, out: Path, metadata: dict[str, str]) -> None:
    """Write the face reader as ONNX: input `crops` (n, 3, s, s) RGB 0..1, outputs `logits` (n, 43) and `embedding` (n, 160)."""
    import onnx
    import torch

    from recognizer.face_net import FaceNet

    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    recipe = state["recipe"]
    net = FaceNet()
    net.load_state_dict({name: value.float() for name, value in state["net"].items()})
    net.eval()
    sample = torch.rand(2, 3, recipe["size"], recipe["size"])
    torch.onnx.export(
        net,
        (sample,),
        str(out),
        input_names=["crops"],
        output_names=["logits", "embedding"],
        dynamic_axes={"crops": {0: "n"}, "logits": {0: "n"}, "embedding": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    model = onnx.load(str(out))
    store_half(model)
    own = {"names": json.dumps(CLASS_NAMES), "size": str(recipe["size"]), "margin": str(recipe["margin"]), "task": "faces"}
    _store(model, {**own, **metadata}, out)


def export_tiles(checkpoint: Path, out: Path, metadata: dict[str, str], size: int | None = None) -> None:
    """Write the detector as ONNX by Ultralytics' own exporter, cut where `detector.decode_sides` goes on; its metadata stays, ours is added."""
    os.environ.setdefault("YOLO_OFFLINE", "true")
    import onnx
    from ultralytics import YOLO  # type: ignore[attr-defined]

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tiles.pt"
        shutil.copy(checkpoint, copy)
        network = YOLO(str(copy))
        if tuple(network.names.values()) != DETECTOR_NAMES:
            raise ValueError(f"{checkpoint} tells apart {tuple(network.names.values())}, expected {DETECTOR_NAMES}")
        # Any input size: a wide photo then needs no grey bars, and the second look fits its crop.
        written = network.export(format="onnx", imgsz=size or network.overrides.get("imgsz", 640), opset=17, dynamic=True, simplify=True, device="cpu")
        cut_before_boxes(Path(written), Path(folder) / "cut.onnx")
        props = {prop.key: prop.value for prop in onnx.load(str(written)).metadata_props}
        model = onnx.load(str(Path(folder) / "cut.onnx"))
    store_half(model)
    _store(model, {**props, **metadata}, out)


def cut_before_boxes(graph: Path, out: Path) -> None:
    """A YOLO's graph without its last steps, which work out a box for each of thousands of anchors: a tenth of its time, for the few that matter.

    The two outputs are what those steps start from. Raises ValueError when the graph doesn't end as YOLO11's does.
    """
    import onnx

    nodes = {name: node for node in onnx.load(str(graph)).graph.node for name in node.output}
    softmax = [node for node in nodes.values() if node.op_type == "Softmax" and "/dfl/" in node.name]
    joined = nodes.get("output0")
    if len(softmax) != 1 or joined is None or joined.op_type != "Concat":
        raise ValueError(f"{graph.name!r} doesn't end in boxes and scores as YOLO11's graph does")
    turned = nodes[softmax[0].input[0]]
    sides = nodes[turned.input[0]].input[0] if turned.op_type == "Transpose" else turned.input[0]
    onnx.utils.extract_model(str(graph), str(out), ["images"], [sides, joined.input[1]])


LARGE = 1024
"""Weights of fewer numbers stay as they are: they take no room."""


def store_half(model: Any) -> None:
    """Keep an ONNX model's large weights as float16 and turn them back to float32 as it is loaded: half the file, the same arithmetic, the same speed.

    Checkpoints are kept in half precision too, so that nothing is lost beside them.
    """
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper

    casts = []
    for weights in model.graph.initializer:
        if weights.data_type != TensorProto.FLOAT or int(np.prod(weights.dims)) < LARGE:
            continue
        name, stored = weights.name, numpy_helper.to_array(weights).astype(np.float16)
        weights.CopyFrom(numpy_helper.from_array(stored, f"{name}.half"))
        casts.append(helper.make_node("Cast", [weights.name], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)


def write_metadata(file: Path, values: dict[str, str]) -> None:
    """Set keys of an ONNX file's metadata, leaving the graph as it is. Needs the `onnx` package."""
    import onnx

    _store(onnx.load(str(file)), values, file)


def _store(model: object, metadata: dict[str, str], out: Path) -> None:
    import onnx

    props = {prop.key: prop.value for prop in model.metadata_props}  # type: ignore[attr-defined]
    props.update(metadata)
    # A date or a path in a committed file says where it was made, not what it is.
    for key in ("date", "docs", "author", "description", "args"):
        props.pop(key, None)
    del model.metadata_props[:]  # type: ignore[attr-defined]
    onnx.helper.set_model_props(model, props)
    onnx.save(model, str(out))


def half_checkpoint(checkpoint: Path, out: Path) -> None:
    """The face reader's weights in half precision with their recipe: what fine-tuning starts from."""
    import torch

    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    net = {name: value.half() if value.is_floating_point() else value for name, value in state["net"].items()}
    torch.save({"net": net, "recipe": state["recipe"], "epoch": state["epoch"]}, out)


_PLACES = ("data", "project", "name", "save_dir", "model", "pretrained", "resume", "cfg")
"""Settings of a training run that say where it ran rather than what it was."""


def half_detector(checkpoint: Path, out: Path) -> None:
    """The detector's weights in half precision, without the optimizer or any path of the machine it was trained on: what Ultralytics starts from."""
    import torch
    from ultralytics.utils.torch_utils import strip_optimizer

    strip_optimizer(str(checkpoint), str(out))
    # Ultralytics' checkpoints hold its own classes: this one was written a moment ago, by us.
    state = torch.load(out, map_location="cpu", weights_only=False)
    kept = ("epoch", "best_fitness", "model", "ema", "updates", "optimizer", "train_args", "version", "license")
    slim = {key: state[key] for key in kept if key in state}
    slim["train_args"] = {key: value for key, value in state["train_args"].items() if key not in _PLACES}
    network = slim["model"]
    if isinstance(getattr(network, "args", None), dict):
        network.args = {key: value for key, value in network.args.items() if key not in _PLACES}
    network.pt_path = out.name
    torch.save(slim, out)


def main(arguments: Sequence[str]) -> int:
    """`python -m recognizer export RUN OUT`: both ONNX files and both half-precision checkpoints, with thresholds yet to be calibrated."""
    parser = argparse.ArgumentParser(prog="python -m recognizer export", description=main.__doc__)
    parser.add_argument("run", type=Path, help="folder that `python -m recognizer train` wrote")
    parser.add_argument("out", type=Path, help="folder for tiles.onnx, faces.onnx, tiles.pt and faces.pt")
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    tiles, faces = options.run / "tiles" / "weights" / "last.pt", options.run / "faces" / "last.pt"
    if not tiles.is_file() and not faces.is_file():
        raise DatasetError(f"nothing to export in {str(options.run)!r}: expected {tiles.name} in tiles/weights/ or faces/")
    if faces.is_file():
        export_faces(faces, options.out / "faces.onnx", UNCALIBRATED)
        half_checkpoint(faces, options.out / "faces.pt")
    if tiles.is_file():
        export_tiles(tiles, options.out / "tiles.onnx", {})
        half_detector(tiles, options.out / "tiles.pt")
    return 0
