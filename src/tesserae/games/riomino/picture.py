r"""The board drawn for a terminal: every die with its diagonal and the pips of both halves.

+-------+    A star in the middle of a die marks the last one placed, a cross a dead place, a dot any other open
| \  o o|    place. Columns have letters and rows numbers, as in moves. Wizard shows the dice and the places
|o  \  o|    around them.
|  o  \ |
+-------+
"""

import numpy as np

from tesserae.games.canvas import Canvas, joined, row_of
from tesserae.games.game import Picture
from tesserae.games.riomino.dice import Sides
from tesserae.games.riomino.table import Place, cell_name, cells_of_field, open_cells, place_of, tops

WIDTH, HEIGHT = 8, 4
"""Letters and lines from one cell to the next."""
PIP, DEAD, LAST, OPEN = "●", "×", "*", "·"
_LABEL = 3
_UPPER_PIPS = ((), ((0, 5),), ((0, 4), (1, 6)), ((0, 4), (0, 6), (1, 6)))
"""The pips of the half at the upper right, by value; the other halves are its mirror images."""
_PIP_STYLES = ("", "one", "two", "three")
_CORNERS = {
    # up, down, left, right
    (0, 0, 0, 0): " ",
    (0, 1, 0, 1): "╭",
    (0, 1, 1, 0): "╮",
    (1, 0, 0, 1): "╰",
    (1, 0, 1, 0): "╯",
    (1, 1, 0, 1): "├",
    (1, 1, 1, 0): "┤",
    (0, 1, 1, 1): "┬",
    (1, 0, 1, 1): "┴",
    (1, 1, 1, 1): "┼",
}


def draw(state: np.record, last: int | None) -> Picture:
    """Draw the field, or in Wizard the dice, with what lies there."""
    shown = tops(state)
    places = open_cells(state)
    at = {cell: place_of(state, cell) for cell in {*shown, *cells_of_field(state), *(p.cell for p in places)}}
    framed = {at[cell] for cell in (cells_of_field(state) or [*shown, *(p.cell for p in places if not shown)])}
    top, left = max(row for row, _ in at.values()), min(column for _, column in at.values())
    canvas: Canvas = {}
    _frames(canvas, {(top - row, column - left) for row, column in framed})
    for cell, sides in shown.items():
        _die(canvas, (top - at[cell][0], at[cell][1] - left), sides, is_last=cell == last)
    for place in places:
        line, letter = _corner((top - at[place.cell][0], at[place.cell][1] - left))
        canvas[line + 2, letter + 4] = (DEAD if place.is_dead else OPEN, "label")
    rows = {_corner((top - row, 0))[0] + 2: cell_name(state, cell)[1:] for cell, (row, _) in at.items()}
    columns = {_corner((0, column - left))[1] + 4: cell_name(state, cell)[0] for cell, (_, column) in at.items()}
    return _spans(canvas, rows, columns)


def _corner(square: Place) -> tuple[int, int]:
    """Give the line and the letter of the upper left corner of a square."""
    return square[0] * HEIGHT, square[1] * WIDTH


def _frames(canvas: Canvas, squares: set[Place]) -> None:
    """Draw the lines around these squares, and join them where they meet."""
    across = {(row + edge, column) for row, column in squares for edge in (0, 1)}
    down = {(row, column + edge) for row, column in squares for edge in (0, 1)}
    for row, column in across:
        line, letter = _corner((row, column))
        canvas.update({(line, letter + step): ("─", "frame") for step in range(1, WIDTH)})
    for row, column in down:
        line, letter = _corner((row, column))
        canvas.update({(line + step, letter): ("│", "frame") for step in range(1, HEIGHT)})
    for row, column in {(row + y, column + x) for row, column in squares for y in (0, 1) for x in (0, 1)}:
        up, below = (row - 1, column) in down, (row, column) in down
        before, after = (row, column - 1) in across, (row, column) in across
        canvas[_corner((row, column))] = (_CORNERS[up, below, before, after], "frame")


def _die(canvas: Canvas, square: Place, sides: Sides, *, is_last: bool) -> None:
    """Draw the diagonal of a die and its pips."""
    top, left = _corner(square)
    north, east, south, _ = sides
    is_slash = east == south
    for line in range(3):
        letter = 1 + 2 * line
        mark = (LAST, "last") if is_last and line == 1 else ("/" if is_slash else "\\", "frame")
        canvas[top + 1 + line, left + 1 + (6 - letter if is_slash else letter)] = mark
    for value, is_upper in ((north, True), (south, False)):
        for line, letter in _UPPER_PIPS[value]:
            is_right = is_upper != is_slash
            place = (line if is_upper else 2 - line, letter if is_right else 6 - letter)
            canvas[top + 1 + place[0], left + 1 + place[1]] = (PIP, _PIP_STYLES[value])


def _spans(canvas: Canvas, rows: dict[int, str], columns: dict[int, str]) -> Picture:
    """Write the canvas line by line, with the names of the rows and columns."""
    letters = "".join(columns.get(letter, " ") for letter in range(max(columns) + 1))
    spans: Picture = []
    lines = [line for line, _ in canvas]
    for line in range(min(lines), max(lines) + 1):
        spans += row_of(canvas, line, 0, f"{rows.get(line, ''):>{_LABEL - 1}} ")
    return joined([*spans, (" " * _LABEL + letters, "label")])
