"""Labelled folders to and from COCO, beside the YOLO form that everything here reads: what CVAT and Label Studio import and export."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from recognizer.classes import CLASS_INDEX, CLASS_NAMES
from recognizer.errors import DatasetError
from recognizer.labels import Labelled, read_folder, yolo_text

ANNOTATIONS = "annotations.json"


def export_yolo(photos: Sequence[Labelled], out: Path) -> None:
    """`images/`, `labels/`, `classes.txt`, and a `data.yaml` for Ultralytics: class numbers are those of CLASS_NAMES."""
    _copy_images(photos, out)
    (out / "labels").mkdir(parents=True, exist_ok=True)
    for photo in photos:
        (out / "labels" / f"{photo.path.stem}.txt").write_text(yolo_text(photo.faces, photo.boxes))
    (out / "classes.txt").write_text("\n".join(CLASS_NAMES) + "\n")
    names = "".join(f"  {number}: {name}\n" for number, name in enumerate(CLASS_NAMES))
    (out / "data.yaml").write_text(f"path: .\ntrain: images\nval: images\nnames:\n{names}")


def export_coco(photos: Sequence[Labelled], out: Path) -> None:
    """`images/` and `annotations.json` (COCO object detection): category ids are CLASS_NAMES' numbers + 1, boxes x y width height in px."""
    _copy_images(photos, out)
    images: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    for number, photo in enumerate(photos, 1):
        width, height = _size(photo.path)
        images.append({"id": number, "file_name": photo.path.name, "width": width, "height": height})
        for face, (x1, y1, x2, y2) in zip(photo.faces, photo.boxes * [width, height, width, height], strict=True):
            box = [round(float(side), 3) for side in (x1, y1, x2 - x1, y2 - y1)]
            entry = {"id": len(annotations) + 1, "image_id": number, "category_id": int(face) + 1, "bbox": box, "area": round(box[2] * box[3], 3), "iscrowd": 0}
            annotations.append(entry)
    categories = [{"id": number, "name": name, "supercategory": "tile"} for number, name in enumerate(CLASS_NAMES, 1)]
    (out / ANNOTATIONS).write_text(json.dumps({"images": images, "annotations": annotations, "categories": categories}, indent=1))


def import_coco(annotations: Path, images: Path, out: Path) -> int:
    """A labelled folder of a COCO file, its categories mapped by name; returns how many photos. Raises DatasetError, naming every unknown category at once."""
    try:
        data = json.loads(annotations.read_text(encoding="utf-8"))
        categories = {int(one["id"]): str(one["name"]) for one in data["categories"]}
        pictures = {int(one["id"]): one for one in data["images"]}
        boxes = [(int(one["image_id"]), int(one["category_id"]), [float(side) for side in one["bbox"]]) for one in data["annotations"]]
    except (ValueError, KeyError, TypeError) as error:
        raise DatasetError(f"{str(annotations)!r} is no COCO file: {error!r}, expected images, annotations and categories") from error
    unknown = sorted({categories.get(category, str(category)) for _, category, _ in boxes} - set(CLASS_INDEX))
    if unknown:
        raise DatasetError(f"{str(annotations)!r} names {unknown}, expected names such as 'm1', 'east', 'back'")
    photos = []
    for number, picture in pictures.items():
        path = images / Path(str(picture["file_name"])).name
        if not path.is_file():
            raise DatasetError(f"no picture {path.name!r} in {str(images)!r}, which {annotations.name!r} names")
        mine = [(category, box) for image, category, box in boxes if image == number]
        table = np.array([box for _, box in mine], np.float64).reshape(-1, 4) / ([float(picture["width"]), float(picture["height"])] * 2)
        corners = np.hstack([table[:, :2], table[:, :2] + table[:, 2:]])
        photos.append(Labelled(path, "", corners, np.array([CLASS_INDEX[categories[category]] for category, _ in mine], np.int64)))
    export_yolo(photos, out)
    return len(photos)


def export(folder: Path, out: Path, form: str) -> int:
    """A labelled folder in another form, `yolo` or `coco`; returns how many photos. Raises DatasetError."""
    photos = read_folder(folder)
    {"yolo": export_yolo, "coco": export_coco}[form](photos, out)
    return len(photos)


def _copy_images(photos: Sequence[Labelled], out: Path) -> None:
    (out / "images").mkdir(parents=True, exist_ok=True)
    for photo in photos:
        shutil.copyfile(photo.path, out / "images" / photo.path.name)


def _size(path: Path) -> tuple[int, int]:
    pixels = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if pixels is None:
        raise DatasetError(f"not a picture: {str(path)!r}")
    return int(pixels.shape[1]), int(pixels.shape[0])
