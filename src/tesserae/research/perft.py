"""Perft: the number of move sequences of a given length, the strictest count a rules engine can be checked by."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from tesserae.games.game import Game
from tesserae.kernel import batch, single
from tesserae.kernel.rules import States
from tesserae.match.match import Match

SPLIT = 2
"""So many moves are laid out first; what follows each of them is counted in parallel."""


def perft(
    game: Game, depth: int, *, threads: int | None = None, report: Callable[[int, int], None] | None = None
) -> int:
    """Count the sequences of `depth` moves from the start; games that ended earlier do not count.

    `report` is told how many parts are done, and how many there are. Repetition ends no game here, and a game of
    chance is counted for one deal.
    """
    parts = [Match(game, seed=0).states]
    split = min(SPLIT, max(depth - 1, 0))
    for _ in range(split):
        parts = [child for part in parts for child in _children(part)]
    if depth == 0:
        return 1
    total = 0
    with ThreadPoolExecutor(threads or batch.available_cores()) as pool:
        counts = pool.map(lambda part: _count(part, depth - split), parts)
        for done, count in enumerate(counts, start=1):
            total += count
            if report:
                report(done, len(parts))
    return total


def _children(parent: States) -> list[States]:
    actions = np.zeros(single.space(parent), np.int32)
    trail = np.zeros(1, np.uint64)
    children = []
    for action in actions[: single.legal(parent, actions)].tolist():
        child = parent.copy()
        single.step(child, action, trail)
        children.append(child)
    return children


def _count(state: States, depth: int) -> int:
    rows = np.zeros((depth, single.space(state)), np.int32)
    return int(single.perft(np.repeat(state, depth), rows, depth))
