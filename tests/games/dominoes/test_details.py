"""The details below the table of editions on the rule page, one after the other."""

import pytest

from games.dominoes.play import account, deal, dominoes, legal, play, scores
from games.dominoes.positions import (
    EDITIONS,
    FIVE_AROUND_A_POINT,
    LOOP,
    LOOP_BRIDGE,
    LOOP_DOUBLE,
    LOOP_HEXAGONS,
    NINE_AROUND_A_CELL,
    ONE_HEXAGON,
    TRIPPLE,
    TWO_HEXAGONS,
    ending,
    filled,
    gain,
    hand,
    match_of,
    position,
    refused,
    round_end,
)
from tesserae.kernel import single
from tesserae.kernel.rules import CHANCE

every_edition = pytest.mark.parametrize("edition", EDITIONS)


# --- a turn ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["triominos", *TRIPPLE])
def test_after_a_draw_only_a_tile_drawn_in_this_turn_may_be_laid(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "455 / 000 / 155 012 255 001")
    play(game, states, "draw", "draw")
    assert {move.split()[0] for move in legal(game, states)} == {"1-5-5", "draw"}
    assert "only what you have drawn in this turn: 0-1-2, 1-5-5" in refused(game, states, "455 r0c1")
    play(game, states, "draw")
    assert {move.split()[0] for move in legal(game, states)} == {"1-5-5", "2-5-5", "pass"}


@pytest.mark.parametrize("edition", ["triominos", *TRIPPLE])
def test_in_the_next_turn_drawn_tiles_are_like_all_others(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "455 / 355 000 / 155 012 255 001")
    play(game, states, "draw", "draw", "draw", "pass", "355 r0c1")
    assert {move.split()[0] for move in legal(game, states)} == {"1-5-5", "2-5-5", "4-5-5", "draw"}


@pytest.mark.parametrize("edition", ["triominos", *TRIPPLE])
def test_what_was_drawn_in_an_earlier_turn_may_not_be_laid_after_a_draw(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "012 / 355 000 / 155 013 255 014 022")
    play(game, states, "draw", "draw", "draw", "pass", "draw")
    assert "only what you have drawn in this turn: 0-1-4" in refused(game, states, "355 r0c1")
    play(game, states, "draw", "pass")
    assert {move.split()[0] for move in legal(game, states)} == {"1-5-5", "2-5-5"} | (
        {"pass"} if edition in TRIPPLE else set()
    )


@every_edition
def test_laying_ends_the_turn_after_a_draw_too(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "012 / 000 / 155 255")
    play(game, states, "draw", "155 r0c1")
    assert single.mover(states) == 1
    assert states[0].draws == 0


@every_edition
def test_passing_is_for_after_the_third_draw_or_an_empty_pool(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "012 / 000 / 001 002 003 004")
    for _ in range(3):
        assert legal(game, states) == ["draw"]
        assert "You may pass only after three draws" in refused(game, states, "pass")
        play(game, states, "draw")
    assert legal(game, states) == ["pass"]
    assert refused(game, states, "draw") == "You have drawn three tiles in this turn, and may draw no more."


@pytest.mark.parametrize(("edition", "on_top"), [("triominos", 0), ("tripple", -5), ("tripple-de", -10)])
@pytest.mark.parametrize("drawn", [1, 2])
def test_one_or_two_drawn_and_then_the_pool_is_empty(edition: str, on_top: int, drawn: int) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", f"012 / 455 000 / {' '.join(['001', '002'][:drawn])}")
    assert gain(game, states, *["draw"] * drawn) == -5 * drawn
    assert legal(game, states) == ["pass"]
    assert gain(game, states, "pass") == on_top
    assert single.mover(states) == 1


def test_pressman_one_drawn_and_then_the_pool_is_empty() -> None:
    game = dominoes("pressman")
    states = position(game, "555 r0c0", "012 / 455 000 / 001")
    assert gain(game, states, "draw", "pass") == -5 - 10


def test_triominos_a_drawn_tile_that_fits_must_be_laid_once_the_pool_is_empty() -> None:
    game = dominoes("triominos")
    states = position(game, "555 r0c0", "012 / 000 / 155")
    play(game, states, "draw")
    assert all(move.startswith("1-5-5") for move in legal(game, states))
    assert "must lay it" in refused(game, states, "pass")


def test_triominos_an_old_tile_that_fits_does_not_keep_one_from_passing_after_a_draw() -> None:
    game = dominoes("triominos")
    states = position(game, "555 r0c0", "455 / 000 / 012")
    play(game, states, "draw")
    assert legal(game, states) == ["pass"]
    assert gain(game, states, "pass") == 0


@pytest.mark.parametrize(
    ("edition", "points"), [("triominos", -10), ("tripple", 0), ("tripple-de", 0), ("pressman", -10)]
)
def test_three_draws_are_three_draws_also_when_the_third_was_the_last_tile(edition: str, points: int) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "012 / 455 000 / 001 002 003")
    play(game, states, "draw", "draw", "draw")
    assert legal(game, states) == ["pass"]
    assert gain(game, states, "pass") == points


def test_triominos_of_three_drawn_tiles_one_that_fits_must_be_laid_if_nothing_is_left_to_draw() -> None:
    game = dominoes("triominos")
    states = position(game, "555 r0c0", "012 / 455 000 / 001 002 255")
    play(game, states, "draw", "draw", "draw")
    assert "must lay it" in refused(game, states, "pass")
    play(game, states, "255 r0c1")


@pytest.mark.parametrize("edition", TRIPPLE)
def test_tripple_even_then_it_need_not(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "012 / 455 000 / 001 002 255")
    assert gain(game, states, "draw", "draw", "draw", "pass") == -15


# --- the start ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["tripple", "tripple-de", "pressman"])
@pytest.mark.parametrize(
    ("text", "starter"),
    [
        ("355 124 / 445 134 / ", 1),
        ("355 245 / 445 134 / ", 0),
        ("355 445 / 345 255 / ", 0),
        ("355 123 / 445 222 / ", 1),  # no longer equal: a triple
    ],
)
def test_equal_highest_values_compare_the_next_highest_tile(edition: str, text: str, starter: int) -> None:
    game = dominoes(edition)
    for lot in (0, 1):
        states = game.start()
        deal(game, states, f"{filled(game, text)} lot {lot}")
        assert single.mover(states) == starter


@pytest.mark.parametrize("edition", ["tripple", "tripple-de", "pressman"])
def test_then_the_lot_decides_and_a_third_player_has_no_part_in_it(edition: str) -> None:
    game = dominoes(edition, 3)
    starters = []
    for lot in range(4):
        states = game.start()
        deal(game, states, f"{filled(game, '355 134 / 244 / 445 125 / ')} lot {lot}")
        starters.append(int(single.mover(states)))
    assert starters == [0, 2, 0, 2]


@pytest.mark.parametrize("edition", ["tripple", "tripple-de", "pressman"])
def test_of_equals_each_would_start_with_his_own_tile(edition: str) -> None:
    game = dominoes(edition)
    for lot, first in ((0, "3-5-5 @ r0c0"), (1, "4-4-5 @ r0c0")):
        states = game.start()
        deal(game, states, f"{filled(game, '355 134 / 445 125 / ')} lot {lot}")
        assert legal(game, states) == [first]


# --- the end of a round ------------------------------------------------------------------------------------


def test_only_the_first_to_go_out_is_paid() -> None:
    game = dominoes("triominos", 3)
    states = position(game, "555 r0c0", "455 / 355 / 255 012 / ")
    play(game, states, "455 r0c1", "355 r0c-1", "255 r-1c0")
    assert scores(states) == [14 + 25 + 3, 13, 12]


@every_edition
def test_losers_of_a_round_never_get_minus_points_for_their_tiles(edition: str) -> None:
    game = dominoes(edition, 3)
    states = position(game, "555 r0c0", "345 344 / 244 / 455 / ", seat=2, scores=(1, 2, 3))
    play(game, states, "455 r0c1")
    assert scores(states)[:2] == [1, 2]


@pytest.mark.parametrize("edition", ["triominos", *TRIPPLE])
def test_losers_of_a_blocked_round_get_no_minus_points_either(edition: str) -> None:
    game = dominoes(edition, 3)
    states = position(game, "555 r0c0", "012 / 344 / 033 034 / ", scores=(100, 200, 300))
    play(game, states, "pass", "pass")
    before = scores(states)
    play(game, states, "pass")
    penalty = {"triominos": 0, "tripple": -5, "tripple-de": -10}[edition]
    assert scores(states)[1:] == [before[1], before[2] + penalty]


@every_edition
def test_equal_lowest_in_a_blocked_round_are_all_paid_by_the_same_formula(edition: str) -> None:
    game = dominoes(edition, 3)
    states = position(game, "555 r0c0", "012 / 344 / 003 / ")
    play(game, states, "pass", "pass", "pass")
    paid = [entry for entry in account(game, states) if entry[1] in ("pips", "own_pips")]
    assert paid == [(0, "pips", 14), (0, "own_pips", -3), (2, "pips", 14), (2, "own_pips", -3)]


def test_two_equals_alone_get_nothing() -> None:
    game = dominoes("triominos")
    states = position(game, "555 r0c0", "012 / 003 / ")
    play(game, states, "pass", "pass")
    assert round_end(states) == "blocked"
    assert scores(states) == [0, 0]


def test_the_winner_of_a_blocked_round_can_lose_points_by_it() -> None:
    game = dominoes("pressman", 2)
    states = position(game, "555 r0c0", "344 / 001 002 / ")
    play(game, states, "pass", "pass")
    assert scores(states) == [-10 + 3 - 11, -10]


def test_a_round_is_not_blocked_by_players_who_could_lay_and_refuse() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "455 / 012 / ")
    play(game, states, *["pass"] * 6)
    assert round_end(states) == ""
    play(game, states, "455 r0c1")
    assert round_end(states) == "out"


def test_an_old_tile_that_fits_keeps_the_round_going_though_it_may_not_be_laid_this_turn() -> None:
    game = dominoes("triominos")
    states = position(game, "555 r0c0", "455 / 013 / 012")
    play(game, states, "draw", "pass", "pass")
    assert round_end(states) == ""
    play(game, states, "455 r0c1")


# --- the match ---------------------------------------------------------------------------------------------


@every_edition
def test_scores_may_be_negative_and_the_least_negative_wins(edition: str) -> None:
    game = dominoes(edition, rounds=1)
    states = position(game, "555 r0c0", "012 / 003 / 001 022 002 004 011 023", scores=(-10, -20))
    play(game, states, *["draw", "draw", "draw", "pass"] * 2)
    assert max(scores(states)) < 0
    play(game, states, "pass")
    assert ending(game, states)[0] == "rounds"
    a, b = scores(states)
    assert b < a < 0
    assert ending(game, states)[1] == (0,)


def test_every_round_is_dealt_and_started_anew_and_totals_are_carried() -> None:
    last = "455 / 355 012 / "
    game = dominoes("tripple")
    states = position(game, "555 r0c0", last, scores=(10, 20))
    play(game, states, "455 r0c1")
    totals = scores(states)
    assert totals == [10 + 14 + 20 + 16, 20]
    assert single.mover(states) == CHANCE
    deal(game, states, filled(game, "222 / 333 / "))
    assert scores(states) == totals
    assert single.mover(states) == 1  # who starts is found again
    assert len(hand(states, 0)) == len(hand(states, 1)) == 10
    assert states[0].pool_left == 36
    assert game.view(states[0], None)["tiles"] == []
    play(game, states, "333")
    assert scores(states) == [totals[0], totals[1] + 9 + 5]


def test_triominos_lots_are_drawn_again_for_every_round() -> None:
    game = dominoes("triominos")
    states = position(game, "555 r0c0", "012 / 455 / ", seat=1)
    play(game, states, "455 r0c1")
    deal(game, states, "lots 012 345")
    deal(game, states, filled(game, "555 / / "))
    assert single.mover(states) == 1


@every_edition
def test_giving_up_ends_the_match_and_the_best_of_the_others_wins(edition: str) -> None:
    game = dominoes(edition, 3)
    states = position(game, "555 r0c0", "012 / 013 / 014 / 001", scores=(90, 20, 30))
    single.resign(states, 0)
    assert ending(game, states) == ("resignation", (2,))


# --- the children's scale ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laid", "move", "points"),
    [
        ("222 r0c0", "223 @ r0c1", 1),
        (LOOP, LOOP_BRIDGE, 2),
        (f"{LOOP}, 334 r0c2", LOOP_DOUBLE, 1),
        (FIVE_AROUND_A_POINT, ONE_HEXAGON, 2),
        (NINE_AROUND_A_CELL, TWO_HEXAGONS, 3),
        (f"{LOOP}, 334 r0c2, 344 r-1c2", LOOP_HEXAGONS, 4),
    ],
)
@pytest.mark.parametrize("edition", ["triominos", "pressman"])
def test_for_children_a_tile_counts_1_and_little_more(edition: str, laid: str, move: str, points: int) -> None:
    game = dominoes(edition, scale="children")
    states = position(game, laid, f"{move[:3]} 444 / 000 / 555")
    assert gain(game, states, move) == points


@pytest.mark.parametrize("edition", ["triominos", "pressman"])
def test_for_children_the_first_out_gets_5_and_pips_do_not_count(edition: str) -> None:
    game = dominoes(edition, scale="children")
    states = position(game, "555 r0c0", "345 344 / 455 / ", seat=1)
    assert gain(game, states, "455 r0c1") == 1 + 5
    assert scores(states) == [0, 6]


@pytest.mark.parametrize("edition", ["triominos", "pressman"])
def test_for_children_there_are_no_minus_points(edition: str) -> None:
    game = dominoes(edition, scale="children")
    states = position(game, "555 r0c0", "012 / 344 / 001 002 003")
    play(game, states, "draw", "draw", "draw", "pass", "pass")
    assert round_end(states) == "blocked"
    assert scores(states) == [0, 0]


@pytest.mark.parametrize(("edition", "tile"), [("triominos", "555"), ("pressman", "555"), ("pressman", "000")])
def test_for_children_the_first_tile_counts_1(edition: str, tile: str) -> None:
    game = dominoes(edition, scale="children")
    states = game.start()
    if edition == "triominos":
        deal(game, states, "lots 555 000")
    deal(game, states, filled(game, f"{tile} / / "))
    assert gain(game, states, tile) == 1


def test_tripple_has_no_scale_for_children() -> None:
    with pytest.raises(ValueError, match="no option scale"):
        dominoes("tripple", scale="children")


# --- as a match --------------------------------------------------------------------------------------------


def test_a_tripple_match_begins_with_15_and_5() -> None:
    game = dominoes("tripple")
    match = match_of("tripple", 2, filled(game, "555 / 444 / "))
    match.play("555")
    assert match.scores == (20, 0)
