"""Games small enough to be checked by hand, with everything that Quixo lacks."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from tesserae.games.game import Game
from tesserae.games.options import choice
from tesserae.words import Refused


@dataclass(frozen=True)
class ToyOptions:
    players: Literal[2] = choice(2)


class ToyGame(Game):
    """What the toys have in common."""

    title: ClassVar[str] = "A toy"
    example: ClassVar[str] = "see the actions"
    version: ClassVar[int] = 1
    options_type: ClassVar[type] = ToyOptions
    actions: ClassVar[tuple[str, ...]]

    @property
    def players(self) -> int:
        return 2

    def seat_name(self, seat: int) -> str:
        return f"P{seat}"

    def text(self, state: np.record, action: int) -> str:
        return self.actions[action]

    def parse(self, state: np.record, text: str) -> int:
        if text not in self.actions:
            raise Refused("match.no_such_action", action=text, last=len(self.actions) - 1)
        return self.actions.index(text)

    def refusal(self, state: np.record, action: int) -> Refused:
        return Refused("match.no_such_action", action=action, last=len(self.actions) - 1)
