"""Solving Quixo: stored states per processor second, next to a loop that looks at one state after the other.

The loop is retrograde analysis as one would write it: a byte for each state, and passes over all that are open
until nothing changes. It has the same numbering, the same symmetry and the same moves.
"""

import time

import numba
import numpy as np
import numpy.typing as npt

from bench.measure import Sheet
from tesserae.kernel.bits import signed
from tesserae.solve.quixo.geometry import SYMMETRIES, Geometry, geometry
from tesserae.solve.quixo.index import Sets, image, new_sets, rank, spread, squeezed
from tesserae.solve.quixo.layer import Layer, Worker, count_layer, new_layer, solve_layer, warm_up
from tesserae.solve.quixo.plan import blanks_after
from tesserae.solve.quixo.tail import slid

SIZE = 5
LAYERS = 2
OPEN, WIN, LOSS = 0, 1, 2
Values = npt.NDArray[np.int8]


def sheet(_seconds: float) -> Sheet:
    """Solve the smallest layers of 5x5 with one thread, both ways, and compare the counts too."""
    rows = {}
    warm_up()
    _solve_scalar(3, 0, np.zeros(1, np.int8))
    below: Layer | None = None
    values = np.zeros(1, np.int8)
    for blanks in range(LAYERS):
        began = time.process_time()
        layer = new_layer(SIZE, blanks)
        solve_layer(layer, below, Worker(1))
        rate = layer.states / (time.process_time() - began)
        began = time.process_time()
        values = _solve_scalar(SIZE, blanks, values)
        scalar = layer.states / (time.process_time() - began)
        _check(layer, values)
        name = f"{blanks} neutral cubes, {layer.states / 1e6:.0f} M states"
        rows[name] = {"states/CPU s": rate, "one by one": scalar, "ratio": rate / scalar}
        below = layer
    return Sheet("solving 5x5 Quixo, 1 thread", rows)


def _solve_scalar(size: int, blanks: int, below: Values) -> Values:
    own, lower = new_sets(size, blanks), new_sets(size, max(blanks - 1, 0))
    values = np.zeros(len(own.blanks) << (size**2 - blanks), np.int8)
    _end_games(geometry(size), own, blanks, values)
    while _pass_over(geometry(size), own, lower, blanks, below, values):
        pass
    return values


def _check(layer: Layer, values: Values) -> None:
    """Both ways must have found the same."""
    counts = count_layer(layer, Worker(1)).sum(axis=0)
    rows = values.reshape(len(layer.sets.blanks), -1)
    for value, column in ((WIN, 0), (LOSS, 1)):
        if ((rows == value).sum(axis=1) * layer.sets.images).sum() != counts[column]:
            raise AssertionError("the loop and the solver differ")


@numba.njit  # type: ignore[untyped-decorator]
def _end_games(board: Geometry, own: Sets, blanks: int, values: Values) -> None:
    cells = board.interior + board.border
    for state in range(len(values)):
        gaps = own.blanks[state >> (cells - blanks)]
        mine = spread(state & ((1 << (cells - blanks)) - 1), gaps)
        for line in board.lines:
            if mine & line == line:
                values[state] = WIN
            elif not (mine | gaps) & line and values[state] == OPEN:
                values[state] = LOSS


@numba.njit  # type: ignore[untyped-decorator]
def _pass_over(board: Geometry, own: Sets, lower: Sets, blanks: int, below: Values, values: Values) -> int:
    """Look one ply ahead from every open state; returns how many were settled."""
    cells = board.interior + board.border
    settled = 0
    for state in range(len(values)):
        if values[state] != OPEN:
            continue
        gaps = own.blanks[state >> (cells - blanks)]
        mine = spread(state & ((signed(1) << (cells - blanks)) - 1), gaps)
        theirs = ((signed(1) << cells) - 1) & ~gaps & ~mine
        found = LOSS
        for push in range(len(board.paths)):
            taken = board.paths[push, 0]
            if theirs >> taken & 1:
                continue
            after, next_mover = blanks_after(board, push, gaps), slid(board, push, theirs, False)
            if gaps >> taken & 1:
                home = signed(lower.home[rank(board, lower, after)])
                number = squeezed(image(board, home % SYMMETRIES, next_mover), lower.blanks[home // SYMMETRIES])
                value = below[(home // SYMMETRIES << (cells - blanks + 1)) + number]
            else:
                home = signed(own.home[rank(board, own, after)])
                number = squeezed(image(board, home % SYMMETRIES, next_mover), own.blanks[home // SYMMETRIES])
                value = values[(home // SYMMETRIES << (cells - blanks)) + number]
            if value == LOSS:
                found = WIN
                break
            if value == OPEN:
                found = OPEN
        if found != OPEN:
            values[state] = found
            settled += 1
    return settled
