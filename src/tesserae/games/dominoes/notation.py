"""The notation: `3-4-5 @ r2c-1` lays a tile in a cell, `draw` and `pass` do what they say.

Rows count upwards and columns to the right from the start tile, which lies in r0c0. Reading is generous: the
numbers of a tile in any order, with or without hyphens, and no cell where the tile fits in one place alone.
"""

import re

import numpy as np

from tesserae.games.dominoes import board
from tesserae.games.dominoes.board import MIDDLE, is_first, is_in, open_cells, pattern_at
from tesserae.games.dominoes.rules import DRAW, LAYS, PASS, layable, may_draw
from tesserae.games.dominoes.scoring import MOST_DRAWS
from tesserae.games.dominoes.tiles import COUNT, TILES, TOUCHED, TURNS, corners_of, tile_name, tile_names
from tesserae.kernel.triangles import ACROSS, SIDE, Place, cell_number, place_name
from tesserae.words import Refused

_LAY = re.compile(
    r"([0-9])\s*[-.,/ ]?\s*([0-9])\s*[-.,/ ]?\s*([0-9])(?:\s*(?:@|at)?\s*r\s*(-?[0-9]{1,4})\s*c\s*(-?[0-9]{1,4}))?"
)
_WORDS = {DRAW: "draw", PASS: "pass"}
_FARTHEST = COUNT + 1


def place_of(state: np.record, cell: int) -> Place:
    """Say where a cell lies, counted from the start tile.

    A very long row of tiles reaches around the torus: its columns are counted on, as players would.
    """
    row, column = divmod(cell, SIDE)
    right = column - MIDDLE
    if right + SIDE < _FARTHEST and right + SIDE <= _reach(state, 1) + 1:
        right += SIDE
    elif SIDE - right < _FARTHEST and SIDE - right <= _reach(state, -1) + 1:
        right -= SIDE
    return row - MIDDLE, right


def _reach(state: np.record, step: int) -> int:
    """Count the columns with tiles to the right of the start tile, or to its left."""
    columns = int(np.bitwise_or.reduce(state["laid"]))
    reach = 0
    while columns >> (MIDDLE + (reach + 1) * step) % SIDE & 1:
        reach += 1
    return reach


def cell_name(state: np.record, cell: int) -> str:
    """Name a cell."""
    return place_name(place_of(state, cell))


def text(state: np.record, action: int) -> str:
    """Write an action."""
    if action >= LAYS:
        return _WORDS[action]
    cell, tile = divmod(action, COUNT)
    return f"{tile_name(tile)} @ {cell_name(state, cell)}"


def parse(state: np.record, move: str) -> int:
    """Read an action, or refuse and say what is wrong with it."""
    said = " ".join(move.lower().split())
    for action, word in _WORDS.items():
        if said == word:
            return action
    found = _LAY.fullmatch(said)
    if not found:
        raise Refused("dominoes.malformed", move=move[:40])
    tile = read_tile("".join(found.group(1, 2, 3)))
    if found[4] is None:
        return only_place(state, tile) * COUNT + tile
    row, column = int(found[4]), int(found[5])
    cell = cell_number(MIDDLE + row, MIDDLE + column)
    if place_of(state, cell) != (row, column):
        raise Refused("dominoes.too_far", cell=place_name((row, column)))
    return cell * COUNT + tile


def read_tile(digits: str) -> int:
    """Find a tile by its numbers, in whatever order."""
    first, second, third = sorted(int(digit) for digit in digits)
    if third > 5:
        raise Refused("dominoes.no_such_tile", tile="-".join(digits))
    return TILES.index((first, second, third))


def only_place(state: np.record, tile: int) -> int:
    """Find the one cell where a tile that may be laid fits; none or several are refused."""
    if reason := _not_layable(state, tile):
        raise reason
    cells = [cell for cell, fits in open_cells(state) if fits >> tile & 1]
    if len(cells) != 1:
        key = "dominoes.which_place" if cells else "dominoes.fits_nowhere"
        places = ", ".join(cell_name(state, cell) for cell in cells)
        raise Refused(key, tile=tile_name(tile), **({"places": places} if cells else {}))
    return cells[0]


def refusal(state: np.record, action: int) -> Refused:
    """Say why an action is not legal now."""
    if action < LAYS:
        return _cannot_lay(state, *divmod(action, COUNT))
    if is_first(state):
        return Refused("dominoes.start_with_a_tile")
    if action == DRAW and state.draws == MOST_DRAWS:
        return Refused("dominoes.three_drawn")
    if action == DRAW and not state.pool_left:
        return Refused("dominoes.pool_is_empty")
    can_lay = board.can_lay(state, layable(state))
    if action == PASS and may_draw(state, can_lay):
        return Refused("dominoes.draw_first")
    return Refused("dominoes.must_lay")


def _not_layable(state: np.record, tile: int) -> Refused | None:
    """Say why a tile may not be laid now wherever it would go; None if it may."""
    if not int(state.hands[state.seat]) >> tile & 1:
        return Refused("dominoes.not_in_hand", tile=tile_name(tile))
    if not int(layable(state)) >> tile & 1:
        names = ", ".join(tile_names(layable(state)))
        return Refused("dominoes.only_drawn" if state.draws else "dominoes.only_start", tiles=names)
    return None


def _cannot_lay(state: np.record, cell: int, tile: int) -> Refused:
    """Say why a tile cannot be laid in a cell: it is not at hand, or the cell is wrong, or the numbers are."""
    told = {"tile": tile_name(tile), "cell": cell_name(state, cell)}
    if reason := _not_layable(state, tile):
        return reason
    if is_first(state):
        return Refused("dominoes.start_in_the_middle", **told)
    if is_in(state.laid, cell):
        return Refused("dominoes.taken", cell=told["cell"])
    sides = [side for side in range(3) if is_in(state.laid, int(ACROSS[cell, side]))]
    if not sides:
        return Refused("dominoes.not_beside", cell=told["cell"])
    return _clash(state, cell, tile, sides, told)


def _clash(state: np.record, cell: int, tile: int, sides: list[int], told: dict[str, str]) -> Refused:
    """Tell a side whose numbers differ from a corner that differs although the side fits."""
    wanted = int(pattern_at(state, cell))
    corners = [corner - 1 for corner in corners_of(wanted)]
    given_by_sides = {corner for side in sides for corner in range(3) if corner != side}
    on_sides = sum(wanted & 7 << 6 - 3 * corner for corner in given_by_sides)
    if all(int(full) & int(TOUCHED[on_sides]) != on_sides for full in TURNS[tile]):
        shown = ", ".join(f"{corners[(side + 1) % 3]}-{corners[(side + 2) % 3]}" for side in sides)
        return Refused("dominoes.side_clash", **told, side=shown)
    (lonely,) = set(range(3)) - given_by_sides
    return Refused("dominoes.corner_clash", **told, number=corners[lonely])
