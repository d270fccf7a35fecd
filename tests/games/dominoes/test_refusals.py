"""What the triangle dominoes refuse, with the reason; nothing refused changes anything."""

from collections.abc import Callable

import pytest

from games.dominoes.play import dominoes
from games.dominoes.positions import filled, match_of, refused_by
from tesserae.match import Match

LOOP_HAND = "225 222 223 233 033 013 133 455 445 335"
LOOP_MOVES = (
    "225 r0c-1",
    "222 r1c-1",
    "223 r1c0",
    "233 r1c1",
    "033 r1c2",
    "013 r1c3",
    "133 r0c3",
    "455 r-1c0",
    "445 r-1c1",
)


def before_the_first_tile() -> Match:
    return match_of("tripple", 2, filled(dominoes("tripple"), "555 455 / 444 / "))


def before_any_first_tile() -> Match:
    return match_of("triominos", 2, "lots 555 000", filled(dominoes("triominos"), "555 455 / 444 / "))


def after_the_first_tile() -> Match:
    """B has 4-5-5, which fits in three places, and 0-1-2, which fits in none."""
    match = match_of("tripple", 2, filled(dominoes("tripple"), "555 / 455 012 / 155 255 344"))
    match.play("555")
    return match


def after_draws(count: int) -> Match:
    match = after_the_first_tile()
    for _ in range(count):
        match.play("draw")
    return match


def around_a_gap() -> Match:
    """A player alone, with 3-3-5 and nothing to draw, who has left a gap where 3-3-4 would make a bridge."""
    match = match_of("tripple", 1, f"{LOOP_HAND} / 245", solo_draws=1)
    for move in LOOP_MOVES:
        match.play(move)
    return match


def obliged() -> Match:
    match = match_of("pressman", 2, filled(dominoes("pressman"), "555 / 455 / "))
    match.play("555")
    return match


def with_an_empty_pool() -> Match:
    return match_of("tripple", 1, filled(dominoes("tripple", 1), "055 / 555"), solo_draws=0)


@pytest.mark.parametrize(
    ("situation", "move", "told"),
    [
        (after_the_first_tile, "", "'' is not a move. Write a tile and where it goes"),
        (after_the_first_tile, "34", "'34' is not a move"),
        (after_the_first_tile, "3456", "'3456' is not a move"),
        (after_the_first_tile, "345 @", "'345 @' is not a move"),
        (after_the_first_tile, "345 r1", "'345 r1' is not a move"),
        (after_the_first_tile, "345 c1r0", "'345 c1r0' is not a move"),
        (after_the_first_tile, "r0c1", "'r0c1' is not a move"),
        (after_the_first_tile, "345 r10000c0", "'345 r10000c0' is not a move"),
        (after_the_first_tile, "draw 2", "'draw 2' is not a move"),
        (after_the_first_tile, "x" * 1000, "is not a move"),
        (after_the_first_tile, "346 r0c1", "There is no tile 3-4-6: a tile has three numbers from 0 to 5."),
        (after_the_first_tile, "999", "There is no tile 9-9-9"),
        (after_the_first_tile, "455 r58c0", "r58c0 is too far away: no tile can lie there."),
        (after_the_first_tile, "455 r0c-99", "r0c-99 is too far away"),
        (after_the_first_tile, "455", "4-5-5 fits in several places. Say which: r-1c0, r0c-1, r0c1."),
        (after_the_first_tile, "012", "0-1-2 fits nowhere."),
        (after_the_first_tile, "555", "You do not have 5-5-5."),
        (before_the_first_tile, "draw", "The round begins with a tile: lay one."),
        (before_the_first_tile, "pass", "The round begins with a tile: lay one."),
        (before_any_first_tile, "draw", "The round begins with a tile: lay one."),
        (before_the_first_tile, "455", "The round begins with your best tile: 5-5-5."),
        (before_the_first_tile, "444", "You do not have 4-4-4."),
        (before_the_first_tile, "555 r0c1", "The first tile goes to r0c0: write 5-5-5 @ r0c0."),
        (before_any_first_tile, "455 r1c1", "The first tile goes to r0c0: write 4-5-5 @ r0c0."),
        (lambda: after_draws(3), "draw", "You have drawn three tiles in this turn, and may draw no more."),
        (
            lambda: after_draws(1),
            "pass",
            "You may pass only after three draws, or when there is nothing left to draw",
        ),
        (lambda: after_draws(0), "pass", "draw first."),
        (lambda: after_draws(2), "455 r0c1", "you may lay only what you have drawn in this turn: 1-5-5, 2-5-5."),
        (with_an_empty_pool, "draw", "There is nothing left to draw."),
        (obliged, "draw", "You have a tile that fits, and must lay it."),
        (obliged, "pass", "You have a tile that fits, and must lay it."),
        (after_the_first_tile, "345 r0c1", "You do not have 3-4-5."),
        (after_the_first_tile, "455 r0c0", "There is a tile in r0c0 already."),
        (after_the_first_tile, "455 r0c2", "r0c2 does not touch a laid tile with a whole side."),
        (after_the_first_tile, "455 r-9c9", "r-9c9 does not touch a laid tile with a whole side."),
        (
            after_the_first_tile,
            "012 r0c1",
            "0-1-2 does not fit in r0c1: the side there shows 5-5, read clockwise.",
        ),
        (around_a_gap, "335 r0c2", "3-3-5 fits the side in r0c2, but not the corner opposite, where a 4 lies"),
        (around_a_gap, "335 r0c1", "3-3-5 does not fit in r0c1: the side there shows"),
        (around_a_gap, "335 r0c3", "There is a tile in r0c3 already."),
    ],
)
def test_a_move_is_refused_with_the_reason_and_nothing_has_changed(
    situation: Callable[[], Match], move: str, told: str
) -> None:
    assert told in refused_by(situation(), move)


@pytest.mark.parametrize(
    ("players", "deals", "told"),
    [
        (2, ["345 011"], "Write the tile that each of the 2 players drew, such as: lots 345 011."),
        (2, ["lots 345"], "Write the tile that each of the 2 players drew"),
        (2, ["lots 345 011 012"], "Write the tile that each of the 2 players drew"),
        (2, ["lots 345 345"], "The tile 3-4-5 is there twice."),
        (2, ["lots 345 543"], "The tile 3-4-5 is there twice."),
        (2, ["lots 345 678"], "There is no tile 6-7-8: a tile has three numbers from 0 to 5."),
        (2, ["lots 345 34"], "There is no tile 34"),
        (2, ["lots 345 3x5"], "There is no tile 3x5"),
        (
            2,
            ["lots 345 011", "012 345 / 111 344 / 255"],
            "Write the 9 tiles of each of the 2 players, then the pool",
        ),
        (3, ["lots 345 011 000", "012 / 111 / 255"], "Write the 7 tiles of each of the 3 players"),
        (1, ["000 111 222 333 444 555 001 002 003"], "Write the 9 tiles of each of the 1 players"),
        (1, ["000 111 222 333 444 555 001 002 003 / 003"], "The tile 0-0-3 is there twice."),
        (1, ["000 111 222 333 444 555 001 002 036 / "], "There is no tile 0-3-6"),
        (1, ["000 111 222 333 444 555 001 002 003 / lot 60"], "60 is no lot: it goes from 0 to 59."),
        (1, ["000 111 222 333 444 555 001 002 003 / lot x"], "x is no lot"),
        (1, ["000 111 222 333 444 555 001 002 003 / lot -1"], "-1 is no lot"),
    ],
)
def test_a_deal_is_refused_with_the_reason(players: int, deals: list[str], told: str) -> None:
    with pytest.raises(ValueError) as refusal:
        match_of("triominos", players, *deals)
    assert told in str(refusal.value)


def test_a_deal_may_name_tiles_with_hyphens_and_in_any_order_and_leave_the_pool_to_itself() -> None:
    plain = match_of("triominos", 1, "345 111 222 333 444 555 001 002 003 / ")
    other = match_of("triominos", 1, "5-4-3 1-1-1 222 333 444 555 010 200 300 / ")
    assert plain.states.tobytes() == other.states.tobytes()


def test_a_deal_names_the_pool_in_the_order_in_which_it_is_drawn() -> None:
    match = match_of("tripple", 1, filled(dominoes("tripple", 1), " / 555 444 333 222"))
    for tile in ("4-4-4", "3-3-3", "2-2-2"):
        match.play("draw")
        assert tile in match.view(0)["board"]["drawn"]


def test_tiles_that_a_deal_does_not_name_are_drawn_last_in_rising_order() -> None:
    match = match_of("tripple", 1, "455 445 444 355 345 344 335 334 333 255 / 555 245")
    for tile in ("2-4-5", "0-0-0", "0-0-1"):
        match.play("draw")
        assert tile in match.view(0)["board"]["drawn"]


def test_a_move_that_ends_a_round_is_refused_if_the_next_deal_is_wrong() -> None:
    first = filled(dominoes("tripple", 1), "455 / 555")
    match = match_of("tripple", 1, first, "455 / 555", solo_draws=0, rounds=2)
    assert "Deal 2: Write the 10 tiles of each" in refused_by(match, "455 r0c1")


def test_a_round_is_finished_before_the_next_one_is_dealt() -> None:
    first = filled(dominoes("tripple", 1), "455 / 555")
    match = match_of("tripple", 1, first, solo_draws=0, rounds=2)
    match.play("455 r0c1")
    assert match.waits_for_deal
    assert match.scores[0] > 0
    match.deal(first)
    assert match.mover == 0
    assert match.ended_round_picture()
