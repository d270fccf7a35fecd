"""A series of games between two players, and a round robin of series: the terms, and what came of them."""

from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

import numpy as np

from tesserae.bots.protocol import Budget
from tesserae.bots.ratings import (
    Interval,
    Rating,
    Sample,
    SequentialTest,
    Verdict,
    elo_of_score,
    fit_ratings,
    independent_games,
    mean_interval,
    score_interval,
)
from tesserae.games.game import Game
from tesserae.kernel import single
from tesserae.kernel.rules import CHANCE

MOVE_LIMIT = 2000
"""A game that is longer counts as a draw: Tripple lets players refuse for ever."""
OPENING = 2
"""So many random moves begin a game without chance, or all games of two players would be the same."""


@dataclass(frozen=True)
class Terms:
    """What is agreed before a series."""

    game: Game
    budget: Budget
    games: int
    seed: int = 0
    opening: int | None = None
    """How many random moves begin each game; None chooses by whether the game has chance."""
    move_limit: int = MOVE_LIMIT
    threads: int | None = None

    @property
    def games_in_pair(self) -> int:
        """Alone, a game is the same deal for both sides, one after the other, and seats do not matter."""
        return min(self.game.players, 2)

    @property
    def pairs(self) -> int:
        """How many pairs the games need."""
        return -(-self.games // self.games_in_pair)

    @property
    def whole_games(self) -> int:
        """The games, rounded up to whole pairs."""
        return self.pairs * self.games_in_pair

    @property
    def opening_moves(self) -> int:
        """How many random moves begin each game."""
        if self.opening is not None:
            return self.opening
        return 0 if single.mover(self.game.start()) == CHANCE else OPENING

    @property
    def has_points(self) -> bool:
        """Whether more than the result counts in this game."""
        return bool(self.game.account_names)


@dataclass
class Thinking:
    """The time a side has taken for its moves; moves without a choice do not count."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, other: "Thinking") -> None:
        """Put the times of two games together."""
        self.moves += other.moves
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)

    @property
    def mean_ms(self) -> float:
        """Milliseconds a move."""
        return 1000 * self.seconds / self.moves if self.moves else 0.0


class Result(NamedTuple):
    """What a game came to: the score of side A, the points of both sides, and how long it was."""

    score: float
    points: tuple[float, float]
    moves: float
    is_finished: bool


class Pair(NamedTuple):
    """The games that share their deals, and the time both sides took."""

    results: list[Result]
    thinking: tuple[Thinking, Thinking]


@dataclass
class Series:
    """What a series of games between A and B came to."""

    terms: Terms
    names: tuple[str, str]
    test: SequentialTest | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0
    unfinished: int = 0
    moves: float = 0.0
    scores: Sample = field(default_factory=Sample)
    """The mean score of A in each pair."""
    margins: Sample = field(default_factory=Sample)
    """By how many points a game A was ahead in each pair."""
    points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    thinking: tuple[Thinking, Thinking] = field(default_factory=lambda: (Thinking(), Thinking()))
    seconds: float = 0.0

    def add(self, pair: Pair) -> None:
        """Count a pair."""
        for result in pair.results:
            self.wins += result.score == 1
            self.draws += result.score == 0.5
            self.losses += result.score == 0
            self.unfinished += not result.is_finished
            self.moves += result.moves
            self.points = [had + new for had, new in zip(self.points, result.points, strict=True)]
        count = len(pair.results)
        self.scores.add(sum(result.score for result in pair.results) / count)
        self.margins.add(sum(result.points[0] - result.points[1] for result in pair.results) / count)
        for side, thinking in zip(self.thinking, pair.thinking, strict=True):
            side.add(thinking)

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of A."""
        return self.scores.mean

    @property
    def score_interval(self) -> Interval:
        """Where its expected value is, in 95 of 100 cases."""
        return score_interval(self.scores, self.games)

    @property
    def elo(self) -> float:
        """By how much A is stronger."""
        return elo_of_score(self.score)

    @property
    def elo_interval(self) -> Interval:
        """Where its expected value is, in 95 of 100 cases."""
        low, high = self.score_interval
        return elo_of_score(low), elo_of_score(high)

    @property
    def verdict(self) -> Verdict | None:
        """How the test stands, if there is one."""
        return self.test.judge(self.scores, self.games) if self.test else None

    def as_json(self) -> dict[str, Any]:
        """Give everything in plain values."""
        verdict = self.verdict
        terms, (a, b) = self.terms, self.thinking
        return {
            "game": terms.game.name,
            "options": terms.game.options_dict(),
            "a": self.names[0],
            "b": self.names[1],
            "ms": terms.budget.ms,
            "iterations": terms.budget.iterations,
            "seed": terms.seed,
            "opening": terms.opening_moves,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": self.score,
            "score_interval": self.score_interval,
            "elo": self.elo,
            "interval": self.elo_interval,
            "points": dict(zip("ab", self.mean_points, strict=True)) if self.terms.has_points else None,
            "points_margin": self.margins.mean if self.terms.has_points else None,
            "points_interval": mean_interval(self.margins) if self.terms.has_points else None,
            "mean_moves": self.mean_moves,
            "ms_per_move": {"a": a.mean_ms, "b": b.mean_ms},
            "longest_ms": {"a": 1000 * a.longest, "b": 1000 * b.longest},
            "unfinished": self.unfinished,
            "seconds": self.seconds,
            "sprt": asdict(self.test) | verdict._asdict() if self.test and verdict else None,
        }

    @property
    def mean_points(self) -> list[float]:
        """The points of A and of B in a game."""
        return [total / self.games for total in self.points]

    @property
    def mean_moves(self) -> float:
        """The average length of a game."""
        return self.moves / self.games


@dataclass(frozen=True)
class RoundRobin:
    """What came of every player playing every other one."""

    terms: Terms
    names: tuple[str, ...]
    series: dict[tuple[int, int], Series]
    """By the numbers of both players, the smaller one first."""

    @property
    def ratings(self) -> list[Rating]:
        """The strength of each player."""
        scores, games = np.zeros((2, len(self.names), len(self.names)))
        for (one, other), series in self.series.items():
            scores[one, other], scores[other, one] = series.score, 1 - series.score
            games[one, other] = games[other, one] = independent_games(series.scores, series.games)
        return fit_ratings(scores, games)

    def score(self, player: int, other: int) -> float:
        """Give the share of a player in the games against another one."""
        ahead = self.series.get((player, other))
        return ahead.score if ahead else 1 - self.series[other, player].score

    def margin(self, player: int) -> float:
        """Give the points a game by which a player is ahead of the others on average, each counting alike."""
        ahead = [
            series.margins.mean if pairing[0] == player else -series.margins.mean
            for pairing, series in self.series.items()
            if player in pairing
        ]
        return sum(ahead) / len(ahead)

    def thinking(self, player: int) -> Thinking:
        """Put together the time a player has taken."""
        total = Thinking()
        for pairing, series in self.series.items():
            if player in pairing:
                total.add(series.thinking[pairing.index(player)])
        return total

    @property
    def unfinished(self) -> int:
        """How many games were too long."""
        return sum(series.unfinished for series in self.series.values())

    def as_json(self) -> dict[str, Any]:
        """Give everything in plain values."""
        players = [
            {
                "name": name,
                "elo": rating.elo,
                "interval": rating.interval,
                "scores": {other: self.score(i, j) for j, other in enumerate(self.names) if j != i},
                "points_margin": self.margin(i) if self.terms.has_points else None,
                "ms_per_move": self.thinking(i).mean_ms,
            }
            for i, (name, rating) in enumerate(zip(self.names, self.ratings, strict=True))
        ]
        return {
            "game": self.terms.game.name,
            "options": self.terms.game.options_dict(),
            "players": players,
            "pairings": [series.as_json() for series in self.series.values()],
        }
