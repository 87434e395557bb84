from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import tiny_onnx
from fakes import COLOURS, colour_row, detection, encoded, models

from recognizer.__main__ import main
from recognizer.classes import CLASS_INDEX, CLASS_NAMES, tile_of
from recognizer.errors import DatasetError
from recognizer.evaluate import as_text, compare, confusions, evaluate, photo_figures, tile_figures
from recognizer.labels import Labelled, audited, read_corrections, read_folder
from recognizer.reading import Box, Change, Detection, Doubt, DoubtKind, Reading, Suggestion

HAND = ["m1", "m2", "m3", "m4", "m5", "m6", "p2", "p3", "p4", "s7", "s8", "s9", "east", "east"]


def place(number: int, height: float = 30) -> Box:
    return Box(100 + 25 * number, 100, 120 + 25 * number, 100 + height)


def labelled(names: list[str], height: float = 30) -> Labelled:
    boxes = np.array([place(number, height).as_list() for number in range(len(names))]).reshape(-1, 4) / 1000
    return Labelled(Path("photo.jpg"), "table", boxes, np.array([CLASS_INDEX[name] for name in names], np.int64))


def tile(name: str, number: int, *doubts: DoubtKind, height: float = 30) -> Detection:
    return Detection(((tile_of(name), 0.99),), place(number, height), 0.9, doubts)


def reading(tiles: list[Detection], doubts: tuple[Doubt, ...] = (), suggestion: Suggestion | None = None) -> Reading:
    own = tuple(Doubt(one.doubts[0], one.box, index) for index, one in enumerate(tiles) if one.doubts)
    return Reading(1000, 1000, tuple(tiles), (), own + doubts, suggestion, "fake")


def test_every_tile_right() -> None:
    outcome = compare(reading([tile("m1", 0), tile("m2", 1)]), labelled(["m1", "m2"]), False)
    assert outcome.exact and not outcome.silent.any() and not outcome.doubted.any()


def test_silent_errors_by_hand() -> None:
    # Of m1..m6: right, right and doubted, wrong, wrong and doubted, missed, missed under a doubt. Then a spurious tile, and one that is doubted.
    tiles = [tile("m1", 0), tile("m2", 1, DoubtKind.UNSURE), tile("p1", 2), tile("p1", 3, DoubtKind.UNSURE), tile("s1", 8), tile("s2", 9, DoubtKind.FAINT)]
    places = (Doubt(DoubtKind.MAYBE, place(5)), Doubt(DoubtKind.GAP, place(12)))
    outcome = compare(reading(tiles, places), labelled(["m1", "m2", "m3", "m4", "m5", "m6"]), False)
    assert outcome.silent.tolist() == [False, False, True, False, True, False]
    assert outcome.spurious_silent.tolist() == [True, False]
    figures = photo_figures([outcome], repair=False)
    assert figures["tile_accuracy"] == pytest.approx(2 / 6)
    assert figures["silent_error_rate"] == pytest.approx(3 / 6)
    assert figures["doubt_rate"] == pytest.approx(1 / 2)
    assert figures["spurious_per_photo"] == 2 and figures["whole_photo_exact"] == 0 and figures["missed"] == 2
    assert figures["needless_doubts_per_photo"] == 1


def test_a_warning_about_the_whole_photo_covers_no_tile() -> None:
    outcome = compare(reading([], (Doubt(DoubtKind.NO_TILES, Box(0, 0, 1000, 1000)),)), labelled(["m1"]), False)
    assert outcome.silent.tolist() == [True]


def test_what_lies_outside_is_left_out_on_request() -> None:
    read = reading([tile("m1", 0), tile("m9", 1), tile("m9", 20)])
    assert len(compare(read, labelled(["m1"]), False).spurious_heights) == 2
    # Place 1 begins 5 px beside the label; its centre is 15 px = half a height away, and so counts.
    assert len(compare(read, labelled(["m1"]), True).spurious_heights) == 1


def test_figures_by_tile_height() -> None:
    outcomes = [compare(reading([tile("m1", 0, height=high)]), labelled(["m1" if high > 50 else "m2"], high), False) for high in (20.0, 30.0, 60.0, 100.0)]
    assert [tile_figures(outcomes, low, high)["tile_accuracy"] for low, high in ((0, 24), (24, 40), (40, 80), (80, 1e9))] == [0, 0, 1, 1]
    assert tile_figures(outcomes, 200, 300)["tile_accuracy"] is None


def test_bonus_tiles_are_counted_apart() -> None:
    figures = tile_figures([compare(reading([tile("f1", 0), tile("q1", 1), tile("m1", 2)]), labelled(["f1", "q2", "m1"]), False)])
    assert (figures["bonus_tiles"], figures["bonus_accuracy"]) == (2, 0.5)


def test_hands_and_repair() -> None:
    wrong = [tile(name, number) for number, name in enumerate([*HAND[:13], "west"])]
    east, west = tile_of("east"), tile_of("west")
    right_offer = Suggestion((Change(13, west, east),), 0.9, "")
    wrong_offer = Suggestion((Change(12, east, west),), 0.9, "")
    outcomes = [compare(reading(wrong, suggestion=offer), labelled(HAND), False) for offer in (right_offer, wrong_offer, None)]
    outcomes.append(compare(reading([tile("m1", 0)]), labelled(["m1"]), False))
    assert [outcome.is_hand for outcome in outcomes] == [True, True, True, False]
    figures = photo_figures(outcomes, repair=True)
    assert (figures["hands"], figures["whole_hand_exact"], figures["whole_hand_exact_repaired"]) == (3, 0, pytest.approx(1 / 3))
    assert (figures["repair_right"], figures["repair_wrong"]) == (1, 1)
    assert "repair_right" not in photo_figures(outcomes, repair=False)


def test_a_hand_may_hold_kongs_and_bonus_tiles() -> None:
    names = ["f1", *HAND[:11], *["s9"] * 4, "red", "red", "red"]
    assert not compare(reading([]), labelled(names), False).is_hand
    names = ["f1", *HAND[:9], *["s9"] * 4, "red", "red"]
    assert compare(reading([]), labelled(names), False).is_hand
    assert not compare(reading([]), labelled([*HAND[:13], "back"]), False).is_hand


def test_confusions_are_counted_worst_first() -> None:
    outcome = compare(reading([tile("m2", 0), tile("m2", 1), tile("p1", 2)]), labelled(["m3", "m3", "p2"]), False)
    assert confusions([outcome]) == [{"label": "m3", "read": "m2", "count": 2}, {"label": "p2", "read": "p1", "count": 1}]


def folder(path: Path, names: list[str], photos: int = 2) -> Path:
    """A labelled folder with its own class order."""
    order = sorted(CLASS_NAMES, reverse=True)
    for part in ("images", "labels"):
        (path / part).mkdir(parents=True)
    (path / "classes.txt").write_text("\n".join(order))
    for number in range(photos):
        picture, boxes = colour_row(names)
        (path / "images" / f"p{number}.png").write_bytes(encoded(picture, "PNG"))
        lines = [f"{order.index(name)} {(x1 + x2) / 2} {(y1 + y2) / 2} {x2 - x1} {y2 - y1}" for name, (x1, y1, x2, y2) in zip(names, boxes, strict=True)]
        (path / "labels" / f"p{number}.txt").write_text("\n".join(lines) + "\n")
    return path


def test_a_whole_folder(tmp_path: Path) -> None:
    (tmp_path / "manifest.csv").write_text("file,split,subset\np0,set,red\np1,set,blue\np1,other,green\n")
    photos = read_folder(folder(tmp_path / "set", HAND))
    _, boxes = colour_row(HAND)
    figures = evaluate(photos, models(boxes), ignore_outside=True, repair=True)
    assert (figures["photos"], figures["tiles"], figures["tile_accuracy"], figures["whole_hand_exact_repaired"]) == (2, 28, 1.0, 1.0)
    assert figures["map50"] == pytest.approx(1) and figures["p50_ms"] > 0
    assert sorted(figures["by"]["subset"]) == ["blue", "red"] and figures["by"]["tile_height"]["> 80"]["tiles"] == 28
    assert figures["by"]["subset"]["red"]["map50"] == pytest.approx(1)
    assert figures["by"]["slant, degrees"]["< 5"]["photos"] == 2 and figures["by"]["slant, degrees"]["5-15"]["photos"] == 0
    assert "tile_accuracy" in as_text({"labels": "supplied", **figures})
    json.dumps(figures)


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = folder(tmp_path / "set", HAND, photos=1)
    _, boxes = colour_row(HAND)
    # Photos of 1280 x 960 fill a canvas of 640 x 480.
    anchors = [[(x1 + x2) * 320, (y1 + y2) * 240, (x2 - x1) * 640, (y2 - y1) * 480, 0.9, 0] for x1, y1, x2, y2 in boxes]
    tiny_onnx.detector(tmp_path / "tiles.onnx", anchors)
    tiny_onnx.colour_reader(tmp_path / "faces.onnx", COLOURS, names=json.dumps(CLASS_NAMES), margin="0.0")
    assert main(["evaluate", str(data), "--json", "--repair", "--labels", "audited", "--models", str(tmp_path)]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["labels"] == "audited" and figures["tile_accuracy"] == 1
    assert main(["read", str(data / "images" / "p0.png"), "--json", "--models", str(tmp_path)]) == 0
    assert [one["face"] for one in json.loads(capsys.readouterr().out)["tiles"]] == HAND
    assert main(["read", str(data / "images" / "p0.png"), "--models", str(tmp_path)]) == 0
    assert "concealed  m1 m2 m3" in capsys.readouterr().out


def test_the_command_line_refuses_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(tmp_path), "--models", str(tmp_path)]) == 1
    assert "expected images/, labels/ and classes.txt" in capsys.readouterr().err
    assert main(["read", str(tmp_path / "none.jpg"), "--models", str(tmp_path)]) == 1
    assert main(["juggle"]) == 2
    assert "evaluate" in capsys.readouterr().err


def test_folders_in_another_form_are_refused(tmp_path: Path) -> None:
    data = folder(tmp_path / "set", HAND, photos=1)
    (data / "labels" / "p0.txt").write_text("99 0.5 0.5 0.1 0.1")
    with pytest.raises(DatasetError, match=r"p0.txt"):
        read_folder(data)
    (data / "labels" / "p0.txt").unlink()
    with pytest.raises(DatasetError, match=r"p0.png.*has no labels"):
        read_folder(data)
    (data / "classes.txt").write_text("m1 m10")
    with pytest.raises(DatasetError, match="m10"):
        read_folder(data)


def test_corrections_change_and_add_but_never_drop(tmp_path: Path) -> None:
    file = tmp_path / "corrections.toml"
    file.write_text(
        '[[corrections]]\nimage = "photo"\nbox = [0.1, 0.1, 0.12, 0.13]\nwas = "m1"\nnow = "m2"\n'
        '[[corrections]]\nimage = "photo"\nbox = [0.1, 0.1, 0.12, 0.13]\nwas = "m2"\nto = [0.1, 0.1, 0.13, 0.14]\n'
        '[[corrections]]\nimage = "photo"\nadd = true\nface = "east"\nbox = [0.5, 0.5, 0.6, 0.6]\n'
    )
    before = labelled(["m1", "m1"])
    (after,) = audited([before], read_corrections(file))
    assert [CLASS_NAMES[face] for face in after.faces] == ["m2", "m1", "east"]
    assert after.boxes[0].tolist() == [0.1, 0.1, 0.13, 0.14]
    assert [CLASS_NAMES[face] for face in before.faces] == ["m1", "m1"] and before.boxes[0].tolist() == [0.1, 0.1, 0.12, 0.13]
    assert read_corrections(tmp_path / "none.toml") == []


@pytest.mark.parametrize(
    "text",
    [
        '[[corrections]]\nimage = "photo"\nbox = [0.1, 0.1, 0.12, 0.13]\nwas = "m1"\n',
        '[[corrections]]\nimage = "photo"\nbox = [0.1, 0.1]\nwas = "m1"\nnow = "m2"\n',
        '[[corrections]]\nimage = "photo"\nbox = [0.1, 0.1, 0.2, 0.2]\nwas = "m1"\nto = [0.1, 0.1]\n',
        '[[corrections]]\nimage = "photo"\ndrop = true\nbox = [0.1, 0.1, 0.2, 0.2]\n',
    ],
)
def test_unclear_corrections_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "corrections.toml").write_text(text)
    with pytest.raises(DatasetError, match="expected image"):
        read_corrections(tmp_path / "corrections.toml")


def test_a_correction_of_what_is_not_there_is_refused() -> None:
    entry = {"image": "photo", "box": [0.1, 0.1, 0.12, 0.13], "was": "m9", "now": "m2"}
    with pytest.raises(DatasetError, match=r"m9.*photo"):
        audited([labelled(["m1"])], [entry])


def test_detections_need_a_face() -> None:
    with pytest.raises(ValueError, match="without faces"):
        Detection((), place(0), 0.9)
    with pytest.raises(ValueError, match="without area"):
        Box(1, 1, 1, 2)
    assert detection("m1", place(0)).probability == 0.99
