"""Puzzelino through the page: the race, the game for points, figures and trays; by mouse, by touch and by keys alone."""

import pytest
from playwright.sync_api import expect

from web.hands import SLOW, Finger, Keys, Mouse, look, play_to_the_end, wait_for_turn
from web.page import Visitor, expect_said
from web.seats import against_bots, alone, sit_down

ENDED = "won, |Draw, "


def test_a_race_by_mouse(visit: Visitor) -> None:
    page = visit.open()
    sit_down(page, "puzzelino", against_bots(), options={"mode": "race"})
    play_to_the_end(Mouse(page))
    expect_said(page, ENDED)


def test_a_race_of_four_by_touch_on_a_phone(visit: Visitor) -> None:
    page = visit.open(width=360, height=740, touch=True)
    sit_down(page, "puzzelino", against_bots(3), options={"mode": "race", "players": 4})
    play_to_the_end(Finger(page))
    expect_said(page, ENDED)


@pytest.mark.parametrize("mode", ["race", "points"])
def test_a_whole_game_by_keys_alone(visit: Visitor, mode: str) -> None:
    page = visit.open()
    sit_down(page, "puzzelino", against_bots(), options={"mode": mode})
    play_to_the_end(Keys(page))
    expect_said(page, ENDED)


def test_a_game_for_points_of_three_where_nobody_may_stop(visit: Visitor) -> None:
    page = visit.open()
    sit_down(page, "puzzelino", against_bots(2), options={"mode": "points", "players": 3, "stop": "never"})
    play_to_the_end(Mouse(page))
    expect_said(page, ENDED)


def test_a_figure_is_finished_when_its_maker_says_so(visit: Visitor) -> None:
    page = visit.open()
    sit_down(page, "puzzelino", alone(), options={"mode": "figure", "players": 1})
    hand = Mouse(page)
    for _ in range(4):
        move = look(page)["move"]
        hand.lay()
        wait_for_turn(page, move)
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("Laid: 3 of 32")).to_be_visible()
    page.get_by_role("button", name="Finish the figure").click()
    expect_said(page, "stopped before all pieces were laid")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_a_tray_is_filled_by_hints(visit: Visitor) -> None:
    page = visit.open()
    sit_down(page, "puzzelino", alone(), options={"mode": "tray", "players": 1, "puzzle": 1})
    while (seen := look(page))["turn"] != "over":
        page.keyboard.press("h")
        expect(page.locator(".place.hinted")).to_be_visible(timeout=SLOW)
        page.locator("[data-piece]:has(.hinted)").first.click()
        page.locator(".place.hinted").click()
        button = page.get_by_role("button", name="Lay it here")
        if button.is_visible():
            button.click()
        wait_for_turn(page, seen["move"])
    expect_said(page, "all pieces laid")
