"""What a phone needs to put the page on its home screen: a manifest, and icons drawn from our own tile.

There is no service worker. Browsers allow one only on https or on the laptop itself, and all that it could say without the laptop is
that the laptop is not there.
"""

from __future__ import annotations

import io
import json
from functools import lru_cache

import numpy as np
from flask import Blueprint, Response, abort, url_for
from PIL import Image

from datasets.faces import face_rgba
from webapp.language import current
from webapp.language import gettext as _

installed = Blueprint("installed", __name__)

THEME = "#174c37"
PAPER = "#f6f2e8"
SIZES = (180, 192, 512)
FACE = "red"
_SHARE = 0.58
"""Of the icon's height the tile takes: small enough for a phone that cuts a circle out of it."""
_A_DAY = "public, max-age=86400"


@installed.get("/manifest.webmanifest")
def manifest() -> Response:
    """The name in the reader's language; it opens where a hand begins."""
    icons = [
        {"src": url_for("installed.icon", size=size), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in SIZES[1:]
        for purpose in ("any", "maskable")
    ]
    told = {
        "name": _("Fanlens"),
        "short_name": _("Fanlens"),
        "description": _("Photograph the winning hand. You see the tiles, the Fan and who pays whom."),
        "lang": current(),
        "id": url_for("pages.home"),
        "start_url": url_for("pages.home"),
        "scope": url_for("pages.home"),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": THEME,
        "icons": icons,
    }
    response = Response(json.dumps(told, ensure_ascii=False), mimetype="application/manifest+json")
    response.vary.update(("Cookie", "Accept-Language"))
    return response


@installed.get("/icon-<int:size>.png")
def icon(size: int) -> Response:
    """One square icon."""
    if size not in SIZES:
        abort(404)
    response = Response(drawn(size), mimetype="image/png")
    response.headers["Cache-Control"] = _A_DAY
    return response


@lru_cache(maxsize=len(SIZES))
def drawn(size: int) -> bytes:
    """The red dragon on felt, `size` px square, as PNG."""
    tile = Image.fromarray(np.ascontiguousarray(face_rgba(FACE, height_px=round(size * _SHARE))), "RGBA")
    picture = Image.new("RGBA", (size, size), THEME)
    left, top = (size - tile.width) // 2, (size - tile.height) // 2
    shade = Image.new("RGBA", tile.size, (0, 0, 0, 0))
    shade.paste((8, 30, 21, 255), mask=tile.getchannel("A"))
    picture.alpha_composite(shade, (left, top + size // 40))
    picture.alpha_composite(tile, (left, top))
    packed = io.BytesIO()
    picture.convert("RGB").save(packed, "PNG", optimize=True)
    return packed.getvalue()
