"""Every name, clause and reason is there in every language, and nothing there is unused."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from scoring_cases import case_of

from scoring import explain
from scoring.cases import answer
from scoring.clauses import clause
from scoring.errors import BonusError, CopiesError, HandError, MeldError, MinimumError, NotCompleteError, TileError
from scoring.explain import LANGUAGES, pattern_name, source, texts
from scoring.patterns import PATTERNS
from scoring.readings import READ_BY, WORDS, Readings
from scoring.rulesets import RULESET_NAMES, load_house, load_ruleset
from scoring.rulesets.ruleset import word

KINDS = ("report", "combining", "paying", "settling", "readings", "sources", "names", "clauses", "reasons", "payments", "refusals", "changes", "winds")
SOURCES = [path.read_text(encoding="utf-8") for path in Path(explain.__file__).parent.rglob("*.py")]


def literals_of_calls(name: str, position: int, keyword: str) -> set[str]:
    """String literals passed to calls of `name`."""
    found = set()
    for text in SOURCES:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                given = [*node.args[position : position + 1], *(entry.value for entry in node.keywords if entry.arg == keyword)]
                found |= {leaf.value for value in given for leaf in ast.walk(value) if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str)}
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_every_text_is_there_in_every_language(kind: str) -> None:
    for key, entry in texts(kind).items():
        assert set(entry) == set(LANGUAGES) and all(entry.values()), key


def test_every_pattern_has_a_name_and_a_clause() -> None:
    assert set(texts("names")) == set(texts("clauses")) == set(PATTERNS)


def test_every_reason_is_used_and_worded() -> None:
    used = (
        literals_of_calls("Miss", 0, "because")
        | literals_of_calls("_moment", 9, "because")
        | literals_of_calls("_little", 9, "because")
        | literals_of_calls("_great", 9, "because")
        | literals_of_calls("NotCounted", 1, "because")
        | literals_of_calls("PassedOver", 1, "because")
    )
    assert used == set(texts("reasons"))


def test_every_payment_reason_is_used_and_worded() -> None:
    fixed = literals_of_calls("Payment", 3, "because") - {"kong_"}
    fixed |= {f"kong_{kind}" for kind in load_ruleset("sichuan").kong_money} | {"other", "robbed", "discarder"}
    assert fixed == set(texts("payments"))


def test_every_clause_of_a_settlement_is_for_what_a_table_may_settle() -> None:
    rules = load_ruleset("sichuan")
    options = {name: rules.options[name].choices or (True, False) for name in ("added_kong", "kong_dealt_in", "kong_refund", "ready_pay", "pig_pays")}
    settled = {f"{name}.{word(value)}" for name, values in options.items() for value in values}
    assert settled | {f"kong_{kind}" for kind in rules.kong_money} | {"kong_robbed"} == set(texts("settling"))


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_every_row_has_its_source_and_clause(name: str) -> None:
    rules = load_ruleset(name)
    for pattern in rules.prices:
        assert rules.source in source(pattern, rules, "en") and rules.rows[pattern] in source(pattern, rules, "en")
        for language in LANGUAGES:
            assert len(clause(pattern, rules, language)) >= 4
    for pattern, note in rules.notes.items():
        assert clause(pattern, rules, "zh_hans").endswith(note["zh_hans"])


def test_chinese_scripts_differ_where_the_characters_do() -> None:
    assert texts("names")["all_pongs"]["zh_hant"] == "對對糊" and texts("names")["all_pongs"]["zh_hans"] == "对对糊"
    simplified = [entry["zh_hans"] for kind in KINDS for entry in texts(kind).values()]
    for name in RULESET_NAMES:
        simplified += [load_ruleset(name).titles["zh_hans"], *(note["zh_hans"] for note in load_ruleset(name).notes.values())]
    for text in simplified:
        text.encode("gb2312")  # the simplified set: a traditional character left over is not in it


def test_every_refusal_is_worded() -> None:
    raised = set()
    for error in ("ContextError", "MeldError", "VoidSuitError"):
        raised |= literals_of_calls(error, 1, "reason")
    names = {f"{opening}{end}" for opening in ("heavenly", "earthly", "human") for end in ("_not_in_ruleset", "_with_calls")}
    moments = {"last_discard_needs_discard", "after_kong_discard_needs_discard"}
    raised = {reason for reason in raised if not reason.startswith("_")} | names | moments | {"pong", "kong"}
    codes = {cls.code for cls in (TileError, MeldError, HandError, CopiesError, BonusError, NotCompleteError, MinimumError)}
    assert raised | codes == set(texts("refusals"))


def test_a_refusal_is_told_in_the_players_language() -> None:
    case = case_of("123456m12p99s (444z) 1f +3p", "fanorder")
    assert answer(case, "zh-Hant")["message"] == "番數未到這桌的起糊番數。"
    assert answer({**case, "ruleset": "hkma"}, "zh-Hans")["message"] == "这桌不用花牌。"


def test_every_reading_that_a_table_may_take_is_worded() -> None:
    named = {reading for readings in READ_BY.values() for reading in readings} | {"liability"}
    assert named | _OF_NO_PATTERN == set(Readings.__dataclass_fields__)
    values = {f"{name}.{word}" for name in named for word in WORDS.get(name, ("true", "false"))}
    assert values == set(texts("readings"))


# What is played at all, and who may claim what: refusals say these, no pattern's clause does.
_OF_NO_PATTERN = {"honours", "bonus", "most_suits", "chow_claims", "plays_on", "liability_fed", "liability_each"}


def test_a_clause_follows_the_rules_that_it_words() -> None:
    ours = load_house(
        "fanorder",
        {
            "only_when_dearer": ["special"],
            "readings": {"nine_gates": "any", "closed_with_kong": False},
            "excludes": {"flower_set": [], "little_dragons": []},
            "responsible": ["great_winds"],
        },
    )
    for pattern, gone, come in (
        ("nine_gates", "must be exactly 1112345678999", "Any of the fourteen"),
        ("nine_gates", "even where what it replaces", "only where it comes to more"),
        ("concealed", "does not open the hand", "not even a concealed kong"),
        ("flower_set", "It takes the place of: Own flower.", "all four flowers."),
        ("little_dragons", "It takes the place of: Dragon pong.", "the third as the pair."),
        ("great_winds", "nobody", "is responsible"),
    ):
        before, after = clause(pattern, load_ruleset("fanorder")), clause(pattern, ours)
        assert gone not in after and come in after and (gone in before or gone == "nobody")


@pytest.mark.parametrize(
    ("ruleset", "options", "context", "told"),
    [
        ("fanorder", {"payment": "half"}, {}, ["4 points", "the discarder pays 2 × the points and each other player 1 ×"]),
        ("fanorder", {"payment": "all"}, {}, ["the discarder alone pays, 4 × the points"]),
        ("fanorder", {"self_draw_each": 1}, {"win": "self_draw"}, ["each opponent pays 1 ×"]),
        ("fanorder", {"self_draw_each": 2}, {"win": "self_draw"}, ["each opponent pays 2 ×"]),
        ("fanorder", {"cap": None}, {}, ["no limit", "30 at most"]),
        ("mahjong_house", {"min": 0}, {"win": "rob_kong"}, ["A robbed player pays as the discarder"]),
        ("hkma", {"min": 0}, {"win": "rob_kong"}, ["A robbed player pays 6 ×", "says nothing of this"]),
        ("sichuan", {"self_draw": "plus_base", "base": 5}, {"win": "self_draw"}, ["each opponent pays 1 ×", "Each adds 5 for the self-draw"]),
    ],
)
def test_the_rules_for_paying_are_told(ruleset: str, options: dict[str, object], context: dict[str, object], told: list[str]) -> None:
    hand = "123456m12p99p666p +3p" if ruleset == "sichuan" else "123456m12p99555s +3p"
    for language in LANGUAGES:
        answered = answer(case_of(hand, ruleset, options | ({} if ruleset == "sichuan" else {"min": 0}), **context), language)
        assert all(rule["clause"] and rule["source"] for rule in answered["paying"])
        text = " ".join(rule["clause"] + rule["source"] for rule in answered["paying"])
        assert language != "en" or all(part in text for part in told), text


OWN_TABLE = {"points": {"ours": {"table": [1, 2, 4, 8, 16]}}}
OWN_SHARES = {"shares": {"ours": {"discarder": 3, "other": 0, "self_draw": 1}}}
OURS, PAGED = "This table's own rule", "row “From Fan to points”"


@pytest.mark.parametrize(
    ("lines", "sources"),
    [
        ({}, [PAGED, PAGED]),
        (OWN_TABLE, [OURS, PAGED]),
        (OWN_SHARES, [PAGED, OURS]),
        ({"points": {"doubling": {"table": [2, 4, 8], "doubles_every": 1}}}, [OURS, PAGED]),
        ({"points": {"doubling": {"doubles_every": 1}}}, [PAGED, PAGED]),  # as the page has it
        ({"shares": {"half": {"discarder": 3}}}, [PAGED, OURS]),
        ({"points": {"ours": {"table": [1, 2, 4, 8, 16], "row": "On our wall"}}}, ["row “On our wall”", PAGED]),
    ],
)  # fmt: skip
def test_paying_by_a_tables_own_lines_is_not_put_on_the_page(lines: dict[str, object], sources: list[str]) -> None:
    case = case_of("123456m12p99555s +3p", "fanorder", {"min": 0})
    told = [rule["source"] for rule in answer({**case, "house": lines})["paying"]]
    assert [part in source for part, source in zip(sources, told, strict=True)] == [True, True], told
    drawn = {**case, "context": {"seat": "south", "round": "east", "win": "self_draw"}, "house": OWN_SHARES}
    assert answer(drawn)["paying"][1] == {"clause": "On a self-draw each opponent pays 1 × the points.", "source": OURS}


def test_a_page_does_not_name_who_is_responsible_by_a_tables_own_line() -> None:
    case = case_of("12m99s (777z) (666z) (555z) +3m", "mahjong_house", {}, responsible="north")
    assert "row “" in answer(case)["paying"][-1]["source"]
    own = answer({**case, "house": {"responsible": ["great_dragons", "great_winds", "little_dragons"]}})["paying"][-1]
    assert own == {"clause": "The responsible player pays all of it and nobody else pays.", "source": OURS}


def test_one_point_is_one_point() -> None:
    told = [answer(case_of("123456m12p99s (555s) 3f +3p", "fanorder", {"min": 0}), language)["paying"][0]["clause"] for language in LANGUAGES]
    assert told == ["0 Fan is 1 point.", "0番是1分。", "0番是1分。"]


@pytest.mark.parametrize(
    ("ruleset", "pattern", "chinese"),
    [("fanorder", "four_kongs", "槓槓和"), ("mahjong_house", "four_kongs", "十八羅漢"), ("sichuan", "all_pongs", "對對胡"), ("sichuan", "heavenly", "天胡"),
     ("fanorder", "heavenly", "天糊"), ("sichuan", "last_discard", "海底炮"), ("fanorder", "last_discard", "河底撈魚"), ("sichuan", "rob_kong", "搶槓胡")],
)  # fmt: skip
def test_a_pattern_is_called_what_its_page_calls_it(ruleset: str, pattern: str, chinese: str) -> None:
    assert pattern_name(pattern, "zh_hant", load_ruleset(ruleset)) == chinese


def test_what_is_passed_over_names_the_clause_that_decides_and_where_it_stands() -> None:
    told = answer(case_of("123m45p55z (777z) (666z) 1f +6p"))
    (first, _) = (entry for entry in told["not_counted"] if entry["id"] == "dragon_pong")
    assert "It takes the place of: Dragon pong." in first["clause"] and first["source"].endswith("row “Little three dragons”")
    (human,) = (entry for entry in answer(case_of("1133m2266p4488s1z 1f +1z", options={"seven_pairs": True}))["not_counted"] if entry["id"] == "all_pongs")
    assert human["clause"].startswith("Each of the four sets") and human["source"].endswith("row “All pongs”")
