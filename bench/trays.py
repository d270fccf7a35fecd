"""What tray puzzles of Puzzelino cost: solving the empty tray, making new ones, and searching by the rules."""

import time
from collections.abc import Callable
from importlib.util import find_spec
from statistics import median

from bench.measure import Timing
from tesserae.games.puzzelino.puzzles import read_puzzle

EMPTY = read_puzzle("hexagon:x32")
SEEDS = 3
MILLION = 1_000_000


def times() -> list[Timing]:
    """Time everything once for each seed and give the median; nothing where OR-Tools is not installed."""
    if find_spec("ortools") is None:
        return []
    from tesserae.solve.puzzelino.generate import new_puzzle
    from tesserae.solve.puzzelino.model import solve
    from tesserae.solve.puzzelino.search import count_solutions

    count_solutions(EMPTY, most_laid=1)  # compiles it
    work: dict[str, tuple[Callable[[int], object], float | None]] = {
        "solve the empty hexagon": (lambda seed: solve(EMPTY, seed), 10.0),
        "make a hard puzzle": (lambda seed: new_puzzle("hard", seed), None),
        "make an expert puzzle with one solution": (lambda seed: new_puzzle("expert", seed), 60.0),
        "count solutions, a million pieces laid": (lambda _: count_solutions(EMPTY, MILLION, MILLION), None),
    }
    return [Timing(name, _median_seconds(do), aim) for name, (do, aim) in work.items()]


def _median_seconds(do: Callable[[int], object]) -> float:
    seconds = []
    for seed in range(SEEDS):
        began = time.perf_counter()
        do(seed)
        seconds.append(time.perf_counter() - began)
    return median(seconds)
