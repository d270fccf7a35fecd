"""What tests of the page share: opening it as somebody, asking axe, reading what is said."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

WEB = Path(__file__).parents[2] / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@dataclass
class Visitor:
    """Opens pages; remembers what went wrong in them."""

    open: Callable[..., Page]
    troubles: list[str]

    def forgive(self, words: str) -> None:
        """Let what was brought about on purpose pass, such as a lost connection."""
        self.troubles[:] = [trouble for trouble in self.troubles if not re.search(words, trouble)]


def violations(page: Page) -> list[str]:
    """Ask axe what is not accessible."""
    return _asked(page, {"type": "tag", "values": [*LEVELS, "best-practice"]})


def faint(page: Page) -> list[str]:
    """Ask axe for text that is hard to read, and nothing else."""
    return _asked(page, {"type": "rule", "values": ["color-contrast"]})


def _asked(page: Page, rules: dict[str, Any]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: Any = page.evaluate("rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})", rules)
    return [
        f"{one['id']}: {node['html'][:160]} ({node['failureSummary'][:200]})"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def overflows(page: Page) -> list[str]:
    """List what is wider than the window, or cut off where text should be read."""
    found: list[str] = page.evaluate(
        """() => {
            const wide = [];
            const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth > width) wide.push(`page: ${document.documentElement.scrollWidth}`);
            for (const element of document.querySelectorAll("button, a, label, legend, h1, h2, h3, p, li, select")) {
                if (element.closest(".visually-hidden, .skip, dialog:not([open])")) continue;
                const box = element.getBoundingClientRect();
                const scrolls = element.closest(".scroll, .rack, [data-scrolls]");
                if (box.width && !scrolls && (box.right > width + 1 || box.left < -1)) wide.push(element.outerHTML.slice(0, 120));
                const isCut = getComputedStyle(element).overflowX === "hidden" && element.scrollWidth > element.clientWidth + 1;
                if (isCut && element.ariaHidden !== "true") wide.push(`cut off: ${element.outerHTML.slice(0, 120)}`);
            }
            return wide;
        }"""
    )
    return found


def said(page: Page) -> str:
    """Read what a screen reader was told last."""
    return (page.get_by_test_id("announcer").text_content() or "").strip("\u00a0 ")


def expect_said(page: Page, words: str) -> None:
    """Wait until something was told."""
    expect(page.get_by_test_id("announcer")).to_contain_text(re.compile(words))


def missing_words(page: Page) -> list[str]:
    """List what looks like the key of a sentence instead of the sentence."""
    text: str = page.evaluate(
        "() => document.body.innerText + [...document.querySelectorAll('[aria-label]')].map(e => ' ' + e.ariaLabel).join('')"
    )
    return re.findall(
        r"\b(?:page|quixo|dominoes|riomino|puzzelino|level|status|sheet|review|terminal|table)\.[a-z_]+[a-z_.]*",
        text,
    )


def expect_nothing(found: dict[str, list[str]]) -> None:
    """Fail with everything that was found, by screen."""
    if lines := [f"{screen}: {one}" for screen, troubles in found.items() for one in troubles]:
        pytest.fail("\n".join(lines), pytrace=False)
