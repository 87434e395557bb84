"""The guide says what the scorer says: every priced pattern pictured by a hand in which it counts, at the value that a result would show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scoring.cases import answer_by
from scoring.rulesets import RULESET_NAMES, Price, load_ruleset
from scoring.tiles import ALL_TILES
from webapp import guide
from webapp.language import CHOICES


def priced() -> Iterator[tuple[str, str]]:
    for table in RULESET_NAMES:
        for pattern in load_ruleset(table).prices:
            yield table, pattern


def counted(table: str, pattern: str) -> dict[str, int]:
    """The lines of the first example that counts the pattern, each with the Fan of one award."""
    rules = guide.everything_on(load_ruleset(table), pattern)
    answers = (answer_by(rules, {"ruleset": table, **guide.example_case(example)}) for example in guide.examples()[pattern])
    return next(lines for lines in ({line["id"]: line["fan"] for line in told.get("reasons", ())} for told in answers) if pattern in lines)


@pytest.mark.parametrize(("table", "pattern"), list(priced()))
def test_every_pattern_is_pictured_by_a_hand_that_counts_it_at_its_value(table: str, pattern: str) -> None:
    pictures, _context = guide.example_at(pattern, table)
    assert pictures, f"no example in examples.toml counts {pattern} at {table}"
    rules = load_ruleset(table)
    assert counted(table, pattern)[pattern] == rules.fan_of(pattern)
    assert sum(len(pictured.tiles) for pictured in pictures) >= 14


def test_no_example_is_left_over() -> None:
    known = {pattern for _table, pattern in priced()} | {"seven_flowers", "eight_flowers"}
    assert set(guide.examples()) == known


@pytest.mark.parametrize("table", RULESET_NAMES)
def test_the_page_shows_every_pattern_with_its_fan(client: FlaskClient, table: str) -> None:
    page = client.get(f"/guide?rules={table}").get_data(as_text=True)
    rules = load_ruleset(table)
    shown = dict(re.findall(r'<section class="card entry[^"]*" id="(\w+)">\s*<h4>.*?<span class="fan">([^<]*)</span></h4>', page, re.DOTALL))
    assert shown == {pattern: "limit" if price.fan is None else f"{price.fan} Fan" for pattern, price in rules.prices.items()}


def test_a_changed_value_changes_the_guide(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the values is written down a second time."""
    rules = load_ruleset("fanorder")
    dearer = replace(rules, prices=MappingProxyType({**rules.prices, "all_pongs": Price(6, "pattern")}))
    with app.test_request_context("/guide"):
        entry = next(entry for _title, entries in guide.sections(dearer) for entry in entries if entry.pattern == "all_pongs")
        assert entry.fan == 6
        monkeypatch.setattr(guide, "load_ruleset", lambda name: dearer if name == "fanorder" else load_ruleset(name))
        assert dict(guide.elsewhere("all_pongs", load_ruleset("vmc")))["FanOrder"] == "6"


def test_every_face_and_the_back_are_there(client: FlaskClient) -> None:
    page = client.get("/guide").get_data(as_text=True)
    tiles = page.split('id="hands"')[0]
    assert {code for code in re.findall(r"/tiles/(\w+)\.svg", tiles)} == {tile.code for tile in ALL_TILES} | {"back"}
    assert len(ALL_TILES) == 42


def test_it_speaks_of_the_tables_own_rules(client: FlaskClient) -> None:
    preset = client.get("/guide").get_data(as_text=True)
    assert "as they were last set" not in preset
    assert 'class="card entry off" id="seven_pairs"' in preset
    hand = "h-m1.m1.m3.m3.m5.m5.p2.p2.p8.p8.s4.s4.red.redw"
    client.get(f"/result?d={hand}&seat=south&round=east&won=self_draw&rules=fanorder&asked=fanorder&min=1&cap=8&opt=seven_pairs.true")
    own = client.get("/guide").get_data(as_text=True)
    assert "as they were last set" in own
    assert 'class="card entry" id="seven_pairs"' in own
    assert "1 Fan to win, 8 at most" in own
    assert "as they were last set" not in client.get("/guide?rules=vmc").get_data(as_text=True)


def test_the_points_are_those_of_a_settlement(client: FlaskClient) -> None:
    page = client.get("/guide?rules=fanorder").get_data(as_text=True)
    lines = re.findall(r'<tr><th scope="row">(\d+)</th><td>(\d+)</td><td>(\d+)</td></tr>', page)
    assert lines[0] == ("3", "32", "48")
    assert len(lines) == 11


@pytest.mark.parametrize("language", [tag for tag, _name in CHOICES])
def test_the_three_languages_name_every_hand(client: FlaskClient, language: str) -> None:
    page = client.get("/guide?rules=sichuan", headers={"Accept-Language": language}).get_data(as_text=True)
    body = re.sub(r'<p class="source">.*?</p>|<nav class="languages".*?</nav>|<title>.*?</title>', "", page, flags=re.DOTALL)
    english = re.findall(r"[A-Za-z]{2,} [A-Za-z]{2,}", re.sub("<[^>]*>", " ", body))
    assert bool(english) == (language == "en"), english[:5]
    assert ("一行</p>" in page, "row “" in page) == (language != "en", language == "en")  # a page's row is named in the reader's language


def test_a_line_of_a_result_tells_its_value_at_the_other_tables(client: FlaskClient) -> None:
    """Half flush is 3 here and nothing in Sichuan, which knows no honours."""
    hand = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red"
    page = client.get(f"/result?d={hand}&seat=south&round=east&won=discard-west&rules=fanorder&asked=none").get_data(as_text=True)
    line = re.sub("<[^>]*>", " ", page.split("Half flush")[1].split("</details>")[0])
    assert "Wisteria Court 3" in line and "Sichuan not counted" in line
    assert 'href="/guide?rules=fanorder#half_flush"' in page
