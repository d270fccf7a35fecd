"""What everything counts: tiles and what they make, passes, the end of a round.

The numbers come from the edition in the record, and every point goes through `account.credit`.
"""

import numpy as np

from tesserae.games.dominoes import board
from tesserae.games.dominoes.account import (
    DOUBLE_CONNECTION,
    GOING_OUT,
    HEXAGON,
    OWN_PIPS,
    PIPS,
    START,
    TILE,
    credit,
)
from tesserae.games.dominoes.board import is_first
from tesserae.games.dominoes.tiles import IS_TRIPLE, VALUE
from tesserae.kernel.bits import lowest, signed
from tesserae.kernel.compiling import inner

MOST_DRAWS = 3


@inner
def tile_points(state: np.record, tile: int) -> int:
    """What laying a tile counts by itself."""
    return signed(state.tile_points) or VALUE[tile]


@inner
def start_bonus(state: np.record, tile: int) -> int:
    """What it counts more if it is the first of the round."""
    if not is_first(state):
        return 0
    return signed(state.start_bonus[0 if tile == 0 else 1 if IS_TRIPLE[tile] else 2])


@inner
def bonus(state: np.record, made: int) -> int:
    """What it counts more for what it makes; see `board.connection`."""
    if made >= HEXAGON:
        return signed(state.hexagons[made - HEXAGON])
    if made == TILE:
        return 0
    return signed(state.double_connection) if made == DOUBLE_CONNECTION else signed(state.bridge)


@inner
def score_and_lay(state: np.record, seat: int, cell: int, tile: int) -> None:
    """Credit everything a tile counts in this place, and lay it there."""
    made = board.connection(state, cell)
    credit(state, seat, TILE, tile_points(state, tile))
    credit(state, seat, START, start_bonus(state, tile))
    credit(state, seat, made, bonus(state, made))
    board.lay(state, cell, tile)


@inner
def pass_price(state: np.record) -> int:
    """What passing costs, beyond the draws before it."""
    return signed(state.three_draws) if state.draws == MOST_DRAWS else signed(state.empty_pool)


@inner
def pay_going_out(state: np.record, seat: int) -> None:
    """The first who has no tiles left gets a bonus, and what the others hold."""
    credit(state, seat, GOING_OUT, signed(state.going_out))
    if state.pips_count:
        credit(state, seat, PIPS, pips_of_others(state, seat))


@inner
def pay_blocked_round(state: np.record) -> None:
    """Whoever holds least gets what the others hold, less the own pips; all who hold equally little do."""
    lowest_burden = burden(state, 0)
    for seat in range(1, state.players):
        lowest_burden = min(lowest_burden, burden(state, seat))
    for seat in range(state.players):
        if burden(state, seat) == lowest_burden:
            credit(state, seat, PIPS, pips_of_others(state, seat))
            credit(state, seat, OWN_PIPS, -pips(state.hands[seat]))


@inner
def burden(state: np.record, seat: int) -> int:
    """What counts against a player when a round is blocked."""
    tiles = signed(state.held[seat]) if state.fewest_tiles else 0
    return tiles * 1000 + pips(state.hands[seat])


@inner
def pips(hand: int) -> int:
    """The numbers on all tiles of a hand."""
    total, left = 0, hand
    while left:
        tile = lowest(left)
        left ^= signed(1) << tile
        total += VALUE[tile]
    return total


@inner
def pips_of_others(state: np.record, seat: int) -> int:
    """What everybody but one player still holds."""
    total = 0
    for other in range(state.players):
        total += 0 if other == seat else pips(state.hands[other])
    return total
