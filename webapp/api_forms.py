"""The JSON forms that the API reads, as JSON Schema: made from the rule sets and tiles themselves, so they cannot fall behind."""

from __future__ import annotations

from typing import Any

from scoring.melds import MeldKind
from scoring.rulesets import ALIASES, MOST_FAN, Option, load_ruleset
from scoring.tiles import ALL_TILES, Wind
from webapp.house import rule_sets

Schema = dict[str, Any]

SEATS = [wind.value for wind in Wind]
SEAT: Schema = {"enum": SEATS}
TILE: Schema = {
    "enum": [tile.code for tile in ALL_TILES],
    "description": "m characters, p dots, s bamboo, winds and dragons by name, f1-f4 plum to bamboo, q1-q4 spring to winter",
}
# A code that names no tile is a refusal (`invalid_tile`), not a malformed form, so the form only asks for text.
_TILE_TEXT: Schema = {"type": "string", "description": "a tile code, see Tile"}
_TILES: Schema = {"type": "array", "items": _TILE_TEXT, "maxItems": 40}
_FLAG: Schema = {"type": ["boolean", "null"]}
_FAN: Schema = {"type": "integer", "minimum": 0, "maximum": MOST_FAN}


_HOUSE: Schema = {
    "type": ["object", "null"],
    "description": "a table's own rules: the lines that differ from the rule set, with the tables and keys of its TOML file, as in "
    '{"minimum": 1, "fan": {"pattern": {"all_pongs": 2}}}; an option of its own goes here too, and is then taken in `options`',
}


def closed(properties: Schema, required: list[str] | None = None, **more: Any) -> Schema:
    """An object with no other keys."""
    return {"type": "object", "properties": properties, "required": required or [], "additionalProperties": False, **more}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _words(*words: str) -> Schema:
    return {"enum": [*words, None]}


HAND: Schema = closed(
    {
        "concealed": {**_TILES, "description": "tiles held, without the winning tile and without melds"},
        "winning_tile": {**_TILE_TEXT, "description": "the tile that completed the hand"},
        "melds": or_null({"type": "array", "items": closed({"kind": {"enum": [kind.value for kind in MeldKind]}, "tiles": _TILES}, ["kind", "tiles"])}),
        "bonus": or_null({**_TILES, "description": "flowers and seasons"}),
    },
    ["concealed", "winning_tile"],
)

CONTEXT: Schema = closed(
    {
        "seat": SEAT,
        "round": SEAT,
        "win": {"enum": ["discard", "self_draw", "rob_kong"]},
        "discarder": {**_words(*SEATS), "description": "who threw the tile, or was robbed of the kong"},
        "replacement": _words("kong", "flower", "kong_on_kong"),
        "last_tile": _FLAG,
        "last_discard": _FLAG,
        "after_kong_discard": _FLAG,
        "opening": _words("heavenly", "earthly", "human"),
        "robbed": _words("added", "concealed"),
        "responsible": {**_words(*SEATS), "description": "who pays for everyone (包)"},
        "already_won": {**or_null({"type": "array", "items": SEAT}), "description": "seats out of the hand; ignored where play ends with the first win"},
        "void_suit": {**_words("m", "s", "p"), "description": "the suit the winner declared void; where none is, it is ignored and the answer says so"},
    },
    ["seat", "round", "win"],
)


def _option(option: Option) -> Schema:
    """What one option takes. JSON Schema counts true and 1 as different, as the scorer does."""
    if option.choices:
        return {"enum": list(option.choices), "default": option.default}
    if isinstance(option.default, bool):
        return {"type": "boolean", "default": option.default}
    return {"type": "integer", "minimum": option.least, "maximum": option.most, "default": option.default}


def options_of(name: str) -> Schema:
    """The options of one rule set, closed: another rule set's option is malformed here."""
    rules = load_ruleset(name)
    own = {option.name: _option(option) for option in rules.options.values()}
    return closed({"min": {**_FAN, "default": rules.minimum}, "cap": {**or_null(_FAN), "default": rules.limit}, **own}, title=f"Options of {name}")


def _for_rule_sets(properties: Schema, required: list[str], title: str) -> Schema:
    """One branch a rule set (and its aliases), told apart by `ruleset`."""
    branches = []
    for name in rule_sets():
        names = [name, *(alias for alias, known in ALIASES.items() if known == name)]
        branches.append(
            closed(
                {"ruleset": {"enum": names}, "house": _HOUSE, "options": or_null({"$ref": f"#/components/schemas/Options_{name}"}), **properties},
                ["ruleset", *required],
            )
        )
    return {"title": title, "oneOf": branches}


def case() -> Schema:
    """The body of `/api/score`."""
    return _for_rule_sets({"hand": HAND, "context": CONTEXT}, ["hand", "context"], "A hand and how it was won")


def settlement() -> Schema:
    """The body of `/api/settle`."""
    claim = closed({"seat": SEAT, "total": {**_FAN, "description": "Fan"}, "responsible": _words(*SEATS)}, ["seat", "total"])
    kong = {
        "kind": _words("concealed", "exposed", "added"),
        "by": _words(*SEATS),
        "from": {**_words(*SEATS), "description": "exposed: who discarded"},
        "robbed": {"type": ["boolean", "string", "null"]},
        "just_drawn": {**_FLAG, "description": "an added kong: its tile was just drawn, not held from before"},
        "dealt_in": {**_words(*SEATS), "description": "who won on the discard right after the kong"},
    }
    seats = or_null({"type": "array", "items": SEAT})
    form = closed(
        {
            "type": {"enum": ["discard", "self_draw", "rob_kong", "kong", "end_of_wall"]},
            "winners": or_null({"type": "array", "items": claim}),
            "discarder": {**_words(*SEATS), "description": "who threw the tile, or was robbed of the kong"},
            "responsible": _words(*SEATS),
            **kong,
            "ready": or_null({"type": "array", "items": claim}),
            "not_ready": seats,
            "flower_pig": seats,
            "already_won": seats,
            "kongs": or_null(
                {
                    "type": "array",
                    "items": closed({**kong, "kind": {"enum": ["concealed", "exposed", "added"]}, "by": SEAT, "already_won": seats}, ["kind", "by"]),
                }
            ),
        },
        ["type"],
        description="`discard`, `self_draw` and `rob_kong` name winners with their totals; `kong` and `end_of_wall` are Sichuan's",
    )
    return _for_rule_sets({"kind": {"const": "settlement"}, "settlement": form}, ["settlement"], "Payments without a hand")
