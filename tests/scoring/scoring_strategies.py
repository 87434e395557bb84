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
    left = Counter(dict.fromkeys(faces, 4))

    def fitting(kind: MeldKind) -> list[Tile]:
        """The lowest tiles of sets of this kind that the wall still holds, so that every draw is of use."""
        lowest = [tile for tile in LOWEST_OF_RUN if tile in faces] if kind is MeldKind.CHOW else faces
        return [tile for tile in lowest if all(left[face] >= copies for face, copies in Counter(Meld(kind, tile).tiles).items())]

    def take(kind: MeldKind) -> Meld:
        meld = Meld(kind, draw(st.sampled_from(fitting(kind))))
        left.subtract(meld.tiles)
        return meld

    melds = [take(draw(st.sampled_from(MeldKind))) for _ in range(draw(st.integers(0, 4)))]
    held: list[Tile] = []
    if complete:
        for _ in range(4 - len(melds)):
            held += take(draw(st.sampled_from((MeldKind.CHOW, MeldKind.PONG)))).tiles
        held += [draw(st.sampled_from([tile for tile in faces if left[tile] >= 2]))] * 2
    else:
        while len(held) < 14 - 3 * len(melds):
            held.append(draw(st.sampled_from([tile for tile in faces if left[tile]])))
            left.subtract(held[-1:])
    flowers = draw(st.sets(st.sampled_from(BONUS))) if bonus else set()
    return Hand(tuple(held), tuple(melds), tuple(flowers), draw(st.sampled_from(held)))


@st.composite
def contexts(draw: st.DrawFn) -> WinContext:
    """A seat, a round and a draw or a discard; no special moment."""
    seat = draw(st.sampled_from(Wind))
    payer = draw(st.sampled_from([wind for wind in Wind if wind is not seat]))
    return WinContext(seat, draw(st.sampled_from(Wind)), draw(st.sampled_from((SelfDraw(), Discard(payer)))))
