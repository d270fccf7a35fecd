"""Random games come out as they did for others who have counted them.

They played 1000 games of each kind. Their first player is the one who places after the start die, here B, and
their plies do not count the start die. Few dice on the full 5x5 are no level, but tell most about the end.
"""

from typing import NamedTuple

import numpy as np
import pytest

from games.riomino.play import LEVELS, riomino
from tesserae.games.riomino.rules import ENDINGS, LAST_DIE
from tesserae.kernel import batch
from tesserae.kernel.rules import States

THEIR_GAMES = 1000
GAMES = 40_000
DEVIATIONS = 4.0
"""Of their figures; ours come from so many games that they hardly matter."""


class Counted(NamedTuple):
    level: str
    dice: int
    first_wins: float
    plies: float
    all_placed: float


COUNTED = [
    Counted("board", 12, 0.467, 18.3, 0.00),
    Counted("wizard", 12, 0.462, 18.2, 0.00),
    Counted("board", 6, 0.050, 11.8, 0.92),
    Counted("board", 8, 0.179, 15.4, 0.70),
    Counted("board", 9, 0.343, 16.6, 0.35),
    Counted("board", 10, 0.417, 17.3, 0.04),
    Counted("starter", 6, 0.414, 8.7, 0.01),
    Counted("junior", 8, 0.456, 11.9, 0.00),
    Counted("expert", 9, 0.457, 13.8, 0.00),
    Counted("master", 10, 0.437, 15.3, 0.00),
]


def waiting(level: str, games: int) -> States:
    """Games that wait for their throw."""
    states: States = np.repeat(riomino(level).start(), games)
    return states


def tolerance(share: float, rounding: float) -> float:
    """Say how far a share that they counted may be from the truth; none in 1000 games may still be a few."""
    deviation: float = np.sqrt(max(share * (1 - share), 1 / THEIR_GAMES) / THEIR_GAMES)
    return DEVIATIONS * deviation + rounding


@pytest.mark.parametrize("counted", COUNTED, ids=lambda counted: f"{counted.level} {counted.dice}")
def test_random_games_come_out_as_counted_before(counted: Counted) -> None:
    states = waiting(counted.level, GAMES)
    states["dice_each"] = counted.dice
    plies = batch.playouts(states, seed=counted.dice) - 1
    winners, endings, points = batch.results(states, 2)
    assert set(winners.tolist()) == {1, 2}
    assert np.array_equal(points, np.stack([winners == 1, winners == 2], axis=1))
    assert (winners == 2).mean() == pytest.approx(counted.first_wins, abs=tolerance(counted.first_wins, 0.0005))
    of_mean = DEVIATIONS * plies.std() / THEIR_GAMES**0.5 + 0.05
    assert plies.mean() == pytest.approx(counted.plies, abs=of_mean)
    assert (endings == LAST_DIE).mean() == pytest.approx(
        counted.all_placed, abs=tolerance(counted.all_placed, 0.005)
    )
    assert (plies[endings == LAST_DIE] == 2 * counted.dice).all()
    assert (winners[endings == LAST_DIE] == 1).all()


def test_most_games_on_the_full_board_take_16_to_20_dice() -> None:
    plies = batch.playouts(waiting("board", GAMES), seed=1) - 1
    assert np.quantile(plies, [0.05, 0.95]).tolist() == [16, 20]


@pytest.mark.parametrize("level", LEVELS)
def test_whoever_places_last_wins_every_game(level: str) -> None:
    states = waiting(level, 2000)
    moves = batch.playouts(states, seed=2)
    winners, endings, _ = batch.results(states, 2)
    assert np.array_equal(winners, np.where(moves % 2 == 1, 1, 2))
    assert {ENDINGS[ending] for ending in endings.tolist()} <= {"stuck", "last_die"}


def test_every_face_is_thrown_equally_often_by_both_players_and_by_the_start_die() -> None:
    """Pearson's statistic stays below what chance exceeds once in a million (five degrees of freedom: 36)."""
    states = waiting("wizard", GAMES)
    batch.deals(states, batch.begin(states, 1), seed=3)
    dice = states["dice"].astype(np.int64)
    assert (dice.sum(axis=2) == 12).all()
    counts = [*dice.sum(axis=0), np.bincount(states["start_die"], minlength=7)[1:]]
    for faces in counts:
        expected = faces.sum() / 6
        assert ((faces - expected) ** 2 / expected).sum() < 36
    variance = dice.var(axis=0)
    assert variance == pytest.approx(np.full((2, 6), 12 * 5 / 36), rel=0.05)  # as independent throws have it
