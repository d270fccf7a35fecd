"""The rule page of the triangle dominoes: the tiles, where they may lie, and what laying one makes."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from games.dominoes.play import account, deal, dominoes, legal, play
from games.dominoes.positions import (
    EDITIONS,
    FIVE_AROUND_A_POINT,
    LOOP,
    LOOP_BRIDGE,
    LOOP_DOUBLE,
    LOOP_HEXAGONS,
    NINE_AROUND_A_CELL,
    ONE_HEXAGON,
    TWO_HEXAGONS,
    gain,
    position,
    refused,
)
from tesserae.games.dominoes.tiles import TILES, VALUE, tile_name
from tesserae.kernel import single

every_edition = pytest.mark.parametrize("edition", EDITIONS)


def test_there_are_56_tiles_every_choice_of_three_numbers_once() -> None:
    assert sorted(TILES) == sorted(combinations_with_replacement(range(6), 3))
    kinds = Counter(len(set(tile)) for tile in TILES)
    assert kinds == {1: 6, 2: 30, 3: 20}
    assert len(TILES) == 56


def test_the_numbers_of_a_tile_never_go_down_clockwise() -> None:
    assert all(a <= b <= c for a, b, c in TILES)
    assert (0, 1, 2) in TILES
    assert (0, 2, 1) not in TILES


def test_the_value_of_a_tile_is_the_sum_of_its_numbers() -> None:
    assert VALUE[TILES.index((3, 4, 5))] == 12
    assert [int(value) for value in VALUE] == [sum(tile) for tile in TILES]
    assert sum(VALUE) == 420


def test_the_first_tile_of_a_round_lies_in_the_middle_with_its_lowest_number_on_top() -> None:
    game = dominoes("triominos")
    states = game.start()
    deal(game, states, "lots 555 000")
    deal(game, states, "345 000 001 002 003 004 005 011 012 / 022 023 024 025 033 034 035 044 045 /")
    assert {move.split(" @ ")[1] for move in legal(game, states)} == {"r0c0"}
    play(game, states, "345")
    (tile,) = game.view(states[0], None)["tiles"]
    assert tile == {"cell": "r0c0", "row": 0, "column": 0, "up": True, "corners": [3, 4, 5], "tile": "3-4-5"}


@every_edition
def test_a_tile_lies_with_a_whole_side_against_a_laid_tile(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, "555 r0c0", "055 155 / 012 / 000")
    assert {move for move in legal(game, states) if "@" in move} == {
        f"{tile} @ {cell}" for tile in ("0-5-5", "1-5-5") for cell in ("r0c1", "r0c-1", "r-1c0")
    }
    for only_corners_touch in ("r1c0", "r0c2", "r-1c1", "r1c-1"):
        assert "does not touch a laid tile with a whole side" in refused(game, states, f"055 {only_corners_touch}")


@every_edition
def test_both_numbers_of_the_side_agree_figure_d(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, "345 r0c0", "012 045 134 344 / 000 / 111")
    assert refused(game, states, "012 r0c1") == (
        "0-1-2 does not fit in r0c1: the side there shows 4-3, read clockwise."
    )
    assert "the side there shows 4-3" in refused(game, states, "045 r0c1")  # one number of two is not enough
    assert "the side there shows 4-3" in refused(game, states, "134 r0c1")  # both numbers, the other way round
    play(game, states, "344 r0c1")


@every_edition
def test_the_corner_opposite_the_side_agrees_too_figure_e(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, LOOP, "335 334 / 000 / 111")
    assert refused(game, states, "335 r0c2") == (
        "3-3-5 fits the side in r0c2, but not the corner opposite, where a 4 lies already."
    )
    play(game, states, "334 r0c2")


@every_edition
def test_two_sides_that_each_fit_must_fit_together(edition: str) -> None:
    game = dominoes(edition)
    states = position(game, FIVE_AROUND_A_POINT, "015 145 155 / 000 / 444")
    assert "the side there shows 5-1, 1-5" in refused(game, states, "145 r-1c0")
    assert "the side there shows 5-1, 1-5" in refused(game, states, "015 r-1c0")
    play(game, states, "155 r-1c0")


def test_a_tile_is_turned_but_never_flipped() -> None:
    game = dominoes("tripple")
    states = position(game, "001 r0c0", "012 / 000 / 111")
    # Clockwise r0c-1 wants a 0 and then a 1, r-1c0 a 1 and then a 0.
    assert legal(game, states) == ["0-1-2 @ r0c-1", "draw"]
    assert "the side there shows 1-0, read clockwise" in refused(game, states, "012 r-1c0")


def test_a_gap_for_a_mirrored_tile_stays_empty_for_good() -> None:
    game = dominoes("tripple")
    states = position(game, "112 r0c0, 113 r0c1, 133 r0c2, 135 r-1c2, 015 r-1c1", "012 / 000 / 111")
    (gap,) = [place for place in game.view(states[0], 0)["places"] if place["cell"] == "r-1c0"]
    assert gap["corners"] == [0, 2, 1]
    assert gap["dead"]
    assert "0-1-2 does not fit in r-1c0" in refused(game, states, "012 r-1c0")


def test_a_tile_given_its_cell_fits_in_one_turn_only() -> None:
    for a, b, c in TILES:
        turns = [(a, b, c), (b, c, a), (c, a, b)]
        for side in {turn[:2] for turn in turns}:
            assert len({turn for turn in turns if turn[:2] == side}) == 1


def test_a_triple_looks_the_same_in_every_turn() -> None:
    game = dominoes("tripple")
    states = position(game, "455 r0c0", "555 / 000 / 111")
    play(game, states, "555 r-1c0")
    (tile,) = [tile for tile in game.view(states[0], None)["tiles"] if tile["tile"] == "5-5-5"]
    assert tile["corners"] == [5, 5, 5]


@every_edition
def test_one_tile_a_turn(edition: str) -> None:
    game = dominoes(edition, players=3)
    states = position(game, "555 r0c0", "055 001 / 255 002 / 455 003 / 000")
    for seat in (0, 1, 2):
        assert single.mover(states) == seat
        play(game, states, next(move for move in legal(game, states) if "@" in move))
    assert single.mover(states) == 0


@every_edition
def test_the_second_tile_of_a_round_never_has_a_bonus(edition: str) -> None:
    game = dominoes(edition)
    names = ["".join(map(str, tile)) for tile in TILES]
    for first in names:
        others = " ".join(name for name in names if name != first)
        states = position(game, f"{first} r0c0", f"{others} / / ")
        for move in legal(game, states):
            if "@" in move:
                value = sum(map(int, move.split()[0].split("-")))
                assert single.worth(states, game.parse(states[0], move)) == value


def what_is_made(laid: str, move: str) -> list[str]:
    """Name what a tile counted for, in the edition that counts everything."""
    game = dominoes("tripple")
    states = position(game, laid, f"{move[:3]} 444 / 000 / ")
    play(game, states, move)
    return [what for _, what, _ in account(game, states)]


def test_one_side_alone_is_plain() -> None:
    assert what_is_made("555 r0c0", "455 @ r0c1") == ["tile"]
    assert what_is_made("555 r0c0, 455 r0c1", "445 @ r0c2") == ["tile"]


def test_one_side_and_the_corner_opposite_make_a_bridge() -> None:
    assert what_is_made(LOOP, LOOP_BRIDGE) == ["tile", "bridge"]


def test_two_sides_without_a_hexagon_make_a_double_connection() -> None:
    assert what_is_made(f"{LOOP}, 334 r0c2", LOOP_DOUBLE) == ["tile", "double_connection"]


THREE_SIDES = (
    "445 r0c0, 345 r0c-1, 144 r0c1, 035 r0c-2, 344 r1c-1, 055 r-1c-2, 244 r1c0, 355 r-1c-1, 245 r2c0, 335 r-2c-1,"
    "255 r2c1, 333 r-2c0, 025 r2c2, 233 r-2c1, 012 r1c2, 234 r-1c1, 011 r1c3, 224 r-1c2, 112 r0c3"
)


def test_three_sides_without_a_hexagon_make_one_double_connection() -> None:
    assert what_is_made(THREE_SIDES, "124 @ r0c2") == ["tile", "double_connection"]


def test_the_sixth_tile_around_a_point_makes_a_hexagon_and_nothing_else() -> None:
    assert what_is_made(FIVE_AROUND_A_POINT, ONE_HEXAGON) == ["tile", "hexagon"]


def test_two_hexagons_at_once() -> None:
    assert what_is_made(NINE_AROUND_A_CELL, TWO_HEXAGONS) == ["tile", "double_hexagon"]


def test_three_hexagons_at_once() -> None:
    assert what_is_made(f"{LOOP}, 334 r0c2, 344 r-1c2", LOOP_HEXAGONS) == ["tile", "triple_hexagon"]


FIGURE_F = "345 r0c0, 355 r0c-1, 035 r1c-1, 003 r1c0, 033 r1c1, 013 r1c2, 133 r1c3, 334 r0c3"
WITH_055 = "005 r0c0, 000 r0c1, 004 r0c2, 044 r-1c2, 045 r-1c1"
WITH_144 = "045 r0c0, 055 r0c-1, 005 r1c-1, 000 r1c0, 004 r1c1, 044 r1c2, 445 r1c3, 145 r0c3"


@pytest.mark.parametrize(
    ("laid", "move", "points"),
    [
        (FIGURE_F, "344 @ r0c2", 3 + 4 + 4 + 40),
        (FIVE_AROUND_A_POINT, "155 @ r-1c0", 1 + 5 + 5 + 50),
        (NINE_AROUND_A_CELL, "345 @ r0c1", 3 + 4 + 5 + 60),
        (WITH_055, "055 @ r-1c0", 60),
        (WITH_144, "144 @ r0c2", 49),
    ],
)
def test_the_worked_examples_of_triominos(laid: str, move: str, points: int) -> None:
    game = dominoes("triominos")
    states = position(game, laid, f"{move[:3]} 444 / 555 / ")
    assert single.worth(states, game.parse(states[0], move)) == points
    assert gain(game, states, move) == points


def test_the_worked_example_of_pressman_a_bridge_and_what_adds_to_it() -> None:
    game = dominoes("pressman")
    laid = "013 r0c0, 003 r0c-1, 001 r1c-1, 011 r1c0, 012 r1c1, 122 r1c2, 225 r1c3, 255 r0c3, 123 r-1c0, 112 r-1c1"
    states = position(game, laid, "125 444 / 115 555 / ")
    assert gain(game, states, "125 r0c2") == 48
    assert gain(game, states, "115 r-1c2") == 47


def test_every_tile_is_named_by_its_numbers() -> None:
    assert [tile_name(tile) for tile in (0, 55)] == ["0-0-0", "5-5-5"]
