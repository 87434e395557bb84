"""Training the face reader: stored crops in, a checkpoint every epoch out. Resumable; needs torch."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import Queue
from threading import Thread

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional
from torch.optim.lr_scheduler import OneCycleLR
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from recognizer.augment import plain_view, random_view
from recognizer.classes import BACK, CLASS_NAMES
from recognizer.face_net import FaceNet
from recognizer.muon import Muon

SPARED = 0.3
"""Of a face's share of recoloured crops flowers and seasons get this part."""
AVERAGED = 200
"""What a run gives is the mean of its weights over some so many last steps, of a short run over its last tenth. Without, the reading of sets never seen
swings by a tenth from one epoch to the next."""
DECAY = 0.02
"""Weight decay of convolutions and head; what scales and shifts has none."""
FARTHEST, FARTHEST_BONUS = 0.17, 0.4
"""What is left of a far tile's pixels. A flower is told by a figure a fifth as wide as the tile: shown with fewer, it would teach guessing."""


@dataclass(frozen=True, slots=True)
class FaceRecipe:
    """What a run is. `per_epoch` crops are drawn each epoch; `balance` 0 draws as stored, 1 draws every face equally often.

    `recolour`: the share of crops shown in another set's colours. Flowers and seasons are spared most of it, for their colour may be all that tells them apart,
    and tiles face down all of it: an ivory one would be a white dragon.
    """

    epochs: int = 12
    per_epoch: int = 24_000
    batch: int = 128
    rate: float = 3e-3
    smoothing: float = 0.05
    size: int = 64
    margin: float = 0.15
    balance: float = 0.5
    turns: float = 0.35
    diagonal: float = 0.3
    recolour: float = 0.3
    seed: int = 1


@dataclass(frozen=True, slots=True)
class CropFile:
    """Crops to draw from, how large a share of an epoch comes from here, and how worn views of them get (`random_view`)."""

    path: Path
    share: float
    wear: float = 1.0


Pool = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float64], float]


def train_faces(files: Sequence[CropFile], check: Path, out: Path, recipe: FaceRecipe, start: Path | None = None, threads: int = 2) -> Path:
    """Train on `files`, report accuracy on `check` after each epoch, and return the last checkpoint.

    `out/last.pt` is written every epoch; a run that finds it goes on from there. `start` holds weights to begin from. Of a checkpoint `net` are the
    averaged weights, which are what is told of and exported, and `raw` those that training goes on from.
    """
    torch.set_num_threads(threads)
    torch.manual_seed(recipe.seed)
    out.mkdir(parents=True, exist_ok=True)
    net = FaceNet().to(memory_format=torch.channels_last)
    if start is not None:
        net.load_state_dict(torch.load(start, map_location="cpu", weights_only=True)["net"])
    steps = recipe.per_epoch // recipe.batch
    optimizers = _optimizers(net, recipe.rate)
    schedules = [OneCycleLR(one, recipe.rate, total_steps=recipe.epochs * steps, pct_start=0.2, cycle_momentum=False) for one in optimizers]
    last = out / "last.pt"
    first_epoch = 0
    if last.exists():
        state = torch.load(last, map_location="cpu", weights_only=True)
        net.load_state_dict(state["raw"])
        for part, kept in zip([*optimizers, *schedules], state["steps"], strict=True):
            part.load_state_dict(kept)
        first_epoch = int(state["epoch"])
    averaged = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(1 - 1 / min(AVERAGED, max(1, recipe.epochs * steps // 10))), use_buffers=True)
    if last.exists():
        averaged.module.load_state_dict(state["net"])
        averaged.n_averaged += 1  # else the first step would begin it anew
    pools = [_pool(file, recipe.balance) for file in files]
    shares = np.array([file.share for file in files], np.float64)
    for epoch in range(first_epoch, recipe.epochs):
        started = time.monotonic()
        net.train()
        torch.manual_seed(recipe.seed * 10_000 + epoch)  # dropout of an epoch is the same in a run that was cut off before it
        losses = []
        for crops, faces in _batches(pools, shares / shares.sum(), recipe, steps, np.random.default_rng((recipe.seed, epoch))):
            logits, _ = net(_tensor(crops))
            loss = functional.cross_entropy(logits, torch.from_numpy(faces), label_smoothing=recipe.smoothing)
            net.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            for optimizer in optimizers:
                optimizer.step()
            for schedule in schedules:
                schedule.step()
            averaged.update_parameters(net)
            losses.append(float(loss.detach()))
        # A crash between epochs must leave the older checkpoint whole: write beside it, then rename.
        kept = [part.state_dict() for part in (*optimizers, *schedules)]
        state = {"net": averaged.module.state_dict(), "raw": net.state_dict(), "steps": kept, "epoch": epoch + 1, "recipe": asdict(recipe)}
        torch.save(state, last.with_suffix(".part"))
        last.with_suffix(".part").replace(last)
        line = {
            "epoch": epoch + 1,
            "loss": round(float(np.mean(losses)), 4),
            "seconds": round(time.monotonic() - started),
            **accuracy(averaged.module, check, recipe),
        }
        with (out / "log.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)
        after_epoch(epoch + 1)
    return last


def _optimizers(net: FaceNet, rate: float) -> list[torch.optim.Optimizer]:
    """Muon for the convolutions, which learn more from the same crops so; AdamW for the head and for what scales and shifts."""
    convolutions = [p for p in net.parameters() if p.ndim == 4]
    heads = [p for p in net.parameters() if p.ndim == 2]
    rest = [p for p in net.parameters() if p.ndim < 2]
    others = [{"params": heads, "weight_decay": DECAY}, {"params": rest, "weight_decay": 0.0}]
    return [Muon(convolutions, rate, DECAY), torch.optim.AdamW(others, lr=rate)]


def after_epoch(epoch: int) -> None:
    """Called once the checkpoint of an epoch (from 1) is on disk: where a test cuts a run off."""


def accuracy(net: FaceNet, check: Path, recipe: FaceRecipe) -> dict[str, float]:
    """Share of the stored crops of `check` named right, all and by source, without augmentation."""
    data = np.load(check)
    views = [plain_view(crop, recipe.size, recipe.margin) for crop in data["pixels"]]
    net.eval()
    with torch.inference_mode():
        guesses = [net(_tensor(np.stack(views[at : at + 256])))[0].argmax(1).numpy() for at in range(0, len(views), 256)]
    right = np.concatenate(guesses) == data["faces"]
    bonus = np.array([CLASS_NAMES[face][0] in "fq" for face in data["faces"]])
    by_source = {str(source): round(float(right[data["source"] == source].mean()), 4) for source in np.unique(data["source"])}
    return {"all": round(float(right.mean()), 4), "bonus": round(float(right[bonus].mean()), 4) if bonus.any() else -1.0, **by_source}


def _pool(file: CropFile, balance: float) -> Pool:
    data = np.load(file.path)
    faces = data["faces"].astype(np.int64)
    counts = np.bincount(faces, minlength=len(CLASS_NAMES)).astype(np.float64)
    weight = counts[faces] ** -balance
    return data["pixels"], faces, np.cumsum(weight / weight.sum()), file.wear


def _batches(
    pools: list[Pool], shares: NDArray[np.float64], recipe: FaceRecipe, steps: int, random: np.random.Generator
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int64]]]:
    """Batches of views (b, s, s, 3) and faces (b,), made a few ahead by one thread: OpenCV lets go of the interpreter lock."""
    queue: Queue[tuple[NDArray[np.uint8], NDArray[np.int64]]] = Queue(8)

    def work() -> None:
        for _ in range(steps):
            views = np.empty((recipe.batch, recipe.size, recipe.size, 3), np.uint8)
            faces = np.empty(recipe.batch, np.int64)
            for slot, source in enumerate(random.choice(len(pools), recipe.batch, p=shares)):
                pixels, labels, cumulative, wear = pools[source]
                index = min(int(np.searchsorted(cumulative, random.random())), len(labels) - 1)
                faces[slot] = labels[index]
                bonus = CLASS_NAMES[labels[index]][0] in "fq"
                recolour, farthest = (recipe.recolour * SPARED, FARTHEST_BONUS) if bonus else (recipe.recolour, FARTHEST)
                if CLASS_NAMES[labels[index]] == BACK:
                    recolour = 0.0
                views[slot] = random_view(pixels[index], recipe.size, recipe.margin, random, recipe.turns, recipe.diagonal, recolour, farthest, wear)
            queue.put((views, faces))

    Thread(target=work, daemon=True).start()
    for _ in range(steps):
        yield queue.get()


def _tensor(views: NDArray[np.uint8]) -> torch.Tensor:
    rgb = torch.from_numpy(np.ascontiguousarray(views[..., ::-1])).permute(0, 3, 1, 2)
    return rgb.to(torch.float32).div_(255).contiguous(memory_format=torch.channels_last)
