"""A table's own lines over a parent's, as plain data: what is laid over, what stands alone, what is taken away, and whose row a line then is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scoring.errors import RuleSetError
from scoring.rulesets.variant import OWN, file_with_parents, laid_over, lines_over_shipped, without_taken

PARENT: dict[str, Any] = {
    "name": "parent",
    "titles": {"en": "Parent", "zh_hant": "母"},
    "minimum": 3,
    "fan": {"sets": {"all_pongs": 3, "all_chows": 1}, "luck": {"self_draw": 1}},
    "rows": {"all_pongs": "Pongs", "all_chows": "Chows", "self_draw": "Draw"},
    "options": {"payment": {"default": "half"}, "curve": {"default": "doubling"}, "winds": {"default": False}},
    "shares": {"half": {"discarder": 2, "row": "Half", "self_draw_row": "Half drawn"}, "all": {"discarder": 4, "row": "All"}},
    "points": {"doubling": {"table": [1, 2], "row": "Points"}},
    "responsible": ["all_pongs"],
    "responsible_row": "Who",
}

# Lines over that parent, and what of it is then another: all else is as it was.
LAID: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {}),
    ({"minimum": 1, "limit": 8}, {"minimum": 1, "limit": 8}),
    ({"name": "Ours"}, {"name": "Ours", "titles": {"en": "Ours", "zh_hant": "Ours"}}),
    ({"name": "Ours", "titles": {"en": "Our own"}}, {"name": "Ours", "titles": {"en": "Our own", "zh_hant": "母"}}),
    ({"name": 3}, {"name": 3}),
    ({"responsible": []}, {"responsible": [], "responsible_row": OWN}),
    ({"responsible": ["all_pongs"]}, {}),
    ({"responsible": [], "responsible_row": "Page"}, {"responsible": [], "responsible_row": "Page"}),
    # A price that differs is the table's own, and keeps what the page has; one that the page lacks has an empty row.
    ({"fan": {"sets": {"all_pongs": 2}}}, {"fan": {"sets": {"all_pongs": 2, "all_chows": 1}, "luck": {"self_draw": 1}}, OWN: {"all_pongs": 3}}),
    ({"fan": {"sets": {"all_pongs": 3}}}, {}),
    (
        {"fan": {"more": {"root": 2}}},
        {"fan": {**PARENT["fan"], "more": {"root": 2}}, OWN: {"root": None}, "rows": {"root": "root", **PARENT["rows"]}},
    ),
    (
        {"fan": {"more": {"root": 2}}, "rows": {"root": "Our root"}},
        {"fan": {**PARENT["fan"], "more": {"root": 2}}, OWN: {"root": None}, "rows": {**PARENT["rows"], "root": "Our root"}},
    ),
    # Priced in another group it moves there; what it was priced in keeps the rest, and a line in a wrong group takes it away as any does.
    (
        {"fan": {"sets": {"all_pongs": False}, "luck": {"all_pongs": 3}}},
        {"fan": {"sets": {"all_chows": 1}, "luck": {"self_draw": 1, "all_pongs": 3}}},
    ),
    (
        {"fan": {"sets": {"all_pongs": False}, "luck": {"all_pongs": 8}}},
        {"fan": {"sets": {"all_chows": 1}, "luck": {"self_draw": 1, "all_pongs": 8}}, OWN: {"all_pongs": 3}},
    ),
    ({"fan": {"luck": {"self_draw": False, "all_pongs": 2}}}, {
        "fan": {"sets": PARENT["fan"]["sets"], "luck": {"self_draw": False, "all_pongs": 2}}, OWN: {"self_draw": 1, "all_pongs": 3},
    }),
    (
        {"fan": {"luck": {"all_pongs": False}}},
        {"fan": {"sets": PARENT["fan"]["sets"], "luck": {"self_draw": 1, "all_pongs": False}}, OWN: {"all_pongs": 3}},
    ),
    # A list is replaced whole; what is no table of the parent is replaced as well.
    ({"titles": 3}, {"titles": 3}),
    ({"minimum": {"a": 1}}, {"minimum": {"a": 1}}),
    # A way to pay of another name stands alone, without the option between the parent's.
    (
        {"shares": {"ours": {"discarder": 1}}},
        {
            "shares": {"ours": {"discarder": 1, "row": OWN, "self_draw_row": OWN, "robbed_row": OWN}},
            "options": {"curve": {"default": "doubling"}, "winds": {"default": False}},
        },
    ),
    (
        {"points": {"ours": {"table": [3], "row": "Page"}}},
        {"points": {"ours": {"table": [3], "row": "Page"}}, "options": {"payment": {"default": "half"}, "winds": {"default": False}}},
    ),
    (
        {"points": {"ours": {"table": [3]}}},
        {"points": {"ours": {"table": [3], "row": OWN}}, "options": {"payment": {"default": "half"}, "winds": {"default": False}}},
    ),
    # Beside the parent's where the lines settle that option themselves.
    (
        {"shares": {"ours": {"discarder": 1}}, "options": {"payment": {"default": "ours"}}},
        {
            "shares": {**PARENT["shares"], "ours": {"discarder": 1, "row": OWN, "self_draw_row": OWN, "robbed_row": OWN}},
            "options": {**PARENT["options"], "payment": {"default": "ours"}},
        },
    ),
    # A line of one of the parent's: the row is the table's own, but for one that it names.
    (
        {"shares": {"half": {"discarder": 3}}},
        {"shares": {"half": {"discarder": 3, "row": OWN, "self_draw_row": OWN, "robbed_row": OWN}, "all": PARENT["shares"]["all"]}},
    ),
    (
        {"shares": {"half": {"discarder": 3, "row": "Page"}}},
        {"shares": {"half": {"discarder": 3, "row": "Page", "self_draw_row": OWN, "robbed_row": OWN}, "all": PARENT["shares"]["all"]}},
    ),
    ({"shares": {"half": {"discarder": 2}}}, {}),
    ({"shares": {"half": 3}}, {"shares": {**PARENT["shares"], "half": 3}}),
    ({"shares": 3, "points": [1]}, {"shares": 3, "points": [1]}),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "changed"), LAID, ids=[str(lines) for lines, _ in LAID])
def test_lines_over_a_parent(lines: dict[str, Any], changed: dict[str, Any]) -> None:
    merged = laid_over(PARENT, lines)
    assert merged == {**PARENT, OWN: {}, **changed}
    assert list(merged["rows"]) == list({**PARENT, **changed}["rows"])


def test_lines_over_lines_keep_what_the_page_has() -> None:
    once = laid_over(PARENT, {"fan": {"sets": {"all_pongs": 2}, "more": {"root": 2}}})
    twice = laid_over(once, {"fan": {"sets": {"all_pongs": 4, "all_chows": 2}, "more": {"root": 1}}})
    assert twice[OWN] == {"all_pongs": 3, "root": None, "all_chows": 1}
    assert twice["rows"] == {"root": "root", **PARENT["rows"]}


@pytest.mark.parametrize(
    ("parent", "lines", "merged"),
    [
        # What is missing in either, or of a wrong kind, is for the loader to say.
        ({}, {}, {OWN: {}, "rows": {}}),
        (
            {"fan": 3, "rows": 3, "options": 3, "titles": 3, OWN: 3},
            {"name": "Ours"},
            {"fan": 3, "rows": {}, "options": 3, "titles": {}, OWN: {}, "name": "Ours"},
        ),
        (
            {"fan": {"sets": 3}},
            {"fan": {"sets": {"all_pongs": 2}}},
            {"fan": {"sets": {"all_pongs": 2}}, OWN: {"all_pongs": None}, "rows": {"all_pongs": "all_pongs"}},
        ),
        ({"shares": 3}, {"shares": {"ours": {}}}, {"shares": {"ours": {"row": OWN, "self_draw_row": OWN, "robbed_row": OWN}}, OWN: {}, "rows": {}}),
        (
            {"shares": {"half": {}}},
            {"shares": {"ours": {}}, "options": 3},
            {"shares": {"ours": {"row": OWN, "self_draw_row": OWN, "robbed_row": OWN}}, "options": 3, OWN: {}, "rows": {}},
        ),
    ],
)  # fmt: skip
def test_lines_over_what_is_wrong(parent: dict[str, Any], lines: dict[str, Any], merged: dict[str, Any]) -> None:
    assert laid_over(parent, lines) == merged


WHOLE: dict[str, Any] = {
    "forms": ["standard", "seven_pairs"],
    "fan": {"sets": {"all_pongs": 3, "all_chows": 1}, "special": {"great_winds": 8}, "luck": {"self_draw": 1}},
    "one_of": ["special", "luck"],
    "only_when_dearer": ["special"],
    "fallback": "all_chows",
    "responsible": ["great_winds", "all_pongs"],
    "excludes": {
        "great_winds": ["all_pongs"],
        "self_draw": ["1 great_winds", "2 @special", "all_chows"],
        "@special": ["self_draw"],
        "all_pongs": "great_winds",
    },
    "rows": {"all_pongs": "Pongs", "great_winds": "Winds"},
    "options": {"great_winds": {"default": True, "counts": {"true": ["great_winds", "all_pongs"]}, "forms": {"true": ["great_winds"]}}, "odd": 3},
    "minimum": 0,
}


def taking(**taken: dict[str, Any]) -> dict[str, Any]:
    return {**WHOLE, "fan": {**WHOLE["fan"], **taken}}


def test_a_pattern_is_taken_away_with_its_group_and_all_that_is_said_of_them() -> None:
    assert without_taken(taking(special={"great_winds": False})) == {
        "forms": ["standard", "seven_pairs"],
        "fan": {"sets": {"all_pongs": 3, "all_chows": 1}, "luck": {"self_draw": 1}},
        "one_of": ["luck"],
        "only_when_dearer": [],
        "fallback": "all_chows",
        "responsible": ["all_pongs"],
        "excludes": {"self_draw": ["all_chows"], "all_pongs": "great_winds"},  # not a list: a fault, for the loader to say
        "rows": {"all_pongs": "Pongs"},
        "options": {"great_winds": {"default": True, "counts": {"true": ["all_pongs"]}, "forms": {"true": ["great_winds"]}}, "odd": 3},
        "minimum": 0,
    }


def test_of_a_group_that_is_not_empty_the_rest_stays() -> None:
    cut = without_taken(taking(sets={"all_pongs": 3, "all_chows": False}))
    assert cut["fan"] == {"sets": {"all_pongs": 3}, "special": {"great_winds": 8}, "luck": {"self_draw": 1}}
    assert "fallback" not in cut and cut["one_of"] == ["special", "luck"]
    assert cut["excludes"] == {**WHOLE["excludes"], "self_draw": ["1 great_winds", "2 @special"]}


@pytest.mark.parametrize(
    "table",
    [
        WHOLE,
        {**WHOLE, "fan": {"sets": {"all_pongs": 0}, "none": {}}},  # no Fan is not no such hand, and a group that never had one is no group left empty
        {"fan": 3},
        {"fan": {"sets": 3}},
        {},
    ],
)
def test_nothing_is_taken_away(table: dict[str, Any]) -> None:
    assert without_taken(table) == table and without_taken(table) is not table


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ({"fallback": 3}, {"fallback": 3}),
        ({"one_of": 3, "only_when_dearer": "special"}, {"one_of": 3, "only_when_dearer": "special"}),
        ({"one_of": ["sets"], "only_when_dearer": ["luck"]}, {"one_of": [], "only_when_dearer": ["luck"]}),
        ({"options": 3}, {"options": 3}),
        ({"options": ["all_pongs"]}, {"options": ["all_pongs"]}),  # no options, for the loader to say
        ({"forms": ["all_pongs"]}, {"forms": ["all_pongs"]}),
        ({"options": {"all_pongs": {"counts": {"true": ["3", "all_pongs", 4]}}}}, {"options": {"all_pongs": {"counts": {"true": ["3", 4]}}}}),
        ({"excludes": {"@sets": ["a"], "@luck": ["b"]}}, {"excludes": {"@luck": ["b"]}}),
        ({"fallback": "self_draw"}, {"fallback": "self_draw"}),
    ],
)
def test_what_else_is_said_beside_what_is_taken_away(said: dict[str, Any], left: dict[str, Any]) -> None:
    priced = {"sets": {"all_pongs": False}, "luck": {"self_draw": 1}, "odd": 3, "none": {}}
    assert without_taken({"fan": priced, **said}) == {"fan": {"luck": {"self_draw": 1}, "odd": 3, "none": {}}, **left}


def written(folder: Path, **files: str) -> Path:
    """Files of those names and texts; the path of the first."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder / f"{next(iter(files))}.toml"


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    return written(tmp_path / "shipped", base="minimum = 3\nname = '番'", mahjong_house="minimum = 5", ours="minimum = 7").parent


def test_a_file_over_its_parents(tmp_path: Path, shipped: Path) -> None:
    def read(**files: str) -> dict[str, Any]:
        return file_with_parents(written(tmp_path / "own", **files), shipped)

    assert read(alone="minimum = 1") == {"minimum": 1}
    assert {"minimum": 3, "name": "番", "limit": 8}.items() <= read(ours='extends = "base"\nlimit = 8').items()
    assert read(ours='extends = "mjhouse"')["minimum"] == 5
    assert read(ours='extends = "base"', base="minimum = 4")["minimum"] == 4  # a file beside it comes first
    assert {"minimum": 2, "limit": 9, "name": "番"}.items() <= read(
        last='extends = "ours"\nlimit = 9', ours='extends = "mine"', mine="minimum = 2\nname = '番'"
    ).items()


def test_the_parent_of_a_files_own_name_is_not_itself(tmp_path: Path, shipped: Path) -> None:
    """A file that bears a shipped table's name may extend what ships: read as lines, it isn't its own parent."""
    path = written(tmp_path / "own", base='extends = "base"\nlimit = 8')
    assert lines_over_shipped(path, shipped) == ("base", {"limit": 8})
    with pytest.raises(RuleSetError, match="extends itself by way of base"):
        file_with_parents(path, shipped)


@pytest.mark.parametrize(
    ("files", "name", "fault"),
    [
        ({"ours": "minimum = "}, "ours", "not TOML: Invalid value (at end of document)"),
        ({"ours": 'extends = "nobody"'}, "ours", "extends 'nobody', which is no rule set"),
        ({"ours": "extends = 3"}, "ours", "extends 3, which is no rule set"),
        ({"ours": 'extends = "../shipped/base"'}, "ours", "extends '../shipped/base', which is no rule set"),
        ({"ours": f'extends = "{"a" * 61}"', "a" * 61: "minimum = 1"}, "ours", f"extends '{'a' * 61}', which is no rule set"),
        ({"ours": 'extends = "mine"', "mine": 'extends = "ours"'}, "ours", "extends itself by way of ours.toml"),
        ({"last": 'extends = "ours"', "ours": 'extends = "mine"', "mine": 'extends = "ours"'}, "ours", "extends itself by way of ours.toml"),
        ({"ours": 'extends = "mine"', "mine": 'extends = "nobody"'}, "mine", "extends 'nobody', which is no rule set"),
    ],
)
def test_a_file_without_its_parent(files: dict[str, str], name: str, fault: str, tmp_path: Path, shipped: Path) -> None:
    with pytest.raises(RuleSetError) as caught:
        file_with_parents(written(tmp_path / "own", **files), shipped)
    assert caught.value.faults == (fault,) and str(caught.value).startswith(f"rule set {name!r} has 1 fault")


def test_a_file_as_lines_over_what_ships(tmp_path: Path, shipped: Path) -> None:
    def read(**files: str) -> tuple[str, dict[str, Any]]:
        return lines_over_shipped(written(tmp_path / "own", **files), shipped)

    assert read(mine='extends = "mjhouse"\nlimit = 8') == ("mahjong_house", {"limit": 8})
    chain = {"last": 'extends = "mine"\n[fan.sets]\na = 2', "mine": 'extends = "base"\nlimit = 9\n[fan.sets]\na = 1\nb = 3'}
    assert read(**chain) == ("base", {"limit": 9, "fan": {"sets": {"a": 2, "b": 3}}})
    assert read(last='extends = "base"', base='extends = "base"\nlimit = 1') == ("base", {"limit": 1})  # the file beside it, then what ships


NONE_SHIPS = "expected one of the tables that ship (base, mahjong_house, ours)"


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        ({"alone": "minimum = 1"}, f"extends nothing, {NONE_SHIPS} and the lines that differ from it"),
        ({"last": 'extends = "alone"', "alone": "minimum = 1"}, f"extends nothing, {NONE_SHIPS} and the lines that differ from it"),
        ({"last": "extends = 3"}, f"extends 3, {NONE_SHIPS}"),
        ({"last": 'extends = "nobody"'}, f"extends 'nobody', {NONE_SHIPS}"),
        ({"last": 'extends = "../shipped/base"'}, f"extends '../shipped/base', {NONE_SHIPS}"),
        ({"last": 'extends = "mine"', "mine": 'extends = "last"'}, f"extends 'last', {NONE_SHIPS}"),
    ],
)
def test_a_file_that_is_no_lines_over_what_ships(files: dict[str, str], fault: str, tmp_path: Path, shipped: Path) -> None:
    with pytest.raises(RuleSetError) as caught:
        lines_over_shipped(written(tmp_path / "own", **files), shipped)
    assert caught.value.faults == (fault,) and str(caught.value).startswith(f"rule set {next(iter(files))!r} has 1 fault")
