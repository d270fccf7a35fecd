"""Whole levels, throw by throw: which throws the starting player wins, when both play as well as can be.

Throws that differ only in the names of the values come to the same game, so one of each class is solved and counts
for all. They are counted as dice fall: six different faces come up more often than six equal ones.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tesserae.crew import Crew
from tesserae.games import make_game
from tesserae.games.riomino.dice import FACE_COUNT
from tesserae.games.riomino.fields import LEVELS
from tesserae.kernel import single
from tesserae.kernel.batch import Integers
from tesserae.kernel.rules import States
from tesserae.solve.riomino.solver import Proof
from tesserae.solve.riomino.symmetry import FACE_IMAGES
from tesserae.solve.riomino.table import new_table

PIECE = 200_000
"""So many positions are looked at at a stretch, in compiled code that nothing can interrupt."""
PIECES, MOST_THROWS = 100, 500
"""Into how many pieces the throws are cut, and how many are in one at most, whoever solves them."""


class Classes(NamedTuple):
    """The throws of a level, those together that differ in the names of the values."""

    hands: npt.NDArray[np.int64]
    """Every hand, as the number of dice with each face."""
    throws: Integers
    """One throw of each class: (hand of A * hands + hand of B) * faces + start die."""
    weights: Integers
    """How many of the 6 ** n ordered throws are in each class."""

    def throw(self, number: int) -> list[int]:
        """Write one throw as the numbers of a deal."""
        pair, start = divmod(int(self.throws[number]), FACE_COUNT)
        first, second = divmod(pair, len(self.hands))
        dealt = [face for hand in (first, second) for face in np.repeat(np.arange(FACE_COUNT), self.hands[hand])]
        return [*map(int, dealt), start]


def throw_classes(dice: int) -> Classes:
    """Sort all throws of so many dice each into classes."""
    listed = [
        np.bincount(faces, minlength=FACE_COUNT)
        for faces in combinations_with_replacement(range(FACE_COUNT), dice)
    ]
    hands = np.array(listed, np.int64)
    ways = np.array([factorial(dice) // prod(map(factorial, hand)) for hand in hands.tolist()], np.int64)
    number = {tuple(hand): i for i, hand in enumerate(hands.tolist())}
    first, second, start = (axis.ravel() for axis in np.indices((len(hands), len(hands), FACE_COUNT)))
    least = np.full(len(start), np.iinfo(np.int64).max)
    for image in FACE_IMAGES:
        turned = np.zeros_like(hands)
        turned[:, image] = hands
        to = np.array([number[tuple(hand)] for hand in turned.tolist()])
        least = np.minimum(least, (to[first] * len(hands) + to[second]) * FACE_COUNT + image[start])
    throws, inverse = np.unique(least, return_inverse=True)
    weights = np.zeros(len(throws), np.int64)
    np.add.at(weights, inverse, ways[first] * ways[second])
    return Classes(hands, throws, weights)


def thrown(level: str, order: list[int]) -> States:
    """Begin a game of a level with these dice."""
    states = make_game("riomino", {"level": level}).start()
    single.deal(states, np.array(order, np.int32), np.zeros(1, np.uint64))
    return states


class Survey(NamedTuple):
    """What came of the throws that were solved."""

    throws: int
    won: int
    """How many of them the starting player wins; throws of a class count as often as they come up."""
    solved: int
    """How many classes, or throws of a sample, were solved for that."""
    looked: int
    """How many positions were looked at."""
    most: int
    """How many for the hardest throw."""


class Throws(NamedTuple):
    """Some throws, and how often each of them counts."""

    orders: list[list[int]]
    weights: list[int]


@dataclass(frozen=True)
class SolveThrows:
    """The job of a crew: to solve some throws, positions of one being remembered for the next."""

    level: str
    megabytes: int

    def __call__(self, throws: Throws) -> Survey:
        """Solve a piece."""
        table = new_table(self.megabytes)
        won = looked = most = 0
        for order, weight in zip(*throws, strict=True):
            proof = Proof(thrown(self.level, order), table)
            while not proof.is_done:
                proof.run(PIECE)
            won += weight if proof.is_won else 0
            looked += proof.looked
            most = max(most, proof.looked)
        return Survey(sum(throws.weights), won, len(throws.orders), looked, most)


def survey(level: str, throws: Throws, megabytes: int, crew: Crew, report: Callable[[int, int], None]) -> Survey:
    """Solve throws, each counted by its weight; each piece of the work has a table of so many megabytes."""
    count = len(throws.orders)
    step = min(max(count // PIECES, 1), MOST_THROWS)
    cuts = [slice(i, i + step) for i in range(0, count, step)]
    pieces = [Throws(throws.orders[cut], throws.weights[cut]) for cut in cuts]
    total = Survey(0, 0, 0, 0, 0)
    report(0, count)
    with closing(crew.map(SolveThrows(level, megabytes), pieces)) as found:
        for one in found:
            added = Survey(*(had + new for had, new in zip(total, one, strict=True)))
            total = added._replace(most=max(total.most, one.most))
            report(total.solved, count)
    return total


def every_throw(level: str) -> Throws:
    """List one throw of each class of a level, and how many throws it stands for."""
    classes = throw_classes(LEVELS[level].dice)
    return Throws([classes.throw(i) for i in range(len(classes.throws))], classes.weights.tolist())


def some_throws(level: str, count: int, seed: int) -> Throws:
    """Throw the dice of a level so many times."""
    rng = np.random.default_rng(seed)
    orders = rng.integers(0, FACE_COUNT, (count, 2 * LEVELS[level].dice + 1))
    return Throws(orders.tolist(), [1] * count)
