"""Positions of Quixo looked at through the rules engine, for comparison with the solver's own moves."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from games.quixo.positions import quixo
from tesserae.games.quixo.board import has_line
from tesserae.kernel import single
from tesserae.kernel.rules import States
from tesserae.solve.quixo.tables import Value


class Board(NamedTuple):
    """The cubes of the player to move and of the other one, as bit sets."""

    mover: int
    other: int


class After(NamedTuple):
    """What a move leads to: the board as its next mover sees it, and his value if the game has ended."""

    board: Board
    ended: Value | None
    took_neutral: bool


def board_of(rows: str) -> Board:
    """Read rows, top row first, X to move."""
    lines = rows.split("/")[::-1]
    cells = [mark for line in lines for mark in line]
    return Board(*(sum(1 << place for place, mark in enumerate(cells) if mark == wanted) for wanted in "XO"))


@cache
def _start(size: int) -> States:
    return quixo(size).start()


def after_every_move(board: Board, size: int) -> list[After]:
    """Make every legal move of a board without lines."""
    states = _start(size).copy()
    states[0].marks[0], states[0].marks[1] = board
    actions = np.zeros(single.most_legal(states), np.int32)
    found = []
    for action in actions[: single.legal(states, actions)]:
        changed = states.copy()
        single.apply(changed, int(action))
        state: Any = changed[0]
        next_board = Board(int(state.marks[1]), int(state.marks[0]))
        ended = None
        if state.end:
            ended = Value.LOSS if single.winners(changed) == 0b01 else Value.WIN
        cubes = sum(mark.bit_count() for mark in board)
        found.append(After(next_board, ended, sum(mark.bit_count() for mark in next_board) > cubes))
    return found


def has_ended(board: Board, size: int) -> Value | None:
    """Say who owns a line: the mover, even beside one of the other's, or only the other."""
    if has_line(board.mover, size):
        return Value.WIN
    return Value.LOSS if has_line(board.other, size) else None


def random_board(rng: np.random.Generator, size: int, blanks: int) -> Board:
    """Choose the neutral cubes, and give each of the others to somebody."""
    cells = rng.permutation(size * size)[blanks:]
    owners = rng.integers(2, size=len(cells))
    return Board(*(sum(1 << int(cell) for cell in cells[owners == owner]) for owner in (0, 1)))


def value_from_successors(board: Board, size: int, value: Callable[[Board], Value | None]) -> Value:
    """Work a value out from those of the boards one move on; those must agree where the game has ended."""
    seen = set()
    for after in after_every_move(board, size):
        found = value(after.board)
        assert after.ended in (None, found)
        seen.add(found)
    if Value.LOSS in seen:
        return Value.WIN
    return Value.LOSS if seen == {Value.WIN} else Value.DRAW
