"""`python -m recognizer blend A B OUT`: the mean of two detector checkpoints of one run.

Two points of the same training road average well: the blend keeps what the earlier knew of photos and what the later learnt of face-down tiles, and boxes
more tightly than either. Checkpoints of different roads don't average at all.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from recognizer.errors import DatasetError


def blend(first: Path, second: Path, out: Path, share: float = 0.5) -> None:
    """Write `second`'s checkpoint with weights `(1 - share) * first + share * second`, in half precision, without an optimizer.

    Raises DatasetError when the two are not of one architecture.
    """
    import torch

    # Ultralytics' checkpoints hold its own classes: these are files of our own training.
    states = [torch.load(file, map_location="cpu", weights_only=False) for file in (first, second)]
    networks = [(state.get("ema") or state["model"]).float() for state in states]
    ours, theirs = (network.state_dict() for network in networks)
    if ours.keys() != theirs.keys() or any(ours[name].shape != theirs[name].shape for name in ours):
        raise DatasetError(f"{str(first)!r} and {str(second)!r} are not of one architecture")
    mixed = {name: torch.lerp(ours[name], theirs[name], share) if theirs[name].is_floating_point() else theirs[name] for name in ours}
    networks[1].load_state_dict(mixed)
    torch.save({**states[1], "model": networks[1].half(), "ema": None, "optimizer": None}, out)


def main(arguments: Sequence[str]) -> int:
    """The command line. Raises DatasetError."""
    parser = argparse.ArgumentParser(prog="python -m recognizer blend", description="The mean of two detector checkpoints of one run.")
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="how much of the second")
    options = parser.parse_args(arguments)
    blend(options.first, options.second, options.out, options.share)
    return 0
