"""Random games of RioMino at the Wizard level: the engine, and the same loop in C."""

import tesserae
from bench.same_games import SameGames
from tesserae.games.riomino.rules import LAST_DIE
from tesserae.kernel import batch
from tesserae.kernel.rules import States

TITLE = "random games of RioMino, Wizard"
UNIT = "games a second"
ONE = "a game of RioMino"


def _sums(states: States) -> list[int]:
    """The wins of both seats, and the games that ended with the last die; in all others somebody was stuck."""
    _, endings, points = batch.results(states, 2)
    return [*points.sum(axis=0).tolist(), int((endings == LAST_DIE).sum())]


GAMES = SameGames(tesserae.game("riomino", level="wizard").game, 20_000, "riomino_games.c", "games", _sums)
contestants = GAMES.contestants
