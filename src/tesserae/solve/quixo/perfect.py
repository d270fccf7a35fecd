"""Perfect play: what every move of a position is worth by the tables, and the moves that keep it.

    judged = judge(open_tables(), states)      # every legal move with its value; None if the tables lack the layer
    perfect_moves(judged)                      # those that keep the value and, if it is a win, make progress

On 3x3 and 4x4 the fastest win and the slowest loss are known. On 5x5 progress means that conversion comes nearer.
"""

from typing import NamedTuple

import numpy as np

from tesserae.games.quixo.board import SIZES
from tesserae.kernel import single
from tesserae.kernel.rules import States
from tesserae.solve.quixo.conversion import GAVE_UP, NOT_FOUND, find_conversion, value_moves
from tesserae.solve.quixo.probe import MISSING, NO_PLIES
from tesserae.solve.quixo.tables import Tables, Value

DEEPEST = 30
"""Nobody looks further ahead for conversion where no distances are stored."""
MOST_POSITIONS = 2_000_000
"""So many are looked at for one move; with stored distances a few hundred are enough."""


class JudgedMove(NamedTuple):
    """What a move is worth to who makes it."""

    action: int
    value: Value
    plies: int | None
    """On small boards the plies to the end, this one included; on 5x5 those to conversion, where stored."""
    takes_neutral: bool


class Judged(NamedTuple):
    """A position and all its moves."""

    states: States
    tables: Tables
    moves: list[JudgedMove]

    @property
    def size(self) -> int:
        """The side of the board."""
        return int(self.states[0].side)

    @property
    def value(self) -> Value:
        """What the position is worth to the player to move."""
        return max(move.value for move in self.moves)

    @property
    def plies(self) -> int | None:
        """The distance of the position: of the fastest win or the slowest loss; None where that is not known."""
        known = [move.plies for move in self.best if move.plies is not None]
        if self.value == Value.DRAW or len(known) < len(self.best):
            return None
        return min(known) if self.value == Value.WIN else max(known)

    @property
    def best(self) -> list[JudgedMove]:
        """The moves that keep the value."""
        return [move for move in self.moves if move.value == self.value]


def judge(tables: Tables, states: States) -> Judged | None:
    """Value every legal move; None if the tables lack a layer, or know nothing of such a game.

    They know two players and no limit of moves.
    """
    state = states[0]
    size = int(state.side)
    if state.players != 2 or state.ply_limit or int(single.mover(states)) < 0:
        return None
    stack = np.repeat(states[:1], 2)
    actions = np.zeros(single.most_legal(states), np.int32)
    found = np.zeros((len(actions), 3), np.int64)
    count = value_moves(tables.probe(size), stack, actions, found)
    moves = []
    for action, (value, plies, takes) in zip(actions[:count].tolist(), found[:count].tolist(), strict=True):
        if value == MISSING:
            return None
        moves.append(JudgedMove(action, Value(value), _counted(size, value, plies, takes), bool(takes)))
    return Judged(states, tables, moves)


def _counted(size: int, value: int, plies: int, takes: int) -> int | None:
    """Count the plies of a move by those of the position it leads to."""
    if value == Value.DRAW:
        return None
    if size == max(SIZES) and takes:
        return 0
    return None if plies == NO_PLIES else plies + 1


def perfect_moves(judged: Judged, most: int = MOST_POSITIONS) -> list[int]:
    """List the moves of perfect play: all that draw; those that win fastest or lose slowest, as far as known."""
    if judged.value == Value.DRAW:
        return [move.action for move in judged.best]
    if judged.size < max(SIZES):
        return [move.action for move in judged.best if move.plies == judged.plies]
    if judged.value == Value.LOSS:
        return [move.action for move in judged.best]
    return _progress(judged, most)


def _progress(judged: Judged, most: int) -> list[int]:
    """Find winning moves that bring conversion nearer; any winning move where nothing was found in time."""
    winning = judged.best
    over = [move.action for move in winning if _ends(judged, move.action)]
    taking = [move.action for move in winning if move.takes_neutral]
    if over or taking:
        return over or taking
    own = judged.tables.distance(*_planes(judged.states), judged.size)
    if own is not None:
        return [move.action for move in winning if move.plies is None or move.plies <= own]
    for limit in range(1, DEEPEST):
        place, actions = _search(judged, limit, most)
        if place == GAVE_UP:
            break
        if place != NOT_FOUND:
            return [int(actions[place])]
    return [move.action for move in winning]


def _ends(judged: Judged, action: int) -> bool:
    after = judged.states.copy()
    single.apply(after, action)
    return bool(after[0].end)


def _planes(states: States) -> tuple[int, int]:
    team = int(states[0].seat) & 1
    return int(states[0].marks[team]), int(states[0].marks[1 - team])


def _search(judged: Judged, limit: int, most: int) -> tuple[int, np.ndarray[tuple[int], np.dtype[np.int32]]]:
    stack = np.repeat(judged.states[:1], limit + 2)
    moves = np.zeros((limit + 2, single.most_legal(judged.states)), np.int32)
    frames = np.zeros((limit + 2, 2), np.int64)
    return find_conversion(judged.tables.probe(judged.size), stack, moves, frames, limit, most), moves[0]
