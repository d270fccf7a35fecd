"""A small game in which chance and repetition meet: a token on a ring of five places.

The start place is dealt. A player moves the token one place back or on, or gives it a spin, which can never be
undone: after three spins the token is dealt anew, after two deals the game is over. A position that comes for the
third time ends it at once.
"""

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from tesserae.games.game import Picture
from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import inner
from tesserae.kernel.rules import CHANCE, OVER, Actions, Order, States, register
from tesserae.words import add_words
from toy import ToyGame

add_words("ring", "toy")
PLACES, SPINS, DEALS = 5, 3, 2
BACK, ON, SPIN = range(3)
ENDINGS = ("", "played_out", "repetition")
SOURCE = "source_" + hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]

STATE = np.dtype(
    (
        np.record,
        [
            ("place", np.uint8),
            ("seat", np.uint8),
            ("spins", np.uint8),
            ("dealt", np.uint8),
            ("waiting", np.uint8),
            ("repeated", np.uint8),
            (SOURCE, np.uint8, (2,)),
            ("run", np.uint64),  # moves since the last spin or deal
        ],
    )
)


def chance(_state: np.record, bounds: Order) -> int:
    bounds[0] = PLACES
    return 1


def deal(state: np.record, order: Order) -> None:
    state.place = order[0]
    state.spins = 0
    state.dealt += 1
    state.waiting = 0
    state.run = 0


@inner
def mover(state: np.record) -> int:
    if state.repeated:
        return OVER
    if state.waiting:
        return CHANCE if state.dealt < DEALS else OVER
    return signed(state.seat)


def space(_state: np.record) -> int:
    return 3


def is_legal(state: np.record, action: int) -> bool:
    return bool(mover(state) >= 0 and 0 <= action < 3)


def legal(state: np.record, actions: Actions) -> int:
    if mover(state) < 0:
        return 0
    for action in range(3):
        actions[action] = action
    return 3


def apply(state: np.record, action: int) -> None:
    if action == SPIN:
        state.spins += 1
        state.run = 0
        state.waiting = state.spins == SPINS
    else:
        state.place = (signed(state.place) + (1 if action == ON else PLACES - 1)) % PLACES
        state.run = signed(state.run) + 1
    state.seat = 1 - signed(state.seat)


def reversible(state: np.record) -> int:
    return signed(state.run)


def position_words(_state: np.record) -> int:
    return 1


def repeat(state: np.record, times: int) -> None:
    if times >= 3:
        state.repeated = 1


def points(state: np.record, seat: int) -> int:
    return int(mover(state) == OVER and seat == state.place & 1)


def winners(state: np.record) -> int:
    return 1 << (signed(state.place) & 1) if mover(state) == OVER else 0


def ending(state: np.record) -> int:
    return 2 if state.repeated else 1 if mover(state) == OVER else 0


register(STATE, sys.modules[__name__])


class Ring(ToyGame):
    name: ClassVar[str] = "ring"
    words: ClassVar[str] = "ring"
    endings: ClassVar[tuple[str, ...]] = ENDINGS
    actions: ClassVar[tuple[str, ...]] = ("back", "on", "spin")

    def start(self) -> States:
        states: States = np.zeros(1, STATE)
        states[0].waiting = 1
        return states

    def view(self, state: np.record, seat: int | None) -> dict[str, Any]:
        return {"place": int(state.place), "spins": int(state.spins)}

    def picture(self, state: np.record, seat: int | None, played: Sequence[int]) -> Picture:
        return [(f"{state.place} {state.spins}", "")]
