"""What a laid tile makes, in 10,000 random rounds: told by the engine, and found in the plane by this test."""

import random
from collections import Counter

from games.dominoes.play import dominoes
from games.dominoes.random_rounds import Cell, Point, around, beside, random_moves, triangle
from tesserae.games.dominoes.notation import place_of
from tesserae.games.dominoes.rules import LAYS
from tesserae.games.dominoes.tiles import COUNT, VALUE
from tesserae.kernel import single

ROUNDS = 10_000
BONUS = {"plain": 0, "bridge": 30, "double": 25, 1: 50, 2: 100, 3: 150}
"""In this edition every class has another bonus, so the points tell which it was."""


class Plane:
    """The cells of a round that are filled, and at which points a bridge ended."""

    def __init__(self) -> None:
        self.laid: set[Cell] = set()
        self.touched: set[Point] = set()
        self.bridged: set[Point] = set()

    def groups(self, point: Point) -> int:
        """Count the groups of tiles around a point, neighbours in the same group."""
        ring = [cell in self.laid for cell in around(point)]
        return 1 if all(ring) else sum(ring[i] and not ring[i - 1] for i in range(6))

    def lay(self, cell: Cell) -> str | int:
        """Fill a cell, and say what that makes: so many hexagons, a double connection, a bridge, nothing."""
        corners = set(triangle(cell))
        neighbours = [other for other in beside(cell) if other in self.laid]
        before = {point: self.groups(point) for point in corners} if len(neighbours) > 1 else {}
        met = corners & self.touched
        self.laid.add(cell)
        self.touched |= corners
        if len(neighbours) < 2:
            if len(neighbours) == 0 or len(met) < 3:
                return "plain"
            self.bridged |= corners - set(triangle(neighbours[0]))
            return "bridge"
        hexagons = sum(all(other in self.laid for other in around(point)) for point in corners)
        if hexagons == 0:
            self.check_double(cell, neighbours, before)
        return hexagons or "double"

    def check_double(self, cell: Cell, neighbours: list[Cell], before: dict[Point, int]) -> None:
        """See that it joins two groups around the corner between its neighbours, where a bridge once ended."""
        shared = [point for point in triangle(cell) if sum(point in triangle(other) for other in neighbours) == 2]
        assert shared
        for point in shared:
            assert self.groups(point) == before[point] - 1
            assert point in self.bridged


def test_a_double_connection_that_closes_no_hexagon_continues_an_earlier_bridge() -> None:
    game = dominoes("tripple", rounds=1)
    rng = random.Random("double connections")
    seen: Counter[str | int] = Counter()
    for _ in range(ROUNDS):
        states, plane = game.start(), Plane()
        for action in random_moves(states, rng):
            if action < LAYS:
                cell, tile = divmod(action, COUNT)
                is_first = not plane.laid
                made = plane.lay(place_of(states[0], cell))
                points = VALUE[tile] + (5 if is_first else 0) + BONUS[made]
                assert single.worth(states, action) == points
                seen[made] += 1
    assert seen["double"] > 200
    assert seen["bridge"] > 3000
    assert seen[1] > 3000
    assert seen[2]
