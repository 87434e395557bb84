"""What every first page would otherwise wait for, done before anybody is let in: tiles drawn, templates compiled, tables worked out.

The first phone of an evening would meet it once, but a table's four phones open the page at the same moment, each doing the whole work
beside the others.
"""

from __future__ import annotations

import json

from flask import Flask

from webapp import door
from webapp.catalogue import LANGUAGES

_HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
_PAGES = ("/", f"/review?d={_HAND}", f"/sets?d={_HAND}", f"/context?d={_HAND}", f"/result?d={_HAND}&seat=south&won=discard-west&asked=none", "/guide")
_CASE = {
    "ruleset": "fanorder",
    "hand": {"concealed": [f"p{rank}" for rank in range(1, 10)] + ["s1", "s2", "s3", "m5"], "winning_tile": "m5"},
    "context": {"seat": "east", "round": "east", "win": "self_draw"},
}


def up(app: Flask) -> list[tuple[str, int]]:
    """Ask the application for its own pages, in every language; the address and status of each that was not answered with a page."""
    client = app.test_client(use_cookies=False)
    known = {door.HEADER: app.config["JOIN_TOKEN"] or ""}
    odd = []
    for language in LANGUAGES:
        for page in _PAGES:
            response = client.get(page, base_url="http://localhost", headers={**known, "Accept-Language": language})
            odd += [(page, response.status_code)] if response.status_code != 200 else []
    response = client.post("/api/score", base_url="http://localhost", headers=known, data=json.dumps(_CASE))
    return odd + ([("/api/score", response.status_code)] if response.status_code != 200 else [])
