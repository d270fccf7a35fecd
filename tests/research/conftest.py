"""The games that the tests of the adapters run over."""

from typing import Any

import pytest

from research.seatings import SEATINGS
from tesserae.games.game import Game
from variants import game_of


@pytest.fixture(params=SEATINGS, ids=str)
def seating(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    """A game with a number of players, by name and options."""
    given: tuple[str, dict[str, Any]] = request.param
    return given


@pytest.fixture
def seated_game(seating: tuple[str, dict[str, Any]]) -> Game:
    """The same, as a game."""
    return game_of(seating)
