"""A position of Quixo as text: rows from the top with slashes between them, X to move, such as XX..O/...../..."""

import numpy as np

from tesserae.games.quixo.board import SIZES
from tesserae.games.quixo.rules import NOBODY, STATE
from tesserae.kernel.rules import States
from tesserae.words import Refused

NEUTRAL, MOVER, OTHER = ".", "X", "O"


def read_position(text: str) -> States:
    """Read a position; `-`, `_` and small letters are understood too, and rows may be left out at the bottom.

    Left-out rows are neutral only in `XX..O/`, that is, where the last slash has nothing behind it.
    """
    rows = [row.strip() for row in text.strip().upper().replace("-", NEUTRAL).replace("_", NEUTRAL).split("/")]
    size = len(rows[0])
    if size in SIZES and rows[-1] == "":
        rows = rows[:-1] + [NEUTRAL * size] * (size - len(rows) + 1)
    if size not in SIZES or len(rows) != size or any(len(row) != size for row in rows):
        raise Refused("quixo.bad_rows", board=text[:80], example="XX..O/...../...../...../.....")
    for letter in "".join(rows):
        if letter not in (NEUTRAL, MOVER, OTHER):
            raise Refused("quixo.bad_letter", letter=letter)
    states: States = np.zeros(1, STATE)
    state = states[0]
    state.players, state.side, state.winner, state.ply = 2, size, NOBODY, 2
    cells = "".join(reversed(rows))
    state.marks[0] = sum(1 << cell for cell, letter in enumerate(cells) if letter == MOVER)
    state.marks[1] = sum(1 << cell for cell, letter in enumerate(cells) if letter == OTHER)
    return states


def write_position(states: States) -> str:
    """Write a position as seen by the player to move."""
    state = states[0]
    size, team = int(state.side), int(state.seat) & 1
    own, other = int(state.marks[team]), int(state.marks[1 - team])
    letters = [
        MOVER if own >> cell & 1 else OTHER if other >> cell & 1 else NEUTRAL for cell in range(size * size)
    ]
    return "/".join("".join(letters[row * size : (row + 1) * size]) for row in reversed(range(size)))
