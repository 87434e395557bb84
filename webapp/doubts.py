"""What the reader's doubts say to a player, by their kind: a photo's reading outlives the language in which it was first shown."""

from __future__ import annotations

from recognizer.reading import DoubtKind
from webapp.language import gettext as _
from webapp.language import noted

SENTENCES = {
    DoubtKind.UNSURE: noted("Please check which tile this is."),
    DoubtKind.FAINT: noted("Please check that this is a tile."),
    DoubtKind.CUT: noted("This tile is cut off by the edge of the photo."),
    DoubtKind.COVERED: noted("This tile is partly covered."),
    DoubtKind.BLURRED: noted("This tile is blurred."),
    DoubtKind.SMALL: noted("This tile is very small in the photo."),
    DoubtKind.FACE_DOWN: noted("This tile lies face down."),
    DoubtKind.TOO_MANY: noted("There are more of this tile than a set has: one of them is another tile."),
    DoubtKind.GAP: noted("There may be a tile in this gap."),
    DoubtKind.MAYBE: noted("There may be a tile here."),
    DoubtKind.NO_TILES: noted("No tiles were found: take the photo closer, or type the tiles."),
}


def doubts() -> tuple[tuple[str, str], ...]:
    """(kind as the JSON has it, sentence) of every doubt there can be."""
    return tuple((kind.value, _(words)) for kind, words in SENTENCES.items())
