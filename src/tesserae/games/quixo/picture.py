"""Quixo drawn for a terminal, row 1 at the bottom.

With four players an arrow beside the mark is the dot: it points at the side of the player who may go on with the
cube. A1 sits at the bottom, then clockwise B1 left, A2 at the top, B2 right.
"""

import numpy as np

from tesserae.games.game import Picture
from tesserae.games.quixo.board import COLUMNS, ENTRY, LINES, PUSH, PUSHES

MARKS = ("X", "O")
ARROWS = (("↓", "↑"), ("←", "→"))
NEUTRAL = "·"


def team_of(state: np.record, cell: int) -> int | None:
    """Say whose mark a cube shows, None for a neutral one."""
    return next((team for team in (0, 1) if int(state.marks[team]) >> cell & 1), None)


def dot_seat(state: np.record, cell: int) -> int | None:
    """Say at which seat the dot of a cube points, None where there is no dot."""
    team = team_of(state, cell)
    if team is None or state.players == 2:
        return None
    return team + 2 * (int(state.dots) >> cell & 1)


def full_lines(state: np.record) -> list[list[int]]:
    """List the cells of every complete line of one mark."""
    size = int(state.side)
    found = [int(line) for line in LINES[size] if any(int(marks) & line == line for marks in state.marks)]
    return [[cell for cell in range(size * size) if line >> cell & 1] for line in found]


def picture(state: np.record, last: int | None) -> Picture:
    """Draw the board."""
    size = int(state.side)
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
            spans += [("│", "frame"), _cube(state, cell, cell in in_line, cell == entered)]
        spans += [("│", "frame"), (f" {row + 1}\n", "label")]
    return [*spans, (_rule(size, "╰┴╯"), "frame"), (letters.rstrip("\n"), "label")]


def _cube(state: np.record, cell: int, in_line: bool, is_last: bool) -> tuple[str, str]:
    team = team_of(state, cell)
    if team is None:
        return (f"  {NEUTRAL}  ", "")
    seat = dot_seat(state, cell)
    arrow = "" if seat is None else ARROWS[team][seat >> 1]
    left, right = (arrow, " ") if arrow == "←" else (" ", arrow or " ")
    opening, closing = ("[", "]") if in_line else ("(", ")") if is_last else (" ", " ")
    style = "line" if in_line else ("first", "second")[team]
    return (f"{opening}{left}{MARKS[team]}{right}{closing}", style)


def _rule(size: int, corners: str) -> str:
    left, middle, right = corners
    return f"   {left}{middle.join(['─────'] * size)}{right}\n"
