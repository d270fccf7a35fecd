"""The operations of `kernel.judgement`, compiled for one state as `kernel.single` does it for the rules."""

import numpy as np

from tesserae.kernel import judgement
from tesserae.kernel.compiling import compiled
from tesserae.kernel.generator import Words
from tesserae.kernel.rules import Actions, States


@compiled
def judge(states: States, seat: int, manner: int) -> int:
    return judgement.judge(states[0], seat, manner)


@compiled
def imagine_in_place(states: States, seat: int, generator: Words) -> None:
    judgement.imagine(states[0], seat, generator)


@compiled
def sensible(states: States, generator: Words, actions: Actions) -> int:
    return judgement.sensible(states[0], generator, actions)


@compiled
def promise(states: States, action: int) -> int:
    return judgement.promise(states[0], action)


@compiled
def is_stubborn(states: States, action: int) -> bool:
    return judgement.is_stubborn(states[0], action)


@compiled
def outlook(states: States, seat: int) -> int:
    return judgement.outlook(states[0], seat)


def imagined(known: States, seat: int, generator: Words) -> np.record:
    """Guess in a copy what is hidden from a seat."""
    guess = known.copy()
    imagine_in_place(guess, seat, generator)
    state: np.record = guess[0]
    return state


def same_generator() -> Words:
    """Begin the same random numbers again."""
    return np.array([1, 2, 3, 4], np.uint64)
