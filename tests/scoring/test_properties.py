"""What holds for every hand: order and names of suits do not matter, totals are sums, payments sum to zero."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring_strategies import contexts, hands

from scoring.context import WinContext
from scoring.errors import ContextError
from scoring.hand import Hand
from scoring.melds import Meld
from scoring.payout import balance, payments
from scoring.rulesets import RULESET_NAMES, RuleSet, load_ruleset
from scoring.score import score
from scoring.shapes import ThirteenOrphans, winning_shapes
from scoring.tiles import Suit, Tile

FREE = {name: load_ruleset(name).with_options({"min": 0, "cap": None}) for name in RULESET_NAMES}
WITH_BONUS = [rules for rules in FREE.values() if rules.readings.bonus]
SUITS = (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO)


def fitting(hand: Hand, rules: RuleSet) -> Hand:
    """The hand without flowers where the table has none."""
    return hand if rules.readings.bonus else replace(hand, bonus=())


@given(hands(complete=True), contexts(), st.sampled_from([rules for rules in FREE.values() if rules.readings.honours]))
def test_totals_are_sums_and_payments_sum_to_zero(hand: Hand, context: WinContext, rules: RuleSet) -> None:
    found = score(fitting(hand, rules), context, rules)
    assert found.raw == found.fan == sum(line.fan for line in found.lines)
    paid = payments(found, context, rules)
    sums = balance(paid)
    assert sum(sums.values()) == 0 and sums[context.seat] > 0
    assert all(points <= 0 for wind, points in sums.items() if wind is not context.seat)
    capped = rules.with_options({"cap": 2})
    again = score(fitting(hand, rules), context, capped)
    assert again.fan == min(again.raw, 2)


@given(hands(complete=True), contexts(), st.sampled_from([rules for rules in FREE.values() if rules.readings.honours]))
def test_the_dearest_grouping_is_kept(hand: Hand, context: WinContext, rules: RuleSet) -> None:
    found = score(fitting(hand, rules), context, rules)
    assert all(raw <= found.raw for _, raw in found.others)
    assert len(found.others) + 1 == len(winning_shapes(hand, rules.forms))


@given(hands(complete=True), contexts(), st.randoms(use_true_random=False), st.sampled_from(WITH_BONUS))
def test_the_order_of_tiles_never_matters(hand: Hand, context: WinContext, chance: object, rules: RuleSet) -> None:
    held, bonus, melds = list(hand.held), list(hand.bonus), list(hand.melds)
    for part in (held, bonus, melds):
        chance.shuffle(part)  # type: ignore[attr-defined]
    shuffled = Hand(tuple(held), tuple(melds), tuple(bonus), hand.winning)
    first, second = score(hand, context, rules), score(shuffled, context, rules)
    assert first.raw == second.raw
    assert sorted((line.pattern, line.fan) for line in first.lines) == sorted((line.pattern, line.fan) for line in second.lines)


@given(hands(complete=True), contexts(), st.sampled_from(list(permutations(SUITS))), st.sampled_from(WITH_BONUS))
def test_the_names_of_suits_never_matter(hand: Hand, context: WinContext, order: tuple[Suit, ...], rules: RuleSet) -> None:
    """But for the coloured dragons, which name their suit and are switched off here."""
    renamed = dict(zip(SUITS, order, strict=True))

    def turn(tile: Tile) -> Tile:
        return Tile(renamed.get(tile.suit, tile.suit), tile.rank)

    melds = tuple(Meld(meld.kind, turn(meld.tile)) for meld in hand.melds)
    turned = Hand(tuple(map(turn, hand.held)), melds, hand.bonus, turn(hand.winning))
    assert score(turned, context, rules).raw == score(hand, context, rules).raw


@pytest.mark.parametrize("name", RULESET_NAMES)
@settings(max_examples=40)
@given(hand=hands(complete=True))
def test_a_shape_holds_exactly_the_hands_tiles(name: str, hand: Hand) -> None:
    shapes = winning_shapes(hand, FREE[name].forms)
    assert shapes
    for shape in shapes:
        tiles = shape.tiles if isinstance(shape, ThirteenOrphans) else tuple(tile for group in shape.groups for tile in group.tiles)
        assert tuple(sorted(tiles)) == hand.tiles


@given(hands(complete=True, bonus=False, suited=True), contexts())
def test_sichuan_scores_what_it_plays(hand: Hand, context: WinContext) -> None:
    from scoring.errors import MeldError, VoidSuitError

    rules = FREE["sichuan"]
    try:
        found = score(hand, context, rules)
    except (MeldError, VoidSuitError) as refusal:
        assert refusal.code in ("invalid_meld", "void_suit")
        return
    assert found.raw == sum(line.fan for line in found.lines) and found.lines
    assert sum(balance(payments(found, context, rules)).values()) == 0


@given(hands(complete=True), contexts())
def test_a_robbed_tile_is_the_only_one_of_its_kind(hand: Hand, context: WinContext) -> None:
    from scoring.context import Discard, RobbedKong

    if not isinstance(context.by, Discard):
        return
    robbing = replace(context, by=RobbedKong(context.by.payer))
    try:
        score(hand, robbing, FREE["fanorder"])
    except ContextError:
        assert hand.tiles.count(hand.winning) > 1
    else:
        assert hand.tiles.count(hand.winning) == 1
