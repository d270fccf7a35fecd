"""Play written once for all games: one move, one playout, all move sequences.

Repetition belongs to a course of play, not to a position, so it lives here: `trail` holds the keys of the
positions since the last irreversible move, and `reversible(state)` is the place of the current one in it.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tesserae.kernel.compiling import inner
from tesserae.kernel.generator import Words, below
from tesserae.kernel.judgement import witness
from tesserae.kernel.rules import (
    CHANCE,
    OVER,
    ActionRows,
    Actions,
    Order,
    States,
    apply,
    chance,
    choose,
    deal,
    legal,
    mover,
    position_key,
    position_words,
    repeat,
    reversible,
)

Trail: TypeAlias = npt.NDArray[np.uint64]
"""Position keys; its length is a power of two, and longer runs forget their oldest positions."""

ORDER_LIMIT = 256
"""More numbers than any game deals at once."""


@inner
def note(state: np.record, trail: Trail) -> None:
    """Remember the position just reached, and tell the rules when it has been there before."""
    if position_words(state) == 0:
        return
    moves = reversible(state)
    key = position_key(state)
    times = 1
    for i in range(min(moves, len(trail))):
        times += trail[i] == key
    trail[moves & (len(trail) - 1)] = key
    if times > 1:
        repeat(state, times)


@inner
def step(state: np.record, action: int, trail: Trail) -> None:
    """Make one legal move in a course of play that others watch."""
    witness(state, action)
    step_unseen(state, action, trail)


@inner
def step_unseen(state: np.record, action: int, trail: Trail) -> None:
    """Make one legal move that nobody draws conclusions from."""
    apply(state, action)
    note(state, trail)


@inner
def begin(state: np.record, trail: Trail) -> None:
    """Start a course of play here; what was before is not known."""
    trail[: reversible(state)] = 0
    note(state, trail)


@inner
def deal_out(state: np.record, order: Order, trail: Trail) -> None:
    """Make a deal in a course of play."""
    deal(state, order)
    note(state, trail)


@inner
def deal_randomly(state: np.record, generator: Words, order: Order, trail: Trail) -> None:
    """Deal from the generator."""
    count = chance(state, order)
    for i in range(count):
        order[i] = below(generator, order[i])
    deal_out(state, order[:count], trail)


@inner
def playout(state: np.record, generator: Words, actions: Actions, order: Order, trail: Trail, limit: int) -> int:
    """Play random moves to the end, or for `limit` moves, and return their number."""
    moves = 0
    seat = mover(state)
    while seat != OVER and moves < limit:
        if seat == CHANCE:
            deal_randomly(state, generator, order, trail)
        else:
            step_unseen(state, choose(state, generator, actions), trail)
            moves += 1
        seat = mover(state)
    return moves


@inner
def count_leaves(stack: States, actions: ActionRows, depth: int) -> int:
    """Count the sequences of `depth` moves, at least one, from the position stack[0] (perft).

    `stack` has room for a position and `actions` a row for its moves at each level; a position that has ended or
    waits for a deal has no moves. Repetition, which needs a course of play, ends nothing here.
    """
    count = np.zeros(depth, np.int64)
    done = np.zeros(depth, np.int64)
    count[0] = legal(stack[0], actions[0])
    level, leaves = 0, 0
    while level >= 0:
        if level == depth - 1:
            leaves += count[level]
            level -= 1
        elif done[level] == count[level]:
            level -= 1
        else:
            stack[level + 1] = stack[level]
            apply(stack[level + 1], actions[level, done[level]])
            done[level] += 1
            level += 1
            count[level] = legal(stack[level], actions[level])
            done[level] = 0
    return leaves
