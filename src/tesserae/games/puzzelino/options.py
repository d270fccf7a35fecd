"""The options of Puzzelino."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tesserae.games.options import checked, choice
from tesserae.games.puzzelino.puzzles import Puzzle, read_puzzle, shipped
from tesserae.games.puzzelino.rules import MODES
from tesserae.games.puzzelino.setting import in_the_tray
from tesserae.words import Refused

ALONE = ("figure", "tray")
TRAY = "tray"


def chosen_puzzle(puzzle: int | str) -> Puzzle:
    """Find a puzzle by its number among those that come with the game, or by its code."""
    return shipped()[puzzle - 1][1] if isinstance(puzzle, int) else read_puzzle(puzzle)


def _is_puzzle(value: Any) -> bool:
    """Accept none, a number, or a code whose pieces fit and leave something to do."""
    if value is None:
        return True
    if isinstance(value, str):
        puzzle = read_puzzle(value)
        in_the_tray(puzzle)
        return puzzle.missing > 0
    return type(value) is int and 1 <= value <= len(shipped())


@dataclass(frozen=True)
class PuzzelinoOptions:
    """How a game of Puzzelino is set up."""

    players: Literal[2, 3, 4, 1] = choice(2, 3, 4, 1)
    mode: str = choice(*MODES)
    """The race or the game for points with others; a figure or a tray alone."""
    stop: Literal["free", "never"] = choice("free", "never", only={"mode": ("points",)})
    """In the game for points: whether one may stop laying while something fits."""
    puzzle: int | str | None = checked(
        None, _is_puzzle, "none, 1 to 100, or the code of a puzzle", only={"mode": (TRAY,)}
    )
    """Which tray puzzle: a number of the collection, or the code of any other."""

    @staticmethod
    def complete(values: Mapping[str, Any]) -> dict[str, Any]:
        """Let what was chosen decide what was not: one who plays alone lays a figure, a tray is filled alone.

        A puzzle may be given in its long form; what is kept is its code.
        """
        chosen = dict(values)
        if isinstance(chosen.get("puzzle"), str):
            chosen["puzzle"] = read_puzzle(chosen["puzzle"]).code
        if chosen.get("puzzle") is not None:
            chosen.setdefault("mode", TRAY)
        if chosen.get("mode") in ALONE:
            chosen.setdefault("players", 1)
        if chosen.get("players") == 1:
            chosen.setdefault("mode", "figure")
        if chosen.get("mode") == TRAY and chosen.get("puzzle") is None:
            chosen["puzzle"] = 1
        return chosen

    def __post_init__(self) -> None:
        """Refuse what does not go together."""
        is_alone = self.mode in ALONE
        if is_alone != (self.players == 1):
            modes = ALONE if self.players == 1 else tuple(mode for mode in MODES if mode not in ALONE)
            raise Refused("puzzelino.mode", mode=self.mode, players=self.players, allowed=", ".join(modes))
        if (self.mode == TRAY) != (self.puzzle is not None):
            raise Refused("puzzelino.puzzle_mode", mode=self.mode)
