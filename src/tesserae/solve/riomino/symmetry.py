"""Positions that are the same but for a turn or a reflection of the board, or for the names of the values.

A reflected die is again a die: its halves only change places. So whatever maps the field to itself maps games to
games; and as the six faces are all pairs of four values, so does any exchange of values in all dice at once.
"""

from itertools import permutations, product

import numpy as np

from tesserae.games.riomino.board import CELLS, MIDDLE_PLACE, WIDTH, cell_number, east_bits, placed, put, west_bits
from tesserae.games.riomino.dice import FACES, VALUES
from tesserae.games.riomino.fields import LEVELS, WIZARD, field_cells
from tesserae.kernel.bits import bits_in, lowest, signed
from tesserae.kernel.compiling import inner

_NORTH, _EAST = (1, 0), (0, 1)
_SIDES = [_NORTH, _EAST, (-1, 0), (0, -1)]
_MAPS = [
    ((a, 0), (0, b)) if is_straight else ((0, a), (b, 0))
    for is_straight, a, b in product((True, False), (1, -1), (1, -1))
]
"""The eight symmetries of the square as matrices, that of no change first."""
SYMMETRY_COUNT = len(_MAPS)


def _mapped(matrix: tuple[tuple[int, int], tuple[int, int]], place: tuple[int, int]) -> tuple[int, int]:
    (a, b), (c, d) = matrix
    row, column = place
    return a * row + b * column, c * row + d * column


def _cell_image(matrix: tuple[tuple[int, int], tuple[int, int]], cell: int) -> int:
    row, column = _mapped(matrix, (cell // WIDTH - MIDDLE_PLACE, cell % WIDTH - MIDDLE_PLACE))
    return cell_number(row + MIDDLE_PLACE, column + MIDDLE_PLACE)


def _keeps_field(level: str, symmetry: int) -> bool:
    cells = field_cells(level)
    return level == WIZARD or sum(1 << int(CELL_IMAGES[symmetry, cell]) for cell in bits_in(cells)) == cells


CELL_IMAGES = np.array([[_cell_image(matrix, cell) for cell in range(CELLS)] for matrix in _MAPS], np.int64)
"""Where each symmetry takes each cell."""
_ORIGINS = np.array(
    [[[_mapped(matrix, side) for side in _SIDES].index(side) for side in _SIDES] for matrix in _MAPS], np.int64
)
"""Which side of a die each symmetry takes to the north, the east, the south and the west."""
KEEPS_FIELD = np.array([[_keeps_field(level, i) for i in range(SYMMETRY_COUNT)] for level in LEVELS])
"""For each level whether a symmetry maps its field to itself."""
_WHOLE_FIELDS = np.array([field_cells(level) for level in LEVELS], np.int64)


@inner
def side_value(state: np.record, cell: int, side: int) -> int:
    """Read what the die on a cell shows at a side: 0 is the north, then clockwise."""
    value = signed(0)
    for bit in range(2):
        if side == 0:
            cells = state.north[bit]
        elif side == 1:
            cells = east_bits(state, bit)
        elif side == 2:
            cells = state.south[bit]
        else:
            cells = west_bits(state, bit)
        value |= (cells >> cell & 1) << bit
    return value


@inner
def write_image(state: np.record, image: np.record, symmetry: int) -> None:
    """Lay the dice of a position as a symmetry takes them; `image` is a copy of it."""
    image.north[:] = 0
    image.south[:] = 0
    image.slash = 0
    image.rows = 0
    image.columns = 0
    image.field = _WHOLE_FIELDS[state.level]
    dice = placed(state)
    while dice:
        cell = lowest(dice)
        dice ^= signed(1) << cell
        north = side_value(state, cell, _ORIGINS[symmetry, 0])
        east = side_value(state, cell, _ORIGINS[symmetry, 1])
        south = side_value(state, cell, _ORIGINS[symmetry, 2])
        put(image, CELL_IMAGES[symmetry, cell], north, east, south)


def _face_images(values: tuple[int, ...]) -> list[int]:
    return [FACES.index((min(values[a], values[b]), max(values[a], values[b]))) for a, b in FACES]


FACE_IMAGES = np.array([_face_images(values) for values in permutations(VALUES)], np.int64)
"""What each of the 24 exchanges of values makes of each face."""
