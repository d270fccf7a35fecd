"""The last few states, one by one: whoever has just been settled may settle those that lead to him.

When a sweep finds next to nothing, most of its work is in vain. From then on a list of what was settled last is
enough: all states from which the opponent can be put into a lost state are won, and those from which he always
gets a won one are lost. That goes level by level, so distances stay exact.

A set that is its own image under a symmetry keeps one board under several numbers: each is looked at, since
a sweep may have settled some and not yet the others.
"""

import numpy as np

from tesserae.kernel.bits import population, signed
from tesserae.kernel.compiling import compiled, inner
from tesserae.solve.quixo.geometry import SYMMETRIES, Geometry, Integers
from tesserae.solve.quixo.index import (
    Sets,
    bit_of,
    image,
    inside_of,
    plane_log,
    rank,
    spread,
    squeezed,
)
from tesserae.solve.quixo.plan import blanks_after
from tesserae.solve.quixo.unit import Words

WORD = 64


@inner
def _bit(words: Words, number: int) -> int:
    return signed(words[number // WORD] >> np.uint64(number % WORD)) & 1


@inner
def _win_bit(board: Geometry, own: Sets, place: int, number: int) -> int:
    """Find the WIN bit of a state within the table of its layer."""
    return own.first[place] * 32 + bit_of(inside_of(board, own.blanks[place]), number)  # type: ignore[no-any-return]


@inner
def _is_open(board: Geometry, own: Sets, table: Words, place: int, number: int) -> bool:
    """Say whether nothing is known of a state yet."""
    bit = _win_bit(board, own, place, number)
    plane = signed(1) << plane_log(inside_of(board, own.blanks[place]))
    return not _bit(table, bit) and _bit(table, bit + plane) == 1


@inner
def _is_candidate(board: Geometry, own: Sets, candidates: Words, place: int, number: int) -> bool:
    inside = inside_of(board, own.blanks[place])
    bit = ((number >> inside) << plane_log(inside)) + (number & ((signed(1) << inside) - 1))
    return _bit(candidates, own.first[place] * 16 + bit) == 1


@inner
def slid(board: Geometry, push: int, cells: int, back: bool) -> int:
    """Move the cells on the path of a push, or move them back; the end that is left is empty."""
    after = cells
    length = board.lengths[push]
    for place in range(length):
        after &= ~(signed(1) << board.paths[push, place])
    for place in range(1, length):
        here, there = board.paths[push, place], board.paths[push, place - 1]
        if back:
            here, there = there, here
        after |= (cells >> here & 1) << there
    return after


@inner
def _all_won(board: Geometry, own: Sets, table: Words, blanks: int, mover: int, other: int) -> bool:
    """Say whether every push of a marked cube puts the opponent into a won state."""
    for push in range(len(board.paths)):
        if mover >> board.paths[push, 0] & 1:
            after = blanks_after(board, push, blanks)
            home = signed(own.home[rank(board, own, after)])
            place = home // SYMMETRIES
            cells = image(board, home & (SYMMETRIES - 1), slid(board, push, other, False))
            if not _bit(table, _win_bit(board, own, place, squeezed(cells, own.blanks[place]))):
                return False
    return True


@inner
def _room_for(found: Integers, count: int) -> Integers:
    """Double a list that is full."""
    if count < len(found):
        return found
    larger = np.empty(2 * count, np.int64)
    larger[:count] = found[:count]
    return larger


@compiled
def consequences(board: Geometry, own: Sets, table: Words, candidates: Words, events: Integers) -> Integers:
    """List what follows from new results, written down as a `Ledger` does; nothing is changed yet."""
    cells = board.interior + board.border
    found, count = np.empty(1024, np.int64), 0
    everywhere = (signed(1) << cells) - 1
    for event in events:
        is_lost = event & 1 == 1
        states = cells - population(own.blanks[0])
        place, number = event >> 1 >> states, event >> 1 & ((signed(1) << states) - 1)
        blanks = own.blanks[place]
        mine = spread(number, blanks)
        theirs = everywhere & ~blanks & ~mine
        for push in range(len(board.paths)):
            entry = signed(1) << board.paths[push, board.lengths[push] - 1]
            if not theirs & entry:
                continue
            before = slid(board, push, theirs & ~entry, True) | signed(1) << board.paths[push, 0]
            other = slid(board, push, mine, True)
            gaps = everywhere & ~(before | other)
            home = signed(own.home[rank(board, own, gaps)]) // SYMMETRIES
            for symmetry in range(SYMMETRIES):
                if image(board, symmetry, gaps) != own.blanks[home]:
                    continue
                twin = squeezed(image(board, symmetry, before), own.blanks[home])
                if not _is_open(board, own, table, home, twin):
                    continue
                if not is_lost:
                    if not _is_candidate(board, own, candidates, home, twin):
                        continue
                    if not _all_won(board, own, table, gaps, before, other):
                        continue
                found = _room_for(found, count)
                found[count] = 2 * ((home << states) + twin) + (not is_lost)
                count += 1
    return found[:count]


@compiled
def settle(board: Geometry, own: Sets, table: Words, events: Integers) -> int:
    """Write new results into the table; returns how many were new, and moves those to the front of the list."""
    states = board.interior + board.border - population(own.blanks[0])
    count = 0
    for event in events:
        place, number = event >> 1 >> states, event >> 1 & ((signed(1) << states) - 1)
        if not _is_open(board, own, table, place, number):
            continue
        bit = _win_bit(board, own, place, number)
        if event & 1:
            bit += signed(1) << plane_log(inside_of(board, own.blanks[place]))
        table[bit // WORD] ^= np.uint64(1) << np.uint64(bit % WORD)
        events[count] = event
        count += 1
    return count
