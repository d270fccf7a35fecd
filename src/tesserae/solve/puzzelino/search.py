"""Filling a tray piece by piece, by the compiled rules of the game: counts solutions, and measures difficulty.

The search does what a careful player does: it goes on in the cell that leaves the fewest choices, and takes back
what leads nowhere.
"""

from typing import NamedTuple

import numpy as np

from tesserae.games.puzzelino.board import LAYS, WAYS, lay, placements
from tesserae.games.puzzelino.pieces import COUNT, LIE_COUNT
from tesserae.games.puzzelino.puzzles import Puzzle
from tesserae.games.puzzelino.setting import in_the_tray
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
    solutions, laid = _run(in_the_tray(puzzle), 0, limit, most_laid, is_random=False)
    return Count(solutions, solutions < limit and laid < most_laid)


def difficulty(puzzle: Puzzle, tries: int = TRIES) -> float:
    """Say how many pieces a careful player lays in vain, on average, until the tray is full.

    He always goes on in the cell with the fewest choices, any of them if there are several, takes any of the
    choices there, and takes back what leads nowhere. 0: every step is certain.
    """
    start = in_the_tray(puzzle)
    laid = [_run(start, number, 1, PATIENCE, is_random=True)[1] for number in range(tries)]
    return sum(laid) / tries - puzzle.missing


def _run(start: States, number: int, limit: int, most_laid: int, *, is_random: bool) -> tuple[int, int]:
    """Search from the given pieces; returns the solutions found and the pieces laid."""
    missing = int(start[0].held[0])
    if missing == 0:
        return 1, 0
    stack = np.repeat(start, missing + 1)
    choices = np.zeros((len(stack), COUNT * LIE_COUNT), np.int32)
    solutions, laid = _search(stack, choices, number, int(is_random), limit, most_laid)
    return int(solutions), int(laid)


@compiled
def _search(
    stack: States, choices: ActionRows, seed: int, is_random: int, limit: int, most_laid: int
) -> tuple[int, int]:
    """Go through all fillings; `stack` holds the position at each depth, the first one given."""
    generator = np.zeros(GENERATOR_WORDS, np.uint64)
    seed_generator(generator, np.uint64(seed), 0)
    left = np.zeros(len(stack), np.int64)
    solutions, laid, depth = 0, 0, 0
    left[0] = _narrowest(stack[0], choices[0], generator, is_random)
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
            left[depth] = _narrowest(stack[depth], choices[depth], generator, is_random)
    return solutions, laid


@inner
def _narrowest(state: np.record, actions: Actions, generator: Words, is_random: int) -> int:
    """Find the cell with the fewest ways to fill it, move these to the front, and return their number.

    At random: any such cell, its ways in any order. The actions come in the order of their cells.
    """
    count = placements(state, state.unlaid, actions)
    cells, best, best_first, equals = 0, LAYS, 0, 0
    first = 0
    while first < count:
        stop = first
        while stop < count and actions[stop] // WAYS == actions[first] // WAYS:
            stop += 1
        ways = stop - first
        equals = equals + 1 if ways == best else 1
        if ways < best or (ways == best and is_random and below(generator, equals) == 0):
            best, best_first = ways, first
        elif ways > best:
            equals -= 1
        cells += 1
        first = stop
    if cells < state.open_count:
        return 0
    for i in range(best):
        actions[i] = actions[best_first + i]
    if is_random:
        shuffle(actions, best, generator)
    return best
