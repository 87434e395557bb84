"""A table's rules as values: prices, exclusions, options, shares and points. No meaning lives here, only numbers and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from ..counting import Countings
from ..errors import FormError, spelled
from ..readings import Readings
from ..shapes import Form
from ..verdicts import Verdicts

if TYPE_CHECKING:
    from ..clauses import Worded

OptionValue = bool | int | str

MOST_FAN = 100
"""Bound on a minimum, a cap, a price or a total that a caller may ask for: no hand comes near it."""

MOST_PAID_FAN = 30
"""At a table without a cap a total counts in full and is paid as so many Fan at most: with the largest base that an option
takes every payment then stays below 2 to the power of 53, a whole number wherever it is read."""

_MOST_CHOICES = 64

MOST_POINTS = 1_000_000
"""Bound on an entry of a printed table."""

ODD_POINT = ("winner", "each", "first", "dealer")
"""Who carries what is left when a total does not divide among the payers: the winner goes without it; each pays one more and the
winner gains it; the first payers in turn after the winner pay one more each; or the dealer pays it, where the dealer pays."""


@dataclass(frozen=True, slots=True)
class Price:
    """What a pattern earns. `fan` is None for a limit hand; `beside` replaces it while the named pattern counts."""

    fan: int | None
    group: str
    beside: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


class OwnPrice(NamedTuple):
    """A price that is the table's own line: `paged` is what the page it goes by has, empty where that has nothing."""

    paged: str


@dataclass(frozen=True, slots=True)
class Option:
    """A point the table may settle. `counts` and `forms` name what is played only under a certain value."""

    name: str
    default: OptionValue
    choices: tuple[OptionValue, ...] = ()
    least: int = 0
    most: int = 0
    counts: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    forms: Mapping[str, tuple[Form, ...]] = field(default_factory=lambda: MappingProxyType({}))
    extra_base: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    def check(self, value: object) -> OptionValue:
        """The value itself if this option can take it; FormError otherwise."""
        if self.choices:
            for choice in self.choices:
                if type(value) is type(choice) and value == choice:
                    return choice
            choices = ", ".join(word(choice) for choice in self.choices)
            raise FormError(f"option {self.name} = {spelled(value)}, expected one of {choices}", f"options.{self.name}")
        if type(value) is not int or not self.least <= value <= self.most:
            raise FormError(f"option {self.name} = {spelled(value)}, expected a number from {self.least} to {self.most}", f"options.{self.name}")
        return value


@dataclass(frozen=True, slots=True)
class Shares:
    """What each player pays, in multiples of the points of the hand. A name stands for the value of that option.

    With `self_draw_total` all pay so much together on a self-draw, and `odd_point` says who carries what does not divide.
    `row` is where the page says so, `self_draw_row` where it does of a self-draw, `robbed_row` of a robbed kong; empty where it says nothing.
    """

    discarder: int
    other: int
    self_draw: int | str
    robbed: int | None = None
    self_draw_total: int | None = None
    odd_point: str = ""
    row: str = ""
    self_draw_row: str = ""
    robbed_row: str = ""


@dataclass(frozen=True, slots=True)
class Curve:
    """Fan -> points: a table, and how many Fan double it beyond its end; 0 for a table that ends there. `row` is where the page has it."""

    table: tuple[int, ...]
    doubles_every: int
    row: str = ""

    def points(self, fan: int) -> int:
        """Points for a total after the cap."""
        beyond = max(0, min(fan, MOST_PAID_FAN) - len(self.table) + 1)
        if not self.doubles_every:
            return self.table[min(fan, len(self.table) - 1)]
        doublings = -(-beyond // self.doubles_every)
        return int(self.table[min(fan, MOST_PAID_FAN) - doublings * self.doubles_every] << doublings)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One table's rules with its options settled. Made by the loader; `with_options` settles them differently.

    `limit` is the cap on Fan, None for none; `preset_limit` is the page's own, which limit hands are worth when there is none.
    Of each group in `one_of` the dearest award alone counts; of one in `only_when_dearer`, only where that comes to more than without it.
    `excludes`: beside each pattern, those not counted, and how many awards of each are not, None for all of them.
    `names` are what the page itself calls a pattern, by language; `own` are the prices that are the table's own lines.
    `verdicts`, `countings` and `worded` remember what scoring under these rules found before; nothing else in a table ever changes.
    """

    name: str
    titles: Mapping[str, str]
    source: str
    minimum: int
    limit: int | None
    preset_limit: int
    base_forms: tuple[Form, ...]
    readings: Readings
    prices: Mapping[str, Price]
    one_of: frozenset[str]
    only_when_dearer: frozenset[str]
    excludes: Mapping[str, Mapping[str, int | None]]
    fallback: str | None
    options: Mapping[str, Option]
    settled: Mapping[str, OptionValue]
    shares: Mapping[str, Shares]
    curves: Mapping[str, Curve]
    responsible: frozenset[str]
    kong_money: Mapping[str, int]
    rows: Mapping[str, str]
    notes: Mapping[str, Mapping[str, str]]
    own: Mapping[str, OwnPrice]
    names: Mapping[str, Mapping[str, str]]
    responsible_row: str
    verdicts: Verdicts = field(init=False, repr=False, compare=False)
    countings: Countings = field(init=False, repr=False, compare=False)
    worded: dict[tuple[str, str], Worded] = field(init=False, repr=False, compare=False, default_factory=dict)
    """Patterns that were put into words before, by pattern and language."""
    forms: tuple[Form, ...] = field(init=False, repr=False, compare=False)
    """The forms of hand played under the settled options."""
    _played: frozenset[str] = field(init=False, repr=False, compare=False)
    _chosen_before: dict[tuple[object, ...], RuleSet] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        switched = {name for option in self.options.values() for names in option.counts.values() for name in names}
        on = {name for option in self.options.values() for name in option.counts.get(word(self.settled[option.name]), ())}
        object.__setattr__(self, "_played", frozenset(name for name in self.prices if name in on or name not in switched))
        added = (form for option in self.options.values() for form in option.forms.get(word(self.settled[option.name]), ()))
        object.__setattr__(self, "verdicts", Verdicts(self.prices))
        object.__setattr__(self, "countings", Countings(self))
        object.__setattr__(self, "forms", (*self.base_forms, *added))

    def with_options(self, chosen: Mapping[str, object]) -> RuleSet:
        """These rules with some options settled anew: `min`, `cap` (None for none) and those the file names. Raises FormError.

        The same choice gives the same rules, with all that they remember.
        """
        choice = tuple([(name, type(value), value) for name, value in chosen.items()])  # with types, as True equals 1
        try:
            known = self._chosen_before.get(choice)
        except TypeError:  # a list or an object, which no option takes
            return self._settled_anew(chosen)
        if known is None:
            if len(self._chosen_before) >= _MOST_CHOICES:
                self._chosen_before.clear()
            known = self._chosen_before[choice] = self._settled_anew(chosen)
        return known

    def _settled_anew(self, chosen: Mapping[str, object]) -> RuleSet:
        settled = dict(self.settled)
        minimum, limit = self.minimum, self.limit
        for name, value in chosen.items():
            if name == "min":
                minimum = _fan_number("min", value)
            elif name == "cap":
                limit = None if value is None else _fan_number("cap", value)
            elif name in self.options:
                settled[name] = self.options[name].check(value)
            else:
                known = ", ".join(["min", "cap", *self.options])
                raise FormError(f"unknown option {name!r} for {self.name}, expected one of {known}", f"options.{name}")
        rules = replace(self, minimum=minimum, limit=limit, settled=MappingProxyType(settled))
        for kept in ("verdicts", "worded"):  # options change no meaning
            object.__setattr__(rules, kept, getattr(self, kept))
        return rules

    def plays(self, pattern: str) -> bool:
        """Whether a pattern is priced and not switched off by an option."""
        return pattern in self._played

    def fan_of(self, pattern: str) -> int:
        """What one award of a pattern is worth: its number, or for a limit hand the cap."""
        fan = self.prices[pattern].fan
        if fan is not None:
            return fan
        return self.preset_limit if self.limit is None else self.limit

    def capped(self, fan: int) -> int:
        """A total after the cap."""
        return fan if self.limit is None else min(fan, self.limit)

    def points(self, fan: int) -> int:
        """Points for a total, capped here, times the table's base."""
        return self.curve.points(self.capped(fan)) * self.base

    @property
    def curve(self) -> Curve:
        """The points of the settled curve."""
        return self.curves[str(self.settled["curve"])] if "curve" in self.settled else next(iter(self.curves.values()))

    @property
    def points_at_limit(self) -> int:
        """Points per base for the cap, or for the page's own cap where the table has none."""
        return self.curve.points(self.preset_limit if self.limit is None else self.limit)

    @property
    def base(self) -> int:
        """Points for one base: an option where the page names one."""
        return int(self.settled.get("base", 1))

    @property
    def share(self) -> Shares:
        """The shares of the settled payment rule."""
        return self.shares[str(self.settled["payment"])] if "payment" in self.settled else next(iter(self.shares.values()))

    @property
    def self_draw_multiple(self) -> int:
        """What each opponent pays on a self-draw, in multiples of the points."""
        share = self.share.self_draw
        return int(self.settled[share]) if isinstance(share, str) else share

    @property
    def extra_bases(self) -> int:
        """How many bases each opponent pays on top of it."""
        return sum(option.extra_base.get(word(self.settled[option.name]), 0) for option in self.options.values())


def word(value: OptionValue) -> str:
    """An option's value as rule set files write it as a key: `true`, `plus_fan`, `2`."""
    return str(value).lower()


def _fan_number(name: str, value: object) -> int:
    if type(value) is not int or not 0 <= value <= MOST_FAN:
        none = ", or null for none" if name == "cap" else ""
        raise FormError(f"option {name} = {spelled(value)}, expected a number from 0 to {MOST_FAN}{none}", f"options.{name}")
    return value
