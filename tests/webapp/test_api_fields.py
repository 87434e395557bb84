"""What the JSON API cannot answer, it refuses: with the field to look at and a sentence, never with 200 and nothing in it."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from scoring.explain import texts
from webapp.api_fields import _BY_CODE, _BY_REASON, _OF_SETTLEMENTS, FIELDS
from webapp.openapi import document

DOCUMENT = document()
HAND: dict[str, Any] = {
    "concealed": ["m1", "m2", "m3", "m5", "m6", "m7", "m9", "m9", "east", "east"],
    "winning_tile": "m9",
    "melds": [{"kind": "pong", "tiles": ["red"] * 3}],
    "bonus": ["f1"],
}
CONTEXT = {"seat": "south", "round": "east", "win": "discard", "discarder": "east"}
GOOD: dict[str, Any] = {"ruleset": "fanorder", "options": {"min": 3}, "hand": HAND, "context": CONTEXT}
WON: dict[str, Any] = {"type": "discard", "discarder": "east", "winners": [{"seat": "south", "total": 3}]}
SETTLED: dict[str, Any] = {"ruleset": "fanorder", "settlement": WON}
KONG: dict[str, Any] = {"ruleset": "sichuan", "settlement": {"type": "kong", "kind": "exposed", "by": "east", "from": "west"}}
ROUTES = ("score", "compare", "what-if", "nearest")
MISSING = object()


def refused(client: FlaskClient, path: str, body: Any) -> tuple[int, dict[str, Any]]:
    """Status and body of an answer that is as the API's description has it."""
    response = client.post(f"/api/{path}", json=body)
    told = response.get_json()
    schema = DOCUMENT["paths"][f"/api/{path}"]["post"]["responses"][str(response.status_code)]["content"]["application/json"]["schema"]
    Draft202012Validator({**schema, "components": DOCUMENT["components"]}).validate(told)
    return response.status_code, told


def with_value(body: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The body with another value in one place, as `hand.melds[0].kind`; MISSING takes the key away."""
    changed = copy.deepcopy(body)
    *way, last = [int(step) if step.isdecimal() else step for step in re.findall(r"\w+", path)]
    at: Any = changed
    for step in way:
        at = at[step]
    if value is MISSING:
        del at[last]
    else:
        at[last] = value
    return changed


def places(value: Any, path: str = "") -> list[str]:
    """Every place in a body."""
    found = []
    items: Any = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inside in items:
        here = f"{path}[{key}]" if isinstance(key, int) else f"{path}.{key}".lstrip(".")
        found.append(here)
        if isinstance(inside, dict | list):
            found += places(inside, here)
    return found


IMPOSSIBLE: list[tuple[str, Any, str]] = [
    ("hand.winning_tile", "m10", "hand.winning_tile"),
    ("hand.concealed[3]", "zz", "hand.concealed[3]"),
    ("hand.melds[0].tiles[1]", "f9", "hand.melds[0].tiles[1]"),
    ("hand.bonus[0]", "m1", "hand.bonus[0]"),
    ("hand.concealed[0]", "f2", "hand.concealed[0]"),
    ("hand.concealed", ["m1"], "hand"),
    ("hand.concealed", ["m9"] * 10, "hand"),
    ("hand.melds", [{"kind": "chow", "tiles": ["m1", "m2", "m4"]}], "hand.melds[0]"),
    ("context.discarder", "south", "context.discarder"),
    ("context.discarder", None, "context.discarder"),
    ("context.win", "self_draw", "context.discarder"),
    ("context.replacement", "kong", "context.replacement"),
    ("context.last_tile", True, "context.last_tile"),
    ("context.opening", "heavenly", "context.opening"),
    ("context.robbed", "added", "context.robbed"),
]


@pytest.mark.parametrize("path", ROUTES)
@pytest.mark.parametrize(("place", "value", "field"), IMPOSSIBLE, ids=lambda value: str(value)[:40])
def test_the_impossible_is_refused_everywhere_with_its_field(client: FlaskClient, path: str, place: str, value: Any, field: str) -> None:
    status, told = refused(client, path, with_value(GOOD, place, value))
    assert (status, told["ok"], told["field"]) == (422, False, field)
    assert told["message"].endswith(".") and told["detail"]


VALUES: list[Any] = [MISSING, None, 7, -1, True, "", "what", [], {}, [None], {"what": 1}]


@pytest.mark.parametrize("path", [*ROUTES, "settle"])
def test_any_value_anywhere_is_answered_with_something_or_refused_with_its_field(client: FlaskClient, path: str) -> None:
    """A refusal names the place that was changed, one around it or one that it contradicts; 200 always holds something."""
    refusals = 0
    for body in (SETTLED, KONG) if path == "settle" else (GOOD,):
        for place in [*places(body), "house", "kind", "more"]:
            for value in VALUES if place in places(body) else VALUES[1:]:
                status, told = refused(client, path, with_value(body, place, value))
                if status == 200:
                    assert told.get("lines") or told.get("tables") or told.get("changes") or told.get("hands") or told.get("payments"), (place, value)
                    continue
                refusals += 1
                field, top = told["field"], re.split(r"\W", place)[0]
                assert told["detail"] and len(told["detail"]) < 400
                assert field.startswith(top) or (status == 422 and field), (place, value, told)
                if status == 400:
                    assert field.startswith(place) or place.startswith(field), (place, value, told)
    assert refusals > 100


@pytest.mark.parametrize("path", [*ROUTES, "settle"])
@pytest.mark.parametrize("value", [MISSING, None, 3, [], {}, "riichi"], ids=str)
def test_a_body_without_a_rule_set_is_told_which_there_are(client: FlaskClient, path: str, value: Any) -> None:
    status, told = refused(client, path, with_value(SETTLED if path == "settle" else GOOD, "ruleset", value))
    assert (status, told["field"]) == (400, "ruleset")
    assert "expected one of fanorder, wisteria" in told["detail"] and "None" not in told["detail"]


def test_a_hand_is_sent_to_its_own_address(client: FlaskClient) -> None:
    for more in ({"hand": HAND}, {"context": CONTEXT}):
        status, told = refused(client, "settle", {**SETTLED, **more})
        assert status == 400 and "/api/score" in told["detail"] and told["field"] in more
    assert refused(client, "settle", {**SETTLED, "kind": None})[0] == 200


def test_what_other_tiles_would_cure_is_looked_for(client: FlaskClient) -> None:
    """A third suit in Sichuan is a misread tile; a robbed tile of which another copy is in the hand may be one too."""
    tiles = ["m1", "m2", "m3", "m5", "m6", "m7", "m9", "m9", "s1", "s2", "s3", "s5", "p5"]
    spoilt = {"ruleset": "sichuan", "hand": {"concealed": tiles, "winning_tile": "s5"}, "context": {"seat": "south", "round": "east", "win": "self_draw"}}
    spoilt["hand"]["concealed"][6] = "m7"
    status, told = refused(client, "nearest", spoilt)
    assert status == 200 and any(entry["out"] == ["p5"] for entry in told["hands"])
    robbed = {**GOOD, "context": {**CONTEXT, "win": "rob_kong"}}
    assert refused(client, "score", robbed)[1]["reason"] == "robbed_tile_held_elsewhere"
    assert refused(client, "nearest", robbed)[1].get("hands")


def test_one_table_that_scores_it_is_something_to_compare(client: FlaskClient) -> None:
    pairs = {"concealed": ["m1", "m1", "m2", "m2", "m4", "m4", "m7", "m7", "p5", "p5", "p6", "p6", "p8"], "winning_tile": "p8"}
    status, told = refused(client, "compare", {**GOOD, "ruleset": "vmc", "options": None, "hand": pairs})
    assert status == 200 and told["tables"][0]["error"] == "not_complete"
    assert any("lines" in table for table in told["tables"])
    held_to_it = with_value(GOOD, "context.responsible", "west")  # where nobody is held responsible, the others are asked without
    status, told = refused(client, "compare", held_to_it)
    assert status == 200 and [table["ok"] for table in told["tables"][:2]] == [False, True]
    for path in ("score", "what-if", "nearest"):
        status, told = refused(client, path, held_to_it)
        assert (status, told["field"]) == (422, "context.responsible")


def test_every_refusal_has_a_field_that_there_is() -> None:
    about_sets = {"chow", "pong", "kong", "chow_not_allowed", "three_suits"}  # found by their code
    assert set(texts("refusals")) - about_sets == {*_BY_CODE, *_BY_REASON, *_OF_SETTLEMENTS} - {"void_suit", "inconsistent_context"}
    branches = {"hand": DOCUMENT["components"]["schemas"]["Case"], "settlement": DOCUMENT["components"]["schemas"]["Settlement"]}
    branches["context"] = branches["hand"]
    for field in FIELDS:
        first, _dot, inner = field.partition(".")
        assert not inner or inner in branches[first]["oneOf"][0]["properties"][first]["properties"], field


def test_an_upload_without_a_photo_names_its_field(client: FlaskClient) -> None:
    for sent in ({}, {"photo": "text"}):
        told = client.post("/api/read", data=sent)
        assert (told.status_code, told.get_json()["field"]) == (400, "photo")
