"""docs/threat-model.md names a test for every line; each of them exists."""

from __future__ import annotations

import re

from named_tests import names_tests_that_exist, table_lines


def test_every_line_names_tests_that_exist() -> None:
    threats = [line for line in table_lines("threat-model.md") if not re.match(r"\|(---|.*\| Test \|$)", line)]
    assert len(threats) > 15
    for line in threats:
        names_tests_that_exist(line)
