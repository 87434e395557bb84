"""shapes.py against a slow and obvious oracle, and what a shape must know.

The suite compares 6,000 hands; `python tests/scoring/test_shapes.py 100000` compares as many as it is told.
"""

from __future__ import annotations

import random
import sys
from collections import Counter

import pytest

from scoring.hand import Hand
from scoring.notation import parse_hand_text, parse_tiles
from scoring.shapes import ORPHANS, Form, SetKind, SevenPairs, Standard, ThirteenOrphans, copies_of, is_complete, pack, size_of, winning_shapes
from scoring.tiles import PLAYING_TILES, Tile


def oracle_sets(counts: list[int]) -> bool:
    """Whether counts part into pongs and runs, by trying everything at the first tile left."""
    at = next((index for index, count in enumerate(counts) if count), None)
    if at is None:
        return True
    for taken in ((at, at, at), (at, at + 1, at + 2)):
        if taken[0] != taken[2] and (at >= 27 or at % 9 > 6):
            continue
        left = counts.copy()
        for index in taken:
            left[index] -= 1
        if min(left) >= 0 and oracle_sets(left):
            return True
    return False


def oracle(counts: tuple[int, ...], melds: int, form: Form) -> bool:
    """The definition, word for word."""
    if sum(counts) + 3 * melds != 14:
        return False
    if form is Form.STANDARD:
        return any(oracle_sets([*counts[:at], counts[at] - 2, *counts[at + 1 :]]) for at in range(34) if counts[at] >= 2)
    if melds:
        return False
    if form is Form.THIRTEEN_ORPHANS:
        orphans = [counts[tile.index] for tile in ORPHANS]
        return min(orphans) == 1 and sum(orphans) == 14
    pairs = sum(count // 2 for count in counts)
    return pairs == 7 and (form is Form.SEVEN_PAIRS_WITH_FOURS or 4 not in counts)


def random_counts(chance: random.Random) -> tuple[tuple[int, ...], int]:
    """Held tiles likely to be complete or nearly so: some are built of sets, some drawn from few faces, some from all."""
    melds = chance.choice((0, 0, 0, 1, 2, 3, 4))
    size = 14 - 3 * melds
    counts = [0] * 34
    style = chance.random()
    if style < 0.5:
        suits = chance.choice(((0,), (0, 9), (0, 9, 18, 27)))
        counts[chance.choice(suits) + chance.randrange(7)] += 2
        while sum(counts) < size:
            start = chance.choice(suits)
            run = start < 27 and chance.random() < 0.6
            low = start + chance.randrange(7)
            for index in (low, low + 1, low + 2) if run else (low,) * 3:
                counts[index] += 1
        if chance.random() < 0.4:  # one tile off
            counts[chance.choice([at for at in range(34) if counts[at]])] -= 1
            counts[chance.randrange(34)] += 1
    elif style < 0.6:
        for at in chance.sample(range(34), 7):
            counts[at] += 2
    elif style < 0.65:
        for tile in ORPHANS:
            counts[tile.index] += 1
        counts[chance.randrange(34)] += 1
    else:
        faces = chance.choice((range(9), range(9, 18), range(34)))
        for at in chance.sample([face for face in faces for _ in range(4)], size):
            counts[at] += 1
    return tuple(counts), melds


def compare_with_oracle(hands: int, seed: int) -> Counter[tuple[Form, bool]]:
    chance = random.Random(seed)
    met: Counter[tuple[Form, bool]] = Counter()
    for _ in range(hands):
        counts, melds = random_counts(chance)
        if max(counts) > 4:
            assert not is_complete(pack(counts), melds, tuple(Form))
            continue
        for form in Form:
            given = is_complete(pack(counts), melds, (form,))
            assert given == oracle(counts, melds, form), (counts, melds, form)
            met[form, given] += 1
    return met


def test_completeness_agrees_with_the_oracle() -> None:
    met = compare_with_oracle(6_000, seed=1)
    assert all(met[form, verdict] > 20 for form in Form for verdict in (True, False)), met


def test_shapes_exist_exactly_where_a_hand_is_complete() -> None:
    chance = random.Random(3)
    for _ in range(3_000):
        counts, melds = random_counts(chance)
        if melds or max(counts) > 4 or sum(counts) != 14:
            continue
        held = tuple(tile for tile in PLAYING_TILES for _ in range(counts[tile.index]))
        hand = Hand(held, (), (), chance.choice(held))
        for form in Form:
            shapes = winning_shapes(hand, (form,))
            assert bool(shapes) == is_complete(pack(counts), 0, (form,))
            for shape in shapes:
                tiles = shape.tiles if isinstance(shape, ThirteenOrphans) else tuple(tile for group in shape.groups for tile in group.tiles)
                assert sorted(tiles) == list(held)
                assert isinstance(shape, ThirteenOrphans) or sum(group.won for group in shape.groups) == 1


def all_standard(counts: list[int], pair: bool) -> set[tuple[tuple[str, int], ...]]:
    """Every parting into sets and one pair, by brute force."""
    at = next((index for index, count in enumerate(counts) if count), None)
    if at is None:
        return {()} if pair else set()
    found = set()
    for kind, taken in (("pair", (at, at)), ("pong", (at,) * 3), ("chow", (at, at + 1, at + 2))):
        if (kind == "pair" and pair) or (kind == "chow" and (at >= 27 or at % 9 > 6)):
            continue
        left = counts.copy()
        for index in taken:
            left[index] -= 1
        if min(left) >= 0:
            found |= {tuple(sorted((*rest, (kind, at)))) for rest in all_standard(left, pair or kind == "pair")}
    return found


def test_every_grouping_is_found() -> None:
    chance = random.Random(4)
    many = 0
    for _ in range(4_000):
        counts, melds = random_counts(chance)
        if melds or max(counts) > 4 or sum(counts) != 14:
            continue
        held = tuple(tile for tile in PLAYING_TILES for _ in range(counts[tile.index]))
        shapes = winning_shapes(Hand(held, (), (), held[0]), (Form.STANDARD,))
        given = {tuple(sorted((group.kind.value, group.tile.index) for group in shape.groups)) for shape in shapes}
        assert given == all_standard(list(counts), False)
        many += len(given) > 1
    assert many > 30


def test_each_group_the_winning_tile_may_sit_in_is_a_shape() -> None:
    shapes = winning_shapes(parse_hand_text("11123m456p789s55z +1m"), (Form.STANDARD,))
    won = {(group.kind, group.tile.code) for shape in shapes for group in shape.groups if group.won}
    assert won == {(SetKind.PONG, "m1"), (SetKind.CHOW, "m1")}


def test_three_runs_or_three_pongs_are_both_kept() -> None:
    shapes = winning_shapes(parse_hand_text("111222333m789p5s +5s"), (Form.STANDARD,))
    kinds = {tuple(sorted(group.kind.value for group in shape.sets)) for shape in shapes if isinstance(shape, Standard)}
    assert kinds == {("chow",) * 4, ("chow", "pong", "pong", "pong")}


def test_fours_in_seven_pairs() -> None:
    hand = parse_hand_text("222233556677m9p +9p")
    assert winning_shapes(hand, (Form.SEVEN_PAIRS,)) == ()
    (shape,) = winning_shapes(hand, (Form.SEVEN_PAIRS_WITH_FOURS,))
    assert isinstance(shape, SevenPairs) and shape.fours == (Tile.parse("2m"),)


def test_packed_copies_know_their_number() -> None:
    chance = random.Random(5)
    for _ in range(200):
        counts, _ = random_counts(chance)
        held = [tile for tile in PLAYING_TILES for _ in range(min(counts[tile.index], 5))]
        assert pack(counts) == copies_of(held)
        assert size_of(pack(counts)) == len(held)


@pytest.mark.parametrize(("held", "melds"), [("123456789m11p23s", 0), ("123456789m1123p4s", 1), ("11m", 5), ("", 0)])
def test_a_wrong_number_of_tiles_is_no_hand(held: str, melds: int) -> None:
    assert not is_complete(copies_of(parse_tiles(held)), melds, tuple(Form))


if __name__ == "__main__":
    for (form, verdict), times in sorted(compare_with_oracle(int(sys.argv[1]), seed=2).items(), key=str):
        print(f"{times:>7} {form.value}: {'complete' if verdict else 'not complete'}, as the oracle says")
