"""RioMino as a learning program sees it: planes of 5x5 cells, or of 8x8 where there is no field.

A choice is a top and a cell of these planes: the first plane of choices is the first top, and so on. Rows count
upwards. Where there is no field the planes wrap around, as the board does (see `board`), and the start die lies in
row 4 and column 4; with a field the middle is row 2 and column 2.
"""

from typing import Any

import numpy as np

from tesserae.games.riomino.board import (
    CELLS,
    COLUMN_MASK,
    MIDDLE_PLACE,
    MOST_IN_LINE,
    ROW_SHIFT,
    WIDTH,
    east_bits,
    placed,
    surroundings,
    west_bits,
)
from tesserae.games.riomino.dice import FACE_COUNT, TOP_COUNT, VALUE_COUNT
from tesserae.games.riomino.fields import LEVELS, WIZARD
from tesserae.games.riomino.rules import PLACED, mover
from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.observing import NO_ACTION, Piece, Seen

FREE_LEVEL = list(LEVELS).index(WIZARD)
CORNER = MIDDLE_PLACE - MOST_IN_LINE // 2
PLANES = 6


def pieces(options: Any) -> tuple[Piece, ...]:
    """Say what an observation is made of.

    `cells`: the values at north, east, south and west of each die plus one (0: no die), the open cells, the empty
    cells where dice may still come. `mine`, `theirs`: dice left of each face. `start`: the face of the start die
    while it waits to be placed. `turn`: whether it is mine.
    """
    width = WIDTH if options.level == WIZARD else MOST_IN_LINE
    most = LEVELS[options.level].dice
    return (
        Piece("cells", (PLANES, width, width), 0, VALUE_COUNT),
        Piece("mine", (FACE_COUNT,), 0, most),
        Piece("theirs", (FACE_COUNT,), 0, most),
        Piece("start", (FACE_COUNT,), 0, 1),
        Piece("turn", (2,), 0, 1),
    )


@inner
def width_of(state: np.record) -> int:
    """How many rows and columns the planes have."""
    return WIDTH if state.level == FREE_LEVEL else MOST_IN_LINE


def choices(state: np.record) -> int:
    """Every top in every cell of a plane."""
    return TOP_COUNT * width_of(state) * width_of(state)


def choice_of(state: np.record, action: int) -> int:
    """See the module."""
    width = width_of(state)
    if width == WIDTH:
        return action
    top, cell = action // CELLS, action % CELLS
    row, column = (cell >> ROW_SHIFT) - CORNER, (cell & COLUMN_MASK) - CORNER
    return (top * width + row) * width + column


def action_of(state: np.record, choice: int) -> int:
    """See the module."""
    width = width_of(state)
    if choice < 0 or choice >= TOP_COUNT * width * width:
        return NO_ACTION
    if width == WIDTH:
        return choice
    top, place = choice // (width * width), choice % (width * width)
    return top * CELLS + (place // width + CORNER) * WIDTH + place % width + CORNER


def seen_count(state: np.record) -> int:
    """See `pieces`."""
    return PLANES * width_of(state) * width_of(state) + 3 * FACE_COUNT + 2


def observe(state: np.record, seat: int, seen: Seen) -> None:
    """See `pieces`."""
    width = width_of(state)
    corner = 0 if width == WIDTH else CORNER
    dice = placed(state)
    open_cells = surroundings(state)[0] if mover(state) >= 0 else signed(0)
    cells = width * width
    for row in range(width):
        for column in range(width):
            cell = (row + corner) * WIDTH + column + corner
            at = row * width + column
            if dice >> cell & 1:
                north = (state.north[0] >> cell & 1) + 2 * (state.north[1] >> cell & 1)
                east = (east_bits(state, 0) >> cell & 1) + 2 * (east_bits(state, 1) >> cell & 1)
                south = (state.south[0] >> cell & 1) + 2 * (state.south[1] >> cell & 1)
                west = (west_bits(state, 0) >> cell & 1) + 2 * (west_bits(state, 1) >> cell & 1)
                seen[at] = north + 1
                seen[at + cells] = east + 1
                seen[at + 2 * cells] = south + 1
                seen[at + 3 * cells] = west + 1
            seen[at + 4 * cells] = open_cells >> cell & 1
            seen[at + 5 * cells] = (state.field & ~dice) >> cell & 1
    at = PLANES * cells
    for face in range(FACE_COUNT):
        seen[at + face] = state.dice[seat, face]
        seen[at + FACE_COUNT + face] = state.dice[1 - seat, face]
        if state.start_die < PLACED and state.start_die == face + 1:
            seen[at + 2 * FACE_COUNT + face] = 1
    if mover(state) >= 0:
        seen[at + 3 * FACE_COUNT + (signed(state.seat) ^ seat)] = 1
