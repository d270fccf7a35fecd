"""Tesserae: five tabletop games on one compiled engine.

>>> import tesserae
>>> match = tesserae.game("quixo", size=3).new(seed=7)
>>> match.play("a1>c1")
>>> match.mover
1

Importing this module is cheap; the engine is loaded when the first game is chosen.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tesserae.match import Match, Setup

    def games() -> tuple[str, ...]:
        """Name the games."""
else:
    from tesserae import games

__version__ = "0.1.0"
__all__ = ["__version__", "game", "games", "load"]


def game(name: str, /, **options: Any) -> "Setup":
    """Choose a game and its options; a wrong one raises ValueError and says what is allowed."""
    from tesserae.games import make_game
    from tesserae.match import Setup

    return Setup(make_game(name, options))


def load(text: str) -> "Match":
    """Give back the match that `Match.record` wrote; ValueError names the first bad line."""
    from tesserae.match import load as load_record

    return load_record(text)
