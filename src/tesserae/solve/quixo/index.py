"""How states are numbered: by the set of neutral cubes up to symmetry, then by the cubes of the mover.

Only the set of neutral cubes is made canonical, by taking the least of its eight images, interior cells first.
Its number comes from a table that is addressed by rank: sets of k cells in rising order are numbered by two small
tables, one for the border part and one for the interior part.

    rank = first rank of the border part + rank of the interior part among its like
    home[rank] = (number of the canonical set) * 8 + the symmetry that leads there

Within a set the state is numbered by the mover's cubes, the cells without neutral cube counted in rising order:
first those of the interior (`inside` of them), then those of the border (`outside`). All other cubes are the
opponent's.
"""

from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tesserae.kernel.bits import population, signed
from tesserae.kernel.compiling import compiled, inner
from tesserae.solve.quixo.geometry import SYMMETRIES, Geometry, Integers, geometry

ALIGNMENT = 4
"""Every set begins at a multiple of so many words, so that all can be read in words of 64 bits."""
WORD_BITS = 32
PLANE_LOG = 4
"""A plane of a unit (see `unit`) has at least two to this power of bits."""


class Sets(NamedTuple):
    """The canonical sets of one layer, and the way from any set to its own."""

    blanks: Integers
    """The cells with neutral cubes."""
    first: Integers
    """The first word of each set's values, and at the end the number of all words."""
    images: Integers
    """How many sets each stands for: 8, or fewer if it is symmetrical."""
    home: npt.NDArray[np.int32]
    """By rank: the number of the canonical set and the symmetry that leads to it."""
    first_rank: Integers
    """The least rank of a set with this border part."""


@inner
def rank(board: Geometry, sets: Sets, blanks: int) -> int:
    """Number a set of neutral cubes among all with as many."""
    border_part = blanks >> board.interior
    interior_part = blanks & ((1 << board.interior) - 1)
    return sets.first_rank[border_part] + board.interior_rank[interior_part]  # type: ignore[no-any-return]


@inner
def image(board: Geometry, symmetry: int, cells: int) -> int:
    """Turn and mirror a set of cells."""
    inside = board.interior_images[symmetry, cells & ((1 << board.interior) - 1)]
    return inside | board.border_images[symmetry, cells >> board.interior]  # type: ignore[no-any-return]


@inner
def squeezed(cells: int, blanks: int) -> int:
    """Close the gaps that neutral cubes leave in a set of cells: its number within the set."""
    while blanks:
        lowest = blanks & -blanks
        below = lowest - 1
        cells = (cells & below) | ((cells >> 1) & ~below)
        blanks = (blanks ^ lowest) >> 1
    return cells


@inner
def spread(number: int, blanks: int) -> int:
    """Open them again: the cells of a number."""
    while blanks:
        lowest = blanks & -blanks
        below = lowest - 1
        number = (number & below) | ((number & ~below) << 1)
        blanks ^= lowest
    return number


@inner
def inside_of(board: Geometry, blanks: int) -> int:
    """Count the interior cells without a neutral cube."""
    return board.interior - population(blanks & ((1 << board.interior) - 1))


@inner
def outside_of(board: Geometry, blanks: int) -> int:
    """Count the border cells without a neutral cube."""
    return board.border - population(blanks >> board.interior)


@inner
def plane_log(inside: int) -> int:
    """Say how many index bits a plane of a unit has, padding included."""
    return max(inside, PLANE_LOG)


@inner
def unit_words(inside: int) -> int:
    """Say how many words a unit takes."""
    return signed(1) << (plane_log(inside) + 1 - 5)


@inner
def bit_of(inside: int, number: int) -> int:
    """Find the WIN bit of a state, counted from the start of its set; NOT LOSS is a plane further on."""
    unit, place = number >> inside, number & ((signed(1) << inside) - 1)
    return (unit << (plane_log(inside) + 1)) + place


@inner
def _key(board: Geometry, blanks: int) -> int:
    """Order sets by their interior part first."""
    return (blanks & ((1 << board.interior) - 1)) << board.border | blanks >> board.interior


@inner
def _next_of_same_size(cells: int) -> int:
    """Give the next larger set with as many cells (Gosper's way)."""
    lowest = cells & -cells
    carried = cells + lowest
    return carried | ((cells ^ carried) >> 2) // lowest


@compiled
def _canonical(board: Geometry, count: int, sets: Sets) -> int:
    """Find the canonical sets; returns their number. `home` of all others stays -1."""
    found = 0
    blanks = (signed(1) << count) - 1
    for place in range(len(sets.home)):
        same = 0
        is_least = True
        for symmetry in range(SYMMETRIES):
            other = image(board, symmetry, blanks)
            same += other == blanks
            if _key(board, other) < _key(board, blanks):
                is_least = False
                break
        sets.home[place] = -1
        if is_least:
            sets.home[place] = found * SYMMETRIES
            sets.blanks[found] = blanks
            sets.images[found] = SYMMETRIES // same
            found += 1
        if count:
            blanks = _next_of_same_size(blanks)
    return found


@compiled
def _lead_home(board: Geometry, count: int, sets: Sets) -> None:
    """Say of every other set which symmetry makes it canonical."""
    blanks = (signed(1) << count) - 1
    for place in range(len(sets.home)):
        if sets.home[place] < 0:
            best, best_key = 0, _key(board, blanks)
            for symmetry in range(1, SYMMETRIES):
                key = _key(board, image(board, symmetry, blanks))
                if key < best_key:
                    best, best_key = symmetry, key
            sets.home[place] = sets.home[rank(board, sets, image(board, best, blanks))] + best
        if count:
            blanks = _next_of_same_size(blanks)


def new_sets(size: int, blanks: int) -> Sets:
    """Number all sets with so many neutral cubes."""
    board = geometry(size)
    sizes = np.bitwise_count(np.arange(1 << board.border))
    of_interior = np.array([comb(board.interior, count) for count in range(board.interior + 1)])
    left = blanks - sizes.astype(np.int64)
    is_possible = (left >= 0) & (left <= board.interior)
    counts = np.where(is_possible, of_interior[np.where(is_possible, left, 0)], 0)
    total = comb(board.interior + board.border, blanks)
    sets = Sets(
        blanks=np.zeros(total, np.int64),
        first=np.zeros(0, np.int64),
        images=np.zeros(total, np.int64),
        home=np.zeros(total, np.int32),
        first_rank=np.cumsum(counts) - counts,
    )
    found = _canonical(board, blanks, sets)
    _lead_home(board, blanks, sets)
    canonical = sets.blanks[:found].copy()
    inside = board.interior - np.bitwise_count(canonical & ((1 << board.interior) - 1)).astype(np.int64)
    outside = board.border - np.bitwise_count(canonical >> board.interior).astype(np.int64)
    words = 1 << (np.maximum(inside, PLANE_LOG) + 1 - 5 + outside)
    words = -(-words // ALIGNMENT) * ALIGNMENT
    return sets._replace(
        blanks=canonical, images=sets.images[:found].copy(), first=np.concatenate([[0], np.cumsum(words)])
    )
