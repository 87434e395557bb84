"""`python -m scoring`: score a typed hand, see it from elsewhere, or check case files.

Exit 0, 1 for a refusal or a failing case, 2 for a malformed question.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .cases import answer
from .check import check, read_cases
from .comparison import compare, what_if
from .errors import NotationError, Refusal, RuleSetError, ScoringError, TileError, told_of
from .explain import LANGUAGES, language_of, notation_reason, refusal_reason
from .forms import hand_form
from .nearest import nearest
from .notation import format_hand, parse_hand_text
from .report import compare_lines, nearest_lines, score_lines, what_if_lines
from .rulesets import ALIASES, RULESET_NAMES, read_house, read_ruleset

_WINDS = ("east", "south", "west", "north")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand and return the exit status."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except OSError as error:
        print(told_of(error), file=sys.stderr)
        return 2
    except ScoringError as error:
        print(_told(error, getattr(options, "language", "en")), file=sys.stderr)
        return 1 if isinstance(error, Refusal) else 2


def _told(error: ScoringError, tag: str) -> str:
    """An error in the player's language, as far as the engine words it; English quotes what was typed."""
    language = tag.replace("-", "_").lower()
    if language == "en" or language not in LANGUAGES:
        return str(error)
    if isinstance(error, NotationError):
        return notation_reason(error, language)
    if isinstance(error, TileError) and error.reason:
        return notation_reason(error, language)
    return refusal_reason(error, language) if isinstance(error, Refusal) else str(error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scoring", description="Hong Kong mahjong scoring")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    checking = commands.add_parser("check", help="run case files")
    checking.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JSON or TOML case files")
    checking.add_argument("--rules", choices=(*RULESET_NAMES, *ALIASES), metavar="NAME", help="only the cases of one rule set")
    checking.add_argument("--json", action="store_true", help="print JSON")
    checking.set_defaults(run=run_check)

    scoring = commands.add_parser("score", help="score a typed hand", description="docs/notation.md describes the notation.")
    _add_question(scoring)
    scoring.add_argument("--brief", action="store_true", help="lines, total and payments without the reasons")
    scoring.set_defaults(run=run_score)

    proving = commands.add_parser("rules", help="check a table's own rules", description="Every fault of each file is named.")
    proving.add_argument("files", nargs="+", type=Path, metavar="FILE", help="TOML files that hold a table or extend one")
    proving.set_defaults(run=run_rules)

    for name, run, told in (
        ("compare", run_compare, "the same hand under every rule set"),
        ("what-if", run_what_if, "what one change of circumstance would do"),
        ("nearest", run_nearest, "the hands one or two tiles away"),
    ):
        asking = commands.add_parser(name, help=told)
        _add_question(asking)
        asking.set_defaults(run=run)
    return parser


def _add_question(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("hand", metavar="NOTATION", help="as in '456p123456s8m (123p) 1f +8m'")
    parser.add_argument("--rules", default="fanorder", metavar="NAME|FILE", help=f"{', '.join(RULESET_NAMES)}, or a TOML file that extends one of them")
    _add_context(parser)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house option, as in min=0 or seven_pairs=true")
    parser.add_argument("--language", default="en", metavar="TAG", help="en, zh-Hant or zh-Hans")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _add_context(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seat", choices=_WINDS, required=True, help="the winner's")
    parser.add_argument("--round", choices=_WINDS, required=True, help="the round's wind")
    parser.add_argument("--win", choices=("discard", "self_draw", "rob_kong"), required=True, help="where the winning tile came from")
    parser.add_argument("--discarder", "--from", choices=_WINDS, help="who discarded, or whose kong was robbed")
    parser.add_argument("--replacement", choices=("kong", "flower", "kong_on_kong"), help="what the winning tile was drawn to replace")
    parser.add_argument("--opening", choices=("heavenly", "earthly", "human"), help="won at the first chance")
    parser.add_argument("--robbed", choices=("added", "concealed"), help="which kind of kong was robbed")
    parser.add_argument("--responsible", choices=_WINDS, help="who pays alone (包)")
    parser.add_argument("--void-suit", choices=("m", "s", "p"), help="Sichuan: the suit declared void")
    parser.add_argument("--already-won", choices=_WINDS, action="append", help="Sichuan: who has won before")
    parser.add_argument("--last-tile", action="store_true", help="on the last tile of the wall")
    parser.add_argument("--last-discard", action="store_true", help="on the discard after it")
    parser.add_argument("--after-kong-discard", action="store_true", help="on the discard right after a kong")


_CONTEXT = (
    "seat", "round", "win", "discarder", "replacement", "opening", "robbed", "responsible", "void_suit", "already_won", "last_tile", "last_discard",
    "after_kong_discard",
)  # fmt: skip


def run_check(options: argparse.Namespace) -> int:
    """Print each failing case and the counts; 1 when any fails or none was found."""
    cases = [case for path in options.files for case in read_cases(path)]
    outcomes = check(cases, options.rules)
    failing = [outcome for outcome in outcomes if not outcome.holds]
    counts = {name: {"cases": n, "hold": sum(o.holds for o in outcomes if o.ruleset == name)} for name, n in Counter(o.ruleset for o in outcomes).items()}
    told = {
        "cases": len(outcomes),
        "hold": len(outcomes) - len(failing),
        "rulesets": counts,
        "failing": [{"id": outcome.case, "ruleset": outcome.ruleset, "faults": list(outcome.faults)} for outcome in failing],
    }
    lines = [f"{outcome.case} ({outcome.ruleset}): {'; '.join(outcome.faults)}" for outcome in failing]
    return _print(told, [*lines, f"{told['hold']} of {told['cases']} cases hold"], options.json, bool(outcomes) and not failing)


def run_rules(options: argparse.Namespace) -> int:
    """Print every fault of each file, or what the table is and which lines are its own; 2 when one has a fault."""
    sound = True
    for path in options.files:
        try:
            rules = read_ruleset(path)
        except RuleSetError as error:
            sound = False
            print("\n".join(f"{path}: {fault}" for fault in error.faults))
        else:
            own = ", ".join(rules.own) or "none"
            print(f"{path}: {rules.titles['en']}, {rules.minimum} Fan to win, {rules.limit} at most, {len(rules.prices)} patterns, own prices: {own}")
    return 0 if sound else 2


def run_score(options: argparse.Namespace) -> int:
    """Print what a hand is worth and who pays; 1 for a refusal."""
    told = answer(_case(options), options.language)
    lines = score_lines(told, language_of(options.language), options.brief)
    return _print(told, [format_hand(parse_hand_text(options.hand)), *lines], options.json, told["ok"])


def run_compare(options: argparse.Namespace) -> int:
    """Print the hand under every rule set; 1 when its own refuses it."""
    entries = compare(_case(options), options.language)
    lines = compare_lines(entries, options.seat, language_of(options.language))
    return _print(entries, lines, options.json, entries[0]["ok"])


def run_what_if(options: argparse.Namespace) -> int:
    """Print what each change of circumstance would do."""
    entries = what_if(_case(options), options.language)
    return _print(entries, what_if_lines(entries, language_of(options.language)), options.json, True)


def run_nearest(options: argparse.Namespace) -> int:
    """Print the nearest hands; 1 when there is none within two tiles."""
    entries = nearest(_case(options))
    lines = nearest_lines(entries, language_of(options.language))
    return _print(entries, lines, options.json, bool(entries))


def _print(told: object, lines: Sequence[str], as_json: bool, good: bool) -> int:
    print(json.dumps(told, ensure_ascii=False, indent=2) if as_json else "\n".join(lines))
    return 0 if good else 1


def _case(options: argparse.Namespace) -> dict[str, Any]:
    hand = parse_hand_text(options.hand)
    context = {key: getattr(options, key) for key in _CONTEXT if getattr(options, key) not in (None, False)}
    rules: dict[str, Any] = {"ruleset": options.rules}
    if options.rules.endswith(".toml"):
        rules["ruleset"], rules["house"] = read_house(Path(options.rules))
    return {**rules, "options": _house_options(options.option), "hand": hand_form(hand), "context": context}


def _house_options(given: Sequence[str]) -> dict[str, Any]:
    words: dict[str, Any] = {"true": True, "false": False, "none": None}
    options: dict[str, Any] = {}
    for entry in given:
        name, _, value = entry.partition("=")
        number = int(value) if value.isdecimal() and len(value) < 10 else None
        # "none" is no cap for `cap`, and a word of its own for Sichuan's self-draw.
        options[name] = number if number is not None else value if name == "self_draw" else words.get(value, value)
    return options


if __name__ == "__main__":
    sys.exit(main())
