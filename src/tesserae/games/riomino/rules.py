"""The rules of RioMino: place a die against another with all touching sides equal; who cannot loses.

`board` knows where a top fits. An action is a top and a cell. The starting player, seat 0, begins by placing the
start die in the middle, any way round; then the players take turns.
"""

import sys

import numpy as np
import numpy.typing as npt

from tesserae.games.riomino import board
from tesserae.games.riomino.board import CELLS, Around, fits, put, surroundings, write_bars
from tesserae.games.riomino.dice import FACE_COUNT, HALVES, TOP_COUNT, TOP_SIDES, TURNS, VALUE_COUNT
from tesserae.kernel.bits import lowest, population, signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.generator import Words, below
from tesserae.kernel.record import record_type
from tesserae.kernel.rules import CHANCE, OVER, Actions, Order, register

STATE = record_type(
    [
        *board.FIELDS,
        ("dice", np.uint8, (2, FACE_COUNT)),  # how many dice with each face each player has left
        ("start_die", np.uint8),  # 0: not thrown yet; its face plus one while it waits to be placed; then PLACED
        ("seat", np.uint8),
        ("level", np.uint8),  # its place in LEVELS
        ("dice_each", np.uint8),
        ("end", np.uint8),  # why the game ended: an index into ENDINGS
        ("winner", np.uint8),  # the seat that has won, plus one
    ]
)

SPACE = TOP_COUNT * CELLS
"""An action is top * CELLS + cell."""
MOST_LEGAL = 6 * 44
"""Six tops show a given value at a given side; a 5x5 square with its rim has 45 cells, and one has a die."""
ROOM = TOP_COUNT + 4 * VALUE_COUNT
"""Words for the places of every top, and for what bars them."""
PLACED = FACE_COUNT + 1
ENDINGS = ("", "stuck", "last_die", "resignation")
RUNNING, STUCK, LAST_DIE, RESIGNATION = range(len(ENDINGS))


# --- set-up ------------------------------------------------------------------------------------------------


def chance(state: np.record, bounds: Order) -> int:
    """The dice of seat 0, those of seat 1, and the start die."""
    count = 2 * signed(state.dice_each) + 1
    for i in range(count):
        bounds[i] = FACE_COUNT
    return count


def deal(state: np.record, order: Order) -> None:
    """Everybody throws his dice, once."""
    each = signed(state.dice_each)
    for i in range(each):
        state.dice[0, order[i]] += 1
        state.dice[1, order[each + i]] += 1
    state.start_die = order[2 * each] + 1


# --- what may be done --------------------------------------------------------------------------------------


@inner
def mover(state: np.record) -> int:
    """The seat whose turn it is."""
    return OVER if state.end else CHANCE if state.start_die == 0 else signed(state.seat)


def space(_state: np.record) -> int:
    """Every top on every cell."""
    return SPACE


def most_legal(_state: np.record) -> int:
    """Of all these only a few fit."""
    return MOST_LEGAL


@inner
def has_die(state: np.record, seat: int, face: int) -> bool:
    """Whether the player may place a die with this face; the start die comes before all others."""
    if state.start_die < PLACED:
        return face + 1 == state.start_die  # type: ignore[no-any-return]
    return state.dice[seat, face] > 0  # type: ignore[no-any-return]


@inner
def fits_top(around: Around, top: int) -> int:
    """The open cells where a top fits."""
    return fits(around, TOP_SIDES[top, 0], TOP_SIDES[top, 1], TOP_SIDES[top, 2], TOP_SIDES[top, 3])


@inner
def unbarred(cells: int, bars: npt.NDArray[np.int64], face: int, turn: int) -> int:
    """Those of some open cells where a face fits in this turn, by what `write_bars` wrote."""
    first = bars[turn * VALUE_COUNT + HALVES[face, 0]]
    second = bars[(turn ^ 2) * VALUE_COUNT + HALVES[face, 1]]
    return cells & ~(first | second)  # type: ignore[no-any-return]


@inner
def write_places(state: np.record, room: npt.NDArray[np.int64]) -> None:
    """For every top the cells where the mover may put it, in the first words; the others are to work in."""
    around = surroundings(state)
    bars = room[TOP_COUNT:]
    write_bars(around, bars)
    for face in range(FACE_COUNT):
        cells = around[0] if has_die(state, signed(state.seat), face) else signed(0)
        for turn in range(TURNS):
            room[face * TURNS + turn] = unbarred(cells, bars, face, turn)


def legal(state: np.record, actions: Actions) -> int:
    """Every die the player has, in every turn, wherever it fits."""
    if mover(state) < 0:
        return 0
    places = np.zeros(ROOM, np.int64)
    write_places(state, places)
    count = 0
    for top in range(TOP_COUNT):
        cells = places[top]
        while cells:
            cell = lowest(cells)
            cells ^= signed(1) << cell
            actions[count] = top * CELLS + cell
            count += 1
    return count


def is_legal(state: np.record, action: int) -> bool:
    """Whether the player has the die and it fits there."""
    if mover(state) < 0 or action < 0 or action >= SPACE:
        return False
    top, cell = action // CELLS, action % CELLS
    if not has_die(state, signed(state.seat), top // TURNS):
        return False
    return bool(fits_top(surroundings(state), top) >> cell & 1)


def choose(state: np.record, generator: Words, actions: Actions) -> int:
    """Count the legal actions without listing them, and take the one whose number is drawn."""
    places = actions[: 2 * ROOM].view(np.int64)
    write_places(state, places)
    count = 0
    for top in range(TOP_COUNT):
        count += population(places[top])
    left = below(generator, count)
    top = 0
    while left >= population(places[top]):
        left -= population(places[top])
        top += 1
    cells = places[top]
    for _ in range(left):
        cells ^= signed(1) << lowest(cells)
    return top * CELLS + lowest(cells)


# --- what is done ------------------------------------------------------------------------------------------


def apply(state: np.record, action: int) -> None:
    """Place the die, and see whether the other player can go on."""
    seat = signed(state.seat)
    top, cell = action // CELLS, action % CELLS
    put(state, cell, TOP_SIDES[top, 0], TOP_SIDES[top, 1], TOP_SIDES[top, 2])
    if state.start_die == PLACED:
        state.dice[seat, top // TURNS] -= 1
    state.start_die = PLACED
    state.seat = 1 - seat
    if not can_place(state, 1 - seat):
        state.end = STUCK if dice_left(state) else LAST_DIE
        state.winner = seat + 1


@inner
def fits_face(around: Around, face: int) -> int:
    """The open cells where a face fits in some turn."""
    cells = signed(0)
    for turn in range(TURNS):
        cells |= fits_top(around, face * TURNS + turn)
    return cells


@inner
def fillable(around: Around) -> int:
    """The open cells that some die could fill, whoever has it; the other open ones are dead."""
    cells = signed(0)
    for face in range(FACE_COUNT):
        cells |= fits_face(around, face)
    return cells


@inner
def fillable_by(state: np.record, around: Around, seat: int) -> int:
    """The open cells that a player could fill; the other open ones are dead for him."""
    cells = signed(0)
    for face in range(FACE_COUNT):
        if state.dice[seat, face]:
            cells |= fits_face(around, face)
    return cells


@inner
def can_place(state: np.record, seat: int) -> bool:
    """Whether any die of the player fits anywhere."""
    around = surroundings(state)
    face = 0
    while face < FACE_COUNT and not (state.dice[seat, face] and fits_face(around, face)):
        face += 1
    return face < FACE_COUNT


@inner
def dice_left(state: np.record) -> bool:
    """Whether anybody has a die left."""
    left = signed(0)
    for face in range(FACE_COUNT):
        left += signed(state.dice[0, face]) + signed(state.dice[1, face])
    return left > 0


# --- the result --------------------------------------------------------------------------------------------


def points(state: np.record, seat: int) -> int:
    """One for a win, nothing else."""
    return int(state.winner == seat + 1)


def winners(state: np.record) -> int:
    """Whoever placed last, or did not resign."""
    return signed(1) << signed(state.winner) >> 1


def ending(state: np.record) -> int:
    """An index into ENDINGS."""
    return signed(state.end)


def resign(state: np.record, seat: int) -> None:
    """The other player wins."""
    state.end = RESIGNATION
    state.winner = 2 - seat


register(STATE, sys.modules[__name__])
