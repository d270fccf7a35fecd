"""Quixo drawn for a terminal, row 1 at the bottom.

With four players an arrow beside the mark is the dot: it points at the side of the player who may go on with the
cube. A1 sits at the bottom, then clockwise B1 left, A2 at the top, B2 right.
"""

import numpy as np

from tesserae.games.game import Picture
from tesserae.games.quixo.board import COLUMNS, ENTRY, PUSH, PUSHES
from tesserae.games.quixo.cubes import MARKS, Cube, cubes, full_lines

ARROWS = ("↓", "←", "↑", "→")
"""The side of the board where each seat is."""
NEUTRAL = "·"


def draw(state: np.record, last: int | None) -> Picture:
    """Draw the board; with four players the seats stand at their sides."""
    size, has_sides = int(state.side), state.players == 4
    shown = cubes(state)
    in_line = {cell for line in full_lines(state) for cell in line}
    entered = None if last is None else int(PUSH[size, last % int(PUSHES[size]), ENTRY])
    indent = "    " if has_sides else " "
    letters = f"{indent}   " + "".join(f"  {COLUMNS[column]}   " for column in range(size)).rstrip()
    spans: Picture = [(f"{_centred('A2', size)}\n", "label")] if has_sides else []
    spans += [(f"{letters}\n", "label"), (_rule(indent, size, "╭┬╮"), "frame")]
    for row in reversed(range(size)):
        if row < size - 1:
            spans.append((_rule(indent, size, "├┼┤"), "frame"))
        is_middle = has_sides and row == size // 2
        spans.append((f"{' B1' if is_middle else '':<{len(indent)}}{row + 1} ", "label"))
        for column in range(size):
            cell = row * size + column
            spans += [("│", "frame"), _cube(shown[cell], cell in in_line, cell == entered)]
        spans += [("│", "frame"), (f" {row + 1}{' B2' if is_middle else ''}\n", "label")]
    spans += [(_rule(indent, size, "╰┴╯"), "frame"), (letters, "label")]
    return [*spans, (f"\n{_centred('A1', size)}", "label")] if has_sides else spans


def _centred(seat: str, size: int) -> str:
    return f"{seat:>{6 + size * 3 + 1}}"


def _cube(cube: Cube, in_line: bool, is_last: bool) -> tuple[str, str]:
    if cube.team is None:
        return (f"  {NEUTRAL}  ", "")
    arrow = " " if cube.dot is None else ARROWS[cube.dot]
    left, right = (arrow, " ") if arrow == "←" else (" ", arrow)
    opening, closing = ("[", "]") if in_line else ("(", ")") if is_last else (" ", " ")
    style = "line" if in_line else ("first", "second")[cube.team]
    return (f"{opening}{left}{MARKS[cube.team]}{right}{closing}", style)


def _rule(indent: str, size: int, corners: str) -> str:
    return f"{indent}  {corners[0]}{corners[1].join(['─────'] * size)}{corners[2]}\n"
