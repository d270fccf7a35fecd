"""New tray puzzles: a filled tray, from which pieces are taken as long as the solution stays the only one.

How hard that makes a puzzle differs a great deal; at the hard end several are made and the hardest is kept.
"""

import random
from collections.abc import Callable

from tesserae.games.puzzelino.pieces import COUNT, FITTING_COUNT, FITTING_LIES
from tesserae.games.puzzelino.puzzles import Puzzle
from tesserae.games.puzzelino.trays import tray
from tesserae.kernel.triangles import Place
from tesserae.solve.puzzelino.levels import LEVELS
from tesserae.solve.puzzelino.model import another, solve
from tesserae.solve.puzzelino.search import difficulty

HEXAGON = "hexagon"


def new_puzzle(
    level: str, seed: int, tray_name: str = HEXAGON, report: Callable[[int, int], None] | None = None
) -> Puzzle:
    """Make a puzzle of this level with one solution; the same seed makes the same puzzle."""
    wanted = LEVELS[level]
    found = []
    for number in range(wanted.tries):
        if report:
            report(number, wanted.tries)
        found.append(puzzle_with_given(wanted.given, f"{level} {seed} {number}", tray_name))
    return max(found, key=difficulty)


def puzzle_with_given(given: int, seed: int | str, tray_name: str = HEXAGON) -> Puzzle:
    """Make a puzzle with one solution and as few given pieces as wanted, or as that solution allows."""
    rng = random.Random(f"{tray_name} {given} {seed}")
    solution = random_filling(tray_name, rng)
    puzzle = solution
    for place in rng.sample(solution.tray.cells, COUNT):
        if len(puzzle.given) <= given:
            break
        without = puzzle.with_lies({cell: lie for cell, lie in puzzle.given if cell != place})
        if another(without, solution) is None:
            puzzle = without
    return puzzle


def open_puzzle(given: int, seed: int | str, tray_name: str = HEXAGON) -> Puzzle:
    """Make a puzzle with just so many given pieces, however many solutions that leaves."""
    rng = random.Random(f"{tray_name} {given} {seed}")
    solution = random_filling(tray_name, rng)
    kept = set(rng.sample(solution.tray.cells, given))
    return solution.with_lies({cell: lie for cell, lie in solution.given if cell in kept})


def random_filling(tray_name: str, rng: random.Random) -> Puzzle:
    """Fill a tray in some way, starting from a random piece in a random cell."""
    empty = Puzzle(tray(tray_name).name, ())
    while True:
        place = rng.choice(empty.tray.cells)
        filled = solve(empty.with_lies({place: _random_lie(empty, place, rng)}), rng.randrange(2**31))
        if filled is not None:
            return filled


def _random_lie(puzzle: Puzzle, place: Place, rng: random.Random) -> int:
    """Choose how a piece may lie in an empty tray."""
    demand = sum(1 << 3 * side for side in puzzle.tray.rim(place))
    return int(FITTING_LIES[demand, rng.randrange(int(FITTING_COUNT[demand]))])
