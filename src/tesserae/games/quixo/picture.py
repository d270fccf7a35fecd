"""Quixo drawn for a terminal, row 1 at the bottom.

With four players an arrow beside the mark is the dot: it points at the side of the player who may go on with the
cube. A1 sits at the bottom, then clockwise B1 left, A2 at the top, B2 right.
"""

from typing import NamedTuple

import numpy as np

from tesserae.games.game import Picture
from tesserae.games.quixo.board import COLUMNS, ENTRY, LINES, PUSH, PUSHES

MARKS = ("X", "O")
ARROWS = ("↓", "←", "↑", "→")
"""The side of the board where each seat is."""
NEUTRAL = "·"


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


def full_lines(state: np.record) -> list[list[int]]:
    """List the cells of every complete line of one mark."""
    size = int(state.side)
    marks = state.marks.tolist()
    full = [line for line in LINES[size].tolist() if any(mark & line == line for mark in marks)]
    return [[cell for cell in range(size * size) if line >> cell & 1] for line in full]


def picture(state: np.record, last: int | None) -> Picture:
    """Draw the board."""
    size = int(state.side)
    shown = cubes(state)
    in_line = {cell for line in full_lines(state) for cell in line}
    entered = None if last is None else int(PUSH[size, last % int(PUSHES[size]), ENTRY])
    letters = "    " + "".join(f"  {COLUMNS[column]}   " for column in range(size)).rstrip() + "\n"
    spans: Picture = [(letters, "label"), (_rule(size, "╭┬╮"), "frame")]
    for row in reversed(range(size)):
        if row < size - 1:
            spans.append((_rule(size, "├┼┤"), "frame"))
        spans.append((f" {row + 1} ", "label"))
        for column in range(size):
            cell = row * size + column
            spans += [("│", "frame"), _cube(shown[cell], cell in in_line, cell == entered)]
        spans += [("│", "frame"), (f" {row + 1}\n", "label")]
    return [*spans, (_rule(size, "╰┴╯"), "frame"), (letters.rstrip("\n"), "label")]


def _cube(cube: Cube, in_line: bool, is_last: bool) -> tuple[str, str]:
    if cube.team is None:
        return (f"  {NEUTRAL}  ", "")
    arrow = " " if cube.dot is None else ARROWS[cube.dot]
    left, right = (arrow, " ") if arrow == "←" else (" ", arrow)
    opening, closing = ("[", "]") if in_line else ("(", ")") if is_last else (" ", " ")
    style = "line" if in_line else ("first", "second")[cube.team]
    return (f"{opening}{left}{MARKS[cube.team]}{right}{closing}", style)


def _rule(size: int, corners: str) -> str:
    return f"   {corners[0]}{corners[1].join(['─────'] * size)}{corners[2]}\n"
