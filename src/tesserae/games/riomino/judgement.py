"""What is known about playing RioMino well: who places last wins, so count what either player can still place."""

import numpy as np

from tesserae.games.riomino.board import Around, placed, surroundings
from tesserae.games.riomino.dice import FACE_COUNT, TURNS
from tesserae.games.riomino.rules import fillable, fits_top
from tesserae.kernel.bits import population, signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.generator import mix
from tesserae.kernel.judgement import FULL


@inner
def replies(state: np.record, around: Around, seat: int) -> int:
    """Count the ways a player could place a die."""
    count = signed(0)
    for face in range(FACE_COUNT):
        if state.dice[seat, face]:
            for turn in range(TURNS):
                count += population(fits_top(around, face * TURNS + turn))
    return count


def judge(state: np.record, seat: int, manner: int) -> int:
    """Plain: how few replies the other player has; else also how many places either player could fill."""
    around = surroundings(state)
    theirs = replies(state, around, 1 - seat)
    if manner != FULL:
        return -theirs
    return replies(state, around, seat) - theirs


def confidence(_state: np.record) -> int:
    """As 60 games of the search against itself, 40,000 positions a move, went on after each judgement."""
    return 8


def likeness(state: np.record) -> np.uint64:
    """What lies around the cells that can still be filled, the dice left and the player: nothing else matters."""
    around = surroundings(state)
    open_cells, north, east, south, west = around
    left = state.field & ~placed(state) & ~(open_cells & ~fillable(around))
    key = mix(np.uint64(left) ^ np.uint64(signed(state.start_die) << 1 | signed(state.seat)))
    key = mix(key ^ np.uint64(signed(state.rows) << 8 | signed(state.columns)))
    for demand in (north, east, south, west):
        there, low, high = demand
        key = mix(key ^ np.uint64(there & left))
        key = mix(key ^ np.uint64(low & left))
        key = mix(key ^ np.uint64(high & left))
    dice = signed(0)
    for face in range(FACE_COUNT):
        dice = dice << 8 | signed(state.dice[0, face]) << 4 | signed(state.dice[1, face])
    return mix(key ^ np.uint64(dice))
