"""The loader: every fault at once, parents, options, and that a file's name scores nothing."""

from __future__ import annotations

import copy
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring_cases import case_of

from scoring.cases import answer, answer_by
from scoring.check import case_faults
from scoring.errors import FormError, RuleSetError
from scoring.rulesets import ALIASES, FOLDER, RULESET_NAMES, load_ruleset, read_ruleset
from scoring.rulesets.loader import parse_ruleset

FANORDER = tomllib.loads((FOLDER / "fanorder.toml").read_text(encoding="utf-8"))


def test_the_six_tables_ship() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(RULESET_NAMES)
    assert all(load_ruleset(name).name == name and load_ruleset(name).source for name in RULESET_NAMES)
    assert load_ruleset("mjhouse") is load_ruleset(ALIASES["mjhouse"])
    with pytest.raises(FormError, match="'riichi', expected one of fanorder"):
        load_ruleset("riichi")


def test_the_36_rows_of_fanorder_and_its_house_options() -> None:
    rules = load_ruleset("fanorder")
    optional = {"last_discard", "seven_pairs", "jade_dragon", "ruby_dragon", "pearl_dragon"}
    assert len(rules.prices) == 36
    assert {name for name in rules.prices if not rules.plays(name)} == optional
    chosen = rules.with_options({"last_discard": True, "seven_pairs": True, "coloured": True})
    assert all(chosen.plays(name) for name in rules.prices) and not rules.plays("seven_pairs")


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_a_files_name_scores_nothing(name: str, tmp_path: Path, cases_by_ruleset: dict[str, list[Mapping[str, Any]]]) -> None:
    renamed = read_ruleset(Path(shutil.copy(FOLDER / f"{name}.toml", tmp_path / "another.toml")))
    assert renamed.prices == load_ruleset(name).prices
    assert not any(case_faults(case, renamed) for case in cases_by_ruleset[name][::5])


def broken(**tables: Any) -> dict[str, Any]:
    """FanOrder's file with some tables laid over."""
    table = copy.deepcopy(FANORDER)
    for key, value in tables.items():
        if isinstance(value, dict) and isinstance(table.get(key), dict):
            table[key] = {**table[key], **value}
        else:
            table[key] = value
    return table


FAULTS = [
    ({"fan": {"pattern": {"all_chow": 1}}}, "fan.pattern.all_chow is priced but no pattern means it"),
    ({"fan": {"extra": {"all_chows": 1}}}, "fan.extra.all_chows is priced twice"),
    ({"fan": {"honours": {"dragon_pong": "one"}}}, 'fan.honours.dragon_pong = "one"'),
    ({"fan": {"honours": {"dragon_pong": -1}}}, "fan.honours.dragon_pong = -1"),
    ({"excludes": {"all_chows": ["human"]}}, "excludes.all_chows names 'human', which is no priced pattern"),
    ({"excludes": {"human": ["all_chows"]}}, "excludes names 'human'"),
    ({"excludes": {"all_chows": ["all_chows"]}}, "excludes.all_chows names itself"),
    ({"excludes": {"dragon_pong": ["little_dragons"]}}, "little_dragons excludes itself in a cycle"),
    ({"excludes": {"all_chows": ["@no_group"]}}, "excludes.all_chows names 'no_group', which is no group"),
    ({"one_of": ["luck"]}, "one_of names 'luck'"),
    ({"fallback": "plain"}, "fallback names 'plain'"),
    ({"responsible": ["plain"]}, "responsible names 'plain'"),
    ({"forms": ["standard", "knitted"]}, "forms names 'knitted'"),
    ({"readings": {"nine_gate": "any"}}, "readings.nine_gate is no reading"),
    ({"readings": {"nine_gates": "some"}}, 'readings.nine_gates = "some", expected any or extra or when_claimed'),
    ({"readings": {"bonus": 1}}, "readings.bonus = 1, expected true or false"),
    ({"minimum": -1}, "minimum = -1"),
    ({"minimum": True}, "minimum = true"),
    ({"limit": "thirteen"}, 'limit = "thirteen", expected a number'),
    ({"colour": "green"}, "unknown key colour"),
    ({"shares": {"third": {"discarder": 1, "other": 1, "self_draw": 1}}}, "shares has half, all, third but the option payment has half, all"),
    ({"shares": {"half": {"discarder": 2, "self_draw": "each"}}}, "shares.half.other = null"),
    ({"shares": {"half": {"discarder": 2, "other": 1, "self_draw": "each"}}}, "names 'each', which is no option with a number"),
    ({"points": {"doubling": {"table": [1, 0], "doubles_every": 1}}}, "points.doubling.table"),
    ({"points": {"doubling": {"table": [1, 2], "doubles_every": 5}}}, "points.doubling.doubles_every = 5"),
    ({"points": {"other": {"table": [1, 2], "doubles_every": 1}}}, "points has 2 entries and no option chooses among them"),
    ({"options": {"payment": {"default": "most", "choices": ["half", "all"]}}}, 'options.payment.default = "most"'),
    ({"options": {"coloured": {"default": False, "counts": {"true": ["jade"]}}}}, "options.coloured.counts names 'jade'"),
    ({"options": {"coloured": {"default": False, "counts": {"yes": ["jade_dragon"]}}}}, "options.coloured.counts names 'yes', which is no choice of it"),
    ({"options": {"coloured": {"default": []}}}, "options.coloured.default = []"),
    ({"options": {"coloured": {"default": False, "colour": 1}}}, "options.coloured.colour is unknown"),
    ({"rows": {"plain": "Plain"}}, "rows has plain, which nothing needs"),
    ({"rows": {"all_chows": 1}}, "rows has no all_chows"),
    ({"notes": {"plain": {"en": "a", "zh_hant": "b", "zh_hans": "c"}}}, "notes names 'plain'"),
    ({"notes": {"all_chows": {"en": "a"}}}, "notes.all_chows has no zh_hant"),
    ({"titles": {"fr": "x"}}, "titles has fr"),
    ({"beside": {"all_chows": {"human": 1}}}, "beside.all_chows names 'human'"),
    ({"kong_money": {"exposed": 1}}, "kong_money has no added"),
]


@pytest.mark.parametrize(("tables", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_each_fault_is_named(tables: dict[str, Any], fault: str) -> None:
    with pytest.raises(RuleSetError) as caught:
        parse_ruleset(broken(**tables), "broken")
    assert any(fault in told for told in caught.value.faults), caught.value.faults


def test_every_fault_is_reported_at_once() -> None:
    with pytest.raises(RuleSetError) as caught:
        parse_ruleset(broken(minimum=-1, forms=["knitted"], fallback="plain", excludes={"all_chows": ["human"]}), "broken")
    assert len(caught.value.faults) >= 4 and "rule set 'broken' has" in str(caught.value)


def test_a_file_that_is_not_toml(tmp_path: Path) -> None:
    (tmp_path / "torn.toml").write_text("minimum = ", encoding="utf-8")
    with pytest.raises(RuleSetError, match="not TOML"):
        read_ruleset(tmp_path / "torn.toml")


def test_a_tables_own_variant_names_its_parent_and_the_lines_it_changes(tmp_path: Path) -> None:
    changes = ["minimum = 1", "[fan.pattern]", "all_chows = 2", "[options.seven_pairs]", "default = true", "[excludes]", "little_dragons = []"]
    (tmp_path / "ours.toml").write_text("\n".join(['extends = "fanorder"', *changes]), encoding="utf-8")
    ours = read_ruleset(tmp_path / "ours.toml")
    parent = load_ruleset("fanorder")
    assert (ours.minimum, ours.fan_of("all_chows"), ours.fan_of("all_pongs")) == (1, 2, 3)
    assert ours.plays("seven_pairs") and not parent.plays("seven_pairs") and parent.fan_of("all_chows") == 1
    both = answer_by(ours, case_of("123m45p55z (777z) (666z) 1f +6p"))
    assert both["lines"] == [["little_dragons", 5], ["dragon_pong", 1], ["dragon_pong", 1]]


def test_a_variant_takes_patterns_away_with_all_that_is_said_of_them(tmp_path: Path) -> None:
    taken = ["[fan.pattern]", "little_winds = false", "great_dragons = false", "[fan.bonus]", "flower_set = false", "[fan.special]", "jade_dragon = false"]
    (tmp_path / "ours.toml").write_text("\n".join(['extends = "fanorder"', *taken]), encoding="utf-8")
    ours = read_ruleset(tmp_path / "ours.toml")
    gone = {"little_winds", "great_dragons", "flower_set", "jade_dragon"}
    assert set(load_ruleset("fanorder").prices) - set(ours.prices) == gone and not gone & {*ours.rows, *ours.notes, *ours.excludes}
    told = answer_by(ours, case_of("55z123m99s (777z) (666z) 1f +5z"))
    assert told["lines"] == [["dragon_pong", 1]] * 3
    (passed_over,) = (entry for entry in told["not_counted"] if entry["id"] == "great_dragons")
    assert passed_over["because"] == "not played at this table"


def test_a_special_hand_that_counts_only_when_it_is_worth_more(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "fanorder"\nonly_when_dearer = ["special"]\n', encoding="utf-8")
    ours = read_ruleset(tmp_path / "ours.toml")
    one_suit, two_suits = (case_of(hand, "fanorder", win="self_draw") for hand in ("1113335557779m +9m", "111333555777m9p +9p"))
    assert [answer(case)["total_before_cap"] for case in (one_suit, two_suits)] == [11, 11]
    told = answer_by(ours, one_suit)
    assert told["total_before_cap"] == 13 and ["full_flush", 7] in told["lines"]
    (passed_over,) = (entry for entry in told["not_counted"] if entry["id"] == "four_concealed_pongs")
    assert passed_over["because"].startswith("the other patterns come to more") and passed_over["by"] is None
    assert answer_by(ours, two_suits)["lines"] == answer(two_suits)["lines"]


def test_seven_and_eight_flowers_can_be_priced(tmp_path: Path) -> None:
    priced = ["[fan.bonus]", "seven_flowers = 3", "eight_flowers = 8", "[rows]", 'seven_flowers = "ours"', 'eight_flowers = "ours"']
    excluded = ["[excludes]", 'eight_flowers = ["flower_set", "season_set"]']
    (tmp_path / "ours.toml").write_text("\n".join(['extends = "fanorder"', *priced, *excluded]), encoding="utf-8")
    ours = read_ruleset(tmp_path / "ours.toml")
    assert answer_by(ours, case_of("123456m12p99s (444z) 1234f134g +3p"))["lines"] == [["flower_set", 2], ["seven_flowers", 3]]
    assert answer_by(ours, case_of("123456m12p99s (444z) 1234f1234g +3p"))["lines"] == [["eight_flowers", 8]]


def test_parents_of_parents_and_circles(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('extends = "b"\nminimum = 0\n', encoding="utf-8")
    (tmp_path / "b.toml").write_text('extends = "wisteria"\nlimit = 8\n', encoding="utf-8")
    grandchild = read_ruleset(tmp_path / "a.toml")
    assert (grandchild.minimum, grandchild.limit, grandchild.fan_of("great_winds")) == (0, 8, 8)
    (tmp_path / "b.toml").write_text('extends = "a"\n', encoding="utf-8")
    with pytest.raises(RuleSetError, match="extends itself"):
        read_ruleset(tmp_path / "a.toml")
    (tmp_path / "b.toml").write_text('extends = "nobody"\n', encoding="utf-8")
    with pytest.raises(RuleSetError, match="'nobody', which is no rule set"):
        read_ruleset(tmp_path / "a.toml")


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_points_never_fall_as_the_total_rises(name: str) -> None:
    rules = load_ruleset(name).with_options({"cap": None})
    for choices in [{}] if "curve" not in rules.options else [{"curve": choice} for choice in rules.options["curve"].choices]:
        points = [rules.with_options(choices).points(fan) for fan in range(60)]
        assert points == sorted(points) and points[0] > 0


def test_options_are_kept_apart_from_the_shared_rules() -> None:
    before = answer(case_of("123456m12p99s (444z) 1f +3p", "fanorder", {"min": 0}))
    answer(case_of("123456m12p99s (444z) 1f +3p", "fanorder", {"min": 0, "payment": "all", "cap": 1}))
    assert answer(case_of("123456m12p99s (444z) 1f +3p", "fanorder", {"min": 0})) == before
    with pytest.raises(TypeError):
        load_ruleset("fanorder").settled["payment"] = "all"  # type: ignore[index]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from leaves(inner, (*path, key))


TABLES = [tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")) for name in RULESET_NAMES]
JUNK = st.sampled_from([None, True, False, -1, 0, 10**12, 1.5, "", "limit", "standard", [], [1], [[]], ["plain"], {}, {"true": 1}, {"x": []}, {"x": {"y": []}}])


@settings(max_examples=150)
@given(st.sampled_from(TABLES).flatmap(lambda table: st.tuples(st.just(table), st.sampled_from([path for path in leaves(table) if path]))), JUNK)
def test_any_value_anywhere_is_a_rule_set_or_named_faults(place: tuple[dict[str, Any], tuple[Any, ...]], junk: Any) -> None:
    table, path = copy.deepcopy(place[0]), place[1]
    at: Any = table
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = junk
    try:
        parse_ruleset(table, "junk")
    except RuleSetError as error:
        assert error.faults
