"""Triangle dominoes: Triominos and Tripple Domino, one set of rules with the numbers of each edition.

`rules` is the game itself, on the `board` that the `tiles` lie on; `start` says who begins, `scoring` what counts,
`account` what was scored for what, `editions` how the boxes differ, `judgement` how to play well, `inference` what
the others may have. `notation`, `deals`, `table`, `picture` and `card` are for people.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from tesserae.games.dominoes import account, inference, judgement, notation, observation
from tesserae.games.dominoes.board import connection, pattern_at
from tesserae.games.dominoes.card import rules_card
from tesserae.games.dominoes.deals import parse_deal
from tesserae.games.dominoes.editions import write_edition
from tesserae.games.dominoes.options import TriominosOptions, TrippleOptions
from tesserae.games.dominoes.picture import draw
from tesserae.games.dominoes.rules import (
    BLOCKED,
    ENDINGS,
    LAYS,
    LOTS,
    OUT,
    ROUND_ENDINGS,
    STATE,
    STUCK,
    wait_for_deal,
)
from tesserae.games.dominoes.scoring import bonus
from tesserae.games.dominoes.table import Cell, cells, placements, round_number
from tesserae.games.dominoes.tiles import COUNT, corners_of, tile_name, tile_names, turned
from tesserae.games.game import Entry, Game, Picture
from tesserae.kernel.bits import bits_in
from tesserae.kernel.observing import Piece
from tesserae.kernel.rules import States, extend
from tesserae.kernel.triangles import place_name, points_up
from tesserae.words import Refused, Sentence, add_words

add_words("dominoes", __name__)
extend(STATE, judgement)
extend(STATE, inference)
extend(STATE, observation)

_ROUND_IS_OVER = {
    OUT: "dominoes.round_out",
    BLOCKED: "dominoes.round_blocked",
    STUCK: "dominoes.round_stuck",
}


class Dominoes(Game):
    """What both games have in common: everything but their options."""

    version: ClassVar[int] = 1
    words: ClassVar[str] = "dominoes"
    example: ClassVar[str] = "3-4-5 @ r2c-1"
    endings: ClassVar[tuple[str, ...]] = ENDINGS
    account_names: ClassVar[tuple[str, ...]] = account.ACCOUNT
    can_resign: ClassVar[bool] = True
    idle_moves: ClassVar[tuple[str, ...]] = ("pass", "draw")
    options: TriominosOptions | TrippleOptions

    @property
    def players(self) -> int:
        """One to six."""
        return self.options.players

    @property
    def hides(self) -> bool:
        """Always: the pool, and the hands of the others."""
        return True

    def seat_name(self, seat: int) -> str:
        """A to F."""
        return "ABCDEF"[seat]

    def rules(self) -> list[Sentence]:
        """See `card`."""
        return rules_card(self.options)

    def observation(self) -> tuple[Piece, ...]:
        """See `observation`."""
        return observation.pieces(self.options)

    def start(self) -> States:
        """Wait for the first deal."""
        states: States = np.zeros(1, STATE)
        state = states[0]
        write_edition(state, self.options.chosen_edition(), self.players)
        state.players = self.players
        state.limit = self.options.limit
        state.rounds = self.options.rounds or int(self.players == 1)
        state.solo_draws = self.options.draws_alone()
        wait_for_deal(state)
        return states

    # --- moves and deals as text ---------------------------------------------------------------------------

    def text(self, state: np.record, action: int) -> str:
        """See `notation`."""
        return notation.text(state, action)

    def move_view(self, state: np.record, action: int) -> dict[str, Any]:
        """The tile, its cell, its numbers there clockwise from the apex, what it makes; none for other moves."""
        if action >= LAYS:
            return {}
        cell, tile = divmod(action, COUNT)
        lying = turned(tile, pattern_at(state, cell))
        shows = [number - 1 for number in corners_of(int(lying))]
        made = int(connection(state, cell))
        makes = account.ACCOUNT[made if bonus(state, made) else account.TILE]
        return {"piece": tile_name(tile), "cell": notation.cell_name(state, cell), "shows": shows, "makes": makes}

    def parse(self, state: np.record, text: str) -> int:
        """See `notation`."""
        return notation.parse(state, text)

    def refusal(self, state: np.record, action: int) -> Refused:
        """See `notation`."""
        return notation.refusal(state, action)

    def parse_deal(self, state: np.record, text: str) -> list[int]:
        """See `deals`; plain numbers are understood too."""
        words = text.split()
        is_plain = bool(words) and all(word.isdigit() and len(word) < 3 for word in words)
        return super().parse_deal(state, text) if is_plain else parse_deal(state, text)

    # --- what came of it -----------------------------------------------------------------------------------

    def account(self, state: np.record) -> list[Entry]:
        """See `account`."""
        return account.entries(state)

    def ends_turn(self, state: np.record) -> bool:
        """A draw does not; a tile or a pass does."""
        return int(state["draws"]) == 0

    def ends_round(self, state: np.record) -> bool:
        """The hands are shown."""
        return int(state["round_end"]) > 0

    def undrawn(self, state: np.record) -> int:
        """The pool."""
        return int(state.pool_left)

    def remarks(self, state: np.record, last_seat: int) -> list[Sentence]:
        """Tell how the round ended, or that somebody is out and the others finish the lap."""
        if state["round_end"]:
            return [Sentence(_ROUND_IS_OVER[int(state.round_end)], {})]
        if state["first_out"] == last_seat + 1:
            return [Sentence("dominoes.last_lap", {"seat": self.seat_name(last_seat)})]
        return []

    def deal_remarks(self, state: np.record) -> list[Sentence]:
        """Tell what the lots were, or who starts the round."""
        if state["awaits"] and not state["round_end"]:
            tiles = [tile_name(tile) for tile in state.lot_tiles[: self.players].tolist()]
            lots = ", ".join(f"{self.seat_name(seat)} {tile}" for seat, tile in enumerate(tiles))
            key = "dominoes.lots_equal" if state.awaits == LOTS else "dominoes.lots"
            return [Sentence(key, {"lots": lots})]
        starter = self.seat_name(int(state.starter))
        begins = Sentence("dominoes.round_begins", {"round": round_number(state), "seat": starter})
        return [begins, Sentence(_ROUND_IS_OVER[STUCK], {})] if state["round_end"] else [begins]

    # --- how it looks --------------------------------------------------------------------------------------

    def caption(self, state: np.record, seat: int | None, names: Sequence[str]) -> list[Sentence]:
        """Tell who has how much, and show a player his tiles, after a round everybody's."""
        lines = [Sentence("dominoes.round_and_pool", {"round": round_number(state), "pool": int(state.pool_left)})]
        for number, name in enumerate(names):
            left = "  ".join(tile_names(state.hands[number])) if state["round_end"] else ""
            values = {"points": int(state.scores[number]), "tiles": left or int(state.held[number])}
            lines.append(Sentence("dominoes.seat_line", {"seat": name, **values}))
        if seat is not None and state["hands"][seat] and not state["round_end"]:
            drawn = int(state.drawn) if state.seat == seat else 0
            tiles = [f"{tile_name(t)}{'*' if drawn >> t & 1 else ''}" for t in bits_in(state.hands[seat])]
            key = "dominoes.your_drawn_tiles" if drawn else "dominoes.your_tiles"
            lines.append(Sentence(key, {"tiles": "  ".join(tiles)}))
        return lines

    def picture(self, state: np.record, seat: int | None, played: Sequence[int]) -> Picture:
        """See `picture`; marked is the last tile laid."""
        return draw(state, next((action // COUNT for action in reversed(played) if action < LAYS), None))

    def view(self, state: np.record, seat: int | None) -> dict[str, Any]:
        """The tiles on the board, the places beside them, the hands that may be seen, and what one could lay."""
        shown = cells(state)
        return {
            "round": round_number(state),
            "round_end": ROUND_ENDINGS[int(state["round_end"])],
            "starter": int(state["starter"]),
            "pool": int(state["pool_left"]),
            "draws": int(state["draws"]),
            "held": state["held"][: self.players].tolist(),
            "tiles": [_cell_view(cell, "tile", tile_name(cell.tile)) for cell in shown if cell.tile is not None],
            "places": [_cell_view(cell, "dead", cell.is_dead) for cell in shown if cell.tile is None],
        } | self._hands_view(state, seat)

    def own_view(self, state: np.record, seat: int) -> dict[str, Any]:
        """One's own tiles, and what one could lay; on the board everybody sees the same."""
        return self._hands_view(state, seat)

    def _hands_view(self, state: np.record, seat: int | None) -> dict[str, Any]:
        hands, helds = state["hands"][: self.players].tolist(), state["held"][: self.players].tolist()
        return {
            "hands": [
                tile_names(hand) if hand or not held else None for hand, held in zip(hands, helds, strict=True)
            ],
            "drawn": tile_names(int(state["drawn"])),
            "fits": [] if seat is None else self._fits(state, hands[seat]),
        }

    def _fits(self, state: np.record, tiles: int) -> list[dict[str, Any]]:
        found = placements(state.reshape(1), tiles)
        names = {cell: notation.cell_name(state, cell) for _, cell, _ in found}
        return [{"tile": tile_name(tile), "cell": names[cell], "points": points} for tile, cell, points in found]


class Triominos(Dominoes):
    """Triominos with its options."""

    name: ClassVar[str] = "triominos"
    title: ClassVar[str] = "Triominos"
    options_type: ClassVar[type] = TriominosOptions


class Tripple(Dominoes):
    """Tripple Domino with its options."""

    name: ClassVar[str] = "tripple"
    title: ClassVar[str] = "Tripple Domino"
    options_type: ClassVar[type] = TrippleOptions


def _cell_view(cell: Cell, what: str, value: Any) -> dict[str, Any]:
    row, column = cell.place
    return {
        "cell": place_name(cell.place),
        "row": row,
        "column": column,
        "up": points_up(row, column),
        "corners": list(cell.corners),
        what: value,
    }
