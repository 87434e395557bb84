"""Fine-tuning: what is learnt from is never what is judged by, and a worse model replaces nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from recognizer.errors import DatasetError
from recognizer.finetune import FILES, Verdict, finetune, split
from recognizer.labels import Labelled


def photos(count: int) -> list[Labelled]:
    return [Labelled(Path(f"photo{number}.jpg"), "", np.zeros((0, 4)), np.zeros(0, np.int64)) for number in range(count)]


@pytest.mark.parametrize("count", [2, 3, 5, 40])
def test_both_sides_have_photos_and_share_none(count: int) -> None:
    learn, held = split(photos(count))
    assert learn and held and len(learn) + len(held) == count
    assert not {one.path for one in learn} & {one.path for one in held}


def test_a_photo_stays_on_its_side_as_more_are_added() -> None:
    few, many = split(photos(30))[1], split(photos(60))[1]
    assert {one.path for one in few} <= {one.path for one in many}


def test_one_photo_is_too_few() -> None:
    with pytest.raises(DatasetError, match="at least 2"):
        split(photos(1))


@pytest.mark.parametrize(
    ("before", "after", "better"),
    [((0.8, 0.98), (0.8, 0.98), True), ((0.8, 0.98), (0.9, 0.99), True), ((0.8, 0.98), (0.7, 0.99), False), ((0.8, 0.98), (0.8, 0.97), False)],
)
def test_whole_photos_decide(before: tuple[float, float], after: tuple[float, float], better: bool) -> None:
    keys = ("whole_photo_exact", "tile_accuracy")
    assert Verdict(dict(zip(keys, before, strict=True)), dict(zip(keys, after, strict=True))).better is better


def test_models_without_checkpoints_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"tiles\.pt"):
        finetune(tmp_path, tmp_path, tmp_path / "out")


@pytest.mark.train
@pytest.mark.filterwarnings("ignore")
def test_a_worse_model_replaces_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole road on the shipped models and the project's own photos, with the verdict forced to be worse."""
    pytest.importorskip("torch", reason="needs torch: make train-deps")
    pytest.importorskip("ultralytics", reason="needs ultralytics: make train-deps")
    import shutil

    from recognizer import finetune as module

    root = Path(__file__).parent.parent.parent
    models = tmp_path / "models"
    models.mkdir()
    for name in FILES:
        shutil.copyfile(root / "models" / name, models / name)
    before = {name: (models / name).read_bytes() for name in FILES}
    figures = iter([{"whole_photo_exact": 1.0, "tile_accuracy": 1.0}, {"whole_photo_exact": 0.0, "tile_accuracy": 1.0}])
    monkeypatch.setattr(module, "evaluate", lambda *_, **__: next(figures))
    verdict = finetune(models, root / "tests" / "photos", tmp_path / "out", epochs=1)
    assert not verdict.better
    assert {name: (models / name).read_bytes() for name in FILES} == before
    assert all((tmp_path / "out" / "models" / name).is_file() for name in FILES)
