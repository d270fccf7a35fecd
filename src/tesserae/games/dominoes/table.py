"""A record of triangle dominoes read for people: what lies where, what is dead, what could be laid, its worth."""

from functools import cache
from typing import NamedTuple

import numpy as np

from tesserae.games.dominoes.board import NUMBER_BITS, cells_in, open_cells
from tesserae.games.dominoes.notation import place_of
from tesserae.games.dominoes.tiles import COUNT, FITS, TILE_OF_PATTERN, corners_of, pattern
from tesserae.kernel import single
from tesserae.kernel.bits import bits_in
from tesserae.kernel.rules import States
from tesserae.kernel.triangles import ACROSS, CORNERS, Place


class Cell(NamedTuple):
    """A cell of the board, with a tile or beside one."""

    number: int
    place: Place
    corners: tuple[int | None, ...]
    """The numbers shown at its corners, clockwise from the apex; None where nothing lies yet."""
    tile: int | None
    """The tile that lies here."""
    is_dead: bool
    """Nothing lies here, and no tile that is left can ever fill it."""


def cells(state: np.record) -> list[Cell]:
    """List all cells with a tile or beside one, by number."""
    laid = cells_in(state["laid"])
    is_laid = set(laid)
    numbers = sorted({*laid, *ACROSS[laid].ravel().tolist()})
    shown = state["corners"][CORNERS[numbers]] & NUMBER_BITS
    patterns = [pattern(*corners) for corners in shown.tolist()]
    is_dead = (FITS[patterns] & state["unlaid"] == 0).tolist()
    return [
        Cell(number, place_of(state, number), _numbers(wanted), TILE_OF_PATTERN[wanted], False)
        if number in is_laid
        else Cell(number, place_of(state, number), _numbers(wanted), None, dead)
        for number, wanted, dead in zip(numbers, patterns, is_dead, strict=True)
    ]


@cache
def _numbers(wanted: int) -> tuple[int | None, ...]:
    return tuple(corner - 1 if corner else None for corner in corners_of(wanted))


class Placement(NamedTuple):
    """A tile in a place where it fits."""

    tile: int
    cell: int
    points: int
    """What laying it would count there at once."""

    @property
    def action(self) -> int:
        """The number of the action."""
        return self.cell * COUNT + self.tile


def placements(states: States, tiles: int) -> list[Placement]:
    """Say where each of these tiles would fit now, whoever has it, and what it would count."""
    found = [(tile, cell) for cell, fits in open_cells(states[0]) for tile in bits_in(tiles & fits)]
    return [Placement(tile, cell, int(single.worth(states, cell * COUNT + tile))) for tile, cell in found]


def round_number(state: np.record) -> int:
    """Count the rounds begun; between two rounds, those played."""
    return int(state.rounds_played) + (1 if state.round_end == 0 else 0)
