"""Random rounds on the compiled engine, and a board of their own for tests that trust none of its tables.

Places in the plane are exact: x counts half sides and y counts heights, which keeps left, right and turning sense.
"""

import random
from collections.abc import Iterator
from functools import cache

import numpy as np

from games.dominoes.play import NO_TRAIL
from tesserae.games.dominoes.rules import LAYS
from tesserae.games.dominoes.tiles import COUNT
from tesserae.kernel import single
from tesserae.kernel.rules import CHANCE, OVER, States

Cell = tuple[int, int]
Point = tuple[int, int]


def turning(a: Point, b: Point, c: Point) -> int:
    """The cross product of the ways from a to b and from a to c: below zero if a, b, c go round clockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@cache
def triangle(cell: Cell) -> tuple[Point, Point, Point]:
    """The corners of a cell in the plane, clockwise from its apex; r0c0 points up, its neighbours down."""
    row, column = cell
    apex, base = (row + 1, row) if (row + column) % 2 == 0 else (row, row + 1)
    top, first, second = (column, apex), (column - 1, base), (column + 1, base)
    return (top, first, second) if turning(top, first, second) < 0 else (top, second, first)


@cache
def beside(cell: Cell) -> list[Cell]:
    """The cells that share two corners with this one."""
    row, column = cell
    near = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
    return [other for other in near if len({*triangle(cell)} & {*triangle(other)}) == 2]


@cache
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


def random_moves(states: States, rng: random.Random) -> Iterator[int]:
    """Play a match to its end, and pause before every move.

    In three matches of four whoever can lay does, so that rounds get far.
    """
    actions = np.zeros(single.most_legal(states), np.int32)
    lays_if_possible = rng.random() < 0.75
    while (mover := single.mover(states)) != OVER:
        if mover == CHANCE:
            shuffled_deal(states, rng)
            continue
        count = lays = single.legal(states, actions)
        while lays and actions[lays - 1] >= LAYS:
            lays -= 1
        action = int(actions[int(rng.random() * (lays if lays and lays_if_possible else count))])
        yield action
        single.apply(states, action)
