"""Looking up one position in solved layers, from compiled code.

A `Probe` has the numbering of all layers that are there, and the addresses of their tables, which are mapped from
files. Boards are those of the rules: two bit sets, the cubes of the mover and of his opponent.
"""

import ctypes
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from tesserae.kernel.bits import population, signed
from tesserae.kernel.compiling import compiled, inner
from tesserae.solve.quixo.geometry import SYMMETRIES, Geometry, Integers
from tesserae.solve.quixo.index import bit_of, image, inside_of, plane_log, squeezed

LOSS, DRAW, WIN, MISSING = -1, 0, 1, 2
"""The value of a position for the player to move; MISSING if its layer has not been solved."""
NO_PLIES = -1
"""No distance is stored for this position."""
SPLIT = 13
"""Boards are renumbered in two parts, of so many cells and the rest."""


class Probe(NamedTuple):
    """Everything compiled code needs to look up a position."""

    board: Geometry
    lower_cells: Integers
    """The solver's cells for each set of the first 13 cells of the rules ..."""
    upper_cells: Integers
    """... and of the others."""
    values: Integers
    """By number of neutral cubes: the address of the table, 0 if it is missing."""
    plies: Integers
    """The address of the distances ..."""
    far: Integers
    """... and of the states they belong to, if they are not stored for every state ..."""
    far_count: Integers
    """... and how many those are."""
    first_home: Integers
    """Where the numbering of each layer begins in `homes` ..."""
    first_set: Integers
    """... and where in `blanks` and `first_word`."""
    first_rank: Integers
    homes: np.ndarray[Any, np.dtype[np.int32]]
    blanks: Integers
    first_word: Integers


def word_at(address: int, place: int) -> int:
    """Read a 64-bit word from a table at this address."""
    return ctypes.c_int64.from_address(int(address) + 8 * int(place)).value


@intrinsic  # type: ignore[untyped-decorator]
def _load_word(_context: Any, address: Any, place: Any) -> Any:
    """One instruction of the processor."""
    from llvmlite import ir

    def codegen(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        words = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(words, [arguments[1]]))

    return types.int64(types.int64, types.int64), codegen


@overload(word_at, strict=False)  # type: ignore[untyped-decorator]
def _compile_word_at(address: Any, place: Any) -> Any:
    return lambda address, place: _load_word(address, place)


@inner
def _renumbered(probe: Probe, cells: int) -> int:
    lower, upper = cells & ((1 << SPLIT) - 1), cells >> SPLIT
    return probe.lower_cells[lower] | probe.upper_cells[upper]  # type: ignore[no-any-return]


@inner
def locate(probe: Probe, mover: int, other: int) -> tuple[int, int, int]:
    """Find a position: the number of neutral cubes, the set among all sets, and the number within the set."""
    board = probe.board
    mine, theirs = _renumbered(probe, mover), _renumbered(probe, other)
    gaps = ((signed(1) << (board.interior + board.border)) - 1) & ~(mine | theirs)
    count = population(gaps)
    interior_part = gaps & ((signed(1) << board.interior) - 1)
    rank = probe.first_rank[count, gaps >> board.interior] + board.interior_rank[interior_part]
    home = signed(probe.homes[probe.first_home[count] + rank])
    place = probe.first_set[count] + home // SYMMETRIES
    return count, place, squeezed(image(board, home & (SYMMETRIES - 1), mine), probe.blanks[place])


@inner
def value_of(probe: Probe, mover: int, other: int) -> int:
    """Look up the value of a position for the player to move: WIN, DRAW, LOSS, or MISSING."""
    count = probe.board.interior + probe.board.border - population(mover | other)
    table = probe.values[count]
    if table == 0:
        return MISSING
    count, place, number = locate(probe, mover, other)
    inside = inside_of(probe.board, probe.blanks[place])
    bit = 32 * probe.first_word[place] + bit_of(inside, number)
    if word_at(table, bit >> 6) >> (bit & 63) & 1:
        return WIN
    bit += signed(1) << plane_log(inside)
    return DRAW if word_at(table, bit >> 6) >> (bit & 63) & 1 else LOSS


@inner
def plies_of(probe: Probe, mover: int, other: int) -> int:
    """Look up the distance of a position that is won or lost; NO_PLIES where none is stored.

    On small boards that is the distance to the end, on 5x5 the distance to conversion, stored where it is long.
    """
    count = probe.board.interior + probe.board.border - population(mover | other)
    if probe.plies[count] == 0:
        return NO_PLIES
    count, place, number = locate(probe, mover, other)
    cells = probe.board.interior + probe.board.border
    state = ((place - probe.first_set[count]) << (cells - count)) + number
    if probe.far[count] == 0:
        return word_at(probe.plies[count], state >> 3) >> (8 * (state & 7)) & 0xFF  # type: ignore[no-any-return]
    low, high = signed(0), probe.far_count[count]
    while low < high:
        middle = (low + high) // 2
        if word_at(probe.far[count], middle) < state:
            low = middle + 1
        else:
            high = middle
    if low == probe.far_count[count] or word_at(probe.far[count], low) != state:
        return NO_PLIES
    return word_at(probe.plies[count], low >> 2) >> (16 * (low & 3)) & 0xFFFF


@compiled
def look_up(probe: Probe, mover: int, other: int) -> tuple[int, int]:
    """Look up value and distance from Python."""
    return value_of(probe, mover, other), plies_of(probe, mover, other)


@compiled
def look_up_many(probe: Probe, movers: Integers, others: Integers, values: Integers, plies: Integers) -> None:
    """Look up values and distances of many positions."""
    for place in range(len(movers)):
        values[place] = value_of(probe, movers[place], others[place])
        plies[place] = plies_of(probe, movers[place], others[place])
