"""The values at the start: boards with a line have ended, all others may still become anything."""

import numpy as np

from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import compiled, inner
from tesserae.solve.quixo.geometry import Geometry
from tesserae.solve.quixo.index import Sets, inside_of, outside_of, squeezed
from tesserae.solve.quixo.unit import WITHOUT, Words

HALF_WORD = 32


@inner
def _all_of(bits: int, owned: bool) -> np.uint64:
    """Mark the places of a half word in whose number all these bits are 1, or all are 0."""
    found = np.uint64((1 << HALF_WORD) - 1)
    for bit in range(5):
        if bits >> bit & 1:
            found &= ~WITHOUT[bit] if owned else WITHOUT[bit]
    return found


@inner
def _line_words(inside: int, unit: int, word: int, border_part: int, interior_part: int, owned: bool) -> np.uint64:
    """Mark the states of a half word in which the mover owns a line, or owns nothing of it."""
    wanted_border, wanted_word = (border_part, interior_part >> 5) if owned else (signed(0), signed(0))
    if unit & border_part != wanted_border or word & (interior_part >> 5) != wanted_word:
        return np.uint64(0)
    return _all_of(interior_part & 31, owned)


@compiled
def begin(board: Geometry, own: Sets, first: int, last: int, table: Words, candidates: Words) -> None:
    """Write the values of boards that have ended; all others are candidates for everything.

    A line of the mover's mark is a win for him, even beside one of the opponent's: that one's move made both.
    """
    lines = np.empty((len(board.lines), 2), np.int64)
    table32, table16 = table.view(np.uint32), table.view(np.uint16)
    candidates32, candidates16 = candidates.view(np.uint32), candidates.view(np.uint16)
    for place in range(first, last):
        blanks = own.blanks[place]
        inside, outside = inside_of(board, blanks), outside_of(board, blanks)
        count = 0
        for line in board.lines:
            if not line & blanks:
                cells = squeezed(line, blanks)
                lines[count, 0], lines[count, 1] = cells >> inside, cells & ((signed(1) << inside) - 1)
                count += 1
        places = np.uint64(HALF_WORD if inside >= 5 else 1 << inside)
        valid = (np.uint64(1) << places) - np.uint64(1)
        plane = signed(1) << max(inside - 5, 0)
        table32[own.first[place] : own.first[place + 1]] = 0
        candidates16[own.first[place] : own.first[place + 1]] = 0
        for unit in range(signed(1) << outside):
            for word in range(plane):
                mine = theirs = np.uint64(0)
                for line in range(count):
                    mine |= _line_words(inside, unit, word, lines[line, 0], lines[line, 1], True)
                    theirs |= _line_words(inside, unit, word, lines[line, 0], lines[line, 1], False)
                win, loss = mine & valid, theirs & ~mine & valid
                if inside >= 5:
                    at = own.first[place] + 2 * plane * unit + word
                    table32[at], table32[at + plane] = win, ~loss & valid
                    candidates32[own.first[place] // 2 + plane * unit + word] = ~(win | loss) & valid
                else:
                    at = own.first[place] + unit
                    table16[2 * at], table16[2 * at + 1] = win, ~loss & valid
                    candidates16[at] = ~(win | loss) & valid
