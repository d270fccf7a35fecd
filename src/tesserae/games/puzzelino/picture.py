r"""The board drawn for a terminal: triangles with the number of the shape in the middle of each shaped side.

  / \       In the middle of a piece stands its colour, + or -, the last one in brackets. A smooth side has
 2   1      no number. A dot stands in open cells, a cross where no piece can ever lie. Rows are named at the
/  +  \     left, columns at the bottom.
-------
"""

import numpy as np

from tesserae.games.canvas import Canvas, joined, row_of
from tesserae.games.game import Picture
from tesserae.games.puzzelino.pieces import COLOURS, SMOOTH, Sides
from tesserae.games.puzzelino.table import laid_pieces, open_cells, place_of
from tesserae.kernel.triangles import Place, points_up

COLUMN, LINES = 4, 4
"""Letters from one column of cells to the next, lines from one row to the next."""
OPEN, DEAD = "·", "×"
_LABEL = 6
_STYLES = ("blue", "orange")


def draw(state: np.record, last: int | None) -> Picture:
    """Draw all pieces, and the cells that are open."""
    canvas: Canvas = {}
    laid, places = laid_pieces(state), open_cells(state)
    if not state["joins"]:
        for place in places:
            _outline(canvas, place_of(place.cell))
    for piece in laid:
        _outline(canvas, place_of(piece.cell))
    for piece in laid:
        _fill(canvas, place_of(piece.cell), piece.colour, piece.sides, is_last=piece.cell == last)
    for place in places:
        canvas[_middle(place_of(place.cell))] = (DEAD if place.is_dead else OPEN, "label")
    return _spans(canvas, [place_of(cell) for cell in (*(p.cell for p in laid), *(p.cell for p in places))])


def _middle(place: Place) -> tuple[int, int]:
    """The letter in the widest part of a cell."""
    row, column = place
    return row * LINES + (1 if points_up(row, column) else 3), column * COLUMN


def _outline(canvas: Canvas, place: Place) -> None:
    """Draw the three sides of a cell."""
    row, column = place
    bottom, middle = row * LINES, column * COLUMN
    is_up = points_up(row, column)
    for line in range(1, LINES):
        reach = LINES - line if is_up else line
        canvas[bottom + line, middle - reach] = ("/" if is_up else "\\", "frame")
        canvas[bottom + line, middle + reach] = ("\\" if is_up else "/", "frame")
    base = bottom if is_up else bottom + LINES
    for letter in range(1 - COLUMN, COLUMN):
        canvas.setdefault((base, middle + letter), ("─", "frame"))


def _fill(canvas: Canvas, place: Place, colour: int, sides: Sides, *, is_last: bool) -> None:
    """Write the colour of a piece, and the numbers of its shapes in the middle of its sides."""
    style = _STYLES[colour]
    line, letter = _middle(place)
    sign = f"({COLOURS[colour]})" if is_last else f" {COLOURS[colour]} "
    for step, mark in enumerate(sign):
        canvas[line, letter - 1 + step] = (mark, "last" if is_last else style)
    for shape, spot in zip(sides, _side_spots(place), strict=True):
        if shape != SMOOTH:
            canvas[spot] = (str(shape), "number")


def _side_spots(place: Place) -> list[tuple[int, int]]:
    """The letters in the middle of the sides, the flat one first and then clockwise."""
    row, column = place
    bottom, middle = row * LINES, column * COLUMN
    half, reach = bottom + LINES // 2, COLUMN // 2
    if points_up(row, column):
        return [(bottom, middle), (half, middle - reach), (half, middle + reach)]
    return [(bottom + LINES, middle), (half, middle + reach), (half, middle - reach)]


def _spans(canvas: Canvas, places: list[Place]) -> Picture:
    """Write the canvas line by line, with the names of the rows and columns."""
    rows, columns = [row for row, _ in places], [column for _, column in places]
    names = {row * LINES + 2: f"r{row}" for row in rows}
    left = (min(columns) - 1) * COLUMN
    spans: Picture = []
    lines = [*names, *(line for line, _ in canvas)]
    for line in range(max(lines), min(lines) - 1, -1):
        spans += row_of(canvas, line, left, f"{names.get(line, ''):>{_LABEL - 1}} ")
    return joined([*spans, (_column_names(columns, left), "label")])


def _column_names(columns: list[int], left: int) -> str:
    """Write the numbers of every second column below the cells that they belong to."""
    line = f"{'c':>{_LABEL - 1}}"
    for column in range(min(columns), max(columns) + 1):
        if column % 2 == 0:
            line = line.ljust(_LABEL + column * COLUMN - left - len(str(column)) + 1) + str(column)
    return line
