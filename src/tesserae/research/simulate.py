"""Games in bulk, with their statistics: random ones, or those of computer players among themselves.

Every game depends on its number and the seed alone, so a crew may play them in whatever pieces, wherever it likes.
"""

import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from threading import Event
from typing import Any, NamedTuple

import numpy as np

from tesserae.bots.protocol import Budget
from tesserae.bots.series import MOVE_LIMIT, OPENING
from tesserae.crew import Crew, Threads
from tesserae.games.game import Game
from tesserae.kernel import batch, single
from tesserae.kernel.batch import IntegerRows, Integers
from tesserae.kernel.rules import CHANCE
from tesserae.research.rows import Rows, random_rows, self_play

RANDOM = "random"
PIECE_BYTES = 1 << 21
"""So much memory is worked on at a time by each hand."""
ROWS_BYTES = 1 << 21
"""So large, about, is what is written down of a piece."""
LEAST_PIECES, MOST_PIECES = 64, 10_000
"""Few games are cut into so many pieces, so that all hands have something to do; many into no more than so many,
since each costs whoever hands them out a millisecond."""
SAMPLE = 8
"""So many games tell how long they are."""


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    game: Game
    games: int
    seed: int = 0
    players: tuple[str, ...] = (RANDOM,)
    """By seats, as often as need be; from game to game everybody moves on by one seat."""
    budget: Budget = field(default_factory=lambda: Budget(iterations=1))
    """What a move may cost, for those who think."""
    opening: int | None = None
    """How many random moves begin each game of players; None chooses by whether the game has chance."""

    @property
    def is_random(self) -> bool:
        """Whether nobody thinks: then games are played in compiled code alone."""
        return set(self.players) == {RANDOM}

    @property
    def opening_moves(self) -> int:
        """How many random moves begin each game, since players who always do the same would repeat themselves."""
        if self.is_random:
            return 0
        if self.opening is not None:
            return self.opening
        return 0 if single.mover(self.game.start()) == CHANCE else OPENING

    @property
    def move_limit(self) -> int:
        """After so many moves a game is left unfinished."""
        return batch.MOVE_LIMIT if self.is_random else MOVE_LIMIT


@dataclass
class Simulation:
    """What a series of games came to."""

    plan: Plan
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

    def __post_init__(self) -> None:
        """Begin with nothing."""
        self.wins = self.wins or [0] * self.game.players
        self.points = self.points or [0] * self.game.players

    @property
    def game(self) -> Game:
        """What was played."""
        return self.plan.game

    def count(self, moves: Integers, winners: Integers, endings: Integers, points: IntegerRows) -> None:
        """Count some finished games."""
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

    def add(self, other: "Simulation") -> None:
        """Put the games of a piece to the others."""
        self.games += other.games
        self.moves += other.moves
        self.moves_squared += other.moves_squared
        self.longest = max(self.longest, other.longest)
        self.draws += other.draws
        self.wins = [had + new for had, new in zip(self.wins, other.wins, strict=True)]
        self.points = [had + new for had, new in zip(self.points, other.points, strict=True)]
        self.endings += other.endings

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
        plan = self.plan
        return {
            "game": self.game.name,
            "options": self.game.options_dict(),
            "players": list(plan.players),
            "ms": None if plan.is_random else plan.budget.ms,
            "iterations": None if plan.is_random else plan.budget.iterations,
            "opening": plan.opening_moves,
            "seed": plan.seed,
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


class Played(NamedTuple):
    """What came of a piece: its statistics and, if wanted, every ply."""

    counted: Simulation
    rows: Rows | None


@dataclass(frozen=True)
class PlayGames:
    """The job of a crew: to play the games with these numbers."""

    plan: Plan
    writes: bool
    """Whether every ply is written down."""
    stopped: Event = field(default_factory=Event, compare=False)
    """Set when nobody wants the games any more."""

    def __reduce__(self) -> tuple[Any, ...]:
        return PlayGames, (self.plan, self.writes)

    def __call__(self, numbers: range) -> Played:
        """Play a piece."""
        plan, counted = self.plan, Simulation(self.plan)
        if not plan.is_random:
            found = self_play(
                plan.game, plan.players, plan.budget, plan.opening_moves, plan.seed, numbers, self.stopped
            )
            moves, states, rows = found
        elif self.writes:
            moves, states, rows = random_rows(plan.game, plan.seed, numbers)
        else:
            self._count_random(numbers, counted)
            return Played(counted, None)
        counted.count(moves, *batch.results(states, plan.game.players))
        return Played(counted, rows if self.writes else None)

    def _count_random(self, numbers: range, counted: Simulation) -> None:
        """Play random games, as many at a time as memory is meant for."""
        game, seed = self.plan.game, self.plan.seed
        step = _at_a_time(game)
        for first in range(numbers.start, numbers.stop, step):
            if self.stopped.is_set():
                return
            states = np.repeat(game.start(), min(step, numbers.stop - first))
            moves = batch.playouts(states, seed, first=first, threads=1)
            counted.count(moves, *batch.results(states, game.players))


def _at_a_time(game: Game) -> int:
    return max(1, PIECE_BYTES // game.start().itemsize)


def pieces_of(plan: Plan, *, writes: bool) -> list[range]:
    """Cut the games, always in the same way, whoever plays them."""
    most, few = -(-plan.games // LEAST_PIECES), -(-plan.games // MOST_PIECES)
    if not plan.is_random:
        step = few
    elif writes:
        start = plan.game.start()
        mean = batch.playouts(np.repeat(start, SAMPLE), plan.seed, threads=1).mean()
        step = max(1, min(int(ROWS_BYTES / (start.itemsize * mean)), most))
    else:
        step = max(few, min(_at_a_time(plan.game), most))
    return [range(first, min(first + step, plan.games)) for first in range(0, plan.games, step)]


def simulate(
    plan: Plan,
    crew: Crew | None = None,
    *,
    report: Callable[[int, int], None] | None = None,
    take: Callable[[Rows], None] | None = None,
) -> Simulation:
    """Play what is planned; `report` is told how many games are done, and how many there are.

    `take` is given every ply of every game, in their order.
    """
    result, job = Simulation(plan), PlayGames(plan, writes=take is not None)
    if plan.is_random:
        job(range(1))  # loading the code is not part of the time taken
    began = time.perf_counter()
    crew, pieces = crew or Threads(batch.available_cores()), pieces_of(plan, writes=job.writes)
    with closing(crew.map(job, pieces, job.stopped.set)) as found:
        for counted, rows in found:
            result.add(counted)
            if take and rows is not None:
                take(rows)
            if report:
                report(result.games, plan.games)
    result.seconds = time.perf_counter() - began
    return result
