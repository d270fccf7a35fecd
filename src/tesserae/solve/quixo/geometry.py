"""The board as the solver numbers it: interior cells first, then the border, corners last.

    5x5                       4x4                3x3            A push moves cubes along a path: path[1] slides to
    24 18 19 20 23            15 10 11 14        8  5  7        path[0], where the cube was taken, and so on; the
    15  6  7  8 14             8  2  3  7        3  0  4        last cell of the path is where it is pushed in.
    16  3  4  5 13  and so on  9  0  1  6        ...
    17  0  1  2 12
    21  9 10 11 22

A push along a side moves border cells alone. A push across the board takes one cell of the interior out to the
border and one of the border in. The values of states that differ in the interior alone lie side by side, so
the first kind leaves them together, and the second shuffles them in a simple way.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tesserae.games.quixo.board import border_cells, line_cells, pushes

SYMMETRIES = 8
Integers = npt.NDArray[np.int64]


class Geometry(NamedTuple):
    """Everything about a board of one size; sets of cells are bit sets in the solver's numbering."""

    interior: int
    """How many cells cannot be taken; they have the lowest numbers."""
    border: int
    along: int
    """How many pushes go along a side; they come first."""
    lengths: Integers
    """The number of cells on the path of each push."""
    paths: Integers
    """The path of each push."""
    moved: Integers
    """Where each push takes the cube of each cell; that of the taken cube is of no use."""
    symmetry: Integers
    """Where each of the eight symmetries takes each cell; number 0 leaves all in place."""
    interior_images: Integers
    """Where each symmetry takes each set of interior cells ..."""
    border_images: Integers
    """... and each set of border cells, given without the interior's bits."""
    interior_rank: Integers
    """The place of each set of interior cells among those of the same number of cells."""
    lines: Integers
    """The rows, columns and diagonals."""
    from_board: Integers
    """The solver's number of each cell of the rules."""


def cell_order(size: int) -> list[int]:
    """List the cells of the rules in the solver's order.

    The sides come one after the other: a push along one of them leaves the lowest bits of the others alone.
    """
    last = size - 1
    border = set(border_cells(size))
    inside = [cell for cell in range(size * size) if cell not in border]
    middle = range(1, last)
    sides = [list(middle)]
    sides += [[row * size + last for row in middle], [last * size + column for column in middle]]
    sides += [[row * size for row in reversed(middle)]]
    corners = [0, last, size * size - 1, last * size]
    return [*inside, *(cell for side in sides for cell in side), *corners]


def _symmetries(size: int) -> list[list[int]]:
    """List the eight symmetries as maps of the rules' cells, the identity first."""
    last, cells = size - 1, range(size * size)
    turned = list(cells)
    found = []
    for _ in range(4):
        found.append(turned)
        found.append([turned[row * size + last - column] for row in range(size) for column in range(size)])
        turned = [turned[(last - column) * size + row] for row in range(size) for column in range(size)]
    return found


def _path(place: int, entry: int, size: int) -> list[int]:
    step = 1 if place // size == entry // size else size
    return [*range(place, entry, step if entry > place else -step), entry]


def _images(cells: npt.NDArray[np.int64], first: int, count: int) -> Integers:
    """Tabulate where symmetries take the sets of a range of cells, by adding one cell at a time."""
    images = np.zeros((SYMMETRIES, 1), np.int64)
    for cell in range(first, first + count):
        images = np.concatenate([images, images | (1 << cells[:, cell : cell + 1])], axis=1)
    return np.ascontiguousarray(images)


def _ranks(cells: int) -> Integers:
    """Number the sets of each number of cells in rising order."""
    sizes = np.bitwise_count(np.arange(1 << cells))
    ranks = np.zeros(1 << cells, np.int64)
    for number in range(cells + 1):
        ranks[sizes == number] = np.arange((sizes == number).sum())
    return ranks


@cache
def geometry(size: int) -> Geometry:
    """Work out the board of this size."""
    order = cell_order(size)
    number = {cell: place for place, cell in enumerate(order)}
    paths = [[number[cell] for cell in _path(push.place, push.entry, size)] for push in pushes(size)]
    border, interior = 4 * size - 4, (size - 2) ** 2
    paths.sort(key=lambda path: any(cell < interior for cell in path))  # those across the board come last
    moved = np.tile(np.arange(size * size), (len(paths), 1))
    table = np.zeros((len(paths), size), np.int64)
    for push, path in enumerate(paths):
        moved[push, path[1:]] = path[:-1]
        table[push, : len(path)] = path
    symmetry = np.array([[number[image[cell]] for cell in order] for image in _symmetries(size)])
    return Geometry(
        interior=interior,
        border=border,
        along=sum(all(cell >= interior for cell in path) for path in paths),
        lengths=np.array([len(path) for path in paths]),
        paths=table,
        moved=moved,
        symmetry=symmetry,
        interior_images=_images(symmetry, 0, interior),
        border_images=_images(symmetry, interior, border),
        interior_rank=_ranks(interior),
        lines=np.array([sum(1 << number[cell] for cell in line) for line in line_cells(size)]),
        from_board=np.array([number[cell] for cell in range(size * size)]),
    )
