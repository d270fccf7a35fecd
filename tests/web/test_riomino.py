"""RioMino through the page: by mouse, by touch and by keys alone."""

from web.hands import Finger, Keys, Mouse, play_to_the_end
from web.page import Visitor, expect_said
from web.seats import against_bots, persons, sit_down

ENDED = "won, |Draw"


def test_two_people_at_one_screen_play_to_the_end_by_mouse(visit: Visitor) -> None:
    page = visit.open()
    sit_down(page, "riomino", persons("Ann", "Bob"), options={"level": "starter"})
    play_to_the_end(Mouse(page))
    expect_said(page, ENDED)


def test_a_whole_game_by_touch_on_a_phone(visit: Visitor) -> None:
    page = visit.open(width=360, height=740, touch=True)
    sit_down(page, "riomino", against_bots(), options={"level": "starter"})
    play_to_the_end(Finger(page))
    expect_said(page, ENDED)


def test_a_whole_game_by_keys_alone(visit: Visitor) -> None:
    page = visit.open()
    sit_down(page, "riomino", against_bots(), options={"level": "starter"})
    play_to_the_end(Keys(page))
    expect_said(page, ENDED)
