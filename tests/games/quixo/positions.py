"""Quixo positions written as pictures, for tests."""

import numpy as np

from tesserae.games.quixo import Quixo
from tesserae.games.quixo.options import QuixoOptions
from tesserae.games.quixo.rules import ENDINGS
from tesserae.kernel import single
from tesserae.kernel.rules import States

LATER = 50
"""A move number past everybody's first turn."""


def quixo(size: int = 5, players: int = 2) -> Quixo:
    return Quixo(QuixoOptions(size=size, players=players))  # type: ignore[arg-type]


def position(rows: str, seat: int = 0, players: int = 2, ply: int = LATER, partner: str = "") -> States:
    """Build a state from rows, top first; `partner` names the places whose dot points at the second partner."""
    lines = rows.split()
    size = len(lines)
    states = quixo(size, players).start()
    state = states[0]
    for row, line in enumerate(reversed(lines)):
        for column, mark in enumerate(line):
            bit = 1 << (row * size + column)
            if mark != ".":
                state.marks["XO".index(mark)] |= bit
            if f"{'abcde'[column]}{row + 1}" in partner.split():
                state.dots |= bit
    state.seat = seat
    state.ply = ply
    return states


def legal(states: States) -> set[str]:
    """Name the legal moves."""
    actions = np.zeros(single.space(states), np.int32)
    game = quixo(int(states[0].side), int(states[0].players))
    return {game.text(states[0], int(a)) for a in actions[: single.legal(states, actions)]}


def taken(states: States) -> set[str]:
    """Name the places a cube may be taken from."""
    return {move.split(">")[0] for move in legal(states)}


def play(states: States, move: str) -> States:
    """Make a legal move on a copy."""
    assert move in legal(states)
    after = states.copy()
    game = quixo(int(states[0].side), int(states[0].players))
    single.step(after, game.parse(states[0], move), np.zeros(64, np.uint64))
    return after


def rows(states: States) -> str:
    return " ".join(quixo(int(states[0].side), int(states[0].players)).view(states[0], None)["rows"])


def dots(states: States) -> dict[str, int]:
    found: dict[str, int] = quixo(int(states[0].side), 4).view(states[0], None)["dots"]
    return found


def ended(states: States) -> tuple[str, int]:
    """Give the reason of the end and the winners as a bit set."""
    return ENDINGS[int(single.ending(states))], int(single.winners(states))
