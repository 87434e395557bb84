"""The API description against the code: routes, forms, and real answers."""

from __future__ import annotations

import io
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from scoring.rulesets import RULESET_NAMES
from webapp.openapi import document

CASES = Path(__file__).parent.parent / "cases"
DOCUMENT = document()


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": DOCUMENT["components"]})


def cases() -> list[dict[str, Any]]:
    """Every tenth golden case, settlements all."""
    found = [case for path in sorted(CASES.glob("*.toml")) for case in tomllib.loads(path.read_text(encoding="utf-8"))["cases"]]
    return [case for index, case in enumerate(found) if index % 10 == 0 or case.get("kind") == "settlement"]


def body_of(case: dict[str, Any]) -> dict[str, Any]:
    """The case as one sends it, without what is for people. TOML has no null, so the files write "none" where a cap is off."""
    return {key: case[key] for key in ("ruleset", "house", "options", "hand", "context", "kind", "settlement") if key in case}


def test_schemas_are_schemas() -> None:
    for name in DOCUMENT["components"]["schemas"]:
        Draft202012Validator.check_schema(DOCUMENT["components"]["schemas"][name])


def test_every_api_route_is_described_and_nothing_else(app: Flask) -> None:
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    told = {(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods}
    assert served == told


def test_it_is_served_as_it_is_built(client: FlaskClient) -> None:
    assert client.get("/api/openapi.json").get_json() == DOCUMENT


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_golden_cases_fit_the_form_and_their_answers_the_schema(client: FlaskClient, case: dict[str, Any]) -> None:
    settles = case.get("kind") == "settlement"
    body = body_of(case)
    validator("Settlement" if settles else "Case").validate(body)
    response = client.post("/api/settle" if settles else "/api/score", json=body)
    told = response.get_json()
    assert response.status_code == (200 if told["ok"] else 422)
    validator(("Settled" if settles else "Scored") if told["ok"] else "Refused").validate(told)
    assert told["ok"] == case["expected"].get("ok", True)


HAND: dict[str, Any] = {
    "concealed": ["m1", "m2", "m3", "m5", "m6", "m7", "m9", "m9", "east", "east"],
    "winning_tile": "m9",
    "melds": [{"kind": "pong", "tiles": ["red"] * 3}],
    "bonus": [],
}
CONTEXT = {"seat": "south", "round": "east", "win": "discard", "discarder": "east"}
GOOD: dict[str, Any] = {"ruleset": "fanorder", "hand": HAND, "context": CONTEXT}
BAD_OPTIONS: list[Any] = [[], {"min": "3"}, {"min": -1}, {"min": True}, {"curve": "spicy"}, {"payment": "full"}, {"seven_pairs": 1}, {"cap": 1.5}]
BAD_HANDS: list[Any] = [
    None,
    {**HAND, "concealed": "m1m2"},
    {**HAND, "concealed": [1, 2]},
    {**HAND, "winning_tile": None},
    {**HAND, "melds": ["red"]},
    {**HAND, "melds": [{"kind": "pung", "tiles": []}]},
    {**HAND, "melds": [{"kind": "pong"}]},
    {**HAND, "more": 1},
]
BAD_CONTEXTS: list[Any] = [
    {},
    {**CONTEXT, "seat": "nowhere"},
    {**CONTEXT, "last_tile": "yes"},
    {**CONTEXT, "win": "luck"},
    {**CONTEXT, "already_won": "east"},
    {**CONTEXT, "why": 1},
]
MALFORMED: list[Any] = [
    *({}, [], "text", 7, None),
    *({**GOOD, "ruleset": "riichi"}, {**GOOD, "ruleset": 3}, {**GOOD, "extra": 1}),
    *({**GOOD, "options": options} for options in BAD_OPTIONS),
    *({**GOOD, "hand": hand} for hand in BAD_HANDS),
    *({**GOOD, "context": context} for context in BAD_CONTEXTS),
]


@pytest.mark.parametrize("body", MALFORMED, ids=range(len(MALFORMED)))
def test_what_the_form_refuses_is_400(client: FlaskClient, body: Any) -> None:
    assert not validator("Case").is_valid(body)
    response = client.post("/api/score", json=body)
    assert response.status_code == 400
    validator("Error").validate(response.get_json())


@pytest.mark.parametrize("text", [b"", b"{", b"[1,", b"\xff\xfe", b'{"ruleset": NaN}', b"null", b"[" * 100_000], ids=range(7))
def test_what_is_no_json_is_400(client: FlaskClient, text: bytes) -> None:
    response = client.post("/api/score", data=text, content_type="application/json")
    assert response.status_code == 400
    validator("Error").validate(response.get_json())


@pytest.mark.parametrize("code", ["m10", "what", "", "f9"])
def test_an_unknown_tile_is_a_refusal(client: FlaskClient, code: str) -> None:
    response = client.post("/api/score", json={**GOOD, "hand": {**GOOD["hand"], "winning_tile": code}})
    assert response.status_code == 422
    assert response.get_json()["error"] == "invalid_tile"
    validator("Refused").validate(response.get_json())


def test_a_reading_fits_its_schema(client: FlaskClient) -> None:
    response = client.post("/api/read", data={"photo": (io.BytesIO(b"\xff\xd8"), "a.jpg")})
    validator("Reading").validate(response.get_json())


def test_an_upload_error_fits_its_schema(client: FlaskClient) -> None:
    response = client.post("/api/read", data={"photo": (io.BytesIO(b"no"), "a.jpg")})
    assert str(response.status_code) in DOCUMENT["paths"]["/api/read"]["post"]["responses"]
    validator("Error").validate(response.get_json())


ASKED = {"compare": "Compared", "what-if": "Changed", "nearest": "Nearest"}


@pytest.mark.parametrize(("path", "schema"), ASKED.items())
def test_the_hand_seen_from_elsewhere_fits_its_schema(client: FlaskClient, path: str, schema: str) -> None:
    response = client.post(f"/api/{path}", json=GOOD)
    assert response.status_code == 200
    validator(schema).validate(response.get_json())


@pytest.mark.parametrize("path", ASKED)
@pytest.mark.parametrize("body", MALFORMED, ids=range(len(MALFORMED)))
def test_and_refuses_the_same_forms(client: FlaskClient, path: str, body: Any) -> None:
    response = client.post(f"/api/{path}", json=body)
    assert response.status_code == 400
    validator("Error").validate(response.get_json())


def test_a_case_is_compared_under_every_rule_set_its_own_lines_kept(client: FlaskClient) -> None:
    told = client.post("/api/compare", json={**GOOD, "house": {"fan": {"pattern": {"half_flush": 2}}}}).get_json()
    validator("Compared").validate(told)
    assert [entry["ruleset"] for entry in told["tables"]] == ["fanorder", *(name for name in RULESET_NAMES if name != "fanorder")]
    assert ["half_flush", 2] in told["tables"][0]["lines"]
    assert {"id": "half_flush", "name": "Half flush", "here": 2, "there": 3} in told["tables"][1]["differs"]["other_value"]
    assert not told["tables"][-1]["ok"] and told["tables"][-1]["error"]  # no winds and dragons in Sichuan


def test_what_if_tells_what_a_self_draw_would_add(client: FlaskClient) -> None:
    told = client.post("/api/what-if", json=GOOD).get_json()
    assert any(entry["change"] == {"win": "self_draw"} and entry["difference"] == 1 for entry in told["changes"])


def test_tiles_that_make_no_hand_have_hands_nearby(client: FlaskClient) -> None:
    spoilt = {**GOOD, "hand": {**HAND, "concealed": ["m1", "m2", "m4", "m5", "m6", "m7", "m9", "m9", "east", "east"]}}
    told = client.post("/api/nearest", json=spoilt).get_json()
    validator("Nearest").validate(told)
    assert (["m4"], ["m3"]) in [(entry["out"], entry["in"]) for entry in told["hands"]]
    short = client.post("/api/nearest", json={**GOOD, "hand": {**HAND, "concealed": ["m1"]}})
    assert short.status_code == 422
    validator("Refused").validate(short.get_json())


@pytest.mark.parametrize("path", ["score", *ASKED])
def test_a_settlement_is_sent_to_its_own_address(client: FlaskClient, path: str) -> None:
    response = client.post(f"/api/{path}", json={"kind": "settlement", "ruleset": "fanorder", "settlement": {"type": "self_draw", "winners": []}})
    assert response.status_code == 400 and "/api/settle" in response.get_json()["detail"]


def test_one_search_nearby_at_a_time_whoever_asks(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.nearby.WAIT_S", 0.01)
    with app.extensions["fanlens_nearby"]._working:
        response = client.post("/api/nearest", json=GOOD)
    assert response.status_code == 503 and response.headers["Retry-After"].isdecimal()
    validator("Error").validate(response.get_json())
