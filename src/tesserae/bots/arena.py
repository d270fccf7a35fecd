"""Players against players: a series of games in pairs, and a round robin of such series.

A pair is two games with the same deals in which the sides have changed seats: luck and the better seat cancel.
Games run on the compiled operations alone, because a `Match` would cost more than a quick player's thinking.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations
from threading import Event
from typing import Any, NamedTuple

import numpy as np

from tesserae.bots.protocol import Budget, Player, new_generator
from tesserae.bots.ratings import SequentialTest
from tesserae.bots.series import Pair, Result, RoundRobin, Series, Terms, Thinking
from tesserae.crew import Crew, Threads
from tesserae.games.game import Game
from tesserae.kernel import batch, single
from tesserae.kernel.generator import Words
from tesserae.kernel.play import ORDER_LIMIT
from tesserae.kernel.rules import CHANCE, OVER
from tesserae.match.deals import Seed, deal_order
from tesserae.match.match import ACTION_LIMIT
from tesserae.words import Refused

_FIRST_TRAIL = 64
_MOST_SEATS = 16
_OPENING_SEAT = _MOST_SEATS - 1
_OPENING_TRIES = 100


class Contestant(NamedTuple):
    """A player with the name it has in tables."""

    name: str
    player: Player


# --- one game ----------------------------------------------------------------------------------------------


class Course:
    """A game under way, with its deals from a seed."""

    def __init__(self, game: Game, seed: Seed) -> None:
        """Begin, and make the first deals."""
        self.states = game.start()
        self.trail = np.zeros(_FIRST_TRAIL, np.uint64)
        self.moves = 0
        self.dealt: list[int] = []
        """The numbers dealt since the last move."""
        self._seed = seed
        self._deals = 0
        self._actions = np.zeros(single.most_legal(self.states), np.int32)
        self._bounds = np.zeros(ORDER_LIMIT, np.int32)
        single.begin(self.states, self.trail)
        self._deal_when_due()

    def legal(self) -> list[int]:
        """List the legal actions."""
        actions: list[int] = self._actions[: single.legal(self.states, self._actions)].tolist()
        return actions

    def play(self, action: int) -> None:
        """Make a legal move, and the deals that follow it."""
        run = single.step(self.states, action, self.trail)
        if run >= len(self.trail):
            self.trail = np.concatenate([self.trail, np.zeros_like(self.trail)])
        self.moves += 1
        self._deal_when_due()

    def _deal_when_due(self) -> None:
        self.dealt = []
        while (mover := int(single.mover(self.states))) == CHANCE:
            count = single.chance(self.states, self._bounds)
            order = deal_order(self._seed, self._deals, self._bounds[:count].tolist())
            single.deal(self.states, order, self.trail)
            self.dealt += order.tolist()
            self._deals += 1
        self.mover = mover


class _Stopped(Exception):
    """The series is over, and nobody wants this game."""


@dataclass(frozen=True)
class _StoppableBudget(Budget):
    """A budget that is spent as soon as the series is over."""

    stopped: Event = field(default_factory=Event)

    def spend(self, work: Callable[[int], int]) -> None:
        """See `Budget`."""
        super().spend(lambda piece: 0 if self.stopped.is_set() else work(piece))


class _Played(NamedTuple):
    """How a game stood when it ended."""

    winners: int
    points: list[int]
    moves: int
    is_finished: bool


@dataclass
class _Arena:
    """Plays the pairs of a series; every pair depends on its number alone, not on the thread that plays it."""

    terms: Terms
    sides: tuple[Contestant, Contestant]
    stopped: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        budget = self.terms.budget
        self.budget = _StoppableBudget(budget.ms, budget.iterations, self.stopped)

    def __reduce__(self) -> tuple[Any, ...]:
        return _ready_arena, (self.terms, self.sides)

    def play_pair(self, number: int) -> Pair:
        """Play two games with the same deals and opening: the sides change seats, which they take in turn."""
        game, opening = self.terms.game, self._opening(number)
        thinking = (Thinking(), Thinking())
        games = [self._play(number, shift, opening, thinking) for shift in range(2)]
        if game.players == 1:
            return Pair([_compared(*games)], thinking)
        return Pair([_judged(played, shift) for shift, played in enumerate(games)], thinking)

    def _play(self, pair: int, shift: int, opening: list[int], thinking: tuple[Thinking, Thinking]) -> _Played:
        game, course = self.terms.game, self._course(pair)
        for action in opening:
            course.play(action)
        generators = [self._generator(pair, shift, seat) for seat in range(game.players)]
        while course.mover != OVER and course.moves < self.terms.move_limit:
            if self.stopped.is_set():
                raise _Stopped
            legal = course.legal()
            if len(legal) == 1:
                course.play(legal[0])
                continue
            seat, side = course.mover, (course.mover + shift) % 2
            name, player = self.sides[side]
            masked, trail = single.mask(course.states, seat), course.trail.copy()
            began = time.perf_counter()
            action = player.choose(masked, seat, generators[seat], self.budget, trail)
            taken = time.perf_counter() - began
            thinking[side].add(Thinking(1, taken, taken))
            if self.stopped.is_set():
                raise _Stopped
            course.play(checked(action, course, name))
        points = [int(single.points(course.states, seat)) for seat in range(game.players)]
        return _Played(int(single.winners(course.states)), points, course.moves, course.mover == OVER)

    def _opening(self, pair: int) -> list[int]:
        """Choose random moves that do not end the game."""
        generator, length = self._generator(pair, 0, _OPENING_SEAT), self.terms.opening_moves
        for _ in range(_OPENING_TRIES):
            course, actions = self._course(pair), list[int]()
            room = np.zeros(single.most_legal(course.states), np.int32)
            while course.mover != OVER:
                if course.moves == length:
                    return actions
                actions.append(int(single.choose(course.states, generator, room)))
                course.play(actions[-1])
        raise Refused("arena.no_opening", moves=length)

    def _course(self, pair: int) -> Course:
        return Course(self.terms.game, f"arena {self.terms.seed} pair {pair}".encode())

    def _generator(self, pair: int, shift: int, seat: int) -> Words:
        return new_generator(self.terms.seed, (2 * pair + shift) * _MOST_SEATS + seat)

    def load_code(self) -> None:
        """Let each side choose once, so that compiling is no part of the time it takes."""
        course = self._course(0)
        if course.mover != OVER:
            for _, player in self.sides:
                masked, once = single.mask(course.states, course.mover), Budget(iterations=1)
                player.choose(masked, course.mover, new_generator(0), once, course.trail.copy())


def _ready_arena(terms: Terms, sides: tuple[Contestant, Contestant]) -> _Arena:
    """Set an arena up in another process."""
    arena = _Arena(terms, sides)
    arena.load_code()
    return arena


def checked(action: Any, course: Course, name: str) -> int:
    """Refuse what a player may not do."""
    is_number = isinstance(action, int | np.integer) and 0 <= action < ACTION_LIMIT
    if not is_number or not single.is_legal(course.states, int(action)):
        raise Refused("bot.illegal", name=name, action=repr(action)[:40])
    return int(action)


def _judged(played: _Played, shift: int) -> Result:
    """See who won a game in which A had every second seat, the first of them or not."""
    seats = range(len(played.points))
    ours = sum(1 << seat for seat in seats if (seat + shift) % 2 == 0)
    won, lost = played.winners & ours != 0, played.winners & ~ours != 0
    points = [[played.points[seat] for seat in seats if (seat + shift) % 2 == side] for side in range(2)]
    means = (sum(points[0]) / len(points[0]), sum(points[1]) / len(points[1]))
    return Result((1 + won - lost) / 2, means, played.moves, played.is_finished)


def _compared(a: _Played, b: _Played) -> Result:
    """See who did better alone."""
    is_finished = a.is_finished and b.is_finished
    ours, theirs = (a.points[0], a.winners), (b.points[0], b.winners)
    ahead = (ours > theirs) - (ours < theirs) if is_finished else 0
    return Result((1 + ahead) / 2, (a.points[0], b.points[0]), (a.moves + b.moves) / 2, is_finished)


# --- a series ----------------------------------------------------------------------------------------------


def play_series(
    terms: Terms,
    a: Contestant,
    b: Contestant,
    *,
    test: SequentialTest | None = None,
    report: Callable[[int, int], None] | None = None,
    crew: Crew | None = None,
) -> Series:
    """Let A play B; `report` is told how many games are done, and how many there are.

    With a test the series ends as soon as that knows enough. Pairs are counted in their order, so that nothing
    but the times depends on who plays them: threads of this process, or another crew.
    """
    arena = _Arena(terms, (a, b))
    arena.load_code()
    series = Series(terms, (a.name, b.name), test)
    crew = crew or Threads(terms.threads or batch.available_cores())
    began = time.perf_counter()
    with closing(crew.map(arena.play_pair, range(terms.pairs), arena.stopped.set)) as pairs:
        for pair in pairs:
            series.add(pair)
            if report:
                report(series.games, terms.whole_games)
            if (verdict := series.verdict) and verdict.accepted:
                break
    series.seconds = time.perf_counter() - began
    return series


def play_round_robin(
    terms: Terms,
    contestants: Sequence[Contestant],
    *,
    report: Callable[[int, int], None] | None = None,
    crew: Crew | None = None,
) -> RoundRobin:
    """Let every player play every other one; each series is the same as if the two had played alone."""
    pairings = list(combinations(range(len(contestants)), 2))
    all_games = len(pairings) * terms.whole_games
    played: dict[tuple[int, int], Series] = {}

    def report_all(done: int, games: int) -> None:
        if report:
            report(len(played) * games + done, all_games)

    for one, other in pairings:
        played[one, other] = play_series(terms, contestants[one], contestants[other], report=report_all, crew=crew)
    return RoundRobin(terms, tuple(contestant.name for contestant in contestants), played)
