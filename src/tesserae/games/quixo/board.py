"""Quixo's boards as bit sets: the border, the lines, and every push as one row of a table.

A cell's bit is row * size + column, counted from a1 at the bottom left. All tables are indexed by the size.

    take a3, push in at e3:    . b3 c3 d3 e3      the cubes b3..e3 slide one cell towards the gap,
                               b3 c3 d3 e3 X      and the taken cube enters at e3
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tesserae.kernel.compiling import inner

SIZES = (3, 4, 5)
COLUMNS = "abcde"


class Push(NamedTuple):
    """One way to take a cube and push it in again; the fields are the columns of PUSH."""

    place: int
    """The cell the cube is taken from."""
    entry: int
    """The cell at the end of the row or column where it is pushed in."""
    stay: int
    """The cells that do not change."""
    slide: int
    """The cells whose cubes move by one."""
    up: int
    """How far their bits move to the left ..."""
    down: int
    """... or to the right; one of the two is 0."""


PLACE, ENTRY, STAY, SLIDE, UP, DOWN = range(len(Push._fields))


def cell_name(cell: int, size: int) -> str:
    """Name a cell as players do: a1 is at the bottom left."""
    return f"{COLUMNS[cell % size]}{cell // size + 1}"


def bits(cells: list[int]) -> int:
    """Collect cells in a bit set."""
    return sum(1 << cell for cell in cells)


def border_cells(size: int) -> list[int]:
    """List the cells cubes may be taken from."""
    edge = (0, size - 1)
    return [cell for cell in range(size * size) if cell % size in edge or cell // size in edge]


def line_cells(size: int) -> list[list[int]]:
    """List the rows, the columns and the two diagonals."""
    side = range(size)
    rows = [[row * size + column for column in side] for row in side]
    columns = [list(column) for column in zip(*rows, strict=True)]
    return [*rows, *columns, [rows[i][i] for i in side], [rows[i][-1 - i] for i in side]]


def pushes(size: int) -> list[Push]:
    """List every (place, entry) in rising order: an action is a place in this list."""
    found = []
    for place in border_cells(size):
        row, column = divmod(place, size)
        ends = {row * size, row * size + size - 1, column, (size - 1) * size + column} - {place}
        for entry in sorted(ends):
            step = 1 if entry // size == row else size
            towards_place = -step if entry > place else step
            sliding = bits(list(range(entry, place, towards_place)))
            everywhere = (1 << size * size) - 1
            stay = everywhere & ~sliding & ~(1 << place)
            found.append(Push(place, entry, stay, sliding, max(towards_place, 0), max(-towards_place, 0)))
    return found


def _table(rows_of_size: dict[int, list[tuple[int, ...]]], fill: int) -> npt.NDArray[np.int64]:
    """Stack the rows of each size into one array, short sizes filled up."""
    width = len(rows_of_size[SIZES[0]][0])
    table = np.full((max(SIZES) + 1, max(map(len, rows_of_size.values())), width), fill, np.int64)
    for size, rows in rows_of_size.items():
        table[size, : len(rows)] = rows
    return table


PUSH = _table({size: [tuple(push) for push in pushes(size)] for size in SIZES}, fill=0)
PUSHES = np.array([len(pushes(size)) if size in SIZES else 0 for size in range(max(SIZES) + 1)])
BORDER = np.array([bits(border_cells(size)) if size in SIZES else 0 for size in range(max(SIZES) + 1)])
_NO_LINE = 1 << 40
LINES = _table({n: [(bits(line),) for line in line_cells(n)] for n in SIZES}, fill=_NO_LINE)[..., 0].copy()


@inner
def push_plane(plane: int, size: int, push: int) -> int:
    """Slide the cubes of one bit set towards the gap; the entry is left empty."""
    row = PUSH[size, push]
    return (plane & row[STAY]) | ((plane & row[SLIDE]) << row[UP] >> row[DOWN])  # type: ignore[no-any-return]


@inner
def has_line(plane: int, size: int) -> bool:
    """Say whether a row, a column or a diagonal is full."""
    found = False
    for line in LINES[size]:
        found |= (plane & line) == line
    return found
