"""The pushes of one set of neutral cubes, each written down as a permutation of bit numbers.

The plan is made for the opponent's cubes: those of the mover are all the others, and after a push the opponent is
the one to move, so his cubes number the successor directly. A push that takes the cell `p` is possible where the
opponent does not own `p`, and the cell where the cube enters is not his afterwards. All other cells go somewhere.

    opponent's cubes  [ tile number ][ place in tile ][ interior ]        bit p = 0
                             |              |            |
    successor         [ high[tile]  +   source[piece]  ][ interior ]      bit of the entry = 0

The border bits are mapped by two small lists: one for the tile, one for the pieces within it. A piece is a unit,
or several that lie side by side in both. A push across the board also carries one cell of the interior out, which
asks for two units of the successor, and one border cell in, which asks for half of each.

    both have a mark       WEAVE   the halves of two units together
    only the one going out JOIN    two small units side by side
    only the one coming in HALVE   half of a large unit
    neither                COPY    a unit as it is
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tesserae.kernel.bits import population, signed
from tesserae.kernel.compiling import inner
from tesserae.solve.quixo.geometry import SYMMETRIES, Geometry, Integers
from tesserae.solve.quixo.index import Sets, inside_of, outside_of, plane_log, rank, unit_words

ALONG, WEAVE, JOIN, HALVE, COPY = range(5)
OWN, NEUTRAL = 1, 2
"""Which cubes the pushes of a plan take; both at once can be asked for."""

MOST_PUSHES = 44
TILE_LOG = 12
"""A tile has at most two to this power of 32-bit words: it stays in the cache nearest to the processor."""
MOST_LOW = 10
"""At most so many border bits tell the place in a tile."""
MOST_HIGH = 10
"""At most so many tell the tile: a unit of a full interior fills 32 words, so there are 6 bits for the place."""
MOST_EXCHANGES = 12
NONE = -1


class Plan(NamedTuple):
    """What to do for each push; `count` and `along` are kept in `numbers`, all else is a row for each push."""

    homes: Integers
    """By push: number and symmetry of the successor's set, -1 for pushes that are not in the plan."""
    kind: Integers
    symmetry: Integers
    base: Integers
    """The first word of the successor's set."""
    barred: Integers
    """The bit of a tile's number that is set where the opponent owns the cube to be taken."""
    run: Integers
    """The words of a piece in the source."""
    pieces: Integers
    """The number of pieces in a tile."""
    at: npt.NDArray[np.uint32]
    """The word of the tile where each piece belongs ..."""
    source: npt.NDArray[np.uint32]
    """... and the word of the successor's set where it is found ..."""
    high: npt.NDArray[np.uint32]
    """... to be added to this word of the tile."""
    second: Integers
    """How far the unit is in which the cell going out is the opponent's."""
    bit: Integers
    """The bit of the successor's units that stands for the cell coming in."""
    half_low: Integers
    """1 if the second half of the pieces is that where the cell coming in is the opponent's ..."""
    half_high: Integers
    """... otherwise the bit of the tile's number that says so."""
    exchange_count: Integers
    exchanges: Integers
    """What brings the interior bits and the plane into order."""


@inner
def new_plan() -> Plan:
    """Make room for a plan."""
    return Plan(
        np.empty(MOST_PUSHES, np.int64),
        np.empty(MOST_PUSHES, np.int64),
        np.empty(MOST_PUSHES, np.int64),
        np.empty(MOST_PUSHES, np.int64),
        np.empty(MOST_PUSHES, np.int64),
        np.empty(MOST_PUSHES, np.int64),
        np.empty(MOST_PUSHES, np.int64),
        np.empty((MOST_PUSHES, 1 << MOST_LOW), np.uint32),
        np.empty((MOST_PUSHES, 1 << MOST_LOW), np.uint32),
        np.empty((MOST_PUSHES, 1 << MOST_HIGH), np.uint32),
        np.empty(MOST_PUSHES, np.int64),
        np.empty(MOST_PUSHES, np.int64),
        np.empty(MOST_PUSHES, np.int64),
        np.empty(MOST_PUSHES, np.int64),
        np.empty(MOST_PUSHES, np.int64),
        np.empty((MOST_PUSHES, MOST_EXCHANGES, 2), np.int64),
    )


@inner
def low_bits(inside: int, outside: int) -> int:
    """Choose how many border bits tell the place in a tile."""
    of_unit = plane_log(inside) + 1 - 5
    return min(outside, MOST_LOW, TILE_LOG - of_unit)


@inner
def blanks_after(board: Geometry, push: int, blanks: int) -> int:
    """Slide the neutral cubes; one that is taken is neutral no more."""
    after = blanks
    for place in range(board.lengths[push]):
        after &= ~(signed(1) << board.paths[push, place])
    for place in range(1, board.lengths[push]):
        after |= (blanks >> board.paths[push, place] & 1) << board.paths[push, place - 1]
    return after


@inner
def find_homes(plan: Plan, board: Geometry, blanks: int, own: Sets, below: Sets, taken: int) -> None:
    """Find the successor's set for every push that takes a cube as asked for."""
    for push in range(len(board.paths)):
        is_neutral = blanks >> board.paths[push, 0] & 1
        plan.homes[push] = NONE
        if is_neutral and taken & NEUTRAL:
            plan.homes[push] = below.home[rank(board, below, blanks_after(board, push, blanks))]
        elif not is_neutral and taken & OWN:
            plan.homes[push] = own.home[rank(board, own, blanks_after(board, push, blanks))]


@inner
def make_plan(plan: Plan, board: Geometry, blanks: int, own: Sets, below: Sets) -> tuple[int, int]:
    """Write down all pushes that have a home; returns how many go along a side, and how many in all."""
    count = 0
    for symmetry in range(SYMMETRIES):
        for push in range(board.along):
            if plan.homes[push] != NONE and plan.homes[push] & (SYMMETRIES - 1) == symmetry:
                _plan_push(plan, count, board, push, blanks, own, below)
                count += 1
    along = count
    for push in range(board.along, len(board.paths)):
        if plan.homes[push] != NONE:
            _plan_push(plan, count, board, push, blanks, own, below)
            count += 1
    return along, count


@inner
def _plan_push(plan: Plan, slot: int, board: Geometry, push: int, blanks: int, own: Sets, below: Sets) -> None:
    """Map every cell but the one taken, then write down the lists and the exchanges."""
    taken_cell = board.paths[push, 0]
    symmetry, number = plan.homes[push] & (SYMMETRIES - 1), plan.homes[push] // SYMMETRIES
    if blanks >> taken_cell & 1:
        successor, base = below.blanks[number], below.first[number]
    else:
        successor, base = own.blanks[number], own.first[number]
    inside, outside = inside_of(board, blanks), outside_of(board, blanks)
    source_inside = inside_of(board, successor)
    words, source_words = unit_words(inside), unit_words(source_inside)
    low = low_bits(inside, outside)

    where = np.empty(10, np.int64)  # for each interior bit, and then the plane: its bit in the gathered units
    weights = np.empty(16, np.int64)  # for each border bit: what it adds to the word in the successor's set
    second = bit = coming_in = taken = NONE
    interior_bit = border_bit = 0
    for cell in range(board.interior + board.border):
        if blanks >> cell & 1:
            continue
        there = board.symmetry[symmetry, board.moved[push, cell]]
        place = there - population(successor & ((signed(1) << there) - 1))
        weight = source_words << max(place - source_inside, 0)
        if cell < board.interior:
            where[interior_bit] = place
            if place >= source_inside:
                second = weight
                where[interior_bit] = NONE
            interior_bit += 1
        else:
            weights[border_bit] = weight
            if cell == taken_cell:
                taken = border_bit
            elif place < source_inside:
                coming_in, bit = border_bit, place
                weights[border_bit] = 0
            border_bit += 1

    plan.symmetry[slot], plan.base[slot] = symmetry, base
    plan.second[slot], plan.bit[slot] = second, bit
    plan.barred[slot] = signed(1) << (taken - low) if taken >= low else 0
    plan.half_low[slot] = 0 <= coming_in < low
    plan.half_high[slot] = signed(1) << (coming_in - low) if coming_in >= low else 0
    if push < board.along:
        plan.kind[slot] = ALONG
    elif second != NONE:
        plan.kind[slot] = WEAVE if bit != NONE else JOIN
    else:
        plan.kind[slot] = HALVE if bit != NONE else COPY
    may_join = inside == source_inside
    _list_pieces(plan, slot, weights, taken, coming_in, low, outside, words, source_words, may_join)
    if push >= board.along or (symmetry and (slot == 0 or plan.symmetry[slot - 1] != symmetry)):
        source_plane = plane_log(source_inside)
        for interior in range(inside):
            if where[interior] == NONE:  # the cell that goes out
                where[interior] = bit if bit != NONE else source_plane + 1
        where[inside] = source_plane
        _list_exchanges(plan, slot, where, inside)


@inner
def _list_pieces(
    plan: Plan,
    slot: int,
    weights: Integers,
    taken: int,
    coming_in: int,
    low: int,
    outside: int,
    words: int,
    source_words: int,
    may_join: bool,
) -> None:
    """Map border bits to words: the lowest, as long as they stay so, are one piece; the rest makes two lists."""
    same = 0
    if may_join:
        while same < low and same != taken and same != coming_in and weights[same] == words << same:
            same += 1
    plan.run[slot] = source_words << same
    at, source, high = plan.at[slot], plan.source[slot], plan.high[slot]
    at[0] = source[0] = high[0] = 0
    count = 1
    for border_bit in range(same, low):
        if border_bit != taken and border_bit != coming_in:
            for piece in range(count):
                at[count + piece] = at[piece] + (words << border_bit)
                source[count + piece] = source[piece] + weights[border_bit]
            count *= 2
    if 0 <= coming_in < low:
        for piece in range(count):
            at[count + piece] = at[piece] + (words << coming_in)
            source[count + piece] = source[piece]
        count *= 2
    plan.pieces[slot] = count
    count = 1
    for border_bit in range(low, outside):
        weight = 0 if border_bit == taken else weights[border_bit]
        for tile in range(count):
            high[count + tile] = high[tile] + weight
        count *= 2


@inner
def _list_exchanges(plan: Plan, slot: int, where: Integers, inside: int) -> None:
    """Sort the interior bits, and put the plane above them and the padding."""
    count = 0
    for wanted in range(inside + 1):
        target = plane_log(inside) if wanted == inside else wanted
        found = where[wanted]
        if found != target:
            plan.exchanges[slot, count, 0] = min(found, target)
            plan.exchanges[slot, count, 1] = max(found, target)
            count += 1
            for other in range(wanted + 1, inside + 1):
                if where[other] == target:
                    where[other] = found
    plan.exchange_count[slot] = count
