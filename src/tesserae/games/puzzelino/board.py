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
    ALLOWED_KINDS,
    COUNT,
    FIRST_FITTING,
    FITTING_COUNT,
    FITTING_LIES,
    HAS_SECOND,
    KIND_BITS,
    KIND_COUNT,
    KIND_OF_LIE,
    KINDS_MASK,
    LIE_COUNT,
    PATTERNS,
    SIDE_OF_LIE,
)
from tesserae.kernel.bits import lowest, population, signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.rules import Actions
from tesserae.kernel.triangles import ACROSS, CELLS, ROW_SHIFT, SIDE, cell_number

MIDDLE = SIDE // 2
START_CELL = cell_number(MIDDLE, MIDDLE)
"""Where the first piece lies; it points up."""
MOST_OPEN = COUNT + 2
"""Each piece fills an open cell and opens two at most."""
WAYS = 2 * LIE_COUNT
"""A way to lie is a colour and a lie: colour * LIE_COUNT + lie."""
LAYS = CELLS * WAYS
"""Below this an action is a cell and a way: cell * WAYS + way."""
MOST_FITTING = 12
"""So many lies at most have a given shape at a given side."""

CELL_SHIFT, DEMAND_SHIFT = 48, 32
"""An open cell is one word: its number, the pattern it demands, and in the low half the pieces that fit."""

FIELDS = [
    ("unlaid", np.int64),  # the pieces that are not on the board
    ("open_cells", np.int64, (MOST_OPEN,)),
    ("live", np.int64),  # the places in this list of cells that some piece fits: there are few
    ("cell_of", np.int16, (COUNT,)),  # where each piece lies
    ("lie_of", np.uint8, (COUNT,)),  # how it lies there, plus one; 0 for a piece not on the board
    ("open_count", np.uint16),
    ("up_colour", np.uint8),  # the colour of the pieces in cells that point up
    ("joins", np.uint8),  # whether a piece must join a shape; not in a tray
]


@inner
def packed(cell: int, demand: int, pieces: int) -> int:
    """Pack an open cell into a word; words are in the order of their cells."""
    return signed(cell) << CELL_SHIFT | signed(demand) << DEMAND_SHIFT | pieces


@inner
def cell_in(word: int) -> int:
    """Give the cell of a word."""
    return word >> CELL_SHIFT


@inner
def demand_in(word: int) -> int:
    """Give the pattern of a word."""
    return word >> DEMAND_SHIFT & PATTERNS - 1


@inner
def clear(state: np.record) -> None:
    """Take all pieces off; anything may be laid in the middle, and what follows joins it."""
    for piece in range(COUNT):
        state.cell_of[piece] = 0
        state.lie_of[piece] = 0
    state.unlaid = ALL
    state.joins = 1
    state.open_count = 1
    state.open_cells[0] = packed(START_CELL, 0, ALL)
    state.live = 1


@inner
def colour_at(state: np.record, cell: int) -> int:
    """Say which colour a cell takes."""
    points_down = (cell >> ROW_SHIFT ^ cell) & 1
    return signed(state.up_colour) ^ points_down


@inner
def pieces_for(state: np.record, cell: int, demand: int) -> int:
    """Collect the pieces, laid or not, that fit into a cell with this pattern."""
    return ALLOWED_KINDS[state.joins, demand] << KIND_COUNT * colour_at(state, cell)  # type: ignore[no-any-return]


@inner
def fitting(state: np.record) -> int:
    """Collect the pieces that fit somewhere."""
    pieces = signed(0)
    live = state.live
    while live:
        pieces |= state.open_cells[lowest(live)]
        live &= live - 1
    return pieces & ALL


@inner
def placements(state: np.record, pieces: int, actions: Actions) -> int:
    """Write every way to lay one of these pieces, in rising order, and return their number."""
    count = 0
    live = state.live
    while live:
        word = state.open_cells[lowest(live)]
        live &= live - 1
        demand = demand_in(word)
        for colour in range(2):
            kinds = (word & pieces) >> KIND_COUNT * colour & KINDS_MASK
            first = cell_in(word) * WAYS + colour * LIE_COUNT
            for j in range(FITTING_COUNT[demand] if kinds else 0):
                lie = signed(FITTING_LIES[demand, j])
                if kinds >> KIND_OF_LIE[lie] & 1:
                    actions[count] = first + lie
                    count += 1
    return count


@inner
def ways_in(word: int, pieces: int) -> int:
    """Count the ways to lay one of these pieces in an open cell that joins a shape."""
    return population(word & pieces) << HAS_SECOND[demand_in(word)]  # type: ignore[no-any-return]


@inner
def count_ways(state: np.record, pieces: int) -> int:
    """Count the ways to lay one of these pieces on the table, where at least one shape is joined."""
    count = signed(0)
    live = state.live
    while live:
        count += ways_in(state.open_cells[lowest(live)], pieces)
        live &= live - 1
    return count


@inner
def numbered_way(state: np.record, pieces: int, number: int) -> int:
    """Give the action with this number among those that `count_ways` counts and `placements` lists."""
    live = state.live
    word = state.open_cells[lowest(live)]
    while number >= ways_in(word, pieces):
        number -= ways_in(word, pieces)
        live &= live - 1
        word = state.open_cells[lowest(live)]
    demand, left = demand_in(word), word & pieces
    second = HAS_SECOND[demand]
    for _ in range(number >> second):
        left &= left - 1
    piece = lowest(left)
    lie = FITTING_LIES[demand, FIRST_FITTING[demand, kind_of(piece)] + (number & second)]
    return cell_in(word) * WAYS + colour_of(piece) * LIE_COUNT + signed(lie)


@inner
def place_in_list(state: np.record, cell: int, place: int) -> int:
    """Find the place of a cell among the open ones, or where it would have to be, looking from a place nearby."""
    wanted = packed(cell, 0, 0)
    while place > 0 and state.open_cells[place - 1] >= wanted:
        place -= 1
    while place < state.open_count and state.open_cells[place] < wanted:
        place += 1
    return place


@inner
def is_open(state: np.record, place: int, cell: int) -> bool:
    """Say whether the cell stands in its place of the list."""
    return bool(place < state.open_count and cell_in(state.open_cells[place]) == cell)


@inner
def fits_in(state: np.record, cell: int, way: int) -> bool:
    """Say whether a piece may lie so in a cell."""
    place = place_in_list(state, cell, 0)
    if not is_open(state, place, cell):
        return False
    lie = lie_of(way)
    demand = demand_in(state.open_cells[place])
    for side in range(3):
        wanted = demand >> 3 * side & 7
        if wanted and wanted != SIDE_OF_LIE[lie, side] + 1:
            return False
    return bool(state.open_cells[place] >> piece_of(way) & 1)


@inner
def piece_of(way: int) -> int:
    """Say which piece lies so."""
    return way_colour(way) << KIND_BITS | KIND_OF_LIE[lie_of(way)]  # type: ignore[no-any-return]


@inner
def way_colour(way: int) -> int:
    """Say which colour a piece has that lies so."""
    return signed(way >= LIE_COUNT)


@inner
def lie_of(way: int) -> int:
    """Say how a piece lies, whatever its colour."""
    return way - LIE_COUNT * way_colour(way)


@inner
def kind_of(piece: int) -> int:
    """Say what a piece shows."""
    return piece & KIND_COUNT - 1


@inner
def colour_of(piece: int) -> int:
    """Say which colour a piece has."""
    return piece >> KIND_BITS


@inner
def lay(state: np.record, cell: int, way: int) -> None:
    """Lay a piece that fits."""
    piece, lie = piece_of(way), lie_of(way)
    if state.unlaid == ALL and state.joins:
        state.up_colour = way_colour(way)
    state.unlaid ^= signed(1) << piece
    state.cell_of[piece] = cell
    state.lie_of[piece] = lie + 1
    place = place_in_list(state, cell, 0)
    demand = demand_in(state.open_cells[place])
    close_at(state, place)
    for side in range(3):
        if not demand >> 3 * side & 7:
            place = demand_at(state, place, ACROSS[cell, side], side, SIDE_OF_LIE[lie, side])


@inner
def demand_at(state: np.record, near: int, cell: int, side: int, shape: int) -> int:
    """Let an empty cell demand a shape, or a smooth side, at one of its sides; returns its place in the list."""
    place = place_in_list(state, cell, near)
    demand = signed(shape) + 1 << 3 * side
    if is_open(state, place, cell):
        demand |= demand_in(state.open_cells[place])
    else:
        open_at(state, place)
    write_at(state, place, cell, demand)
    return place


@inner
def open_at(state: np.record, place: int) -> None:
    """Make room for a cell in its place of the list."""
    for i in range(state.open_count, place, -1):
        state.open_cells[i] = state.open_cells[i - 1]
    behind = state.live & signed(-1) << place
    state.live += behind
    state.open_count += 1


@inner
def write_at(state: np.record, place: int, cell: int, demand: int) -> None:
    """Write what a cell demands in its place of the list, and note whether any piece fits."""
    pieces = pieces_for(state, cell, demand)
    state.open_cells[place] = packed(cell, demand, pieces)
    state.live = state.live & ~(signed(1) << place) | signed(pieces != 0) << place


@inner
def close_at(state: np.record, place: int) -> None:
    """Take a cell from the list, and leave nothing behind it."""
    last = signed(state.open_count) - 1
    for i in range(place, last):
        state.open_cells[i] = state.open_cells[i + 1]
    state.open_cells[last] = 0
    state.open_count = last
    before = state.live & ~(signed(-1) << place)
    state.live = before | state.live >> 1 & signed(-1) << place
