"""Perft: the number of move sequences of a given length, the strictest count a rules engine can be checked by."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import numpy as np

from tesserae.games.game import Game
from tesserae.kernel import batch, single
from tesserae.kernel.rules import States
from tesserae.match.match import Match

PART = 4
"""So many moves are counted at a stretch, in compiled code that nothing can interrupt."""
WINDOW = 64
"""So many parts are handed to the threads at once."""


def perft(
    game: Game, depth: int, *, threads: int | None = None, report: Callable[[int, int], None] | None = None
) -> int:
    """Count the sequences of `depth` moves from the start; games that ended earlier do not count.

    `report` is told how many first moves are done, and how many there are. Repetition ends no game here, and a
    game of chance is counted for one deal.
    """
    start = Match(game, seed=0).states
    if depth <= PART:
        return _count(start, depth)
    firsts = list(_children(start))
    parts = ((done, part) for done, first in enumerate(firsts) for part in _descendants(first, depth - 1 - PART))
    pool = ThreadPoolExecutor(threads or batch.available_cores())
    total = 0
    try:
        while window := list(islice(parts, WINDOW)):
            if report:
                report(window[0][0], len(firsts))
            total += sum(pool.map(lambda numbered: _count(numbered[1], PART), window))
    finally:
        pool.shutdown(cancel_futures=True)
    return total


def _descendants(state: States, moves: int) -> Iterator[States]:
    """Yield every position after so many more moves."""
    if moves == 0:
        yield state
        return
    for child in _children(state):
        yield from _descendants(child, moves - 1)


def _children(parent: States) -> Iterator[States]:
    actions = np.zeros(single.most_legal(parent), np.int32)
    for action in actions[: single.legal(parent, actions)].tolist():
        child = parent.copy()
        single.apply(child, action)
        yield child


def _count(state: States, depth: int) -> int:
    if depth == 0:
        return 1
    rows = np.zeros((depth, single.most_legal(state)), np.int32)
    return int(single.perft(np.repeat(state, depth), rows, depth))
