"""What every test shares: the games under test, toys among them, and where compiled and solved games are kept."""

import os
import signal
from pathlib import Path

import hypothesis
import pytest

# One cache for all test runs of this checkout: workers and child processes share it.
os.environ.setdefault("TESSERAE_CACHE_DIR", str(Path(__file__).parents[1] / ".cache" / "tesserae"))
# And one place for solved games: tests neither use nor change what the user has solved.
os.environ["TESSERAE_DATA_DIR"] = str(Path(os.environ["TESSERAE_CACHE_DIR"]) / "solved")

from tesserae.games import REGISTRY
from tesserae.games.game import Game
from variants import VARIANTS, game_of

# A shell that starts the tests in the background makes them, and what they start, deaf to interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
REGISTRY |= {"highcard": "toy.highcard:HighCard", "ring": "toy.ring:Ring"}
hypothesis.settings.register_profile("tesserae", deadline=None, print_blob=True)
hypothesis.settings.load_profile("tesserae")


@pytest.fixture(params=VARIANTS, ids=str)
def any_game(request: pytest.FixtureRequest) -> Game:
    """Every game in every variant that the generic tests run over."""
    return game_of(request.param)
