"""The hands one or two tiles away from a row that is no hand, or a cheap one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any

from .cases import answer, base_rules, settled_rules
from .forms import ContextForm, HandForm
from .hand import Hand
from .rulesets import RuleSet
from .shapes import copies_of, is_complete
from .tiles import PLAYING_TILES, Tile


@dataclass(frozen=True, slots=True)
class Swap:
    """Tiles that leave the held row and as many that come in their place."""

    out: tuple[Tile, ...]
    into: tuple[Tile, ...]


def nearest(case: Mapping[str, object], most: int = 10) -> list[dict[str, Any]]:
    """The hands nearest to the held tiles, dearest first: those one tile away, or where there is none, two.

    Declared sets stay as they are, and the winning tile stays the winning tile unless it is the one that leaves; then the tile
    that comes is. Each entry has `out`, `in` (codes), `total`, `lines` and `ok`. Raises FormError, or the Refusal of a hand that
    holds an impossible number of tiles.
    """
    rules = settled_rules(base_rules(case), case)
    ContextForm.of(case.get("context"))
    form = HandForm.of(case.get("hand"))
    hand = form.hand(rules)
    for away in (1, 2):
        found = [told for swap in _swaps(hand, rules, away) if (told := _told(case, hand, swap)) is not None]
        if found:
            return sorted(found, key=lambda told: (-told["total_before_cap"], told["out"], told["in"]))[:most]
    return []


def _swaps(hand: Hand, rules: RuleSet, away: int) -> Iterator[Swap]:
    faces = [tile for tile in PLAYING_TILES if tile.is_suited or rules.readings.honours]
    coming = [(into, copies_of(into)) for into in combinations_with_replacement(faces, away)]
    for out in sorted(set(combinations(hand.held, away))):
        kept = hand.copies - copies_of(out)
        for into, copies in coming:
            if is_complete(kept + copies, len(hand.melds), rules.forms) and not set(into) & set(out):
                yield Swap(out, into)


def _told(case: Mapping[str, object], hand: Hand, swap: Swap) -> dict[str, Any] | None:
    held = list(hand.held)
    for tile in swap.out:
        held.remove(tile)
    winning = hand.winning if hand.winning in held else swap.into[0]
    held += swap.into
    held.remove(winning)
    changed = {"concealed": [tile.code for tile in held], "winning_tile": winning.code}
    before = case["hand"]
    assert isinstance(before, Mapping)
    # Which also refuses the fifth copy of a tile that melds hold.
    told = answer({**case, "hand": {**before, **changed}}, brief=True)
    if "lines" not in told:
        return None
    codes = {"out": [tile.code for tile in swap.out], "in": [tile.code for tile in swap.into]}
    return {**codes, "hand": changed, **{key: told[key] for key in ("ok", "total", "total_before_cap", "lines")}}
