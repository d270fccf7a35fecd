"""A player who looks ahead and, beside that, tries to prove who wins, where a game has a solver for that."""

from collections import deque
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

from tesserae.bots.alphabeta import Search
from tesserae.bots.protocol import Budget, Thought
from tesserae.games.game import Game
from tesserae.kernel.generator import Words
from tesserae.kernel.play import Trail
from tesserae.kernel.rules import States

if TYPE_CHECKING:
    from tesserae.solve.riomino.solver import Solver

MEGABYTES = 16
"""The table of a player's solver."""
TURN = 1000
"""So many positions one search looks at before the other goes on."""


def solver_modules(game: Game) -> list[ModuleType]:
    """List the modules with the compiled code of a game's solver: none where nothing is solved."""
    if game.name != "riomino":
        return []
    from tesserae.solve.riomino import search

    return [search]


def new_solver(states: States, *, every_move: bool) -> "Solver":
    """Begin to solve a position of a game that has a solver."""
    from tesserae.solve.riomino.solver import Solver

    return Solver(states, MEGABYTES, every_move=every_move)


def in_turn(
    first: Callable[[int], int], second: Callable[[int], int], turn_length: int = TURN
) -> Callable[[int], int]:
    """Let two searches take turns, equally long in positions, and one go on alone when the other has ended.

    Turns do not depend on the pieces in which the work is asked for, so neither does what comes of it.
    """
    works = deque([first, second])
    left = turn_length

    def run(positions: int) -> int:
        nonlocal left
        looked = works[0](min(positions, left))
        if looked == 0:
            return works[1](positions)
        left -= looked
        if left <= 0:
            works.rotate()
            left = turn_length
        return looked

    return run


class Prover:
    """Looks ahead and tries to prove a win, in turn; a win that is proved is played, else what looks best."""

    def choose(
        self, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
    ) -> int:
        """See `Player`."""
        return self.think(masked, seat, generator, budget, trail).action

    def think(
        self, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
    ) -> Thought:
        """See `Thinker`."""
        search, solver = Search(masked, generator, trail), new_solver(masked, every_move=False)
        share = in_turn(search.run, solver.run)
        budget.spend(lambda positions: 0 if search.is_settled or solver.is_won else share(positions))
        proved = None if search.found.is_certain else solver.winning_move
        return Thought(search.move(), search.chance()) if proved is None else Thought(proved, 1.0)
