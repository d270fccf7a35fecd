"""Quixo: take a cube from the edge, turn it to your mark, push it back in, make a line.

`rules` is the game itself; `board` its tables, `cubes` a record read for people, `notation` its moves as text,
`picture` its board in a terminal.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar

import numpy as np

from tesserae.games.game import Game, Picture
from tesserae.games.quixo import judgement, notation, observation
from tesserae.games.quixo.board import ENTRY, PLACE, PUSH, PUSHES, cell_name
from tesserae.games.quixo.cubes import MARKS, cubes, full_lines, marks_of
from tesserae.games.quixo.options import QuixoOptions
from tesserae.games.quixo.picture import draw
from tesserae.games.quixo.rules import ENDINGS, NOBODY, STATE
from tesserae.kernel.observing import Piece
from tesserae.kernel.rules import States, extend
from tesserae.words import Refused, Sentence, add_words

add_words("quixo", __name__)
extend(STATE, judgement)
extend(STATE, observation)


class Quixo(Game):
    """Quixo with its options."""

    name: ClassVar[str] = "quixo"
    title: ClassVar[str] = "Quixo"
    example: ClassVar[str] = "a3>e3"
    words: ClassVar[str] = "quixo"
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
        return MARKS[seat] if self.players == 2 else f"{'AB'[seat & 1]}{(seat >> 1) + 1}"

    def observation(self) -> tuple[Piece, ...]:
        """See `observation`."""
        return observation.pieces(self.options)

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

    def move_view(self, state: np.record, action: int) -> dict[str, Any]:
        """The cube, where it is pushed in, and with four players the seat its dot will point at."""
        return _move_view(self.options.size, self._pointing_seat(state), action)

    def legal_view(self, states: States, actions: Sequence[int]) -> list[dict[str, Any]]:
        """Every action looks the same in every position: they are described once."""
        described = _legal_view(self.options.size, self._pointing_seat(states[0]))
        return [described[action] for action in actions]

    def _pointing_seat(self, state: np.record) -> int | None:
        """The seat to move, where dots point at seats."""
        return None if self.players == 2 else int(state.seat)

    def parse(self, state: np.record, text: str) -> int:
        """See `notation`."""
        return notation.parse(state, text)

    def refusal(self, state: np.record, action: int) -> Refused:
        """See `notation`."""
        return notation.refusal(state, action)

    def remarks(self, state: np.record, last_seat: int) -> list[Sentence]:
        """Announce complete lines, as the sheet asks, and players who had no cube to take."""
        if state["end"]:
            lines = [" ".join(self._name(cell) for cell in line) for line in full_lines(state)]
            return [Sentence("quixo.line", {"places": places}) for places in lines]
        if self.players == 2:
            return []
        turns = (int(state.seat) - last_seat) % self.players
        skipped = [self.seat_name((last_seat + turn) % self.players) for turn in range(1, turns)]
        return [Sentence("quixo.skipped", {"seat": seat}) for seat in skipped]

    def view(self, state: np.record, seat: int | None) -> dict[str, Any]:
        """Rows from the top, the seat each dot points at, and the complete lines."""
        size = self.options.size
        marks = marks_of(state)
        return {
            "size": size,
            "rows": [marks[row * size : (row + 1) * size] for row in reversed(range(size))],
            "dots": self._dots(state),
            "lines": [[self._name(cell) for cell in line] for line in full_lines(state)],
        }

    def picture(self, state: np.record, seat: int | None, played: Sequence[int]) -> Picture:
        """See `picture`."""
        return draw(state, played[-1] if played else None)

    def _dots(self, state: np.record) -> dict[str, int]:
        if self.players == 2:
            return {}
        return {self._name(cell): cube.dot for cell, cube in enumerate(cubes(state)) if cube.dot is not None}

    def _name(self, cell: int) -> str:
        return cell_name(cell, self.options.size)


@cache
def _move_view(size: int, seat: int | None, action: int) -> dict[str, Any]:
    pushes = int(PUSHES[size])
    place, entry = (cell_name(int(PUSH[size, action % pushes, end]), size) for end in (PLACE, ENTRY))
    dot = None if seat is None else (seat + 2) % 4 if action >= pushes else seat
    return {"place": place, "entry": entry, "dot": dot}


@cache
def _legal_view(size: int, seat: int | None) -> list[dict[str, Any]]:
    return [
        {"action": action, "text": text, "worth": 0} | _move_view(size, seat, action)
        for action, text in enumerate(notation.action_texts(size))
    ]
