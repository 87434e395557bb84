"""A table's own rules as questions: which there are comes from the rule set's data, the words are here.

An option that has no words yet still appears, under its own name, so a new rule set needs no change on the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scoring.errors import ScoringError
from scoring.rulesets import RULESET_NAMES, Option, RuleSet, load_ruleset
from webapp.language import current, noted
from webapp.language import gettext as _

_OF_TABLES = ("multiple_winners", "added_kong", "kong_dealt_in", "kong_refund", "ready_pay", "pig_pays")
"""Options of settlements with several winners, of kongs and of the end of the wall: a table of players is asked, a single winner has no use for them."""

_QUESTIONS = {
    "payment": noted("When the tile was discarded"),
    "self_draw_each": noted("On a self-draw each of the three pays"),
    "self_draw": noted("A self-draw adds"),
    "curve": noted("Points rise"),
    "base": noted("Points for a hand of 0 Fan"),
    "seven_pairs": noted("Seven pairs is a hand"),
    "last_discard": noted("The last discard earns Fan"),
    "coloured": noted("Jade, ruby and pearl dragon hands count"),
    "bonus_tiles": noted("Flowers and seasons count"),
    "multiple_winners": noted("Several winners of one discard are all paid"),
    "added_kong": noted("An added kong whose tile was held from before"),
    "kong_dealt_in": noted("The money of a kong whose discard deals in"),
    "kong_refund": noted("Who is not ready at the end returns the money of kongs (退稅)"),
    "ready_pay": noted("Who is not ready at the end pays those who are (查大叫)"),
    "pig_pays": noted("Who still holds the void suit at the end pays (查花豬)"),
}
_CHOICES = {
    "payment.half": noted("The discarder pays double, the other two pay single"),
    "payment.all": noted("The discarder pays for everyone"),
    "payment.full": noted("The discarder pays for everyone"),
    "payment.double_alone": noted("The discarder alone pays, double"),
    "self_draw_each.2": noted("double"),
    "self_draw_each.1": noted("single"),
    "self_draw.none": noted("nothing"),
    "self_draw.plus_base": noted("one base point from each"),
    "self_draw.plus_fan": noted("one Fan"),
    "curve.half_spicy": noted("half-spicy: double every second Fan above the fourth"),
    "curve.spicy": noted("spicy: double with every Fan"),
    "added_kong.always": noted("earns all the same"),
    "added_kong.just_drawn": noted("earns nothing"),
    "kong_dealt_in.kept": noted("is kept"),
    "kong_dealt_in.returned": noted("is given back"),
    "kong_dealt_in.handed_over": noted("goes to the winner (呼叫轉移)"),
    "pig_pays.still_in": noted("everyone who has not won"),
    "pig_pays.ready": noted("those who are ready"),
}


@dataclass(frozen=True, slots=True)
class Question:
    """One option of a rule set. `choices` are (query value, words), the preset's query value in `preset`; a switch has none."""

    name: str
    words: str
    preset: str
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def is_switch(self) -> bool:
        return not self.choices


@lru_cache(maxsize=1)
def rule_sets() -> tuple[str, ...]:
    """The names of the rule sets that can be loaded, in the order in which they are shown."""
    return tuple(name for name in RULESET_NAMES if _loads(name))


def _loads(name: str) -> bool:
    try:
        load_ruleset(name)
    except (OSError, ScoringError):
        return False
    return True


def title(rules: RuleSet) -> str:
    return rules.titles.get(current().replace("-", "_").lower(), rules.name)


def about(rules: RuleSet) -> str:
    """A rule set in one line, for choosing."""
    most = _("no limit") if rules.limit is None else _("%(limit)s at most", limit=rules.limit)
    return _("%(minimum)s Fan to win, %(most)s", minimum=rules.minimum, most=most)


def minimums(rules: RuleSet) -> tuple[int, ...]:
    return tuple(sorted({0, 1, 2, 3, 4, 5, 6, 8, rules.minimum}))


def caps(rules: RuleSet) -> tuple[int | None, ...]:
    """The limits on offer, the rule set's own among them; None is no limit."""
    usual = {3, 4, 5, 6} if (rules.limit or 0) < 8 else {8, 10, 13}
    return (*sorted(usual | ({rules.limit} if rules.limit is not None else set())), None)


def questions(rules: RuleSet, of_table: bool = False) -> tuple[Question, ...]:
    """The rule set's options, switches last; `of_table` with those that only matter at a table of players."""
    asked = [_question(option) for option in rules.options.values() if of_table or option.name not in _OF_TABLES]
    return tuple(sorted(asked, key=lambda question: question.is_switch))


def carried(rules: RuleSet, options: Mapping[str, object]) -> tuple[str, ...]:
    """The answers that a single winner's page does not ask for and must not lose: those that differ from their presets, as query values."""
    return tuple(
        f"{option.name}.{str(options[option.name]).lower()}"
        for option in rules.options.values()
        if option.name in _OF_TABLES and options[option.name] != option.default
    )


def _question(option: Option) -> Question:
    words = _(_QUESTIONS.get(option.name, option.name.replace("_", " ")))
    preset = f"{option.name}.{str(option.default).lower()}"
    if isinstance(option.default, bool):
        return Question(option.name, words, preset)
    values = option.choices or tuple(range(option.least, min(option.most, option.least + 9) + 1))
    choices = [(f"{option.name}.{value}", _(_CHOICES.get(f"{option.name}.{value}", str(value)))) for value in values]
    return Question(option.name, words, preset, tuple(sorted(choices, key=lambda choice: choice[0] != preset)))


def told(name: str, value: object) -> tuple[str, str]:
    """(question, answer) of one settled option. An option that this version has no words for appears under its own name."""
    if isinstance(value, bool):
        return _(_QUESTIONS.get(name, name.replace("_", " "))), _("yes") if value else _("no")
    return _(_QUESTIONS.get(name, name.replace("_", " "))), _(_CHOICES.get(f"{name}.{value}", str(value)))


def chosen(option: Option, values: tuple[str, ...]) -> bool | int | str:
    """What the query's `opt` values say of an option; its preset where they say nothing that it can take.

    The page's form says `false` for every switch, and `true` beside it for one that is on: a switch that is off can be told from one
    that an address never mentions, so a link made by hand drops nothing.
    """
    said = {value.partition(".")[2] for value in values if value.partition(".")[0] == option.name}
    if isinstance(option.default, bool):
        return "true" in said or ("false" not in said and option.default)
    allowed = option.choices or tuple(range(option.least, option.most + 1))
    return next((value for value in allowed if str(value) in said), option.default)


def scheme(options: Mapping[str, object], way: str) -> str:
    """The table's way of paying a win by `self_draw`, `discard` or `rob_kong`, named before its numbers; empty where the rule set has only one."""
    name = next((name for name in (("self_draw_each", "self_draw") if way == "self_draw" else ("payment",)) if name in options), None)
    if name is None:
        return ""
    words = _(_CHOICES.get(f"{name}.{options[name]}", ""))
    if not words:
        return ""
    words = words[:1].lower() + words[1:]
    if way == "rob_kong":
        return _("Whoever was robbed of the kong pays as if the tile had been discarded: %(words)s.", words=words)
    joined = _("%(question)s %(words)s.") if way == "self_draw" else _("%(question)s, %(words)s.")
    return joined % {"question": _(_QUESTIONS[name]), "words": words}
