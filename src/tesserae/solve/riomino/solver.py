"""Positions of RioMino solved: who wins, and with which moves."""

from dataclasses import dataclass

import numpy as np

from tesserae.games.riomino.rules import STATE
from tesserae.kernel import single
from tesserae.kernel.play import Trail
from tesserae.kernel.rules import OVER, States
from tesserae.solve.riomino import search
from tesserae.solve.riomino.outline import ROOM
from tesserae.solve.riomino.search import (
    CHOSEN,
    COUNT,
    FRAME_FIELDS,
    LEVEL,
    LOOKED,
    TO_LOSE_LIMIT,
    TO_WIN,
    TO_WIN_LIMIT,
    WORK_FIELDS,
)
from tesserae.solve.riomino.table import NEVER, new_table

MEGABYTES = 64
"""The memory of the table, unless somebody wants another."""


class Proof:
    """The search for who wins one position, to be run for as long as there is time."""

    def __init__(self, states: States, table: Trail) -> None:
        """Take a position that is not over; the table may know others of the same level already."""
        assert states.dtype == STATE, "only RioMino is solved here"
        rows, widest = 2 * int(states[0].dice_each) + 4, single.most_legal(states)
        self.table = table
        self.stack = np.repeat(states[:1], rows)
        self.frames = np.zeros((rows, FRAME_FIELDS), np.int64)
        self.frames[0, [COUNT, TO_WIN_LIMIT, TO_LOSE_LIMIT]] = -1, NEVER, NEVER
        self.actions = np.zeros((rows, widest), np.int32)
        self.keys = np.zeros((rows, widest), np.uint64)
        self.to_win = np.zeros((rows, widest), np.int64)
        self.to_lose = np.zeros((rows, widest), np.int64)
        self.room = np.zeros(ROOM, np.int64)
        self.work = np.zeros(WORK_FIELDS, np.int64)

    def run(self, positions: int) -> int:
        """Look at about so many positions; returns how many it were, none when the winner is known."""
        return search.advance(
            self.stack, self.frames, self.actions, self.keys, self.to_win, self.to_lose,
            self.room, self.table, self.work, positions
        )  # fmt: skip

    @property
    def looked(self) -> int:
        """How many positions were looked at."""
        return int(self.work[LOOKED])

    @property
    def is_done(self) -> bool:
        """Whether the winner is known."""
        return bool(self.work[LEVEL] < 0)

    @property
    def is_won(self) -> bool | None:
        """Whether the player to move wins; None while that is open."""
        return bool(self.work[TO_WIN] == 0) if self.is_done else None

    @property
    def winning_move(self) -> int | None:
        """The move that was found to win; None if there is none, or none yet."""
        return int(self.actions[0, self.frames[0, CHOSEN]]) if self.is_won else None


@dataclass
class Group:
    """Moves of a position that come to the same."""

    actions: list[int]
    states: States
    """The position after one of them."""
    wins: bool | None
    """Whether they win; None while that is open."""


class Solver:
    """Finds out who wins a position, and after that, if that is wanted, which moves win."""

    def __init__(
        self, states: States, megabytes: int = MEGABYTES, *, table: Trail | None = None, every_move: bool = True
    ) -> None:
        """Take a position that is not over; a table of an earlier solver may be used further."""
        self.table = new_table(megabytes) if table is None else table
        self.groups = grouped_moves(states)
        self.is_won: bool | None = None
        """Whether the player to move wins; None while that is open."""
        self.looked = 0
        """How many positions were looked at."""
        self._every_move = every_move
        self._proof: Proof | None = Proof(states, self.table)
        self._group: Group | None = None

    def run(self, positions: int) -> int:
        """Look at about so many positions; returns how many it were, none when nothing is left to find out."""
        looked = 0
        while looked == 0 and self._proof is not None:
            looked = self._proof.run(positions)
            if self._proof.is_done:
                self._take(self._proof)
        self.looked += looked
        return looked

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to find out."""
        return self._proof is None

    @property
    def moves(self) -> dict[int, bool | None]:
        """Say of every legal move whether it wins; None where that is open."""
        return {action: group.wins for group in self.groups for action in group.actions}

    @property
    def winning_move(self) -> int | None:
        """A move that wins; None if there is none, or none is known."""
        return next((action for action, wins in self.moves.items() if wins), None)

    def _take(self, proof: Proof) -> None:
        """Note what was proved, and go on to the next moves that are open."""
        if self._group is not None:
            self._group.wins = not proof.is_won
        else:
            self.is_won = proof.is_won
            for group in self.groups:
                if not self.is_won:
                    group.wins = False
                elif proof.winning_move in group.actions:
                    group.wins = True
        still_open = [group for group in self.groups if group.wins is None] if self._every_move else []
        self._group = still_open[0] if still_open else None
        self._proof = Proof(still_open[0].states, self.table) if still_open else None


def grouped_moves(states: States) -> list[Group]:
    """List the legal moves, those together that lead to the same position but for what no longer matters."""
    room = np.zeros(single.most_legal(states), np.int32)
    groups: dict[int | None, Group] = {}
    for action in room[: single.legal(states, room)].tolist():
        child = states.copy()
        single.apply(child, action)
        is_over = single.mover(child) == OVER
        key = None if is_over else int(search.key_of(np.repeat(child, 2), np.zeros(ROOM, np.int64)))
        group = groups.setdefault(key, Group([], child, True if is_over else None))
        group.actions.append(action)
    return list(groups.values())
