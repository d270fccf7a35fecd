"""Counting wins, losses and draws of a layer, by the number of the mover's cubes, over all boards."""

import numpy as np
import numpy.typing as npt

from tesserae.kernel.bits import population, signed
from tesserae.kernel.compiling import compiled
from tesserae.solve.quixo.geometry import Geometry
from tesserae.solve.quixo.index import Sets, inside_of, outside_of
from tesserae.solve.quixo.unit import Words

WIN, LOSS, DRAW = 0, 1, 2
"""The columns of counts."""


def _with_so_many(ones: int) -> int:
    return sum(1 << place for place in range(32) if place.bit_count() == ones)


WITH_ONES = np.array([_with_so_many(ones) for ones in range(6)], np.int64)
"""The places of a half word by the number of ones in their number."""


@compiled
def count(board: Geometry, own: Sets, first: int, last: int, table: Words, counts: npt.NDArray[np.int64]) -> None:
    """Add up the values of some sets in `counts[mover's cubes, value]`, each once for every image of its set."""
    table32, table16 = table.view(np.uint32), table.view(np.uint16)
    for place in range(first, last):
        blanks = own.blanks[place]
        inside, outside = inside_of(board, blanks), outside_of(board, blanks)
        places = signed(32 if inside >= 5 else 1 << inside)
        valid = (signed(1) << places) - 1
        plane = signed(1) << max(inside - 5, 0)
        images = own.images[place]
        for unit in range(signed(1) << outside):
            for word in range(plane):
                if inside >= 5:
                    at = own.first[place] + 2 * plane * unit + word
                    win, not_loss = signed(table32[at]), signed(table32[at + plane])
                else:
                    at = 2 * (own.first[place] + unit)
                    win, not_loss = signed(table16[at]), signed(table16[at + 1])
                ones = population(signed(unit)) + population(signed(word))
                for more in range(min(inside, 5) + 1):
                    here = WITH_ONES[more] & valid
                    row = counts[ones + more]
                    wins, losses = population(win & here), population(~not_loss & here)
                    row[WIN] += wins * images
                    row[LOSS] += losses * images
                    row[DRAW] += (population(here) - wins - losses) * images


def as_rows(counts: npt.NDArray[np.int64]) -> list[list[int]]:
    """Write counts as JSON can."""
    return [[int(number) for number in row] for row in counts]
