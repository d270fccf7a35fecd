"""Random rounds of two-player Triominos: the engine, the same loop in C, and in plain Python with bit masks."""

import random

import tesserae
from bench.dominoes_python import play_round
from bench.measure import Contestant
from bench.same_games import SEED, SameGames
from tesserae.games.dominoes.rules import BLOCKED
from tesserae.kernel import batch
from tesserae.kernel.rules import States

TITLE = "random rounds of Triominos"
UNIT = "rounds a second"
ONE = "a round of Triominos"


def _sums(states: States) -> list[int]:
    """The points of both seats, and the blocked rounds."""
    return [*batch.results(states, 2)[2].sum(axis=0).tolist(), int((states["round_end"] == BLOCKED).sum())]


GAMES = SameGames(tesserae.game("triominos", rounds=1).game, 2_000, "dominoes_rounds.c", "rounds", _sums)


def contestants() -> list[Contestant]:
    """Line up everybody who is there; the engine on one core comes first."""
    rng = random.Random(SEED)

    def in_python() -> int:
        play_round(rng)
        return 1

    return [*GAMES.contestants(), Contestant("Python with bit masks", in_python)]
