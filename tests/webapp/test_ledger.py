"""The ledger without pages: sums, rotation, versions, and the fewest transfers; a state machine does what a table does."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from webapp import ledger
from webapp.ledger import SEATS, Now
from webapp.store.ledgers import Version


def setup(dealer: str = "win_or_draw", players: int = 4) -> Version:
    return Version(0, 1, 0, {"name": "Friday", "players": [f"P{number}" for number in range(players)], "rules": [], "dealer": dealer})


def won(now: Now, seats: list[str], discarder: str = "", plays_on: bool = False) -> dict[str, Any]:
    detail = {"winners": [{"seat": seat, "total": 3} for seat in seats], "discarder": discarder}
    return ledger.entry(now, "win", detail, {}, plays_on=plays_on)


def played(dealer: str, hands: list[list[str]]) -> list[tuple[int, str]]:
    """(the player who is East, the round) before each hand and after the last."""
    versions = [setup(dealer)]
    seen = []
    for seats in hands:
        now = ledger.opened(versions).now
        seen.append((now.seats["east"], now.round))
        body = won(now, seats) if seats else ledger.entry(now, "draw", {}, {})
        versions.append(Version(len(versions), 1, 0, body))
    now = ledger.opened(versions).now
    return [*seen, (now.seats["east"], now.round)]


def test_east_passes_and_after_four_the_round_does() -> None:
    assert played("win", [["south"]] * 5) == [(0, "east"), (1, "east"), (2, "east"), (3, "east"), (0, "south"), (1, "south")]
    assert played("never", [["east"]] * 16)[-1] == (0, "east")
    assert played("never", [["east"]] * 15)[-1] == (3, "north")


@pytest.mark.parametrize(("dealer", "after_win", "after_draw"), [("win_or_draw", 0, 0), ("win", 0, 1), ("never", 1, 1)])
def test_east_stays_as_the_table_has_it(dealer: str, after_win: int, after_draw: int) -> None:
    assert played(dealer, [["east"]])[-1][0] == after_win
    assert played(dealer, [["south", "east"]])[-1][0] == after_win
    assert played(dealer, [[]])[-1][0] == after_draw


def test_in_sichuan_the_first_winner_is_east_next_and_three_winners_end_the_hand() -> None:
    versions = [setup("first_winner")]
    for seat in ("west", "east", "north"):
        now = ledger.opened(versions).now
        assert now.hand == 1
        versions.append(Version(len(versions), 1, 0, won(now, [seat], plays_on=True)))
    now = ledger.opened(versions).now
    assert (now.hand, now.seats["east"], now.out) == (2, 2, ())
    assert ledger.opened(versions[:3]).now.out == ("west", "east")


def test_two_first_winners_make_the_discarder_east() -> None:
    versions = [setup("first_winner")]
    versions.append(Version(1, 1, 0, won(ledger.opened(versions).now, ["west", "east"], "north", plays_on=True)))
    versions.append(Version(2, 1, 0, ledger.entry(ledger.opened(versions).now, "end_of_wall", {}, {})))
    assert ledger.opened(versions).now.seats["east"] == 3


def test_an_undo_brings_the_table_back_and_an_edit_keeps_the_old_version() -> None:
    versions = [setup()]
    before = ledger.opened(versions).now
    body = ledger.entry(before, "win", {"winners": [{"seat": "south", "total": 3}], "discarder": "east"}, {"0": -8, "1": 8})
    versions.append(Version(1, 1, 0, body))
    assert ledger.opened(versions).totals == (-8, 8, 0, 0)
    versions.append(Version(1, 2, 0, {**body, "void": True}))
    assert ledger.opened(versions).now == before
    assert ledger.opened(versions).totals == (0, 0, 0, 0)
    assert [version.body["points"] for version in ledger.opened(versions).entries[0].history] == [{"0": -8, "1": 8}] * 2


def test_points_that_do_not_sum_to_zero_are_no_entry() -> None:
    now = ledger.opened([setup()]).now
    for points in ({"0": 1}, {"0": 10**10, "1": -(10**10)}):
        with pytest.raises(ledger.LedgerError):
            ledger.entry(now, "payment", {}, points)


def fewest(totals: list[int]) -> int:
    """The obvious way: the most groups that sum to zero, by trying every parting."""
    people = [total for total in totals if total]

    def groups(rest: tuple[int, ...]) -> int:
        if not rest:
            return 0
        best = -1
        for size in range(len(rest)):
            for others in combinations(range(1, len(rest)), size):
                chosen = (0, *others)
                if sum(rest[place] for place in chosen) == 0:
                    best = max(best, 1 + groups(tuple(value for place, value in enumerate(rest) if place not in chosen)))
        return best

    return len(people) - groups(tuple(people)) if people else 0


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(-6, 6), min_size=3, max_size=7))
def test_the_night_is_settled_with_the_fewest_transfers(some: list[int]) -> None:
    totals = [*some, -sum(some)]
    found = ledger.transfers(totals)
    left = list(totals)
    for transfer in found:
        assert transfer.points > 0
        left[transfer.payer] += transfer.points
        left[transfer.payee] -= transfer.points
    assert left == [0] * len(totals)
    assert len(found) == fewest(totals)


class AtATable(RuleBasedStateMachine):
    """Hands, draws, edits, undos and second winners in any order: the sums stay zero and nothing that was saved is lost."""

    def __init__(self) -> None:
        super().__init__()
        self.versions = [setup()]

    @property
    def ledger(self) -> ledger.Ledger:
        return ledger.opened(self.versions)

    def save(self, number: int, body: dict[str, Any]) -> None:
        last = max((each.version for each in self.versions if each.number == number), default=0)
        self.versions.append(Version(number, last + 1, 0, body))

    @rule(winner=st.sampled_from(SEATS), payer=st.sampled_from(SEATS), fan=st.integers(3, 13))
    def win(self, winner: str, payer: str, fan: int) -> None:
        now = self.ledger.now
        form: dict[str, Any] = {"type": "self_draw" if payer == winner else "discard", "winners": [{"seat": winner, "total": fan}]}
        if payer != winner:
            form["discarder"] = payer
        points = ledger.by_player(ledger.settled({"ruleset": "fanorder"}, form), now.seats)
        self.save(len(self.ledger.entries) + 1, ledger.entry(now, "win", form, points))

    @rule(winner=st.sampled_from(SEATS), turn=st.integers(0, 3), wind=st.sampled_from(SEATS), fan=st.integers(3, 13))
    def an_earlier_hand(self, winner: str, turn: int, wind: str, fan: int) -> None:
        """Entered afterwards, in other seats and another round: it counts, and who sits where now is not touched."""
        before = self.ledger
        now = replace(before.now, seats={seat: before.now.seats[SEATS[(place + turn) % 4]] for place, seat in enumerate(SEATS)}, round=wind)
        form = {"type": "self_draw", "winners": [{"seat": winner, "total": fan}]}
        points = ledger.by_player(ledger.settled({"ruleset": "fanorder"}, form), now.seats)
        self.save(len(before.entries) + 1, ledger.entry(now, "win", form, points, late=True))
        assert self.ledger.now == before.now and self.ledger.totals != before.totals

    @rule()
    def draw(self) -> None:
        self.save(len(self.ledger.entries) + 1, ledger.entry(self.ledger.now, "draw", {}, {}))

    @rule(payer=st.integers(0, 3), payee=st.integers(0, 3), points=st.integers(1, 99))
    def pay(self, payer: int, payee: int, points: int) -> None:
        if payer != payee:
            self.save(len(self.ledger.entries) + 1, ledger.entry(self.ledger.now, "payment", {}, {str(payer): -points, str(payee): points}))

    @precondition(lambda self: self.ledger.entries)
    @rule(data=st.data())
    def undo_or_restore(self, data: st.DataObject) -> None:
        chosen = data.draw(st.sampled_from(self.ledger.entries))
        self.save(chosen.number, {**chosen.body, "void": not chosen.void})

    @precondition(lambda self: any(entry.body["kind"] == "win" for entry in self.ledger.entries))
    @rule(data=st.data(), fan=st.integers(3, 13))
    def edit(self, data: st.DataObject, fan: int) -> None:
        chosen = data.draw(st.sampled_from([entry for entry in self.ledger.entries if entry.body["kind"] == "win"]))
        form = {**chosen.body["detail"], "winners": [{**chosen.body["detail"]["winners"][0], "total": fan}]}
        points = ledger.by_player(ledger.settled({"ruleset": "fanorder"}, form), chosen.body["seats"])
        self.save(chosen.number, {**chosen.body, "detail": form, "points": points})

    @invariant()
    def sums_are_zero(self) -> None:
        found = self.ledger
        assert sum(found.totals) == 0
        assert all(sum(after) == 0 for after in found.running().values())
        assert sorted(found.now.seats.values()) == [0, 1, 2, 3]
        if found.live:
            assert found.running()[found.live[-1].number] == found.totals

    @invariant()
    def every_version_is_there(self) -> None:
        assert sum(len(entry.history) for entry in self.ledger.entries) == len(self.versions) - 1


AtATable.TestCase.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
TestAtATable = AtATable.TestCase
