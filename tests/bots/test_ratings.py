"""The statistics of the arena: known values, and simulations of how often they are right."""

import math

import numpy as np
import pytest

from tesserae.bots.ratings import (
    ELO_LIMIT,
    Sample,
    SequentialTest,
    elo_of_score,
    fit_ratings,
    independent_games,
    mean_interval,
    score_interval,
    score_of_elo,
    student_95,
)
from tesserae.words import Refused

SCORES = [0, 0.25, 0.5, 0.75, 1]
INDEPENDENT = [0.25, 0, 0.5, 0, 0.25]
SEAT_DECIDES = [0.05, 0, 0.9, 0, 0.05]
DEAL_DECIDES = [0.45, 0, 0.1, 0, 0.45]
STRONGER = [0.02, 0, 0.56, 0, 0.42]
MANY_DRAWS = [0.02, 0.1, 0.7, 0.13, 0.05]
NEARLY_ALWAYS = [0, 0, 0.04, 0, 0.96]


def sample(*values: float) -> Sample:
    gathered = Sample()
    for value in values:
        gathered.add(value)
    return gathered


def random_pairs(generator: np.random.Generator, chances: list[float], pairs: int) -> Sample:
    return sample(*generator.choice(SCORES, p=chances, size=pairs).tolist())


def test_a_sample_knows_mean_and_spread() -> None:
    values = sample(1, 2, 6)
    assert values.mean == 3
    assert values.spread == pytest.approx(14)
    assert sample(0.1, 0.1, 0.1).spread == pytest.approx(0)


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0), (0.75, 190.85), (10 / 11, 400), (1 / 11, -400)])
def test_elo_and_score_are_two_sides(score: float, elo: float) -> None:
    assert elo_of_score(score) == pytest.approx(elo, abs=0.01)
    assert score_of_elo(elo) == pytest.approx(score, abs=1e-4)


def test_elo_stays_finite() -> None:
    assert elo_of_score(0) == -ELO_LIMIT == elo_of_score(1e-9)
    assert elo_of_score(1) == ELO_LIMIT == elo_of_score(1 - 1e-9)


@pytest.mark.parametrize(
    ("freedom", "width"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (99, 1.984)]
)
def test_student(freedom: int, width: float) -> None:
    assert student_95(freedom) == pytest.approx(width, rel=0.003)


def test_a_mean_is_enclosed_from_two_values_on() -> None:
    assert mean_interval(sample(3)) is None
    assert mean_interval(sample(1, 2, 3, 4)) == pytest.approx((0.446, 4.554), abs=0.01)


def test_nothing_but_wins_is_wilsons_interval_of_the_games() -> None:
    z2 = 1.959964**2
    assert score_interval(sample(*[1.0] * 10), 20) == pytest.approx((20 / (20 + z2), 1))
    assert score_interval(sample(*[0.0] * 10), 20) == pytest.approx((0, z2 / (20 + z2)))
    assert score_interval(sample(1.0), 2) == pytest.approx((2 / (2 + z2), 1))


def test_one_pair_alone_is_worth_its_games() -> None:
    assert independent_games(sample(0.5), 2) == pytest.approx(2)
    assert independent_games(sample(0.75), 2) == pytest.approx(2, rel=0.3)


def test_pairs_that_always_agree_are_worth_more_than_their_games() -> None:
    assert independent_games(sample(*[0.5] * 50), 100) > 1000


def test_pairs_tell_what_a_game_alone_would_hide() -> None:
    generator = np.random.default_rng(1)
    worth = [
        independent_games(random_pairs(generator, chances, 5000), 10000)
        for chances in (SEAT_DECIDES, INDEPENDENT, DEAL_DECIDES)
    ]
    assert worth == pytest.approx([50000, 10000, 5556], rel=0.1)


@pytest.mark.parametrize("pairs", [5, 20, 100])
@pytest.mark.parametrize(
    "chances", [INDEPENDENT, SEAT_DECIDES, DEAL_DECIDES, STRONGER, MANY_DRAWS, NEARLY_ALWAYS], ids=str
)
def test_the_score_is_enclosed_in_95_of_100_cases(chances: list[float], pairs: int) -> None:
    generator = np.random.default_rng(pairs)
    expected = float(np.dot(chances, SCORES))
    enclosed = 0
    for _ in range(2000):
        low, high = score_interval(random_pairs(generator, chances, pairs), 2 * pairs)
        assert 0 <= low <= high <= 1
        enclosed += low <= expected <= high
    assert enclosed / 2000 >= (0.90 if pairs == 5 else 0.935)
    if pairs == 100 and chances not in (SEAT_DECIDES, NEARLY_ALWAYS):  # few values are possible there
        assert enclosed / 2000 <= 0.97


def chances_of(elo: float) -> list[float]:
    """Let the two games of a pair be a win and a loss more often than by chance alone."""
    score = score_of_elo(elo)
    won, lost = score**2, (1 - score) ** 2
    less = 0.3 * min(won, lost)
    return [lost - less, 0, 1 - won - lost + 2 * less, 0, won - less]


@pytest.mark.parametrize(("elo", "right"), [(0, "H0"), (40, "H1"), (-30, "H0"), (80, "H1")])
def test_a_sequential_test_errs_in_one_of_twenty_cases(elo: float, right: str) -> None:
    generator, test = np.random.default_rng(3), SequentialTest(0, 40)
    chances = chances_of(elo)
    assert np.dot(chances, SCORES) == pytest.approx(score_of_elo(elo))
    wrong = 0
    for _ in range(300):
        pairs, draws = Sample(), iter(generator.choice(SCORES, p=chances, size=5000).tolist())
        verdict = None
        while verdict is None:
            pairs.add(next(draws))
            verdict = test.judge(pairs, 2 * pairs.count).accepted
        wrong += verdict != right
        assert pairs.count >= 16
    assert wrong / 300 <= 0.08
    if elo in (0, 40):
        assert wrong / 300 >= 0.015


def test_a_sequential_test_copes_with_wins_alone() -> None:
    verdict = SequentialTest(0, 5).judge(sample(*[1.0] * 16), 32)
    assert verdict.accepted == "H1"
    assert math.isfinite(verdict.llr)
    assert SequentialTest(0, 5).judge(sample(*[1.0] * 15), 30).accepted is None
    assert (verdict.lower, verdict.upper) == pytest.approx((-2.944, 2.944), abs=0.001)


@pytest.mark.parametrize(("elo0", "elo1"), [(5, 5), (5, 0), (math.nan, 5), (0, math.inf), (-9999, 0)])
def test_a_sequential_test_needs_two_differences(elo0: float, elo1: float) -> None:
    with pytest.raises(Refused, match="the smaller one first"):
        SequentialTest(elo0, elo1)


def expected_scores(elos: list[float]) -> np.ndarray:
    return np.array([[score_of_elo(one - other) if one is not other else 0.0 for other in elos] for one in elos])


def test_ratings_are_found_again() -> None:
    elos = [-305.0, -40.0, 90.0, 255.0]
    ratings = fit_ratings(expected_scores(elos), 10000 * (1 - np.eye(4)))
    assert [rating.elo for rating in ratings] == pytest.approx(elos, abs=1)
    assert all(low < rating.elo < high for rating in ratings for low, high in [rating.interval])


def test_the_ratings_of_two_are_their_difference() -> None:
    one, other = fit_ratings(np.array([[0, 0.75], [0.25, 0]]), 1000.0 * (1 - np.eye(2)))
    assert one.elo - other.elo == pytest.approx(190.85, abs=1)
    assert one.elo == pytest.approx(-other.elo)
    half = 1.96 * math.sqrt(0.75 * 0.25 / 1000)
    width = elo_of_score(0.75 + half) - elo_of_score(0.75 - half)
    assert one.interval[1] - one.interval[0] == pytest.approx(width / 2, rel=0.03)


def test_ratings_of_nothing_but_wins_are_finite_and_unsure() -> None:
    ratings = fit_ratings(np.triu(np.ones((3, 3)), 1), 20 * (1 - np.eye(3)))
    elos = [rating.elo for rating in ratings]
    assert elos == sorted(elos, reverse=True)
    assert sum(elos) == pytest.approx(0)
    assert all(100 < rating.interval[1] - rating.elo < 600 for rating in ratings)


def test_ratings_are_enclosed_in_95_of_100_cases() -> None:
    generator, elos, pairs = np.random.default_rng(5), [-100.0, 0.0, 100.0], 60
    enclosed = 0
    for _ in range(300):
        scores, games = np.zeros((2, 3, 3))
        for one, other in ((0, 1), (0, 2), (1, 2)):
            seen = random_pairs(generator, chances_of(elos[one] - elos[other]), pairs)
            scores[one, other], scores[other, one] = seen.mean, 1 - seen.mean
            games[one, other] = games[other, one] = independent_games(seen, 2 * pairs)
        ratings = fit_ratings(scores, games)
        enclosed += sum(low <= elo <= high for elo, (_, (low, high)) in zip(elos, ratings, strict=True))
    assert enclosed / 900 == pytest.approx(0.95, abs=0.025)
