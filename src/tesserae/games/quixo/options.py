"""The options of Quixo."""

from dataclasses import dataclass
from typing import Literal

from tesserae.games.options import choice, integer


@dataclass(frozen=True)
class QuixoOptions:
    """How a game of Quixo is set up."""

    players: Literal[2, 4] = choice(2, 4)
    """Two players, or four in two teams with dots on their cubes."""
    size: Literal[5, 4, 3] = choice(5, 4, 3)
    """Cubes along one side; a line is as long."""
    repetition: Literal["third", "off"] = choice("third", "off")
    """Whether a position that occurs for the third time is a draw."""
    ply_limit: int | None = integer(None, low=1, high=1_000_000)
    """The game is a draw after so many moves; none: no limit."""
