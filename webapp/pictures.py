"""The tile pictures: our own drawings from `datasets.faces`, one small SVG each, kept by the browser."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from flask import Blueprint, Response, abort, request, url_for

from datasets.faces import face_svg
from recognizer.classes import CLASS_INDEX

pictures = Blueprint("pictures", __name__)

_LONG = "public, max-age=31536000, immutable"
# An SVG that is opened by itself is a document: it may style itself and do nothing else.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


@lru_cache(maxsize=64)
def _drawn(face: str) -> str:
    return face_svg(face)


@lru_cache(maxsize=64)
def _version(face: str) -> str:
    """Changes with the drawing, so that a new drawing has a new address."""
    return hashlib.sha256(_drawn(face).encode()).hexdigest()[:8]


def tile_url(face: str) -> str:
    """A page shows some eighty tiles, so their addresses are built once."""
    return _address(request.script_root, face)


@lru_cache(maxsize=256)
def _address(_root: str, face: str) -> str:
    return url_for("pictures.tile", face=face, v=_version(face))


@pictures.get("/tiles/<face>.svg")
def tile(face: str) -> Response:
    """One tile's drawing; `face` is a class name (`p5`, `east`, `back`)."""
    if face not in CLASS_INDEX:
        abort(404)
    response = Response(_drawn(face), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = _LONG
    response.headers["Content-Security-Policy"] = _POLICY
    return response
