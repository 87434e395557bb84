"""The special moments of a win, and which of them this hand and this way of winning leave possible.

The page offers only what is possible and greys out the rest as answers change (the needs travel to it as data); the scorer
refuses the impossible all the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rulesets import RuleSet
from webapp.draft import Draft
from webapp.language import noted


@dataclass(frozen=True, slots=True)
class Moment:
    """`says` is what it adds to the case's context. `won` are the ways of winning it goes with, `seat` whether the winner
    must be East (`dealer`) or must not (`other`), `only` the rule sets that know it (empty: all but `never`)."""

    name: str
    label: str
    says: tuple[str, object]
    won: tuple[str, ...]
    seat: str = ""
    kongs: int = 0
    bonus: bool = False
    bare: bool = False
    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


MOMENTS = (
    Moment("last_tile", noted("Last tile of the wall"), ("last_tile", True), ("self_draw",)),
    Moment("kong", noted("Drawn after a kong"), ("replacement", "kong"), ("self_draw",), kongs=1),
    Moment("kong_on_kong", noted("Kong on a kong"), ("replacement", "kong_on_kong"), ("self_draw",), kongs=2),
    Moment("flower", noted("Drawn after a flower or season"), ("replacement", "flower"), ("self_draw",), bonus=True),
    Moment("last_discard", noted("The very last discard"), ("last_discard", True), ("discard",)),
    Moment("after_kong_discard", noted("Discarded after a kong"), ("after_kong_discard", True), ("discard",), only=("sichuan",)),
    Moment("robbed_concealed", noted("A concealed kong was robbed"), ("robbed", "concealed"), ("rob",), only=("hkma",)),
    Moment("heavenly", noted("Heavenly hand: won as dealt"), ("opening", "heavenly"), ("self_draw",), seat="dealer", bare=True),
    Moment("earthly", noted("Earthly hand: on East's first discard"), ("opening", "earthly"), ("discard",), seat="other", bare=True, never=("sichuan",)),
    Moment("earthly_drawn", noted("Earthly hand: on the first draw"), ("opening", "earthly"), ("self_draw",), seat="other", bare=True, only=("sichuan",)),
    Moment("human", noted("Human hand: on the first draw"), ("opening", "human"), ("self_draw",), seat="other", bare=True, only=("vmc",)),
)
BY_NAME = {moment.name: moment for moment in MOMENTS}


def possible(draft: Draft, rules: RuleSet) -> tuple[Moment, ...]:
    """The moments that this hand and rule set allow, whoever won it and however. A concealed kong claims nothing, so it stays bare."""
    claimed = any(group.kind != "kong-concealed" for group in draft.sets)
    known = (moment for moment in MOMENTS if rules.name not in moment.never and (not moment.only or rules.name in moment.only or rules.plays(moment.name)))
    return tuple(moment for moment in known if draft.kongs >= moment.kongs and (draft.bonus or not moment.bonus) and not (moment.bare and claimed))
