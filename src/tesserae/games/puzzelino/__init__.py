"""Puzzelino: triangles whose blue shapes stick out and whose orange shapes are cut in, laid to meet each other.

`rules` is the game itself, on the `board` that the `pieces` lie on; `judgement` is how to play it well. `trays`
and `puzzles` are for one who fills a tray, `setting` is what a game begins with. `table` reads a record for
people, `notation` and `deals` are moves and deals as text, `picture` the board in a terminal.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from tesserae.games.game import Entry, Game, Picture
from tesserae.games.puzzelino import judgement, notation, observation
from tesserae.games.puzzelino.board import LAYS, WAYS, lie_of, piece_of
from tesserae.games.puzzelino.deals import parse_deal
from tesserae.games.puzzelino.options import ALONE, PuzzelinoOptions, chosen_puzzle
from tesserae.games.puzzelino.picture import draw
from tesserae.games.puzzelino.pieces import COLOURS, LIES, PIECE_NAMES, piece_names
from tesserae.games.puzzelino.puzzles import Puzzle
from tesserae.games.puzzelino.rules import ACCOUNT, ENDINGS, ENTRY_POINTS, HAND_SIZE, MODES, STATE
from tesserae.games.puzzelino.setting import before_the_deal, empty_table, in_the_tray
from tesserae.games.puzzelino.table import cell_name, laid_pieces, open_cells, place_of
from tesserae.kernel.bits import bits_in
from tesserae.kernel.observing import Piece
from tesserae.kernel.rules import States, extend
from tesserae.kernel.triangles import place_name, points_up
from tesserae.words import Refused, Sentence, add_words

add_words("puzzelino", __name__)
extend(STATE, judgement)
extend(STATE, observation)

_MODE_RULES = {
    "race": "puzzelino.rules_race",
    "points": "puzzelino.rules_points",
    "figure": "puzzelino.rules_figure",
    "tray": "puzzelino.rules_tray",
}
_STOP_RULES = {"free": "puzzelino.rules_stop_free", "never": "puzzelino.rules_stop_never"}


class Puzzelino(Game):
    """Puzzelino with its options."""

    name: ClassVar[str] = "puzzelino"
    title: ClassVar[str] = "Puzzelino"
    example: ClassVar[str] = "+102 @ r1c0"
    words: ClassVar[str] = "puzzelino"
    version: ClassVar[int] = 1
    options_type: ClassVar[type] = PuzzelinoOptions
    endings: ClassVar[tuple[str, ...]] = ENDINGS
    account_names: ClassVar[tuple[str, ...]] = ACCOUNT
    can_resign: ClassVar[bool] = True
    idle_moves: ClassVar[tuple[str, ...]] = ("pass", "draw")
    options: PuzzelinoOptions

    @property
    def players(self) -> int:
        """One to four."""
        return self.options.players

    @property
    def hides(self) -> bool:
        """With others; alone, all pieces lie open."""
        return self.options.mode not in ALONE

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle to solve, in a tray."""
        return None if self.options.puzzle is None else chosen_puzzle(self.options.puzzle)

    def seat_name(self, seat: int) -> str:
        """A to D."""
        return "ABCD"[seat]

    def rules(self) -> list[Sentence]:
        """Tell how pieces are laid, and how this game goes."""
        mode = self.options.mode
        size = int(HAND_SIZE[MODES.index(mode)])
        card = [
            Sentence("puzzelino.rules", {}),
            Sentence(_MODE_RULES[mode], {"count": size} if size else {}),
        ]
        if mode == "points":
            card.append(Sentence(_STOP_RULES[self.options.stop], {}))
        return [*card, Sentence("puzzelino.rules_decisions", {})]

    def observation(self) -> tuple[Piece, ...]:
        """See `observation`."""
        return observation.pieces(self.options)

    def start(self) -> States:
        """Wait for the deal; alone, have the pieces."""
        puzzle, mode = self.puzzle, self.options.mode
        if puzzle is not None:
            return in_the_tray(puzzle)
        if mode in ALONE:
            return empty_table()
        return before_the_deal(MODES.index(mode), self.players, may_stop=self.options.stop == "free")

    # --- moves and deals as text ---------------------------------------------------------------------------

    def text(self, state: np.record, action: int) -> str:
        """See `notation`."""
        return notation.text(action)

    def move_view(self, state: np.record, action: int) -> dict[str, Any]:
        """The piece, where it goes, and its sides there, the flat one first; nothing for a draw or a pass."""
        if action >= LAYS:
            return {}
        cell, way = divmod(action, WAYS)
        shows = list(LIES[lie_of(way)])
        return {"piece": PIECE_NAMES[piece_of(way)], "cell": cell_name(cell), "shows": shows}

    def parse(self, state: np.record, text: str) -> int:
        """See `notation`."""
        return notation.parse(state, text)

    def refusal(self, state: np.record, action: int) -> Refused:
        """See `notation`."""
        return notation.refusal(state, action)

    def parse_deal(self, state: np.record, text: str) -> list[int]:
        """See `deals`; plain numbers are understood too."""
        return parse_deal(state, text) if "/" in text else super().parse_deal(state, text)

    # --- what came of it -----------------------------------------------------------------------------------

    def account(self, state: np.record) -> list[Entry]:
        """A point for a piece laid, one less for a piece taken in the race."""
        if not state["entry_what"]:
            return []
        what = int(state.entry_what) - 1
        return [Entry(int(state.entry_seat), ACCOUNT[what], int(ENTRY_POINTS[what]))]

    def ends_turn(self, state: np.record) -> bool:
        """Not while the player may lay more, or has drawn and may go on."""
        return not (state["lays"] or state["draws"])

    def undrawn(self, state: np.record) -> int:
        """The bag."""
        return int(state.bag_left)

    def remarks(self, state: np.record, last_seat: int) -> list[Sentence]:
        """Tell whoever laid a double or the piece with three shapes that he goes on."""
        is_race = self.options.mode == "race"
        goes_on = is_race and bool(state["lays"]) and not state["end"]
        return [Sentence("puzzelino.one_more", {"seat": self.seat_name(last_seat)})] if goes_on else []

    def deal_remarks(self, state: np.record) -> list[Sentence]:
        """Tell who begins, and which piece opens the table."""
        (opening,) = laid_pieces(state)
        values = {"seat": self.seat_name(int(state.starter)), "piece": opening.name}
        return [Sentence("puzzelino.begins", values)]

    # --- how it looks --------------------------------------------------------------------------------------

    def caption(self, state: np.record, seat: int | None, names: Sequence[str]) -> list[Sentence]:
        """Tell who has how much, and show a player his pieces, at the end everybody's."""
        if self.players == 1:
            left = piece_names(int(state.hands[0]))
            values = {"laid": int(state.scores[0]), "left": len(left), "pieces": "  ".join(left) or "-"}
            return [Sentence("puzzelino.pieces_left", values)]
        lines = [Sentence("puzzelino.bag", {"count": int(state.bag_left)})]
        for number, name in enumerate(names):
            shown = "  ".join(piece_names(int(state.hands[number]))) if state["end"] else ""
            values = {"points": int(state.scores[number]), "pieces": shown or int(state.held[number])}
            lines.append(Sentence("puzzelino.seat_line", {"seat": name, **values}))
        if seat is not None and state["hands"][seat] and not state["end"]:
            drawn = int(state.last_drawn) - 1 if state.seat == seat else -1
            own = [PIECE_NAMES[piece] + "*" * (piece == drawn) for piece in bits_in(state.hands[seat])]
            key = "puzzelino.your_drawn_pieces" if drawn >= 0 else "puzzelino.your_pieces"
            lines.append(Sentence(key, {"pieces": "  ".join(own)}))
        return lines

    def picture(self, state: np.record, seat: int | None, played: Sequence[int]) -> Picture:
        """See `picture`; marked is the last piece laid."""
        return draw(state, next((action // WAYS for action in reversed(played) if action < LAYS), None))

    def view(self, state: np.record, seat: int | None) -> dict[str, Any]:
        """The pieces on the table, the cells that may be filled, the hands that may be seen."""
        puzzle = self.puzzle
        return {
            "mode": self.options.mode,
            "starter": int(state["starter"]),
            "bag": int(state["bag_left"]),
            "draws": int(state["draws"]),
            "lays": int(state["lays"]),
            "held": state["held"][: self.players].tolist(),
            "pieces": [
                _cell_view(piece.cell) | {"colour": COLOURS[piece.colour], "sides": list(piece.sides)}
                for piece in laid_pieces(state)
            ],
            "places": [
                _cell_view(place.cell)
                | {
                    "colour": None if place.colour is None else COLOURS[place.colour],
                    "wanted": list(place.wanted),
                    "dead": place.is_dead,
                }
                for place in open_cells(state)
            ],
            "tray": [] if puzzle is None else [list(cell) for cell in puzzle.tray.cells],
            "given": [] if puzzle is None else [place_name(place) for place, _ in puzzle.given],
            "puzzle": puzzle and puzzle.code,
        } | self._hands_view(state)

    def own_view(self, state: np.record, seat: int) -> dict[str, Any]:
        """One's own pieces; on the table everybody sees the same."""
        return self._hands_view(state) if self.hides else {}

    def _hands_view(self, state: np.record) -> dict[str, Any]:
        hands, helds = state["hands"][: self.players].tolist(), state["held"][: self.players].tolist()
        drawn = int(state["last_drawn"]) - 1
        return {
            "hands": [
                piece_names(hand) if hand or not held else None for hand, held in zip(hands, helds, strict=True)
            ],
            "last_drawn": PIECE_NAMES[drawn] if drawn >= 0 else None,
        }


def _cell_view(cell: int) -> dict[str, Any]:
    row, column = place_of(cell)
    return {"cell": cell_name(cell), "row": row, "column": column, "up": points_up(row, column)}
