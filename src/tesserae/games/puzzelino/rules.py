"""The rules of Puzzelino: the race, the game for points, and the two ways to play alone.

`board` knows how pieces lie. An action is a cell and a piece in one of its lies, or to draw, or to pass. A turn
may have several actions: who has drawn looks at what he got, and who may lay more says when he is done.
"""

import sys

import numpy as np

from tesserae.games.puzzelino import board
from tesserae.games.puzzelino.board import (
    LAYS,
    MOST_FITTING,
    MOST_OPEN,
    START_CELL,
    WAYS,
    colour_of,
    fitting,
    kind_of,
    lay,
    piece_of,
)
from tesserae.games.puzzelino.pieces import ALL, COUNT, FIRST_LIE, GOES_ON, LIE_COUNT
from tesserae.kernel.bits import lowest, population, signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.generator import Words, arrange, below, shuffle
from tesserae.kernel.ranking import best_seats
from tesserae.kernel.record import record_type
from tesserae.kernel.rules import CHANCE, OVER, Actions, Order, register

MODES = ("race", "points", "figure", "tray")
RACE, POINTS, FIGURE, TRAY = range(len(MODES))
HAND_SIZE = np.array([6, 3, 0, 0], np.int64)
MOST_PLAYERS = 4
MOST_DRAWS = 3

STATE = record_type(
    [
        ("hands", np.int64, (MOST_PLAYERS,)),
        ("forgone", np.int64, (MOST_PLAYERS,)),  # the pieces each player cannot have, as everybody has seen
        *board.FIELDS,
        ("scores", np.int16, (MOST_PLAYERS,)),
        ("bag", np.uint8, (COUNT,)),  # a stack, the next piece on top
        ("bag_left", np.uint8),
        ("held", np.uint8, (MOST_PLAYERS,)),  # how many pieces each player has
        ("players", np.uint8),
        ("mode", np.uint8),
        ("may_stop", np.uint8),  # in the game for points: whether one may stop while something fits
        ("awaits_deal", np.uint8),
        ("seat", np.uint8),
        ("starter", np.uint8),
        ("draws", np.uint8),  # in this turn
        ("lays", np.uint8),  # in this turn
        ("last_drawn", np.uint8),  # the piece drawn last in this turn, plus one
        ("idle", np.uint8),  # turns in a row in which nobody laid or drew
        ("entry_what", np.uint8),  # what the last move scored for: an index into ACCOUNT plus one, or 0
        ("entry_seat", np.uint8),
        ("end", np.uint8),  # why the game ended: an index into ENDINGS
        ("resigned", np.uint8),  # the seat that gave up, plus one
    ]
)

DRAW = LAYS
PASS = LAYS + 1
SPACE = LAYS + 2
ACCOUNT = ("laid", "taken")
LAID, TAKEN = range(len(ACCOUNT))
ENTRY_POINTS = np.array([1, -1], np.int64)
ENDINGS = ("", "out", "blocked", "complete", "stopped", "resignation")
RUNNING, OUT, BLOCKED, COMPLETE, STOPPED, RESIGNATION = range(len(ENDINGS))


# --- dealing -----------------------------------------------------------------------------------------------


def chance(state: np.record, bounds: Order) -> int:
    """All pieces in a row, and a lot for who begins."""
    if not state.awaits_deal:
        return 0
    for i in range(COUNT):
        bounds[i] = COUNT - i
    bounds[COUNT] = state.players
    return COUNT + 1


def deal(state: np.record, order: Order) -> None:
    """Give everybody a hand, and open the table with the next piece; the rest stays in the bag."""
    for piece in range(COUNT):
        state.bag[piece] = piece
    arrange(state.bag, order, COUNT)
    state.bag_left = COUNT
    state.awaits_deal = 0
    state.starter = order[COUNT]
    state.seat = order[COUNT]
    for seat in range(state.players):
        state.forgone[seat] = 0
        for _ in range(HAND_SIZE[state.mode]):
            take(state, seat)
    board.clear(state)
    opening = from_bag(state)
    lay(state, START_CELL, colour_of(opening) * LIE_COUNT + FIRST_LIE[kind_of(opening)])


@inner
def from_bag(state: np.record) -> int:
    """Take the next piece out of the bag."""
    state.bag_left -= 1
    piece = signed(state.bag[state.bag_left])
    state.bag[state.bag_left] = 0
    return piece


@inner
def take(state: np.record, seat: int) -> int:
    """Give a player the next piece."""
    piece = from_bag(state)
    state.hands[seat] |= signed(1) << piece
    state.held[seat] += 1
    return piece


# --- what may be done --------------------------------------------------------------------------------------


@inner
def mover(state: np.record) -> int:
    """The seat whose turn it is."""
    return OVER if state.end else CHANCE if state.awaits_deal else signed(state.seat)


def space(_state: np.record) -> int:
    """Every piece in every cell and lie, to draw, to pass."""
    return SPACE


def most_legal(state: np.record) -> int:
    """A few for each open cell; in a tray nothing needs to be joined, so anything may fit."""
    return COUNT * LIE_COUNT + 1 if state.mode == TRAY else MOST_OPEN * MOST_FITTING + 2


@inner
def may_draw(state: np.record, can_lay: bool) -> bool:
    """In the race, who can lay nothing at the start of his turn, up to three times."""
    if state.mode != RACE or can_lay or state.lays:
        return False
    return bool(state.draws < MOST_DRAWS and state.bag_left)


@inner
def may_pass(state: np.record, can_lay: bool) -> bool:
    """Who can lay nothing and need not draw; for points, who has laid; alone, who has had enough."""
    if state.mode == RACE:
        return not can_lay and bool(state.lays or state.draws or not state.bag_left)
    if state.mode == POINTS:
        return not can_lay or bool(state.lays and state.may_stop)
    return bool(state.mode == TRAY or state.unlaid != ALL)


@inner
def legal(state: np.record, actions: Actions) -> int:
    """Every piece where it fits; to draw; to pass."""
    if mover(state) < 0:
        return 0
    count = board.placements(state, state.hands[state.seat], actions)
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
    hand = state.hands[state.seat]
    if action >= LAYS:
        can_lay = bool(fitting(state) & hand)
        return may_draw(state, can_lay) if action == DRAW else may_pass(state, can_lay)
    cell = action // WAYS
    way = action - cell * WAYS
    return bool(hand >> piece_of(way) & 1) and board.fits_in(state, cell, way)


def choose(state: np.record, generator: Words, actions: Actions) -> int:
    """With others, count the ways to lay without listing them; alone, list them."""
    if state.players == 1:
        return actions[below(generator, legal(state, actions))]  # type: ignore[no-any-return]
    hand = state.hands[state.seat]
    ways = board.count_ways(state, hand)
    draws, passes = may_draw(state, ways > 0), may_pass(state, ways > 0)
    number = below(generator, ways + draws + passes)
    if number < ways:
        return board.numbered_way(state, hand, number)
    return DRAW if draws and number == ways else PASS


def worth(_state: np.record, action: int) -> int:
    """A piece laid counts one; a piece taken is one to get rid of."""
    return 1 if action < LAYS else -1 if action == DRAW else 0


# --- what is done ------------------------------------------------------------------------------------------


def apply(state: np.record, action: int) -> None:
    """Lay, draw or pass."""
    seat = signed(state.seat)
    state.entry_what = 0
    if action == DRAW:
        forgo_fitting(state, seat)
        state.last_drawn = take(state, seat) + 1
        state.draws += 1
        credit(state, seat, TAKEN)
    elif action == PASS:
        if state.players == 1:
            state.end = STOPPED
        else:
            if not (state.mode == POINTS and state.lays and state.may_stop):
                forgo_fitting(state, seat)
            end_turn(state, seat)
    else:
        cell = action // WAYS
        way = action - cell * WAYS
        piece = piece_of(way)
        lay(state, cell, way)
        state.hands[seat] ^= signed(1) << piece
        state.held[seat] -= 1
        state.lays += 1
        state.last_drawn = 0
        credit(state, seat, LAID)
        after_laying(state, seat, kind_of(piece))


@inner
def forgo_fitting(state: np.record, seat: int) -> None:
    """Note that nothing a player has fits; of a piece drawn in this turn and not laid nothing else is known."""
    known = signed(0) if state.draws and not state.lays else state.forgone[seat]
    state.forgone[seat] = known | fitting(state)


@inner
def credit(state: np.record, seat: int, what: int) -> None:
    """Give a player points, or take some away, and write down what for."""
    state.scores[seat] += ENTRY_POINTS[what]
    state.entry_what = what + 1
    state.entry_seat = seat


@inner
def after_laying(state: np.record, seat: int, kind: int) -> None:
    """See whether that ends the game or the turn."""
    if state.unlaid == 0 and state.mode != RACE:
        state.end = COMPLETE
    elif state.mode == RACE and state.held[seat] == 0:
        state.end = OUT
    elif state.players == 1:
        state.lays = 0
    elif state.held[seat] == 0 or (state.mode == RACE and not GOES_ON[kind]):
        end_turn(state, seat)


@inner
def end_turn(state: np.record, seat: int) -> None:
    """For points, fill up the hand; give the turn to the next player who has pieces."""
    players = signed(state.players)
    while state.mode == POINTS and state.held[seat] < HAND_SIZE[POINTS] and state.bag_left:
        take(state, seat)
        state.forgone[seat] = 0
    idle = 0 if state.lays or state.draws else signed(state.idle) + 1
    state.lays = 0
    state.draws = 0
    state.last_drawn = 0
    following = next_seat(seat, players)
    while state.held[following] == 0 and idle < players:
        following = next_seat(following, players)
        idle += 1
    state.idle = idle
    if idle >= players:
        state.end = BLOCKED
    else:
        state.seat = following


@inner
def next_seat(seat: int, players: int) -> int:
    """Who sits after a player."""
    return seat + 1 if seat + 1 < players else 0


# --- the result --------------------------------------------------------------------------------------------


def points(state: np.record, seat: int) -> int:
    """Pieces laid, less those taken: in the race, six less what is left."""
    return signed(state.scores[seat])


def winners(state: np.record) -> int:
    """Most points; alone, who has laid all pieces; never one who gave up."""
    if state.end == RUNNING:
        return 0
    if state.players == 1:
        return int(state.end == COMPLETE)
    return best_seats(state.scores, signed(state.players), signed(state.resigned) - 1)


def ending(state: np.record) -> int:
    """An index into ENDINGS."""
    return signed(state.end)


def resign(state: np.record, seat: int) -> None:
    """The game is over; the best of the others wins it."""
    state.end = RESIGNATION
    state.resigned = seat + 1


# --- secrecy -----------------------------------------------------------------------------------------------


@inner
def mask(state: np.record, seat: int) -> None:
    """Hide the order of the bag, and the hands of the others until the game is over; alone nothing is hidden."""
    for i in range(COUNT):
        state.bag[i] = 0
    if state.end or state.players == 1:
        return
    for other in range(state.players):
        if other != seat:
            state.hands[other] = 0
    if state.seat != seat:
        state.last_drawn = 0


@inner
def give(state: np.record, seat: int, count: int, pieces: int, allowed: int) -> int:
    """Give a player the next so many allowed pieces from the top of the bag; returns how many are left there."""
    kept = pieces
    given = 0
    for i in range(pieces - 1, -1, -1):
        piece = signed(state.bag[i])
        if given < count and allowed >> piece & 1:
            state.hands[seat] |= signed(1) << piece
            given += 1
            kept -= 1
            for j in range(i, kept):
                state.bag[j] = state.bag[j + 1]
    return kept


def determinize(state: np.record, seat: int, generator: Words) -> None:
    """Give everybody as many pieces as he has out of those unseen, and leave the bag in any order.

    Who has drawn in this turn could lay nothing before: of his pieces only the one drawn last may fit.
    """
    fill_unseen(state, seat, generator, False)


@inner
def fill_unseen(state: np.record, seat: int, generator: Words, heeds_past: bool) -> None:
    """Shuffle the unseen pieces in the place of the bag, deal the hands from the top, and leave the rest there.

    Who heeds the past gives nobody what he has forgone, as long as there is anything else.
    """
    count = shuffle_unseen(state, generator)
    if not state.end:
        drawing = signed(state.seat)
        if state.draws and not state.lays and drawing != seat:
            refused = fitting(state) | (state.forgone[drawing] if heeds_past else signed(0))
            count = give(state, drawing, signed(state.held[drawing]) - 1, count, ~refused)
            shuffle(state.bag, count, generator)
            state.last_drawn = state.bag[count - 1] + 1
            count = give(state, drawing, 1, count, ALL)
        for player in range(state.players):
            if player != seat and not state.hands[player]:
                if heeds_past:
                    count = give(state, player, signed(state.held[player]), count, ~state.forgone[player])
                    shuffle(state.bag, count, generator)
                missing = signed(state.held[player]) - population(state.hands[player])
                count = give(state, player, missing, count, ALL)
    for i in range(state.bag_left, COUNT):
        state.bag[i] = 0


@inner
def shuffle_unseen(state: np.record, generator: Words) -> int:
    """Put the unseen pieces in any order in the place of the bag, and count them."""
    unseen = state.unlaid
    for player in range(state.players):
        unseen &= ~state.hands[player]
    count = 0
    while unseen:
        state.bag[count] = lowest(unseen)
        unseen &= unseen - 1
        count += 1
    shuffle(state.bag, count, generator)
    return count


register(STATE, sys.modules[__name__])
