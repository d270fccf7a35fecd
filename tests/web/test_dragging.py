"""Pieces are dragged from the rack to the table, with a mouse and with everything in motion; elsewhere they fall back."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from web.hands import LAY_IT, OPEN_PLACE, PIECE_THAT_FITS, Mouse, look, take_turn, wait_for_turn
from web.page import Visitor
from web.seats import alone, persons, sit_down

GAMES = [
    ("triominos", alone(), {"players": 1}),
    ("tripple", alone(), {"players": 1}),
    ("riomino", persons("Ann", "Bob"), {"level": "starter"}),
    ("puzzelino", alone(), {"players": 1, "mode": "figure"}),
]


def middle(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def lift(page: Page) -> None:
    """Take the first piece that fits off the rack."""
    x, y = middle(page.locator(PIECE_THAT_FITS).first)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 60, steps=4)


@pytest.mark.parametrize(("game", "seats", "options"), GAMES, ids=[name for name, *_ in GAMES])
def test_a_piece_is_dragged_to_its_place(
    visit: Visitor, game: str, seats: list[dict[str, str]], options: dict[str, Any]
) -> None:
    page = visit.open(still=False)
    sit_down(page, game, seats, options=options)
    while not (seen := look(page))["fits"]:
        take_turn(Mouse(page))
        wait_for_turn(page, seen["move"])
    lift(page)
    page.mouse.move(*middle(page.locator(OPEN_PLACE).first), steps=8)
    page.mouse.up()
    button = page.get_by_role("button", name=LAY_IT)
    if button.is_visible():
        button.click()
    wait_for_turn(page, seen["move"])


def test_a_piece_that_is_dropped_beside_the_table_is_back_in_the_rack(visit: Visitor) -> None:
    page = visit.open(still=False)
    sit_down(page, "puzzelino", alone(), options={"players": 1, "mode": "figure"})
    pieces = page.locator("[data-piece]").count()
    lift(page)
    page.mouse.move(640, 5, steps=8)
    page.mouse.up()
    expect(page.locator("[data-piece]")).to_have_count(pieces)
    assert look(page)["move"] == "0"
