"""Who starts a round where the best tile starts: the highest triple, else the highest value."""

import numpy as np

from tesserae.games.dominoes.tiles import START_RANK
from tesserae.kernel.bits import lowest, signed
from tesserae.kernel.compiling import inner

LOT_BOUND = 60
"""A lot below this, taken modulo two to six, is fair."""
_MORE_THAN_A_RANK = 1000


@inner
def best_tiles(hand: int) -> int:
    """Collect the tiles of a hand that may start: the best, or several of the same value."""
    found, best, left = 0, -1, hand
    while left:
        tile = lowest(left)
        bit = signed(1) << tile
        left ^= bit
        if START_RANK[tile] > best:
            best = START_RANK[tile]
            found = 0
        if START_RANK[tile] == best:
            found |= bit
    return found


@inner
def claim(hand: int) -> int:
    """Weigh a hand's right to start by its best tile, and then by the next best."""
    best, second, left = 0, 0, hand
    while left:
        tile = lowest(left)
        left ^= signed(1) << tile
        if START_RANK[tile] > best:
            second = best
            best = START_RANK[tile]
        else:
            second = max(second, START_RANK[tile])
    return best * _MORE_THAN_A_RANK + second


@inner
def highest_claim(state: np.record) -> int:
    """The best right to start that anybody has."""
    highest = 0
    for seat in range(state.players):
        highest = max(highest, claim(state.hands[seat]))
    return highest


@inner
def starts_rightly(state: np.record) -> bool:
    """Whether nobody has a better right to start than the one who does."""
    return claim(state.hands[state.starter]) == highest_claim(state)


@inner
def starting_seat(state: np.record, lot: int) -> int:
    """Find who starts; among equals the lot decides."""
    highest, equals = highest_claim(state), 0
    for seat in range(state.players):
        equals += claim(state.hands[seat]) == highest
    chosen = lot % equals
    for seat in range(state.players):
        if claim(state.hands[seat]) == highest:
            if chosen == 0:
                return seat
            chosen -= 1
    return 0
