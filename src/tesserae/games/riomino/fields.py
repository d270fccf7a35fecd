"""The levels: how many dice each player has, and the field they are placed in.

Every field lies in a 5x5 square around the middle; Wizard has none, there only the dice keep to a 5x5 square.
"""

from typing import NamedTuple

from tesserae.games.riomino.board import MIDDLE_PLACE, MOST_IN_LINE, cell_number

WIZARD = "wizard"


class Level(NamedTuple):
    """What a level is played with."""

    dice: int
    """For each player."""
    rows: tuple[str, ...]
    """The field from its top row down; empty where there is none."""


LEVELS = {
    WIZARD: Level(12, ()),
    "starter": Level(6, ("  #  ", " ### ", "#####", " ### ", "  #  ")),
    "junior": Level(8, (" ### ", " ### ", "#####", " ### ", " ### ")),
    "expert": Level(9, (" ### ", " ####", "#####", "#### ", " ### ")),
    "master": Level(10, (" ### ", "#####", "#####", "#####", " ### ")),
    "board": Level(12, ("#####",) * 5),
}


def field_cells(level: str) -> int:
    """Give the cells of a level's field as a bit set: all of them where there is none."""
    rows = LEVELS[level].rows
    corner = MIDDLE_PLACE - MOST_IN_LINE // 2
    places = [
        (row, column)
        for row, marks in enumerate(reversed(rows))
        for column in range(MOST_IN_LINE)
        if marks[column] == "#"
    ]
    cells = sum(1 << cell_number(corner + row, corner + column) for row, column in places)
    return cells if rows else -1
