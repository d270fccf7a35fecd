"""Quixo: take a cube from the edge, turn it to your mark, push it back in, make a line.

`rules` is the game itself; `board` its tables, `notation` its moves as text, `picture` its board in a terminal.
"""

from typing import Any, ClassVar

import numpy as np

from tesserae.games.game import Game, Picture
from tesserae.games.quixo import notation, picture
from tesserae.games.quixo.board import cell_name
from tesserae.games.quixo.options import QuixoOptions
from tesserae.games.quixo.rules import ENDINGS, NOBODY, STATE
from tesserae.kernel.rules import States
from tesserae.words import Refused, add_words

add_words("quixo", __name__)


class Quixo(Game):
    """Quixo with its options."""

    name: ClassVar[str] = "quixo"
    version: ClassVar[int] = 1
    options_type: ClassVar[type] = QuixoOptions
    endings: ClassVar[tuple[str, ...]] = ENDINGS
    can_resign: ClassVar[bool] = True
    can_agree_draw: ClassVar[bool] = True
    options: QuixoOptions

    @property
    def players(self) -> int:
        """Two, or four in two teams: seats 0 and 2 against 1 and 3."""
        return self.options.players

    def seat_name(self, seat: int) -> str:
        """X and O; with four players A1 B1 A2 B2 clockwise, team A with the cross."""
        return picture.MARKS[seat] if self.players == 2 else f"{'AB'[seat & 1]}{(seat >> 1) + 1}"

    def start(self) -> States:
        """All cubes neutral, seat 0 to move: who that is, the players decide."""
        states: States = np.zeros(1, STATE)
        state = states[0]
        state.players = self.options.players
        state.side = self.options.size
        state.third_repetition_draws = self.options.repetition == "third"
        state.ply_limit = self.options.ply_limit or 0
        state.winner = NOBODY
        return states

    def text(self, state: np.record, action: int) -> str:
        """See `notation`."""
        return notation.action_texts(self.options.size)[action]

    def parse(self, state: np.record, text: str) -> int:
        """See `notation`."""
        return notation.parse(state, text)

    def refusal(self, state: np.record, action: int) -> Refused:
        """See `notation`."""
        return notation.refusal(state, action, (picture.MARKS[0], picture.MARKS[1]))

    def skipped(self, state: np.record, last_seat: int) -> tuple[int, ...]:
        """Players who had no cube to take; only ever with four."""
        if self.players == 2 or state.end:
            return ()
        turns = (int(state.seat) - last_seat) % self.players
        return tuple((last_seat + turn) % self.players for turn in range(1, turns))

    def view(self, state: np.record) -> dict[str, Any]:
        """Rows from the top, the seat each dot points at, and the complete lines."""
        size = int(state.side)
        cubes = picture.cubes(state)
        marks = "".join("." if cube.team is None else picture.MARKS[cube.team] for cube in cubes)
        return {
            "size": size,
            "rows": [marks[row * size : (row + 1) * size] for row in reversed(range(size))],
            "dots": {cell_name(cell, size): cube.dot for cell, cube in enumerate(cubes) if cube.dot is not None},
            "lines": [[cell_name(cell, size) for cell in line] for line in picture.full_lines(state)],
        }

    def picture(self, state: np.record, last: int | None = None) -> Picture:
        """See `picture`."""
        return picture.picture(state, last)
