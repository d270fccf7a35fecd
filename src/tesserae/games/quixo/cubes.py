"""The cubes of a Quixo record as people see them."""

from typing import NamedTuple

import numpy as np

from tesserae.games.quixo.board import LINES

MARKS = ("X", "O")
"""The mark of each team."""
_LINES = LINES.tolist()


class Cube(NamedTuple):
    """What a cube shows."""

    team: int | None
    """Whose mark, None for neutral."""
    dot: int | None
    """The seat its dot points at, None where there is no dot."""


def cubes(state: np.record) -> list[Cube]:
    """Read the cubes of all cells."""
    first, second = state.marks.tolist()
    dots, has_dots = int(state.dots), state.players == 4
    shown = []
    for cell in range(int(state.side) ** 2):
        team = 0 if first >> cell & 1 else 1 if second >> cell & 1 else None
        shown.append(Cube(team, None if team is None or not has_dots else team + 2 * (dots >> cell & 1)))
    return shown


def marks_of(state: np.record) -> str:
    """Write the marks of all cells in a row, a point for a neutral cube."""
    first, second = state["marks"].tolist()
    cells = range(int(state["side"]) ** 2)
    return "".join(MARKS[0] if first >> cell & 1 else MARKS[1] if second >> cell & 1 else "." for cell in cells)


def full_lines(state: np.record) -> list[list[int]]:
    """List the cells of every complete line of one mark."""
    size = int(state["side"])
    first, second = state["marks"].tolist()
    full = [line for line in _LINES[size] if first & line == line or second & line == line]
    return [[cell for cell in range(size * size) if line >> cell & 1] for line in full]
