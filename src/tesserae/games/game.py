"""What a game's folder supplies beside its compiled rules: facts, notation, view and picture.

An instance is the game with its options chosen. It holds no position: every method is given one, and reads it
without judging it. What is legal is for the compiled rules alone to say.
"""

from abc import ABC, abstractmethod
from dataclasses import asdict
from typing import Any, ClassVar, TypeAlias

import numpy as np

from tesserae.games.options import changed_options
from tesserae.kernel.rules import States
from tesserae.words import Refused, Sentence

Span: TypeAlias = tuple[str, str]
"""A piece of a picture: its text and the name of its style ("" for none)."""
Picture: TypeAlias = list[Span]

STYLES = {
    "": "",
    "frame": "dim",
    "label": "dim",
    "first": "bold red",
    "second": "bold cyan",
    "line": "bold black on green",
}
"""The styles a picture may use, and what they are where there is colour; shapes alone must tell everything."""


class Game(ABC):
    """A game with its options."""

    name: ClassVar[str]
    version: ClassVar[int]
    """Raised when the same seed and actions would give another result."""
    options_type: ClassVar[type]
    endings: ClassVar[tuple[str, ...]]
    """Why a game may end, in the order of `rules.ending`; the first stands for a running game."""
    hides: ClassVar[bool] = False
    """Whether there is anything that one seat may know and another may not."""
    can_resign: ClassVar[bool] = False
    can_agree_draw: ClassVar[bool] = False

    def __init__(self, options: Any) -> None:
        """Take the checked options."""
        self.options = options

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in changed_options(self.options).items())
        return f"tesserae.game({self.name!r}{chosen})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.options) == (other.name, other.options)

    def __hash__(self) -> int:
        return hash((self.name, self.options))

    def options_dict(self) -> dict[str, Any]:
        """Give every option with its value."""
        return asdict(self.options)

    @property
    @abstractmethod
    def players(self) -> int:
        """How many seats there are."""

    @abstractmethod
    def seat_name(self, seat: int) -> str:
        """Give a seat the short name it has in records and pictures."""

    @abstractmethod
    def start(self) -> States:
        """Make the state before the first deal or move, as an array of length one."""

    @abstractmethod
    def text(self, state: np.record, action: int) -> str:
        """Write an action in notation."""

    @abstractmethod
    def parse(self, state: np.record, text: str) -> int:
        """Read an action from notation; refuse what names no action of this game, legal now or not."""

    @abstractmethod
    def refusal(self, state: np.record, action: int) -> Refused:
        """Say why an action that exists is not legal now."""

    def remarks(self, state: np.record, last_seat: int) -> list[Sentence]:
        """Tell what came of the move just made beyond the move itself: a line, a skipped player, points."""
        return []

    @abstractmethod
    def view(self, state: np.record, seat: int | None) -> dict[str, Any]:
        """Describe a state, masked for this seat (None: a spectator), in plain JSON values."""

    @abstractmethod
    def picture(self, state: np.record, seat: int | None, last: int | None) -> Picture:
        """Draw a state, masked for this seat, for a terminal, the last action marked."""
