"""Who gives hints: the bots, but for a tray puzzle its solver, where the library for it is installed."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import TypeAlias

from tesserae.bots import Budget
from tesserae.bots.analysis import hint
from tesserae.games.game import Game
from tesserae.match import Match
from tesserae.words import Sentence

Hinter: TypeAlias = Callable[[Match], Sentence]


def hinter_of(game: Game, budget: Budget) -> Hinter | None:
    """Find who gives hints in a game; None if nobody can."""
    puzzle = getattr(game, "puzzle", None)
    if puzzle is None:
        return lambda match: hint(match, budget)
    if find_spec("ortools") is None:
        return None

    def next_piece(match: Match) -> Sentence:
        from tesserae.solve.puzzelino.hints import next_step

        return next_step(puzzle, [move.action for move in match.moves])

    return next_piece
