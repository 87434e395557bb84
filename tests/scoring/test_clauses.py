"""What a table's clauses say, word for word: what a pattern asks for, what it stands in for, and how a total is paid."""

from __future__ import annotations

from typing import Any

import pytest
from scoring_cases import case_of

from scoring.cases import answer
from scoring.clauses import clause, paying, worded
from scoring.context import Discard, WinContext
from scoring.explain import language_of, pattern_name, source
from scoring.rulesets import RuleSet, load_house, load_ruleset
from scoring.tiles import Wind

DEAREST = "Of several such hands the dearest alone is counted."
WHOLE = [
    ("sichuan", {}, "all_pongs", "Each of the four sets holds three or four alike; the pair is free.", "四組刻子或槓子加任何一對。"),  # by a name of its own
    ("wisteria", {}, "all_chows", "Nothing but runs of three, beside a pair of any kind.", "四組順子加任何一對。"),
    ("vmc", {}, "seven_pairs", "Seven pairs with nothing declared.", "七個對子，不可上、碰、槓。"),  # not priced there, so nothing of that table
    (
        "vmc", {}, "mixed_terminals",
        "No runs and no tile from two to eight, with suit tiles and honours both in the hand. It takes the place of: All pongs. "
        "Together with Four concealed pongs it is worth 1. Four in all, all pungs included; beside four concealed pungs it adds one.",
        "全副刻子或槓子加一對，只有么九牌和字牌，兩類都要有。取代：對對糊。與四暗刻並計時計1番。連對對糊合共四番；與四暗刻並計時只加一番。",
    ),
    (
        "vmc", {}, "little_winds",
        "Three winds as pongs or kongs and the fourth as the pair. It takes the place of: Half flush, Seat wind, Round wind. "
        "Six in all: seat wind, round wind and half flush are part of it; all pungs adds when the fourth set is a pung.",
        "三種風牌成刻或槓，第四種作眼。取代：混一色、門風、圈風。合共六番，門風、圈風、混一色已包括；四組皆刻時對對糊另計。",
    ),
    (
        "fanorder", {}, "heavenly",
        "The dealer's first fourteen tiles are complete, with no discard made yet. A concealed kong may come before it. It takes the place of: hand patterns, "
        f"wind and dragon sets, flowers and seasons, Concealed hand. {DEAREST} It is counted even where what it replaces would come to more. "
        "Flowers may have been replaced before it.",
        "莊家起手即糊。之前可以暗槓。取代：牌型、風刻、箭刻、花牌、門前清。同時有幾種這類牌，只計最大的一種。即使所取代的番數較多，亦照計。之前可以補花。",
    ),
    (
        "fanorder", {"only_when_dearer": ["special"]}, "great_winds",
        "All four winds as pongs or kongs. It takes the place of: hand patterns, wind and dragon sets, flowers and seasons. "
        f"{DEAREST} It is counted only where it comes to more than without it.",
        "四種風牌全部成刻或槓。取代：牌型、風刻、箭刻、花牌。同時有幾種這類牌，只計最大的一種。只在番數因此較多時才計。",
    ),
    (
        "mahjong_house", {}, "great_winds",
        "All four winds as pongs or kongs. Whoever fed its last set is responsible, even where another hand is what counts. "
        f"It is worth the table's limit. Nothing else is counted with it. {DEAREST}",
        "四種風牌全部成刻或槓。打出最後一組者包牌，即使所計的是另一種牌。計滿番。其他不另計。同時有幾種這類牌，只計最大的一種。",
    ),
    (
        "sichuan", {}, "dragon_seven_pairs",
        "Two of the seven pairs are one tile four times. It takes the place of: Seven pairs, one Root.",
        "七對之中有四張相同的牌。取代：七對、一項根。",
    ),
    (
        "hkma", {}, "all_honours",
        f"Winds and dragons only. Nothing else is counted with it. {DEAREST}",
        "全副字牌。其他不另計。同時有幾種這類牌，只計最大的一種。",
    ),
    (
        "fanorder", {"beside": {"mixed_terminals": {"four_kongs": 5}}}, "mixed_terminals",
        "No runs and no tile from two to eight, with suit tiles and honours both in the hand. Together with Four kongs it is worth 5.",
        "全副刻子或槓子加一對，只有么九牌和字牌，兩類都要有。與槓槓和並計時計5番。",
    ),
    (
        "fanorder", {"excludes": {"@special": []}}, "great_winds",
        f"All four winds as pongs or kongs. {DEAREST}",
        "四種風牌全部成刻或槓。同時有幾種這類牌，只計最大的一種。",
    ),
    (
        "fanorder", {"fan": {"bonus": dict.fromkeys(("no_flowers", "flower_set", "season_set"), False)}}, "great_winds",
        "All four winds as pongs or kongs. It takes the place of: hand patterns, wind and dragon sets, flowers and seasons. "
        f"{DEAREST} It is counted even where what it replaces would come to more.",
        "四種風牌全部成刻或槓。取代：牌型、風刻、箭刻、花牌。同時有幾種這類牌，只計最大的一種。即使所取代的番數較多，亦照計。",
    ),
    (
        "fanorder", {"fan": {"bonus": dict.fromkeys(("no_flowers", "flower_set", "season_set", "own_season"), False)}}, "great_winds",
        "All four winds as pongs or kongs. It takes the place of: hand patterns, wind and dragon sets, Own flower. "
        f"{DEAREST} It is counted even where what it replaces would come to more.",
        "四種風牌全部成刻或槓。取代：牌型、風刻、箭刻、正花（花）。同時有幾種這類牌，只計最大的一種。即使所取代的番數較多，亦照計。",
    ),
]  # fmt: skip


def table(name: str, house: dict[str, Any]) -> RuleSet:
    return load_house(name, house) if house else load_ruleset(name)


@pytest.mark.parametrize(("name", "house", "pattern", "english", "chinese"), WHOLE)
def test_a_whole_clause(name: str, house: dict[str, Any], pattern: str, english: str, chinese: str) -> None:
    rules = table(name, house)
    assert (clause(pattern, rules), clause(pattern, rules, "zh_hant")) == (english, chinese)
    told, told_before, in_chinese = worded(pattern, rules, "en"), worded(pattern, rules, "en"), worded(pattern, rules, "zh_hant")
    assert told_before is told and (told.clause, in_chinese.clause) == (english, chinese)
    named = {"name_en": pattern_name(pattern, "en", rules), "name_zh": pattern_name(pattern, "zh_hant", rules)}
    assert told.names == {"name": named["name_en"], **named} and in_chinese.names == {"name": named["name_zh"], **named}
    priced = pattern in rules.prices
    assert (told.source, in_chinese.source) == ((source(pattern, rules, "en"), source(pattern, rules, "zh_hant")) if priced else (None, None))


FANORDER = "FanOrder, Hong Kong mahjong hands and Fan"
HKMA = "MyMahjong, Hong Kong faan tables, HKMA column"
HOUSE = "Mahjong House, Hong Kong mahjong payout table"
WISTERIA = "CozyWorld, Mahjong Hands and Scoring: Hong Kong Faan Chart"
SICHUAN = "Sichuan rules, Going further: Fan"
SILENT = "says nothing of this: the table's preset"
CURVE, DRAWN, ALONE = "row “From Fan to points”", "row “Who pays when someone wins?”", "row “Discard win under 全銃”"


@pytest.mark.parametrize(
    ("name", "options", "context", "told"),
    [
        ("fanorder", {}, {}, [
            ("2 Fan is 4 points.", f"{FANORDER}, {CURVE}"),
            ("On a discard the discarder pays 2 × the points and each other player 1 ×.", f"{FANORDER}, {CURVE}"),
        ]),
        ("fanorder", {"payment": "all"}, {}, [
            ("2 Fan is 4 points.", f"{FANORDER}, {CURVE}"),
            ("On a discard the discarder alone pays, 4 × the points.", f"{FANORDER}, {CURVE}"),
        ]),
        ("fanorder", {"cap": None}, {"win": "self_draw"}, [
            ("3 Fan is 8 points.", f"{FANORDER}, {CURVE}"),
            ("This table has no limit: all Fan count, and 30 at most are paid.", f"{FANORDER} {SILENT}"),
            ("On a self-draw each opponent pays 2 × the points.", f"{FANORDER}, {DRAWN}"),
        ]),
        ("hkma", {}, {"win": "rob_kong"}, [
            ("2 Fan is 4 points.", f"{HKMA} {SILENT}"),
            ("A robbed player pays 6 × the points.", f"{HKMA} {SILENT}"),
        ]),
        ("mahjong_house", {}, {"win": "rob_kong"}, [
            ("3 Fan is 4 points.", f"{HOUSE}, row “Half-spicy (半辣上), the standard”"),
            ("On a discard the discarder alone pays, 3 × the points.", f"{HOUSE}, {ALONE}"),
            ("A robbed player pays as the discarder.", f"{HOUSE}, row “Robbing the kong (搶槓)”"),
        ]),
        ("fanorder", {}, {"win": "rob_kong"}, [
            ("3 Fan is 8 points.", f"{FANORDER}, {CURVE}"),
            ("On a discard the discarder pays 2 × the points and each other player 1 ×.", f"{FANORDER}, {CURVE}"),
            ("A robbed player pays as the discarder.", f"{FANORDER}, row “Robbing an added kong”"),
        ]),
        ("wisteria", {"payment": "full"}, {"win": "rob_kong"}, [
            ("3 Fan is 8 points.", f"{WISTERIA}, row “From faan to points”"),
            ("On a discard the discarder alone pays, 4 × the points.", f"{WISTERIA}, row “Who pays”"),
            ("A robbed player pays as the discarder.", f"{WISTERIA} {SILENT}"),
        ]),
        ("sichuan", {"self_draw": "plus_base", "base": 5}, {"win": "self_draw"}, [
            ("0 Fan is 5 points.", f"{SICHUAN}, row “What fan are”"),
            ("On a self-draw each opponent pays 1 × the points.", f"{SICHUAN} {SILENT}"),
            ("Each adds 5 for the self-draw.", f"{SICHUAN} {SILENT}"),
        ]),
    ],
)  # fmt: skip
def test_every_clause_of_paying_with_its_row(name: str, options: dict[str, Any], context: dict[str, Any], told: list[tuple[str, str]]) -> None:
    hand = "123456m12p99p666p +3p" if name == "sichuan" else "123456m12p99555s +3p"
    minimum = {} if name == "sichuan" else {"min": 0}
    assert [(rule["clause"], rule["source"]) for rule in answer(case_of(hand, name, options | minimum, **context))["paying"]] == told


@pytest.mark.parametrize(
    ("odd", "clause_of_odd", "chinese"),
    [
        ("winner", "What does not divide the winner goes without.", "除不盡的由糊家放棄。"),
        ("each", "Where it does not divide, each pays one point more.", "除不盡時各家多付一分。"),
        ("first", "Where it does not divide, the first in turn after the winner pay one point more.", "除不盡時由糊家下家起各多付一分。"),
        ("dealer", "Where it does not divide, the dealer pays the rest.", "除不盡的由莊家付。"),
    ],
)
def test_a_self_draw_that_is_paid_as_one_total(odd: str, clause_of_odd: str, chinese: str) -> None:
    house = {"shares": {"ours": {"discarder": 3, "other": 0, "self_draw_total": 7, "odd_point": odd, "self_draw_row": "On our wall"}}}
    case = {**case_of("123456m12p99555s +3p", "fanorder", {"min": 0}, win="self_draw"), "house": house}
    wall = f"{FANORDER}, row “On our wall”"
    assert answer(case)["paying"][1:] == [
        {"clause": "On a self-draw the opponents together pay 7 × the points.", "source": wall}, {"clause": clause_of_odd, "source": wall},
    ]  # fmt: skip
    assert [rule["clause"] for rule in answer(case, "zh-Hant")["paying"]][1:] == ["自摸由各家合付7倍。", chinese]


def test_no_more_than_the_most_is_paid_at_a_table_whose_limit_is_higher() -> None:
    high = load_ruleset("fanorder").with_options({"cap": 40})
    claimed = WinContext(Wind.SOUTH, Wind.EAST, Discard(Wind.EAST))
    told = {fan: [rule["clause"] for rule in paying(fan, claimed, high, "en")] for fan in (30, 31)}
    assert [("30 at most are paid" in " ".join(clauses)) for clauses in told.values()] == [False, True]


def test_who_pays_for_everybody_by_the_row_that_says_so() -> None:
    told = answer(case_of("5m (111z) (222z) (333z) (444z) +5m", "mahjong_house", responsible="west"))["paying"][-1]
    rules = load_ruleset("mahjong_house")
    assert told == {"clause": "The responsible player pays all of it and nobody else pays.", "source": f"{rules.source}, row “{rules.responsible_row}”"}


@pytest.mark.parametrize(
    ("pattern", "house", "english", "chinese"),
    [
        ("all_pongs", {}, f"{FANORDER}, row “All pongs”", f"英文網頁{FANORDER}，「All pongs」一行"),
        (
            "all_pongs",
            {"fan": {"pattern": {"all_pongs": 4}}},
            f"This table's own rule; {FANORDER}, row “All pongs”, has 3",
            f"這桌自己的規則；英文網頁{FANORDER}，「All pongs」一行是3",
        ),
        ("all_258", {"fan": {"pattern": {"all_258": 4}}}, "This table's own rule", "這桌自己的規則"),
    ],
)
def test_where_a_price_comes_from(pattern: str, house: dict[str, Any], english: str, chinese: str) -> None:
    rules = table("fanorder", house)
    assert (source(pattern, rules, "en"), source(pattern, rules, "zh_hant")) == (english, chinese)


def test_a_page_may_name_a_pattern_in_one_language_alone() -> None:
    sichuan = load_ruleset("sichuan")
    assert [pattern_name("all_pongs", language, sichuan) for language in ("en", "zh_hant")] == ["All pongs", "對對胡"]
    assert [pattern_name("all_pongs", language) for language in ("en", "zh_hant")] == ["All pongs", "對對糊"]


@pytest.mark.parametrize(("tag", "language"), [("en", "en"), ("zh-Hant", "zh_hant"), ("zh-hans", "zh_hans"), ("ZH_HANS", "zh_hans")])
def test_a_languages_tag(tag: str, language: str) -> None:
    assert language_of(tag) == language
