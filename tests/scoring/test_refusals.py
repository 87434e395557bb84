"""Each refusal code: what raises it, that it quotes the input and says what was expected, and that the first that applies is told."""

from __future__ import annotations

from typing import Any

import pytest
from scoring_cases import case_of

from scoring.admission import admit
from scoring.cases import answer
from scoring.context import Moment, SelfDraw, WinContext
from scoring.errors import ContextError, FormError, MinimumError
from scoring.forms import parse_context, parse_hand
from scoring.notation import parse_hand_text
from scoring.payout import payments
from scoring.rulesets import load_ruleset
from scoring.score import score
from scoring.tiles import Wind

GOOD = "123456m12p99s (444z) +3p"
KONG = "123456m12p99s [4444z] +3p"
CLOSED = "123456m12p99555s +3p"


def form(concealed: str, winning: str, melds: tuple[tuple[str, str], ...] = (), bonus: str = "", ruleset: str = "fanorder", **context: Any) -> dict[str, Any]:
    """A case whose tiles may be anything."""
    full = {"seat": "south", "round": "west", "win": "discard", "discarder": "east", **context}
    declared = [{"kind": kind, "tiles": tiles.split()} for kind, tiles in melds]
    hand = {"concealed": concealed.split(), "winning_tile": winning, "melds": declared, "bonus": bonus.split()}
    return {"ruleset": ruleset, "options": {"min": 0}, "hand": hand, "context": full}


THIRTEEN = "m1 m2 m3 m4 m5 m6 m7 m8 m9 p2 p2 p3 p4"
TEN = "m4 m5 m6 m7 m8 m9 p2 p2 p3 p4"

OF_TILES = [
    (form(THIRTEEN, "p0"), "invalid_tile", "", "no such tile: 'p0', expected one of m1-m9 p1-p9 s1-s9 east south west north white green red f1-f4 q1-q4"),
    (
        form(THIRTEEN.replace("p4", "joker"), "p5"),
        "invalid_tile",
        "",
        "no such tile: 'joker', expected one of m1-m9 p1-p9 s1-s9 east south west north white green red f1-f4 q1-q4",
    ),
    (form(THIRTEEN.replace("p4", "f1"), "p5"), "invalid_tile", "f1", "f1 among the held tiles, expected it among the flowers and seasons"),
    (form(THIRTEEN, "p5", bonus="m1"), "invalid_tile", "m1", "m1 among the flowers and seasons, expected f1-f4 or q1-q4"),
    (
        form("m1 m2 m3 m4 m5 m6 m7 m8 m9 p2 p2 east east", "east", ruleset="sichuan"),
        "invalid_tile",
        "east",
        "east: sichuan plays without winds and dragons, expected tiles of the three suits",
    ),
    (form(TEN, "p5", (("chow", "m1 m2 m4"),)), "invalid_meld", "chow", "a chow of m1 m2 m4: expected three in a row of one suit"),
    (form(TEN, "p5", (("chow", "m9 p1 p2"),)), "invalid_meld", "chow", "a chow of m9 p1 p2: expected three in a row of one suit"),
    (form(TEN, "p5", (("chow", "east south west"),)), "invalid_meld", "chow", "a chow of east south west: expected three in a row of one suit"),
    (form(TEN, "p5", (("pong", "m1 m1 m2"),)), "invalid_meld", "pong", "a pong of m1 m1 m2: expected three alike"),
    (form(TEN, "p5", (("pong", "m1 m1 m1 m1"),)), "invalid_meld", "pong", "a pong of m1 m1 m1 m1: expected three alike"),
    (form(TEN, "p5", (("pong", "f1 f1 f1"),)), "invalid_meld", "pong", "a pong of f1 f1 f1: expected three alike"),
    (form(TEN, "p5", (("pong", ""),)), "invalid_meld", "pong", "a pong of no tiles: expected three alike"),
    (form(TEN, "p5", (("kong-exposed", "m1 m1 m1"),)), "invalid_meld", "kong", "a kong-exposed of m1 m1 m1: expected four alike"),
    (form(TEN, "p5", (("kong-added", "m1 m1 m1 m2"),)), "invalid_meld", "kong", "a kong-added of m1 m1 m1 m2: expected four alike"),
    (form(TEN, "p5", (("kong-concealed", "m1 m1 m1"),)), "invalid_meld", "kong", "a kong-concealed of m1 m1 m1: expected four alike"),
    (
        form(TEN, "p5", (("chow", "m1 m2 m3"),), ruleset="sichuan"),
        "invalid_meld",
        "chow_not_allowed",
        "a chow of m1 m2 m3: sichuan allows no claimed chow, expected pongs and kongs",
    ),
    (
        form(THIRTEEN[3:], "p5"),
        "wrong_tile_count",
        "",
        "13 tiles, kongs counted as three, expected 14 with the winning tile: 'm2 m3 m4 m5 m6 m7 m8 m9 p2 p2 p3 p4 p5' and 0 melds",
    ),
    (
        form(THIRTEEN + " p6", "p5"),
        "wrong_tile_count",
        "",
        "15 tiles, kongs counted as three, expected 14 with the winning tile: 'm1 m2 m3 m4 m5 m6 m7 m8 m9 p2 p2 p3 p4 p5 p6' and 0 melds",
    ),
    (
        form(TEN + " m1 m1 m1", "p5", (("kong-exposed", "s1 s1 s1 s1"),)),
        "wrong_tile_count",
        "",
        "17 tiles, kongs counted as three, expected 14 with the winning tile: 'm1 m1 m1 m4 m5 m6 m7 m8 m9 p2 p2 p3 p4 p5' and 1 melds",
    ),
    (form("m1 m1 m1 m1 m2 m3 m4 m5 m6 m7 p9 p9 p9", "m1"), "too_many_copies", "m1", "5 copies of m1, expected at most 4"),
    (form("m1 m2 m3 m4 m5 m6 p2 p2 p3 p4", "p5", (("kong-exposed", "m2 m2 m2 m2"),)), "too_many_copies", "m2", "5 copies of m2, expected at most 4"),
    (form(THIRTEEN, "p5", bonus="q3 q3"), "too_many_copies", "q3", "2 copies of q3, expected one of each flower and season"),
    (form(THIRTEEN, "p5", bonus="f2", ruleset="hkma"), "bonus_not_allowed", "f2", "f2: hkma plays without flowers and seasons, expected none"),
    (form(THIRTEEN, "p5", bonus="q2 f1", ruleset="sichuan"), "bonus_not_allowed", "f1", "f1 q2: sichuan plays without flowers and seasons, expected none"),
    (form("m1 m2 m3 m4 m5 m6 m7 m8 m9 p2 p2 s3 s4", "s5", ruleset="sichuan"), "void_suit", "three_suits", "tiles of the suits m, p, s, expected at most 2"),
    (form(THIRTEEN, "p5", ruleset="sichuan", void_suit="m"), "void_suit", "declared_void", "tiles of the suit m, which was declared void"),
    (
        form(THIRTEEN, "p9"),
        "not_complete",
        "",
        "m1 m2 m3 m4 m5 m6 m7 m8 m9 p2 p2 p3 p4 p9 with 0 melds parts into no hand, expected one of: standard, thirteen_orphans",
    ),
]


@pytest.mark.parametrize(("case", "code", "reason", "detail"), OF_TILES, ids=lambda value: value if isinstance(value, str) else "")
def test_refusals_of_tiles(case: dict[str, Any], code: str, reason: str, detail: str) -> None:
    told = answer(case)
    assert (told["ok"], told["error"], told["reason"], told["detail"]) == (False, code, reason, detail)


OF_CONTEXT = [
    (GOOD, {"discarder": "south"}, "discarder_is_winner", "the tile came from south, who is the winner; expected another seat"),
    (GOOD, {"win": "self_draw", "discarder": "east"}, "self_draw_with_discarder", "self_draw with discarder east, expected no discarder"),
    (GOOD, {"win": "discard", "discarder": None}, "discarder_missing", "discard with no discarder, expected the seat the tile came from"),
    (GOOD, {"win": "rob_kong", "discarder": None}, "discarder_missing", "rob_kong with no discarder, expected the seat the tile came from"),
    (GOOD, {"robbed": "added"}, "robbed_needs_rob_kong", "robbed added with win discard, expected win rob_kong"),
    (KONG, {"replacement": "kong"}, "replacement_needs_self_draw", "replacement kong without self_draw: a replacement tile is drawn"),
    (GOOD, {"win": "self_draw", "replacement": "kong"}, "replacement_without_kong", "replacement kong with no kong in the hand"),
    (GOOD, {"win": "self_draw", "replacement": "flower"}, "replacement_without_flower", "replacement flower with no flower or season"),
    (
        KONG,
        {"win": "self_draw", "replacement": "kong_on_kong"},
        "kong_on_kong_needs_two_kongs",
        "replacement kong_on_kong with 1 kong(s), expected two or more",
    ),
    (GOOD, {"last_tile": True}, "last_tile_needs_self_draw", "last_tile without self_draw: the last wall tile is drawn; a discard after it is last_discard"),
    (
        GOOD,
        {"win": "rob_kong", "last_tile": True},
        "last_tile_needs_self_draw",
        "last_tile without self_draw: the last wall tile is drawn; a discard after it is last_discard",
    ),
    (GOOD, {"win": "self_draw", "last_discard": True}, "last_discard_needs_discard", "last_discard without a discard"),
    (GOOD, {"win": "rob_kong", "last_discard": True}, "last_discard_needs_discard", "last_discard without a discard"),
    (GOOD, {"win": "self_draw", "after_kong_discard": True}, "after_kong_discard_needs_discard", "after_kong_discard without a discard"),
    (
        "123456m12p3399s3p +3p",
        {"win": "rob_kong"},
        "robbed_tile_held_elsewhere",
        "rob_kong on p3, of which the winner holds another copy; the robbed player has the rest",
    ),
    (
        "456m1299p (444z) (123p) +3p",
        {"win": "rob_kong"},
        "robbed_tile_held_elsewhere",
        "rob_kong on p3, of which the winner holds another copy; the robbed player has the rest",
    ),
    (GOOD, {"win": "rob_kong", "robbed": "concealed"}, "concealed_kong_not_robbable", "a concealed kong was robbed: at fanorder nobody may rob one"),
    (
        "119m19p19s123456z +7z",
        {"win": "rob_kong", "robbed": "concealed"},
        "concealed_kong_not_robbable",
        "a concealed kong was robbed: at fanorder nobody may rob one",
    ),
    (
        CLOSED,
        {"seat": "south", "win": "self_draw", "opening": "heavenly"},
        "heavenly_needs_dealer_self_draw",
        "opening heavenly for south, expected East and self_draw",
    ),
    (
        CLOSED,
        {"seat": "east", "discarder": "west", "opening": "heavenly"},
        "heavenly_needs_dealer_self_draw",
        "opening heavenly for east, expected East and self_draw",
    ),
    (GOOD, {"seat": "east", "win": "self_draw", "opening": "heavenly"}, "heavenly_with_calls", "opening heavenly with a declared pong, expected none"),
    (
        CLOSED,
        {"discarder": "west", "opening": "earthly"},
        "earthly_needs_dealer_discard",
        "opening earthly for south, expected another seat than East and a discard from East",
    ),
    (
        CLOSED,
        {"win": "self_draw", "opening": "earthly"},
        "earthly_needs_dealer_discard",
        "opening earthly for south, expected another seat than East and a discard from East",
    ),
    (
        CLOSED,
        {"win": "rob_kong", "opening": "earthly"},
        "earthly_needs_dealer_discard",
        "opening earthly for south, expected another seat than East and a discard from East",
    ),
    (
        CLOSED,
        {"seat": "east", "discarder": "west", "opening": "earthly"},
        "earthly_needs_dealer_discard",
        "opening earthly for east, expected another seat than East and a discard from East",
    ),
    (KONG, {"opening": "earthly"}, "earthly_with_calls", "opening earthly with a declared kong-concealed, expected none"),
    (CLOSED, {"last_discard": True, "opening": "earthly"}, "opening_at_end", "opening earthly at the end of the wall"),
    (CLOSED, {"seat": "east", "win": "self_draw", "last_tile": True, "opening": "heavenly"}, "opening_at_end", "opening heavenly at the end of the wall"),
    (CLOSED, {"win": "self_draw", "opening": "human"}, "human_not_in_ruleset", "opening human: fanorder has no such hand"),
    (GOOD, {"responsible": "north"}, "no_responsibility", "responsible north: fanorder holds nobody responsible"),
]


@pytest.mark.parametrize(("hand", "context", "reason", "detail"), OF_CONTEXT)
def test_refusals_of_circumstances(hand: str, context: dict[str, Any], reason: str, detail: str) -> None:
    case = case_of(hand, "fanorder", {"min": 0}, **context)
    if "discarder" not in context and case["context"]["win"] != "self_draw":
        case["context"]["discarder"] = "east"
    told = answer(case)
    assert (told["ok"], told["error"], told["reason"], told["detail"]) == (False, "inconsistent_context", reason, detail)


@pytest.mark.parametrize(
    ("ruleset", "hand", "context", "reason", "detail"),
    [
        (
            "vmc",
            CLOSED,
            {"seat": "east", "win": "self_draw", "opening": "human"},
            "human_needs_non_dealer_self_draw",
            "opening human for east, expected another seat than East and self_draw",
        ),
        ("vmc", CLOSED, {"opening": "human"}, "human_needs_non_dealer_self_draw", "opening human for south, expected another seat than East and self_draw"),
        ("vmc", KONG, {"win": "self_draw", "opening": "human"}, "human_with_calls", "opening human with a declared kong-concealed, expected none"),
        (
            "vmc",
            KONG,
            {"seat": "east", "win": "self_draw", "opening": "heavenly"},
            "heavenly_with_calls",
            "opening heavenly with a declared kong-concealed, expected none",
        ),
        (
            "hkma",
            "123456m12p99s [4444z] +3p",
            {"win": "rob_kong", "robbed": "concealed"},
            "concealed_kong_not_robbable",
            "a concealed kong was robbed: at hkma only thirteen orphans may rob one",
        ),
        (
            "mahjong_house",
            GOOD,
            {"responsible": "north"},
            "responsible_for_other_hand",
            "responsible north, expected one of these hands: four_kongs, great_dragons, great_winds",
        ),
        (
            "mahjong_house",
            "5m (111z) (222z) (333z) (444z) +5m",
            {"responsible": "south"},
            "responsible_is_winner",
            "responsible south, who is the winner; expected another seat",
        ),
        (
            "sichuan",
            "123456m12p99555p +3p",
            {"already_won": ["east"]},
            "already_won_plays_on",
            "already out of the hand: east; expected neither the winner nor the payer among them",
        ),
        (
            "sichuan",
            "123456m12p99555p +3p",
            {"already_won": ["south", "north"]},
            "already_won_plays_on",
            "already out of the hand: north, south; expected neither the winner nor the payer among them",
        ),
        (
            "sichuan",
            "123456m12p99555p +3p",
            {"opening": "earthly"},
            "earthly_needs_non_dealer_self_draw",
            "opening earthly for south, expected another seat than East and self_draw",
        ),
        (
            "sichuan",
            "123456m12p99p (555p) +3p",
            {"win": "self_draw", "opening": "earthly"},
            "earthly_with_calls",
            "opening earthly with a declared pong, expected none",
        ),
    ],
)
def test_refusals_of_one_table(ruleset: str, hand: str, context: dict[str, Any], reason: str, detail: str) -> None:
    told = answer(case_of(hand, ruleset, {"min": 0}, **context))
    assert (told["ok"], told["error"], told["reason"], told["detail"]) == (False, "inconsistent_context", reason, detail)


@pytest.mark.parametrize(
    "moments",
    [{Moment.REPLACED_KONG, Moment.REPLACED_FLOWER}, {Moment.HEAVENLY, Moment.HUMAN}, {Moment.HEAVENLY, Moment.EARTHLY, Moment.HUMAN}],
)
def test_a_win_has_one_replacement_and_one_opening(moments: set[Moment]) -> None:
    """Of `WinContext` alone: a data form has no place for a second."""
    with pytest.raises(ContextError) as caught:
        admit(parse_hand_text(KONG), WinContext(Wind.EAST, Wind.EAST, SelfDraw(), frozenset(moments)), load_ruleset("vmc"))
    assert (str(caught.value), caught.value.reason) == ("more than one replacement or opening, expected one", "one_of_each")


@pytest.mark.parametrize(
    ("hand", "moments"),
    [(KONG, {Moment.HEAVENLY, Moment.REPLACED_KONG}), ("123m99p99s [1111p] [4444z] +9s", {Moment.KONG_ON_KONG})],
)
def test_what_a_replacement_may_be_with(hand: str, moments: set[Moment]) -> None:
    """An opening; and two kongs are enough for a kong on a kong."""
    admit(parse_hand_text(hand), WinContext(Wind.EAST, Wind.EAST, SelfDraw(), frozenset(moments)), load_ruleset("fanorder"))


def test_a_suit_declared_void_at_a_table_of_three_suits_forbids_nothing() -> None:
    assert answer(case_of(CLOSED, "wisteria", {"min": 0}, void_suit="m"))["ok"]


def test_the_first_that_applies_is_told() -> None:
    """Faults are piled on from the last code to the first; each new one takes the place of the one before."""
    case = form("m1 m2 m3 m4 m5 m6 m7 m8 m9 p2 p2 p3 p4", "p9", ruleset="sichuan")
    case["options"] = {"min": 5}
    assert answer(case)["error"] == "not_complete"
    case["context"]["last_tile"] = True
    assert answer(case)["error"] == "inconsistent_context"
    case["context"]["void_suit"] = "p"
    assert answer(case)["error"] == "void_suit"
    case["hand"]["bonus"] = ["f1"]
    assert answer(case)["error"] == "bonus_not_allowed"
    case["hand"]["bonus"] = ["f1", "f1"]
    assert answer(case)["error"] == "too_many_copies"
    case["hand"]["concealed"].append("p5")
    assert answer(case)["error"] == "wrong_tile_count"
    case["hand"]["melds"] = [{"kind": "chow", "tiles": ["m1", "m2", "m3"]}]
    assert answer(case)["error"] == "invalid_meld"
    case["hand"]["concealed"].append("east")
    assert answer(case)["error"] == "invalid_tile"
    case["context"]["seat"] = "up"
    with pytest.raises(FormError):
        answer(case)


def test_below_the_minimum_is_a_refusal_with_its_breakdown() -> None:
    told = answer(case_of(GOOD, "fanorder", {}))
    assert (told["ok"], told["error"], told["fan"], told["lines"], told["total"]) == (False, "below_minimum", 1, [["no_flowers", 1]], 1)
    assert "1 Fan, expected at least 3" in told["detail"] and told["reasons"] and told["grouping"] and "payouts" not in told


def test_the_minimum_is_tested_before_the_cap() -> None:
    told = answer(case_of("123456m12p99s (444z) (555z)".replace("123456m", "123m") + " +3p", "fanorder", {"min": 2, "cap": 1}))
    assert (told["ok"], told["total_before_cap"], told["total"]) == (True, 2, 1)


def test_payments_refuse_a_hand_below_the_minimum() -> None:
    case = case_of(GOOD)
    hand, context, rules = parse_hand(case["hand"]), parse_context(case["context"]), load_ruleset("fanorder")
    found = score(hand, context, rules)
    assert not found.payable
    with pytest.raises(MinimumError, match="expected at least 3"):
        payments(found, context, rules)


@pytest.mark.parametrize(("minimum", "payable"), [(0, True), (1, True), (2, False)])
def test_a_hand_at_the_minimum_is_payable(minimum: int, payable: bool) -> None:
    case = case_of(GOOD)
    rules = load_ruleset("fanorder").with_options({"min": minimum})
    assert score(parse_hand(case["hand"]), parse_context(case["context"]), rules).payable is payable


@pytest.mark.parametrize(
    ("hand", "liability", "refused"),
    [
        ("2z (111z) (555z) (666z) (777z) +2z", "shown", False),  # great dragons among honours alone, which is what counts
        ("2z (111z) (555z) (666z) (777z) +2z", "counted", True),
        ("2m (123m) (555z) (666z) (777z) +2m", "counted", False),
    ],
)
def test_who_may_be_responsible_for_a_hand_that_another_stands_above(hand: str, liability: str, refused: bool) -> None:
    case = {**case_of(hand, "mahjong_house", {"min": 0}, responsible="north"), "house": {"readings": {"liability": liability}}}
    told = answer(case)
    assert (not told["ok"], told.get("reason")) == (refused, "responsible_for_other_hand" if refused else None)


@pytest.mark.parametrize(
    ("hand", "said", "fed"),
    [
        ("12m99s (777z) (666z) [5555z] +3m", {}, True),
        ("12m99s (777+7z) [6666z] [5555z] +3m", {}, True),  # the pong of it came from a discard
        ("12m99s [7777z] [6666z] [5555z] +3m", {}, False),
        ("22p99s (777z) (666z) (555z) +2p", {"win": "self_draw"}, True),  # a pong of dots is none of its sets
        ("12m99s555z (777z) (666z) +3m", {}, False),  # the third is held: a wall tile made it
        ("55z123m99s (777z) (666z) +5z", {"discarder": "north"}, True),  # the win took what North threw
        ("55z123m99s (777z) (666z) +5z", {"discarder": "west"}, False),
        ("55z123m99s (777z) (666z) +5z", {"win": "self_draw"}, False),
        ("55z12399m777z (666z) +5z", {"discarder": "north"}, False),  # with one shown
        ("99m333z44z (111z) (222z) +4z", {"discarder": "north"}, False),
        ("9m (111z) [2222z] [3333z] [4444z] +9m", {}, True),
        ("9m [1111z] [2222z] [3333z] [4444z] +9m", {}, False),
        ("9m (1111p) (222+2p) [3333p] [4444m] +9m", {}, True),
        ("9m [1111p] (222+2p) [3333p] [4444m] +9m", {}, False),  # its fourth tile was drawn
    ],
)
def test_nobody_is_responsible_for_what_nobody_can_have_fed(hand: str, said: dict[str, str], fed: bool) -> None:
    """Where a table asks for it; else its word is taken."""
    case = case_of(hand, "mahjong_house", responsible="north", **said)
    told = answer({**case, "house": {"readings": {"liability_fed": True}}})
    assert (told["ok"], told.get("reason")) == (fed, None if fed else "responsible_unfed")
    if not fed:
        assert told["detail"].startswith("responsible north for ")
        assert told["detail"].endswith(", expected its sets declared, and one of them from a discard")
    assert answer(case)["ok"]


def test_every_hand_that_nobody_can_have_fed_is_named() -> None:
    case = case_of("9m [1111z] [2222z] [3333z] [4444z] +9m", "mahjong_house", responsible="north")
    told = answer({**case, "house": {"readings": {"liability_fed": True}}})
    assert told["detail"] == "responsible north for four_kongs, great_winds, expected its sets declared, and one of them from a discard"


def test_for_hands_whose_last_set_no_page_defines_the_tables_word_is_taken() -> None:
    case = case_of("55z123m999s77z666z +7z", "mahjong_house", {"min": 0}, responsible="north")
    told = answer({**case, "house": {"readings": {"liability_fed": True}, "responsible": ["little_dragons"]}})
    assert told["ok"]


def test_of_another_hand_the_tables_word_is_taken() -> None:
    case = case_of("55z12m345s (777z) (666z) +3m", "mahjong_house", responsible="north")
    assert answer(case)["reason"] == "responsible_for_other_hand"
    assert answer({**case, "house": {"responsible": ["little_dragons"]}})["ok"]
