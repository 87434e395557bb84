"""What a table refuses before it counts: tiles it does not play with, and circumstances that cannot all be true.

The checks stand in the order in which a refusal is reported; each raises its own error and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from .context import OPENINGS, REPLACEMENTS, Moment, RobbedKong, WinContext
from .errors import BonusError, ContextError, MeldError, TileError, VoidSuitError
from .hand import Hand
from .melds import Meld, MeldKind
from .rulesets import RuleSet
from .shapes import Form, is_complete
from .tiles import Tile, Wind


def admit_tiles(tiles: Iterable[Tile], rules: RuleSet) -> None:
    """Raises TileError for winds and dragons at a table without them."""
    if rules.readings.honours:
        return
    for tile in tiles:
        if tile.is_honour:
            raise TileError(f"{tile.code}: {rules.name} plays without winds and dragons, expected tiles of the three suits", tile.code)


def admit_melds(melds: Iterable[Meld], rules: RuleSet) -> None:
    """Raises MeldError for a chow at a table where none may be claimed."""
    if rules.readings.chow_claims:
        return
    for meld in melds:
        if meld.kind is MeldKind.CHOW:
            shown = " ".join(tile.code for tile in meld.tiles)
            raise MeldError(f"a chow of {shown}: {rules.name} allows no claimed chow, expected pongs and kongs", "chow_not_allowed")


def admit(hand: Hand, context: WinContext, rules: RuleSet) -> None:
    """Every check of a hand and its circumstances, in order. Raises the Refusal of the first that fails."""
    admit_tiles(hand.tiles, rules)
    admit_melds(hand.melds, rules)
    if hand.bonus and not rules.readings.bonus:
        shown = " ".join(tile.code for tile in hand.bonus)
        raise BonusError(f"{shown}: {rules.name} plays without flowers and seasons, expected none", hand.bonus[0].code)
    if rules.readings.most_suits < 3:  # elsewhere nothing is void, whatever was declared
        _admit_suits(hand, context, rules)
    _admit_seats(context, rules)
    if context.moments:
        _admit_moments(hand, context)
    if isinstance(context.by, RobbedKong):
        _admit_robbery(hand, context.by, rules)
    if context.moments:
        for opening in context.moments & OPENINGS:
            _admit_opening(opening, hand, context, rules)


def _admit_suits(hand: Hand, context: WinContext, rules: RuleSet) -> None:
    most = rules.readings.most_suits
    suits = sorted({tile.suit.value for tile in hand.tiles if tile.is_suited})
    if len(suits) > most:
        raise VoidSuitError(f"tiles of the suits {', '.join(suits)}, expected at most {most}", "three_suits")
    if context.void is not None and context.void.value in suits:
        raise VoidSuitError(f"tiles of the suit {context.void.value}, which was declared void", "declared_void")


def _admit_seats(context: WinContext, rules: RuleSet) -> None:
    if context.payer is context.seat:
        raise ContextError(f"the tile came from {context.seat.value}, who is the winner; expected another seat", "discarder_is_winner")
    # Where play ends with the first win nobody can be out, and what is said of it does not matter.
    if rules.readings.plays_on and (context.seat in context.already_won or context.payer in context.already_won):
        out = sorted(seat.value for seat in context.already_won)
        raise ContextError(f"already out of the hand: {', '.join(out)}; expected neither the winner nor the payer among them", "already_won_plays_on")
    if context.responsible is None:
        return
    if not rules.responsible:
        raise ContextError(f"responsible {context.responsible.value}: {rules.name} holds nobody responsible", "no_responsibility")
    if context.responsible is context.seat:
        raise ContextError(f"responsible {context.responsible.value}, who is the winner; expected another seat", "responsible_is_winner")


def _admit_moments(hand: Hand, context: WinContext) -> None:
    moments, discarded = context.moments, context.claimed and not isinstance(context.by, RobbedKong)
    if len(moments & REPLACEMENTS) > 1 or len(moments & OPENINGS) > 1:
        raise ContextError("more than one replacement or opening, expected one", "one_of_each")
    for replacement in moments & REPLACEMENTS:
        if not context.self_drawn:
            raise ContextError(f"replacement {replacement.value} without self_draw: a replacement tile is drawn", "replacement_needs_self_draw")
        if replacement is Moment.REPLACED_KONG and not hand.kongs:
            raise ContextError("replacement kong with no kong in the hand", "replacement_without_kong")
        if replacement is Moment.REPLACED_FLOWER and not hand.bonus:
            raise ContextError("replacement flower with no flower or season", "replacement_without_flower")
        if replacement is Moment.KONG_ON_KONG and hand.kongs < 2:
            raise ContextError(f"replacement kong_on_kong with {hand.kongs} kong(s), expected two or more", "kong_on_kong_needs_two_kongs")
    if Moment.LAST_TILE in moments and not context.self_drawn:
        raise ContextError("last_tile without self_draw: the last wall tile is drawn; a discard after it is last_discard", "last_tile_needs_self_draw")
    for moment in (Moment.LAST_DISCARD, Moment.AFTER_KONG_DISCARD):
        if moment in moments and not discarded:
            raise ContextError(f"{moment.value} without a discard", f"{moment.value}_needs_discard")


def _admit_robbery(hand: Hand, robbed: RobbedKong, rules: RuleSet) -> None:
    # The other three copies lie in the robbed pong, so robbing completes a chow or thirteen orphans and nothing else.
    if hand.tiles.count(hand.winning) > 1:
        held = f"rob_kong on {hand.winning.code}, of which the winner holds another copy; the robbed player has the rest"
        raise ContextError(held, "robbed_tile_held_elsewhere")
    if robbed.concealed:
        orphans = is_complete(hand.copies, forms=(Form.THIRTEEN_ORPHANS,))
        if not (rules.readings.rob_concealed and orphans):
            allowed = "only thirteen orphans may" if rules.readings.rob_concealed else "nobody may"
            raise ContextError(f"a concealed kong was robbed: at {rules.name} {allowed} rob one", "concealed_kong_not_robbable")


def _admit_opening(opening: Moment, hand: Hand, context: WinContext, rules: RuleSet) -> None:
    name = opening.value
    if not rules.plays(name):
        raise ContextError(f"opening {name}: {rules.name} has no such hand", f"{name}_not_in_ruleset")
    if context.moments & {Moment.LAST_TILE, Moment.LAST_DISCARD}:
        raise ContextError(f"opening {name} at the end of the wall", "opening_at_end")
    dealer, self_drawn = context.seat is Wind.EAST, context.self_drawn
    if opening is Moment.HEAVENLY and not (dealer and self_drawn):
        raise ContextError(f"opening heavenly for {context.seat.value}, expected East and self_draw", "heavenly_needs_dealer_self_draw")
    others = f"opening {name} for {context.seat.value}, expected another seat than East and"
    if opening is Moment.HUMAN and (dealer or not self_drawn):
        raise ContextError(f"{others} self_draw", "human_needs_non_dealer_self_draw")
    by_draw = rules.readings.earthly == "own_draw"
    if opening is Moment.EARTHLY:
        if by_draw and (dealer or not self_drawn):
            raise ContextError(f"{others} self_draw", "earthly_needs_non_dealer_self_draw")
        if not by_draw and (dealer or context.payer is not Wind.EAST or isinstance(context.by, RobbedKong)):
            raise ContextError(f"{others} a discard from East", "earthly_needs_dealer_discard")
    kong_may_lie = {Moment.HEAVENLY: rules.readings.opening_kong, Moment.EARTHLY: rules.readings.earthly_kong}.get(opening)
    for meld in hand.melds:
        if not (kong_may_lie and meld.concealed):
            raise ContextError(f"opening {name} with a declared {meld.kind.value}, expected none", f"{name}_with_calls")
