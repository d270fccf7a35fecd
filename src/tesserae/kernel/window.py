"""A window onto the lattice of triangles, so large that what is laid in a game hardly ever reaches beyond it.

Its middle follows the middle of what is there. A cell of the window points up when its row + column is even, as on
the lattice itself.
"""

from tesserae.kernel.bits import lowest, population
from tesserae.kernel.compiling import inner
from tesserae.kernel.triangles import COLUMN_MASK, ROW_SHIFT, SIDE

ROWS, COLUMNS = 18, 30
WINDOW = ROWS * COLUMNS
OUTSIDE = -1


@inner
def first_of(lines: int) -> int:
    """Find the first of some neighbouring rows or columns, a bit set around the torus."""
    line = lowest(lines)
    for _ in range(SIDE):
        before = line - 1 & COLUMN_MASK
        if not lines >> before & 1:
            break
        line = before
    return line


@inner
def corner_of(rows: int, columns: int) -> tuple[int, int]:
    """Find the row and the column of the window's corner, given those in which something is; none: the middle."""
    if rows == 0:
        row, column = SIDE // 2 - ROWS // 2, SIDE // 2 - COLUMNS // 2
    else:
        row = first_of(rows) + population(rows) // 2 - ROWS // 2
        column = first_of(columns) + population(columns) // 2 - COLUMNS // 2
    return row & COLUMN_MASK, (column & ~1 | row & 1) & COLUMN_MASK


@inner
def in_window(corner: tuple[int, int], cell: int) -> int:
    """Number a cell in the window, row by row; OUTSIDE for one beyond it."""
    row = (cell >> ROW_SHIFT) - corner[0] & COLUMN_MASK
    column = (cell & COLUMN_MASK) - corner[1] & COLUMN_MASK
    return row * COLUMNS + column if row < ROWS and column < COLUMNS else OUTSIDE


@inner
def points_down(cell: int) -> int:
    """Say which way a cell points."""
    return (cell >> ROW_SHIFT ^ cell) & 1
