"""Random games written down ply by ply: the state before each move, whose it was, what he did, what was dealt.

Game number i uses stream number i of the seed, and is the very game that `batch.playouts` plays. A first pass only
counts, so that the second one writes into arrays that fit.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tesserae.kernel import batch
from tesserae.kernel.batch import TRAIL, Integers
from tesserae.kernel.compiling import compiled
from tesserae.kernel.generator import GENERATOR_WORDS, below, seed_generator
from tesserae.kernel.play import ORDER_LIMIT, begin, deal_out, step
from tesserae.kernel.rules import CHANCE, OVER, States, chance, choose, mask, mover


class Courses(NamedTuple):
    """Games written down, one after the other; everything but the first and the last has an entry for each ply."""

    plies: Integers
    """How many moves each game has."""
    states: States
    """The state before the move ..."""
    seats: Integers
    """... who moved ..."""
    actions: Integers
    """... and what he did."""
    dealt: Integers
    """How many numbers were dealt since the move before ..."""
    numbers: Integers
    """... and these numbers, one behind the other, for all plies."""


def record_playouts(
    start: States, games: int, seed: int = 0, *, first: int = 0, move_limit: int = batch.MOVE_LIMIT
) -> tuple[Courses, States]:
    """Play random games from a start, and give them together with the states in which they end."""
    states = np.repeat(start, games)
    plies, numbers = np.zeros((2, games), np.int64)
    word, (_, at_once) = np.uint64(seed % 2**64), batch.room(start)
    nothing, no_states = np.zeros(0, np.int64), start[:0].copy()
    _record(
        states.copy(), word, first, move_limit, at_once,
        plies, numbers, no_states, nothing, nothing, nothing, nothing,
    )  # fmt: skip
    total = int(plies.sum())
    seats, actions, dealt = np.zeros((3, total), np.int64)
    found = Courses(plies, np.repeat(start, total), seats, actions, dealt, np.zeros(int(numbers.sum()), np.int64))
    _record(
        states, word, first, move_limit, at_once,
        plies, numbers, found.states, seats, actions, dealt, found.numbers,
    )  # fmt: skip
    return found, states


def mask_each(states: States, seats: npt.NDArray[np.integer]) -> States:
    """Give every state as the seat beside it may know it."""
    masked = states.copy()
    _mask_each(masked, np.ascontiguousarray(seats, np.int64))
    return masked


@compiled
def _mask_each(states: States, seats: Integers) -> None:
    for i in range(len(states)):
        mask(states[i], seats[i])


@compiled
def _record(
    games: States,
    seed: np.uint64,
    first: int,
    move_limit: int,
    at_once: int,
    plies: Integers,
    counts: Integers,
    states: States,
    seats: Integers,
    actions: Integers,
    dealt: Integers,
    numbers: Integers,
) -> None:
    """Play the games to their ends; where the arrays for plies are empty, only count plies and dealt numbers."""
    generator = np.zeros(GENERATOR_WORDS, np.uint64)
    legal = np.zeros(at_once, np.int32)
    order = np.zeros(ORDER_LIMIT, np.int32)
    trail = np.zeros(TRAIL, np.uint64)
    ply = number = 0
    for i in range(len(games)):
        seed_generator(generator, seed, first + i)
        begin(games[i], trail)
        first_ply, first_number, since = ply, number, 0
        seat = mover(games[i])
        while seat != OVER and ply - first_ply < move_limit:
            if seat == CHANCE:
                count = chance(games[i], order)
                for j in range(count):
                    order[j] = below(generator, order[j])
                    if number + j < len(numbers):
                        numbers[number + j] = order[j]
                deal_out(games[i], order[:count], trail)
                number += count
                since += count
            else:
                action = choose(games[i], generator, legal)
                if len(states):
                    states[ply] = games[i]
                    seats[ply], actions[ply], dealt[ply] = seat, action, since
                step(games[i], action, trail)
                ply += 1
                since = 0
            seat = mover(games[i])
        number -= since  # what was dealt after the last move belongs to no ply
        plies[i], counts[i] = ply - first_ply, number - first_number
