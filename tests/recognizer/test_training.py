"""Training, end to end on eight rendered photos: one epoch of each network, export, and the same raw outputs from torch and onnxruntime."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from datasets.crops import crops_of
from datasets.groups import committed_groups
from datasets.photos import read_split
from datasets.picture import write_yolo
from datasets.prepare import material, renders, write_photo_folder
from recognizer.classes import BACK, CLASS_NAMES, DETECTOR_NAMES
from recognizer.detector import decode, decode_sides
from recognizer.labels import detector_classes
from recognizer.letterbox import fit_tight
from recognizer.model import DetectorSettings, Network, ReaderSettings

SIDE = 96

pytestmark = [
    pytest.mark.train,
    # torch's exporter and Ultralytics warn about their own insides; nothing of ours is behind those warnings.
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `python -m datasets prepare` writes, of eight renders."""
    pytest.importorskip("torch", reason="needs torch: make train-deps")
    pytest.importorskip("ultralytics", reason="needs ultralytics: make train-deps")
    out = tmp_path_factory.mktemp("prepared")
    stuff = material(None, None, out)
    pictures = list(renders(stuff, 8, 3, 240, 180, bonus_weight=0.3))
    assert write_photo_folder(iter(pictures), out / "photos" / "train", "r") == 8
    crops = crops_of(read_split(out / "photos" / "train"))
    (out / "crops").mkdir()
    for name in ("photos_fit", "renders_fit", "photos_calibrate"):
        crops.save(str(out / "crops" / f"{name}.npz"))
    for index, (_, picture) in enumerate(pictures):
        write_yolo(picture, detector_classes(picture.faces), out / "detector" / "train", f"r{index}")
    return out


@pytest.fixture(scope="module")
def run(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from recognizer.__main__ import main

    out = tmp_path_factory.mktemp("run")
    options = ["--tile-epochs", "1", "--face-epochs", "1", "--crops-per-epoch", "256", "--size", str(SIDE), "--threads", "2"]
    assert main(["train", str(prepared), str(out), *options]) == 0
    assert main(["export", str(out), str(out / "models")]) == 0
    return out


def test_face_reader_answers_the_same_in_onnxruntime(run: Path) -> None:
    import torch

    from recognizer.face_net import FaceNet

    net = FaceNet()
    net.load_state_dict(torch.load(run / "faces" / "last.pt", weights_only=True)["net"])
    net.eval()
    crops = np.random.default_rng(0).random((5, 3, 64, 64), np.float32)
    with torch.inference_mode():
        expected = [value.numpy() for value in net(torch.from_numpy(crops))]
    network = Network.load(run / "models" / "faces.onnx")
    # Weights are stored in half precision, 11 bits each.
    for ours, theirs in zip(network.run(crops), expected, strict=True):
        assert np.abs(ours - theirs).max() < 1e-2
    assert ReaderSettings.of(network).size == 64
    assert network.names() == CLASS_NAMES


def test_large_weights_are_stored_in_half_precision_and_nothing_else_changes(run: Path) -> None:
    import onnx
    import torch

    stored = onnx.load(str(run / "models" / "faces.onnx"))
    large = [one for one in stored.graph.initializer if int(np.prod(one.dims)) >= 1024]
    assert large and all(one.data_type == onnx.TensorProto.FLOAT16 for one in large)
    assert all(one.data_type != onnx.TensorProto.FLOAT16 for one in stored.graph.initializer if int(np.prod(one.dims)) < 1024)
    numbers = sum(value.numel() for value in torch.load(run / "faces" / "last.pt", weights_only=True)["net"].values())
    assert (run / "models" / "faces.onnx").stat().st_size < 2.3 * numbers
    assert stored.graph.input[0].type.tensor_type.elem_type == onnx.TensorProto.FLOAT


def test_detector_answers_the_same_in_onnxruntime(run: Path) -> None:
    import torch
    from ultralytics import YOLO

    model = YOLO(str(run / "tiles" / "weights" / "last.pt")).model.float().eval()
    picture = np.random.default_rng(0).random((1, 3, SIDE, SIDE), np.float32)
    with torch.inference_mode():
        raw = model(torch.from_numpy(picture))
    expected = (raw[0] if isinstance(raw, list | tuple) else raw).numpy()
    network = Network.load(run / "models" / "tiles.onnx")
    assert network.names() == DETECTOR_NAMES
    settings, whole = DetectorSettings.of(network), fit_tight(SIDE, SIDE, 1.0)
    sides, scores = network.run(picture)
    # Scores lie in 0..1, boxes in pixels of the input: each to a few thousandths of its range, as weights are stored in half precision.
    assert np.abs(scores - expected[:, 4:]).max() < 4e-3
    ours, theirs = decode_sides(sides, scores, whole, settings, 0.0), decode(expected, whole, settings.back_classes, 0.0)
    assert len(ours) == len(theirs) > 0
    apart = np.abs(ours.xyxy[:, None] - theirs.xyxy[None]).max(axis=2)
    assert max(apart.min(axis=0).max(), apart.min(axis=1).max()) < 4e-3 * SIDE


def test_an_interrupted_run_goes_on(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    from recognizer import train_faces
    from recognizer.__main__ import main

    arguments = ["train", str(prepared), str(tmp_path), "--only", "faces", "--face-epochs", "2", "--crops-per-epoch", "128"]
    with monkeypatch.context() as cut_off:
        cut_off.setattr(train_faces, "after_epoch", lambda epoch: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            main(arguments)
    assert main(arguments) == 0
    epochs = [json.loads(line)["epoch"] for line in (tmp_path / "faces" / "log.jsonl").read_text().splitlines()]
    assert epochs == [1, 2]
    # What it comes to is what a run comes to that nobody cut off.
    assert main([*arguments[:2], str(tmp_path / "whole"), *arguments[3:]]) == 0
    ours, theirs = (torch.load(folder / "faces" / "last.pt", weights_only=True) for folder in (tmp_path, tmp_path / "whole"))
    assert all(torch.allclose(ours["raw"][name], value, atol=1e-5) for name, value in theirs["raw"].items())


def test_a_finished_run_is_not_trained_again(prepared: Path, run: Path) -> None:
    from recognizer.__main__ import main

    last = run / "tiles" / "weights" / "last.pt"
    before = last.stat().st_mtime_ns
    assert main(["train", str(prepared), str(run), "--only", "detector", "--tile-epochs", "1", "--size", str(SIDE)]) == 0
    assert last.stat().st_mtime_ns == before


def test_a_face_run_gives_averaged_weights_and_goes_on_from_the_raw_ones(prepared: Path, tmp_path: Path) -> None:
    import torch

    from recognizer.train_faces import CropFile, FaceRecipe, train_faces

    crops = prepared / "crops" / "photos_fit.npz"
    state = torch.load(train_faces([CropFile(crops, 1.0)], crops, tmp_path, FaceRecipe(epochs=1, per_epoch=160, batch=8)), weights_only=True)
    assert state["net"].keys() == state["raw"].keys()
    moved = {name: float((value.float() - state["raw"][name].float()).abs().max()) for name, value in state["net"].items()}
    assert all(np.isfinite(far) for far in moved.values()) and moved["head.weight"] > 0


@pytest.mark.parametrize("shape", [(24, 216), (160, 43), (16, 16)])
def test_a_step_of_muon_moves_every_direction_alike(shape: tuple[int, int]) -> None:
    torch = pytest.importorskip("torch", reason="needs torch: make train-deps")
    from recognizer.muon import ADAM_LENGTH, Muon, orthogonal

    left, strengths, right = np.linalg.svd(np.random.default_rng(5).normal(size=shape), full_matrices=False)
    assert strengths.max() / strengths.min() > 1.3
    turned = left.T @ orthogonal(torch.from_numpy(left * strengths @ right)).numpy() @ right.T
    assert np.allclose(turned, np.diag(np.diag(turned)), atol=1e-6)
    assert np.diag(turned).min() > 0.5 and np.diag(turned).max() < 1.3
    assert not orthogonal(torch.zeros(shape)).any()

    weight = torch.nn.Parameter(torch.zeros(shape))
    weight.grad = torch.from_numpy(left * strengths @ right).float()
    Muon([weight], lr=0.01).step()
    step = weight.detach().numpy()
    assert (step * weight.grad.numpy()).sum() < 0
    assert np.sqrt((step**2).mean()) == pytest.approx(0.01 * ADAM_LENGTH, rel=0.25)


def test_a_tile_face_down_is_never_shown_in_other_colours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An ivory back would be a white dragon."""
    pytest.importorskip("torch", reason="needs torch: make train-deps")
    from recognizer import augment, train_faces

    monkeypatch.setattr(augment, "recoloured", lambda view, _: np.zeros_like(view))
    grey = np.full((4, 112, 112, 3), 200, np.uint8)
    for name, recoloured in ((BACK, False), ("red", True)):
        np.savez(tmp_path / f"{name}.npz", pixels=grey, faces=np.full(4, CLASS_NAMES.index(name)))
        pools = [train_faces._pool(train_faces.CropFile(tmp_path / f"{name}.npz", 1.0, wear=0.0), 0.5)]
        recipe = train_faces.FaceRecipe(batch=16, recolour=1.0)
        ((views, faces),) = train_faces._batches(pools, np.ones(1), recipe, 1, np.random.default_rng(1))
        assert (faces == CLASS_NAMES.index(name)).all() and bool(views.mean() < 60) is recoloured


def test_a_blend_lies_between_its_two(run: Path, tmp_path: Path) -> None:
    import torch

    from recognizer.blend import blend

    last = run / "tiles" / "weights" / "last.pt"
    state = torch.load(last, weights_only=False)
    network = (state.get("ema") or state["model"]).float()
    doubled = {name: value * 2 if value.is_floating_point() else value for name, value in network.state_dict().items()}
    first = next(iter(doubled))
    original = network.state_dict()[first].clone()
    network.load_state_dict(doubled)
    torch.save({**state, "ema": None, "model": network}, tmp_path / "doubled.pt")
    blend(last, tmp_path / "doubled.pt", tmp_path / "out.pt", 0.5)
    mixed = torch.load(tmp_path / "out.pt", weights_only=False)["model"].float().state_dict()[first]
    assert torch.allclose(mixed, original * 1.5, rtol=2e-3, atol=1e-4)


def test_checkpoints_are_what_fine_tuning_starts_from(run: Path) -> None:
    import torch

    from recognizer.face_net import FaceNet

    half = torch.load(run / "models" / "faces.pt", weights_only=True)
    FaceNet().load_state_dict(half["net"])
    assert all(value.dtype in (torch.float16, torch.int64) for value in half["net"].values())
    tiles = (run / "models" / "tiles.pt").read_bytes()
    assert len(tiles) < 8e6
    assert str(run.parent).encode() not in tiles, "a path of the machine that trained it"


def test_calibration_photos_are_of_the_committed_groups(prepared: Path) -> None:
    from recognizer.calibrate import calibration_photos

    assert calibration_photos(prepared / "photos" / "train") == [], "renders belong to no committed group"
    assert committed_groups()["calibrate"]


def test_an_ablation_trains_with_everything_and_without_each_ingredient(prepared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from recognizer.__main__ import main

    (tmp_path / "crops").mkdir()
    for name in ("photos_fit", "renders_fit"):
        (tmp_path / "crops" / f"{name}.npz").symlink_to(prepared / "crops" / f"{name}.npz")
    asked = ["--only", "everything", "--only", "no tile turned", "--epochs", "1", "--per-epoch", "128"]
    assert main(["ablate", str(tmp_path), str(tmp_path / "out"), *asked]) == 1, "no crops of a subset left out"
    assert "photos_left_out.npz" in capsys.readouterr().err
    (tmp_path / "crops" / "photos_left_out.npz").symlink_to(prepared / "crops" / "photos_calibrate.npz")
    assert main(["ablate", str(tmp_path), str(tmp_path / "out"), *asked]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ") and line[2] != "|"]
    assert [row.split(" | ")[0] for row in rows] == ["| everything", "| no tile turned"]
    assert "+0.000" in rows[0], "the first row is what the others are held against"
    assert main(["ablate", str(tmp_path), str(tmp_path / "out"), "--only", "renders without our own drawings"]) == 1, "these renders are all our own"


def test_an_ablation_leaves_out_what_it_says() -> None:
    from recognizer.ablate import MIXTURES

    sources = {"own_random", "own_bold", "photo_crops", "xmahjongg_real", "kde_traditional"}
    left = {name: {source for source in sources if not mixture.keeps(source)} for name, mixture in MIXTURES.items()}
    assert left["renders without photographed faces"] == {"photo_crops", "xmahjongg_real"}
    assert left["renders without drawn sets of others"] == {"kde_traditional"}
    assert left["renders without our own drawings"] == {"own_random", "own_bold"}
    assert not any(left[name] for name in MIXTURES if not name.startswith("renders without"))
