"""One tile of each face, laid in order: every tile is named by its place, whatever it was read as.

It is how a set is taught best, and a set that the reader has never seen would otherwise be put right tile by tile. Which suit lies first, how the
dragons follow each other, and whether seasons or flowers come first is each table's own habit: the order is the one that agrees with the reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product

from scoring.tiles import ALL_TILES, Suit
from webapp.draft import Draft
from webapp.placed import Group, Part

FACES = tuple(tile.code for tile in ALL_TILES)
AGREES = 1 / 2
"""How many of the tiles must have been read as their places say: fewer, and they lie in another order."""

Faces = tuple[str, ...]


def _of(suit: Suit) -> Faces:
    return tuple(tile.code for tile in ALL_TILES if tile.suit is suit)


_SUITS = (_of(Suit.CHARACTERS), _of(Suit.DOTS), _of(Suit.BAMBOO))
_WINDS, _DRAGONS = _of(Suit.HONOURS)[:4], _of(Suit.HONOURS)[4:]
_BONUS = (_of(Suit.FLOWERS), _of(Suit.SEASONS))
PLAIN = sum(map(len, (*_SUITS, _WINDS, _DRAGONS)))


def _orders(bonus: bool) -> Iterator[Faces]:
    for suits, dragons, flowers in product(permutations(_SUITS), permutations(_DRAGONS), permutations(_BONUS) if bonus else [()]):
        yield tuple(face for part in (*suits, _WINDS, dragons, *flowers) for face in part)


def order_of(draft: Draft) -> Faces:
    """The faces in the order in which these tiles seem to lie; empty where they are no such photo, or are named so already.

    Empty, too, where two orders fit equally well: dragons of which none was read right may lie in any. And where a single tile is left to put
    right or to confirm, which is done sooner on the tile itself, or where the tiles were named so once: those still in doubt are to be looked at.
    """
    placed = [tile for _place, tile, _group in draft.places()]
    boxes = [tile.box for tile in placed]
    if len(placed) not in (len(FACES), PLAIN) or None in boxes or len(set(boxes)) < len(boxes):
        return ()
    read = [tile.face for tile in placed]
    best, second = sorted(((_agree(read, faces), faces) for faces in _orders(len(placed) == len(FACES))), reverse=True)[:2]
    if best[0] < AGREES * len(read) or best[0] == second[0]:
        return ()
    left = sum(tile.face != face or tile.doubtful for tile, face in zip(placed, best[1], strict=True))
    named = read == list(best[1]) and [len(group.tiles) for group in draft.groups] == [PLAIN, *([len(read) - PLAIN] if len(read) > PLAIN else [])]
    return best[1] if (left > 1 or draft.aside) and not named else ()


def _agree(read: Sequence[str], faces: Faces) -> int:
    return sum(one == other for one, other in zip(read, faces, strict=True))


def ordered(draft: Draft) -> Draft:
    """The tiles named by their places; as they were where `order_of` sees no order. None is in doubt any more but those that had been read
    without a doubt as something else: a person looks at them."""
    faces = order_of(draft)
    if not faces:
        return draft
    placed = [tile for _place, tile, _group in draft.places()]
    named = [
        replace(tile, face=face, doubtful=tile.face != face and not tile.doubtful, wins=False, guessed=False) for tile, face in zip(placed, faces, strict=True)
    ]
    return Draft.of((Group(Part.HELD, tuple(named[:PLAIN])), Group(Part.BONUS, tuple(named[PLAIN:]))))
