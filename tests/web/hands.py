"""Playing through the page as somebody with a mouse, with a finger, or with keys alone: only what is offered there is used."""

import re
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect

from web.page import expect_said, said

PIECE_THAT_FITS = "[data-piece]:has(.fits)"
OPEN_PLACE = "[data-spot][aria-disabled=false]"
LAY_IT = "Lay it here"
SLOW = 30_000
"""Milliseconds that anything may take on a busy machine."""
OFFER = """() => {
    const main = document.querySelector("main");
    const button = (selector, words = "") =>
        [...(main?.querySelectorAll(`button${selector}:not([aria-disabled=true])`) ?? [])].some(
            (one) => one.checkVisibility() && one.textContent.includes(words));
    if (main?.dataset.turn === "pass") return "screen";
    if (button("", "Lay it here")) return "confirm";
    if (button("", "Go on")) return "go on";
    if (main?.dataset.turn !== "own") return null;
    if (main.querySelector("[data-piece] .fits")) return "lay";
    return ["d", "p"].find((key) => button(`[aria-keyshortcuts=${key}]`)) ?? null;
}"""
"""What the page asks for, seen in one look, so that nothing changes between two questions; null while it draws itself."""


class Hand(Protocol):
    """How somebody uses the page."""

    page: Page

    def press(self, what: Locator) -> None: ...
    def lay(self) -> None: ...
    def moved(self) -> None: ...


class Mouse:
    """Clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, what: Locator) -> None:
        what.click()

    def lay(self) -> None:
        """Lay the first piece that fits in the first place where it does."""
        self.press(self.page.locator(PIECE_THAT_FITS).first)
        self.press(self.page.locator(OPEN_PLACE).first)
        self._confirm()

    def moved(self) -> None:
        """A mouse asks for nothing after a move."""

    def _confirm(self) -> None:
        """Where a piece may lie in several ways, it waits to be turned: leave it as it is."""
        button = self.page.get_by_role("button", name=LAY_IT)
        if button.is_visible():
            self.press(button)


class Finger(Mouse):
    """Taps."""

    def press(self, what: Locator) -> None:
        what.tap()


class Keys:
    """Uses Tab, arrows, Enter and letters; never leaves the focus in the void."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, what: Locator) -> None:
        """Come to a button by Tab and press it."""
        self._tab_to(what)
        self.page.keyboard.press("Enter")

    def lay(self) -> None:
        """Lay the first piece that fits where the focus is led to."""
        page = self.page
        pieces = page.locator("[data-piece]")
        self._tab_to(page.locator("[data-piece][tabindex='0']"))
        fits: int = pieces.evaluate_all("all => all.findIndex(one => one.querySelector('.fits'))")
        page.keyboard.press("Home")
        for _ in range(fits):
            page.keyboard.press("ArrowRight")
        expect(pieces.nth(fits)).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_function("document.activeElement.dataset.spot !== undefined")
        page.keyboard.press("Enter")
        if page.get_by_role("button", name=LAY_IT).is_visible():
            page.keyboard.press("Enter")

    def moved(self) -> None:
        """Whoever has no eyes for the page must not look for the focus after a move."""
        assert self.page.evaluate("document.activeElement !== document.body"), f"lost the focus: {said(self.page)}"

    def _tab_to(self, what: Locator) -> None:
        """Walk on until it has the focus."""
        for _ in range(40):
            if what.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {what}")


def look(page: Page) -> dict[str, Any]:
    """See what is offered now."""
    seen: dict[str, Any] = page.evaluate(
        """() => {
            const main = document.querySelector("main");
            return {turn: main?.dataset.turn, move: main?.dataset.move ?? null, fits: !!document.querySelector("[data-piece] .fits")};
        }"""
    )
    return seen


def play_to_the_end(hand: Hand, most: int = 400) -> int:
    """Make the first move that is offered until the match is over; say how many moves that were."""
    page = hand.page
    for made in range(most):
        seen = look(page)
        if seen["turn"] == "over":
            return made
        take_turn(hand)
        wait_for_turn(page, seen["move"])
        hand.moved()
        if seen["turn"] == "own" and look(page)["move"] not in (None, seen["move"]):
            expect_said(page, "plays |draws|passes|R turns it")
    raise AssertionError(f"the match is not over after {most} moves")


def take_turn(hand: Hand) -> None:
    """Make one move, or take the screen."""
    page = hand.page
    match page.wait_for_function(OFFER, timeout=SLOW).json_value():
        case "screen":
            hand.press(page.get_by_role("button", name=re.compile("show my tiles")))
        case "confirm":
            hand.press(page.get_by_role("button", name=LAY_IT))
        case "go on":
            hand.press(page.get_by_role("button", name="Go on"))
        case "lay":
            hand.lay()
        case key:
            hand.press(page.locator(f"button[aria-keyshortcuts={key}]"))


def wait_for_turn(page: Page, move: str | None) -> None:
    """Wait until something has come of the move and somebody at this screen is asked again."""
    page.wait_for_function(
        """before => {
            const main = document.querySelector("main");
            const { turn, move } = main?.dataset ?? {};
            const isAsked = turn === "pass" || turn === "over" || (turn === "own" && main.querySelector("[data-spot]"));
            return isAsked && (turn === "pass" || move !== before);
        }""",
        arg=move,
        timeout=SLOW,
    )
