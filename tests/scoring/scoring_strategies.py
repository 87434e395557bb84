"""Hypothesis strategies: legal hands, complete or not, and circumstances."""

from __future__ import annotations

from collections import Counter

from hypothesis import strategies as st

from scoring.context import Discard, SelfDraw, WinContext
from scoring.hand import Hand
from scoring.melds import Meld, MeldKind
from scoring.tiles import PLAYING_TILES, Suit, Tile, Wind

BONUS = tuple(Tile(suit, rank) for suit in (Suit.FLOWERS, Suit.SEASONS) for rank in range(1, 5))
LOWEST_OF_RUN = tuple(tile for tile in PLAYING_TILES if tile.is_suited and tile.rank <= 7)


@st.composite
def hands(draw: st.DrawFn, complete: bool = False, bonus: bool = True, suited: bool = False) -> Hand:
    """A legal hand; with `complete`, four sets and a pair. `suited` leaves winds and dragons out."""
    faces = [tile for tile in PLAYING_TILES if tile.is_suited or not suited]
    melds: list[Meld] = []
    sets: list[tuple[Tile, ...]] = []
    left = Counter(dict.fromkeys(faces, 4))

    def take(tiles: tuple[Tile, ...]) -> bool:
        if any(left[tile] < copies for tile, copies in Counter(tiles).items()):
            return False
        left.subtract(tiles)
        return True

    for _ in range(draw(st.integers(0, 4))):
        kind = draw(st.sampled_from(MeldKind))
        meld = Meld(kind, draw(st.sampled_from(LOWEST_OF_RUN if kind is MeldKind.CHOW else faces)))
        if take(meld.tiles):
            melds.append(meld)
    if complete:
        while len(melds) + len(sets) < 4:
            run = draw(st.booleans())
            low = draw(st.sampled_from(LOWEST_OF_RUN if run else faces))
            tiles = Meld(MeldKind.CHOW if run else MeldKind.PONG, low).tiles
            if take(tiles):
                sets.append(tiles)
        pair = draw(st.sampled_from([tile for tile in faces if left[tile] >= 2]))
        held = [tile for tiles in sets for tile in tiles] + [pair, pair]
    else:
        wall = [tile for tile in faces for _ in range(left[tile])]
        held = draw(st.permutations(wall))[: 14 - 3 * len(melds)]
    flowers = draw(st.sets(st.sampled_from(BONUS))) if bonus else set()
    return Hand(tuple(held), tuple(melds), tuple(flowers), draw(st.sampled_from(held)))


@st.composite
def contexts(draw: st.DrawFn) -> WinContext:
    """A seat, a round and a draw or a discard; no special moment."""
    seat = draw(st.sampled_from(Wind))
    payer = draw(st.sampled_from([wind for wind in Wind if wind is not seat]))
    return WinContext(seat, draw(st.sampled_from(Wind)), draw(st.sampled_from((SelfDraw(), Discard(payer)))))
