"""What a page is told of a move is what the board then shows: what was laid or pushed, where, and how it lies."""

import random
from typing import Any

import pytest

from tesserae.games.game import Game
from tesserae.match import Match
from variants import random_play


def laid_in(board: dict[str, Any], cell: str) -> list[int] | None:
    """What lies in a cell, as the board shows it."""
    for pieces, shows in (("tiles", "corners"), ("pieces", "sides"), ("dice", "sides")):
        for piece in board.get(pieces, ()):
            if piece["cell"] == cell:
                return list(piece[shows])
    return None


@pytest.mark.parametrize("seed", range(3))
def test_a_move_shows_where_it_was_said_to_go(any_game: Game, seed: int) -> None:
    match, rng = Match(any_game, seed), random.Random(seed)
    for _ in random_play(match, rng):
        mover = match.mover
        if mover is None:
            return
        told = {move["action"]: move for move in match.view(mover)["legal"]}
        assert list(told) == match.legal()
        chosen = rng.choice(list(told.values()))
        twin = match.copy()
        twin.play(chosen["action"])
        view = twin.view(None)
        last = view["last"]
        assert {name: value for name, value in last.items() if name in chosen} == {
            name: value for name, value in chosen.items() if name != "worth"
        }
        board = view["ended_round"] or view["board"]
        if "cell" in chosen:
            assert laid_in(board, chosen["cell"]) == chosen["shows"]
        elif "entry" in chosen:
            row, column = int(chosen["entry"][1:]) - 1, ord(chosen["entry"][0]) - ord("a")
            assert board["rows"][-1 - row][column] == "XO"[mover % 2]
            assert board["dots"].get(chosen["entry"]) == chosen["dot"]


@pytest.mark.parametrize("seed", range(6))
def test_what_a_tile_makes_is_what_it_scores_for(any_game: Game, seed: int) -> None:
    match, rng = Match(any_game, seed), random.Random(seed)
    for _ in random_play(match, rng):
        if match.mover is None:
            return
        chosen = rng.choice(match.view(match.mover)["legal"])
        if "makes" not in chosen:
            continue
        twin = match.copy()
        twin.play(chosen["action"])
        scored = {entry.what for entry in twin.moves[-1].account}
        assert chosen["makes"] == "tile" or chosen["makes"] in scored
        assert chosen["makes"] != "tile" or not scored & {"bridge", "hexagon", "double_hexagon", "triple_hexagon"}
