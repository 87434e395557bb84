"""`python -m datasets`: what the networks learn from, and the photos that the project ships."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from datasets.convert import export, import_coco
from datasets.groups import MANIFEST, manifest_text
from datasets.photos import read_split
from datasets.prepare import material, prepare, renders, write_photo_folder
from datasets.samples import write_samples, write_test_photos
from recognizer.errors import DatasetError, told_of


def main(arguments: list[str] | None = None) -> int:
    """Run one subcommand; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m datasets", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    groups = commands.add_parser("groups", help="write the committed list of training and validation groups anew")
    groups.add_argument("photos", type=Path, help="folder with train/, val/ and manifest.csv")

    ready = commands.add_parser("prepare", help="photos, faces and backgrounds -> what `python -m recognizer train` reads")
    ready.add_argument("photos", type=Path, help="folder with train/ and manifest.csv")
    ready.add_argument("out", type=Path)
    ready.add_argument("--canvases", type=int, default=1500)
    ready.add_argument("--renders", type=int, default=1200, help="rendered photos for the detector")
    ready.add_argument("--crop-renders", type=int, default=1500, help="rendered photos to cut crops from, some 17 each; 0: only what the detector needs")
    ready.add_argument(
        "--without", action="append", default=[], metavar="SUBSET", help="leave a subset of the photos out, to see how its sets are read unlearnt"
    )
    ready.add_argument("--complete-with", type=Path, help="folder with a tiles.onnx that finds what photos leave unlabelled: adds whole photos")

    drawn = commands.add_parser("render", help="rendered hands as a labelled photo folder")
    drawn.add_argument("out", type=Path, help="a split folder, for example renders/val")
    drawn.add_argument("--count", type=int, default=100)
    drawn.add_argument("--size", default="1600x1200", help="WIDTHxHEIGHT in pixels")
    drawn.add_argument("--held-out", action="store_true", help="only tile sets that are kept out of training")

    shipped = commands.add_parser("samples", help="the photos that the project ships: the page's samples and the tests' photos")
    shipped.add_argument("samples", type=Path, help="folder for NAME.jpg and NAME.json")
    shipped.add_argument("tests", type=Path, help="folder for images/, labels/ and classes.txt")

    out = commands.add_parser("export", help="a labelled folder as YOLO or COCO, for Label Studio, CVAT or another trainer")
    out.add_argument("folder", type=Path, help="images/, labels/ and classes.txt")
    out.add_argument("out", type=Path)
    out.add_argument("--format", choices=("yolo", "coco"), default="yolo")

    back = commands.add_parser("import", help="a COCO file and its pictures as a labelled folder")
    back.add_argument("annotations", type=Path, help="the COCO JSON file")
    back.add_argument("images", type=Path, help="folder of its pictures")
    back.add_argument("out", type=Path)

    for command in (ready, drawn):
        command.add_argument("--faces", type=Path, help="folder of tile sets, one sub-folder each (our own drawings are always used)")
        command.add_argument("--fonts", type=Path, help="folder of fonts to write characters and figures with, in two of three of our own drawings")
        command.add_argument("--icons", type=Path, help="folder of icon collections (Iconify's icons.json) for birds, flowers and seasons in some of them")
        command.add_argument("--backgrounds", type=Path, help="folder of pictures to lay tiles on (our own tables are always used)")
        command.add_argument("--seed", type=int, default=1)

    options = parser.parse_args(arguments)
    try:
        if options.command == "groups":
            MANIFEST.write_text(manifest_text(read_split(options.photos / "train"), read_split(options.photos / "val")))
        elif options.command == "prepare":
            prepare(
                options.photos,
                options.faces,
                options.backgrounds,
                options.out,
                canvases=options.canvases,
                detector_renders=options.renders,
                crop_renders=options.crop_renders,
                seed=options.seed,
                complete_with=options.complete_with,
                fonts=options.fonts,
                icons=options.icons,
                without=options.without,
            )
        elif options.command == "export":
            print(f"{export(options.folder, options.out, options.format)} photos in {options.out}")
        elif options.command == "import":
            print(f"{import_coco(options.annotations, options.images, options.out)} photos in {options.out}")
        elif options.command == "samples":
            write_samples(options.samples)
            write_test_photos(options.tests)
        else:
            width, height = (int(side) for side in options.size.split("x"))
            stuff = material(options.faces, options.backgrounds, options.out, options.held_out, options.fonts, options.icons)
            count = write_photo_folder(renders(stuff, options.count, options.seed, width, height, bonus_weight=0.2), options.out, f"r{options.seed}")
            print(f"{count} rendered photos in {options.out}")
    except (DatasetError, OSError) as error:
        print(f"datasets: {told_of(error) if isinstance(error, OSError) else error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
