"""Everybody can use the page: nothing that axe finds, nothing too small to be hit, on every screen and board, in any light, on a phone and on a desk."""

import pytest
from playwright.sync_api import Page

from web.page import Visitor, expect_nothing, faint, violations
from web.tour import Tables, Walker

PHONE, DESK = (360, 740), (1440, 900)
LEAST = 24
"""Pixels that a target has to have in both directions (WCAG 2.2, 2.5.8)."""


def small_targets(page: Page) -> list[str]:
    """List what can be pressed but is too small; links in a sentence may be."""
    found: list[str] = page.evaluate(
        """least => [...document.querySelectorAll("button, a, select, input, summary, [role=button]:not([aria-disabled=true]), [role=option]")]
            .filter(one => !one.closest(".visually-hidden, .skip, p, [aria-hidden=true]"))
            .map(one => [one, (one.matches("input") && one.closest("label") || one).getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < least - 0.5 || box.height < least - 0.5))
            .map(([one, box]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${one.outerHTML.slice(0, 120)}`)""",
        LEAST,
    )
    return found


def in_the_dark(page: Page) -> list[str]:
    """Ask again about what is different by lamplight: the contrast of everything."""
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    found = [f"dark: {one}" for one in faint(page)]
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    return found


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_screen_is_accessible_by_day_and_by_lamplight(
    visit: Visitor, tables: Tables, size: tuple[int, int]
) -> None:
    page = visit.open(width=size[0], height=size[1])
    found = {}
    for screen in Walker(page, tables).everywhere():
        if trouble := violations(page) + small_targets(page) + in_the_dark(page):
            found[screen] = trouble
    visit.forgive("404")  # there is no table called nothing
    expect_nothing(found)


def test_faint_text_would_be_found(visit: Visitor) -> None:
    """So that what is not found by lamplight is not there."""
    page = visit.open("#/settings", width=360, height=740)
    assert in_the_dark(page) == []
    page.add_style_tag(content="[data-theme=dark] main span { color: #3a3530 !important; }")
    assert in_the_dark(page)
