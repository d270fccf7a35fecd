"""Positions of RioMino for tests of its solver: from random games, beside the naive reference."""

import copy
import random
from collections.abc import Iterator

from games.riomino.play import DICE, FACES, riomino
from reference.riomino_naive import NaiveRioMino
from tesserae.bots import new_generator
from tesserae.bots.alphabeta import Search
from tesserae.kernel import single
from tesserae.kernel.rules import OVER, States
from tesserae.solve.riomino.solver import Solver
from trying import after, dealt, legal, legal_texts


def random_game(level: str, seed: int) -> Iterator[tuple[States, NaiveRioMino]]:
    """Play any moves to the end; gives every position with somebody to move, and the same in the reference."""
    rng = random.Random(f"{level} {seed}")
    hands = [rng.choices(FACES, k=DICE[level]), rng.choices(FACES, k=DICE[level])]
    start = rng.choice(FACES)
    states = dealt(riomino(level), f"{' '.join(hands[0])} / {' '.join(hands[1])} / {start}")
    naive = NaiveRioMino(level, (hands[0], hands[1]), start)
    while single.mover(states) != OVER:
        yield states.copy(), twin(naive)
        text, action = rng.choice(sorted(legal_texts(riomino(level), states).items()))
        single.apply(states, action)
        naive.play(text)


def twin(naive: NaiveRioMino) -> NaiveRioMino:
    """Copy a game of the reference."""
    other = copy.copy(naive)
    other.dice, other.hands = dict(naive.dice), [list(hand) for hand in naive.hands]
    return other


def before_the_end(level: str, seed: int, moves: int) -> tuple[States, NaiveRioMino]:
    """Take the position of a random game so many moves before its end."""
    course = list(random_game(level, seed))
    return course[max(0, len(course) - moves)]


def solved(states: States, megabytes: int = 1) -> Solver:
    """Solve a position and all its moves."""
    solver = Solver(states, megabytes)
    while solver.run(100_000):
        pass
    return solver


def is_won(states: States) -> bool:
    """Ask the alpha-beta search of the bots, which knows nothing of the solver."""
    search = Search(states, new_generator(1), None)
    while not search.is_settled:
        search.run(100_000)
    assert search.found.is_certain
    return search.found.value > 0


def wins_of_moves(states: States) -> dict[int, bool]:
    """Ask it about every move."""
    children = {action: after(states, action) for action in legal(states)}
    return {action: single.mover(child) == OVER or not is_won(child) for action, child in children.items()}
