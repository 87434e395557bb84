"""Mutation testing of scoring/: `python -m tests.scoring.mutants payout rulesets/loader` (`make mutants`); without a module, all of them.

mutmut writes the mutants, each function of a module beside its changed copies, into a copy of the project. They are tried here, because mutmut
has a new process collect the tests for every mutant, which takes seconds. One pytest session collects them once, runs each once to
note which functions it calls, and then forks a child for every mutant that runs the tests which call its function, those first that have killed its siblings.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import gc
import inspect
import os
import re
import resource
import shutil
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fnmatch import fnmatch
from functools import _lru_cache_wrapper, cached_property
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from mutmut.mutation import trampoline
from mutmut.mutation.file_mutation import mutate_file_contents

# The same tests every time, and none that start processes or threads, or read the code instead of running it.
_OPTIONS = [
    *("-q", "--tb=no", "-p", "no:cacheprovider", "-p", "no:logging", "-p", "_hypothesis_pytestplugin", "-m", "not hypothesis"),
    *("-k", "not test_the_module_runs and not used_and_worded and not test_every_refusal_is_worded and not test_threads_get"),
]
_SLOW = ("agreement", "mutations", "mutants", "offenders", "wind_table")
_ALL_TESTS = ["tests/scoring", *(f"--ignore=tests/scoring/test_{slow}.py" for slow in _SLOW)]
_NOTE = Path("docs/mutants.md")
_MEMORY = 6 << 30


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. `old` and `new` are the lines it takes out and puts in."""

    name: str
    module: str
    function: str
    old: str
    new: str

    @property
    def row(self) -> tuple[str, str, str]:
        """What the note lists a change by: numbers shift with every edit of a function."""
        called = self.function.rpartition(".")[2].removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
        return f"{self.module}.{called}", self.old, self.new


def write_mutants(folder: Path, wanted: Sequence[str]) -> list[Mutant]:
    """Put its mutants into every module of `folder`/scoring that is named by one of `wanted`, such as `rulesets/*`. Returns them in that order."""
    found = []
    paths = {path.relative_to(folder / "scoring").with_suffix("").as_posix(): path for path in sorted((folder / "scoring").rglob("*.py"))}
    for module in dict.fromkeys(module for one in wanted or "*" for module in paths if fnmatch(module, one)):
        path = paths[module]
        changed = mutate_file_contents(str(path), undecorated(path.read_text()))
        path.write_text(changed.code)
        lines = changed.code.splitlines()
        dotted = f"scoring.{module.replace('/', '.')}".removesuffix(".__init__")
        body = {name: lines[span.start - 1 : span.end] for name, span in changed.line_span_by_function_name.items()}
        for name in changed.mutant_names:
            original = name.partition("__mutmut_")[0]
            old, new = _difference(body[f"{original}__mutmut_orig"][1:], body[name][1:])
            found.append(Mutant(f"{dotted}.{name}", module, f"{dotted}.{original}", old, new))
    return found


def undecorated(code: str) -> str:
    """The same module with every decorator of a function or method called after it: `@property def f` as `def f`, `f = property(f)`.

    mutmut leaves decorated functions alone, as each copy of one would register or wrap itself too. Here there is one call, and it is given what picks the copy.
    """
    lines = code.splitlines()
    found = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Module | ast.ClassDef)]
    for function in sorted((node for within in found for node in within.body if isinstance(node, ast.FunctionDef)), key=lambda node: -node.lineno):
        if function.decorator_list:
            wrapped = function.name
            for decorator in reversed(function.decorator_list):
                wrapped = f"{ast.unparse(decorator)}({wrapped})"
            lines.insert(function.end_lineno or 0, f"{' ' * function.col_offset}{function.name} = {wrapped}")
            del lines[function.decorator_list[0].lineno - 1 : function.lineno - 1]
    return "\n".join(lines) + "\n"


def _difference(before: Sequence[str], after: Sequence[str]) -> tuple[str, str]:
    """The lines that differ, without those that both begin and end with."""
    before, after = [_plain(line) for line in before], [_plain(line) for line in after]
    while before and after and before[0] == after[0]:
        before, after = before[1:], after[1:]
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    return " ".join(before), " ".join(after)


def _plain(line: str) -> str:
    return re.sub(r"(?<=def )(x_|xǁ[^ǁ]+ǁ)|__mutmut_(orig|\d+)|# type: ignore # mutmut generated", "", line).strip()


def equivalents(note: str) -> set[tuple[str, str, str]]:
    """The changes that a note lists as changing nothing: rows of function, old and new lines, each in backticks."""
    rows = re.findall(r"^\| `([^`]*)` \| `([^`]*)` \| `([^`]*)` \|", note, re.MULTILINE)
    return {(function, old.replace(r"\|", "|"), new.replace(r"\|", "|")) for function, old, new in rows}


class MutantRun:
    """A pytest plugin that runs, instead of the tests, the mutants on the tests. `told` is each mutant's end: killed, timeout, survived or untested."""

    def __init__(self, mutants: Sequence[Mutant], known: set[tuple[str, str, str]], seconds: float) -> None:
        self.told: dict[Mutant, str] = {}
        self._mutants = mutants
        self._known = known
        self._most = seconds
        self._now = "stats"
        self._hits: set[str] = set()
        # Read at every call of a changed function: without the environment, which is slow to ask.
        trampoline.get_mutant_under_test = lambda: self._now
        setattr(trampoline, "record_trampoline_hit", lambda name, caller=None: self._hits.add(name))  # noqa: B010

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """The whole run."""
        if session.testsfailed:
            raise session.Failed("the tests cannot be collected")
        self._importing = frozenset(self._hits)
        ours = [found for found in gc.get_objects() if (getattr(found if callable(found) else type(found), "__module__", None) or "").startswith("scoring")]
        caches = [found for found in ours if isinstance(found, _lru_cache_wrapper)]
        # Tables of all that can be take longer to fill than most tests: they are emptied only for mutants of what fills them.
        self._tables = [found for found in caches if not inspect.signature(found).parameters]
        self._caches = [found for found in caches if found not in self._tables]
        # What outlives a test, such as a rule set that a file of tests made when it was imported; all else is held by a cache alone.
        self._rememberers = [found for found in ours if not isinstance(found, type | _lru_cache_wrapper)]
        self._filling = frozenset[str]()
        self._forget("")
        self._hits.clear()
        for table in self._tables:
            table.cache_clear()
            table()
        self._filling = frozenset(self._hits)
        self._items = {item.nodeid: item for item in session.items}
        self._seconds: dict[str, float] = {}
        self._reach: defaultdict[str, list[str]] = defaultdict(list)
        for item in session.items:
            self._observe(item)
        print(f"{len(self._items)} tests take {sum(self._seconds.values()):.0f} s", flush=True)
        for tests in self._reach.values():
            tests.sort(key=self._seconds.__getitem__)
        everything = sorted(self._seconds, key=self._seconds.__getitem__)
        self._reach.update({function: everything for function in self._importing | self._filling})
        gc.collect()
        gc.freeze()
        shown = time.monotonic()
        for at, mutant in enumerate(self._mutants, 1):
            self.told[mutant] = end = self._end(mutant)
            if end in ("survived", "untested") and mutant.row not in self._known:
                print(_as_row(mutant, "in no test" if end == "untested" else ""), flush=True)
            if time.monotonic() - shown > 20 or at == len(self._mutants):
                shown = time.monotonic()
                print(f"{at} of {len(self._mutants)}, {sum(end in ('survived', 'untested') for end in self.told.values())} survived", flush=True)
        return True

    def _observe(self, item: pytest.Item) -> None:
        """Which functions one test calls, and how long it takes. Caches are emptied, fixtures set up anew: no test is spared a call by an earlier one."""
        self._forget("")
        self._hits.clear()
        began = time.process_time()
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
            raise pytest.UsageError(f"{item.nodeid} fails with nothing changed")
        self._seconds[item.nodeid] = time.process_time() - began
        for function in self._hits:
            self._reach[function].append(item.nodeid)

    def _forget(self, function: str) -> None:
        """Empty every memory that could hold what a function has worked out."""
        for cache in [*self._caches, *(self._tables if function in self._filling else ())]:
            cache.cache_clear()
        for rememberer in self._rememberers:
            _empty(rememberer)

    def _end(self, mutant: Mutant) -> str:
        tests: list[str] = []
        left = self._most
        for test in self._reach[mutant.function]:
            left -= self._seconds[test]
            if tests and left < 0:
                break
            tests.append(test)
        if not tests:
            return "untested"
        end, killer = self._child(mutant, lambda: self._run(mutant, tests), self._most)
        if mutant.function in self._importing:
            # What was worked out while the tests were imported came of the unchanged function: the word of a process that imported them with the mutant counts.
            if killer:
                end, _ = self._child(mutant, lambda: self._run_anew([killer]), 10)
            if end == "survived":
                end, _ = self._child(mutant, lambda: self._run_anew(tests), self._most + 10)
        if killer:
            self._reach[mutant.function] = [killer, *(test for test in self._reach[mutant.function] if test != killer)]
        return end

    def _child(self, mutant: Mutant, run: Callable[[], str], seconds: float) -> tuple[str, str]:
        """How a child ends in which the mutant is active, and the test that failed there."""
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            self._now = mutant.name
            limit = int(time.process_time() + 5 + 3 * seconds)
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            signal.alarm(900)  # for one that waits and spends no time
            gc.disable()
            silence = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(silence, stream)
            with contextlib.suppress(BaseException):  # a test session ended from within
                os.write(writing, run().encode())
                os._exit(0)
            os._exit(1)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            killer = pipe.read()
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code < 0:
            return "timeout", ""
        return ("killed" if code or killer else "survived"), killer

    def _run(self, mutant: Mutant, tests: Sequence[str]) -> str:
        """The first of the tests that fails, in this process as it was forked; an empty text for none."""
        self._forget(mutant.function)
        items = [self._items[test] for test in tests]
        for item, following in zip(items, [*items[1:], None], strict=True):
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                return item.nodeid
        return ""

    def _run_anew(self, tests: Sequence[str]) -> str:
        """The same with every module imported again."""
        for name in [name for name in sys.modules if name.startswith(("scoring", "test_", "conftest", "tests."))]:
            del sys.modules[name]
        files = sorted({test.partition("::")[0] for test in tests})
        code = pytest.main(["-x", *_OPTIONS, *files], plugins=[_Only(tests)])
        # Interrupted by what cannot be imported, or there is no usage where a conftest cannot.
        return "anew" if code in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED, pytest.ExitCode.USAGE_ERROR) else ""


def _empty(found: Any) -> None:
    """Leave an object as it was made: without what it remembers of questions asked before."""
    for name, attribute in ((name, attribute) for kind in type(found).__mro__ for name, attribute in vars(kind).items()):
        if isinstance(attribute, cached_property):
            vars(found).pop(name, None)
    if isinstance(found, dict):
        found.clear()
    if is_dataclass(found):
        for part in fields(found):
            if part.default_factory is dict and not part.init:
                getattr(found, part.name).clear()


class _Only:
    """A pytest plugin that runs some tests, in their order, of the files collected."""

    def __init__(self, tests: Sequence[str]) -> None:
        self._tests = {test: at for at, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted([item for item in items if item.nodeid in self._tests], key=lambda item: self._tests[item.nodeid])


def _table(told: Mapping[Mutant, str], known: set[tuple[str, str, str]]) -> Iterable[str]:
    """Counts by module."""
    by_module: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for mutant, end in told.items():
        by_module[mutant.module]["in the note" if end in ("survived", "untested") and mutant.row in known else end] += 1
    yield "\n| module | changes | killed | of these by time | in the note | survived | in no test |\n| --- | --- | --- | --- | --- | --- | --- |"
    for module, ends in by_module.items():
        counts = (ends.total(), ends["killed"] + ends["timeout"], ends["timeout"], ends["in the note"], ends["survived"], ends["untested"])
        yield f"| `{module}` | " + " | ".join(str(count) for count in counts) + " |"


def _as_row(mutant: Mutant, why: str) -> str:
    cells = [text.replace("|", r"\|") for text in mutant.row]
    return "".join(f"| `{cell}` " for cell in cells) + f"| {why} |"


def main() -> int:
    """1 where a mutant survives that the note does not list."""
    parser = argparse.ArgumentParser(description="Mutation testing of scoring/.")
    parser.add_argument("modules", nargs="*", help="modules of scoring/, such as payout or 'rulesets/*'; all of them without")
    parser.add_argument("--function", default="*", help="only mutants of functions so named, such as '_self_draw'")
    parser.add_argument("--only", type=Path, help="only mutants that have a row in this file, such as the output of an earlier run")
    parser.add_argument("--tests", nargs="*", help="only these files of tests")
    parser.add_argument("--seconds", type=float, default=10.0, help="of tests that a mutant must survive, the fastest first")
    arguments = parser.parse_args()
    folder = Path("mutants").absolute()
    shutil.rmtree(folder, ignore_errors=True)
    for part in ("scoring", "tests", "docs"):
        shutil.copytree(part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy("pyproject.toml", folder)
    known = equivalents(_NOTE.read_text()) if _NOTE.exists() else set()
    mutants = [one for one in write_mutants(folder, arguments.modules) if fnmatch(one.row[0].partition(".")[2], arguments.function)]
    if arguments.only:
        again = equivalents(arguments.only.read_text())
        mutants = [mutant for mutant in mutants if mutant.row in again]
    os.chdir(folder)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.path[0] = str(folder)
    run = MutantRun(mutants, known, arguments.seconds)
    code = pytest.main([*_OPTIONS, *(arguments.tests or _ALL_TESTS)], plugins=[run])
    if len(run.told) < len(mutants):
        print(f"stopped after {len(run.told)} of {len(mutants)}: pytest ended with {code!r}")
        return 2
    for line in _table(run.told, known):
        print(line)
    return int(any(end in ("survived", "untested") and mutant.row not in known for mutant, end in run.told.items()))


if __name__ == "__main__":
    sys.exit(main())
