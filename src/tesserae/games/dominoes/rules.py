"""The rules of triangle dominoes: whose turn it is, what may be done, what it counts, when it ends.

`board` knows how tiles lie, and the record carries the numbers of its edition (see `editions`). An action is a
cell and a tile, or to draw, or to pass; a turn ends with a tile laid or a pass.
"""

import sys

import numpy as np

from tesserae.games.dominoes import account, board, editions
from tesserae.games.dominoes.account import DRAWN, EMPTY_POOL, THREE_DRAWS, credit
from tesserae.games.dominoes.board import is_first
from tesserae.games.dominoes.editions import ALWAYS_OBLIGED, MOST_PLAYERS, OBLIGED_WHEN_EMPTY
from tesserae.games.dominoes.scoring import (
    MOST_DRAWS,
    bonus,
    pass_price,
    pay_blocked_round,
    pay_going_out,
    score_and_lay,
    start_bonus,
    tile_points,
)
from tesserae.games.dominoes.start import LOT_BOUND, best_tiles, starting_seat, starts_rightly
from tesserae.games.dominoes.tiles import COUNT, VALUE
from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.generator import Words, arrange, shuffle
from tesserae.kernel.ranking import best_seats
from tesserae.kernel.record import record_type
from tesserae.kernel.rules import CHANCE, OVER, Actions, Order, register
from tesserae.kernel.triangles import CELLS

STATE = record_type(
    [
        *board.FIELDS,
        ("hands", np.int64, (MOST_PLAYERS,)),
        ("drawn", np.int64),  # the tiles drawn in this turn
        *account.FIELDS,
        ("limit", np.int32),
        ("rounds", np.int32),  # 0: as many as it takes to reach the limit
        ("rounds_played", np.int32),
        *editions.FIELDS,
        ("odds", np.uint8, (MOST_PLAYERS, COUNT)),  # how likely each player has each tile; see `inference`
        ("pool", np.uint8, (COUNT,)),  # a stack, the next tile on top
        ("pool_left", np.uint8),
        ("held", np.uint8, (MOST_PLAYERS,)),  # how many tiles each player has
        ("lot_tiles", np.uint8, (MOST_PLAYERS,)),  # what each drew to see who starts
        ("players", np.uint8),
        ("seat", np.uint8),
        ("starter", np.uint8),
        ("draws", np.uint8),  # in this turn
        ("passes", np.uint8),  # in a row with nothing left to draw, at most one for each player
        ("first_out", np.uint8),  # the seat that first had no tiles left, plus one
        ("solo_draws", np.uint8),  # how many tiles a player alone may draw in a round
        ("awaits", np.uint8),  # the deal the game waits for
        ("round_end", np.uint8),  # how the last round ended: an index into ROUND_ENDINGS
        ("end", np.uint8),  # why the match ended: an index into ENDINGS
        ("resigned", np.uint8),
    ]
)

LAYS = CELLS * COUNT
"""Below this an action is cell * COUNT + tile."""
DRAW = LAYS
PASS = LAYS + 1
SPACE = LAYS + 2
MOST_LEGAL = board.MOST_OPEN * board.MOST_FITTING + 2

LOTS, TILES = 1, 2
"""The deals a game may wait for."""
ROUND_ENDINGS = ("", "out", "blocked", "stuck")
RUNNING, OUT, BLOCKED, STUCK = range(len(ROUND_ENDINGS))
ENDINGS = ("", "limit", "rounds", "resignation", "out", "stuck")
NOT_OVER, LIMIT, ROUNDS, RESIGNATION, ALONE_OUT, ALONE_STUCK = range(len(ENDINGS))

LIKELY = 255
"""The odds of a tile that a player may have as well as any other."""


# --- dealing -----------------------------------------------------------------------------------------------


@inner
def wait_for_deal(state: np.record) -> None:
    """Wait for a new round, which begins with lots where they decide who starts."""
    state.awaits = LOTS if state.lots and state.players > 1 else TILES


def chance(state: np.record, bounds: Order) -> int:
    """A tile for each player as a lot, or all tiles in a row and a lot for equals."""
    count = signed(state.players) if state.awaits == LOTS else signed(COUNT)
    for i in range(count):
        bounds[i] = COUNT - i
    if state.awaits == TILES:
        bounds[count] = LOT_BOUND
        count += 1
    return count


def deal(state: np.record, order: Order) -> None:
    """See who starts, or deal the tiles."""
    state.entries = 0
    state.round_end = RUNNING
    for tile in range(COUNT):
        state.pool[tile] = tile
    if state.awaits == LOTS:
        arrange(state.pool, order, signed(state.players))
        draw_lots(state)
        hide_pool(state)
    else:
        arrange(state.pool, order, COUNT)
        state.pool_left = COUNT
        deal_tiles(state, order[COUNT])


@inner
def draw_lots(state: np.record) -> None:
    """The highest value starts; equals draw again, and everybody else with them."""
    highest, equals = -1, 0
    for seat in range(state.players):
        tile = signed(state.pool[COUNT - 1 - seat])
        state.lot_tiles[seat] = tile
        if VALUE[tile] > highest:
            highest = VALUE[tile]
            equals = 0
            state.starter = seat
        equals += VALUE[tile] == highest
    if equals == 1:
        state.awaits = TILES


@inner
def deal_tiles(state: np.record, lot: int) -> None:
    """Give everybody a hand, and the turn to whoever starts."""
    board.clear(state)
    state.awaits = 0
    state.first_out = 0
    state.passes = 0
    for seat in range(state.players):
        state.held[seat] = state.hand_size
        state.hands[seat] = 0
        for tile in range(COUNT):
            state.odds[seat, tile] = LIKELY
        for _ in range(state.hand_size):
            state.hands[seat] |= signed(1) << take_from_pool(state)
    if not state.lots:
        state.starter = starting_seat(state, lot)
    if state.players == 1:
        state.starter = 0
        start_alone(state)
    begin_turn(state, signed(state.starter))


@inner
def start_alone(state: np.record) -> None:
    """Lay the start tile if the edition gives one, and leave no more in the pool than may be drawn."""
    if state.solo_start:
        score_and_lay(state, 0, board.START_CELL, take_from_pool(state))
    kept = min(signed(state.pool_left), signed(state.solo_draws))
    out_of_play = signed(state.pool_left) - kept
    for i in range(COUNT):
        state.pool[i] = state.pool[i + out_of_play] if i < kept else 0
    state.pool_left = kept


@inner
def take_from_pool(state: np.record) -> int:
    """Take the next tile."""
    state.pool_left -= 1
    tile = signed(state.pool[state.pool_left])
    state.pool[state.pool_left] = 0
    return tile


# --- what may be done --------------------------------------------------------------------------------------


@inner
def mover(state: np.record) -> int:
    """The seat whose turn it is."""
    return OVER if state.end else CHANCE if state.awaits else signed(state.seat)


def space(_state: np.record) -> int:
    """Every tile in every cell, to draw, to pass."""
    return SPACE


def most_legal(_state: np.record) -> int:
    """Of all these only a few hundred fit at once."""
    return MOST_LEGAL


@inner
def layable(state: np.record) -> int:
    """The tiles the mover may lay if they fit: having drawn, only what was drawn in this turn."""
    hand = state.hands[state.seat]
    if state.draws:
        return state.drawn  # type: ignore[no-any-return]
    return best_tiles(hand) if is_first(state) and not state.lots else hand


@inner
def must_lay(state: np.record, can_lay: bool) -> bool:
    """The first tile always; any other that fits, by some editions at the latest when nothing is left to draw."""
    duty = ALWAYS_OBLIGED if state.pool_left else OBLIGED_WHEN_EMPTY
    return bool(is_first(state) or (can_lay and state.must_lay >= duty))


@inner
def may_draw(state: np.record, can_lay: bool) -> bool:
    """Up to three times."""
    return bool(state.draws < MOST_DRAWS and state.pool_left and not must_lay(state, can_lay))


@inner
def may_pass(state: np.record, can_lay: bool) -> bool:
    """After the third draw, or when nothing is left to draw."""
    return bool((state.draws == MOST_DRAWS or not state.pool_left) and not must_lay(state, can_lay))


def legal(state: np.record, actions: Actions) -> int:
    """Every tile where it fits; to draw; to pass."""
    if mover(state) < 0:
        return 0
    count = board.placements(state, layable(state), actions)
    can_lay = count > 0
    if may_draw(state, can_lay):
        actions[count] = DRAW
        count += 1
    if may_pass(state, can_lay):
        actions[count] = PASS
        count += 1
    return count


def is_legal(state: np.record, action: int) -> bool:
    """Whether it is among the legal ones."""
    if mover(state) < 0 or action < 0 or action >= SPACE:
        return False
    tiles = layable(state)
    if action == DRAW:
        return may_draw(state, board.can_lay(state, tiles))
    if action == PASS:
        return may_pass(state, board.can_lay(state, tiles))
    cell, tile = action // COUNT, action % COUNT
    return bool(tiles >> tile & 1) and board.fits_in(state, cell, tile)


# --- what it counts ----------------------------------------------------------------------------------------


def worth(state: np.record, action: int) -> int:
    """What a tile would count in a place, whoever lays it; what drawing or passing would cost the mover."""
    if action == DRAW:
        return -signed(state.draw_price)
    if action == PASS:
        return -pass_price(state)
    cell, tile = action // COUNT, action % COUNT
    made = board.connection(state, cell)
    return tile_points(state, tile) + start_bonus(state, tile) + bonus(state, made)


# --- what is done ------------------------------------------------------------------------------------------


def apply(state: np.record, action: int) -> None:
    """Lay, draw or pass."""
    seat = signed(state.seat)
    state.entries = 0
    if action == DRAW:
        bit = signed(1) << take_from_pool(state)
        state.hands[seat] |= bit
        state.held[seat] += 1
        state.drawn |= bit
        state.draws += 1
        credit(state, seat, DRAWN, -signed(state.draw_price))
        end_if_stuck_alone(state)
        return
    if action == PASS:
        credit(state, seat, THREE_DRAWS if state.draws == MOST_DRAWS else EMPTY_POOL, -pass_price(state))
        if state.pool_left == 0:
            state.passes = min(signed(state.passes) + 1, signed(state.players))
    else:
        cell, tile = action // COUNT, action % COUNT
        score_and_lay(state, seat, cell, tile)
        state.hands[seat] ^= signed(1) << tile
        state.held[seat] -= 1
        state.passes = 0
        if state.held[seat] == 0 and state.first_out == 0:
            state.first_out = seat + 1
    end_turn(state, seat)


@inner
def end_turn(state: np.record, seat: int) -> None:
    """End the round if this ends it, or give the turn to the next player."""
    following = (seat + 1) % signed(state.players)
    state.draws = 0
    state.drawn = 0
    if state.first_out and (following == state.starter or not state.finish_lap):
        pay_going_out(state, signed(state.first_out) - 1)
        finish_round(state, OUT)
    elif state.players > 1 and state.passes == state.players and nobody_can_lay(state):
        if state.pips_count:
            pay_blocked_round(state)
        finish_round(state, BLOCKED)
    else:
        begin_turn(state, following)


@inner
def begin_turn(state: np.record, seat: int) -> None:
    """Give a player the turn."""
    state.seat = seat
    end_if_stuck_alone(state)


@inner
def end_if_stuck_alone(state: np.record) -> None:
    """A player alone is done when nothing fits and nothing is left to draw."""
    if state.players == 1 and state.pool_left == 0 and nobody_can_lay(state):
        finish_round(state, STUCK)


@inner
def nobody_can_lay(state: np.record) -> bool:
    """Whether no tile in any hand fits anywhere."""
    held = signed(0)
    for seat in range(state.players):
        held |= state.hands[seat]
    return not board.can_lay(state, held)


@inner
def finish_round(state: np.record, how: int) -> None:
    """End the round, and with it the match or not."""
    state.round_end = how
    state.rounds_played += 1
    state.draws = 0
    state.drawn = 0
    if state.rounds == 0:
        for seat in range(state.players):
            if state.scores[seat] >= state.limit:
                state.end = LIMIT
    elif state.rounds_played == state.rounds:
        state.end = ROUNDS if state.players > 1 else ALONE_OUT if how == OUT else ALONE_STUCK
    if not state.end:
        wait_for_deal(state)


# --- the result --------------------------------------------------------------------------------------------


def points(state: np.record, seat: int) -> int:
    """The total of all rounds."""
    return signed(state.scores[seat])


def winners(state: np.record) -> int:
    """Most points; alone, whoever got rid of all tiles; never one who gave up."""
    if state.end == NOT_OVER:
        return 0
    if state.players == 1:
        return int(state.end == ALONE_OUT)
    return best_seats(state.scores, signed(state.players), signed(state.resigned) - 1)


def ending(state: np.record) -> int:
    """An index into ENDINGS."""
    return signed(state.end)


def resign(state: np.record, seat: int) -> None:
    """The match is over; the best of the others wins it."""
    state.end = RESIGNATION
    state.resigned = seat + 1


# --- secrecy -----------------------------------------------------------------------------------------------


@inner
def hands_are_shown(state: np.record) -> bool:
    """After a round everybody shows what is left."""
    return bool(state.end or state.awaits)


@inner
def hide_pool(state: np.record) -> None:
    """Forget the order of the pool."""
    for i in range(COUNT):
        state.pool[i] = 0


@inner
def mask(state: np.record, seat: int) -> None:
    """Hide the order of the pool and the hands of the others."""
    hide_pool(state)
    if hands_are_shown(state):
        return
    for other in range(state.players):
        if other != seat:
            state.hands[other] = 0
    if state.seat != seat:
        state.drawn = 0


def determinize(state: np.record, seat: int, generator: Words) -> None:
    """Give everybody as many tiles as he has out of those unseen, and leave the pool in any order.

    Before the first tile it must be right who starts; what else could be inferred from the course of play is not.
    """
    fill_unseen(state, seat, generator)
    while is_first(state) and not state.lots and not starts_rightly(state):
        mask(state, seat)
        fill_unseen(state, seat, generator)


@inner
def fill_unseen(state: np.record, seat: int, generator: Words) -> None:
    """Shuffle the unseen tiles in the place of the pool, deal the hands from the top, and leave the rest there."""
    count = gather_unseen(state)
    shuffle(state.pool, count, generator)
    if not hands_are_shown(state):
        for player in range(state.players):
            if player != seat:
                for i in range(state.held[player]):
                    count -= 1
                    hand_over(state, player, i, signed(state.pool[count]))
    leave_pool(state)


@inner
def gather_unseen(state: np.record) -> int:
    """Put the unseen tiles in the place of the pool, and count them."""
    seen = ~state.unlaid
    for player in range(state.players):
        seen |= state.hands[player]
    count = 0
    for tile in range(COUNT):
        if not seen >> tile & 1:
            state.pool[count] = tile
            count += 1
    return count


@inner
def hand_over(state: np.record, player: int, number: int, tile: int) -> None:
    """Give a player a tile; the first ones he gets are those that he has drawn in this turn."""
    bit = signed(1) << tile
    state.hands[player] |= bit
    if player == state.seat and number < state.draws:
        state.drawn |= bit


@inner
def leave_pool(state: np.record) -> None:
    """Leave as many tiles in the pool as there are."""
    for i in range(state.pool_left, COUNT):
        state.pool[i] = 0


register(STATE, sys.modules[__name__])
