"""What a game's folder supplies beside its compiled rules: facts, notation, view and picture.

An instance is the game with its options chosen. It holds no position: every method is given one, and reads it
without judging it. What is legal is for the compiled rules alone to say.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np

from tesserae.games.options import changed_options
from tesserae.kernel import single
from tesserae.kernel.observing import Piece
from tesserae.kernel.rules import States
from tesserae.words import Refused, Sentence

Span: TypeAlias = tuple[str, str]
"""A piece of a picture: its text and the name of its style ("" for none)."""
Picture: TypeAlias = list[Span]


class Entry(NamedTuple):
    """A line of an account: who got points, or lost some, and for what."""

    seat: int
    what: str
    points: int


STYLES = {
    "": "",
    "frame": "dim",
    "label": "dim",
    "first": "bold red",
    "second": "bold cyan",
    "line": "bold black on green",
    "number": "bold",
    "tile": "yellow",
    "last": "bold green",
    "one": "bold yellow",
    "two": "bold red",
    "three": "bold blue",
    "blue": "bold bright_blue",
    "orange": "bold dark_orange",
}
"""The styles a picture may use, and what they are where there is colour; shapes alone must tell everything."""


class Game(ABC):
    """A game with its options."""

    name: ClassVar[str]
    title: ClassVar[str]
    """What people call it."""
    example: ClassVar[str]
    """A move in its notation."""
    words: ClassVar[str]
    """What the keys of its sentences start with."""
    version: ClassVar[int]
    """Raised when the same seed and actions would give another result."""
    options_type: ClassVar[type]
    endings: ClassVar[tuple[str, ...]]
    """Why a game may end, in the order of `rules.ending`; the first stands for a running game."""
    account_names: ClassVar[tuple[str, ...]] = ()
    """What points can be scored for; empty where only the result counts."""
    can_resign: ClassVar[bool] = False
    can_agree_draw: ClassVar[bool] = False
    idle_moves: ClassVar[tuple[str, ...]] = ()
    """The moves by which a player lets his turn go by, the idlest first; empty where the rules know none."""

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
        return dict(vars(self.options))

    @property
    @abstractmethod
    def players(self) -> int:
        """How many seats there are."""

    @property
    def hides(self) -> bool:
        """Whether there is anything that one seat may know and another may not."""
        return False

    @abstractmethod
    def seat_name(self, seat: int) -> str:
        """Give a seat the short name it has in records and pictures."""

    def rules(self) -> list[Sentence]:
        """Tell a player how the game goes with these options."""
        return [Sentence(f"{self.words}.rules", {})]

    def observation(self) -> tuple[Piece, ...]:
        """Say what an observation is made of, piece by piece; see `kernel.observing`."""
        return (Piece("record", (self.start().itemsize,), 0, 255),)

    @abstractmethod
    def start(self) -> States:
        """Make the state before the first deal or move, as an array of length one."""

    @abstractmethod
    def text(self, state: np.record, action: int) -> str:
        """Write an action in notation."""

    def move_view(self, state: np.record, action: int) -> dict[str, Any]:
        """Describe an action to whoever draws it: what is taken or laid, where it goes, what it shows there."""
        return {}

    def legal_view(self, states: States, actions: Sequence[int]) -> list[dict[str, Any]]:
        """Describe the legal actions to whoever may choose among them: as text, by what they score, as drawn."""
        state = states[0]
        return [
            {"action": action, "text": self.text(state, action), "worth": int(single.worth(states, action))}
            | self.move_view(state, action)
            for action in actions
        ]

    @abstractmethod
    def parse(self, state: np.record, text: str) -> int:
        """Read an action from notation; refuse what names no action of this game, legal now or not."""

    @abstractmethod
    def refusal(self, state: np.record, action: int) -> Refused:
        """Say why an action that exists is not legal now."""

    def parse_deal(self, state: np.record, text: str) -> list[int]:
        """Read the numbers of the deal that the game waits for from what people write at a real table."""
        words = text.split()
        if not all(word.isascii() and word.isdigit() for word in words):
            raise Refused("match.deal_text", deal=text[:80])
        return [int(word[:9]) for word in words]

    def account(self, state: np.record) -> list[Entry]:
        """List what the last move or deal scored, for everybody; the scores are the sum of it all."""
        return []

    def ends_turn(self, state: np.record) -> bool:
        """Say whether the move just made was the last of its turn."""
        return True

    def ends_round(self, state: np.record) -> bool:
        """Say whether the move or deal just made was the last of its round."""
        return False

    def undrawn(self, state: np.record) -> int:
        """Count the hidden tiles still to be drawn; a move that leaves fewer has shown its player something."""
        return 0

    def remarks(self, state: np.record, last_seat: int) -> list[Sentence]:
        """Tell what came of the move just made beyond the move itself: a line, a skipped player, points."""
        return []

    def deal_remarks(self, state: np.record) -> list[Sentence]:
        """Tell everybody what the deal just made has decided."""
        return []

    def caption(self, state: np.record, seat: int | None, names: Sequence[str]) -> list[Sentence]:
        """Tell what belongs below the picture of a state, masked for this seat; the players have these names."""
        return []

    @abstractmethod
    def view(self, state: np.record, seat: int | None) -> dict[str, Any]:
        """Describe a state, masked for this seat (None: a spectator), in plain JSON values."""

    def own_view(self, state: np.record, seat: int) -> dict[str, Any]:
        """Describe a state, masked for this seat, as far as its view differs from a spectator's."""
        return self.view(state, seat) if self.hides else {}

    @abstractmethod
    def picture(self, state: np.record, seat: int | None, played: Sequence[int]) -> Picture:
        """Draw a state, masked for this seat, for a terminal; the last of the actions since the deal is marked."""
