"""How much the odds tell about hidden hands: `python -m bench.odds --iterations 400 --rounds 100`.

Strong players play rounds; before every move its player is asked where each tile lies that he does not see, once
knowing only how many everybody has, once with the odds. What is printed is how many bits are missing each time.
"""

import argparse
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

import tesserae
from tesserae.bots import Budget, new_generator, player
from tesserae.bots.arena import Course
from tesserae.games.dominoes.rules import LIKELY
from tesserae.games.game import Game
from tesserae.kernel import single
from tesserae.kernel.batch import available_cores
from tesserae.kernel.bits import bits_in
from tesserae.kernel.rules import OVER, States

Table: TypeAlias = npt.NDArray[np.float64]

FITTINGS = 20
"""So many times rows and columns are scaled in turn until both have the right sums."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=100)
    given = parser.parse_args()
    for name in ("triominos", "tripple"):
        for players in (2, 3, 4):
            game = tesserae.game(name, players=players, rounds=1).game
            ask = partial(ask_in_a_round, game, Budget(iterations=given.iterations))
            ask(0)  # compiles before the threads begin
            with ThreadPoolExecutor(available_cores()) as pool:
                asked = np.concatenate(list(pool.map(ask, range(given.rounds))))
            uniform, told = asked.mean(axis=0)
            print(
                f"{name}, {players} players: {uniform:.3f} bits a tile, with the odds {told:.3f}: "
                f"they tell {(uniform - told) / uniform:.1%}"
            )


def ask_in_a_round(game: Game, budget: Budget, number: int) -> Table:
    """Play a round; a row for every tile that a player did not see before a move, the bits missing each way."""
    course, bot = Course(game, f"odds {number}".encode()), player("master", game)
    generator, rows = new_generator(number), list[Table]()
    while course.mover != OVER:
        rows.append(bits_missing(course.states, course.mover))
        masked = single.mask(course.states, course.mover)
        course.play(bot.choose(masked, course.mover, generator, budget, course.trail.copy()))
    return np.concatenate(rows)


def bits_missing(states: States, seat: int) -> Table:
    """Ask one player about every tile that he does not see."""
    state = states[0]
    others = [other for other in range(int(state.players)) if other != seat]
    unseen = bits_in(int(state.unlaid) & ~int(state.hands[seat]))
    held = np.array([*(float(state.held[other]) for other in others), float(state.pool_left)])
    truth = [next((i for i, o in enumerate(others) if int(state.hands[o]) >> t & 1), len(others)) for t in unseen]
    told = np.vstack([state.odds[others][:, unseen] / LIKELY, np.ones(len(unseen))])
    chances = [fitted(table, held)[truth, range(len(unseen))] for table in (np.ones_like(told), told)]
    missing: Table = -np.log2(np.column_stack(chances).clip(1e-9))
    return missing


def fitted(odds: Table, held: Table) -> Table:
    """Turn odds into chances: a row adds up to what somebody holds, a column to the one tile."""
    for _ in range(FITTINGS):
        rows = odds.sum(axis=1)
        odds = odds * np.divide(held, rows, out=np.zeros_like(rows), where=rows > 0)[:, None]
        odds = odds / odds.sum(axis=0)
    return odds


if __name__ == "__main__":
    main()
