"""Triominos and Tripple Domino through the page: by mouse, by touch and by keys alone."""

import pytest
from playwright.sync_api import expect

from web.hands import Finger, Keys, Mouse, play_to_the_end
from web.page import Visitor, expect_said
from web.seats import against_bots, alone, sit_down

GAMES = ["triominos", "tripple"]
ENDED = "won, |Draw, |Ann: -?[0-9]+ points, "


@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_two_by_mouse(visit: Visitor, game: str) -> None:
    page = visit.open()
    sit_down(page, game, against_bots(), options={"rounds": 1})
    play_to_the_end(Mouse(page))
    expect_said(page, ENDED)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_six_by_touch_on_a_phone(visit: Visitor, game: str) -> None:
    page = visit.open(width=360, height=740, touch=True)
    sit_down(page, game, against_bots(5), options={"players": 6, "rounds": 1})
    play_to_the_end(Finger(page))
    expect_said(page, ENDED)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_four_by_keys_alone(visit: Visitor, game: str) -> None:
    page = visit.open()
    sit_down(page, game, against_bots(3), options={"players": 4, "rounds": 1})
    play_to_the_end(Keys(page))
    expect_said(page, ENDED)


@pytest.mark.parametrize(("game", "options"), [("triominos", {}), ("tripple", {"solo_draws": 4})])
def test_somebody_alone_plays_to_the_end(visit: Visitor, game: str, options: dict[str, int]) -> None:
    page = visit.open()
    sit_down(page, game, alone(), options={"players": 1, **options})
    play_to_the_end(Mouse(page))
    expect_said(page, ENDED)
