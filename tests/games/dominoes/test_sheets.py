"""Where the six languages of the Tripple sheet contradict each other, or all are silent: what was decided.

The numbers are those of the table in the research notes. What all six languages agree on is in `test_editions`.
"""

import pytest

import tesserae
from games.dominoes.play import account, deal, dominoes, legal, play, scores
from games.dominoes.positions import (
    FIVE_AROUND_A_POINT,
    LOOP,
    LOOP_BRIDGE,
    LOOP_DOUBLE,
    NINE_AROUND_A_CELL,
    ONE_HEXAGON,
    TWO_HEXAGONS,
    ending,
    filled,
    gain,
    hand,
    position,
    refused,
    round_end,
)
from tesserae.games.dominoes.editions import EDITIONS
from tesserae.kernel import single
from tesserae.kernel.rules import CHANCE


def test_1_an_empty_pool_costs_5_as_in_five_languages_and_10_only_as_in_german() -> None:
    for edition, points in (("tripple", -5), ("tripple-de", -10)):
        game = dominoes(edition)
        states = position(game, "555 r0c0", "012 / 455 / ")
        assert gain(game, states, "pass") == points


def test_1_in_nothing_else_is_the_german_text_different() -> None:
    german, others = vars(EDITIONS["tripple-de"]), vars(EDITIONS["tripple"])
    assert [name for name in german if german[name] != others[name]] == ["empty_pool"]
    assert dominoes("tripple").options.limit == dominoes("tripple-de").options.limit == 300


def test_1_it_is_additional_as_in_english_when_tiles_were_drawn_before() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 455 / 001 002")
    assert gain(game, states, "draw", "draw", "pass") == -5 - 5 - 5


def test_1_only_who_should_draw_pays_not_each_player_as_in_spanish() -> None:
    game = dominoes("tripple", 3)
    states = position(game, "555 r0c0", "012 / 455 000 / 013 / ")
    play(game, states, "pass", "455 r0c1")
    assert scores(states) == [-5, 14, 0]


def test_2_300_points_do_not_win_by_themselves_as_in_dutch_most_points_do() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "455 / 000 / ", scores=(290, 500))
    play(game, states, "455 r0c1")
    assert scores(states)[0] >= 300
    assert ending(game, states) == ("limit", (1,))


def test_3_300_points_end_the_match_at_the_end_of_a_round_not_of_a_turn_as_in_french() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "455 001 / 355 000 / ", scores=(290, 0))
    play(game, states, "455 r0c1")
    assert scores(states)[0] >= 300
    assert single.mover(states) == 1


def test_4_a_hexagon_counts_50_as_in_the_text_or_40_as_in_the_table() -> None:
    for options, points in (({}, 50), ({"hexagon": 50}, 50), ({"hexagon": 40}, 40)):
        game = dominoes("tripple", **options)
        states = position(game, FIVE_AROUND_A_POINT, "155 444 / 000 / ")
        assert gain(game, states, ONE_HEXAGON) == 11 + points
    with pytest.raises(ValueError, match="hexagon=45. Allowed: 50, 40"):
        dominoes("tripple", hexagon=45)


def test_4_a_hexagon_has_no_points_for_the_double_connection_on_top() -> None:
    game = dominoes("tripple")
    states = position(game, FIVE_AROUND_A_POINT, "155 444 / 000 / ")
    play(game, states, ONE_HEXAGON)
    assert account(game, states) == [(0, "tile", 11), (0, "hexagon", 50)]


def test_5_the_start_bonus_is_5_as_in_every_text_whatever_the_tables_show() -> None:
    game = dominoes("tripple")
    for tile in ("555", "000", "455", "345"):
        states = game.start()
        deal(game, states, filled(game, f"{tile} / / "))
        play(game, states, tile)
        assert account(game, states)[-1] == (0, "start", 5)


def test_6_a_bridge_touches_with_its_point_any_laid_tile_not_only_the_one_straight_opposite() -> None:
    game = dominoes("tripple")
    # Nothing lies straight across the point of r0c2, in r-1c0: only r0c0 touches it, from the side.
    without_opposite = LOOP.removesuffix(", 455 r-1c0, 445 r-1c1")
    states = position(game, without_opposite, "334 444 / 000 / ")
    assert gain(game, states, LOOP_BRIDGE) == 10 + 30


def test_6_a_bridge_matches_by_a_side_and_a_point_and_the_point_alone_is_not_enough() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "055 / 000 / 001")
    assert "does not touch a laid tile with a whole side" in refused(game, states, "055 r1c0")


def test_7_a_double_connection_is_two_sides_with_two_tiles_and_no_bridge_on_top() -> None:
    game = dominoes("tripple")
    states = position(game, f"{LOOP}, 334 r0c2", "344 444 / 000 / ")
    play(game, states, LOOP_DOUBLE)
    assert account(game, states) == [(0, "tile", 11), (0, "double_connection", 25)]


def test_8_two_numbers_must_match_the_tile_beside_not_just_any_laid_tile_as_in_french() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0, 455 r0c1, 445 r0c2", "355 344 / 000 / 001")
    assert "the side there shows" in refused(game, states, "344 r-1c0")  # 4-4 is on the table, but not there
    play(game, states, "355 r-1c0")


def test_8_the_corners_of_which_all_six_are_silent_must_match_too() -> None:
    game = dominoes("tripple")
    states = position(game, LOOP, "335 444 / 000 / ")
    assert "but not the corner opposite, where a 4 lies already" in refused(game, states, "335 r0c2")


def test_9_the_starter_lays_this_tile_not_any_tile_as_in_dutch() -> None:
    game = dominoes("tripple")
    states = game.start()
    deal(game, states, filled(game, "444 555 345 / / "))
    assert legal(game, states) == ["5-5-5 @ r0c0"]
    assert refused(game, states, "345 r0c0") == "The round begins with your best tile: 5-5-5."


def test_10_going_out_ends_the_round_not_the_match_as_in_french_and_spanish() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "455 / 000 / ")
    play(game, states, "455 r0c1")
    assert round_end(states) == "out"
    assert single.mover(states) == CHANCE
    assert ending(game, states) == ("", ())


def test_11_a_blocked_round_ends_the_round_not_the_match_as_in_all_but_english() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 000 / ")
    play(game, states, "pass", "pass")
    assert round_end(states) == "blocked"
    assert single.mover(states) == CHANCE
    assert ending(game, states) == ("", ())


def test_12_going_out_takes_all_tiles_not_just_those_picked_up_as_in_english() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 000 / 455")
    play(game, states, "draw", "455 r0c1")
    assert hand(states, 0) == ["0-1-2"]
    assert round_end(states) == ""


def test_13_the_points_of_the_others_are_their_pips_not_their_scores_as_italian_may_be_read() -> None:
    game = dominoes("tripple", 3)
    states = position(game, "555 r0c0", "001 / 012 / 013 / ", scores=(0, 100, 200))
    play(game, states, "pass", "pass", "pass")
    assert scores(states) == [-5 + (3 + 4) - 1, 95, 195]


def test_14_going_first_and_most_points_are_two_ways_to_points_and_only_points_win() -> None:
    game = dominoes("tripple", rounds=1)
    states = position(game, "555 r0c0", "455 / 000 / ", scores=(0, 50))
    play(game, states, "455 r0c1")
    assert scores(states) == [34, 50]
    assert ending(game, states) == ("rounds", (1,))


def test_15_any_one_of_the_drawn_tiles_may_be_laid_not_only_the_one_just_taken_as_in_dutch() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 000 / 155 001 002 003")
    play(game, states, "draw", "draw", "draw", "155 r0c1")
    assert scores(states) == [11 - 15, 0]
    assert single.mover(states) == 1


def test_15_up_to_three_means_until_one_is_laid_and_never_fewer_than_three_without() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 000 / 155 001 002 003")
    play(game, states, "draw")
    assert "pass" not in legal(game, states)
    assert {"draw", "1-5-5 @ r0c1"} <= set(legal(game, states))


def test_16_every_drawn_tile_costs_5_had_to_or_would_not_lay() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "455 / 000 / 155 001")
    assert gain(game, states, "draw", "155 r0c1") == 11 - 5


@pytest.mark.parametrize(("draws", "pool"), [(None, 20), (0, 0), (7, 7), (45, 45), (56, 45)])
def test_17_alone_the_draws_are_limited_to_20_or_as_one_likes(draws: int | None, pool: int) -> None:
    game = dominoes("tripple", 1) if draws is None else dominoes("tripple", 1, solo_draws=draws)
    states = game.start()
    deal(game, states, filled(game, "055 / 555"))
    assert states[0].pool_left == pool


def test_17_draws_are_from_the_pool_as_in_spanish_dealing_and_the_start_tile_are_none() -> None:
    game = dominoes("tripple", 1, solo_draws=2)
    states = game.start()
    deal(game, states, filled(game, "055 / 555 344 244"))
    play(game, states, "draw", "draw")
    assert {"3-4-4", "2-4-4"} <= set(hand(states, 0))
    assert "nothing left to draw" in refused(game, states, "draw")


def test_18_alone_the_next_tile_is_laid_against_the_start_tile() -> None:
    game = dominoes("tripple", 1)
    states = game.start()
    deal(game, states, filled(game, "055 155 / 555"))
    lays = [move for move in legal(game, states) if "@" in move]
    assert {move.split(" @ ")[1] for move in lays} == {"r0c1", "r0c-1", "r-1c0"}
    assert "does not touch" in refused(game, states, "055 r3c0")


def test_18_but_one_may_draw_first_since_all_other_rules_stay() -> None:
    game = dominoes("tripple", 1)
    states = game.start()
    deal(game, states, filled(game, "055 / 555"))
    assert "draw" in legal(game, states)


def test_19_alone_the_start_tile_comes_from_the_pool_not_from_the_hand() -> None:
    game = dominoes("tripple", 1)
    states = game.start()
    deal(game, states, filled(game, "444 / 012"))
    assert [tile["tile"] for tile in game.view(states[0], 0)["tiles"]] == ["0-1-2"]
    assert len(hand(states, 0)) == 10
    assert "4-4-4" in hand(states, 0)


def test_20_the_name_is_tripple() -> None:
    assert "tripple" in tesserae.games()
    assert dominoes("tripple").title == "Tripple Domino"


# --- silent in all six -------------------------------------------------------------------------------------


def test_silent_several_hexagons_count_each() -> None:
    game = dominoes("tripple")
    states = position(game, NINE_AROUND_A_CELL, "345 222 / 000 / ")
    assert gain(game, states, TWO_HEXAGONS) == 12 + 2 * 50


def test_silent_no_more_than_15_is_lost_by_three_useless_draws() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "012 / 000 / 001 002 003 004")
    assert gain(game, states, "draw", "draw", "draw", "pass") == -15


def test_silent_the_starter_of_a_later_round_is_found_as_in_the_first() -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "455 / 000 / ")
    play(game, states, "455 r0c1")
    deal(game, states, filled(game, "222 / 444 / "))
    assert single.mover(states) == 1


def test_silent_everybody_has_to_pass_before_a_round_is_blocked_and_pays_for_it() -> None:
    game = dominoes("tripple", 3)
    states = position(game, "555 r0c0", "012 / 111 / 003 / ")
    play(game, states, "pass", "pass")
    assert round_end(states) == ""
    play(game, states, "pass")
    assert round_end(states) == "blocked"
    assert scores(states) == [-5 + 6 - 3] * 3


@pytest.mark.parametrize("edition", ["tripple", "triominos"])
def test_five_and_six_play_though_the_boxes_say_four(edition: str) -> None:
    for players in (5, 6):
        game = dominoes(edition, players)
        states = game.start()
        assert states[0].players == players
        assert states[0].hand_size == 6


@pytest.mark.parametrize("players", [0, 7])
def test_nobody_and_seven_do_not(players: int) -> None:
    with pytest.raises(ValueError, match=f"players={players}. Allowed: 2, 1, 3, 4, 5, 6"):
        dominoes("tripple", players)
