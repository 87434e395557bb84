"""Every page by the axe-core rules. `npm install axe-core` in the repository's root, or `AXE` with the path of its axe.min.js, turns this on."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page
from test_at_hand import PAGES

ROOT = Path(__file__).resolve().parents[3]
AXE = Path(os.environ.get("AXE") or ROOT / "node_modules" / "axe-core" / "axe.min.js")
FOUND = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
  .flatMap(each => each.nodes.map(node => `${each.id}: ${node.html.slice(0, 140)} ${node.failureSummary ?? ''}`))"""

pytestmark = pytest.mark.skipif(not AXE.is_file(), reason=f"no axe-core at {AXE}: `npm install axe-core`")


@pytest.mark.parametrize(("scheme", "locale"), [("light", "en-GB"), ("dark", "zh-HK")])
def test_every_page_is_clean(phone: Callable[..., Page], fake_site: str, scheme: str, locale: str) -> None:
    page = phone(fake_site, color_scheme=scheme, locale=locale)
    complaints = []
    for path in (*PAGES, "/review?d=what", "/review?d=h-m1q.m2.m3&at=0"):
        page.goto(fake_site + path)
        page.evaluate("document.querySelectorAll('details').forEach(each => (each.open = true))")
        page.evaluate(AXE.read_text(encoding="utf-8"))
        complaints += [f"{path}: {found}" for found in page.evaluate(FOUND)]
    assert complaints == []
