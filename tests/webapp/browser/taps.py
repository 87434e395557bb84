"""Taps, counted: what a person does on the road from a photo to the payout."""

from __future__ import annotations

from playwright.sync_api import Locator, Page


class Thumb:
    """Taps on a page and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, target: Locator) -> None:
        target.scroll_into_view_if_needed()
        target.tap()
        self.taps += 1

    def button(self, name: str) -> None:
        """Tap a button, link or choice by its words."""
        found = self.page.get_by_role("button", name=name).or_(self.page.get_by_role("link", name=name))
        self.tap(found.first)

    def choose(self, name: str, value: str) -> None:
        """Tap a choice of the context page."""
        self.tap(self.page.locator(f"label:has(input[name={name}][value={value}])"))


def strip(page: Page) -> list[str]:
    """The faces in the strip, in the order in which they are shown."""
    return page.locator(".tray .tile[data-face]").evaluate_all("tiles => tiles.map(tile => tile.dataset.face)")


def lines(page: Page) -> dict[str, int]:
    """The Fan lines of the result by name."""
    names = page.locator(".line .name").all_inner_texts()
    fans = page.locator(".line .fan").all_inner_texts()
    return {name.rsplit(" ", 1)[0]: int(fan) for name, fan in zip(names, fans, strict=True)}


def payouts(page: Page) -> dict[str, int]:
    """What each seat gets, as shown; it must sum to zero."""
    seats = page.locator(".payouts th").all_inner_texts()
    points = [int(text.replace("−", "-")) for text in page.locator(".payouts td").all_inner_texts()]
    assert sum(points) == 0
    return dict(zip(seats, points, strict=True))
