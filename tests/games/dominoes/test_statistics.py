"""Random rounds come out as they did for others who have counted them.

Two players who lay at random whenever they can: about 37 tiles laid, 28 % of the rounds blocked, 0.6 bridges and
0.6 hexagons a round were counted over 400 rounds that ended as soon as somebody was out. Finishing the lap, as the
sheet of Triominos asks, adds about one tile; the edition that does not gives the figure as counted.
"""

import random
from collections import Counter

import numpy as np
import pytest

from games.dominoes.play import account, deal, deal_text, dominoes, shuffled
from tesserae.games.dominoes.rules import BLOCKED, LAYS
from tesserae.kernel import single
from tesserae.kernel.bits import bits_in
from tesserae.kernel.rules import CHANCE

ROUNDS = 4000


def counted(edition: str) -> dict[str, float]:
    """Play rounds in which everybody lays whenever possible, and count a round's average."""
    game, rng = dominoes(edition, rounds=1), random.Random(edition)
    actions = np.zeros(400, np.int32)
    seen: Counter[str] = Counter()
    for _ in range(ROUNDS):
        states = game.start()
        while single.mover(states) == CHANCE:
            deal(game, states, deal_text(states, shuffled(rng)))
        while single.mover(states) >= 0:
            legal = actions[: single.legal(states, actions)].tolist()
            lays = [action for action in legal if action < LAYS]
            action = rng.choice(lays or legal)
            single.apply(states, action)
            seen.update(what for _, what, _ in account(game, states))
            seen["laid"] += action < LAYS
        seen["blocked"] += states[0].round_end == BLOCKED
        assert 56 - len(bits_in(states[0].unlaid)) == len(game.view(states[0], None)["tiles"])
    return {what: count / ROUNDS for what, count in seen.items()}


def test_random_rounds_of_triominos_come_out_as_counted_before() -> None:
    found = counted("triominos")
    assert found["laid"] == pytest.approx(38, abs=0.6)
    assert found["blocked"] == pytest.approx(0.28, abs=0.03)
    assert found["bridge"] == pytest.approx(0.6, abs=0.06)
    assert found["hexagon"] + found["double_hexagon"] == pytest.approx(0.6, abs=0.06)


def test_without_finishing_the_lap_about_one_tile_less_is_laid() -> None:
    assert counted("pressman")["laid"] == pytest.approx(37, abs=0.6)
