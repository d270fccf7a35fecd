r"""The board drawn for a terminal: every number once, at the lattice point where the corners meet.

     3-----4           Tiles are shaded, the last one darker; a cross stands where no tile can ever lie. Rows are
    /:\   /            named at the left, columns at the bottom: the tile here lies in r0c0, and the cell to its
r0 /:::\ / x           right, which points down, is r0c1.
  5-----5
    0  1
"""

import numpy as np

from tesserae.games.canvas import Canvas, joined, row_of
from tesserae.games.dominoes.board import START_CELL
from tesserae.games.dominoes.table import Cell, cells
from tesserae.games.game import Picture
from tesserae.kernel.triangles import Place, corner_places, points_up

COLUMN = 3
"""Letters from one column of cells to the next."""
LINES = 3
"""Lines from one row of lattice points to the next."""
SHADE, SHADE_LAST, DEAD = "░", "▓", "×"
_LABEL = 6
"""Letters for the names of the rows."""


def draw(state: np.record, last_cell: int | None) -> Picture:
    """Draw all tiles, and around them one cell more."""
    shown = cells(state)
    canvas: Canvas = {}
    if not shown:
        _outline(canvas, (0, 0))
        shown = [Cell(START_CELL, (0, 0), (None, None, None), None, False)]
    for cell in shown:
        if cell.tile is not None:
            _outline(canvas, cell.place)
            _shade(canvas, cell.place, is_last=cell.number == last_cell)
        elif cell.is_dead:
            canvas[_middle(cell.place)] = (DEAD, "label")
    for cell in shown:
        for (y, x), number in zip(corner_places(*cell.place), cell.corners, strict=True):
            if number is not None:
                canvas[_line(y), x * COLUMN] = (str(number), "number")
    return _spans(canvas, [cell.place for cell in shown])


def _line(y: int) -> int:
    """The line of a row of lattice points."""
    return (1 - y) * LINES


def _middle(place: Place) -> tuple[int, int]:
    """The letter in the widest part of a cell."""
    row, column = place
    return _line(row + 1) + (2 if points_up(row, column) else 1), column * COLUMN


def _outline(canvas: Canvas, place: Place) -> None:
    """Draw the three sides of a cell."""
    row, column = place
    top, middle = _line(row + 1), column * COLUMN
    is_up = points_up(row, column)
    for line in (1, 2):
        reach = line if is_up else 3 - line
        canvas[top + line, middle - reach] = ("/" if is_up else "\\", "frame")
        canvas[top + line, middle + reach] = ("\\" if is_up else "/", "frame")
    for letter in range(-2, 3):
        canvas[top + (LINES if is_up else 0), middle + letter] = ("─", "frame")


def _shade(canvas: Canvas, place: Place, is_last: bool) -> None:
    """Fill a cell."""
    row, column = place
    for line in (1, 2):
        width = line - 1 if points_up(row, column) else 2 - line
        for letter in range(-width, width + 1):
            shade = (SHADE_LAST, "last") if is_last else (SHADE, "tile")
            canvas[_line(row + 1) + line, column * COLUMN + letter] = shade


def _spans(canvas: Canvas, places: list[Place]) -> Picture:
    """Write the canvas line by line, with the names of the rows and columns."""
    rows = [row for row, _ in places]
    columns = [column for _, column in places]
    names = {_line(row + 1) + 1: f"r{row}" for row in rows}
    left = (min(columns) - 1) * COLUMN
    spans: Picture = []
    for line in range(_line(max(rows) + 1), _line(min(rows)) + 1):
        spans += row_of(canvas, line, left, f"{names.get(line, ''):>{_LABEL - 1}} ")
    first = min(columns) + min(columns) % 2
    numbers = "".join(f"{column:>{COLUMN + 1}}  " for column in range(first, max(columns) + 1, 2))
    indent = _LABEL + (first * COLUMN - left) - COLUMN
    spans.append((f"{'c':>{_LABEL - 1}}".ljust(indent) + numbers.rstrip(), "label"))
    return joined(spans)
