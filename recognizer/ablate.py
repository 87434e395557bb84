"""`python -m recognizer ablate PREPARED OUT`: what each ingredient of the face reader's training is worth, on photos of sets that it never saw.

The folder is one that `python -m datasets prepare --without SUBSET ...` wrote: the crops of the subsets left out are what the readers are judged by. One short
training with everything, then one for each ingredient without it, all of one length and from one start: nothing, which takes a whole training each, or a reader
that never saw those subsets either (`--start`), which shows what an ingredient keeps alive at the end of a training. Needs torch.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from recognizer.errors import DatasetError
from recognizer.train import PHOTO_SHARE

PHOTOS, RENDERS, LEFT_OUT = "photos_fit.npz", "renders_fit.npz", "photos_left_out.npz"
PHOTOGRAPHED = ("photo_crops", "xmahjongg_real")
"""Tile sets whose faces are photographs or scans of real tiles."""
OWN = "own_"
"""What the names of the project's own drawings begin with."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """A training without something. `keeps` tells by a source's name which renders stay; `recipe` are fields of `FaceRecipe` to set otherwise.

    `photos`: the share of crops that are labelled photos. `wear`: see `augment.random_view`.
    """

    photos: float = PHOTO_SHARE
    keeps: Callable[[str], bool] = lambda _source: True
    wear: float | None = None
    recipe: Mapping[str, Any] = field(default_factory=dict)


MIXTURES: Mapping[str, Mixture] = {
    "everything": Mixture(),
    "without labelled photos": Mixture(photos=0.0),
    "without renders": Mixture(photos=1.0),
    "renders without photographed faces": Mixture(keeps=lambda source: source not in PHOTOGRAPHED),
    "renders without drawn sets of others": Mixture(keeps=lambda source: source in PHOTOGRAPHED or source.startswith(OWN)),
    "renders without our own drawings": Mixture(keeps=lambda source: not source.startswith(OWN)),
    "no tile in other colours": Mixture(recipe={"recolour": 0.0}),
    "no tile turned": Mixture(recipe={"turns": 0.0, "diagonal": 0.0}),
    "no tile far, blurred, noisy or JPEG-coded": Mixture(wear=0.0),
    "every face as often as it was stored": Mixture(recipe={"balance": 0.0}),
}


def ablate(prepared: Path, out: Path, names: Sequence[str], recipe: Mapping[str, Any], start: Path | None, threads: int) -> dict[str, dict[str, float]]:
    """Train and judge the named mixtures; name -> accuracy, `all`, `bonus` and by source. A run that `out` already holds isn't made again.

    Raises DatasetError when the folder lacks crops.
    """
    from recognizer.train_faces import CropFile, FaceRecipe, train_faces

    crops = prepared / "crops"
    if missing := [name for name in (PHOTOS, RENDERS, LEFT_OUT) if not (crops / name).is_file()]:
        raise DatasetError(f"no {missing[0]} in {str(crops)!r}: expected a folder that `python -m datasets prepare --without SUBSET` wrote")
    figures: dict[str, dict[str, float]] = {}
    for name in names:
        mixture = MIXTURES[name]
        folder = out / name.replace(" ", "_").replace(",", "")
        folder.mkdir(parents=True, exist_ok=True)
        files = [CropFile(crops / PHOTOS, mixture.photos, 1.0 if mixture.wear is None else mixture.wear)] if mixture.photos else []
        if mixture.photos < 1:
            files.append(CropFile(_kept(crops / RENDERS, folder, mixture), 1 - mixture.photos, 0.5 if mixture.wear is None else mixture.wear))
        chosen = replace(FaceRecipe(**recipe), **mixture.recipe)
        train_faces(files, crops / LEFT_OUT, folder, chosen, start, threads)
        line = json.loads((folder / "log.jsonl").read_text().splitlines()[-1])
        figures[name] = {key: value for key, value in line.items() if key not in ("epoch", "loss", "seconds")}
    return figures


def _kept(renders: Path, folder: Path, mixture: Mixture) -> Path:
    """The file of the crops that a mixture keeps: the same one where it keeps all. Raises DatasetError where it keeps none."""
    data = np.load(renders)
    stays = np.array([mixture.keeps(str(source)) for source in data["source"]], np.bool_)
    if stays.all():
        return renders
    if not stays.any():
        raise DatasetError(f"no render in {str(renders)!r} is left without them: prepare the folder with --faces")
    file = folder / RENDERS
    np.savez(file, **{key: data[key][stays] for key in ("pixels", "faces", "width", "source")})
    return file


def table(figures: Mapping[str, Mapping[str, float]]) -> str:
    """Markdown: a row a mixture, accuracy on the tiles of each subset left out, and how much worse than with everything."""
    first = next(iter(figures.values()))
    sources = [key for key in first if key not in ("all", "bonus")]
    lines = [f"| | all | to the first row | {' | '.join(sources)} |", "|---|" + "---|" * (2 + len(sources))]
    for name, figure in figures.items():
        lines.append(f"| {name} | {figure['all']:.3f} | {figure['all'] - first['all']:+.3f} | {' | '.join(f'{figure[key]:.3f}' for key in sources)} |")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """The command line. Raises DatasetError."""
    parser = argparse.ArgumentParser(prog="python -m recognizer ablate", description=(__doc__ or "").partition("\n")[2])
    parser.add_argument("prepared", type=Path)
    parser.add_argument("out", type=Path, help="where checkpoints go; what is there already is not trained again")
    parser.add_argument("--only", action="append", choices=list(MIXTURES), metavar="NAME", help=f"one of: {'; '.join(MIXTURES)}; all when left out")
    parser.add_argument("--start", type=Path, metavar="CHECKPOINT", help="face reader to begin from; it must not have seen the subsets left out")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--per-epoch", type=int, default=18_000, help="crops an epoch")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args(arguments)
    recipe = {"epochs": options.epochs, "per_epoch": options.per_epoch, "rate": options.rate, "seed": options.seed}
    print(table(ablate(options.prepared, options.out, options.only or list(MIXTURES), recipe, options.start, options.threads)))
    return 0
