"""A player who knows the tables of solved Quixo, and looks ahead where they end."""

from dataclasses import dataclass

from tesserae.bots.alphabeta import AlphaBeta, MoveByMove
from tesserae.bots.protocol import Budget, Thought
from tesserae.games.game import Game
from tesserae.kernel import single
from tesserae.kernel.generator import Words
from tesserae.kernel.play import Trail
from tesserae.kernel.rules import States, reversible
from tesserae.solve.quixo.perfect import Judged, judge, perfect_moves
from tesserae.solve.quixo.tables import SMALL_SIZES, Value, open_tables

CHANCES = {Value.WIN: 1.0, Value.DRAW: 0.5, Value.LOSS: 0.0}
REPEATED = 2
"""A position that was there so often before is a draw when it comes again."""


def has_tables(game: Game) -> bool:
    """Say whether a game is one whose positions can be looked up."""
    return game.name == "quixo" and game.players == 2


def solved(states: States, *, build: bool) -> Judged | None:
    """Look a position of Quixo up; `build` makes the tables of a small board if they are not there yet."""
    tables = open_tables()
    size = int(states[0].side)
    if size in SMALL_SIZES and not build and not tables.is_ready(size):
        return None
    return judge(tables, states)


@dataclass(frozen=True)
class Perfect:
    """Plays perfectly what is solved; small boards are solved at once if it may."""

    build: bool = True

    def choose(
        self, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
    ) -> int:
        """See `Player`."""
        return self.think(masked, seat, generator, budget, trail).action

    def think(
        self, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
    ) -> Thought:
        """See `Thinker`."""
        judged = solved(masked, build=self.build)
        if judged is None:
            return AlphaBeta().think(masked, seat, generator, budget, trail)
        moves = without_repetition(masked, perfect_moves(judged), trail)
        is_clear = judged.value == Value.WIN or len(moves) == 1
        action = moves[0] if is_clear else most_promising(masked, moves, generator, budget, trail)
        return Thought(action, CHANCES[judged.value])


def without_repetition(states: States, moves: list[int], trail: Trail | None) -> list[int]:
    """Leave out moves that end the game as a draw by repetition, unless there is nothing else."""
    if trail is None:
        return moves
    before = trail[: int(reversible(states[0])) + 1]

    def repeats(action: int) -> bool:
        after = states.copy()
        single.apply(after, action)
        return bool((before == single.position_key(after)).sum() >= REPEATED)

    return [action for action in moves if not repeats(action)] or moves


def most_promising(states: States, moves: list[int], generator: Words, budget: Budget, trail: Trail | None) -> int:
    """Choose among moves of equal value as a player does who does not know that."""
    search = MoveByMove(states, generator, trail)
    budget.spend(search.run)
    while not search.found:
        search.run(1)
    values = search.values()
    return max(moves, key=lambda action: values[action].value)
