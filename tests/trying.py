"""What the tests of several games do alike: ask for refusals, and use the engine without a Match around it."""

import numpy as np
import pytest

from tesserae.games.game import Game
from tesserae.kernel import single
from tesserae.kernel.rules import CHANCE, States
from tesserae.match import Match

NO_TRAIL = np.zeros(1, np.uint64)


def refused(match: Match, move: str | int) -> str:
    """Say why a match refuses a move; nothing has changed."""
    before = match.record(), match.states.tobytes()
    with pytest.raises(ValueError) as refusal:
        match.play(move)
    assert (match.record(), match.states.tobytes()) == before
    return str(refusal.value)


def dealt(game: Game, text: str) -> States:
    """Begin a game with a deal as people write it."""
    states = game.start()
    assert single.mover(states) == CHANCE
    single.deal(states, np.array(game.parse_deal(states[0], text), np.int32), NO_TRAIL)
    return states


def legal_texts(game: Game, states: States) -> dict[str, int]:
    """Write the legal actions, each with its number."""
    actions = np.zeros(single.most_legal(states), np.int32)
    numbers = actions[: single.legal(states, actions)].tolist()
    return {game.text(states[0], number): number for number in numbers}


def legal(states: States) -> list[int]:
    """List the legal actions."""
    room = np.zeros(single.most_legal(states), np.int32)
    actions: list[int] = room[: single.legal(states, room)].tolist()
    return actions


def after(states: States, action: int) -> States:
    """Make a move in a copy."""
    child = states.copy()
    single.apply(child, action)
    return child
