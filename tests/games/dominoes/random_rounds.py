"""Random rounds on the compiled engine, and a board of their own for tests that trust none of its tables.

Places in the plane are exact: x counts half sides and y counts heights, which keeps left, right and turning sense.
"""

import random
from collections.abc import Iterator

import numpy as np

from games.dominoes.play import NO_TRAIL, dominoes
from tesserae.games.dominoes import Dominoes
from tesserae.games.dominoes.rules import DRAW
from tesserae.games.dominoes.start import LOT_BOUND
from tesserae.games.dominoes.tiles import COUNT
from tesserae.kernel import single
from tesserae.kernel.rules import CHANCE, OVER, States

Cell = tuple[int, int]
Point = tuple[int, int]


def turning(a: Point, b: Point, c: Point) -> int:
    """The cross product of the ways from a to b and from a to c: below zero if a, b, c go round clockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def triangle(cell: Cell) -> tuple[Point, Point, Point]:
    """The corners of a cell in the plane, clockwise from its apex; r0c0 stands on its base, its neighbours on a point."""
    row, column = cell
    apex, base = (row + 1, row) if (row + column) % 2 == 0 else (row, row + 1)
    top, first, second = (column, apex), (column - 1, base), (column + 1, base)
    return (top, first, second) if turning(top, first, second) < 0 else (top, second, first)


def beside(cell: Cell) -> list[Cell]:
    """The cells that share two corners with this one."""
    row, column = cell
    near = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
    return [other for other in near if len({*triangle(cell)} & {*triangle(other)}) == 2]


def around(point: Point) -> list[Cell]:
    """The six cells with this corner, in the order in which they lie around it."""
    x, y = point
    below, above = [(y - 1, x - 1), (y - 1, x), (y - 1, x + 1)], [(y, x + 1), (y, x), (y, x - 1)]
    assert all(point in triangle(cell) for cell in below + above)
    return below + above


def shuffled_deal(states: States, rng: random.Random) -> None:
    bounds = np.zeros(COUNT + 1, np.int32)
    count = single.chance(states, bounds)
    order = [rng.randrange(bound) for bound in bounds[:count].tolist()]
    single.deal(states, np.array(order, np.int32), NO_TRAIL)


def random_rounds(game: Dominoes, rounds: int, rng: random.Random) -> Iterator[tuple[States, int]]:
    """Play so many rounds, and pause before every move with the state and the action.

    Most players lay when they can, so that rounds get far; some do anything.
    """
    actions = np.zeros(single.most_legal(game.start()), np.int32)
    for number in range(rounds):
        states = game.start()
        while (mover := single.mover(states)) != OVER:
            if mover == CHANCE:
                shuffled_deal(states, rng)
                continue
            count = single.legal(states, actions)
            lays = count
            while lays and actions[lays - 1] >= DRAW:
                lays -= 1
            choices = lays if lays and number % 4 else count
            action = int(actions[int(rng.random() * choices)])
            yield states, action
            single.apply(states, action)


def one_round_games(edition: str, players: int = 2) -> Dominoes:
    return dominoes(edition, players, rounds=1)
