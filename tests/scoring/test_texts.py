"""Every name, clause and reason is there in every language, and nothing there is unused."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from scoring_cases import case_of

from scoring import explain
from scoring.cases import answer
from scoring.errors import BonusError, CopiesError, HandError, MeldError, MinimumError, NotCompleteError, TileError
from scoring.explain import LANGUAGES, clause, source, texts
from scoring.patterns import PATTERNS
from scoring.rulesets import RULESET_NAMES, load_ruleset

KINDS = ("sources", "names", "clauses", "reasons", "payments", "refusals", "changes", "winds")
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


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_every_row_has_its_source_and_clause(name: str) -> None:
    rules = load_ruleset(name)
    for pattern in rules.prices:
        assert rules.source in source(pattern, rules) and rules.rows[pattern] in source(pattern, rules)
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
