"""One line a request, as JSON: what was asked for, how it ended and how long it took. Never a photo, a tile, a name or an address.

What a person did is in the query string and in forms, so neither is written; of the path only the route's own pattern is. A fault of
the server is written with its place in the code, without its message, which may quote what somebody typed.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import time
import traceback
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from flask import Flask, Response, g, got_request_exception, request

LOGGER = "fanlens.requests"
LARGEST_FILE = 1024 * 1024
FILES = 3


def keep(app: Flask) -> None:
    """Note every request of an application; where the lines go, `into` decides."""
    app.before_request(_begin)
    app.after_request(_note)
    got_request_exception.connect(_note_fault, app)


def into(file: Path | None) -> Path | None:
    """Send the lines to a file that never grows beyond a few megabytes, or to standard error. Returns the file that they go to, if any."""
    logger = logging.getLogger(LOGGER)
    for old in list(logger.handlers):
        logger.removeHandler(old)
        old.close()
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    if file is not None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handler = RotatingFileHandler(file, maxBytes=LARGEST_FILE, backupCount=FILES - 1, encoding="utf-8")
        except OSError:  # a folder that cannot be written to is no reason not to serve
            file = None
    handler.setFormatter(logging.Formatter("%(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
    return file


def _begin() -> None:
    g.began = time.perf_counter()


def _note(response: Response) -> Response:
    if logging.getLogger(LOGGER).isEnabledFor(logging.INFO):
        _write(
            {
                "worker": os.getpid(),
                "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
                "method": request.method if request.method in ("GET", "HEAD", "POST", "OPTIONS") else "other",
                "route": request.url_rule.rule if request.url_rule else None,
                "status": response.status_code,
                "ms": round(1000 * (time.perf_counter() - g.get("began", time.perf_counter())), 1),
                "sent": response.content_length,
                **({"fault": g.fault} if "fault" in g else {}),
            }
        )
    return response


def _note_fault(_app: Flask, exception: BaseException, **_more: Any) -> None:
    frames = traceback.extract_tb(exception.__traceback__)[-4:]
    g.fault = f"{type(exception).__name__} at " + " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))


def _write(line: dict[str, Any]) -> None:
    logging.getLogger(LOGGER).info(json.dumps(line, ensure_ascii=False))
