"""How moves of the triangle dominoes are written and read, and how places are named."""

import random

import pytest

from games.dominoes.play import dominoes, legal, play
from games.dominoes.positions import LOOP, position, refused
from games.dominoes.random_rounds import random_moves
from tesserae.games.dominoes import Dominoes
from tesserae.games.dominoes.tiles import TILES
from tesserae.kernel import single
from tesserae.kernel.rules import States


@pytest.mark.parametrize(
    "move",
    [
        "3-4-4 @ r0c1",
        "344 @ r0c1",
        "344 r0c1",
        "344r0c1",
        "344@r0c1",
        "434 r0c1",
        "4-4-3 at r0c1",
        "3 4 4 r0c1",
        "3.4.4 r0c1",
        "3,4,4 r0c1",
        "3/4/4 r0c1",
        "3 - 4 - 4 @ r 0 c 1",
        "  3-4-4   @   R0C1 ",
        "344 AT R0c1",
        "3-4-4\t@\nr0c1",
        "344",
        "4-3-4",
    ],
)
def test_reading_is_generous(move: str) -> None:
    game = dominoes("triominos")
    states = position(game, "345 r0c0", "344 012 / 000 / 001")
    action = game.parse(states[0], move)
    assert game.text(states[0], action) == "3-4-4 @ r0c1"
    assert single.is_legal(states, action)


@pytest.mark.parametrize("move", ["534 r2c-1", "543 R2C-1", "3-4-5 @ r2c-1"])
def test_rows_and_columns_may_be_negative(move: str) -> None:
    game = dominoes("triominos")
    states = position(game, "555 r0c0", "345 / 000 / 001")
    assert game.text(states[0], game.parse(states[0], move)) == "3-4-5 @ r2c-1"


@pytest.mark.parametrize(("said", "meant"), [("draw", "draw"), (" DRAW ", "draw"), ("Pass", "pass")])
def test_drawing_and_passing_are_words(said: str, meant: str) -> None:
    game = dominoes("triominos")
    states = position(game, "555 r0c0", "345 / 000 / 001")
    assert game.text(states[0], game.parse(states[0], said)) == meant


def test_the_cell_may_be_left_out_where_only_one_is_possible() -> None:
    game = dominoes("tripple")
    states = position(game, LOOP, "334 355 / 000 / 001")
    play(game, states, "334")
    assert "r0c2" in {tile["cell"] for tile in game.view(states[0], 0)["tiles"]}


def test_where_several_are_possible_all_are_named() -> None:
    game = dominoes("triominos")
    states = position(game, "555 r0c0, 455 r0c1", "355 / 000 / 001")
    assert refused(game, states, "355") == "3-5-5 fits in several places. Say which: r-1c0, r0c-1."


def test_every_legal_move_is_read_as_it_is_written() -> None:
    game = dominoes("triominos", rounds=1)
    for seed in range(10):
        states = game.start()
        for _ in random_moves(states, random.Random(seed)):
            for move in legal(game, states):
                action = game.parse(states[0], move)
                assert single.is_legal(states, action)
                assert game.text(states[0], action) == move


# --- a very long row ---------------------------------------------------------------------------------------

TO_THE_RIGHT = (
    "244 224 234 233 334 344 445 455 055 005 001 011 112 122 222 022 002 000 003 023"
    " 223 225 255 555 355 035 033 013 113 111 115 135 335 333 133 134 114 144 014 044 004"
)
TO_THE_LEFT = (
    "005 055 455 445 344 334 233 223 122 112 011 001 004 044 444 144 114 111 113 013"
    " 003 000 002 025 225 255 235 335 333 133 135 155 555 355 035 023 022 222 224 124 145"
)
both_ways = pytest.mark.parametrize(("tiles", "step"), [(TO_THE_RIGHT, 1), (TO_THE_LEFT, -1)])
ALL = ["".join(map(str, tile)) for tile in TILES]


def row_of_tiles(game: Dominoes, tiles: str, step: int, length: int = 40) -> States:
    """Lay tiles in a straight row from the start tile, to the right or to the left; A has all others."""
    names = tiles.split()[:length]
    laid = ", ".join(f"{tile} r0c{step * number}" for number, tile in enumerate(names))
    return position(game, laid, f"{' '.join(tile for tile in ALL if tile not in names)} / / ")


@both_ways
def test_the_names_of_a_very_long_row_go_on_counting(tiles: str, step: int) -> None:
    game = dominoes("tripple")
    view = game.view(row_of_tiles(game, tiles, step)[0], 0)
    shown = {tile["cell"]: tile["tile"].replace("-", "") for tile in view["tiles"]}
    assert shown == {f"r0c{step * number}": tile for number, tile in enumerate(tiles.split()[:40])}
    above_and_below = {f"r{1 if number % 2 else -1}c{step * number}" for number in range(40)}
    assert {place["cell"] for place in view["places"]} == {f"r0c{-step}", f"r0c{40 * step}"} | above_and_below


@both_ways
def test_moves_beside_a_very_long_row_are_written_and_read_with_these_names(tiles: str, step: int) -> None:
    game = dominoes("tripple")
    states = row_of_tiles(game, tiles, step)
    next_tile = "-".join(tiles.split()[40])
    assert f"{next_tile} @ r0c{40 * step}" in legal(game, states)
    for move in legal(game, states):
        if "@" in move:
            after = states.copy()
            play(game, after, move)
            tile, cell = move.split(" @ ")
            assert (cell, tile) in {(laid["cell"], laid["tile"]) for laid in game.view(after[0], 0)["tiles"]}
    assert refused(game, states, f"{next_tile} r0c{39 * step}") == f"There is a tile in r0c{39 * step} already."


@both_ways
def test_the_picture_of_a_very_long_row_counts_on_too(tiles: str, step: int) -> None:
    game = dominoes("tripple")
    picture = "".join(text for text, _ in game.picture(row_of_tiles(game, tiles, step)[0], 0, []))
    columns = [int(number) for number in picture.splitlines()[-1].split()[1:]]
    assert columns == sorted(step * number for number in range(0, 41, 2))


def test_a_place_far_away_is_another_place_though_the_lattice_goes_round() -> None:
    game = dominoes("tripple")
    states = row_of_tiles(game, TO_THE_LEFT, -1, length=7)
    assert "2-2-3 @ r0c-7" in legal(game, states)
    assert refused(game, states, "223 r0c57") == "r0c57 is too far away: no tile can lie there."


@pytest.mark.parametrize("cell", ["r0c40", "r0c-40", "r40c0", "r-40c1", "r64c0", "r0c64", "r0c-64", "r9999c0"])
def test_no_place_has_two_names(cell: str) -> None:
    game = dominoes("tripple")
    states = position(game, "555 r0c0", "455 / 000 / 001")
    assert refused(game, states, f"455 {cell}") == f"{cell} is too far away: no tile can lie there."
