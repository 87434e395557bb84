"""What the API answers, as JSON Schema. A test validates real answers against it."""

from __future__ import annotations

from recognizer.classes import CLASS_NAMES
from recognizer.reading import DoubtKind, GroupKind
from scoring.errors import Refusal
from webapp.api_forms import SEAT, SEATS, TILE, Schema, closed, or_null
from webapp.catalogue import LANGUAGES

_TILES: Schema = {"type": "array", "items": TILE}
_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "number"}
_INDEX: Schema = {"type": "integer", "minimum": 0}
_FACE: Schema = {"enum": list(CLASS_NAMES)}
_BOX: Schema = {"type": "array", "items": _NUMBER, "minItems": 4, "maxItems": 4, "description": "x1 y1 x2 y2 in pixels of the upright photo"}

_FIELD: Schema = {**_TEXT, "description": "where in the request, as in hand.melds[0].kind; empty for the whole of it"}
_GROUPING: Schema = {
    "type": "array",
    "items": closed(
        {"kind": _TEXT, "tiles": _TILES, "concealed": {"type": "boolean"}, "has_winning_tile": {"type": "boolean"}},
        ["kind", "tiles", "concealed", "has_winning_tile"],
    ),
}
_NAMES: Schema = {"id": _TEXT, "name": _TEXT, "name_en": _TEXT, "name_zh": _TEXT, "tiles": _TILES}
_SCORE: Schema = {
    "lines": {"type": "array", "items": {"type": "array", "items": {"type": ["string", "integer"]}, "minItems": 2, "maxItems": 2}},
    "total_before_cap": {"type": "integer"},
    "total": {"type": "integer"},
    "reasons": {
        "type": "array",
        "items": closed({**_NAMES, "fan": {"type": "integer"}, "clause": _TEXT, "source": _TEXT}, [*_NAMES, "fan", "clause", "source"]),
    },
    "not_counted": {
        "type": "array",
        "items": closed(
            {**_NAMES, "lacks": _TILES, "because": _TEXT, "by": or_null(_TEXT), "clause": _TEXT, "source": or_null(_TEXT)},
            [*_NAMES, "lacks", "because", "by", "clause", "source"],
        ),
    },
    "grouping": _GROUPING,
    "winning_place": {**_TEXT, "description": "where the winning tile was taken to sit, and what the hand would come to elsewhere"},
    "other_groupings": {"type": "array", "items": closed({"total_before_cap": {"type": "integer"}, "grouping": _GROUPING}, ["total_before_cap", "grouping"])},
}
_CLAUSES: Schema = {"type": "array", "items": closed({"clause": _TEXT, "source": _TEXT}, ["clause", "source"])}
_PAID: Schema = {
    "payouts": closed({seat: {"type": "integer"} for seat in SEATS}, SEATS, description="points by seat, summing to zero"),
    "payments": {
        "type": "array",
        "items": closed({"payer": SEAT, "payee": SEAT, "points": {"type": "integer", "minimum": 1}, "because": _TEXT}, ["payer", "payee", "points", "because"]),
    },
}


def _codes(kind: type[Refusal]) -> list[str]:
    """The codes of every refusal there is, in the order of the error tree."""
    return [code for sub in kind.__subclasses__() for code in (sub.code, *_codes(sub))]


_REFUSAL_CODES = _codes(Refusal)

_PAYING: Schema = {
    "ignored": {"type": "array", "items": {"enum": ["void_suit", "already_won", "after_kong_discard"]}, "description": "what means nothing at this table"},
    "paying": {**_CLAUSES, "description": "how a total is paid at this table"},
}
SCORED: Schema = closed({"ok": {"const": True}, **_SCORE, **_PAID, **_PAYING}, ["ok", *_SCORE, *_PAID, *_PAYING])
_SETTLING: Schema = {**_PAID, "paying": _PAYING["paying"]}
SETTLED: Schema = closed({"ok": {"const": True}, **_SETTLING}, ["ok", *_SETTLING])
REFUSED: Schema = closed(
    {
        "ok": {"const": False},
        "error": {"enum": _REFUSAL_CODES},
        "reason": _TEXT,
        "message": {**_TEXT, "description": "one sentence for a player"},
        "detail": _TEXT,
        "field": _FIELD,
        "fan": {"type": "integer"},
        **_SCORE,
    },
    ["ok", "error", "detail"],
    description="understood, and not worth anything: `error` says why; below_minimum still carries the whole score",
)
_LINE: Schema = closed({"id": _TEXT, "name": _TEXT, "here": {"type": "integer"}, "there": {"type": "integer"}}, ["id", "name", "here", "there"])
_DIFFERS: Schema = closed(
    {key: {"type": "array", "items": _LINE} for key in ("more", "less", "other_value")},
    ["more", "less", "other_value"],
    description="the patterns that count at the case's own table alone, at this one alone, and at both at another value",
)
_TABLE: Schema = {"ruleset": _TEXT, "title": _TEXT, "differs": _DIFFERS}


def _at_a_table(answered: Schema) -> Schema:
    return closed({**_TABLE, **answered["properties"]}, [*_TABLE, *answered["required"]])


COMPARED: Schema = closed(
    {"ok": {"const": True}, "tables": {"type": "array", "items": {"anyOf": [_at_a_table(SCORED), _at_a_table(REFUSED)]}}},
    ["ok", "tables"],
    description="the case's own table first; an entry whose `ok` is false says why the hand does not win there",
)
_OUTCOME: Schema = {"ok": {"type": "boolean"}, "total": {"type": "integer"}, "lines": _SCORE["lines"]}
CHANGED: Schema = closed(
    {
        "ok": {"const": True},
        "changes": {
            "type": "array",
            "items": closed(
                {
                    "change": {"type": "object", "minProperties": 1, "description": "what is laid over the context or, as winning_tile, over the hand"},
                    "text": _TEXT,
                    **_OUTCOME,
                    "difference": {"type": "integer", "description": "Fan before the cap, against the case as it stands"},
                },
                ["change", "text", *_OUTCOME, "difference"],
            ),
        },
    },
    ["ok", "changes"],
)
NEAREST: Schema = closed(
    {
        "ok": {"const": True},
        "hands": {
            "type": "array",
            "items": closed(
                {
                    "out": _TILES,
                    "in": _TILES,
                    "hand": closed({"concealed": _TILES, "winning_tile": TILE}, ["concealed", "winning_tile"]),
                    **_OUTCOME,
                    "total_before_cap": {"type": "integer"},
                },
                ["out", "in", "hand", *_OUTCOME, "total_before_cap"],
            ),
        },
    },
    ["ok", "hands"],
    description="empty where no hand is one or two tiles away",
)
ERROR: Schema = closed(
    {"ok": {"const": False}, "error": _TEXT, "detail": {**_TEXT, "description": "one sentence for a person"}, "field": _FIELD}, ["ok", "error", "detail"]
)

_TILE_READ: Schema = closed(
    {
        "face": _FACE,
        "box": _BOX,
        "alternatives": {
            "type": "array",
            "items": {"type": "array", "items": {"anyOf": [_FACE, _NUMBER]}, "minItems": 2, "maxItems": 2},
            "description": "[face, probability], best first",
        },
        "doubtful": {"type": "boolean"},
        "reason": {"enum": [*(kind.value for kind in DoubtKind), None]},
        "group": or_null(_INDEX),
    },
    ["face", "box", "alternatives", "doubtful"],
)
READING: Schema = closed(
    {
        "image": closed({"width": _INDEX, "height": _INDEX}, ["width", "height"]),
        "tiles": {"type": "array", "items": _TILE_READ},
        "groups": {
            "type": "array",
            "items": closed({"kind": {"enum": [kind.value for kind in GroupKind]}, "tiles": {"type": "array", "items": _INDEX}}, ["kind", "tiles"]),
        },
        "doubts": {
            "type": "array",
            "items": closed(
                {"kind": {"enum": [kind.value for kind in DoubtKind]}, "box": _BOX, "text": _TEXT, "tile": or_null(_INDEX)}, ["kind", "box", "text"]
            ),
        },
        "suggestion": or_null(
            closed(
                {
                    "changes": {"type": "array", "items": closed({"tile": _INDEX, "from": _FACE, "to": _FACE}, ["tile", "from", "to"])},
                    "probability": _NUMBER,
                    "text": _TEXT,
                },
                ["changes", "probability", "text"],
            )
        ),
        "model": closed({"version": _TEXT}, ["version"]),
    },
    ["image", "tiles", "groups", "doubts", "suggestion", "model"],
)

_ANY: Schema = {"type": "object"}
RECORD: Schema = closed(
    {
        "id": _TEXT,
        "made_at": {"type": "integer", "description": "seconds since 1970, UTC"},
        "photos": {"type": "array", "items": _INDEX, "description": "the photos that are still kept, at /hands/{name}/photo-{number}.jpg"},
        "form": {"const": 1},
        "program": _TEXT,
        "d": {**_TEXT, "description": "the tiles as they were corrected"},
        "answers": {"type": "array", "items": {"type": "array", "items": _TEXT, "minItems": 2, "maxItems": 2}},
        "read": or_null(
            closed(
                {
                    "photos": {"type": "array", "items": closed({"width": _INDEX, "height": _INDEX}, ["width", "height"])},
                    "tiles": {"type": "array", "items": _ANY},
                    "model": _TEXT,
                },
                ["photos", "tiles", "model"],
                description="what the maker's browser says was read; null for typed tiles",
            )
        ),
        "case": _ANY,
        "names": {"type": "object", "additionalProperties": _TEXT, "description": "players by seat"},
        "rules": closed({"name": _TEXT, "version": _TEXT, "table": _ANY}, ["name", "version", "table"], description="the rules of then, whole"),
        "told": closed(
            {tongue: {"anyOf": [{"$ref": "#/components/schemas/Scored"}, {"$ref": "#/components/schemas/Refused"}]} for tongue in LANGUAGES},
            list(LANGUAGES),
            description="the answer as it was given",
        ),
    },
    ["id", "made_at", "photos", "form", "program", "d", "answers", "read", "case", "names", "rules", "told"],
)

_PLAYER: Schema = {**_INDEX, "description": "a player's place in `players`"}
_VERSIONS: Schema = {
    "type": "array",
    "minItems": 1,
    "items": closed({"version": {"type": "integer", "minimum": 1}, "made_at": {"type": "integer"}, "body": _ANY}, ["version", "made_at", "body"]),
    "description": "oldest first; the last one holds",
}
TABLES: Schema = closed(
    {
        "tables": {
            "type": "array",
            "items": closed(
                {
                    "id": _TEXT,
                    "made_at": {"type": "integer"},
                    "last_at": {"type": "integer"},
                    "name": _TEXT,
                    "players": {"type": "array", "items": _TEXT, "minItems": 4},
                },
                ["id", "made_at", "last_at", "name", "players"],
            ),
        }
    },
    ["tables"],
    description="the tables that were written to last",
)
TILE_SETS: Schema = closed(
    {
        "sets": {
            "type": "array",
            "items": closed(
                {
                    "id": _TEXT,
                    "name": _TEXT,
                    "made_at": {"type": "integer"},
                    "taught_at": {"type": "integer"},
                    "known": {"type": "object", "propertyNames": TILE, "additionalProperties": {"type": "integer", "minimum": 1}},
                },
                ["id", "name", "made_at", "taught_at", "known"],
            ),
        }
    },
    ["sets"],
    description="the set that was taught last first; `known` counts the examples of each face",
)
LEDGER: Schema = closed(
    {
        "id": _TEXT,
        "setups": _VERSIONS,
        "now": closed(
            {
                "hand": {"type": "integer", "minimum": 1},
                "round": SEAT,
                "seats": closed({seat: _PLAYER for seat in SEATS}, SEATS),
                "out": {"type": "array", "items": SEAT},
            },
            ["hand", "round", "seats", "out"],
            description="the hand about to be played",
        ),
        "entries": {
            "type": "array",
            "items": closed(
                {
                    "number": {"type": "integer", "minimum": 1},
                    "counts": {"type": "boolean", "description": "false for what was undone"},
                    "versions": _VERSIONS,
                },
                ["number", "counts", "versions"],
            ),
        },
        "totals": {"type": "array", "items": {"type": "integer"}, "description": "points by player, summing to zero"},
        "transfers": {
            "type": "array",
            "items": closed({"payer": _PLAYER, "payee": _PLAYER, "points": {"type": "integer", "minimum": 1}}, ["payer", "payee", "points"]),
            "description": "the fewest payments that bring everyone to zero",
        },
    },
    ["id", "setups", "now", "entries", "totals", "transfers"],
)
