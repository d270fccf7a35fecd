"""What is known about playing triangle dominoes well: lay what counts most, and who will be ahead in the end."""

import math

import numpy as np

from tesserae.games.dominoes import board
from tesserae.games.dominoes.rules import (
    ALONE_OUT,
    DRAW,
    PASS,
    layable,
    may_draw,
)
from tesserae.games.dominoes.scoring import bonus, start_bonus, tile_points
from tesserae.games.dominoes.tiles import COUNT
from tesserae.kernel.bits import lowest, population, signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.generator import Words, below
from tesserae.kernel.judgement import CERTAIN
from tesserae.kernel.ranking import MOST_UNLIKELY, share_of_seat
from tesserae.kernel.rules import OVER, Actions, choose, mover, winners

WHIM = 10
"""One in so many moves of a decent player has reasons of its own."""

PACE = np.array([[1, 1, 158, 117, 113, 101, 103], [1, 1, 23, 15, 12, 9, 9]], np.int64)
"""By how much the best score rises in a round, on the normal scale and the children's, for so many players."""
SPREAD = np.array([[1, 1, 85, 77, 74, 74, 74], [1, 1, 5, 4, 4, 3, 3]], np.int64)
"""By how much the points of two players differ in a round, as a standard deviation.

Both are means of 4,000 matches to 400 and 20,000 rounds of sensible players by each of the editions `triominos`,
`pressman` and `tripple`, which differ by a tenth or so; for children, of `triominos` alone and matches to 60.
"""
LAST_ROUND = 0.75
"""The last round rises above the limit: so much of a round comes on top of those that lead there."""
LOGISTIC = 0.55
"""The scale of the logistic curve that is most like a normal one with a standard deviation of one."""
ALONE_MIDDLE, ALONE_SCALE = 150, 75
"""About what a player alone makes of a round, and what makes a difference."""


# --- a decent move -----------------------------------------------------------------------------------------


def sensible(state: np.record, generator: Words, actions: Actions) -> int:
    """Lay what counts most; draw or pass only if nothing fits; now and then do anything."""
    if below(generator, WHIM) == 0:
        return choose(state, generator, actions)
    tiles = layable(state)
    if not board.can_lay(state, tiles):
        return DRAW if may_draw(state, False) else PASS
    return best_lay(state, tiles, generator)


def is_stubborn(state: np.record, action: int) -> bool:
    """To refuse to lay after a whole lap in which nobody has laid: who refuses longest might refuse for ever."""
    return bool(action == PASS and state.passes >= state.players and board.can_lay(state, layable(state)))


@inner
def best_lay(state: np.record, tiles: int, generator: Words) -> int:
    """Find where one of these tiles counts most; any of equals."""
    best, equals, found = signed(-1), signed(0), signed(0)
    for i in range(state.open_count):
        fits = state.open_fits[i] & tiles
        if fits:
            cell = signed(state.open_cells[i])
            more = bonus(state, board.connection(state, cell))
            while fits:
                tile = lowest(fits)
                fits &= fits - 1
                counts = tile_points(state, tile) + start_bonus(state, tile) + more
                if counts > best:
                    best, equals = counts, signed(0)
                if counts == best:
                    equals += 1
                    if equals == 1 or below(generator, equals) == 0:
                        found = cell * COUNT + tile
    return found


# --- who will win ------------------------------------------------------------------------------------------


def outlook(state: np.record, seat: int) -> int:
    """When it is over, nine tenths who has won, one tenth the points; before, who will be ahead in the end."""
    if state.players == 1:
        return outlook_alone(state)
    if mover(state) != OVER:
        return chance_ahead(state, seat, rounds_to_come(state))
    won = winners(state)
    shared = CERTAIN // population(won) * (won >> seat & 1) if won else CERTAIN // signed(state.players)
    return (9 * shared + chance_ahead(state, seat, 1.0)) // 10


@inner
def outlook_alone(state: np.record) -> int:
    """Half for going out, half for the points."""
    ahead = max((signed(state.scores[0]) - ALONE_MIDDLE) / ALONE_SCALE, -MOST_UNLIKELY)
    return signed(CERTAIN / 2 * (signed(state.end == ALONE_OUT) + 1 / (1 + math.exp(-ahead))))


@inner
def rounds_to_come(state: np.record) -> float:
    """How many rounds the match will still take, the running one included."""
    if state.rounds:
        return max(1.0, float(signed(state.rounds) - signed(state.rounds_played)))
    best = signed(state.scores[0])
    for seat in range(1, state.players):
        best = max(best, signed(state.scores[seat]))
    missing = signed(state.limit) - best
    return max(1.0, LAST_ROUND + missing / float(PACE[signed(state.tile_points > 0), state.players]))


@inner
def chance_ahead(state: np.record, seat: int, rounds: float) -> int:
    """The chance that a player has most points after so many more rounds."""
    scale = LOGISTIC * SPREAD[signed(state.tile_points > 0), state.players] * math.sqrt(rounds)
    return signed(CERTAIN * share_of_seat(state.scores, signed(state.players), seat, scale))
