"""Filling a tray piece by piece, by the compiled rules of the game: counts solutions, and measures difficulty.

The search does what a careful player does: it goes on in a cell that leaves the fewest choices, and takes back
what leads nowhere.
"""

from typing import NamedTuple

import numpy as np

from tesserae.games.puzzelino.board import LAYS, WAYS, lay, placements
from tesserae.games.puzzelino.pieces import COUNT, LIE_COUNT
from tesserae.games.puzzelino.puzzles import Puzzle
from tesserae.games.puzzelino.setting import in_the_tray
from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import compiled, inner
from tesserae.kernel.generator import GENERATOR_WORDS, Words, below, seed_generator, shuffle
from tesserae.kernel.rules import ActionRows, Actions, States

TRIES = 200
"""So many times a puzzle is solved to see how hard it is."""
PATIENCE = 20_000
"""After so many pieces a try is given up; it counts as it is."""


class Count(NamedTuple):
    """How many solutions were found."""

    solutions: int
    is_exact: bool
    """Whether these are all; otherwise there are at least so many."""


def count_solutions(puzzle: Puzzle, limit: int = 1000, most_laid: int = 20_000_000) -> Count:
    """Count the ways to fill the tray, up to a limit of solutions and of pieces laid in the search."""
    solutions, laid, _ = _run(in_the_tray(puzzle), 0, limit, most_laid, is_random=False)
    return Count(solutions, solutions < limit and laid < most_laid)


def difficulty(puzzle: Puzzle, tries: int = TRIES) -> float:
    """Say how many cells a careful player looks at, on average, until the tray is full.

    Before each piece he looks at the empty cells, in any order, until he sees one that leaves no choice; if none
    does he has seen them all, and goes on in one with the fewest choices, with any of them. What leads nowhere he
    takes back, to try the next choice.
    """
    start = in_the_tray(puzzle)
    return sum(_run(start, number, 1, PATIENCE, is_random=True)[2] for number in range(tries)) / tries


def _run(start: States, number: int, limit: int, most_laid: int, *, is_random: bool) -> tuple[int, int, float]:
    """Search from the given pieces; returns the solutions found, the pieces laid and the cells looked at."""
    missing = int(start[0].held[0])
    if missing == 0:
        return 1, 0, 0.0
    stack = np.repeat(start, missing + 1)
    choices = np.zeros((len(stack), COUNT * LIE_COUNT), np.int32)
    solutions, laid, looks = _search(stack, choices, number, int(is_random), limit, most_laid)
    return int(solutions), int(laid), float(looks)


@compiled
def _search(
    stack: States, choices: ActionRows, seed: int, is_random: int, limit: int, most_laid: int
) -> tuple[int, int, float]:
    """Go through all fillings; `stack` holds the position at each depth, the first one given."""
    generator = np.zeros(GENERATOR_WORDS, np.uint64)
    seed_generator(generator, np.uint64(seed), 0)
    left = np.zeros(len(stack), np.int64)
    solutions, laid, depth = 0, 0, 0
    left[0], looks = _narrowest(stack[0], choices[0], generator, is_random)
    while depth >= 0 and solutions < limit and laid < most_laid:
        if left[depth] == 0:
            depth -= 1
            continue
        left[depth] -= 1
        action = choices[depth, left[depth]]
        stack[depth + 1] = stack[depth]
        lay(stack[depth + 1], action // WAYS, action % WAYS)
        laid += 1
        if stack[depth + 1].unlaid == 0:
            solutions += 1
        else:
            depth += 1
            left[depth], more_looks = _narrowest(stack[depth], choices[depth], generator, is_random)
            looks += more_looks
    return solutions, laid, looks


@inner
def _narrowest(state: np.record, actions: Actions, generator: Words, is_random: int) -> tuple[int, float]:
    """Find the cell with the fewest ways to fill it, and move these to the front; returns their number.

    At random: any such cell, its ways in any order. The second number is how many cells one looks at to find it:
    of n cells in any order, k of which leave no choice, (n + 1) / (k + 1) until the first of these.
    """
    count = placements(state, state.unlaid, actions)
    cells = signed(state.open_count)
    forced, best, best_first, equals = cells, LAYS, 0, 0
    first = 0
    while first < count:
        stop = first
        while stop < count and actions[stop] // WAYS == actions[first] // WAYS:
            stop += 1
        ways = stop - first
        forced -= ways > 1
        equals = 1 if ways < best else equals + (ways == best)
        if ways < best or (ways == best and is_random and below(generator, equals) == 0):
            best, best_first = ways, first
        cells -= 1
        first = stop
    looks = (state.open_count + 1) / (forced + 1) if forced else float(state.open_count)
    if cells:
        return 0, looks
    for i in range(best):
        actions[i] = actions[best_first + i]
    if is_random:
        shuffle(actions, best, generator)
    return best, looks
