"""The OpenAPI document of the JSON API, built from the same tables as the answers; `tests/webapp/test_openapi.py` holds it against them."""

from __future__ import annotations

from functools import lru_cache
from importlib import metadata
from typing import Any

from webapp import api_answers, api_forms
from webapp.api_forms import Schema
from webapp.door import COOKIE, HEADER
from webapp.house import rule_sets


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """OpenAPI 3.1, whose schemas are JSON Schema 2020-12."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fanlens",
            "version": metadata.version("fanlens"),
            "description": "Hong Kong mahjong: a photo to its tiles, a hand to its Fan and payments. Nothing is kept but what a page was asked to "
            "keep. On the laptop itself no key is needed; another machine shows the code that stands on the laptop's screen, in a header or a cookie.",
            "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        },
        "paths": {
            "/api/score": {"post": _operation("score", "Score a hand", _json_body("Case"), {"200": "Scored", "422": "Refused"})},
            "/api/compare": {"post": _operation("compare", "The hand under every rule set at once", _json_body("Case"), {"200": "Compared", "422": "Refused"})},
            "/api/what-if": {
                "post": _operation("whatIf", "What one change of circumstance would do", _json_body("Case"), {"200": "Changed", "422": "Refused"})
            },
            "/api/nearest": {
                "post": _operation(
                    "nearest",
                    "The hands one or two tiles away from tiles that make none",
                    _json_body("Case"),
                    {"200": "Nearest", "422": "Refused", "503": "Error"},
                )
            },
            "/api/settle": {
                "post": _operation(
                    "settle", "Payments for several winners, kongs and the end of the wall", _json_body("Settlement"), {"200": "Settled", "422": "Refused"}
                )
            },
            "/api/read": {
                "post": _operation(
                    "read", "Read the tiles in a photo", _photo_body(), {"200": "Reading", "404": "Error", "415": "Error", "422": "Error", "503": "Error"}
                )
            },
            "/api/tile-sets": {"get": _listing("tileSets", "The house's own tile sets, and what is known of each", "TileSets")},
            "/api/hands/{name}": {"get": _look_up("record", "A hand on record; its name is its key, and no code is needed", "Record")},
            "/api/tables": {"get": _listing("tables", "The tables that were written to last", "Tables")},
            "/api/tables/{name}": {"get": _look_up("table", "A table's ledger with every version of every entry", "Ledger")},
            "/api/openapi.json": {"get": {"operationId": "describe", "summary": "This document", "responses": {"200": {"description": "OpenAPI 3.1"}}}},
        },
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {
                "code": {"type": "apiKey", "in": "header", "name": HEADER, "description": "the join code, from another machine"},
                "joined": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "the same, as a joined phone has it"},
            },
        },
        # An empty entry: on the laptop itself, or where the page was started with --open.
        "security": [{}, {"code": []}, {"joined": []}],
    }


def _schemas() -> dict[str, Schema]:
    return {
        "Tile": api_forms.TILE,
        "Case": api_forms.case(),
        "Settlement": api_forms.settlement(),
        **{f"Options_{name}": api_forms.options_of(name) for name in rule_sets()},
        "Scored": api_answers.SCORED,
        "Settled": api_answers.SETTLED,
        "Refused": api_answers.REFUSED,
        "Reading": api_answers.READING,
        "Compared": api_answers.COMPARED,
        "Changed": api_answers.CHANGED,
        "Nearest": api_answers.NEAREST,
        "Record": api_answers.RECORD,
        "TileSets": api_answers.TILE_SETS,
        "Tables": api_answers.TABLES,
        "Ledger": api_answers.LEDGER,
        "Error": api_answers.ERROR,
    }


def _operation(name: str, summary: str, body: Schema, answers: dict[str, str]) -> Schema:
    told = {"400": "Error", "403": "Error", "413": "Error", **answers}
    return {
        "operationId": name,
        "summary": summary,
        "requestBody": body,
        "responses": {status: _answer(status, schema) for status, schema in sorted(told.items())},
    }


def _look_up(name: str, summary: str, schema: str) -> Schema:
    parameter = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}, "description": "as it stands in the page's address"}
    told = {"200": schema, "403": "Error", "404": "Error", "503": "Error"}
    return {
        "operationId": name,
        "summary": summary,
        "parameters": [parameter],
        "responses": {status: _answer(status, told[status]) for status in sorted(told)},
    }


def _listing(name: str, summary: str, schema: str) -> Schema:
    told = {"200": schema, "403": "Error", "503": "Error"}
    return {"operationId": name, "summary": summary, "responses": {status: _answer(status, told[status]) for status in sorted(told)}}


def _answer(status: str, schema: str) -> Schema:
    words = {
        "200": "done", "400": "malformed: not JSON, a wrong type, an unknown key or word", "403": "from another site's page, or without the join code",
        "404": "there is none of that name", "413": "more than the server takes", "415": "not a photo", "422": "understood and refused",
        "503": "no reader free, a search is on, or the store is away: see Retry-After",
    }  # fmt: skip
    headers = {"Retry-After": {"schema": {"type": "integer"}, "description": "seconds"}} if status == "503" else {}
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
    return {"description": words[status], "content": content, **({"headers": headers} if headers else {})}


def _json_body(schema: str) -> Schema:
    return {"required": True, "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}}


def _photo_body() -> Schema:
    photo = {"type": "string", "contentMediaType": "image/*", "description": "JPEG, PNG, WebP or HEIC; it is read and forgotten"}
    tile_set = {"type": "string", "description": "the `id` of one of the house's own tile sets (/api/tile-sets) that the photo is read as"}
    form = {"type": "object", "properties": {"photo": photo, "set": tile_set}, "required": ["photo"]}
    return {"required": True, "content": {"multipart/form-data": {"schema": form}}}
