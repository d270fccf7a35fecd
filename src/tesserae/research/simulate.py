"""Random play in bulk, with its statistics."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tesserae.games.game import Game
from tesserae.kernel import batch
from tesserae.kernel.batch import Integers

CHUNK_BYTES = 1 << 24
"""So much memory is worked on at a time, or rather less."""


@dataclass
class Simulation:
    """What a series of random games came to."""

    game: Game
    seed: int
    games: int = 0
    moves: int = 0
    moves_squared: int = 0
    longest: int = 0
    seconds: float = 0.0
    draws: int = 0
    wins: list[int] = field(default_factory=list)
    """How often each seat was among the winners."""
    points: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)

    def add(self, moves: Integers, winners: Integers, endings: Integers, points: Integers) -> None:
        """Count a chunk of finished games."""
        seats = range(self.game.players)
        self.games += len(moves)
        self.moves += int(moves.sum())
        self.moves_squared += int((moves * moves).sum())
        self.longest = max(self.longest, int(moves.max()))
        finished = endings > 0
        if self.game.players > 1:
            self.draws += int(((winners == 0) & finished).sum())
        self.wins = [won + int((winners >> s & 1).sum()) for s, won in zip(seats, self.wins, strict=True)]
        self.points = [had + int(points[:, s].sum()) for s, had in zip(seats, self.points, strict=True)]
        names = self.game.endings
        for number, count in enumerate(np.bincount(endings, minlength=len(names)).tolist()):
            if count:
                self.endings[names[number] or "unfinished"] += count

    @property
    def mean_moves(self) -> float:
        """The average length of a game."""
        return self.moves / self.games

    @property
    def moves_deviation(self) -> float:
        """The standard deviation of the length."""
        return float(np.sqrt(max(self.moves_squared / self.games - self.mean_moves**2, 0.0)))

    def as_json(self) -> dict[str, Any]:
        """Give everything in plain values; all but the last two are the same in every run."""
        return {
            "game": self.game.name,
            "options": self.game.options_dict(),
            "seed": self.seed,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "endings": dict(self.endings),
            "mean_points": [total / self.games for total in self.points],
            "mean_moves": self.mean_moves,
            "moves_deviation": self.moves_deviation,
            "longest": self.longest,
            "moves": self.moves,
            "seconds": self.seconds,
            "moves_per_second": self.moves / self.seconds if self.seconds else 0.0,
        }


def simulate(
    game: Game,
    games: int,
    seed: int = 0,
    *,
    threads: int | None = None,
    report: Callable[[int, int], None] | None = None,
) -> Simulation:
    """Play so many random games; `report` is told how many are done, and how many there are."""
    result = Simulation(game, seed, wins=[0] * game.players, points=[0] * game.players)
    start = game.start()
    chunk = CHUNK_BYTES // start.itemsize
    batch.playouts(start.copy())  # loading the code is not part of the time taken
    for first in range(0, games, chunk):
        states = np.repeat(start, min(chunk, games - first))
        began = time.perf_counter()
        moves = batch.playouts(states, seed, first=first, threads=threads)
        result.seconds += time.perf_counter() - began
        result.add(moves, *batch.results(states, game.players))
        if report:
            report(result.games, games)
    return result
