"""Searches without any cleverness, and whole solutions of small games, to hold the alpha-beta search against."""

import copy
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from reference.riomino_naive import NaiveRioMino
from tesserae.bots.alphabeta import (
    CONTEMPT,
)
from tesserae.kernel import single
from tesserae.kernel.judgement import FULL, SURE, WIN, judge, side
from tesserae.kernel.play import Trail
from tesserae.kernel.rules import OVER, States
from trying import after, legal

POSITION_BYTES = 16
"""Of a Quixo record: the cubes, their dots and the player to move, without the course of play."""


class Standing(NamedTuple):
    """A position with everything that was before it."""

    states: States
    trail: Trail | None = None
    history: tuple[bytes, ...] = ()


def position_of(states: States) -> bytes:
    return states.tobytes()[:POSITION_BYTES]


@cache
def judged(record: bytes, dtype: Any, seat: int, manner: int) -> int:
    """Judge a record outside compiled code."""
    states: States = np.frombuffer(record, dtype).copy()
    with np.errstate(over="ignore"):
        return int(judge(states[0], seat, manner))


class Minimax:
    """Looks at every move of every position, to so many moves ahead, and remembers nothing."""

    def __init__(self, standing: Standing, manner: int = FULL, contempt: int = CONTEMPT) -> None:
        self.states, _, self.history = standing
        self.manner, self.contempt = manner, contempt
        self.root_side = self.side_of(self.states)
        self.repetitions = 0

    def side_of(self, states: States) -> int:
        return int(side(states[0], int(single.mover(states))))

    def value(self, depth: int) -> int:
        return max(self.values(depth).values())

    def values(self, depth: int) -> dict[int, int]:
        """Give the value of each move."""
        here = (*self.history, position_of(self.states))
        return {action: self._move(self.states, action, depth, 1, here) for action in legal(self.states)}

    def _move(self, states: States, action: int, depth: int, made: int, before: tuple[bytes, ...]) -> int:
        mover, own_side = int(single.mover(states)), self.side_of(states)
        child = after(states, action)
        is_over, here = single.mover(child) == OVER, position_of(child)
        is_repeated = not is_over and here in before and self.states.dtype.names[0] == "marks"  # type: ignore[index]
        self.repetitions += is_repeated
        won = int(single.winners(child))
        if won:
            return WIN - made if won >> mover & 1 else made - WIN
        if is_over or is_repeated:
            return -self.contempt if own_side == self.root_side else self.contempt
        if depth == 1:
            return judged(child.tobytes(), child.dtype, mover, self.manner)
        best = max(self._move(child, reply, depth - 1, made + 1, (*before, here)) for reply in legal(child))
        return best if self.side_of(child) == own_side else -best


class DeepMinimax:
    """The same for games in which nothing recurs: it keeps what it has worked out."""

    def __init__(self) -> None:
        self.known: dict[tuple[bytes, int], int] = {}

    def value(self, states: States, depth: int) -> int:
        """Give the value for the mover; a win counts from this position on."""
        key = states.tobytes(), depth
        if key not in self.known:
            self.known[key] = max(self.move(states, action, depth) for action in legal(states))
        return self.known[key]

    def move(self, states: States, action: int, depth: int) -> int:
        """Give the value of a move for whoever makes it."""
        mover, child = int(single.mover(states)), after(states, action)
        if "ply" in (child.dtype.names or ()):
            child[0].ply = 50  # nothing depends on it here
            child[0].since_neutral = 0
        if won := int(single.winners(child)):
            return WIN - 1 if won >> mover & 1 else 1 - WIN
        if depth == 1:
            return judged(child.tobytes(), child.dtype, mover, FULL)
        value = -self.value(child, depth - 1)
        return value - int(np.sign(value)) if abs(value) > SURE else value


class Solution:
    """All boards of 3x3 Quixo at once: what comes of each with so many moves left, and then a draw."""

    size, powers = 3, 3 ** np.arange(9)

    def __init__(self, moves_left: int) -> None:
        cells = range(self.size**2)
        boards = np.array(list(product(range(3), repeat=len(cells))), np.int64)[:, ::-1]  # 1: the mover's, 2: not
        rows = [[3 * row + column for column in range(3)] for row in range(3)]
        self.lines = [*rows, *zip(*rows, strict=True), [0, 4, 8], [2, 4, 6]]
        self.has_line = self.full(boards, 1) | self.full(boards, 2)
        pushes = [self.pushed(boards, place, entry) for place in cells if place != 4 for entry in self.ends(place)]
        self.values = [np.zeros(len(boards), np.int64)]
        for _ in range(moves_left):
            best = np.full(len(boards), -WIN)
            for may_take, boards_after in pushes:
                lost, won = self.full(boards_after, 2), self.full(boards_after, 1)
                turned = np.array([0, 2, 1])[boards_after] @ self.powers
                later = -self.values[-1][turned]
                value = np.where(lost, 1 - WIN, np.where(won, WIN - 1, later - np.sign(later)))
                best = np.where(may_take, np.maximum(best, value), best)
            self.values.append(best)

    def ends(self, place: int) -> set[int]:
        row, column = divmod(place, 3)
        return {3 * row, 3 * row + 2, column, 6 + column} - {place}

    def full(self, boards: npt.NDArray[np.int64], mark: int) -> npt.NDArray[np.bool_]:
        full: npt.NDArray[np.bool_] = np.any(
            [np.all(boards[:, line] == mark, axis=1) for line in self.lines], axis=0
        )
        return full

    def pushed(
        self, boards: npt.NDArray[np.int64], place: int, entry: int
    ) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
        """Say where a cube may be taken, and what the board is after it was pushed in."""
        step = (1 if place // 3 == entry // 3 else 3) * (1 if entry > place else -1)
        pushed = boards.copy()
        for cell in range(place, entry, step):
            pushed[:, cell] = boards[:, cell + step]
        pushed[:, entry] = 1
        return boards[:, place] != 2, pushed

    def value(self, states: States, moves_left: int = -1) -> int:
        state = states[0]
        own, other = int(state.marks[state.seat]), int(state.marks[1 - state.seat])
        number = sum(((own >> cell & 1) + 2 * (other >> cell & 1)) * 3**cell for cell in range(9))
        return int(self.values[moves_left][number])


def tried(naive: NaiveRioMino, move: str) -> NaiveRioMino:
    twin = copy.copy(naive)
    twin.dice, twin.hands = dict(naive.dice), [list(hand) for hand in naive.hands]
    twin.play(move)
    return twin


class TooLong(Exception):
    """A solver without any cleverness would take too long."""


class Solver:
    """Tries everything on the naive reference."""

    def __init__(self, patience: int) -> None:
        self.patience = patience

    def wins(self, naive: NaiveRioMino) -> bool:
        """Say whether the mover can win."""
        for move in naive.legal():
            self.patience -= 1
            if self.patience < 0:
                raise TooLong
            twin = tried(naive, move)
            if twin.over or not self.wins(twin):
                return True
        return False
