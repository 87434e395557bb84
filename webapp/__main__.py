"""`python -m webapp`: serve the page to every phone in the same network."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from pathlib import Path
from typing import Any

import waitress

from recognizer.apart import Apart
from recognizer.errors import ModelError, told_of
from recognizer.read import Models
from webapp import create_app, door, journal, lan, warm
from webapp.app import LARGEST_UPLOAD
from webapp.store import default_url, home_folder
from webapp.store.engine import AddressError

MOST_DAYS = 3650
IN_MEMORY = 2 * 1024 * 1024
"""Bytes of a request that arrive without a file on the disk: any photo that a phone has made smaller, with room to spare."""
MODELS = Path(__file__).resolve().parent.parent / "models"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m webapp", description="Serve the Fanlens page to the phones in this network.")
    parser.add_argument("--port", type=int, default=8000, help="the port to serve on (default 8000)")
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: every one)")
    parser.add_argument("--models", type=Path, default=MODELS, help="the folder with tiles.onnx and faces.onnx")
    parser.add_argument("--data", type=Path, default=None, help=f"the folder where hands and ledgers are kept (default {home_folder()})")
    parser.add_argument("--keep-photos", type=float, default=30, metavar="DAYS", help="how long a photo is kept that somebody asked to keep (default 30)")
    parser.add_argument("--open", action="store_true", help="let every machine in this network in, without the code")
    parser.add_argument("--log", help="the file for a line a request, or - for the terminal (default: fanlens.log in the folder of your data)")
    chosen = parser.parse_args(arguments)
    if not 0 < chosen.port < 65536:  # the system would wrap it round and serve elsewhere than the printed addresses say
        parser.error(f"argument --port: {chosen.port} is no port, expected 1 to 65535")
    if not 0 <= chosen.keep_photos <= MOST_DAYS:
        parser.error(f"argument --keep-photos: {chosen.keep_photos:g} days, expected 0 to {MOST_DAYS}")
    token = None if chosen.open else os.environ.get("FANLENS_JOIN_TOKEN") or door.new_token()
    readers = max(1, (os.cpu_count() or 1) // 4)
    models = models_apart(chosen.models, readers)
    config = {"TRUSTED_HOSTS": lan.trusted_hosts(chosen.port), "READERS": readers, "JOIN_TOKEN": token, "KEEP_PHOTOS_DAYS": chosen.keep_photos}
    outward = lan.addresses()[0]
    if chosen.host == "0.0.0.0" and outward != "127.0.0.1":
        config["LAN_ADDRESS"] = outward
    try:
        app = create_app({**config, "DATABASE_URL": address(chosen.data)}, models)
    except AddressError as error:
        print(error, file=sys.stderr)
        return 1
    warm.up(app)
    try:
        # Photos wait for the models in their own threads, so a few more threads keep the other pages quick. The server takes
        # more bytes than the page does, so that it is the page that says why a file is too large.
        server = waitress.create_server(
            app,
            host=chosen.host,
            port=chosen.port,
            threads=8 + 3 * readers,
            max_request_body_size=4 * LARGEST_UPLOAD,
            inbuf_overflow=IN_MEMORY,
            ident=None,
        )
    except OSError as error:
        print(f"Port {chosen.port} cannot be used ({error.strerror or error}). Choose another: python -m webapp --port {chosen.port + 1}", file=sys.stderr)
        return 1
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a moment's queue is no news at a table
    log = journal.into(None if chosen.log == "-" else Path(chosen.log) if chosen.log else (chosen.data or home_folder()) / "fanlens.log")
    announce(chosen.port, token)
    if log:
        print(f"A line for each request is written to {log}", flush=True)
    try:
        server.run()
    except KeyboardInterrupt:
        print("Stopped.")
    return 0


def address(folder: Path | None) -> str:
    """Where hands and ledgers are kept: the folder that was named, else `DATABASE_URL`, else this user's own folder."""
    return default_url(folder) if folder else os.environ.get("DATABASE_URL") or default_url(home_folder())


def load_models(folder: Path) -> Any:
    """Both networks in this process, or None with a plain word on the terminal: typing tiles needs none."""
    try:
        return Models.load(folder)
    except (ModelError, OSError) as error:
        _tell(error)
        return None


def models_apart(folder: Path, at_once: int) -> Apart:
    """Both networks in processes of their own, with a plain word on the terminal where they do not load; they are tried again once the files change."""
    models = Apart(folder, at_once)
    try:
        models.start()
    except ModelError as error:
        _tell(error)
    return models


def _tell(error: Exception) -> None:
    print(f"Photos cannot be read: {told_of(error) if isinstance(error, OSError) else error}\nTyping tiles by hand works all the same.", file=sys.stderr)


def announce(port: int, token: str | None = None) -> None:
    """Print where the page is; the QR code holds the first address, the likeliest to be the home network's, and the code to join with."""
    urls = [f"http://{address}:{port}/{f'?join={token}' if token else ''}" for address in lan.addresses()]
    print("Fanlens is ready. Open it on a phone in the same Wi-Fi:\n")
    print(lan.qr_code(urls[0]))
    for url in urls:
        print(f"  {url}")
    print("\nCtrl+C stops it.", flush=True)


if __name__ == "__main__":
    sys.exit(main())
