"""A table's own rules made on the page: every question does what it says, travels in the address, and all faults are told at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from scoring.rulesets import RULESET_NAMES, load_ruleset
from webapp.own_lines import AXES, axes, lines_of, own_rules

PONGS = "h-m2.m2.m2.p5.p5.p5.s8.s8w.m7.m7~s-north.north.north~b-f1".replace("s8.s8w", "s8.s8.s8w")
ROAD = "seat=south&round=east&won=discard-west&rules={rules}&asked={rules}&min=0"


def total(client: FlaskClient, hand: str, more: str = "", rules: str = "fanorder") -> str:
    response = client.get(f"/result?d={hand}&{ROAD.format(rules=rules)}{more}")
    assert response.status_code == 200, response.get_data(as_text=True)
    page = response.get_data(as_text=True)
    return " ".join(re.sub("<[^>]*>", " ", page).split())


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_every_answer_and_all_together_are_rules(name: str) -> None:
    rules = load_ruleset(name)
    asked = axes(rules)
    assert len(asked) >= (0 if name == "sichuan" else 7)
    for axis in asked:
        for value, _words in axis.choices:
            changed, faults = own_rules(rules, lines_of(rules, (f"{axis.name}.{value}",)))
            assert faults == () and (changed != rules or axis.name in ("all_pongs", "half_flush", "points", "shares")), axis.name
    together, faults = own_rules(rules, lines_of(rules, tuple(f"{axis.name}.{axis.choices[0][0]}" for axis in asked)))
    assert faults == () and together.name == name


def test_every_axis_is_asked_somewhere() -> None:
    assert {axis.name for name in RULESET_NAMES for axis in axes(load_ruleset(name))} == {axis.name for axis in AXES}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("", ["3 Fan", "+32"]),
        ("&house=all_pongs.2", ["2 Fan", "+16", "own rule; FanOrder"]),
        ("&house=shares.4-4&house=points.4-7-10", ["3 Fan", "+32"]),
        ("&house=shares.2-1-1", ["+32", "−16", "−8"]),
        ("&printed=5+5+10+7000", ["+28000"]),
        ("&house=all_pongs.7&house=nonsense.1", ["3 Fan", "+32"]),
    ],
)
def test_an_answer_changes_the_score(client: FlaskClient, more: str, words: list[str]) -> None:
    page = total(client, PONGS, more)
    assert [word for word in words if word not in page] == []


def test_every_fault_of_a_printed_table_is_told_at_once(client: FlaskClient) -> None:
    response = client.get(f"/result?d={PONGS}&{ROAD.format(rules='fanorder')}&printed=8+four+2")
    assert response.status_code == 422
    page = response.get_data(as_text=True)
    assert "These rules cannot be played as they stand" in page and "four" in page
    falling = client.get(f"/result?d={PONGS}&{ROAD.format(rules='fanorder')}&printed=8+4+2").get_data(as_text=True)
    assert "1 Fan cannot be worth less (4) than 0 (8)" in falling and "2 Fan cannot be worth less (2) than 1 (4)" in falling


def test_own_rules_travel_and_are_remembered(client: FlaskClient) -> None:
    total(client, PONGS, "&house=all_pongs.2&house=points.")
    page = client.get("/context?d=h-m1").get_data(as_text=True)
    assert 'value="all_pongs.2" selected' in page
    assert 'value="points.spicy" selected' not in page


def test_what_a_table_adds_is_asked_of_its_hands(client: FlaskClient) -> None:
    closed = "h-m1.m2.m3.m4.m5.m6.p1.p2.p3w.s9.s9.white.white.white~b-f1"

    def context(more: str, hand: str = closed) -> str:
        return client.get(f"/context?d={hand}&{ROAD.format(rules='fanorder')}{more}").get_data(as_text=True)

    assert 'value="human"' in context("&house=human.on") and 'value="human"' not in context("")
    great = "h-m1.m2.m3w.m9.m9~s-red.red.red~s-green.green.green~s-white.white.white~b-f1"
    assert 'name="pays"' in context("&house=responsible.on", great) and 'name="pays"' not in context("", great)


def test_another_rule_set_forgets_them(client: FlaskClient) -> None:
    said: dict[str, Any] = {"d": PONGS, "rules": "hkma", "asked": "fanorder", "house": "all_pongs.2"}
    assert 'value="all_pongs.2" selected' not in client.get("/context", query_string=said).get_data(as_text=True)
