"""`python -m datasets.faces FOLDER [--style NAME]`: one SVG a face."""

from __future__ import annotations

import argparse
from pathlib import Path

from datasets.faces import FACE_NAMES, STYLES, face_svg


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m datasets.faces", description="Write our own tile faces as SVG files.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--style", choices=STYLES, default="hong kong")
    parser.add_argument("--no-body", action="store_true", help="the inks alone, without the ivory tile")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for name in FACE_NAMES:
        (args.folder / f"{name}.svg").write_text(face_svg(name, STYLES[args.style], body=not args.no_body), encoding="utf-8")
    print(f"{len(FACE_NAMES)} faces in {args.folder}")


if __name__ == "__main__":
    main()
