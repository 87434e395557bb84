"""Fifty phones for a few seconds; `make load` has them for ten minutes and holds the figures to the targets.

How quick a shared test machine is says little, so here only what no machine may do is refused: wrong answers, an end of answering,
memory without a bound.
"""

from __future__ import annotations

import sys

import pytest
from load import SCORING, Told, loaded


@pytest.mark.skipif(sys.platform == "win32", reason="the memory of a process is read from /proc")
def test_fifty_phones_are_all_answered(capsys: pytest.CaptureFixture[str]) -> None:
    told = loaded(phones=50, seconds=20)
    with capsys.disabled():
        print("\n" + "\n".join(told.lines()))
    assert told.wrong == []
    assert all(len(told.milliseconds[kind]) >= 10 for kind in SCORING)
    assert len(told.milliseconds["reading"]) >= 5
    assert all(told.percentile(kind, 0.95) < 10_000 for kind in SCORING)
    assert max(told.memory_mb) < 900


def test_what_is_no_answer_is_told() -> None:
    told = Told()
    for status, retry_after in ((200, None), (503, "5"), (503, None), (500, None)):
        told.note("page", 1.0, status, retry_after, (200,))
    assert told.wrong == ["page: 503", "page: 500"]
    assert told.waited == {"page": 1}
    told.memory_mb = [100.0, 100.0, 200.0, 200.0, 200.0, 200.0, 240.0, 240.0]
    assert told.growth == pytest.approx(0.2)
