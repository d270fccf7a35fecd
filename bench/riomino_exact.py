"""From which move on RioMino is solved in time, and how fast: `python -m bench.riomino_exact [POSITIONS]`.

Positions come from random games, so many of each level and number of moves. The measure is CPU seconds. Going back
move by move, either search is asked until it solves fewer than half of them in the longer time.
"""

import random
import sys
import time
from itertools import compress
from typing import NamedTuple

import tesserae
from tesserae.bots import new_generator
from tesserae.bots.alphabeta import Search
from tesserae.games.riomino.fields import LEVELS
from tesserae.match import Match
from tesserae.solve.riomino.solver import Proof
from tesserae.solve.riomino.table import new_table

POSITIONS = 10
LIMITS = (1.0, 10.0)
MEGABYTES = 256
PIECE = 20_000
FIRST_PLY = 10


class Run(NamedTuple):
    """How long it took to find the winner of a position, if that was found, and how many positions were seen."""

    seconds: float
    looked: int
    is_solved: bool


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS
    print("level, moves made: solved within 1 s and 10 s by proof | by alpha-beta; positions a CPU second of each")
    for level in LEVELS:
        solvers = [_by_proof, _by_search]
        for ply in range(FIRST_PLY, -1, -1):
            matches = [_random_match(level, seed, ply) for seed in range(count)]
            runs = [[solve(match) for match in matches] for solve in solvers]
            print(f"{level}, {ply}: {' | '.join(map(_told, runs))} of {count}", flush=True)
            is_able = [2 * sum(run.is_solved for run in each) >= count for each in runs]
            solvers = list(compress(solvers, is_able))
            if not solvers:
                break


def _random_match(level: str, seed: int, ply: int) -> Match:
    """Play any moves; games that end too early are begun again."""
    rng = random.Random(f"{level} {seed} {ply}")
    while True:
        match = tesserae.game("riomino", level=level).new(seed=rng.getrandbits(32))
        while not match.over and match.move_count < ply:
            match.play(rng.choice(match.legal()))
        if not match.over:
            return match


def _by_proof(match: Match) -> Run:
    proof, began = Proof(match.masked(match.mover), new_table(MEGABYTES)), time.process_time()
    while not proof.is_done and time.process_time() - began < LIMITS[-1]:
        proof.run(PIECE)
    return Run(time.process_time() - began, proof.looked, proof.is_done)


def _by_search(match: Match) -> Run:
    search, began = Search(match.masked(match.mover), new_generator(1), match.trail), time.process_time()
    looked = 0
    while not search.is_settled and time.process_time() - began < LIMITS[-1]:
        looked += search.run(PIECE)
    return Run(time.process_time() - began, looked, search.found.is_certain)


def _told(runs: list[Run]) -> str:
    solved = [sum(run.is_solved and run.seconds < limit for run in runs) for limit in LIMITS]
    rate = sum(run.looked for run in runs) / sum(run.seconds for run in runs)
    return f"{solved[0]} and {solved[1]}, {rate:,.0f}"


if __name__ == "__main__":
    main()
