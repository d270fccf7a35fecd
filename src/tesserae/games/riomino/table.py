"""A record of RioMino read for people: which die lies where, what is open, what is dead and for whom."""

from typing import NamedTuple, TypeAlias

import numpy as np

from tesserae.games.riomino.board import COLUMN_MASK, MIDDLE, ROW_SHIFT, WIDTH, Demand, placed, surroundings
from tesserae.games.riomino.dice import TOP_COUNT, Sides, face_name, top_name
from tesserae.games.riomino.fields import LEVELS, WIZARD, field_cells
from tesserae.games.riomino.rules import PLACED, fillable, fillable_by
from tesserae.kernel.bits import bits_in, signed

Place: TypeAlias = tuple[int, int]
"""A row and a column, counted on where the board wraps around, so that the middle stays where it is."""
Wanted: TypeAlias = tuple[int | None, int | None, int | None, int | None]
"""The values demanded at north, east, south and west; None where no die is."""

_LETTERS = "abcdefghi"
_LEVEL_NAMES = list(LEVELS)
_MARGIN = 2
"""The rows and columns before the first of a field."""


def level_name(state: np.record) -> str:
    """Name the level."""
    return _LEVEL_NAMES[int(state.level)]


def place_of(state: np.record, cell: int) -> Place:
    """Say where a cell lies: the first line is the ninth where the eighth has dice."""
    row, column = cell >> ROW_SHIFT, cell & COLUMN_MASK
    return _counted_on(row, int(state["rows"])), _counted_on(column, int(state["columns"]))


def _counted_on(line: int, used: int) -> int:
    return WIDTH if line == 0 and used >> WIDTH - 1 & 1 else line


def first_line(state: np.record) -> int:
    """Give the line that names begin with: Wizard may use all nine lines, a field the five in the middle."""
    return 0 if level_name(state) == WIZARD else _MARGIN


def last_line(state: np.record) -> int:
    """Give the line that names end with."""
    return len(_LETTERS) - 1 - first_line(state)


def cell_name(state: np.record, cell: int) -> str:
    """Name a cell by its place."""
    return place_name(state, place_of(state, cell))


def place_name(state: np.record, place: Place) -> str:
    """Name a place by its column and its row, the bottom one 1; what is left of a or below 1 has no such name."""
    row, column = place
    first = first_line(state)
    return f"{_LETTERS[column - first]}{row - first + 1}" if min(row, column) >= first else f"r{row}c{column}"


def is_on_sheet(state: np.record, place: Place) -> bool:
    """Say whether a place is on the field's square of five lines, or on Wizard's of nine."""
    return all(first_line(state) <= line <= last_line(state) for line in place)


def named_place(state: np.record, name: str) -> Place:
    """Find the place with this name, on the board or not."""
    first = first_line(state)
    return int(name[1:]) - 1 + first, _LETTERS.find(name[0]) + first


def cells_of_field(state: np.record) -> list[int]:
    """List the cells of the field; none where there is none."""
    return bits_in(field_cells(level_name(state))) if level_name(state) != WIZARD else []


def tops(state: np.record) -> dict[int, Sides]:
    """Give the values that the dice on the board show, by cell."""
    shown = {}
    north, south = ((int(low), int(high)) for low, high in (state["north"], state["south"]))
    for cell in bits_in(placed(state)):
        top, bottom = (low >> cell & 1 | (high >> cell & 1) << 1 for low, high in (north, south))
        is_slash = int(state["slash"]) >> cell & 1
        shown[cell] = (top, bottom, bottom, top) if is_slash else (top, top, bottom, bottom)
    return shown


class Open(NamedTuple):
    """An empty cell beside a die, inside the field."""

    cell: int
    wanted: Wanted
    is_dead: bool
    """No face fits in any turn."""
    dead_for: tuple[bool, bool]
    """None of the dice of this player fits in any turn."""


def open_cells(state: np.record) -> list[Open]:
    """List the cells where the next die may go; before the start die lies, the middle."""
    around = surroundings(state)
    cells, north, east, south, west = around
    live = int(fillable(around))
    live_for = [int(fillable_by(state, around, seat)) for seat in range(2)]
    return [
        Open(
            cell,
            (_wanted(north, cell), _wanted(east, cell), _wanted(south, cell), _wanted(west, cell)),
            not live >> cell & 1,
            (not live_for[0] >> cell & 1, not live_for[1] >> cell & 1),
        )
        for cell in bits_in(cells)
    ]


def _wanted(demand: Demand, cell: int) -> int | None:
    there, low, high = (int(signed(bits)) >> cell & 1 for bits in demand)
    return low | high << 1 if there else None


def hand(state: np.record, seat: int) -> list[str]:
    """List the dice a player has left."""
    counts = enumerate(state["dice"][seat].tolist())
    return [face_name(face) for face, count in counts for _ in range(count)]


def start_die(state: np.record) -> int | None:
    """Give the face of the start die while it waits to be placed."""
    return int(state["start_die"]) - 1 if 0 < state["start_die"] < PLACED and not state["end"] else None


def middle_name(state: np.record) -> str:
    """Name the cell of the start die."""
    return cell_name(state, MIDDLE)


def top_number(sides: str) -> int | None:
    """Find a top by its four values; None if no die can lie so."""
    names = [top_name(top) for top in range(TOP_COUNT)]
    return names.index(sides) if sides in names else None
