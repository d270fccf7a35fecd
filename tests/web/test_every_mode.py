"""Whatever can be played alone or for points is played to its end by touch and by keys alone too, not only by mouse."""

import pytest
from playwright.sync_api import Page, expect

from web.every_hand import begin
from web.hands import LAY_IT, SLOW, look, play_to_the_end, wait_for_turn
from web.page import Visitor, expect_said
from web.seats import against_bots, alone, persons

by_hand = pytest.mark.parametrize("how", ["touch", "keys"])


@by_hand
@pytest.mark.parametrize(("game", "options"), [("tripple", {"solo_draws": 3}), ("triominos", {})])
def test_alone(visit: Visitor, how: str, game: str, options: dict[str, int]) -> None:
    hand = begin(visit, how, game, alone(), players=1, **options)
    play_to_the_end(hand)
    expect_said(hand.page, "Ann: -?[0-9]+ points, ")


def test_for_points_by_touch(visit: Visitor) -> None:
    hand = begin(visit, "touch", "puzzelino", against_bots(), mode="points")
    play_to_the_end(hand)
    expect_said(hand.page, "won, |Draw, ")


@by_hand
def test_a_figure(visit: Visitor, how: str) -> None:
    hand = begin(visit, how, "puzzelino", alone(), mode="figure", players=1)
    for _ in range(3):
        move = look(hand.page)["move"]
        hand.lay()
        wait_for_turn(hand.page, move)
    hand.press(hand.page.get_by_role("button", name="Finish the figure"))
    expect_said(hand.page, "stopped before all pieces were laid")


@by_hand
def test_a_tray_by_hints(visit: Visitor, how: str) -> None:
    hand = begin(visit, how, "puzzelino", alone(), mode="tray", players=1, puzzle=1)
    page = hand.page
    while (seen := look(page))["turn"] != "over":
        hand.press(page.get_by_role("button", name="Hint"))
        expect(page.locator(".place.hinted")).to_be_visible(timeout=SLOW)
        if how == "touch":
            hand.press(page.locator("[data-piece]:has(.hinted)").first)
            hand.press(page.locator(".place.hinted"))
        else:
            lay_by_keys(page)
        button = page.get_by_role("button", name=LAY_IT)
        if button.is_visible():
            hand.press(button)
        wait_for_turn(page, seen["move"])
    expect_said(page, "all pieces laid")


def lay_by_keys(page: Page) -> None:
    """Go to the place that is pointed at, ask what fits there, and take the piece that is pointed at."""
    page.locator(".place.hinted").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.dataset.piece !== undefined")
    pieces = page.locator("[data-piece]")
    wanted: int = pieces.evaluate_all("all => all.findIndex(one => one.querySelector('.hinted'))")
    page.keyboard.press("Home")
    for _ in range(wanted):
        page.keyboard.press("ArrowRight")
    expect(pieces.nth(wanted)).to_be_focused()
    page.keyboard.press("Enter")


@by_hand
def test_quixo_with_partners(visit: Visitor, how: str) -> None:
    hand = begin(visit, how, "quixo", persons("Ann", "Bob", "Cid", "Dot"), size=3, players=4)
    page = hand.page
    for number, row in enumerate("13131"):
        if how == "touch":
            hand.press(page.locator(f"[data-spot=a{row}]"))
            hand.press(page.locator(f"[data-spot='>c{row}']"))
        else:
            page.locator(f"[data-spot=a{row}]").press("Enter")
            page.wait_for_function("document.activeElement.dataset.spot?.startsWith('>')")
            page.locator(f"[data-spot='>c{row}']").press("Enter")
        expect(page.locator(f"main[data-move='{number + 1}']")).to_be_visible()
        hand.moved()
    expect_said(page, "Ann, Cid: won, ")
