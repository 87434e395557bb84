"""The tiles on the table while a person is still putting them right: a `Draft`, legal or not, and its URL text.

The whole hand travels in the URL (`d=h-m1.m2_4q.m3~s-east.east.east`), so every page is a plain link that survives a
reload, the back key and a restarted server, works without JavaScript, and leaves nothing in any process. What cannot
fit in a URL, the photo and what was read in it, never leaves the browser: a tile only carries the number of its box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from scoring.tiles import Tile, TileError
from webapp.language import gettext
from webapp.placed import BACK, DraftError, Group, LinkError, Part, Placed

MOST_TILES = 160
"""All tiles of a box and some more; it bounds what a URL can make the server do."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Groups in photo order. A position counts tiles from 0 through all groups; `str` and `parse` are inverses."""

    groups: tuple[Group, ...] = field(default=())

    @staticmethod
    def parse(text: str) -> Draft:
        """Read the `d` of a URL. Raises LinkError."""
        groups = []
        for part in filter(None, text.split("~")):
            letter, dash, tiles = part.partition("-")
            if not dash or letter not in {each.value for each in Part}:
                raise LinkError(f"no group of tiles: {part[:20]!r}, expected as in h-m1.m2.m3")
            groups.append(Group(Part(letter), tuple(Placed.parse(tile) for tile in tiles.split(".") if tile)))
        draft = Draft.of(groups)
        if len(draft) > MOST_TILES:
            raise LinkError(f"{len(draft)} tiles, expected at most {MOST_TILES}")
        return draft

    @staticmethod
    def of(groups: Iterable[Group]) -> Draft:
        """Empty groups vanish: the last tile of a set can be deleted."""
        return Draft(tuple(group for group in groups if group.tiles))

    def __str__(self) -> str:
        return "~".join(map(str, self.groups))

    def __len__(self) -> int:
        return sum(len(group.tiles) for group in self.groups)

    def places(self) -> Iterator[tuple[int, Placed, Group]]:
        """Every tile with its position and its group."""
        position = 0
        for group in self.groups:
            for placed in group.tiles:
                yield position, placed, group
                position += 1

    def at(self, position: int) -> Placed:
        for index, placed, _ in self.places():
            if index == position:
                return placed
        raise LinkError(f"no tile at place {position + 1}, expected 1 to {len(self)}")

    def start(self, group: Group) -> int:
        """The position of a group's first tile."""
        index = next(index for index, each in enumerate(self.groups) if each is group)
        return sum(len(each.tiles) for each in self.groups[:index])

    # -- what it amounts to ------------------------------------------------------------------------------------------

    @property
    def held(self) -> tuple[tuple[int, Placed], ...]:
        """Tiles in hand, bonus tiles that lie among them aside."""
        return tuple((position, placed) for position, placed, group in self.places() if group.part is Part.HELD and not placed.is_bonus)

    @property
    def sets(self) -> tuple[Group, ...]:
        return tuple(group for group in self.groups if group.part.is_set)

    @property
    def kongs(self) -> int:
        return sum(len(group.tiles) == 4 for group in self.sets)

    @property
    def bonus(self) -> tuple[str, ...]:
        return tuple(placed.face for _, placed, group in self.places() if placed.is_bonus and group.part in (Part.HELD, Part.BONUS))

    @property
    def in_play(self) -> int:
        """Tiles that belong to the hand: everything but what lies outside."""
        return sum(len(group.tiles) for group in self.groups if group.part is not Part.OUTSIDE)

    @property
    def aside(self) -> int:
        """Tiles that lie outside the hand."""
        return len(self) - self.in_play

    @property
    def doubtful(self) -> tuple[int, ...]:
        return tuple(position for position, placed, group in self.places() if placed.doubtful and group.part is not Part.OUTSIDE)

    @property
    def winning(self) -> tuple[int, Placed] | None:
        return next(((position, placed) for position, placed in self.held if placed.wins), None)

    @property
    def wanted_held(self) -> int:
        """How many tiles a complete hand holds beside these sets."""
        return 14 - 3 * len(self.sets)

    def counted(self) -> Counter[str]:
        return Counter(placed.face for _, placed, group in self.places() if group.part is not Part.OUTSIDE and placed.face != BACK)

    # -- edits: each gives a new draft -------------------------------------------------------------------------------

    def _rebuilt(self, changes: dict[int, Placed | None], appended: tuple[int, Placed] | None = None) -> Draft:
        groups, position = [], 0
        for group in self.groups:
            tiles = []
            for placed in group.tiles:
                kept = changes.get(position, placed)
                if kept is not None:
                    tiles.append(kept)
                if appended and appended[0] == position:
                    tiles.append(appended[1])
                position += 1
            groups.append(replace(group, tiles=tuple(tiles)))
        return Draft.of(groups)

    def put(self, position: int, face: str) -> Draft:
        """Name the tile at a position; a person has looked at it, so it is doubtful no more. Raises DraftError."""
        named = Placed.parse(face).face
        return self._rebuilt({position: replace(self.at(position), face=named, doubtful=False)})

    def drop(self, position: int) -> Draft:
        self.at(position)
        return self._rebuilt({position: None})

    def add(self, face: str, after: int | None = None) -> Draft:
        """One more tile: after another in the same group, or at the end of the hand. Raises DraftError."""
        placed = Placed(Placed.parse(face).face)
        if len(self) >= MOST_TILES:
            raise DraftError(gettext("There are %(number)s tiles on the table already.", number=MOST_TILES))
        if after is not None:
            self.at(after)
            return self._rebuilt({}, (after, placed))
        part = Part.BONUS if placed.is_bonus else Part.HELD
        for index in reversed(range(len(self.groups))):
            if self.groups[index].part is part:
                grown = replace(self.groups[index], tiles=(*self.groups[index].tiles, placed))
                return Draft((*self.groups[:index], grown, *self.groups[index + 1 :]))
        grown = Group(part, (placed,))
        return Draft((grown, *self.groups) if part is Part.HELD else (*self.groups, grown))

    def joined(self, other: Draft) -> Draft:
        """This hand and what a second photo of it shows. A winning tile that is marked here stays the only one."""
        if self.winning is None:
            return Draft((*self.groups, *other.groups))
        unmarked = {position: replace(placed, wins=False, guessed=False) for position, placed, _ in other.places()}
        return Draft((*self.groups, *other._rebuilt(unmarked).groups))

    def win(self, position: int, guessed: bool = False) -> Draft:
        """Mark the tile that completed the hand, the only one. Raises DraftError for a tile that is not in hand."""
        if position not in {held for held, _ in self.held}:
            raise DraftError(gettext("The winning tile is one of the tiles in hand, not one of a set that was on the table already."))
        return self._rebuilt({index: replace(placed, wins=index == position, guessed=guessed and index == position) for index, placed, _ in self.places()})

    def regroup(self, positions: Iterable[int], part: Part) -> Draft:
        """Take tiles out of where they lie and make them a set (or put them back in hand, or outside). Raises DraftError."""
        chosen = tuple(sorted(set(positions)))
        moved = tuple(replace(self.at(position), wins=False, guessed=False) if part is not Part.HELD else self.at(position) for position in chosen)
        left = self._rebuilt(dict.fromkeys(chosen))
        if part is Part.HELD:
            home = next((index for index, group in enumerate(left.groups) if group.part is Part.HELD), None)
            if home is not None:
                grown = replace(left.groups[home], tiles=(*left.groups[home].tiles, *moved))
                return Draft((*left.groups[:home], grown, *left.groups[home + 1 :]))
            return Draft((Group(part, moved), *left.groups))
        return Draft.of((*left.groups, Group(part, moved)))

    def gathered(self) -> Draft:
        """Everything that was put aside is part of the hand after all, where it lies."""
        return Draft(tuple(replace(group, part=Part.HELD) if group.part is Part.OUTSIDE else group for group in self.groups))

    def recast(self, index: int, part: Part) -> Draft:
        """Say of one group what it is, its tiles where they are. Raises DraftError."""
        if not 0 <= index < len(self.groups):
            raise LinkError(f"no set {index + 1}, expected 1 to {len(self.groups)}")
        if part is Part.HELD:
            start = self.start(self.groups[index])
            return self.regroup(range(start, start + len(self.groups[index].tiles)), part)
        return Draft((*self.groups[:index], replace(self.groups[index], part=part), *self.groups[index + 1 :]))


def typed(codes: Iterable[str], part: Part = Part.HELD) -> Group:
    """A group of tiles that no photo shows. Raises TileError for a code that names no tile."""
    tiles = tuple(Placed(Tile.from_code(code).code) for code in codes)
    if not tiles:
        raise TileError("no tiles, expected at least one")
    return Group(part, tiles)
