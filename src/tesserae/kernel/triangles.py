r"""A lattice of triangles on a torus of 64 rows and 64 columns of cells, as tables.

    row 1   \ c0/ \ c2/      In every row triangles that point up and down take turns: a cell points up when its
             \ / c1\ /       row + column is even. Its corners are counted clockwise from the apex, the top corner
    row 0    / \ c1/ \       of a cell that points up and the bottom corner of one that points down: so a turn is
            /c0 \ /c2 \      the same in both, and nothing is ever mirrored.

Up to 60 cells that hang together reach neither 64 rows nor 64 columns with their neighbours: no game of so few
tiles meets itself around the torus, so there are no bounds to check and nothing is moved to the middle.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

SIDE = 64
ROW_SHIFT, COLUMN_MASK = 6, SIDE - 1
"""A cell's row is its number shifted right by so many bits, its column the bits below."""
CELLS = SIDE * SIDE
POINTS = CELLS // 2

Place: TypeAlias = tuple[int, int]
"""The row and the column of a cell; rows count upwards, columns to the right."""


def cell_number(row: int, column: int) -> int:
    """Number the cells row by row, around the torus."""
    return row % SIDE * SIDE + column % SIDE


def place_name(place: Place) -> str:
    """Name a cell by its row and its column, as players do: r1c-2."""
    row, column = place
    return f"r{row}c{column}"


def points_up(row: int, column: int) -> bool:
    """Say which way a cell points."""
    return (row + column) % 2 == 0


def corner_places(row: int, column: int) -> list[Place]:
    """List the lattice points at the corners of a cell, clockwise from the apex.

    Point (y, x) lies on the lower edge of row y, below the middle of column x, and y + x is odd.
    """
    if points_up(row, column):
        return [(row + 1, column), (row, column + 1), (row, column - 1)]
    return [(row, column), (row + 1, column - 1), (row + 1, column + 1)]


def across_places(row: int, column: int) -> list[Place]:
    """List the neighbours of a cell, each across the side that lies opposite the corner with the same number."""
    if points_up(row, column):
        return [(row - 1, column), (row, column - 1), (row, column + 1)]
    return [(row + 1, column), (row, column + 1), (row, column - 1)]


def point_number(y: int, x: int) -> int:
    """Number the lattice points row by row, around the torus."""
    return (y % SIDE * SIDE + x % SIDE) // 2


def _table(rows: list[list[int]]) -> npt.NDArray[np.int16]:
    return np.array(rows, np.int16)


_places = [divmod(cell, SIDE) for cell in range(CELLS)]
CORNERS = _table([[point_number(*point) for point in corner_places(*place)] for place in _places])
"""The lattice points of each cell."""
ACROSS = _table([[cell_number(*cell) for cell in across_places(*place)] for place in _places])
"""The neighbours of each cell."""
