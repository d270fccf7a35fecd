"""The states that games begin with."""

import numpy as np

from tesserae.games.puzzelino import board
from tesserae.games.puzzelino.pieces import ALL, COUNT, SMOOTH
from tesserae.games.puzzelino.puzzles import Puzzle, way_name, way_of
from tesserae.games.puzzelino.rules import FIGURE, STATE, TRAY
from tesserae.games.puzzelino.trays import Tray
from tesserae.kernel.bits import population
from tesserae.kernel.rules import States
from tesserae.kernel.triangles import Place, cell_number, place_name
from tesserae.words import Refused


def before_the_deal(mode: int, players: int, *, may_stop: bool) -> States:
    """Wait for pieces to be dealt."""
    states: States = np.zeros(1, STATE)
    state = states[0]
    state.mode, state.players, state.may_stop = mode, players, may_stop
    state.awaits_deal = 1
    return states


def empty_table() -> States:
    """Have all pieces, and nothing on the table."""
    states: States = np.zeros(1, STATE)
    state = states[0]
    state.mode, state.players = FIGURE, 1
    board.clear(state)
    state.hands[0], state.held[0] = ALL, COUNT
    return states


def in_the_tray(puzzle: Puzzle) -> States:
    """Lay the given pieces into the tray, and have all others; a given piece that does not fit is refused."""
    states: States = np.zeros(1, STATE)
    state = states[0]
    state.mode, state.players = TRAY, 1
    state.unlaid = ALL
    _open_tray(state, puzzle.tray)
    for place, lie in puzzle.given:
        cell, way = tray_cell(place), way_of(place, lie)
        is_left = int(state.unlaid) >> board.piece_of(way) & 1
        if not is_left or not board.fits_in(state, cell, way):
            raise Refused("puzzelino.given_clash", piece=way_name(place, lie), cell=place_name(place))
        board.lay(state, cell, way)
    state.hands[0], state.held[0] = state.unlaid, population(state.unlaid)
    return states


def tray_cell(place: Place) -> int:
    """Number a cell of a tray on the lattice."""
    row, column = place
    return cell_number(board.MIDDLE + row, board.MIDDLE + column)


def _open_tray(state: np.record, tray: Tray) -> None:
    """Open all cells of a tray; its rim demands smooth sides."""
    for count, place in enumerate(tray.cells):
        board.open_at(state, count)
        board.write_at(state, count, tray_cell(place), 0)
    for place in tray.cells:
        for side in tray.rim(place):
            board.demand_at(state, 0, tray_cell(place), side, SMOOTH)
