"""The board: which pieces fit where. It is nothing but a list of the cells that may still be filled.

Open are the empty cells beside a laid piece, or all empty cells of a tray. Each knows the pattern that its
neighbours demand, and the pieces that fit. A side of an open cell that demands nothing has no piece across, so
laying a piece touches three entries at most, and no other board is needed. The list is in the order of the cells:
it does not tell in which order pieces were laid.

Neighbouring cells point up and down in turn, and neighbouring pieces are blue and orange in turn: so all pieces in
cells that point up have the colour of the first such piece.
"""

import numpy as np

from tesserae.games.puzzelino.pieces import (
    ALL,
    COUNT,
    FITTING_COUNT,
    FITTING_KINDS,
    FITTING_LIES,
    HAS_SHAPE,
    KIND_COUNT,
    KIND_OF_LIE,
    KINDS_MASK,
    LIE_COUNT,
    SIDE_OF_LIE,
)
from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.rules import Actions
from tesserae.kernel.triangles import ACROSS, CELLS, ROW_SHIFT, SIDE, cell_number

MIDDLE = SIDE // 2
START_CELL = cell_number(MIDDLE, MIDDLE)
"""Where the first piece lies; it points up."""
MOST_OPEN = COUNT + 2
"""Each piece fills an open cell and opens two at most."""
WAYS = 2 * LIE_COUNT
"""The ways a piece can lie in a cell: colour * LIE_COUNT + lie."""
LAYS = CELLS * WAYS
"""Below this an action is cell * WAYS + way."""
MOST_FITTING = 12
"""So many lies at most have a given shape at a given side."""

FIELDS = [
    ("unlaid", np.int64),  # the pieces that are not on the board
    ("open_fits", np.uint32, (MOST_OPEN,)),  # the pieces that fit into each open cell
    ("open_cells", np.int16, (MOST_OPEN,)),
    ("open_demands", np.int16, (MOST_OPEN,)),
    ("cell_of", np.int16, (COUNT,)),  # where each piece lies
    ("lie_of", np.uint8, (COUNT,)),  # how it lies there, plus one; 0 for a piece not on the board
    ("open_count", np.uint8),
    ("up_colour", np.uint8),  # the colour of the pieces in cells that point up
    ("joins", np.uint8),  # whether a piece must join a shape; not in a tray
]


@inner
def clear(state: np.record) -> None:
    """Take all pieces off; anything may be laid in the middle, and what follows joins it."""
    for piece in range(COUNT):
        state.cell_of[piece] = 0
        state.lie_of[piece] = 0
    state.unlaid = ALL
    state.joins = 1
    state.open_count = 0
    open_at(state, 0, START_CELL)
    state.open_fits[0] = ALL


@inner
def colour_at(state: np.record, cell: int) -> int:
    """Say which colour a cell takes."""
    points_down = (cell >> ROW_SHIFT ^ cell) & 1
    return signed(state.up_colour) ^ points_down


@inner
def pieces_for(state: np.record, cell: int, demand: int) -> int:
    """Collect the pieces, laid or not, that fit into a cell with this pattern."""
    if state.joins and not HAS_SHAPE[demand]:
        return 0
    return FITTING_KINDS[demand] << KIND_COUNT * colour_at(state, cell)  # type: ignore[no-any-return]


@inner
def fitting(state: np.record) -> int:
    """Collect the pieces that fit somewhere."""
    pieces = signed(0)
    for i in range(state.open_count):
        pieces |= signed(state.open_fits[i])
    return pieces


@inner
def placements(state: np.record, pieces: int, actions: Actions) -> int:
    """Write every way to lay one of these pieces, in rising order, and return their number."""
    count = 0
    for i in range(state.open_count):
        fits = signed(state.open_fits[i]) & pieces
        if fits:
            demand = state.open_demands[i]
            for colour in range(2):
                kinds = fits >> KIND_COUNT * colour
                first = signed(state.open_cells[i]) * WAYS + colour * LIE_COUNT
                for j in range(FITTING_COUNT[demand] if kinds & KINDS_MASK else 0):
                    lie = signed(FITTING_LIES[demand, j])
                    if kinds >> KIND_OF_LIE[lie] & 1:
                        actions[count] = first + lie
                        count += 1
    return count


@inner
def place_in_list(state: np.record, cell: int) -> int:
    """Find the place of a cell among the open ones, or where it would have to be."""
    place = 0
    while place < state.open_count and state.open_cells[place] < cell:
        place += 1
    return place


@inner
def is_open(state: np.record, place: int, cell: int) -> bool:
    """Say whether the cell stands in its place of the list."""
    return bool(place < state.open_count and state.open_cells[place] == cell)


@inner
def fits_in(state: np.record, cell: int, way: int) -> bool:
    """Say whether a piece may lie so in a cell."""
    place = place_in_list(state, cell)
    if not is_open(state, place, cell):
        return False
    lie = way % LIE_COUNT
    demand = signed(state.open_demands[place])
    for side in range(3):
        wanted = demand >> 3 * side & 7
        if wanted and wanted != SIDE_OF_LIE[lie, side] + 1:
            return False
    return bool(signed(state.open_fits[place]) >> piece_of(way) & 1)


@inner
def piece_of(way: int) -> int:
    """Say which piece lies so."""
    return way // LIE_COUNT * KIND_COUNT + KIND_OF_LIE[way % LIE_COUNT]  # type: ignore[no-any-return]


@inner
def lay(state: np.record, cell: int, way: int) -> None:
    """Lay a piece that fits."""
    piece, lie = piece_of(way), way % LIE_COUNT
    if state.unlaid == ALL and state.joins:
        state.up_colour = way // LIE_COUNT
    state.unlaid ^= signed(1) << piece
    state.cell_of[piece] = cell
    state.lie_of[piece] = lie + 1
    place = place_in_list(state, cell)
    demand = signed(state.open_demands[place])
    close_at(state, place)
    for side in range(3):
        if not demand >> 3 * side & 7:
            demand_at(state, ACROSS[cell, side], side, SIDE_OF_LIE[lie, side])


@inner
def demand_at(state: np.record, cell: int, side: int, shape: int) -> None:
    """Let an empty cell demand a shape, or a smooth side, at one of its sides."""
    place = place_in_list(state, cell)
    if not is_open(state, place, cell):
        open_at(state, place, cell)
    demand = signed(state.open_demands[place]) | shape + 1 << 3 * side
    state.open_demands[place] = demand
    state.open_fits[place] = pieces_for(state, cell, demand)


@inner
def open_at(state: np.record, place: int, cell: int) -> None:
    """Put a cell that demands nothing in its place of the list."""
    for i in range(state.open_count, place, -1):
        state.open_cells[i] = state.open_cells[i - 1]
        state.open_demands[i] = state.open_demands[i - 1]
        state.open_fits[i] = state.open_fits[i - 1]
    state.open_cells[place] = cell
    state.open_demands[place] = 0
    state.open_fits[place] = 0
    state.open_count += 1


@inner
def close_at(state: np.record, place: int) -> None:
    """Take a cell from the list, and leave nothing behind it."""
    last = signed(state.open_count) - 1
    for i in range(place, last):
        state.open_cells[i] = state.open_cells[i + 1]
        state.open_demands[i] = state.open_demands[i + 1]
        state.open_fits[i] = state.open_fits[i + 1]
    state.open_cells[last] = 0
    state.open_demands[last] = 0
    state.open_fits[last] = 0
    state.open_count = last
