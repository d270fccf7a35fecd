"""Puzzelino as a learning program sees it: a window, the open places as a list, pieces, counts.

An action of the rules is a cell of 4,096 and a way to lie of 162. A choice is an open place and a lie of 81: the
cell decides the colour. Places are numbered as their cells are, row by row; in a tray all its cells are places,
laid or not, so that each keeps its number. What is to know about place i is row i of `places`. The first piece of
a figure has choices of its own, one for each way to lie.
"""

from typing import Any

import numpy as np

from tesserae.games.puzzelino.board import (
    LAYS,
    MOST_OPEN,
    WAYS,
    cell_in,
    colour_at,
    demand_in,
    lie_of,
)
from tesserae.games.puzzelino.pieces import ALL, COUNT, LIE_COUNT, SHAPES, SIDE_OF_LIE
from tesserae.games.puzzelino.rules import DRAW, TRAY, mover
from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.observing import NO_ACTION, Piece, Seen
from tesserae.kernel.triangles import COLUMN_MASK, ROW_SHIFT, SIDE
from tesserae.kernel.window import COLUMNS, OUTSIDE, ROWS, WINDOW, corner_of, in_window, points_down

PLACES = MOST_OPEN
FIRST = PLACES * LIE_COUNT
"""From here on a choice is the first piece of a figure."""
CHOOSE_DRAW = FIRST + WAYS
CHOOSE_PASS = CHOOSE_DRAW + 1
CHOICES = CHOOSE_PASS + 1

PLANES = 5
LAID, OPEN, DEAD = 1, 2, 3
PLACE_FACTS = 9
COUNTS = 5


def pieces(options: Any) -> tuple[Piece, ...]:
    """Say what an observation is made of; players are counted from the one who looks.

    `cells`: a window; the sides of laid pieces, or what an open cell demands there, plus one (0: nothing), the
    flat side first and then clockwise; whether a cell is LAID, OPEN, or DEAD because no piece fits any more; the
    colour it takes, blue 1 and orange 2. `places`: for each place LAID (in a tray), OPEN or DEAD, its row and
    column from the start cell, whether it points down, its colour and the three sides as above, and whether a
    piece must join a shape there. `hand`: the own pieces. `unseen`: pieces neither laid nor in the own hand.
    `forgone`: for each other player the pieces he cannot have, as everybody has seen. `held`, `scores`, `turn`:
    for each player. `counts`: pieces in the bag, draws and lays in this turn, turns without any in a row, the
    piece drawn last plus one.
    """
    others = options.players - 1
    return (
        Piece("cells", (PLANES, ROWS, COLUMNS), 0, len(SHAPES) + 1),
        Piece("places", (PLACES, PLACE_FACTS), -SIDE // 2, SIDE // 2),
        Piece("hand", (COUNT,), 0, 1),
        Piece("unseen", (COUNT,), 0, 1),
        Piece("forgone", (others, COUNT), 0, 1),
        Piece("held", (options.players,), 0, COUNT),
        Piece("scores", (options.players,), -COUNT, COUNT),
        Piece("turn", (options.players,), 0, 1),
        Piece("counts", (COUNTS,), 0, COUNT),
    )


# --- choices -----------------------------------------------------------------------------------------------


def choices(_state: np.record) -> int:
    """See the module."""
    return CHOICES


@inner
def is_free(state: np.record) -> bool:
    """Whether anything may be laid, in either colour: only where a figure begins."""
    return bool(state.unlaid == ALL and state.joins)


@inner
def laid_before(state: np.record, cell: int) -> int:
    """Count the laid pieces in cells before this one, in a tray; elsewhere they have no places."""
    before = 0
    if state.mode == TRAY:
        for piece in range(COUNT):
            before += state.lie_of[piece] > 0 and state.cell_of[piece] < cell
    return before


@inner
def place_of(state: np.record, cell: int) -> int:
    """Number an open cell among the places."""
    before = laid_before(state, cell)
    for i in range(state.open_count):
        before += cell_in(state.open_cells[i]) < cell
    return before


def choice_of(state: np.record, action: int) -> int:
    """See the module."""
    if action >= LAYS:
        return action - DRAW + CHOOSE_DRAW
    cell = action // WAYS
    way = action - cell * WAYS
    if is_free(state):
        return FIRST + way
    return place_of(state, cell) * LIE_COUNT + lie_of(way)


def action_of(state: np.record, choice: int) -> int:
    """See the module."""
    if choice < 0 or choice >= CHOICES:
        return NO_ACTION
    if choice >= CHOOSE_DRAW:
        return choice - CHOOSE_DRAW + DRAW
    if is_free(state) != (choice >= FIRST):
        return NO_ACTION
    if choice >= FIRST:
        return cell_in(state.open_cells[0]) * WAYS + choice - FIRST
    place, lie = choice // LIE_COUNT, choice % LIE_COUNT
    for i in range(state.open_count):
        cell = cell_in(state.open_cells[i])
        if i + laid_before(state, cell) == place:
            return cell * WAYS + colour_at(state, cell) * LIE_COUNT + lie
    return NO_ACTION


# --- observations ------------------------------------------------------------------------------------------


def seen_count(state: np.record) -> int:
    """See `pieces`."""
    players = signed(state.players)
    return PLANES * WINDOW + PLACES * PLACE_FACTS + (1 + players) * COUNT + 3 * players + COUNTS


def observe(state: np.record, seat: int, seen: Seen) -> None:
    """See `pieces`."""
    players = signed(state.players)
    write_board(state, seen)
    at = PLANES * WINDOW + PLACES * PLACE_FACTS
    hand = state.hands[seat]
    at = write_pieces(hand, at, seen)
    at = write_pieces(state.unlaid & ~hand, at, seen)
    for step in range(1, players):
        at = write_pieces(state.forgone[(seat + step) % players], at, seen)
    for step in range(players):
        other = (seat + step) % players
        seen[at + step] = state.held[other]
        seen[at + players + step] = state.scores[other]
        seen[at + 2 * players + step] = mover(state) == other
    at += 3 * players
    seen[at] = state.bag_left
    seen[at + 1] = state.draws
    seen[at + 2] = state.lays
    seen[at + 3] = state.idle
    seen[at + 4] = state.last_drawn if state.seat == seat else 0


@inner
def write_pieces(pieces: int, at: int, seen: Seen) -> int:
    """Write a bit set of pieces as numbers; returns the next place."""
    for piece in range(COUNT):
        seen[at + piece] = pieces >> piece & 1
    return at + COUNT


@inner
def write_board(state: np.record, seen: Seen) -> None:
    """Write the window, and the places."""
    rows, columns = signed(0), signed(0)
    for piece in range(COUNT):
        if state.lie_of[piece]:
            rows |= signed(1) << (signed(state.cell_of[piece]) >> ROW_SHIFT)
            columns |= signed(1) << (signed(state.cell_of[piece]) & COLUMN_MASK)
    for i in range(state.open_count):
        rows |= signed(1) << (cell_in(state.open_cells[i]) >> ROW_SHIFT)
        columns |= signed(1) << (cell_in(state.open_cells[i]) & COLUMN_MASK)
    corner = corner_of(rows, columns)
    for piece in range(COUNT):
        if state.lie_of[piece]:
            cell, lie = signed(state.cell_of[piece]), signed(state.lie_of[piece]) - 1
            sides = signed(0)
            for side in range(3):
                sides |= SIDE_OF_LIE[lie, side] + 1 << 3 * side
            write_cell(state, corner, cell, LAID, sides, seen)
            if state.mode == TRAY:
                write_place(state, place_of(state, cell), cell, LAID, sides, seen)
    for i in range(state.open_count):
        cell, sides = cell_in(state.open_cells[i]), demand_in(state.open_cells[i])
        what = OPEN if state.live >> i & 1 else DEAD
        write_cell(state, corner, cell, what, sides, seen)
        write_place(state, i + laid_before(state, cell), cell, what, sides, seen)


@inner
def colour_shown(state: np.record, cell: int) -> int:
    """Blue 1, orange 2; 0 where both may be laid."""
    return 0 if is_free(state) else 1 + colour_at(state, cell)


@inner
def write_cell(state: np.record, corner: tuple[int, int], cell: int, what: int, sides: int, seen: Seen) -> None:
    """Write one cell of the window."""
    place = in_window(corner, cell)
    if place != OUTSIDE:
        for side in range(3):
            seen[side * WINDOW + place] = sides >> 3 * side & 7
        seen[3 * WINDOW + place] = what
        seen[4 * WINDOW + place] = colour_shown(state, cell)


@inner
def write_place(state: np.record, place: int, cell: int, what: int, sides: int, seen: Seen) -> None:
    """Write one row of the places."""
    at = PLANES * WINDOW + place * PLACE_FACTS
    seen[at] = what
    seen[at + 1] = (cell >> ROW_SHIFT) - SIDE // 2
    seen[at + 2] = (cell & COLUMN_MASK) - SIDE // 2
    seen[at + 3] = points_down(cell)
    seen[at + 4] = colour_shown(state, cell)
    for side in range(3):
        seen[at + 5 + side] = sides >> 3 * side & 7
    seen[at + 8] = state.joins
