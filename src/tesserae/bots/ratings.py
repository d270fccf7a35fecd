"""What the results of games say about the strength of players, and how surely.

The two games of a pair share their deals, so they are not independent: the unit of all statistics is the pair.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tesserae.words import Refused

Floats: TypeAlias = npt.NDArray[np.float64]
Interval: TypeAlias = tuple[float, float]

NORMAL_95 = 1.959964
ELO_LIMIT = 1200.0
"""No difference is told that is larger: a score of 100 % would make it infinite."""
ERROR_RATE = 0.05
"""How often a sequential test may accept the wrong hypothesis."""
FEWEST_PAIRS = 16
"""No sequential test ends before."""

_ASSUMED_PAIRS = 2
"""As many pairs of independent games are added to what was seen of the variance: few pairs that happen to agree
would otherwise pass for certainty. In simulations (see the tests) two give the coverage that is wanted."""
_ASSUMED_DRAWS = 1
"""As many draws are added to each pairing of a round robin, so that no rating is infinite."""
_ELO_PER_NAT = 400 / math.log(10)


@dataclass
class Sample:
    """Numbers of which only the sums are kept."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Take in one more."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The average."""
        return self.total / self.count

    @property
    def spread(self) -> float:
        """The sum of the squared distances from the average."""
        return max(self.squares - self.total**2 / self.count, 0.0)


# --- scores of two players ---------------------------------------------------------------------------------


def pair_variance(pairs: Sample, games: int) -> float:
    """Estimate the variance of the scores of pairs that make up so many games; never 0."""
    each = games / pairs.count
    cautious = (pairs.mean * games + 1) / (games + 2)
    assumed = cautious * (1 - cautious) / each
    return (pairs.spread + _ASSUMED_PAIRS * assumed) / (pairs.count - 1 + _ASSUMED_PAIRS)


def independent_games(pairs: Sample, games: int) -> float:
    """Say how many independent games without draws would tell as much about the score."""
    variance = pairs.mean * (1 - pairs.mean)
    return variance * pairs.count / pair_variance(pairs, games) if variance > 0 else games


def score_interval(pairs: Sample, games: int) -> Interval:
    """Enclose the expected score in 95 of 100 cases, by Wilson's formula; stays within 0 and 1."""
    score, weight = pairs.mean, NORMAL_95**2 / independent_games(pairs, games)
    middle = (score + weight / 2) / (1 + weight)
    half = math.sqrt(weight * score * (1 - score) + weight**2 / 4) / (1 + weight)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def mean_interval(sample: Sample) -> Interval | None:
    """Enclose the expected value in 95 of 100 cases, by Student's distribution; one value alone cannot."""
    if sample.count < 2:
        return None
    freedom = sample.count - 1
    half = student_95(freedom) * math.sqrt(sample.spread / freedom / sample.count)
    return sample.mean - half, sample.mean + half


def student_95(freedom: int) -> float:
    """Give the half width of the middle 95 % of Student's distribution."""
    exact = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764}
    z = NORMAL_95
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return exact.get(freedom, z + first / freedom + second / freedom**2 + third / freedom**3)


def elo_of_score(score: float) -> float:
    """Turn an expected score into a difference of ratings, cut off at the limit."""
    if not 0 < score < 1:
        return math.copysign(ELO_LIMIT, score - 0.5)
    return max(-ELO_LIMIT, min(ELO_LIMIT, -400 * math.log10(1 / score - 1)))


def score_of_elo(elo: float) -> float:
    """Turn a difference of ratings into the score it lets expect."""
    return 1 / (1 + 10 ** (-elo / 400))


# --- a test that ends when it knows enough -----------------------------------------------------------------


class Verdict(NamedTuple):
    """How a sequential test stands: the logarithm of the likelihood ratio, its bounds, what is accepted."""

    llr: float
    lower: float
    upper: float
    accepted: str | None


@dataclass(frozen=True)
class SequentialTest:
    """The generalised SPRT on scores of pairs: H0 says the difference is elo0 or less, H1 elo1 or more."""

    elo0: float
    elo1: float

    def __post_init__(self) -> None:
        if not -ELO_LIMIT <= self.elo0 < self.elo1 <= ELO_LIMIT:
            raise Refused("arena.bad_test", elo0=self.elo0, elo1=self.elo1, limit=int(ELO_LIMIT))

    def judge(self, pairs: Sample, games: int) -> Verdict:
        """Weigh what has been seen so far."""
        bound = math.log((1 - ERROR_RATE) / ERROR_RATE)
        s0, s1 = score_of_elo(self.elo0), score_of_elo(self.elo1)
        llr = pairs.count * (s1 - s0) * (2 * pairs.mean - s0 - s1) / (2 * pair_variance(pairs, games))
        if pairs.count < FEWEST_PAIRS or abs(llr) < bound:
            return Verdict(llr, -bound, bound, None)
        return Verdict(llr, -bound, bound, "H1" if llr > 0 else "H0")


# --- ratings of many players -------------------------------------------------------------------------------


class Rating(NamedTuple):
    """The strength of a player on a scale on which the players of the table have the mean 0."""

    elo: float
    interval: Interval


def fit_ratings(scores: Floats, games: Floats) -> list[Rating]:
    """Find the ratings that make the scores of a round robin most likely (Bradley and Terry).

    `scores[i, j]` is the mean score of i against j, `games[i, j]` how many independent games that is worth.
    """
    assumed = _ASSUMED_DRAWS * (1 - np.eye(len(games)))
    weights, wins = games + assumed, games * scores + assumed / 2
    strengths = np.zeros(len(scores))
    for _ in range(100):
        expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        slope = (wins - weights * expected).sum(axis=1)
        covariance = _inverse(weights * expected * (1 - expected))
        step = covariance @ slope
        strengths += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    strengths -= strengths.mean()
    halves = NORMAL_95 * np.sqrt(np.diag(covariance))
    return [_rating(float(elo), float(half)) for elo, half in zip(strengths, halves, strict=True)]


def _inverse(information: Floats) -> Floats:
    """Turn what is known about each difference into the covariance of ratings whose mean is 0."""
    laplacian = np.diag(information.sum(axis=1)) - information
    return np.asarray(np.linalg.pinv(laplacian, hermitian=True), np.float64)


def _rating(strength: float, half: float) -> Rating:
    elo, width = strength * _ELO_PER_NAT, half * _ELO_PER_NAT
    return Rating(elo, (elo - width, elo + width))
