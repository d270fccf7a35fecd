"""Games written down ply by ply, as arrays: what a data set has in a row, before it is brought into a file."""

from collections.abc import Sequence
from threading import Event
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tesserae.bots import registry
from tesserae.bots.arena import Course, checked
from tesserae.bots.protocol import Budget, Player, Thought, new_generator, thought_of
from tesserae.bots.series import MOVE_LIMIT
from tesserae.games.game import Game
from tesserae.kernel import batch, single
from tesserae.kernel.batch import IntegerRows, Integers
from tesserae.kernel.recording import record_playouts
from tesserae.kernel.rules import OVER, States

NOBODY = -1
"""Instead of a player: a random move of the opening. As a place in a list it is the last one."""
_MOST_SEATS = 16
_OPENING_STREAM = _MOST_SEATS - 1


class Ends(NamedTuple):
    """How the game of each ply ended."""

    outcomes: IntegerRows
    """For each seat: 1 won, -1 lost, 0 neither."""
    finished: npt.NDArray[np.bool_]
    """Whether it ended at all."""
    points: IntegerRows
    """What each seat had then."""


class Rows(NamedTuple):
    """Plies of whole games, game after game; everything but `numbers` has an entry for each ply."""

    game: Integers
    ply: Integers
    seat: Integers
    player: Integers
    """Who chose, as a place in the list of players."""
    states: States
    """Before the move, the truth, with what is hidden."""
    action: Integers
    dealt: Integers
    """How many numbers were dealt since the move before ..."""
    numbers: Integers
    """... and these numbers, one behind the other."""
    ends: Ends
    value: npt.NDArray[np.float32]
    """What whoever chose thought of the chance to win, from 0 to 1; not a number where nobody did."""


class _Ply(NamedTuple):
    """A move of a game under way."""

    seat: int
    player: int
    states: States
    action: int
    dealt: list[int]
    value: float


def random_rows(game: Game, seed: int, numbers: range) -> tuple[Integers, States, Rows]:
    """Play random games, and give their lengths, their last states and all plies."""
    found, ends = record_playouts(game.start(), len(numbers), seed, first=numbers.start)
    count = len(found.seats)
    rows = Rows(
        *_places(numbers, found.plies),
        found.seats,
        np.zeros(count, np.int64),
        found.states,
        found.actions,
        found.dealt,
        found.numbers,
        _ends(game, ends, found.plies),
        np.full(count, np.nan, np.float32),
    )
    return found.plies, ends, rows


def self_play(
    game: Game, names: Sequence[str], budget: Budget, opening: int, seed: int, numbers: range, stopped: Event
) -> tuple[Integers, States, Rows]:
    """Let players play, and give the lengths of their games, the last states and all plies."""
    players = [(name, registry.player(name, game)) for name in names]
    played = [_play(game, players, budget, opening, seed, number, stopped) for number in numbers]
    plies = np.array([len(course) for course, _ in played], np.int64)
    ends = np.concatenate([states for _, states in played])
    course = [ply for one, _ in played for ply in one]
    rows = Rows(
        *_places(numbers, plies),
        np.array([ply.seat for ply in course], np.int64),
        np.array([ply.player for ply in course], np.int64),
        np.concatenate([game.start()[:0], *(ply.states for ply in course)]),
        np.array([ply.action for ply in course], np.int64),
        np.array([len(ply.dealt) for ply in course], np.int64),
        np.array([number for ply in course for number in ply.dealt], np.int64),
        _ends(game, ends, plies),
        np.array([ply.value for ply in course], np.float32),
    )
    return plies, ends, rows


def _play(
    game: Game,
    players: list[tuple[str, Player]],
    budget: Budget,
    opening: int,
    seed: int,
    number: int,
    stopped: Event,
) -> tuple[list[_Ply], States]:
    """Play one game; from each to the next, everybody moves on by one seat."""
    course = Course(game, f"self-play {seed} game {number}".encode())
    generators = [new_generator(seed, number * _MOST_SEATS + stream) for stream in range(_MOST_SEATS)]
    room = np.zeros(single.most_legal(course.states), np.int32)
    plies = list[_Ply]()
    while course.mover != OVER and course.moves < MOVE_LIMIT and not stopped.is_set():
        seat, legal = course.mover, course.legal()
        turn = (seat + number) % len(players)
        thought = Thought(legal[0], None)
        if course.moves < opening:
            turn = NOBODY
            thought = Thought(int(single.choose(course.states, generators[_OPENING_STREAM], room)), None)
        elif len(legal) > 1:
            name, player = players[turn]
            masked, trail = single.mask(course.states, seat), course.trail.copy()
            thought = thought_of(player, masked, seat, generators[seat], budget, trail)
            thought = thought._replace(action=checked(thought.action, course, name))
        value = np.nan if thought.chance is None else thought.chance
        plies.append(_Ply(seat, turn, course.states.copy(), thought.action, course.dealt, value))
        course.play(thought.action)
    return plies, course.states


def _places(numbers: range, plies: Integers) -> tuple[Integers, Integers]:
    """Number the games and, in each, the plies."""
    firsts = np.cumsum(plies) - plies
    return np.repeat(np.array(numbers, np.int64), plies), np.arange(plies.sum()) - np.repeat(firsts, plies)


def _ends(game: Game, ends: States, plies: Integers) -> Ends:
    winners, endings, points = batch.results(ends, game.players)
    won = winners[:, None] >> np.arange(game.players) & 1
    outcomes = np.where(won, 1, np.where(winners[:, None], -1, 0))
    return Ends(
        np.repeat(outcomes, plies, axis=0), np.repeat(endings > 0, plies), np.repeat(points, plies, axis=0)
    )
