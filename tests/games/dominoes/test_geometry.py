"""No tile is ever mirrored, and corners that meet show the same number: on every board of random play."""

import random

import pytest

from games.dominoes.play import dominoes
from games.dominoes.positions import EDITIONS
from games.dominoes.random_rounds import Cell, Point, random_moves, triangle, turning
from tesserae.games.dominoes import Dominoes
from tesserae.games.dominoes.notation import place_of
from tesserae.games.dominoes.rules import LAYS
from tesserae.games.dominoes.table import cells
from tesserae.games.dominoes.tiles import COUNT, TILES, Tile
from tesserae.kernel.rules import States

every_edition = pytest.mark.parametrize("edition", EDITIONS)


def turns(tile: Tile) -> set[tuple[int | None, ...]]:
    a, b, c = tile
    return {(a, b, c), (b, c, a), (c, a, b)}


def check_board(states: States, laid: dict[Cell, Tile]) -> None:
    """Read the board in the plane: what was laid lies there, turned, never flipped, and all corners agree."""
    shown = cells(states[0])
    assert {cell.place: TILES[cell.tile] for cell in shown if cell.tile is not None} == laid
    assert len(set(laid.values())) == len(laid)
    numbers: dict[Point, int | None] = {}
    for cell in shown:
        if cell.tile is not None:
            assert cell.corners in turns(TILES[cell.tile])
            for point, number in zip(triangle(cell.place), cell.corners, strict=True):
                assert numbers.setdefault(point, number) == number
    for cell in shown:
        assert cell.corners == tuple(numbers.get(point) for point in triangle(cell.place))


def check_round(game: Dominoes, rng: random.Random, every_board: bool) -> dict[Cell, Tile]:
    """Play a round, and check every board or only the last one, where all tiles of the round lie."""
    states = game.start()
    laid: dict[Cell, Tile] = {}
    for action in random_moves(states, rng):
        if action < LAYS:
            if every_board and laid:
                check_board(states, laid)
            cell, tile = divmod(action, COUNT)
            laid[place_of(states[0], cell)] = TILES[tile]
    check_board(states, laid)
    return laid


@every_edition
def test_every_board_of_a_round_has_unmirrored_tiles_and_corners_that_agree(edition: str) -> None:
    rng = random.Random(f"boards {edition}")
    for players in (2, 2, 2, 3, 4, 6):
        check_round(dominoes(edition, players, rounds=1), rng, every_board=True)


@every_edition
def test_so_has_the_last_board_of_many_rounds_in_cells_that_point_up_and_down(edition: str) -> None:
    rng = random.Random(f"last boards {edition}")
    game = dominoes(edition, rounds=1)
    up = down = 0
    for _ in range(300):
        for place, tile in check_round(game, rng, every_board=False).items():
            if len(set(tile)) == 3:  # only these can be mirrored
                up, down = up + (sum(place) % 2 == 0), down + (sum(place) % 2 == 1)
    assert min(up, down) > 600


def test_a_page_that_draws_the_view_draws_no_mirrored_tile() -> None:
    game = dominoes("tripple", rounds=1)
    for seed in range(20):
        states = game.start()
        for _ in random_moves(states, random.Random(seed)):
            pass
        numbers: dict[Point, int] = {}
        for tile in game.view(states[0], None)["tiles"]:
            place = tile["row"], tile["column"]
            assert tile["cell"] == f"r{place[0]}c{place[1]}"
            corners = triangle(place)
            assert tile["up"] == (corners[0][1] > corners[1][1])
            assert turning(*corners) < 0
            lowest = min(range(3), key=lambda i: (tile["corners"][i], -tile["corners"][i - 1]))
            clockwise = [tile["corners"][(lowest + i) % 3] for i in range(3)]
            assert clockwise == sorted(clockwise)
            assert tile["tile"] == "-".join(map(str, clockwise))
            for point, number in zip(corners, tile["corners"], strict=True):
                assert numbers.setdefault(point, number) == number
