"""A record of Puzzelino read for people: what lies where, what each open cell wants, what is dead."""

from typing import NamedTuple, TypeAlias

import numpy as np

from tesserae.games.puzzelino.board import MIDDLE, cell_in, colour_at, demand_in
from tesserae.games.puzzelino.pieces import ALL, COLOURS, COUNT, FITTING_KINDS, KIND_COUNT, LIES, Sides, sides_of
from tesserae.kernel.triangles import SIDE, Place, place_name

Wanted: TypeAlias = tuple[int | None, ...]
"""The shapes demanded at the flat side and then clockwise, 0 for a smooth side; None where nothing lies."""


def place_of(cell: int) -> Place:
    """Say where a cell lies, counted from the start or, in a tray, from its lower left corner."""
    row, column = divmod(cell, SIDE)
    return row - MIDDLE, column - MIDDLE


def cell_name(cell: int) -> str:
    """Name a cell."""
    return place_name(place_of(cell))


class Laid(NamedTuple):
    """A piece on the board."""

    cell: int
    colour: int
    sides: Sides
    """At the flat side and then clockwise."""

    @property
    def name(self) -> str:
        """The piece as it lies: +102."""
        return COLOURS[self.colour] + "".join(map(str, self.sides))


def laid_pieces(state: np.record) -> list[Laid]:
    """List the pieces on the board, by cell."""
    cells, lies = state["cell_of"].tolist(), state["lie_of"].tolist()
    found = [
        Laid(cells[piece], piece // KIND_COUNT, LIES[lies[piece] - 1]) for piece in range(COUNT) if lies[piece]
    ]
    return sorted(found)


class Open(NamedTuple):
    """An empty cell beside a piece, or in the tray."""

    cell: int
    wanted: Wanted
    colour: int | None
    """The colour it takes; None before the first piece."""
    pieces: int
    """The pieces, laid or not, that may be laid here now."""
    is_dead: bool
    """No piece that is left can ever fill it."""


def open_cells(state: np.record) -> list[Open]:
    """List the open cells in their order; none when there is nothing left to lay."""
    count = int(state["open_count"]) if state["unlaid"] else 0
    is_first = int(state["unlaid"]) == ALL and bool(state["joins"])
    found = []
    for word in state["open_cells"][:count].tolist():
        cell, demand = cell_in(word), demand_in(word)
        colour = int(colour_at(state, cell))
        could_fill = int(FITTING_KINDS[demand]) << KIND_COUNT * colour
        is_dead = not is_first and not could_fill & int(state["unlaid"])
        found.append(Open(cell, _wanted(demand), None if is_first else colour, word & ALL, is_dead))
    return found


def _wanted(demand: int) -> Wanted:
    return tuple(side - 1 if side else None for side in sides_of(demand))
