"""The table of editions on the rule page, row by row, for all four editions."""

import random
from typing import Any

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
    position,
    refused,
    round_end,
)
from games.dominoes.random_rounds import shuffled_deal
from tesserae.games.dominoes import Dominoes
from tesserae.kernel import single
from tesserae.kernel.rules import CHANCE, States

every_edition = pytest.mark.parametrize("edition", EDITIONS)
BEST_TILE_STARTS = ("tripple", "tripple-de", "pressman")


def per_edition(name: str, **values: Any) -> pytest.MarkDecorator:
    """Give each edition its value; `tripple_de` is as `tripple` if it is not named."""
    values.setdefault("tripple_de", values["tripple"])
    return pytest.mark.parametrize(("edition", name), [(e, values[e.replace("-", "_")]) for e in EDITIONS])


def started(game: Dominoes, text: str) -> States:
    """Deal a round with these best tiles; where lots decide, A starts."""
    states = game.start()
    if states[0].lots and game.players > 1:
        deal(game, states, "lots 555 " + " ".join(["000", "001", "002", "003", "004"][: game.players - 1]))
    deal(game, states, filled(game, text))
    return states


# --- hands -------------------------------------------------------------------------------------------------


@per_edition("sizes", triominos=(9, 9, 7, 7, 6, 6), tripple=(10, 10, 8, 8, 6, 6), pressman=(9, 9, 7, 7, 6, 6))
def test_how_many_tiles_one_to_six_players_get(edition: str, sizes: tuple[int, ...]) -> None:
    for players, size in enumerate(sizes, start=1):
        game = dominoes(edition, players)
        states = game.start()
        rng = random.Random(players)
        while single.mover(states) == CHANCE:
            shuffled_deal(states, rng)
        assert [len(hand(states, seat)) for seat in range(players)] == [size] * players
        assert states[0].held[:players].tolist() == [size] * players
        if players > 1:
            assert states[0].pool_left == 56 - players * size


# --- who starts --------------------------------------------------------------------------------------------


def test_triominos_each_draws_a_tile_and_the_highest_value_starts() -> None:
    game = dominoes("triominos", 4)
    states = game.start()
    deal(game, states, "lots 000 344 155 111")  # 344 and 155 are equal
    assert single.mover(states) == CHANCE
    deal(game, states, "lots 000 345 155 111")
    deal(game, states, filled(game, "555 / / / / "))
    assert single.mover(states) == 1


def test_triominos_equals_below_the_highest_do_not_draw_again() -> None:
    game = dominoes("triominos", 3)
    states = game.start()
    deal(game, states, "lots 012 003 333")
    deal(game, states, filled(game, "555 / / / "))
    assert single.mover(states) == 2


def test_triominos_equals_draw_again_as_often_as_needed() -> None:
    game = dominoes("triominos", 2)
    states = game.start()
    for lots in ("355 445", "012 111", "123 222"):
        deal(game, states, f"lots {lots}")
    deal(game, states, "lots 000 555")
    deal(game, states, filled(game, " / / "))
    assert single.mover(states) == 1


def test_triominos_the_tiles_drawn_as_lots_go_back() -> None:
    game = dominoes("triominos", 2)
    states = game.start()
    deal(game, states, "lots 000 555")
    deal(game, states, filled(game, "555 / / 000"))
    assert "5-5-5" in hand(states, 0)
    assert states[0].pool_left == 56 - 18


@pytest.mark.parametrize("edition", BEST_TILE_STARTS)
@pytest.mark.parametrize(
    ("text", "starter"),
    [
        ("555 / 444 / ", 0),
        ("333 / 111 444 / ", 1),
        ("455 / 000 / ", 1),  # the lowest triple goes before any other tile
        ("345 / 445 / ", 1),
        ("455 355 / 445 345 / ", 0),
    ],
)
def test_elsewhere_the_highest_triple_starts_or_else_the_highest_value(
    edition: str, text: str, starter: int
) -> None:
    assert single.mover(started(dominoes(edition), text)) == starter


# --- the first tile ----------------------------------------------------------------------------------------


@per_edition("points", triominos=(15, 0, 14), tripple=(20, 5, 19), pressman=(25, 40, 14))
def test_what_the_first_tile_counts(edition: str, points: tuple[int, int, int]) -> None:
    game = dominoes(edition)
    for tile, counted in zip(("555", "000", "455"), points, strict=True):
        states = started(game, f"{tile} / / ")
        assert gain(game, states, tile) == counted


def test_triominos_the_starter_lays_any_tile() -> None:
    game = dominoes("triominos")
    states = started(game, "555 345 / / ")
    assert len(legal(game, states)) == 9
    assert gain(game, states, "345") == 12


@pytest.mark.parametrize("edition", BEST_TILE_STARTS)
def test_elsewhere_the_starter_lays_the_tile_that_made_him_start(edition: str) -> None:
    game = dominoes(edition)
    states = started(game, "333 455 / 222 / ")
    assert legal(game, states) == ["3-3-3 @ r0c0"]
    states = started(game, "455 355 445 / 345 / ")
    assert legal(game, states) == ["4-5-5 @ r0c0"]


@pytest.mark.parametrize("edition", BEST_TILE_STARTS)
def test_with_two_best_tiles_of_the_same_value_the_starter_chooses(edition: str) -> None:
    game = dominoes(edition)
    states = started(game, "355 445 / 345 / ")
    assert legal(game, states) == ["3-5-5 @ r0c0", "4-4-5 @ r0c0"]


# --- plain, bridge, double connection, hexagons --------------------------------------------------------------

SITUATIONS = {
    "plain": ("222 r0c0", "223 @ r0c1"),
    "bridge": (LOOP, LOOP_BRIDGE),
    "double connection": (f"{LOOP}, 334 r0c2", LOOP_DOUBLE),
    "one hexagon": (FIVE_AROUND_A_POINT, ONE_HEXAGON),
    "two hexagons": (NINE_AROUND_A_CELL, TWO_HEXAGONS),
    "three hexagons": (f"{LOOP}, 334 r0c2, 344 r-1c2", LOOP_HEXAGONS),
}


def bonus(game: Dominoes, situation: str) -> int:
    """What a tile counts there beyond its value."""
    laid, move = SITUATIONS[situation]
    states = position(game, laid, f"{move[:3]} 444 / 000 / 555")
    return gain(game, states, move) - sum(map(int, move[:3]))


@every_edition
def test_a_plain_tile_counts_its_value_alone(edition: str) -> None:
    assert bonus(dominoes(edition), "plain") == 0


@per_edition("points", triominos=40, tripple=30, pressman=40)
def test_what_a_bridge_counts(edition: str, points: int) -> None:
    assert bonus(dominoes(edition), "bridge") == points


@per_edition("points", triominos=0, tripple=25, pressman=40)
def test_what_a_double_connection_counts(edition: str, points: int) -> None:
    assert bonus(dominoes(edition), "double connection") == points


@per_edition("points", triominos=(50, 60, 70), tripple=(50, 100, 150), pressman=(50, 50, 50))
def test_what_one_two_and_three_hexagons_count(edition: str, points: tuple[int, int, int]) -> None:
    game = dominoes(edition)
    assert tuple(bonus(game, count) for count in ("one hexagon", "two hexagons", "three hexagons")) == points


@pytest.mark.parametrize("edition", TRIPPLE)
def test_with_the_option_each_hexagon_counts_40(edition: str) -> None:
    game = dominoes(edition, hexagon=40)
    assert [bonus(game, count) for count in ("one hexagon", "two hexagons", "three hexagons")] == [40, 80, 120]
    assert bonus(game, "double connection") == 25


# --- drawing -----------------------------------------------------------------------------------------------


@per_edition("points", triominos=-25, tripple=-15, pressman=-25)
def test_three_draws_and_none_laid(edition: str, points: int) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "012 / 000 / 001 002 003 004")
    assert gain(game, states, "draw") == -5
    assert legal(game, states) == ["draw"]
    assert gain(game, states, "draw") == -5
    assert gain(game, states, "draw") == -5
    assert legal(game, states) == ["pass"]
    assert gain(game, states, "pass") == points + 15
    assert account(game, states) == ([(0, "three_draws", -10)] if points == -25 else [])
    assert single.mover(states) == 1
    assert scores(states) == [points, 0]
    assert hand(states, 0) == ["0-0-1", "0-0-2", "0-0-3", "0-1-2"]


@every_edition
def test_the_third_drawn_tile_laid_costs_15_and_counts_its_points(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "012 / 000 / 001 002 455 003")
    assert gain(game, states, "draw", "draw", "draw", "455 r0c1") == 14 - 15
    assert single.mover(states) == 1


@pytest.mark.parametrize("edition", ["triominos", *TRIPPLE])
def test_who_could_lay_may_draw_instead(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "455 / 000 / 001 002 003")
    assert "draw" in legal(game, states)
    play(game, states, "draw", "draw", "draw", "pass")
    assert single.mover(states) == 1


@pytest.mark.parametrize("edition", ["triominos", *TRIPPLE])
def test_who_could_lay_a_drawn_tile_may_draw_on_or_pass_after_the_third(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "012 / 000 / 155 255 355 003")
    play(game, states, "draw", "draw")
    assert {"draw", "1-5-5 @ r0c1", "2-5-5 @ r0c1"} <= set(legal(game, states))
    play(game, states, "draw")
    assert {"pass", "3-5-5 @ r0c1"} <= set(legal(game, states))


def test_pressman_who_can_lay_must() -> None:
    game = dominoes("pressman")
    states = position(game, "555 r0c0", "455 012 / 000 / 001 155 003")
    assert not {"draw", "pass"} & set(legal(game, states))
    assert refused(game, states, "draw") == "You have a tile that fits, and must lay it."
    assert refused(game, states, "pass") == "You have a tile that fits, and must lay it."


def test_pressman_a_drawn_tile_that_fits_must_be_laid() -> None:
    game = dominoes("pressman")
    states = position(game, "555 r0c0", "012 / 000 / 001 002 155 003")
    play(game, states, "draw", "draw", "draw")
    assert set(legal(game, states)) == {f"1-5-5 @ {cell}" for cell in ("r0c1", "r0c-1", "r-1c0")}
    assert "must lay it" in refused(game, states, "pass")


# --- the pool is empty -------------------------------------------------------------------------------------


@per_edition("points", triominos=0, tripple=-5, tripple_de=-10, pressman=-10)
def test_the_pool_is_empty_and_nothing_fits(edition: str, points: int) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "012 / 455 / ")
    assert legal(game, states) == ["pass"]
    assert gain(game, states, "pass") == points
    assert account(game, states) == ([(0, "empty_pool", points)] if points else [])
    assert single.mover(states) == 1
    assert "nothing left to draw" in refused(game, states, "draw")


@pytest.mark.parametrize("edition", ["triominos", "pressman"])
def test_the_pool_is_empty_and_who_can_lay_must(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "455 012 / 000 / ")
    assert all(move.startswith("4-5-5") for move in legal(game, states))
    assert refused(game, states, "pass") == "You have a tile that fits, and must lay it."


@pytest.mark.parametrize(("edition", "points"), [("tripple", -5), ("tripple-de", -10)])
def test_the_pool_is_empty_and_who_can_lay_refuses_for_the_same_price(edition: str, points: int) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "455 012 / 000 / ")
    assert gain(game, states, "pass") == points
    assert single.mover(states) == 1


# --- going out ---------------------------------------------------------------------------------------------


@per_edition("points", triominos=25, tripple=20, pressman=25)
def test_going_out_pays_a_bonus_and_the_pips_of_the_others(edition: str, points: int) -> None:
    game = dominoes(edition, 3)
    states = position(game, "555 r0c0", "012 / 344 013 / 455 / 001", seat=2)
    assert gain(game, states, "455 r0c1") == 14 + points + (1 + 2 + 3 + 4 + 4 + 1 + 3)
    assert round_end(states) == "out"
    assert account(game, states) == [(2, "tile", 14), (2, "going_out", points), (2, "pips", 18)]


@pytest.mark.parametrize("edition", ["tripple", "tripple-de", "pressman"])
def test_elsewhere_the_round_ends_at_once(edition: str) -> None:
    game = dominoes(edition, 3)
    states = position(game, "555 r0c0", "455 / 355 012 / 013 / 001")
    play(game, states, "455 r0c1")
    assert round_end(states) == "out"
    assert single.mover(states) == CHANCE


def test_triominos_the_lap_is_finished_and_the_pips_are_counted_after_it() -> None:
    game = dominoes("triominos", 4)
    states = position(game, "555 r0c0", "001 / 455 / 355 012 / 013 / 255 034 045 023", seat=1)
    assert gain(game, states, "455 r0c1") == 14
    assert round_end(states) == ""
    assert gain(game, states, "355 r0c-1") == 13
    play(game, states, "draw", "draw", "draw", "pass")
    assert round_end(states) == "out"
    left = {"A": 0 + 0 + 1, "C": 0 + 1 + 2, "D": (0 + 1 + 3) + (2 + 5 + 5) + (0 + 3 + 4) + (0 + 4 + 5)}
    assert account(game, states)[-2:] == [(1, "going_out", 25), (1, "pips", sum(left.values()))]
    assert scores(states) == [0, 14 + 25 + sum(left.values()), 13, -25]


@pytest.mark.parametrize(("starter", "out"), [(0, 2), (1, 0), (2, 1)])
def test_triominos_the_lap_ends_before_the_starter_whoever_that_was(starter: int, out: int) -> None:
    game = dominoes("triominos", 3)
    hands = ["012", "013", "014"]
    hands[out] = "455"
    states = position(game, "555 r0c0", " / ".join([*hands, "001"]), seat=out, starter=starter)
    play(game, states, "455 r0c1")
    assert round_end(states) == "out"


def test_triominos_all_have_had_as_many_turns() -> None:
    game = dominoes("triominos", 2)
    states = position(game, "555 r0c0", "455 / 355 / ")
    play(game, states, "455 r0c1", "355 r0c-1")
    assert round_end(states) == "out"
    assert scores(states) == [14 + 25, 13]  # only the first who is out is paid, and there are no pips left


# --- blocked -----------------------------------------------------------------------------------------------

FEWEST_PIPS_BUT_MORE_TILES = "000 001 / 344 / 033 034 / "
"""1 pip on two tiles, 11 on one, 13 on two."""


@pytest.mark.parametrize(("edition", "penalty"), [("triominos", 0), ("tripple", -5), ("tripple-de", -10)])
def test_in_a_blocked_round_the_lowest_pips_win_the_others_less_the_own(edition: str, penalty: int) -> None:
    game = dominoes(edition, 3)
    states = position(game, "555 r0c0", FEWEST_PIPS_BUT_MORE_TILES)
    play(game, states, "pass", "pass")
    assert round_end(states) == ""
    play(game, states, "pass")
    assert round_end(states) == "blocked"
    assert scores(states) == [penalty + 11 + 13 - 1, penalty, penalty]
    assert account(game, states)[-2:] == [(0, "pips", 24), (0, "own_pips", -1)]


def test_pressman_in_a_blocked_round_the_fewest_tiles_win() -> None:
    game = dominoes("pressman", 3)
    states = position(game, "555 r0c0", FEWEST_PIPS_BUT_MORE_TILES)
    play(game, states, "pass", "pass", "pass")
    assert scores(states) == [-10, -10 + 1 + 13 - 11, -10]


def test_pressman_with_equally_few_tiles_the_lowest_pips_win() -> None:
    game = dominoes("pressman", 3)
    states = position(game, "555 r0c0", "344 / 001 / 033 034 / ")
    play(game, states, "pass", "pass", "pass")
    assert scores(states) == [-10, -10 + 11 + 13 - 1, -10]


@every_edition
def test_a_blocked_round_needs_a_pass_of_everybody_in_a_row(edition: str) -> None:
    game = dominoes(edition, 3)
    states = position(game, "555 r0c0", "012 / 013 / 455 001 / ")
    play(game, states, "pass", "pass", "455 r0c1", "pass", "pass")
    assert round_end(states) == ""
    play(game, states, "pass")
    assert round_end(states) == "blocked"


@every_edition
def test_while_there_is_something_to_draw_no_round_is_blocked(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "012 / 013 / 001 002 003 004 022 023 024")
    play(game, states, *["draw", "draw", "draw", "pass"] * 2)
    assert round_end(states) == ""
    play(game, states, "draw", "pass", "pass")
    assert round_end(states) == "blocked"


# --- the end of the match ----------------------------------------------------------------------------------


@per_edition("limit", triominos=400, tripple=300, pressman=400)
def test_the_limit_ends_the_match_at_the_end_of_a_round(edition: str, limit: int) -> None:
    game = dominoes(edition)
    going_out = 20 if edition in TRIPPLE else 25
    for missing, over in ((0, True), (1, False)):
        before = limit - missing - 14 - going_out
        states = position(game, "555 r0c0", "000 / 455 / ", seat=1, scores=(7, before))
        play(game, states, "455 r0c1")
        assert scores(states) == [7, limit - missing]
        assert ending(game, states) == (("limit", (1,)) if over else ("", ()))
        assert (single.mover(states) == CHANCE) is not over


@every_edition
def test_within_a_round_the_limit_ends_nothing(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "455 000 / 355 001 / ", scores=(1000, 2000))
    play(game, states, "455 r0c1")
    assert ending(game, states) == ("", ())
    assert single.mover(states) == 1


@every_edition
def test_a_limit_of_ones_own_choice(edition: str) -> None:
    game = dominoes(edition, limit=50)
    states = position(game, "555 r0c0", "000 / 455 / ", seat=1, scores=(0, 16))
    play(game, states, "455 r0c1")
    assert ending(game, states) == ("limit", (1,))


@every_edition
def test_a_fixed_number_of_rounds_instead_of_the_limit(edition: str) -> None:
    game = dominoes(edition, rounds=3)
    for played, ended in ((0, ("", ())), (1, ("", ())), (2, ("rounds", (0,)))):
        states = position(game, "555 r0c0", "000 / 455 / ", seat=1, scores=(1000, 16))
        states[0].rounds_played = played
        play(game, states, "455 r0c1")
        assert ending(game, states) == ended


@every_edition
def test_most_points_win_not_who_passed_the_limit_or_went_out(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "000 / 455 / ", seat=1, scores=(1000, 390))
    play(game, states, "455 r0c1")
    assert ending(game, states) == ("limit", (0,))


@every_edition
def test_equal_scores_share_the_win(edition: str) -> None:
    game = dominoes(edition, 3)
    going_out = 20 if edition in TRIPPLE else 25
    states = position(game, "555 r0c0", "000 / 001 / 455 / ", seat=2, scores=(500, 3, 500 - 14 - going_out - 1))
    play(game, states, "455 r0c1")
    assert scores(states) == [500, 3, 500]
    assert ending(game, states) == ("limit", (0, 2))
