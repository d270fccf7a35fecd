"""No tile is ever mirrored, and corners that meet show the same number: on every board that random play reaches."""

import random

import pytest

from games.dominoes.positions import EDITIONS
from games.dominoes.random_rounds import Cell, Point, one_round_games, random_rounds, triangle, turning
from tesserae.games.dominoes.notation import place_of
from tesserae.games.dominoes.rules import LAYS
from tesserae.games.dominoes.table import cells
from tesserae.games.dominoes.tiles import COUNT, TILES, Tile
from tesserae.kernel.rules import States


def turns(tile: Tile) -> set[tuple[int, ...]]:
    a, b, c = tile
    return {(a, b, c), (b, c, a), (c, a, b)}


def check_board(states: States, laid: dict[Cell, Tile]) -> None:
    """Read the board in the plane: the tiles that were laid where they were laid, whole, turned, never flipped."""
    shown = cells(states[0])
    assert {cell.place: TILES[cell.tile] for cell in shown if cell.tile is not None} == laid
    numbers: dict[Point, int] = {}
    for cell in shown:
        if cell.tile is not None:
            assert cell.corners in turns(TILES[cell.tile])
            for point, number in zip(triangle(cell.place), cell.corners, strict=True):
                assert number is not None
                assert numbers.setdefault(point, number) == number
    for cell in shown:
        assert cell.corners == tuple(numbers.get(point) for point in triangle(cell.place))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_board_reached_has_whole_unmirrored_tiles_and_corners_that_agree(edition: str) -> None:
    laid: dict[Cell, Tile] = {}
    up = down = 0
    for states, action in random_rounds(one_round_games(edition), 60, random.Random(f"boards {edition}")):
        if states[0].unlaid.bit_count() == COUNT:
            laid = {}
        check_board(states, laid)
        if action < LAYS:
            cell, tile = divmod(action, COUNT)
            place = place_of(states[0], cell)
            laid[place] = TILES[tile]
            if len(set(TILES[tile])) == 3:
                up, down = up + (sum(place) % 2 == 0), down + (sum(place) % 2 == 1)
    assert min(up, down) > 200
