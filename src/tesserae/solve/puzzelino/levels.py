"""The levels of tray puzzles: how much is given, and how much care goes into making one."""

from typing import NamedTuple


class Level(NamedTuple):
    """What a puzzle of this level is like; its solution is always the only one."""

    given: int
    """As many pieces are given, or more where fewer would leave several solutions."""
    tries: int
    """The hardest of so many is kept."""


LEVELS = {
    "beginner": Level(24, 1),
    "easy": Level(18, 1),
    "medium": Level(14, 1),
    "hard": Level(0, 1),
    "expert": Level(0, 12),
}
