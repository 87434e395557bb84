"""`python -m webapp.screenshots OUT`: a picture of every page at phone size, light and dark, taken with the system Chromium."""

from __future__ import annotations

import argparse
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from werkzeug.serving import WSGIRequestHandler, make_server

from webapp import create_app
from webapp.__main__ import MODELS, load_models
from webapp.uploads import samples

CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""A browser that talks to the page and to nobody else."""

PHONE = {"width": 360, "height": 640}
_SAMPLE = "half-flush"
_HAND = "h-m1.m2.m3.p5.p6.p7.p9.p9.p9.east.eastw~s-red.red.red~b-f1"
_WON = "&seat=east&round=east&won=discard-south&rules=fanorder&asked=fanorder&min=0&opt=bonus_tiles.true"
_ROADS = (
    ("home", "/"),
    ("type-empty", "/type"),
    ("type", f"/type?d={_HAND}"),
    ("type-too-many", "/type?d=h-p5.p5.p5.p5.p5.m1.m2.m3"),
    ("review", "/review?d=h-m1.m2.m3.p5q.p6.p7.p9.p9.p9q.east.east~s-red.red.red~b-f1~x-s3.s4"),
    ("review-sheet", "/review?d=h-m1.m2.m3.p5q.p6.p7&at=3"),
    ("sets", f"/sets?d={_HAND}"),
    ("sets-kong", "/sets?d=h-m1.m2.m3.p5.p6.p7.p9.p9.p9.p9.east.eastg~s-red.red.red.red"),
    ("context", f"/context?d={_HAND}"),
    ("context-problem", f"/result?d={_HAND}"),
    ("result", f"/result?d={_HAND}{_WON}"),
    ("result-low", f"/result?d={_HAND}{_WON.replace('min=0', 'min=8')}"),
    ("context-sichuan", "/context?d=h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.p1.p1~s-p3.p3.p3&rules=sichuan&asked=sichuan"),
    ("context-responsible", "/context?d=h-m1.m2.m3w.m9.m9~s-red.red.red~s-green.green.green~s-white.white.white&rules=mahjong_house&asked=mahjong_house"),
    ("nearest", f"/nearest?d={_HAND.replace('p7', 'p8')}{_WON}"),
    ("guide", "/guide"),
    ("about", "/about"),
    ("error", "/review?d=what"),
)


class _Quiet(WSGIRequestHandler):
    """Pictures are what this command tells, not requests."""

    def log(self, type: str, message: str, *args: object) -> None:
        pass


@contextmanager
def served(app: Any) -> Iterator[str]:
    """The app on a free port of this machine, for as long as the block runs."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()


def chromium() -> str:
    """The system's Chromium. Raises FileNotFoundError, which says what to install."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        raise FileNotFoundError("no Chromium found: install it with `apt-get install chromium fonts-noto-cjk`")
    return found


def main(arguments: list[str] | None = None) -> None:
    from playwright.sync_api import sync_playwright  # a development dependency

    parser = argparse.ArgumentParser(prog="python -m webapp.screenshots", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--width", type=int, default=PHONE["width"])
    parser.add_argument("--height", type=int, default=PHONE["height"])
    chosen = parser.parse_args(arguments)
    chosen.out.mkdir(parents=True, exist_ok=True)
    app = create_app({}, load_models(MODELS))
    with served(app) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(CHROMIUM_ARGUMENTS))
        for scheme, locale in (("light", "en-GB"), ("dark", "en-GB"), ("hant", "zh-HK"), ("hans", "zh-CN")):
            context = browser.new_context(
                viewport={"width": chosen.width, "height": chosen.height},
                device_scale_factor=2,
                has_touch=True,
                color_scheme="dark" if scheme == "dark" else "light",
                locale=locale,
            )
            page = context.new_page()
            for name, road in _ROADS:
                page.goto(address + road, wait_until="networkidle")
                page.screenshot(path=chosen.out / f"{name}-{scheme}.png", full_page=True)
            if app.extensions["fanlens_reader"].ready and samples():
                photo_road(page, address, chosen.out, scheme)
            context.close()
        browser.close()
    stitched(chosen.out)


_STRIP = ("home-light", "photo-review-light", "context-light", "result-light")


def stitched(out: Path) -> None:
    """`road.png`: the four pages of the road side by side, as far down as a phone shows twice over. Nothing where one of them is missing."""
    from PIL import Image

    pages = [out / f"{name}.png" for name in _STRIP]
    if not all(page.is_file() for page in pages):
        return
    pictures = [Image.open(page).convert("RGB") for page in pages]
    width, gap = 360, 16
    shrunk = [picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS) for picture in pictures]
    height = min(900, max(picture.height for picture in shrunk))
    strip = Image.new("RGB", (len(shrunk) * (width + gap) - gap, height), (205, 200, 190))
    for place, picture in enumerate(shrunk):
        strip.paste(picture.crop((0, 0, width, min(height, picture.height))), (place * (width + gap), 0))
    strip.quantize(128).save(out / "road.png", optimize=True)


def photo_road(page: Any, address: str, out: Path, scheme: str) -> None:
    """The sample photo's own pages: they need what only this tab knows."""
    page.goto(address)
    page.locator(f"[data-sample*='{_SAMPLE}']").click()
    page.wait_for_url("**/review?**")
    page.wait_for_load_state("networkidle")
    page.screenshot(path=out / f"photo-review-{scheme}.png", full_page=True)
    page.locator(".tray .tile[data-face]").first.click()
    page.wait_for_timeout(400)
    page.screenshot(path=out / f"photo-sheet-{scheme}.png")


if __name__ == "__main__":
    main()
