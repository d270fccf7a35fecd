"""The small boards: all layers at once, so that the number of a sweep is the distance to the end of the game.

The layers lie one behind the other in one table, and every sweep takes marked and neutral cubes alike.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tesserae.solve.quixo.index import new_sets
from tesserae.solve.quixo.layer import Layer, Worker, look, start
from tesserae.solve.quixo.plan import NEUTRAL, OWN

Plies = npt.NDArray[np.uint8]


@dataclass
class Solved:
    """A layer, and for each of its states the distance to the end in plies; for a draw that means nothing."""

    layer: Layer
    plies: Plies


def solve_whole(
    size: int, blanks: int, worker: Worker, report: Callable[[int], None] = lambda _sweep: None
) -> list[Solved]:
    """Solve all layers with up to so many neutral cubes; `report` is told the number of each sweep."""
    found, words = [], 0
    for number in range(blanks + 1):
        sets = new_sets(size, number)
        sets = sets._replace(first=sets.first + words)
        words = int(sets.first[-1])
        layer = Layer(size, number, sets, np.empty(0, np.uint64))
        found.append(Solved(layer, np.zeros(layer.states, np.uint8)))
    table, candidates = np.empty(words // 2, np.uint64), np.empty(words // 4, np.uint64)
    for solved in found:
        solved.layer.table = table
        start(solved.layer, candidates, worker)
    table, sweeps = _sweep_until_settled(found, table, candidates, worker, report)
    for solved in found:
        layer = solved.layer
        first, last = int(layer.sets.first[0]), int(layer.sets.first[-1])
        layer.sets = layer.sets._replace(first=layer.sets.first - first)
        layer.table, layer.sweeps = table[first // 2 : last // 2].copy(), sweeps
    return found


def _sweep_until_settled(
    found: list[Solved],
    table: npt.NDArray[np.uint64],
    candidates: npt.NDArray[np.uint64],
    worker: Worker,
    report: Callable[[int], None],
) -> tuple[npt.NDArray[np.uint64], int]:
    """Sweep from one table into the other and back until nothing is new."""
    old, new = table, table.copy()
    number, settled = 0, 1
    while settled:
        number, settled = number + 1, 0
        report(number)
        for place, solved in enumerate(found):
            below = found[max(place - 1, 0)].layer.sets
            last_change = np.zeros(len(solved.layer.sets.blanks), np.int32)
            tables = (old, old, new)
            seen = look(
                solved.layer, below, OWN | NEUTRAL, number, tables, candidates, last_change, worker, listing=True
            )
            solved.plies[seen.events >> 1] = number
            settled += seen.settled
        old, new = new, old
    return old, number
