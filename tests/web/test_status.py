"""The line under the board says what is so: each way to move that it names is offered, each that is offered it names; and who listens hears of every move."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.hands import Mouse, look, take_turn, wait_for_turn
from web.page import Visitor, expect_said, said
from web.seats import against_bots, alone, persons, sit_down

TABLES: dict[str, tuple[str, list[dict[str, str]], dict[str, Any]]] = {
    "quixo": ("quixo", persons("Ann", "Bob"), {"size": 3}),
    "triominos": ("triominos", against_bots(), {"rounds": 1}),
    "pressman": ("triominos", against_bots(3), {"players": 4, "rounds": 1, "edition": "pressman"}),
    "tripple": ("tripple", alone(), {"players": 1, "solo_draws": 6}),
    "riomino": ("riomino", persons("Ann", "Bob"), {"level": "starter"}),
    "race": ("puzzelino", against_bots(), {"mode": "race"}),
    "points": ("puzzelino", against_bots(), {"mode": "points"}),
    "figure": ("puzzelino", alone(), {"mode": "figure", "players": 1}),
    "tray": ("puzzelino", alone(), {"mode": "tray", "players": 1, "puzzle": 1}),
}
MOST = 14
"""Moves of one player that are looked at."""
LAYS, DRAWS, PASSES = (
    r"\blay (a|one|the)|place a die|and lay it|take a cube",
    r"\bdraw\b",
    r"\bpass\b|end your turn|finish the figure",
)


def offered(page: Page) -> dict[str, bool]:
    """Which ways to move the board offers."""
    found: dict[str, bool] = page.evaluate(
        """() => {
            const can = one => !!one && one.ariaDisabled !== "true";
            const named = text => [...document.querySelectorAll("main button")].find(one => one.textContent.trim().startsWith(text));
            return {
                lays: !!document.querySelector("[data-piece] .fits, .ghost.waiting, .spot.takeable"),
                draws: can(document.querySelector("[aria-keyshortcuts=d]")),
                passes: can(document.querySelector("[aria-keyshortcuts=p]")) || can(named("Finish the figure")),
            };
        }"""
    )
    return found


def told(page: Page) -> str:
    return page.locator(".status .now").inner_text()


def check(page: Page) -> None:
    """Compare what is said with what is offered."""
    line = told(page)
    named = {"lays": LAYS, "draws": DRAWS, "passes": PASSES}
    # "you cannot lay, so draw" names laying in order to deny it
    claims = re.sub(r"you can(not lay| neither lay nor draw),", "", line)
    assert {way: bool(re.search(words, claims, re.IGNORECASE)) for way, words in named.items()} == offered(page), (
        line
    )
    expect_said(page, re.escape(line) + "|R turns it")


def draws_left(page: Page) -> int | None:
    found = re.search(r"\((\d) draws? left\)", told(page))
    return int(found[1]) if found else None


def move(page: Page, name: str) -> None:
    if name != "quixo":
        take_turn(Mouse(page))
        return
    cube = page.locator(".spot.takeable").first
    cube.click()
    page.locator(".arrow[data-spot]").first.click()


@pytest.mark.parametrize("name", TABLES)
def test_the_line_names_what_is_possible_and_every_move_is_told(visit: Visitor, name: str) -> None:
    game, seats, options = TABLES[name]
    page = visit.open()
    sit_down(page, game, seats, options=options)
    for _ in range(MOST):
        seen = look(page)
        if seen["turn"] == "over" or page.get_by_role("button", name="Go on").is_visible():
            break
        if name == "riomino" and seen["move"] == "0":
            expect(page.locator(".ghost.waiting")).to_be_visible()
        check(page)
        left = draws_left(page)
        move(page, name)
        if name == "tray" and page.locator(".status .now").inner_text().startswith("Nothing fits"):
            break
        wait_for_turn(page, seen["move"])
        if seen["turn"] == "own" and look(page)["move"] not in (None, seen["move"]):
            expect_said(page, r"(plays \S+.*|draws|passes)\.|R turns it")
        after = draws_left(page) if look(page)["turn"] == "own" else None
        if left is not None and after is not None and re.search(r"Ann draws", said(page)):
            assert after == left - 1
    assert told(page)
