"""RioMino: place dice side against side with equal values, and leave the other player without a place.

`rules` is the game itself, on the `board` that the `dice` lie on; `fields` are its levels. `table` reads a record
for people, `notation` and `deals` are moves and throws as text, `picture` the board in a terminal.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar

import numpy as np

from tesserae.games.game import Game, Picture
from tesserae.games.riomino import judgement, notation, observation
from tesserae.games.riomino.board import CELLS
from tesserae.games.riomino.deals import parse_deal
from tesserae.games.riomino.dice import TOPS, TURNS, face_name
from tesserae.games.riomino.fields import LEVELS, WIZARD, field_cells
from tesserae.games.riomino.options import RioMinoOptions
from tesserae.games.riomino.picture import draw
from tesserae.games.riomino.rules import ENDINGS, STATE
from tesserae.games.riomino.table import (
    cell_name,
    cells_of_field,
    hand,
    middle_name,
    open_cells,
    place_name,
    place_of,
    start_die,
    tops,
)
from tesserae.kernel.observing import Piece
from tesserae.kernel.rules import States, extend
from tesserae.words import Refused, Sentence, add_words

add_words("riomino", __name__)
extend(STATE, judgement)
extend(STATE, observation)


class RioMino(Game):
    """RioMino with its options."""

    name: ClassVar[str] = "riomino"
    title: ClassVar[str] = "RioMino"
    example: ClassVar[str] = "0220 @ c4"
    words: ClassVar[str] = "riomino"
    version: ClassVar[int] = 1
    options_type: ClassVar[type] = RioMinoOptions
    endings: ClassVar[tuple[str, ...]] = ENDINGS
    can_resign: ClassVar[bool] = True
    options: RioMinoOptions

    @property
    def players(self) -> int:
        """Always two."""
        return 2

    def seat_name(self, seat: int) -> str:
        """A, who starts, and B."""
        return "AB"[seat]

    def rules(self) -> list[Sentence]:
        """Tell how many dice there are, and where they go."""
        level = LEVELS[self.options.level]
        where = "riomino.rules_wizard" if self.options.level == WIZARD else "riomino.rules_field"
        cells = field_cells(self.options.level).bit_count()
        return [
            Sentence("riomino.rules", {"dice": level.dice}),
            Sentence(where, {} if self.options.level == WIZARD else {"cells": cells}),
            Sentence("riomino.rules_decisions", {}),
        ]

    def observation(self) -> tuple[Piece, ...]:
        """See `observation`."""
        return observation.pieces(self.options)

    def start(self) -> States:
        """Wait for the dice to be thrown."""
        states: States = np.zeros(1, STATE)
        state = states[0]
        state.level = list(LEVELS).index(self.options.level)
        state.dice_each = LEVELS[self.options.level].dice
        state.field = field_cells(self.options.level)
        return states

    # --- moves and throws as text --------------------------------------------------------------------------

    def text(self, state: np.record, action: int) -> str:
        """See `notation`."""
        return notation.text(state, action)

    def move_view(self, state: np.record, action: int) -> dict[str, Any]:
        """The die, where it goes, and its values there at north, east, south and west."""
        top, cell = divmod(action, CELLS)
        return {"piece": face_name(top // TURNS), "cell": cell_name(state, cell), "shows": list(TOPS[top])}

    def parse(self, state: np.record, text: str) -> int:
        """See `notation`."""
        return notation.parse(state, text)

    def refusal(self, state: np.record, action: int) -> Refused:
        """See `notation`."""
        return notation.refusal(state, action)

    def parse_deal(self, state: np.record, text: str) -> list[int]:
        """See `deals`; plain numbers are understood too, a digit for each die."""
        is_plain = "/" not in text and all(len(word) == 1 for word in text.split())
        return super().parse_deal(state, text) if is_plain else parse_deal(state, text)

    def deal_remarks(self, state: np.record) -> list[Sentence]:
        """Tell what the start die shows."""
        face = start_die(state)
        return [] if face is None else [Sentence("riomino.thrown", {"die": face_name(face)})]

    # --- how it looks --------------------------------------------------------------------------------------

    def caption(self, state: np.record, seat: int | None, names: Sequence[str]) -> list[Sentence]:
        """Show everybody's dice; nothing is hidden."""
        lines = [
            Sentence("riomino.dice_left", {"seat": name, "dice": _counted(hand(state, number))})
            for number, name in enumerate(names)
        ]
        face = start_die(state)
        if face is not None:
            waiting = {"seat": names[0], "die": face_name(face), "cell": middle_name(state)}
            lines.append(Sentence("riomino.start_die_waits", waiting))
        return lines

    def picture(self, state: np.record, seat: int | None, played: Sequence[int]) -> Picture:
        """See `picture`."""
        return draw(state, played[-1] % CELLS if played else None)

    def view(self, state: np.record, seat: int | None) -> dict[str, Any]:
        """The field, the dice on it, the places beside them and for whom they are dead, and all dice left."""
        face = start_die(state)
        return {
            "level": self.options.level,
            "field": _field_view(self.options.level),
            "dice": [_cell_view(state, cell) | {"sides": list(sides)} for cell, sides in tops(state).items()],
            "places": [
                _cell_view(state, place.cell)
                | {"wanted": list(place.wanted), "dead": place.is_dead, "dead_for": list(place.dead_for)}
                for place in open_cells(state)
            ],
            "hands": [hand(state, number) for number in range(2)],
            "start_die": None if face is None else face_name(face),
        }


def _counted(dice: list[str]) -> str:
    """Write equal dice once, with their number: 3 × 0-1."""
    counts = Counter(dice)
    return ", ".join(f"{count} × {die}" if count > 1 else die for die, count in counts.items()) or "-"


@cache
def _field_view(level: str) -> list[dict[str, Any]]:
    start = RioMino(RioMinoOptions(level=level)).start()[0]
    return [_cell_view(start, cell) for cell in cells_of_field(start)]


def _cell_view(state: np.record, cell: int) -> dict[str, Any]:
    place = row, column = place_of(state, cell)
    return {"cell": place_name(state, place), "row": row, "column": column}
