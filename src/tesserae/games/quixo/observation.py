"""Quixo as a learning program sees it: the cubes as planes. Its choices are its actions.

Rows of a plane count upwards from row 1, columns to the right from a.
"""

from typing import Any

import numpy as np

from tesserae.games.quixo.board import PLACE, PUSH, PUSHES
from tesserae.games.quixo.rules import takeable
from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.observing import MOST_SEEN, Allowed, Piece, Seen
from tesserae.kernel.rules import Actions

COURSE = 2
TAKEN_AT = np.ascontiguousarray(PUSH[..., PLACE])
"""The cell that each push takes its cube from."""


def pieces(options: Any) -> tuple[Piece, ...]:
    """Say what an observation is made of.

    `cubes`: mine and theirs; with four players mine for me, mine for my partner, theirs for the next player,
    theirs for the one before me. `turn`: who is to move, counted from me. `course`: moves since a neutral cube was
    taken, and moves left until the limit (0: no limit).
    """
    planes = 2 if options.players == 2 else 4
    return (
        Piece("cubes", (planes, options.size, options.size), 0, 1),
        Piece("turn", (options.players,), 0, 1),
        Piece("course", (COURSE,), 0, MOST_SEEN),
    )


def allow(state: np.record, allowed: Allowed, _room: Actions) -> None:
    """Every push of a cube that may be taken, without listing actions first."""
    if state.end:
        return
    cubes, pushes = takeable(state), PUSHES[state.side]
    for push in range(pushes):
        allowed[push] = cubes >> TAKEN_AT[state.side, push] & 1
    if state.players == 4:
        for push in range(pushes):
            allowed[pushes + push] = allowed[push]


@inner
def plane_count(state: np.record) -> int:
    """Two, or one for each seat that a cube may belong to."""
    return 2 if state.players == 2 else 4


def seen_count(state: np.record) -> int:
    """See `pieces`."""
    side = signed(state.side)
    return plane_count(state) * side * side + signed(state.players) + COURSE


@inner
def write_plane(plane: int, at: int, cells: int, seen: Seen) -> int:
    """Write a bit set as numbers; returns the next place."""
    for cell in range(cells):
        seen[at + cell] = plane >> cell & 1
    return at + cells


def observe(state: np.record, seat: int, seen: Seen) -> None:
    """See `pieces`."""
    players, cells = signed(state.players), signed(state.side) * signed(state.side)
    mine, theirs = signed(state.marks[seat & 1]), signed(state.marks[1 - (seat & 1)])
    if players == 2:
        at = write_plane(mine, 0, cells, seen)
        at = write_plane(theirs, at, cells, seen)
    else:
        second = signed(state.dots)
        is_second, next_is_second = seat >> 1, (seat + 1 & 3) >> 1
        for_me, for_next = second ^ is_second - 1, second ^ next_is_second - 1
        at = write_plane(mine & for_me, 0, cells, seen)
        at = write_plane(mine & ~for_me, at, cells, seen)
        at = write_plane(theirs & for_next, at, cells, seen)
        at = write_plane(theirs & ~for_next, at, cells, seen)
    if not state.end:
        seen[at + (signed(state.seat) - seat + players) % players] = 1
    at += players
    seen[at] = min(signed(state.since_neutral), MOST_SEEN)
    if state.ply_limit:
        seen[at + 1] = min(signed(state.ply_limit) - signed(state.ply), MOST_SEEN)
