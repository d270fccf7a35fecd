"""Who gives hints: the bots, but for a tray puzzle its solver, where the library for it is installed.

Where a game is solved to its end there is more than a hint: the answer of the tables for every move.
"""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, NamedTuple, TypeAlias

from tesserae.bots import Budget
from tesserae.bots.analysis import hint
from tesserae.bots.perfect import solved, without_repetition
from tesserae.games.game import Game
from tesserae.match import Match
from tesserae.solve.quixo.tables import SMALL_SIZES, Value
from tesserae.words import Sentence

Hinter: TypeAlias = Callable[[Match], Sentence]
SOLVED: dict[str, list[dict[str, Any]]] = {
    "quixo": [{"players": 2, "size": size, "ply_limit": None} for size in SMALL_SIZES]
}
"""The options with which a game is solved to its end, whatever its other options are."""


class Answer(NamedTuple):
    """What a move is worth to who makes it when everybody plays perfectly."""

    action: int
    text: str
    value: Value
    plies: int | None
    """Moves of both sides until the end, this one included; None for a draw."""


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


def has_answers(game: Game) -> bool:
    """Say whether every move of a game can be answered by tables."""
    options = game.options_dict()
    return any(wanted.items() <= options.items() for wanted in SOLVED.get(game.name, []))


def answers(match: Match) -> list[Answer]:
    """Answer every legal move of the position, the best first; nothing where nobody is to move."""
    judged = solved(match.states, build=True) if has_answers(match.game) and not match.over else None
    if judged is None:
        return []
    new = set(without_repetition(match.states, [move.action for move in judged.moves], match.trail))
    found = []
    for move in judged.moves:  # the tables know positions, not that one comes for the third time
        value, plies = (move.value, move.plies) if move.action in new else (Value.DRAW, None)
        found.append(Answer(move.action, match.text(move.action), value, plies))
    return sorted(found, key=_rank)


def _rank(answer: Answer) -> tuple[int, int, int]:
    """Win soon, else draw, else lose late."""
    plies = answer.plies or 0
    return -answer.value, plies if answer.value == Value.WIN else -plies, answer.action
