"""The board: which tiles fit where, and what laying one there makes.

A byte for each lattice point holds the number shown there plus one and, above it, how many tiles meet there.
`laid` is a bit set of cells, a word for each row. Open are the cells beside a laid tile that some tile not yet
laid fits: a list, each with these tiles as a bit set. So looking for moves is one look at each open cell, whether
there are any is one look in all, and a cell that nothing fits any more is dead for good and not looked at again.
"""

import numpy as np
import numpy.typing as npt

from tesserae.games.dominoes.account import BRIDGE, DOUBLE_CONNECTION, HEXAGON, TILE
from tesserae.games.dominoes.tiles import ALL, COUNT, FITS, turned
from tesserae.kernel.bits import bits_in, lowest, signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.rules import Actions
from tesserae.kernel.triangles import ACROSS, COLUMN_MASK, CORNERS, POINTS, ROW_SHIFT, SIDE, cell_number

MIDDLE = SIDE // 2
START_CELL = cell_number(MIDDLE, MIDDLE)
"""Where the first tile of a round lies; it points up."""
MOST_OPEN = COUNT + 3
"""Each tile fills an open cell and opens two at most; one more to write to before it counts."""
MOST_FITTING = 6
"""So many tiles at most have the two numbers of a given side."""
NUMBER_BITS = 0b111
ONE_TILE = 0b1000
FIVE_TILES = 5 * ONE_TILE

FIELDS = [
    ("laid", np.int64, (SIDE,)),
    ("unlaid", np.int64),  # the tiles that are not on the board
    ("fitting", np.int64),  # the tiles that fit into some open cell
    ("open_fits", np.int64, (MOST_OPEN,)),
    ("open_cells", np.int16, (MOST_OPEN,)),
    ("open_count", np.uint16),
    ("corners", np.uint8, (POINTS,)),
]


@inner
def clear(state: np.record) -> None:
    """Take all tiles off; anything may be laid in the middle."""
    for row in range(SIDE):
        state.laid[row] = 0
    for point in range(POINTS):
        state.corners[point] = 0
    state.unlaid = ALL
    state.fitting = ALL
    state.open_cells[0] = START_CELL
    state.open_fits[0] = ALL
    state.open_count = 1


@inner
def is_first(state: np.record) -> bool:
    """Whether the round waits for its first tile."""
    return state.unlaid == ALL  # type: ignore[no-any-return]


@inner
def is_in(rows: npt.NDArray[np.int64], cell: int) -> int:
    """Look up a cell in a bit set."""
    return rows[cell >> ROW_SHIFT] >> (cell & COLUMN_MASK) & 1  # type: ignore[no-any-return]


@inner
def pattern_at(state: np.record, cell: int) -> int:
    """See what the corners of a cell show; see `tiles`."""
    first = signed(state.corners[CORNERS[cell, 0]]) & NUMBER_BITS
    second = signed(state.corners[CORNERS[cell, 1]]) & NUMBER_BITS
    third = signed(state.corners[CORNERS[cell, 2]]) & NUMBER_BITS
    return first << 6 | second << 3 | third


@inner
def tiles_for(state: np.record, cell: int) -> int:
    """Collect the tiles not yet laid that fit into an empty cell, whether or not it lies beside a tile."""
    return FITS[pattern_at(state, cell)] & state.unlaid  # type: ignore[no-any-return]


@inner
def can_lay(state: np.record, tiles: int) -> bool:
    """Say whether any of these tiles fits anywhere."""
    return state.fitting & tiles != 0  # type: ignore[no-any-return]


@inner
def placements(state: np.record, tiles: int, actions: Actions) -> int:
    """Write every way to lay one of these tiles, in rising order, and return their number."""
    count = 0
    if not can_lay(state, tiles):
        return count
    for i in range(state.open_count):
        fits = state.open_fits[i] & tiles
        while fits:
            tile = lowest(fits)
            fits ^= signed(1) << tile
            action = signed(state.open_cells[i]) * COUNT + tile
            place = count
            while place > 0 and actions[place - 1] > action:
                actions[place] = actions[place - 1]
                place -= 1
            actions[place] = action
            count += 1
    return count


@inner
def fits_in(state: np.record, cell: int, tile: int) -> bool:
    """Say whether a tile fits into a cell that is open."""
    for i in range(state.open_count):
        if state.open_cells[i] == cell:
            return bool(state.open_fits[i] >> tile & 1)
    return False


@inner
def connection(state: np.record, cell: int) -> int:
    """Name what a tile laid here makes: hexagons, a double connection, a bridge, or nothing but itself."""
    hexagons, touched, neighbours = 0, 0, 0
    for i in range(3):
        point = signed(state.corners[CORNERS[cell, i]])
        hexagons += point >= FIVE_TILES
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
    for i in range(3):
        point = CORNERS[cell, i]
        shown = signed(state.corners[point]) & ~NUMBER_BITS
        state.corners[point] = shown + ONE_TILE + (numbers >> 6 - 3 * i & NUMBER_BITS)
    open_around(state, cell)


@inner
def open_around(state: np.record, cell: int) -> None:
    """Bring the open cells up to date after a tile was laid in one of them."""
    kept, fitting = 0, signed(0)
    for i in range(state.open_count):
        other = signed(state.open_cells[i])
        fits = state.open_fits[i] & state.unlaid
        if are_near(cell, other):
            fits = 0 if other == cell or is_across(cell, other) else tiles_for(state, other)
        kept = keep_open(state, kept, other, fits)
        fitting |= fits
    for side in range(3):
        other = signed(ACROSS[cell, side])
        fits = 0 if is_in(state.laid, other) else tiles_for(state, other)
        kept = keep_open(state, kept, other, fits)
        fitting |= fits
    state.open_count = kept
    state.fitting = fitting


@inner
def keep_open(state: np.record, kept: int, cell: int, fits: int) -> int:
    """Write a cell behind so many open ones, and count it if anything fits."""
    state.open_cells[kept] = cell
    state.open_fits[kept] = fits
    return kept + (fits != 0)


@inner
def is_across(cell: int, other: int) -> bool:
    """Say whether two cells share a side."""
    return bool(other == ACROSS[cell, 0] or other == ACROSS[cell, 1] or other == ACROSS[cell, 2])


@inner
def are_near(cell: int, other: int) -> bool:
    """Say whether two cells may share a corner: those that do are at most one row and two columns apart."""
    rows = (other >> ROW_SHIFT) - (cell >> ROW_SHIFT) + 1 & COLUMN_MASK
    columns = (other & COLUMN_MASK) - (cell & COLUMN_MASK) + 2 & COLUMN_MASK
    return rows <= 2 and columns <= 4


def cells_in(rows: npt.NDArray[np.int64]) -> list[int]:
    """List the cells of a bit set, by number."""
    used = [(row, columns) for row, columns in enumerate(rows.tolist()) if columns]
    return [row * SIDE + column for row, columns in used for column in bits_in(columns)]


def open_cells(state: np.record) -> list[tuple[int, int]]:
    """List the open cells by number, each with the tiles that fit."""
    count = int(state.open_count)
    return sorted(zip(state.open_cells[:count].tolist(), state.open_fits[:count].tolist(), strict=True))
