"""Triangle dominoes alone, against one's own best score."""

import pytest

from games.dominoes.play import account, deal, dominoes, legal, play, scores
from games.dominoes.positions import (
    EDITIONS,
    TRIPPLE,
    ending,
    filled,
    gain,
    hand,
    match_of,
    position,
    refused,
    round_end,
)
from tesserae.games.dominoes import Dominoes
from tesserae.kernel import single
from tesserae.kernel.rules import CHANCE, States
from tesserae.match import Outcome

every_edition = pytest.mark.parametrize("edition", EDITIONS)


def started(game: Dominoes, text: str) -> States:
    states = game.start()
    deal(game, states, filled(game, text))
    return states


# --- how it begins -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", TRIPPLE)
@pytest.mark.parametrize(("tile", "points"), [("555", 20), ("012", 8), ("000", 5)])
def test_tripple_the_next_tile_of_the_pool_is_the_start_tile_and_scores(
    edition: str, tile: str, points: int
) -> None:
    game = dominoes(edition, 1)
    states = started(game, f"444 / {tile} 333")
    assert scores(states) == [points]
    assert [shown["corners"] for shown in game.view(states[0], 0)["tiles"]] == [[int(number) for number in tile]]
    assert len(hand(states, 0)) == 10
    assert single.mover(states) == 0


def test_tripple_the_start_tile_is_on_the_account_of_the_deal() -> None:
    game = dominoes("tripple", 1)
    match = match_of("tripple", 1, filled(game, "444 / 555"))
    assert [tuple(entry) for entry in match.events[0].account] == [(0, "tile", 15), (0, "start", 5)]  # type: ignore[union-attr]
    (row,) = match.score_sheet()
    assert row.seat is None
    assert row.totals == match.scores == (20,)


def test_tripple_the_second_tile_has_no_start_bonus() -> None:
    game = dominoes("tripple", 1)
    states = started(game, "455 / 555")
    assert gain(game, states, "455 r0c1") == 14


def test_triominos_a_hand_of_9_no_lots_and_a_free_first_tile() -> None:
    game = dominoes("triominos", 1)
    states = started(game, "555 345 / ")
    assert len(hand(states, 0)) == 9
    assert len(legal(game, states)) == 9
    assert all(move.endswith("@ r0c0") for move in legal(game, states))
    assert gain(game, states, "345") == 12


def test_pressman_a_hand_of_9_and_the_best_tile_first_with_its_bonus() -> None:
    game = dominoes("pressman", 1)
    states = started(game, "333 455 / ")
    assert len(hand(states, 0)) == 9
    assert legal(game, states) == ["3-3-3 @ r0c0"]
    assert gain(game, states, "333") == 9 + 10


# --- drawing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", TRIPPLE)
def test_tripple_20_tiles_can_be_drawn_in_all(edition: str) -> None:
    game = dominoes(edition, 1)
    states = started(game, "055 155 / 555")
    for _ in range(6):
        play(game, states, "draw", "draw", "draw", "pass")
    play(game, states, "draw", "draw")
    assert states[0].held[0] == 10 + 20
    assert refused(game, states, "draw") == "There is nothing left to draw."


def test_tripple_the_tiles_drawn_are_the_next_ones_of_the_pool() -> None:
    game = dominoes("tripple", 1, solo_draws=2)
    states = started(game, "055 155 / 555 333 344 345")
    play(game, states, "draw", "draw")
    assert {"3-3-3", "3-4-4"} <= set(hand(states, 0))
    assert "3-4-5" not in hand(states, 0)
    assert states[0].pool_left == 0


@pytest.mark.parametrize("edition", ["triominos", "pressman"])
def test_elsewhere_all_47_can_be_drawn(edition: str) -> None:
    states = started(dominoes(edition, 1), "555 / ")
    assert states[0].pool_left == 56 - 9


@pytest.mark.parametrize(
    ("edition", "points"), [("triominos", -25), ("tripple", -15), ("tripple-de", -15), ("pressman", -25)]
)
def test_three_draws_and_none_laid_cost_what_they_always_do(edition: str, points: int) -> None:
    game = dominoes(edition, 1)
    states = position(game, "555 r0c0", "012 / 001 002 003 004")
    assert gain(game, states, "draw", "draw", "draw", "pass") == points
    assert single.mover(states) == 0
    assert legal(game, states) == ["draw"]


# --- how it ends -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "points"), [("triominos", 25), ("tripple", 20), ("tripple-de", 20), ("pressman", 25)]
)
def test_it_ends_with_the_last_tile_and_the_bonus_for_going_out(edition: str, points: int) -> None:
    game = dominoes(edition, 1)
    states = position(game, "555 r0c0", "455 / 344 345")
    assert gain(game, states, "455 r0c1") == 14 + points
    assert account(game, states) == [(0, "tile", 14), (0, "going_out", points)]  # the pool pays no pips
    assert ending(game, states) == ("out", (0,))


@every_edition
def test_it_ends_when_nothing_fits_and_no_draw_is_left(edition: str) -> None:
    game = dominoes(edition, 1)
    states = position(game, "555 r0c0", "455 012 / ")
    assert gain(game, states, "455 r0c1") == 14
    assert ending(game, states) == ("stuck", ())


@every_edition
def test_it_ends_with_the_last_draw_if_that_does_not_fit_either(edition: str) -> None:
    game = dominoes(edition, 1)
    states = position(game, "555 r0c0", "012 / 001")
    play(game, states, "draw")
    assert scores(states) == [-5]
    assert ending(game, states) == ("stuck", ())


def test_the_next_round_begins_without_draws() -> None:
    game = dominoes("tripple", 1, rounds=2)
    states = position(game, "555 r0c0", "012 / 001")
    play(game, states, "draw")
    deal(game, states, filled(game, "055 / 555"))
    assert states[0].draws == 0
    assert "0-5-5 @ r0c1" in legal(game, states)


@pytest.mark.parametrize(("edition", "points"), [("triominos", 0), ("tripple", -5), ("tripple-de", -10)])
def test_it_goes_on_if_an_older_tile_fits_though_not_in_this_turn(edition: str, points: int) -> None:
    game = dominoes(edition, 1)
    states = position(game, "555 r0c0", "455 012 / 001")
    play(game, states, "draw")
    assert legal(game, states) == ["pass"]
    assert gain(game, states, "pass") == points
    play(game, states, "455 r0c1")
    assert ending(game, states) == ("stuck", ())


def test_tripple_it_may_end_before_the_first_move() -> None:
    game = dominoes("tripple", 1, solo_draws=0)
    states = game.start()
    deal(game, states, filled(game, " / 555"))
    assert scores(states) == [20]
    assert ending(game, states) == ("stuck", ())


@pytest.mark.parametrize(("edition", "points"), [("tripple", -5), ("tripple-de", -10)])
def test_tripple_who_could_lay_may_refuse_and_goes_on(edition: str, points: int) -> None:
    game = dominoes(edition, 1)
    states = position(game, "555 r0c0", "455 012 / ")
    assert gain(game, states, "pass") == points
    assert single.mover(states) == 0
    assert round_end(states) == ""


@every_edition
def test_one_round_is_a_match_and_more_may_be_agreed(edition: str) -> None:
    states = position(dominoes(edition, 1), "555 r0c0", "455 / ")
    play(dominoes(edition, 1), states, "455 r0c1")
    assert single.mover(states) != CHANCE
    game = dominoes(edition, 1, rounds=2)
    for played, reason in ((0, ""), (1, "out")):
        states = position(game, "555 r0c0", "455 / ")
        states[0].rounds_played = played
        play(game, states, "455 r0c1")
        assert ending(game, states)[0] == reason


@every_edition
def test_the_limit_of_points_ends_nothing(edition: str) -> None:
    game = dominoes(edition, 1, rounds=2, limit=1)
    states = position(game, "555 r0c0", "455 / ", scores=(1000,))
    play(game, states, "455 r0c1")
    assert ending(game, states) == ("", ())


def test_the_score_stands_whether_one_gets_out_or_not() -> None:
    game = dominoes("tripple", 1, solo_draws=0)
    match = match_of("tripple", 1, filled(game, "055 / 555"), solo_draws=0)
    match.play("055 r0c1")
    while not match.over:
        match.play(match.legal()[0])
    assert match.outcome == Outcome("stuck", ())
    assert match.scores[0] == match.score_sheet()[-1].totals[0]
    assert str(match.scores[0]) in match.status()


def test_the_childrens_scale_alone() -> None:
    game = dominoes("triominos", 1, scale="children")
    states = position(game, "555 r0c0", "455 / ")
    assert gain(game, states, "455 r0c1") == 1 + 5
