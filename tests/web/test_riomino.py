"""RioMino through the page, on every level: by mouse, by touch and by keys alone."""

import pytest

from tesserae.games.riomino.fields import LEVELS
from web.every_hand import HANDS, begin
from web.hands import play_to_the_end
from web.page import Visitor, expect_said
from web.seats import against_bots, persons

ENDED = "won, |Draw"


@pytest.mark.parametrize("how", HANDS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_whole_game(visit: Visitor, level: str, how: str) -> None:
    hand = begin(visit, how, "riomino", against_bots(), level=level)
    play_to_the_end(hand)
    expect_said(hand.page, ENDED)


def test_two_people_at_one_screen_play_to_the_end(visit: Visitor) -> None:
    hand = begin(visit, "mouse", "riomino", persons("Ann", "Bob"), level="starter")
    play_to_the_end(hand)
    expect_said(hand.page, ENDED)
