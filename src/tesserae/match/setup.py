"""What `tesserae.game` returns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tesserae.games.game import Game
from tesserae.match.checks import GivenDeal
from tesserae.match.deals import Seed
from tesserae.match.match import Match


@dataclass(frozen=True)
class Setup:
    """A game with its options, ready for matches."""

    game: Game

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.game.players

    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value."""
        return self.game.options_dict()

    def new(
        self,
        seed: Seed | None = None,
        *,
        deals: Sequence[GivenDeal] | None = None,
        names: Sequence[str] | None = None,
    ) -> Match:
        """Start a match: dealt from a seed (None: a secret one), or from deals that happened at a real table."""
        return Match(self.game, seed, deals=deals, names=names)

    def __repr__(self) -> str:
        return repr(self.game)
