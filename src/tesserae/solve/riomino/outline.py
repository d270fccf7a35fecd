"""What of a position still matters: its outline, hashed so that positions with the same future get the same key.

The board matters only through the tops that still fit, and of those only the ones that somebody has a die for. So
a cell is what fits there, and a cell that nobody can ever fill is nothing. A lonely cell, with none beside it that
can be filled, is just the set of faces that fit: where it lies and how a die is turned there changes nothing, so
lonely cells are a heap in any order. More dice of a face than there are cells for it are as good as just so many.
All of this is seen from the player to move, whichever seat that is.
"""

import numpy as np
import numpy.typing as npt

from tesserae.games.riomino.board import (
    MOST_IN_LINE,
    from_east,
    from_north,
    from_south,
    from_west,
    placed,
    surroundings,
    write_bars,
)
from tesserae.games.riomino.dice import FACE_COUNT, TOP_COUNT, TURNS, VALUE_COUNT
from tesserae.games.riomino.rules import unbarred
from tesserae.kernel.bits import lowest, population, signed
from tesserae.kernel.compiling import inner, inner_wrapping
from tesserae.kernel.generator import mix

ROOM = TOP_COUNT + 4 * VALUE_COUNT
"""Words to work in: the cells of every top, and what bars them."""
_GOLDEN = 0x9E3779B97F4A7C15
_LONELY = np.uint64(_GOLDEN)
_SALTS = np.array([_GOLDEN * (2 * top + 3) % (1 << 64) for top in range(TOP_COUNT)], np.uint64)
"""A word for each top, so that the same cells under another top give another hash."""
_FULL_FRAME = MOST_IN_LINE * MOST_IN_LINE


@inner
def beside(cells: int) -> int:
    """Collect the neighbours of some cells."""
    return from_north(cells) | from_south(cells) | from_east(cells) | from_west(cells)


@inner
def reachable(live: int, far: int) -> int:
    """Add the cells that no die touches yet, as far as dice on live cells could lead to them."""
    reached, grown = signed(0), live
    while grown != reached:
        reached = grown
        grown = reached | far & beside(reached)
    return reached


@inner
def faces_on(cell: int, room: npt.NDArray[np.int64]) -> int:
    """Collect the faces that fit on a cell in some turn, among those that anybody has."""
    faces = signed(0)
    for face in range(FACE_COUNT):
        first = face * TURNS
        fitting = room[first] | room[first + 1] | room[first + 2] | room[first + 3]
        faces |= (fitting >> cell & 1) << face
    return faces


@inner_wrapping
def heap_key(cells: int, room: npt.NDArray[np.int64]) -> np.uint64:
    """Hash lonely cells, the order of which does not matter."""
    total = np.uint64(0)
    while cells:
        cell = lowest(cells)
        cells ^= signed(1) << cell
        total += mix(np.uint64(faces_on(cell, room)) ^ _LONELY)
    return total


@inner_wrapping
def group_key(cells: int, room: npt.NDArray[np.int64]) -> np.uint64:
    """Hash cells with neighbours: which they are, and where among them each top fits."""
    total = mix(np.uint64(cells))
    for top in range(TOP_COUNT):
        total += mix(np.uint64(room[top] & cells) ^ _SALTS[top])
    return total


@inner
def frame_key(state: np.record) -> int:
    """Say how the dice lie in a frame that may still grow; where it cannot, the cells tell everything."""
    if population(state.field) <= _FULL_FRAME:
        return signed(0)
    return signed(state.rows) << 8 | signed(state.columns)


@inner
def outline(state: np.record, room: npt.NDArray[np.int64]) -> tuple[np.uint64, int, int]:
    """Give the key of a position, and in how many ways the player to move and the other one could place a die.

    The start die has been placed, and the game is not over.
    """
    around = surroundings(state)
    bars = room[TOP_COUNT:]
    write_bars(around, bars)
    mine, theirs = signed(state.seat), 1 - signed(state.seat)
    own, other, live = signed(0), signed(0), signed(0)
    for face in range(FACE_COUNT):
        in_play = state.dice[mine, face] or state.dice[theirs, face]
        ways = signed(0)
        for turn in range(TURNS):
            cells = unbarred(around[0], bars, face, turn) if in_play else signed(0)
            room[face * TURNS + turn] = cells
            live |= cells
            ways += population(cells)
        own += ways if state.dice[mine, face] else 0
        other += ways if state.dice[theirs, face] else 0

    reached = reachable(live, state.field & ~placed(state) & ~around[0])
    untouched, most = population(reached & ~live), population(reached)
    dice = signed(0)
    for face in range(FACE_COUNT):
        top = face * TURNS
        fitting = room[top] | room[top + 1] | room[top + 2] | room[top + 3]
        useful = population(fitting) + untouched
        dice = dice << 4 | min(signed(state.dice[mine, face]), useful, (most + 1) // 2)
        dice = dice << 4 | min(signed(state.dice[theirs, face]), useful, most // 2)
    grouped = reached & beside(reached)
    key = mix(group_key(grouped, room) ^ np.uint64(dice))
    key = mix(key ^ heap_key(reached & ~grouped, room))
    return mix(key ^ np.uint64(frame_key(state))), own, other
