"""Random races of Puzzelino for two players: the engine, and the same loop in C."""

import tesserae
from bench.same_games import SameGames
from tesserae.games.puzzelino.rules import BLOCKED
from tesserae.kernel import batch
from tesserae.kernel.rules import States

TITLE = "random races of Puzzelino"
UNIT = "races a second"
ONE = "a race of Puzzelino"


def _sums(states: States) -> list[int]:
    """The points of both seats, and the blocked races; all others ended because somebody was out."""
    _, endings, points = batch.results(states, 2)
    return [*points.sum(axis=0).tolist(), int((endings == BLOCKED).sum())]


GAMES = SameGames(tesserae.game("puzzelino", mode="race").game, 10_000, "puzzelino_races.c", "races", _sums)
contestants = GAMES.contestants
