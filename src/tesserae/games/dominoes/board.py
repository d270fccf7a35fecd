"""The board: which tiles fit where, and what laying one there makes.

A byte for each lattice point holds the number shown there plus one and, above it, how many tiles meet there.
`laid` and `open` are bit sets of cells, a word for each row. Open is a cell beside a laid tile that some tile not
yet laid fits; one that none fits any more is dead for good, and forgotten when something happens beside it.
"""

import numpy as np
import numpy.typing as npt

from tesserae.games.dominoes.account import BRIDGE, DOUBLE_CONNECTION, HEXAGON, TILE
from tesserae.games.dominoes.tiles import ALL, COUNT, FITS, turned
from tesserae.kernel.bits import lowest, signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.rules import Actions
from tesserae.kernel.triangles import ACROSS, AROUND, COLUMN_MASK, CORNERS, POINTS, ROW_SHIFT, SIDE, cell_number

FIELDS = [
    ("laid", np.int64, (SIDE,)),
    ("open", np.int64, (SIDE,)),
    ("open_rows", np.int64),  # the rows that have an open cell
    ("unlaid", np.int64),  # the tiles that are not on the board
    ("corners", np.uint8, (POINTS,)),
]
MIDDLE = SIDE // 2
START_CELL = cell_number(MIDDLE, MIDDLE)
"""Where the first tile of a round lies; it points up."""
MOST_OPEN = COUNT + 2
"""Each tile fills an open cell and opens two at most."""
MOST_FITTING = 6
"""So many tiles at most have the two numbers of a given side."""

_NUMBER = 0b111
_ONE_TILE = 0b1000
_FIVE_TILES = 5 * _ONE_TILE


@inner
def clear(state: np.record) -> None:
    """Take all tiles off; anything may be laid in the middle."""
    for row in range(SIDE):
        state.laid[row] = 0
        state.open[row] = 0
    for point in range(POINTS):
        state.corners[point] = 0
    state.unlaid = ALL
    state.open_rows = 0
    set_open(state, START_CELL, True)


@inner
def is_in(rows: npt.NDArray[np.int64], cell: int) -> int:
    """Look up a cell in a bit set."""
    return rows[cell >> ROW_SHIFT] >> (cell & COLUMN_MASK) & 1  # type: ignore[no-any-return]


@inner
def set_open(state: np.record, cell: int, is_open: bool) -> None:
    """Note whether a cell is open."""
    row, bit = cell >> ROW_SHIFT, signed(1) << (cell & COLUMN_MASK)
    state.open[row] = state.open[row] | bit if is_open else state.open[row] & ~bit
    row_bit = signed(1) << row
    state.open_rows = state.open_rows | row_bit if state.open[row] else state.open_rows & ~row_bit


@inner
def pattern_at(state: np.record, cell: int) -> int:
    """See what the corners of a cell show; see `tiles`."""
    first = signed(state.corners[CORNERS[cell, 0]]) & _NUMBER
    second = signed(state.corners[CORNERS[cell, 1]]) & _NUMBER
    third = signed(state.corners[CORNERS[cell, 2]]) & _NUMBER
    return first << 6 | second << 3 | third


@inner
def fitting(state: np.record, cell: int) -> int:
    """Collect the tiles not yet laid that fit into an empty cell, whether or not it lies beside a tile."""
    return FITS[pattern_at(state, cell)] & state.unlaid  # type: ignore[no-any-return]


@inner
def placements(state: np.record, tiles: int, actions: Actions) -> int:
    """Write every way to lay one of these tiles, in rising order, and return their number."""
    count = 0
    rows = state.open_rows
    while rows:
        row = lowest(rows)
        rows ^= signed(1) << row
        columns = state.open[row]
        while columns:
            column = lowest(columns)
            columns ^= signed(1) << column
            cell = row << ROW_SHIFT | column
            fits = FITS[pattern_at(state, cell)] & tiles
            while fits:
                tile = lowest(fits)
                fits ^= signed(1) << tile
                actions[count] = cell * COUNT + tile
                count += 1
    return count


@inner
def can_lay(state: np.record, tiles: int) -> bool:
    """Say whether any of these tiles fits anywhere."""
    rows = state.open_rows
    while rows:
        row = lowest(rows)
        rows ^= signed(1) << row
        columns = state.open[row]
        while columns:
            column = lowest(columns)
            columns ^= signed(1) << column
            if FITS[pattern_at(state, row << ROW_SHIFT | column)] & tiles:
                return True
    return False


@inner
def connection(state: np.record, cell: int) -> int:
    """Name what a tile laid here makes: hexagons, a double connection, a bridge, or nothing but itself."""
    hexagons, touched, neighbours = 0, 0, 0
    for i in range(3):
        point = signed(state.corners[CORNERS[cell, i]])
        hexagons += point >= _FIVE_TILES
        touched += point > 0
        neighbours += is_in(state.laid, ACROSS[cell, i])
    if hexagons:
        return HEXAGON + hexagons - 1
    if neighbours >= 2:
        return DOUBLE_CONNECTION
    return BRIDGE if neighbours and touched == 3 else TILE


@inner
def lay(state: np.record, cell: int, tile: int) -> None:
    """Lay a tile that fits."""
    numbers = turned(tile, pattern_at(state, cell))
    state.unlaid ^= signed(1) << tile
    state.laid[cell >> ROW_SHIFT] |= signed(1) << (cell & COLUMN_MASK)
    set_open(state, cell, False)
    was_free = 0
    for i in range(3):
        point = CORNERS[cell, i]
        before = signed(state.corners[point])
        was_free |= (before == 0) << i
        state.corners[point] = (before & ~_NUMBER) + _ONE_TILE + (numbers >> 6 - 3 * i & _NUMBER)
    for i in range(3):
        neighbour = ACROSS[cell, i]
        if not is_in(state.laid, neighbour):
            set_open(state, neighbour, fitting(state, neighbour) != 0)
        if was_free >> i & 1:
            for j in range(6):
                other = AROUND[CORNERS[cell, i], j]
                if is_in(state.open, other):
                    set_open(state, other, fitting(state, other) != 0)


def cells_in(rows: npt.NDArray[np.int64]) -> list[int]:
    """List the cells of a bit set, by number."""
    return [
        row * SIDE + column
        for row, columns in enumerate(rows.tolist())
        if columns
        for column in range(SIDE)
        if columns >> column & 1
    ]
