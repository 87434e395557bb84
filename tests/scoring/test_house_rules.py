"""Tables' own rules: the ten example files do what they say, and each wrong file has all its faults named at once."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring_cases import case_of

from scoring import rulesets
from scoring.__main__ import main
from scoring.cases import answer
from scoring.comparison import compare
from scoring.errors import FormError, RuleSetError
from scoring.rulesets import ALIASES, RULESET_NAMES, load_house, load_ruleset, read_house, read_ruleset

EXAMPLES = Path(__file__).parents[2] / "docs" / "house-rules"

PONGS = "222m555p88s77m (444z) 1f +8s"
DRAWN = {"win": "self_draw"}
GREAT = "55z123m99s (777z) (666z) 1f +5z"

# File, hand, circumstances; the lines, the Fan before the cap and the winner's gain (None: below the minimum).
HOLDS: list[tuple[str, str, dict[str, Any], list[list[Any]], int, int | None]] = [
    ("two-and-two", PONGS, {}, [["all_pongs", 2]], 2, 16),
    ("two-and-two", "45678s11155z (123s) 1f +9s", {}, [["half_flush", 2]], 2, 16),
    ("two-and-two", "5m (111z) (222z) (333z) (444z) 1f +5m", {}, [["great_winds", 13]], 13, 1024),
    ("half-spicy", PONGS, {}, [["all_pongs", 3]], 3, 32),
    ("half-spicy", GREAT, {}, [["great_dragons", 8]], 8, 256),
    ("half-spicy", "5m (111z) (222z) (333z) (444z) 1f +5m", {}, [["great_winds", 13]], 13, 4 * 384),
    ("four-seven-ten", GREAT, {}, [["great_dragons", 8]], 8, 128),
    ("four-seven-ten", "123m45p55z (777z) (666z) 1f +6p", {}, [["little_dragons", 5]], 5, 64),
    ("four-seven-ten", "5m (111z) (222z) (333z) (444z) 1f +5m", {}, [["great_winds", 10]], 10, 256),
    ("shared-self-draw", "123m45p55z (777z) (666z) 1f +6p", DRAWN, [["little_dragons", 5], ["self_draw", 1]], 6, 256),
    ("shared-self-draw", GREAT, {}, [["great_dragons", 8]], 8, 1024),
    ("no-flowers", "123456m12p99s (444z) +3p", {}, [], 0, 4),
    ("more-flowers", "123456m12p99s (444z) 1234f134g +3p", {}, [["flower_set", 2], ["seven_flowers", 3]], 5, 96),
    ("more-flowers", "123456m12p99s (444z) 1234f1234g +3p", {}, [["eight_flowers", 8]], 8, 256),
    ("more-flowers", "2s (111s) (555s) (9999s) (666z) 1f +2s", {}, [["jade_dragon", 10]], 10, 512),
    ("human-hand", "123456m12p99s555z 1f +3p", {**DRAWN, "opening": "human"}, [["human", 10], ["self_draw", 1]], 11, 6 * 2**11),
    ("human-hand", "1133m2266p4488s1z 1f +1z", {"last_discard": True}, [["seven_pairs", 4], ["last_discard", 1]], 5, 128),
    ("responsible", "12m99s (777z) (666z) (555z) 1f +3m", {"responsible": "north"}, [["great_dragons", 8]], 8, 1024),
    ("only-when-dearer", "1113335557779m 1f +9m", DRAWN, [["all_pongs", 3], ["full_flush", 7], ["concealed", 1], ["self_draw", 1]], 12, 6 * 4096),
    ("two-five-chicken", "123456m12p99s (444z) 1f +3p", {}, [], 0, 8),
    ("two-five-chicken", "123456m12p99s (444z) 1f +3p", {"last_discard": True}, [], 0, 8),
    ("two-five-chicken", "5m (111z) (222z) (333z) (444z) 1f +5m", DRAWN, [["great_winds", 8]], 8, 3 * 640),
]  # fmt: skip


@pytest.mark.parametrize(("name", "hand", "said", "lines", "fan", "gain"), HOLDS)
def test_the_example_files_do_what_they_say(name: str, hand: str, said: dict[str, Any], lines: list[Any], fan: int, gain: int | None) -> None:
    parent, changes = read_house(EXAMPLES / f"{name}.toml")
    case = {**case_of(hand, parent, **said), "house": changes}
    told = answer(case)
    assert sorted(told["lines"]) == sorted(lines) and told["total_before_cap"] == fan, told
    assert told["payouts"]["south"] == gain and sum(told["payouts"].values()) == 0
    assert read_ruleset(EXAMPLES / f"{name}.toml").prices == load_house(parent, changes).prices
    assert compare(case)[0]["ruleset"] == parent


def test_every_example_is_tried() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.toml")} == {name for name, *_ in HOLDS} and len({name for name, *_ in HOLDS}) == 10


def test_the_odd_point_is_carried_as_the_rules_say() -> None:
    """5 Fan, 32 points, four shares of them: 128 do not divide among three."""
    parent, changes = read_house(EXAMPLES / "shared-self-draw.toml")
    for odd, paid in {"dealer": [44, 42, 42], "first": [42, 43, 43], "each": [43, 43, 43], "winner": [42, 42, 42]}.items():
        lines = copy.deepcopy(changes)
        lines["shares"]["shared"]["odd_point"] = odd
        settlement = {"type": "self_draw", "winners": [{"seat": "south", "total": 5}]}
        told = answer({"kind": "settlement", "ruleset": parent, "house": lines, "settlement": settlement})
        assert [-told["payouts"][seat] for seat in ("east", "west", "north")] == paid and sum(told["payouts"].values()) == 0
    from_east = answer(
        {"kind": "settlement", "ruleset": parent, "house": changes, "settlement": {"type": "self_draw", "winners": [{"seat": "east", "total": 5}]}}
    )
    assert from_east["payouts"] == {"east": 128, "south": -43, "west": -43, "north": -42}  # no dealer pays: the first in turn do


def test_a_liable_hand_that_is_not_counted_is_nobodys_where_the_rules_say_so() -> None:
    parent, changes = read_house(EXAMPLES / "responsible.toml")
    case = {**case_of("1z (777z) (666z) (555z) (222z) 1f +1z", parent, responsible="north"), "house": changes}
    assert answer(case)["reason"] == "responsible_for_other_hand"


def test_an_own_price_is_told_as_the_tables_own() -> None:
    parent, changes = read_house(EXAMPLES / "two-and-two.toml")
    (pongs,) = answer({**case_of(PONGS, parent), "house": changes})["reasons"]
    assert pongs["source"] == "This table's own rule; FanOrder, Hong Kong mahjong hands and Fan, row “All pongs”, has 3"
    parent, changes = read_house(EXAMPLES / "human-hand.toml")
    told = answer({**case_of("123456m12p99s555z 1f +3p", parent, win="self_draw", opening="human"), "house": changes}, "zh-Hant")
    assert {line["source"] for line in told["reasons"] if line["id"] == "human"} == {"這桌自己的規則"}


_ORPHANS = "19m19s19p1234567z +5z"
_LIMIT_FCP = {"limit": {"four_concealed_pongs": False}, "pattern": {"four_concealed_pongs": 8}}

# Parent, its own lines, hand, circumstances, lines and Fan before the cap: patterns that leave their group, and near things that do not.
MOVED: list[tuple[str, dict[str, Any], str, dict[str, Any], list[list[Any]]]] = [
    ("wisteria", {"fan": _LIMIT_FCP}, "111p333m555s888p7z 1f +7z", {}, [["all_pongs", 3], ["concealed", 1], ["four_concealed_pongs", 8]]),
    (
        "wisteria",
        {"fan": _LIMIT_FCP, "excludes": {"four_concealed_pongs": ["all_pongs"]}},
        "111p333m555s888p7z 1f +7z",
        {},
        [["concealed", 1], ["four_concealed_pongs", 8]],
    ),
    ("wisteria", {"fan": _LIMIT_FCP}, _ORPHANS, {}, [["thirteen_orphans", 10]]),
    (
        "fanorder",
        {"fan": {"pattern": {"great_dragons": False}, "special": {"great_dragons": 13}}},
        "777z12m33m (555z) (666z) +3m",
        DRAWN,
        [["great_dragons", 13], ["self_draw", 1]],
    ),
    # What its parents say of it goes with it: dragons stay included, and what one group excludes is excluded no more.
    ("fanorder", {"fan": {"pattern": {"great_dragons": False}, "bonus": {"great_dragons": 8}}}, "777z12m33p (555z) (666z) 1f +3m", {}, [["great_dragons", 8]]),
    (
        "fanorder",
        {"fan": {"special": {"all_honours": False}, "pattern": {"all_honours": 10}}},
        "11z77z (222z) (333z) (555z) 1f +7z",
        {},
        [["all_honours", 10], ["all_pongs", 3], ["dragon_pong", 1], ["dragon_pong", 1], ["round_wind", 1], ["seat_wind", 1]],
    ),
    # Priced nowhere else by these lines, it is taken away, in whatever group the false stands.
    ("fanorder", {"fan": {"how_won": {"thirteen_orphans": False}, "special": {"great_winds": 12}}}, _ORPHANS, {}, [["concealed", 1], ["no_flowers", 1]]),
]  # fmt: skip


@pytest.mark.parametrize(("parent", "own", "hand", "said", "lines"), MOVED, ids=range(len(MOVED)))
def test_a_pattern_moves_to_the_group_that_prices_it(parent: str, own: dict[str, Any], hand: str, said: dict[str, Any], lines: list[list[Any]]) -> None:
    told = answer({**case_of(hand, parent, {"min": 0}, **{"round": "south", **said}), "house": own})
    assert sorted(told["lines"]) == sorted(lines) and told["total_before_cap"] == sum(fan for _, fan in lines), told


def test_a_moved_price_is_the_tables_own_and_holds_over_two_files(tmp_path: Path) -> None:
    (tmp_path / "below.toml").write_text('extends = "wisteria"\n[fan.limit]\nfour_concealed_pongs = false\n', encoding="utf-8")
    above = tmp_path / "above.toml"
    above.write_text('extends = "below"\n[fan.pattern]\nfour_concealed_pongs = 8\n', encoding="utf-8")
    parent, changes = read_house(above)
    assert read_ruleset(above).prices == load_house(parent, changes).prices
    case = {**case_of("111p333m555s888p7z 1f +7z", parent), "house": changes}
    told = {line["id"]: line["source"] for line in answer(case)["reasons"]}
    assert told["four_concealed_pongs"].startswith("This table's own rule; ") and told["four_concealed_pongs"].endswith("has limit")


def test_a_group_that_everything_left_is_no_group(tmp_path: Path) -> None:
    limits = [name for name, price in load_ruleset("wisteria").prices.items() if price.group == "limit"]
    own = {"fan": {"limit": dict.fromkeys(limits, False), "pattern": dict.fromkeys(limits, 10)}}
    rules = load_house("wisteria", own)
    assert not rules.one_of and {rules.prices[name].group for name in limits} == {"pattern"}


def test_a_flower_pig_pays_by_the_points_that_the_table_chose() -> None:
    own = {"points": {"flat": {"table": [1, 2, 3, 5, 10], "doubles_every": 0}}, "options": {"curve": {"default": "flat", "choices": ["doubling", "flat"]}}}
    form = {"type": "end_of_wall", "flower_pig": ["south"], "ready": [], "not_ready": ["east", "west", "north"]}
    for options, points in (({}, 10), ({"curve": "doubling"}, 16)):
        told = answer({"kind": "settlement", "ruleset": "sichuan", "house": own, "options": options, "settlement": form})
        assert told["payouts"] == {"east": points, "south": -3 * points, "west": points, "north": points}


# What is wrong with a file, and words that its faults must have: all of them in one answer.
WRONG: list[tuple[str, list[str]]] = [
    ('extends = "fanorder"\nminimum = "three"\nlimit = -1\ncolour = 1', ['minimum = "three"', "limit = -1", "unknown key colour"]),
    ('extends = "fanorder"\n[fan.pattern]\nall_pong = 2\nhalf_flush = "two"\nall_chows = true', ["all_pong", 'half_flush = "two"', "all_chows = true"]),
    ('extends = "fanorder"\n[fan.patterns]\nall_pongs = 2', ["fan.patterns.all_pongs is priced twice, in fan.pattern too; expected all_pongs = false"]),
    ('extends = "fanorders"', ["'fanorders', which is no rule set"]),
    ("extends = 3", ["extends 3"]),
    ('extends = "../fanorder"', ["'../fanorder', which is no rule set"]),
    ("minimum = ", ["not TOML"]),
    ('name = "Alone"', ["source is missing", "minimum is missing", "fan is missing", "shares is missing", "points is missing"]),
    ('extends = "wisteria"\n[readings]\nbonus = false', ["no_flowers is priced", "own_flower is priced", "season_set is priced"]),
    ('extends = "wisteria"\n[readings]\nnine_gates = "none"\nlast = "wall"', ['nine_gates = "none", expected any or extra', "readings.last is no reading"]),
    ('extends = "wisteria"\n[points.ours]\ntable = [1, 2, 4, 3]\ndoubles_every = 9', ["falls from 4 to 3 at 3 Fan", "doubles_every = 9"]),
    ('extends = "wisteria"\n[points.ours]\ntable = "1 2 4"\nrow = 3', ['table = "1 2 4"', "points.ours.row = 3"]),
    ('extends = "wisteria"\n[points.ours]\ntable = [0, 2.5]', ["table = [0, 2.5]"]),
    ('extends = "wisteria"\n[shares.ours]\ndiscarder = 2', ["shares.ours.other = null", "shares.ours.self_draw = null"]),
    ('extends = "wisteria"\n[shares.ours]\ndiscarder = 2\nother = 1\nself_draw_total = 4', ["shares.ours.odd_point = null, expected one of winner"]),
    (
        'extends = "wisteria"\n[shares.ours]\ndiscarder = 2\nother = 1\nself_draw = 1\nself_draw_total = 4\nodd_point = "south"\nthrower = 1',
        ["expected one of them", 'odd_point = "south"', "shares.ours.thrower is unknown"],
    ),
    ('extends = "wisteria"\n[shares.ours]\ndiscarder = 2\nother = 1\nself_draw = 1\nodd_point = "each"', ["odd_point goes with self_draw_total"]),
    ('extends = "hkma"\nresponsible = ["big_dragons"]\nonly_when_dearer = ["special"]', ["'big_dragons', which is no priced", "'special', which is no group"]),
    ('extends = "hkma"\n[excludes]\nall_pongs = ["all_pongs", "half_flushes"]\nhalf_flush = 3', ["names itself", "'half_flushes'", "excludes.half_flush"]),
    ('extends = "vmc"\n[excludes]\nall_pongs = ["mixed_terminals"]', ["excludes itself in a cycle"]),
    ('extends = "vmc"\nforms = ["standard", "eight_pairs"]\ntitles = "Ours"', ["'eight_pairs', which is no form", 'titles = "Ours", expected a table']),
    (
        'extends = "fanorder"\n[options.seven_pairs]\ndefault = "sometimes"\n[options.payment]\ndefault = "third"',
        ['options.seven_pairs', '"third", which is none of its choices'],
    ),
    ('extends = "sichuan"\n[options.base]\ndefault = 0\nmost = "many"', ['options.base.most = "many"']),
    ('extends = "fanorder"\n[notes.all_pongs]\nen = "Two here."\n[rows]\nall_pongs = 2', ["notes.all_pongs has no zh_hant", "rows has no all_pongs"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "faults"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_file_has_all_its_faults_named(text: str, faults: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleSetError) as caught:
        read_ruleset(path)
    for fault in faults:
        assert any(part in told for told in caught.value.faults for part in fault.split("|")), caught.value.faults
    assert main(["rules", str(path)]) == 2
    assert len(capsys.readouterr().out.splitlines()) == len(caught.value.faults)


def test_the_command_line_takes_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["rules", *map(str, sorted(EXAMPLES.glob("*.toml")))]) == 0
    assert "With 包, 3 Fan to win, 13 at most, 36 patterns, own prices: none" in capsys.readouterr().out
    by = ["--seat", "south", "--round", "west", "--win", "discard", "--from", "east"]
    assert main(["score", PONGS, *by, "--rules", str(EXAMPLES / "two-and-two.toml")]) == 0
    assert "2 Fan" in capsys.readouterr().out
    (tmp_path / "alone.toml").write_text('name = "Alone"', encoding="utf-8")
    assert main(["score", PONGS, *by, "--rules", str(tmp_path / "alone.toml")]) == 2
    assert "expected one of the tables that ship" in capsys.readouterr().err


_ASKED = ("score", "compare", "what-if", "nearest")


@pytest.mark.parametrize("command", _ASKED)
def test_every_question_takes_a_file_that_extends_a_shipped_table(command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "club rules.toml"
    file.write_text('extends = "fanorder"\nminimum = 2\n[fan.pattern]\nall_pongs = 2\n', encoding="utf-8")
    by = ["--seat", "south", "--round", "west", "--win", "discard", "--from", "east"]
    assert main([command, PONGS, *by, "--rules", str(file), "--json"]) == 0
    ours = capsys.readouterr().out
    assert main([command, PONGS, *by, "--rules", "fanorder", "--option", "min=2", "--json"]) == 0
    assert ours != capsys.readouterr().out


@pytest.mark.parametrize("command", _ASKED)
def test_a_file_that_extends_nothing_is_refused_in_one_sentence(command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Even one that holds a whole table, under a name of its own or a shipped one's: what is asked takes a parent and the lines that differ."""
    by = ["--seat", "south", "--round", "west", "--win", "discard", "--from", "east"]
    for name in ("whole", "vmc"):
        file = tmp_path / f"{name}.toml"
        file.write_text((Path(rulesets.__file__).parent / "vmc.toml").read_text(encoding="utf-8"), encoding="utf-8")
        assert main(["rules", str(file)]) == 0
        capsys.readouterr()
        assert main([command, PONGS, *by, "--rules", str(file)]) == 2
        assert capsys.readouterr().err == (
            f"rule set '{name}' has 1 fault(s): extends nothing, expected one of the tables that ship "
            "(fanorder, hkma, mahjong_house, sichuan, vmc, wisteria) and the lines that differ from it\n"
        )


def test_own_rules_over_own_rules(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "mine"\nminimum = 2\n[fan.pattern]\nall_pongs = 4\n', encoding="utf-8")
    (tmp_path / "mine.toml").write_text('extends = "fanorder"\nlimit = 8\n[fan.pattern]\nall_pongs = 2\nhalf_flush = 2\n', encoding="utf-8")
    for rules in (read_ruleset(tmp_path / "ours.toml"), load_house(*read_house(tmp_path / "ours.toml"))):
        assert (rules.minimum, rules.limit, rules.fan_of("all_pongs"), rules.fan_of("half_flush")) == (2, 8, 4, 2)
        assert {name: price.paged for name, price in rules.own.items()} == {"all_pongs": "3", "half_flush": "3"}


@pytest.mark.parametrize(("alias", "name"), ALIASES.items())
def test_own_rules_over_a_table_s_other_name(alias: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(f'extends = "{alias}"\nlimit = 8\n', encoding="utf-8")
    assert read_house(tmp_path / "ours.toml") == (name, {"limit": 8})
    for rules in (read_ruleset(tmp_path / "ours.toml"), load_house(*read_house(tmp_path / "ours.toml"))):
        assert (rules.source, rules.limit) == (load_ruleset(name).source, 8)
    (tmp_path / f"{alias}.toml").write_text('extends = "fanorder"\nminimum = 2\n', encoding="utf-8")  # a file of that name comes first
    assert read_house(tmp_path / "ours.toml") == ("fanorder", {"minimum": 2, "limit": 8})
    assert (read_ruleset(tmp_path / "ours.toml").minimum, read_ruleset(tmp_path / "ours.toml").limit) == (2, 8)


@pytest.mark.parametrize(
    "house", [[], "fanorder", 3, {"x": "y" * 20_000}, {"fan": {"a": {"b": {"c": {"d": {"e": {"f": {"g": {}}}}}}}}}, {"extends": "wisteria"}]
)
def test_malformed_house_rules(house: Any) -> None:
    with pytest.raises(FormError):
        answer({**case_of(PONGS), "house": house})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.sampled_from(["limit", "@special", "*", "all_pongs"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6) | st.sampled_from(["all_pongs", "pattern", "table"]), inner, max_size=3),
)
KEYS = [
    "only_when_dearer",
    "fallback",
    "responsible",
    "name",
    "@own",
    "minimum",
    "limit",
    "fan",
    "excludes",
    "options",
    "shares",
    "points",
    "readings",
    "rows",
    "notes",
    "titles",
    "forms",
    "one_of",
    "beside",
    "kong_money",
]


@settings(max_examples=150)
@given(st.sampled_from(RULESET_NAMES), st.dictionaries(st.sampled_from(KEYS), JSON, max_size=3))
def test_any_house_rules_are_rules_or_named_faults(parent: str, lines: dict[str, Any]) -> None:
    try:
        rules = load_house(parent, lines)
    except FormError as error:
        assert str(error)
    else:
        assert rules.prices
