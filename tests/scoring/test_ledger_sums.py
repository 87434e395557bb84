"""Every settlement of every table sums to zero, whatever the options: wins, several winners, 包, kongs and the end of the wall."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring.cases import answer
from scoring.rulesets import RULESET_NAMES, load_ruleset

SEATS = ("east", "south", "west", "north")
DIVIDED = {"shares": {"ours": {"discarder": 3, "other": 1, "robbed": 5, "self_draw_total": 7, "odd_point": "dealer"}}}


@st.composite
def tables(draw: st.DrawFn, name: str | None = None) -> dict[str, Any]:
    """A rule set, options settled at random and, now and then, a self-draw that has to be divided."""
    name = name or draw(st.sampled_from(RULESET_NAMES))
    house = None
    if draw(st.integers(0, 3)) == 0:
        house = {"shares": {"ours": {**DIVIDED["shares"]["ours"], "odd_point": draw(st.sampled_from(["winner", "each", "first", "dealer"]))}}}
    options: dict[str, Any] = {"min": 0, "cap": draw(st.none() | st.integers(0, 100))}
    for option in load_ruleset(name).options.values():
        if not (house and option.name == "payment"):
            options[option.name] = draw(st.sampled_from(option.choices) if option.choices else st.integers(option.least, option.most))
    return {"ruleset": name, "house": house, "options": options}


def seats(least: int = 0, most: int = 4) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(SEATS), min_size=least, max_size=most, unique=True)


def settled(table: dict[str, Any], settlement: dict[str, Any]) -> dict[str, Any] | None:
    """The answer, or None where the settlement is refused; its payments sum to zero and are what they add up to."""
    told = answer({**table, "kind": "settlement", "settlement": settlement})
    if not told["ok"]:
        assert told["error"] in ("inconsistent_context", "below_minimum")
        return None
    assert sum(told["payouts"].values()) == 0
    assert all(payment["points"] > 0 and payment["payer"] != payment["payee"] for payment in told["payments"])
    for seat in SEATS:
        gained = sum(p["points"] for p in told["payments"] if p["payee"] == seat) - sum(p["points"] for p in told["payments"] if p["payer"] == seat)
        assert gained == told["payouts"][seat]
    assert all(abs(points) < 2**53 for points in told["payouts"].values())
    return told


@given(tables(), seats(1, 4), st.lists(st.integers(0, 100), min_size=4, max_size=4), st.sampled_from((None, *SEATS)), st.sampled_from((None, *SEATS)), seats())
def test_wins(table: dict[str, Any], won: list[str], totals: list[int], discarder: str | None, responsible: str | None, out: list[str]) -> None:
    winners: list[dict[str, Any]] = [{"seat": seat, "total": total} for seat, total in zip(won, totals, strict=False)]
    if responsible:
        winners[0]["responsible"] = responsible
    told = settled(table, {"type": "discard" if discarder else "self_draw", "discarder": discarder, "winners": winners, "already_won": out})
    if told is None:
        return
    gains = [told["payouts"][seat] for seat in won]
    assert max(gains) >= 0
    if responsible not in won and table["options"].get("multiple_winners", True):
        assert min(gains) >= 0  # a winner never pays, but for one who is responsible for another's hand, and where the next in turn alone has won
    if table["ruleset"] == "sichuan":
        assert all(told["payouts"][seat] == 0 for seat in out)


@given(tables("sichuan"), st.sampled_from(("exposed", "added", "concealed")), st.sampled_from(SEATS), st.sampled_from(SEATS), seats(), st.booleans(),
       st.sampled_from((None, *SEATS)), st.booleans())  # fmt: skip
def test_kongs(table: dict[str, Any], kind: str, by: str, source: str, out: list[str], robbed: bool, dealt_in: str | None, drawn: bool) -> None:
    asked = {"type": "kong", "kind": kind, "by": by, "from": source, "already_won": out, "robbed": robbed, "dealt_in": dealt_in, "just_drawn": drawn}
    told = settled(table, asked)
    if told is not None and robbed:
        assert not any(told["payouts"].values())


@given(tables("sichuan"), st.permutations(SEATS), st.integers(0, 4), st.integers(0, 4), st.integers(0, 8), st.sampled_from(SEATS))
def test_the_end_of_the_wall(table: dict[str, Any], order: list[str], ready: int, pigs: int, fan: int, kong_by: str) -> None:
    waiting, rest = order[:ready], order[ready:]
    asked = {
        "type": "end_of_wall", "ready": [{"seat": seat, "total": fan} for seat in waiting], "flower_pig": rest[:pigs], "not_ready": rest[pigs:],
        "kongs": [{"kind": "concealed", "by": kong_by}, {"kind": "added", "by": kong_by, "robbed": "east"}],
    }  # fmt: skip
    told = settled(table, asked)
    assert told is not None
    assert all(told["payouts"][seat] >= 0 for seat in waiting)
