"""A small game with everything Quixo lacks: cards dealt by chance, hands hidden, two deals in a match.

Two players hold three of eight cards each. In turn each lays one; of every two laid the higher takes a point.
When the hands are empty the cards are dealt again; after two deals most points win.
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
from tesserae.kernel.generator import Words, arrange, shuffle
from tesserae.kernel.rules import CHANCE, OVER, Actions, Order, States, register
from tesserae.words import add_words
from toy import ToyGame

add_words("highcard", "toy")

CARDS = 8
HAND = 3
DEALS = 2
SOURCE = "source_" + hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]
"""A game outside the package names its source in its record, or the cache would not notice a change in it."""

STATE = np.dtype(
    (
        np.record,
        [
            ("hands", np.uint8, (2,)),
            ("counts", np.uint8, (2,)),
            ("laid", np.uint8),  # the card on the table, CARDS for none
            ("gone", np.uint8),  # the cards everybody has seen
            ("seat", np.uint8),
            ("dealt", np.uint8),
            ("waiting", np.uint8),
            ("points", np.uint8, (2,)),
            (SOURCE, np.uint8, (5,)),
        ],
    )
)
ENDINGS = ("", "played_out")


def chance(_state: np.record, bounds: Order) -> int:
    for i in range(CARDS):
        bounds[i] = CARDS - i
    return CARDS


def deal(state: np.record, order: Order) -> None:
    cards = np.arange(CARDS)
    arrange(cards, order, CARDS)
    for i in range(2 * HAND):
        state.hands[i % 2] |= 1 << cards[CARDS - 1 - i]
    state.counts[0] = HAND
    state.counts[1] = HAND
    state.laid = CARDS
    state.gone = 0
    state.seat = 0
    state.dealt += 1
    state.waiting = 0


@inner
def mover(state: np.record) -> int:
    if state.waiting:
        return CHANCE if state.dealt < DEALS else OVER
    return signed(state.seat)


def space(_state: np.record) -> int:
    return CARDS


def legal(state: np.record, actions: Actions) -> int:
    count = 0
    if not state.waiting:
        for card in range(CARDS):
            actions[count] = card
            count += signed(state.hands[state.seat]) >> card & 1
    return count


def is_legal(state: np.record, action: int) -> bool:
    return bool(not state.waiting and 0 <= action < CARDS and signed(state.hands[state.seat]) >> action & 1)


def apply(state: np.record, action: int) -> None:
    state.hands[state.seat] ^= 1 << action
    state.counts[state.seat] -= 1
    state.gone |= 1 << action
    if state.laid == CARDS:
        state.laid = action
    else:
        state.points[state.seat if action > state.laid else 1 - state.seat] += 1
        state.laid = CARDS
    state.seat = 1 - state.seat
    if state.counts[0] + state.counts[1] == 0:
        state.waiting = 1


def points(state: np.record, seat: int) -> int:
    return signed(state.points[seat])


def winners(state: np.record) -> int:
    if mover(state) != OVER or state.points[0] == state.points[1]:
        return 0
    return 1 if state.points[0] > state.points[1] else 2


def ending(state: np.record) -> int:
    return 1 if mover(state) == OVER else 0


def mask(state: np.record, seat: int) -> None:
    for other in range(2):
        if other != seat:
            state.hands[other] = 0


def determinize(state: np.record, seat: int, generator: Words) -> None:
    unseen = np.zeros(CARDS, np.int64)
    count = 0
    known = state.gone | state.hands[0] | state.hands[1]
    for card in range(CARDS):
        unseen[count] = card
        count += not known >> card & 1
    shuffle(unseen, count, generator)
    taken = 0
    for other in range(2):
        if other != seat:
            for _ in range(state.counts[other]):
                state.hands[other] |= 1 << unseen[taken]
                taken += 1


register(STATE, sys.modules[__name__])


class HighCard(ToyGame):
    name: ClassVar[str] = "highcard"
    words: ClassVar[str] = "highcard"
    endings: ClassVar[tuple[str, ...]] = ENDINGS
    actions: ClassVar[tuple[str, ...]] = tuple(f"card {card}" for card in range(CARDS))

    @property
    def hides(self) -> bool:
        return True

    def start(self) -> States:
        states: States = np.zeros(1, STATE)
        states[0].waiting = 1
        return states

    def view(self, state: np.record, seat: int | None) -> dict[str, Any]:
        return {"hands": state.hands.tolist(), "counts": state.counts.tolist(), "laid": int(state.laid)}

    def picture(self, state: np.record, seat: int | None, played: Sequence[int]) -> Picture:
        return [(f"{state.hands} {state.laid}", "")]
