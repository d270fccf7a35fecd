"""How long the search needs to solve RioMino from so many empty places: `python -m bench.riomino_endings`."""

import random
import time

import numpy as np

from tesserae.bots import Budget, new_generator
from tesserae.bots.alphabeta import Search
from tesserae.games import make_game
from tesserae.match import Match

PLACES = {"wizard": 25, "board": 25, "master": 21}
EMPTY = (12, 13, 14)
POSITIONS = 60
PATIENCE = Budget(iterations=20_000_000)


def main() -> None:
    for level, places in PLACES.items():
        for empty in EMPTY:
            rng, seconds, seed = random.Random(empty), list[float](), 0
            while len(seconds) < POSITIONS:
                seed += 1
                match = Match(make_game("riomino", {"level": level}), seed)
                while not match.over and match.move_count < places - empty:
                    match.play(rng.choice(match.legal()))
                if not match.over:
                    seconds.append(_time_to_solve(match))
            in_time = sum(taken < 1 for taken in seconds)
            print(
                f"{level}, {empty} empty: median {np.median(seconds):.4f} s, worst {max(seconds):.3f} s, "
                f"{in_time} of {POSITIONS} within a second"
            )


def _time_to_solve(match: Match) -> float:
    search = Search(match.masked(match.mover), new_generator(1), match.trail)
    began = time.perf_counter()
    PATIENCE.spend(search.run)
    return time.perf_counter() - began if search.found.is_certain else float("inf")


if __name__ == "__main__":
    main()
