"""Many games at once: an array of records, worked on by compiled code in as many threads as wanted.

Game number i always uses stream number i of the seed, so results do not depend on the number of threads.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, TypeAlias

import numpy as np
import numpy.typing as npt

from tesserae.kernel import play, rules
from tesserae.kernel.compiling import compiled
from tesserae.kernel.generator import GENERATOR_WORDS, seed_generator
from tesserae.kernel.play import ORDER_LIMIT
from tesserae.kernel.rules import CHANCE, States

Integers: TypeAlias = npt.NDArray[np.int64]
IntegerRows: TypeAlias = Annotated[npt.NDArray[np.int64], "2-D"]
Flags: TypeAlias = npt.NDArray[np.bool_]
FlagRows: TypeAlias = Annotated[npt.NDArray[np.bool_], "2-D"]
Trails: TypeAlias = Annotated[npt.NDArray[np.uint64], "2-D"]

TRAIL = 1024
"""How many positions of a run without an irreversible move are remembered, a power of two."""
PIECES = 16
"""So many pieces of a batch for each thread."""
MOVE_LIMIT = 100_000
"""A playout stops here: rules that allow endless play must not hang a simulation."""


def playouts(
    states: States, seed: int = 0, *, first: int = 0, threads: int | None = None, move_limit: int = MOVE_LIMIT
) -> Integers:
    """Play every game to its end with random moves, in place, and return the number of moves of each.

    `first` is the number of the first game's stream, for those who work through a long series in pieces.
    """
    moves = np.zeros(len(states), np.int64)
    word = np.uint64(seed % 2**64)
    _, at_once = room(states)

    def work(start: int, stop: int) -> None:
        _playouts(states[start:stop], moves[start:stop], word, first + start, move_limit, at_once)

    _in_threads(work, len(states), threads)
    return moves


def begin(states: States, positions: int = 256) -> Trails:
    """Start a course of play in every game, remembering so many positions of a run, a power of two."""
    if positions < 1 or positions & (positions - 1):
        raise ValueError(f"trails of {positions} positions: take a power of two")
    trails = np.zeros((len(states), positions), np.uint64)
    _begin(states, trails)
    return trails


def steps(states: States, actions: Integers, trails: Trails, *, threads: int | None = None) -> Flags:
    """Make one move in every game, in place, and say which were made; an illegal one changes nothing.

    `trails` comes from `begin` and serves the repetition rule.
    """
    actions = np.ascontiguousarray(actions, np.int64)
    if len(states) != len(actions) or len(states) != len(trails):
        raise ValueError(f"{len(states)} states, {len(actions)} actions, {len(trails)} trails: give one each")
    made = np.zeros(len(states), np.bool_)

    def work(start: int, stop: int) -> None:
        _steps(states[start:stop], actions[start:stop], trails[start:stop], made[start:stop])

    _in_threads(work, len(states), threads)
    return made


def deals(states: States, trails: Trails, seed: int = 0, *, first: int = 0) -> None:
    """Deal, in place, wherever a game waits for it, game i from stream first + i of the seed."""
    _deals(states, trails, np.uint64(seed % 2**64), first)


def legal_masks(states: States) -> FlagRows:
    """Say for every game and every action number whether it is legal."""
    numbers, at_once = room(states)
    masks = np.zeros((len(states), numbers), np.bool_)
    _legal_masks(states, masks, at_once)
    return masks


def results(states: States, players: int) -> tuple[Integers, Integers, IntegerRows]:
    """Give the winners (as bit sets), the endings and the points of each seat, game by game."""
    winners = np.zeros(len(states), np.int64)
    endings = np.zeros(len(states), np.int64)
    points = np.zeros((len(states), players), np.int64)
    _results(states, winners, endings, points)
    return winners, endings, points


def _in_threads(work: Callable[[int, int], None], count: int, threads: int | None) -> None:
    """Split the games into more pieces than threads, so that a slow core holds nobody up.

    The compiled code releases the interpreter lock.
    """
    threads = min(threads or available_cores(), max(count, 1))
    if threads == 1:
        work(0, count)
        return
    pieces = min(count, threads * PIECES)
    edges = [count * i // pieces for i in range(pieces + 1)]
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(work, edges, edges[1:]):
            pass


def available_cores() -> int:
    """Count the cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@compiled
def room(states: States) -> tuple[int, int]:
    """Give the largest number of actions among these games, and of actions that may be legal at once."""
    numbers, at_once = 0, 0
    for i in range(len(states)):
        numbers = max(numbers, rules.space(states[i]))
        at_once = max(at_once, rules.most_legal(states[i]))
    return numbers, at_once


@compiled
def _begin(states: States, trails: Trails) -> None:
    for i in range(len(states)):
        play.begin(states[i], trails[i])


@compiled
def _playouts(states: States, moves: Integers, seed: np.uint64, first: int, move_limit: int, at_once: int) -> None:
    generator = np.zeros(GENERATOR_WORDS, np.uint64)
    actions = np.zeros(at_once, np.int32)
    order = np.zeros(ORDER_LIMIT, np.int32)
    trail = np.zeros(TRAIL, np.uint64)
    for i in range(len(states)):
        seed_generator(generator, seed, first + i)
        play.begin(states[i], trail)
        moves[i] = play.playout(states[i], generator, actions, order, trail, move_limit)


@compiled
def _steps(states: States, actions: Integers, trails: Trails, made: Flags) -> None:
    for i in range(len(states)):
        made[i] = rules.is_legal(states[i], actions[i])
        if made[i]:
            play.step(states[i], actions[i], trails[i])


@compiled
def _deals(states: States, trails: Trails, seed: np.uint64, first: int) -> None:
    generator = np.zeros(GENERATOR_WORDS, np.uint64)
    order = np.zeros(ORDER_LIMIT, np.int32)
    for i in range(len(states)):
        if rules.mover(states[i]) == CHANCE:
            seed_generator(generator, seed, first + i)
            play.deal_randomly(states[i], generator, order, trails[i])


@compiled
def _legal_masks(states: States, masks: FlagRows, at_once: int) -> None:
    actions = np.zeros(at_once, np.int32)
    for i in range(len(states)):
        for j in range(rules.legal(states[i], actions)):
            masks[i, actions[j]] = True


@compiled
def _results(states: States, winners: Integers, endings: Integers, points: IntegerRows) -> None:
    for i in range(len(states)):
        winners[i] = rules.winners(states[i])
        endings[i] = rules.ending(states[i])
        for seat in range(points.shape[1]):
            points[i, seat] = rules.points(states[i], seat)
