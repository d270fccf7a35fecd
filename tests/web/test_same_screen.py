"""People at one screen who hold hidden tiles: nobody sees those of another, not even in the source of the page."""

import re

import pytest
from playwright.sync_api import Page, expect

from web.hands import Keys, Mouse, look, play_to_the_end, take_turn, wait_for_turn
from web.page import Visitor, expect_said, violations
from web.seats import persons, sit_down

HIDDEN = [("triominos", {}), ("tripple", {}), ("puzzelino", {"mode": "race"}), ("puzzelino", {"mode": "points"})]


def rack(page: Page) -> list[str]:
    """The names of the tiles that are shown."""
    names: list[str] = page.locator("[data-piece]").evaluate_all(
        "all => all.map(one => one.dataset.piece.split('#')[0])"
    )
    return names


def uncover(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"I am {name}: show my tiles").click()
    expect(page.locator("[data-piece]").first).to_be_visible()


@pytest.mark.parametrize(("game", "options"), HIDDEN)
def test_no_hidden_tile_is_in_a_covered_page(visit: Visitor, game: str, options: dict[str, str]) -> None:
    page = visit.open()
    sit_down(page, game, persons("Ann", "Bob"), options=options)
    first = re.search(r"I am (\w+):", page.locator("main").inner_text())
    assert first
    holder, other = ("Ann", "Bob") if first[1] == "Ann" else ("Bob", "Ann")
    beginning = page.content()
    uncover(page, holder)
    before = rack(page)
    while look(page)["turn"] != "pass":
        move = look(page)["move"]
        take_turn(Mouse(page))
        wait_for_turn(page, move)
    covered = page.content()
    laid = re.findall(r"plays (\S+)", page.get_by_test_id("announcer").inner_text())
    uncover(page, other)
    hidden = {*before, *rack(page)} - set(laid)
    assert len(hidden) > 3
    for tile in hidden:
        assert not in_words(tile, beginning), f"{tile} is in the page before anybody says who looks at it"
        assert not in_words(tile, covered), f"{tile} is in the page between two players"
    assert "data-piece" not in covered
    assert 'class="rack' not in covered


def in_words(tile: str, source: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(tile)}(?![\w-])", source) is not None


def test_the_covered_screen_is_accessible_and_waits_with_the_focus_on_its_button(visit: Visitor) -> None:
    page = visit.open(width=360, height=740)
    sit_down(page, "triominos", persons("Ann", "Bob"))
    expect(page.get_by_role("button", name="show my tiles")).to_be_focused()
    assert violations(page) == []


def test_two_people_play_a_round_with_hidden_tiles_by_keys_alone(visit: Visitor) -> None:
    page = visit.open()
    sit_down(page, "puzzelino", persons("Ann", "Bob"), options={"mode": "race"})
    play_to_the_end(Keys(page))
    expect_said(page, "won, |Draw, ")


BLANKS = """() => {
    window.blanks = 0;
    new MutationObserver(() => {
        if (document.querySelector("main[data-turn=own]") && !document.querySelector("main [data-spot]")) blanks++;
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""
"""Counts the moments in which it is somebody's turn and there is no board."""


@pytest.mark.parametrize("game", ["triominos", "puzzelino"])
def test_the_board_is_there_as_soon_as_somebody_takes_the_screen(visit: Visitor, game: str) -> None:
    page = visit.open()
    sit_down(page, game, persons("Ann", "Bob"))
    page.get_by_role("button", name="show my tiles").click()
    expect(page.locator("main [data-spot]").first).to_be_visible()
    while (seen := look(page))["turn"] != "pass":
        take_turn(Mouse(page))
        wait_for_turn(page, seen["move"])
    page.evaluate(BLANKS)
    page.get_by_role("button", name="show my tiles").click()
    expect(page.locator("[data-piece]").first).to_be_visible()
    assert page.evaluate("blanks") == 0


def test_where_everything_lies_open_nobody_passes_the_screen(visit: Visitor) -> None:
    page = visit.open()
    sit_down(page, "riomino", persons("Ann", "Bob"), options={"level": "starter"})
    assert look(page)["turn"] == "own"
