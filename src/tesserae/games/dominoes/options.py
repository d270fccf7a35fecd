"""The options of the two games, and the edition they come to."""

from dataclasses import dataclass
from typing import Literal

from tesserae.games.dominoes.editions import EDITIONS, Edition, for_children, with_hexagons
from tesserae.games.dominoes.tiles import COUNT
from tesserae.games.options import choice, integer


def _players() -> int:
    players: int = choice(2, 1, 3, 4, 5, 6)
    return players


def _rounds() -> int | None:
    rounds: int | None = integer(None, low=1, high=1000)
    return rounds


@dataclass(frozen=True)
class TriominosOptions:
    """How a match of Triominos is set up."""

    players: int = _players()
    edition: Literal["triominos", "pressman"] = choice("triominos", "pressman")
    """Whose rules: see `editions`."""
    limit: int = integer(400, low=1, high=100_000)
    """Whoever has so many points at the end of a round ends the match."""
    rounds: int | None = _rounds()
    """A fixed number of rounds instead of a limit."""
    scale: Literal["normal", "children"] = choice("normal", "children")
    """The simple counting for children: one point a tile, and never minus."""

    def chosen_edition(self) -> Edition:
        """Give the numbers to play by."""
        edition = EDITIONS[self.edition]
        return for_children(edition) if self.scale == "children" else edition

    def draws_alone(self) -> int:
        """Say how many tiles a player alone may draw."""
        return COUNT


@dataclass(frozen=True)
class TrippleOptions:
    """How a match of Tripple Domino is set up."""

    players: int = _players()
    edition: Literal["tripple", "tripple-de"] = choice("tripple", "tripple-de")
    """The German text of the sheet charges more when the pool is empty."""
    limit: int = integer(300, low=1, high=100_000)
    """Whoever has so many points at the end of a round ends the match."""
    rounds: int | None = _rounds()
    """A fixed number of rounds instead of a limit."""
    hexagon: Literal[50, 40] = choice(50, 40)
    """The text of the sheet says 50, its table 40."""
    solo_draws: int = integer(20, low=0, high=COUNT, only={"players": (1,)})
    """How many tiles a player alone may draw."""

    def chosen_edition(self) -> Edition:
        """Give the numbers to play by."""
        return with_hexagons(EDITIONS[self.edition], self.hexagon)

    def draws_alone(self) -> int:
        """Say how many tiles a player alone may draw."""
        return self.solo_draws
