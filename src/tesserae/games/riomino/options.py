"""The options of RioMino."""

from dataclasses import dataclass

from tesserae.games.options import choice
from tesserae.games.riomino.fields import LEVELS


@dataclass(frozen=True)
class RioMinoOptions:
    """How a game of RioMino is set up."""

    level: str = choice(*LEVELS)
    """How many dice, and on which field."""
