"""Solved Quixo for everybody who plays: the value of a position, and how far it is to the end.

    tables = open_tables()                          # the user's data directory, or another one; opened once
    tables.value(mover, other, size)                # WIN, DRAW or LOSS for the player to move; None: not solved
    tables.distance(mover, other, size)             # plies; None: not stored, or a draw
    tables.look_up_many(movers, others, size)       # the same for arrays: values and distances, by codes
    tables.solved_up_to(size)                       # -1, or all layers up to so many neutral cubes are there
    tables.far_from(blanks)                         # on 5x5: distances above this number of plies are stored
    tables.probe(size)                              # for compiled code: `probe.value_of(probe, mover, other)`

`mover` and `other` are the cubes of the player to move and of his opponent as bit sets of the rules (row * size +
column from a1). A board with a line of the mover's mark counts as won for him, with one of the opponent's alone as
lost. 3x3 and 4x4 are solved when they are first asked about, in seconds; their distance is that to the end of the
game. On 5x5 it is the distance to conversion: to the taking of a neutral cube, or to the end. There only long ones
are stored; shorter ones are found by looking ahead with the values.

Packed layers (see `packed`) answer `value` and `distance` too, in milliseconds; compiled code lacks them.
"""

import threading
from enum import IntEnum
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tesserae.games.quixo.board import SIZES
from tesserae.solve.quixo import probe as probing
from tesserae.solve.quixo.geometry import Integers, geometry
from tesserae.solve.quixo.index import Sets, new_sets
from tesserae.solve.quixo.layer import Worker
from tesserae.solve.quixo.packed import MOST_PUSHES, Losses, outlook
from tesserae.solve.quixo.probe import MISSING, NO_PLIES, SPLIT, Probe
from tesserae.solve.quixo.solving import save_small
from tesserae.solve.quixo.store import PACKED, PLIES, STATES, VALUES, Store, data_root
from tesserae.solve.quixo.whole import solve_whole

SMALL_SIZES = (3, 4)
"""The boards that are solved on first use."""


class Value(IntEnum):
    """What a position is worth to the player to move."""

    LOSS = probing.LOSS
    DRAW = probing.DRAW
    WIN = probing.WIN


class Tables:
    """The solved layers of one data directory; safe to use from several threads."""

    def __init__(self, root: Path) -> None:
        """Look at nothing yet."""
        self.root = root
        self._boards: dict[int, _Board] = {}
        self._lock = threading.Lock()

    def value(self, mover: int, other: int, size: int) -> Value | None:
        """Say what a position is worth to the player to move; None if its layer is not solved."""
        board = self._board(size)
        found, _ = probing.look_up(board.probe, mover, other)
        return board.unpacked(mover, other) if found == MISSING else Value(found)

    def distance(self, mover: int, other: int, size: int) -> int | None:
        """Say how many plies best play takes to the end, on 5x5 to conversion; None where that is not stored."""
        value, plies = probing.look_up(self.probe(size), mover, other)
        return None if plies == NO_PLIES or value == Value.DRAW else plies

    def look_up_many(self, movers: Integers, others: Integers, size: int) -> tuple[Integers, Integers]:
        """Look up values and distances of many positions, in the codes of `probe`."""
        values, plies = np.empty(len(movers), np.int64), np.empty(len(movers), np.int64)
        probing.look_up_many(self.probe(size), movers, others, values, plies)
        return values, plies

    def solved_up_to(self, size: int) -> int:
        """Say up to how many neutral cubes all layers are there; -1 if none is."""
        present = self._board(size).present
        return next((blanks - 1 for blanks, there in enumerate(present) if not there), size * size)

    def far_from(self, blanks: int) -> int | None:
        """Say above how many plies the distances to conversion of a 5x5 layer are stored; None if they are not."""
        entry = self._board(max(SIZES)).store.entries.get(blanks)
        return None if entry is None else entry.far_from

    def probe(self, size: int) -> Probe:
        """Give compiled code what it needs; keep the tables as long as you use it."""
        return self._board(size).probe

    def is_ready(self, size: int) -> bool:
        """Say whether the tables of a board are all there, without solving it."""
        if size in self._boards:
            return True
        store = Store(self.root, size)
        return all(store.has(blanks) for blanks in range(size * size + 1))

    def reload(self) -> None:
        """Notice layers that were solved since."""
        with self._lock:
            self._boards.clear()

    def _board(self, size: int) -> "_Board":
        board = self._boards.get(size)
        if board is None:
            with self._lock:
                board = self._boards.get(size) or _Board(self.root, size)
                self._boards[size] = board
        return board


_opened: dict[Path, Tables] = {}
_opening = threading.Lock()


def open_tables(root: Path | None = None) -> Tables:
    """Open the tables of a data directory, once."""
    place = (root or data_root()).absolute()
    with _opening:
        return _opened.setdefault(place, Tables(place))


class _Board:
    """The tables of one size, mapped into memory."""

    def __init__(self, root: Path, size: int) -> None:
        self.store = Store(root, size)
        self.size = size
        cells = size * size
        self.kept: list[npt.NDArray[np.generic]] = []
        """Arrays whose addresses are in use."""
        self.values, self.plies, self.far, self.far_count = (np.zeros(cells + 1, np.int64) for _ in range(4))
        self.losses: dict[int, Losses] = {}
        stored = [self.store.has(blanks, VALUES, PACKED) for blanks in range(cells + 1)]
        if size in SMALL_SIZES and not all(stored):
            self._solve()
        else:
            for blanks in filter(stored.__getitem__, range(cells + 1)):
                self._map(blanks)
        self.present = [bool(self.values[blanks]) or blanks in self.losses for blanks in range(cells + 1)]
        self.probe = self._new_probe()

    def unpacked(self, mover: int, other: int) -> Value | None:
        """Work a value out from the losses of packed layers: here and one move on; None if they are not there."""
        blanks = self.size**2 - (mover | other).bit_count()
        if blanks not in self.losses or (blanks and blanks - 1 not in self.losses):
            return None
        states = np.zeros(MOST_PUSHES + 1, np.int64)
        value, count = outlook(self.probe, self.size, mover, other, states)
        if value != MISSING:
            return Value(value)
        own, *following = (int(state) for state in states[:count])
        if self.losses[blanks].has(own >> 1):
            return Value.LOSS
        is_won = any(self.losses[blanks - (state & 1)].has(state >> 1) for state in following)
        return Value.WIN if is_won else Value.DRAW

    def _solve(self) -> None:
        """Solve a small board; where nothing can be written it is kept in memory alone."""
        solved = solve_whole(self.size, self.size**2, Worker())
        for one in solved:
            blanks, plies = one.layer.blanks, np.append(one.plies, np.zeros(8, np.uint8))
            self.values[blanks] = self._address(one.layer.table)
            self.plies[blanks] = self._address(plies)
        try:
            for one in solved:
                save_small(self.store, one)
        except OSError:
            pass

    def _map(self, blanks: int) -> None:
        files = self.store.entries[blanks].files
        if VALUES in files:
            self.values[blanks] = self._address(self.store.load(blanks, VALUES))
        else:
            self.losses[blanks] = Losses(self.store.load(blanks, PACKED))
        if PLIES in files and files[PLIES].bytes:
            self.plies[blanks] = self._address(self.store.load(blanks, PLIES))
        if STATES in files and files[STATES].bytes:
            self.far[blanks] = self._address(self.store.load(blanks, STATES))
            self.far_count[blanks] = files[STATES].bytes // 8

    def _address(self, array: npt.NDArray[np.generic]) -> int:
        self.kept.append(array)
        return array.ctypes.data

    def _new_probe(self) -> Probe:
        board = geometry(self.size)
        cells = self.size**2
        layers = [_numbering(self.size, blanks, present=self.present[blanks]) for blanks in range(cells + 1)]
        homes = [layer.home for layer in layers]
        return Probe(
            board=board,
            lower_cells=_renumbering(board.from_board[:SPLIT]),
            upper_cells=_renumbering(board.from_board[SPLIT:]),
            values=self.values,
            plies=self.plies,
            far=self.far,
            far_count=self.far_count,
            first_home=_starts([len(home) for home in homes]),
            first_set=_starts([len(layer.blanks) for layer in layers]),
            first_rank=np.array([layer.first_rank for layer in layers]),
            homes=np.concatenate(homes),
            blanks=np.concatenate([layer.blanks for layer in layers]),
            first_word=np.concatenate([layer.first[:-1] for layer in layers]),
        )


def _numbering(size: int, blanks: int, *, present: bool) -> Sets:
    """Number the sets of a layer; of one that is missing nothing is needed."""
    if present:
        return new_sets(size, blanks)
    nothing = np.zeros(0, np.int64)
    ranks = np.zeros(1 << geometry(size).border, np.int64)
    return Sets(nothing, np.zeros(1, np.int64), nothing, np.zeros(0, np.int32), ranks)


def _renumbering(cells: Integers) -> Integers:
    """Tabulate the solver's cells for each set of these cells of the rules."""
    table = np.zeros(1, np.int64)
    for cell in cells:
        table = np.concatenate([table, table | 1 << int(cell)])
    return table


def _starts(lengths: list[int]) -> Integers:
    return np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.int64)
