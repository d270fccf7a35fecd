"""Stored games: the same seeds must go on giving the very same games.

When a change of the rules is meant to change them, raise the version of the game and write them anew with
`python tests/test_playthroughs.py`, or only those of some games, `python tests/test_playthroughs.py quixo`.
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from tesserae.games.game import Game
from tesserae.kernel import batch
from variants import VARIANTS, game_of, random_match

STORED = Path(__file__).with_name("playthroughs")


def playthrough(game: Game) -> str:
    """One match in full, and a digest of the results of a thousand random games."""
    match = random_match(game, 2)
    states = np.repeat(game.start(), 1000)
    moves = batch.playouts(states, seed=1)
    results = (moves, *batch.results(states, game.players))
    digest = hashlib.sha256(b"".join(numbers.tobytes() for numbers in results)).hexdigest()
    view = json.dumps(match.view(0), ensure_ascii=False)
    return f"{match.record()}\n# {view}\n# a thousand games {digest}\n"


def path(game: Game) -> Path:
    options = "-".join(str(value) for value in game.options_dict().values())
    return STORED / f"{game.name}-{options.replace(':', '_')}.txt"


STORED_VARIANTS = [variant for variant in VARIANTS if variant[0] not in ("highcard", "ring")]
"""The toys are no product."""


@pytest.mark.parametrize("variant", STORED_VARIANTS, ids=str)
def test_stored_games_are_played_again_as_they_were(variant: tuple[str, dict[str, object]]) -> None:
    game = game_of(variant)
    assert playthrough(game) == path(game).read_text(encoding="utf-8")


if __name__ == "__main__":
    STORED.mkdir(exist_ok=True)
    wanted = sys.argv[1:]
    for variant in STORED_VARIANTS:
        if not wanted or variant[0] in wanted:
            path(game_of(variant)).write_text(playthrough(game_of(variant)), encoding="utf-8")
