"""Games under way: where the bots of the benchmarks think, always in the same positions."""

import random
from dataclasses import dataclass

import numpy as np

import tesserae
from tesserae.bots.arena import Course
from tesserae.bots.protocol import new_generator
from tesserae.games.game import Game
from tesserae.kernel import single
from tesserae.kernel.play import Trail
from tesserae.kernel.rules import States

SEED = 1


@dataclass(frozen=True)
class Position:
    """A game after some random moves, as the seat to move knows it."""

    game: Game
    seat: int
    masked: States
    trail: Trail

    def imagined(self, count: int) -> States:
        """Fill in what is hidden, so many times, uniformly among all that it may be."""
        generator = new_generator(SEED)
        return np.concatenate([single.determinize(self.masked, self.seat, generator) for _ in range(count)])


def under_way(moves: int, name: str, **options: object) -> Position:
    """Start a game, and make so many random moves."""
    game = tesserae.game(name, **options).game
    course, rng = Course(game, SEED), random.Random(SEED)
    for _ in range(moves):
        course.play(rng.choice(course.legal()))
    return Position(game, course.mover, single.mask(course.states, course.mover), course.trail)


TWO_SIDES = {
    "Quixo": under_way(12, "quixo"),
    "Quixo for four": under_way(12, "quixo", players=4),
    "RioMino, Wizard": under_way(4, "riomino", level="wizard"),
}
HIDDEN_OR_MANY = {
    "Triominos, a round for two": under_way(8, "triominos", rounds=1),
    "Triominos, a round for four": under_way(8, "triominos", players=4, rounds=1),
    "Tripple Domino, a round for two": under_way(4, "tripple", rounds=1),
    "Puzzelino, a race for two": under_way(2, "puzzelino", mode="race"),
    "Puzzelino, points for two": under_way(1, "puzzelino", mode="points"),
    "Quixo for four": TWO_SIDES["Quixo for four"],
}
