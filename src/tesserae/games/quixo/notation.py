"""Quixo's notation: `a3>e3` takes a3 and pushes in at e3; with four players `:B` turns the dot to the partner.

Reading is generous (capitals, spaces, `-` for `>`), writing is not.
"""

import re
from functools import cache

import numpy as np

from tesserae.games.quixo.board import COLUMNS, ENTRY, PLACE, PUSH, PUSHES, border_cells, cell_name
from tesserae.games.quixo.cubes import MARKS
from tesserae.words import Refused

_MOVE = re.compile(r"([a-z][1-9])\s*(?:>|-|→)\s*([a-z][1-9])(\s*:\s*b)?")
PARTNER = ":B"


@cache
def action_texts(size: int) -> list[str]:
    """Write every action of a board, those that turn the dot to the partner last."""
    cells = PUSH[size, : PUSHES[size], (PLACE, ENTRY)].T.tolist()
    moves = [f"{cell_name(place, size)}>{cell_name(entry, size)}" for place, entry in cells]
    return moves + [move + PARTNER for move in moves]


def parse(state: np.record, move: str) -> int:
    """Read an action, or refuse and say what is wrong with it."""
    found = _MOVE.fullmatch(move.strip().lower())
    size = int(state.side)
    if not found:
        key = "quixo.malformed" if state.players == 2 else "quixo.malformed_dot"
        raise Refused(key, move=move[:40], example=action_texts(size)[0])
    place, entry = (_cell(name, size) for name in found.group(1, 2))
    if place not in border_cells(size):
        raise Refused("quixo.not_border", place=found[1])
    if place == entry:
        raise Refused("quixo.same_place", place=found[1])
    if found[3] and state.players == 2:
        raise Refused("quixo.no_dots", move=move.strip()[:40])
    texts = action_texts(size)
    written = f"{found[1]}>{found[2]}{PARTNER if found[3] else ''}"
    if written not in texts:
        ends = [text[3:] for text in texts[: PUSHES[size]] if text.startswith(found[1])]
        raise Refused("quixo.not_an_end", place=found[1], entry=found[2], allowed=", ".join(ends))
    return texts.index(written)


def refusal(state: np.record, action: int) -> Refused:
    """Say why the cube of this action may not be taken."""
    size, team = int(state.side), int(state.seat) & 1
    cell = int(PUSH[size, action % int(PUSHES[size]), PLACE])
    place = cell_name(cell, size)
    if int(state.marks[1 - team]) >> cell & 1:
        return Refused("quixo.other_mark", place=place, own=MARKS[team], other=MARKS[1 - team])
    if state.ply < state.players:
        return Refused("quixo.first_turn", place=place)
    return Refused("quixo.dot_elsewhere", place=place)


def _cell(name: str, size: int) -> int:
    column, row = COLUMNS.find(name[0]), int(name[1:]) - 1
    if not (0 <= column < size and 0 <= row < size):
        raise Refused("quixo.off_board", place=name, last=cell_name(size * size - 1, size))
    return row * size + column
