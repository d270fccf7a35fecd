"""The board as bit sets: what every die shows, all cells in one word, and where a top fits.

Cells are numbered on a board of 8 rows and 8 columns that wraps around: dice that keep to a 5x5 square never meet
around it, however far they wander. A value is two bits, so the values at the north of all dice are two words, and
those at the south two more. One word says whose diagonal is a slash: then a die shows at the east what it shows at
the south, else what it shows at the north; the west has the other value. A die is where north and south differ.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tesserae.games.riomino.dice import VALUE_COUNT
from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import inner

WIDTH = 8
CELLS = WIDTH * WIDTH
ROW_SHIFT, COLUMN_MASK = 3, WIDTH - 1
MIDDLE_PLACE = 4
"""The row and the column of the start die."""
MOST_IN_LINE = 5

FIELDS = [
    ("north", np.int64, (2,)),  # the low and the high bits of the values at the north
    ("south", np.int64, (2,)),
    ("slash", np.int64),  # the dice whose diagonal rises from left to right
    ("field", np.int64),  # where dice may be
    ("rows", np.uint8),  # the rows that have dice
    ("columns", np.uint8),
]


def cell_number(row: int, column: int) -> int:
    """Number the cells row by row, around the board; rows count upwards."""
    return row % WIDTH * WIDTH + column % WIDTH


MIDDLE = cell_number(MIDDLE_PLACE, MIDDLE_PLACE)


def _cells_of(rows: int, columns: int) -> int:
    """Collect the cells of some rows and columns, each a bit set."""
    return sum(1 << cell for cell in range(CELLS) if rows >> cell // WIDTH & 1 and columns >> cell % WIDTH & 1)


def _bound(lines: int, cells: int) -> int:
    """Keep to these cells once as many lines have dice as may."""
    bits = cells if lines.bit_count() == MOST_IN_LINE else -1
    return bits - (1 << CELLS) if bits >> CELLS - 1 == 1 else bits


_ALL = (1 << WIDTH) - 1
ROW_BOUND = np.array([_bound(rows, _cells_of(rows, _ALL)) for rows in range(_ALL + 1)], np.int64)
"""For each set of rows that have dice, where further dice may be."""
COLUMN_BOUND = np.array([_bound(columns, _cells_of(_ALL, columns)) for columns in range(_ALL + 1)], np.int64)
_FIRST_COLUMN = _cells_of(_ALL, 1)
_LAST_COLUMN = signed(_cells_of(_ALL, 1 << WIDTH - 1) - (1 << CELLS))
_LOW_ROW = (1 << WIDTH) - 1
_UPPER_ROWS_MOVED_DOWN = (1 << CELLS - WIDTH) - 1


@inner
def from_north(cells: int) -> int:
    """Move every bit to the cell below: what a cell then has came from its north."""
    return cells >> WIDTH & _UPPER_ROWS_MOVED_DOWN | cells << CELLS - WIDTH


@inner
def from_south(cells: int) -> int:
    """Move every bit to the cell above."""
    return cells << WIDTH | cells >> CELLS - WIDTH & _LOW_ROW


@inner
def from_east(cells: int) -> int:
    """Move every bit to the cell at its left."""
    return cells >> 1 & ~_LAST_COLUMN | (cells & _FIRST_COLUMN) << WIDTH - 1


@inner
def from_west(cells: int) -> int:
    """Move every bit to the cell at its right."""
    return cells << 1 & ~_FIRST_COLUMN | cells >> WIDTH - 1 & _FIRST_COLUMN


Demand: TypeAlias = tuple[int, int, int]
"""What one neighbour of each cell demands: where there is one, and the low and the high bits of its value."""
Around: TypeAlias = tuple[int, Demand, Demand, Demand, Demand]
"""The open cells, and the demands of the neighbours at north, east, south and west."""


@inner
def placed(state: np.record) -> int:
    """Collect the cells that have a die."""
    return state.north[0] ^ state.south[0] | state.north[1] ^ state.south[1]  # type: ignore[no-any-return]


@inner
def east_bits(state: np.record, which: int) -> int:
    """Give the low or the high bits of the values at the east."""
    return state.north[which] ^ (state.north[which] ^ state.south[which]) & state.slash  # type: ignore[no-any-return]


@inner
def west_bits(state: np.record, which: int) -> int:
    """Give the low or the high bits of the values at the west."""
    return state.south[which] ^ (state.north[which] ^ state.south[which]) & state.slash  # type: ignore[no-any-return]


@inner
def surroundings(state: np.record) -> Around:
    """See what lies around every cell; open are the empty cells of the field beside a die, at first the middle."""
    dice = placed(state)
    north, east, south, west = from_north(dice), from_east(dice), from_south(dice), from_west(dice)
    reached = north | east | south | west if dice else signed(1) << MIDDLE
    return (
        reached & state.field & ~dice,
        (north, from_north(state.south[0]), from_north(state.south[1])),
        (east, from_east(west_bits(state, 0)), from_east(west_bits(state, 1))),
        (south, from_south(state.north[0]), from_south(state.north[1])),
        (west, from_west(east_bits(state, 0)), from_west(east_bits(state, 1))),
    )


@inner
def clash(demand: Demand, value: int) -> int:
    """Collect the cells whose neighbour demands another value."""
    there, low, high = demand
    return there & (low ^ -(value & 1) | high ^ -(value >> 1))


@inner
def fits(around: Around, north: int, east: int, south: int, west: int) -> int:
    """Collect the open cells where a die may show these values."""
    cells, from_n, from_e, from_s, from_w = around
    return cells & ~(clash(from_n, north) | clash(from_e, east) | clash(from_s, south) | clash(from_w, west))


@inner
def write_bars(around: Around, bars: npt.NDArray[np.int64]) -> None:
    """Write where a half of a die with each value cannot be, in each corner, north-east first and then clockwise.

    The halves of a die fill two opposite corners, so two of these 16 words tell where a top does not fit.
    """
    _, from_n, from_e, from_s, from_w = around
    for value in range(VALUE_COUNT):
        north, east, south, west = (
            clash(from_n, value),
            clash(from_e, value),
            clash(from_s, value),
            clash(from_w, value),
        )
        bars[value] = north | east
        bars[VALUE_COUNT + value] = east | south
        bars[2 * VALUE_COUNT + value] = south | west
        bars[3 * VALUE_COUNT + value] = west | north


@inner
def put(state: np.record, cell: int, north: int, east: int, south: int) -> None:
    """Put a die that shows these values on a cell, and see how far further dice may go."""
    here = signed(1) << cell
    for bit in range(2):
        state.north[bit] |= here * (north >> bit & 1)
        state.south[bit] |= here * (south >> bit & 1)
    state.slash |= here * (east == south)
    rows = signed(state.rows) | signed(1) << (cell >> ROW_SHIFT)
    columns = signed(state.columns) | signed(1) << (cell & COLUMN_MASK)
    state.rows = rows
    state.columns = columns
    state.field &= ROW_BOUND[rows] & COLUMN_BOUND[columns]
