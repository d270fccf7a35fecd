"""What a learning program sees and says: observations, and choices numbered without large gaps.

A game brings these operations in a module of its own, given to `extend`; each has a default, so a game without any
can be learnt too: its choices are its actions, and an observation is its masked record, byte by byte.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tesserae.kernel.record import WORD_BYTES, word, word_count
from tesserae.kernel.rules import Actions, legal, operation, space

Allowed: TypeAlias = npt.NDArray[np.bool_]
"""For every choice whether it is legal now."""
Seen: TypeAlias = npt.NDArray[np.int16]
"""An observation: all its pieces, one behind the other."""

NO_ACTION = -1
"""What `action_of` says of a choice that means nothing in this position."""
MOST_SEEN = np.iinfo(np.int16).max
_BYTE = np.uint64(0xFF)


class Piece(NamedTuple):
    """A part of an observation: a name, a shape, and the bounds of its numbers."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int


# --- choices -----------------------------------------------------------------------------------------------


@operation
def choices(state: np.record) -> int:
    """Count the choices: one number for everything a player may ever do, the same for a whole match."""
    return space(state)


@operation
def choice_of(_state: np.record, action: int) -> int:
    """Give the choice that a legal action is."""
    return action


@operation
def action_of(_state: np.record, choice: int) -> int:
    """Give the action that a choice stands for now, legal or not, or NO_ACTION; whatever the number."""
    return choice


@operation
def allow(state: np.record, allowed: Allowed, room: Actions) -> None:
    """Mark the legal choices in flags that were all false; `room` is for the legal actions."""
    for i in range(legal(state, room)):
        allowed[choice_of(state, room[i])] = True


# --- observations ------------------------------------------------------------------------------------------


@operation
def seen_count(state: np.record) -> int:
    """Count the numbers of an observation."""
    return word_count(state) * WORD_BYTES


@operation
def observe(state: np.record, _seat: int, seen: Seen) -> None:
    """Write what a seat sees of a state masked for it, from its own point of view; `seen` was all zeros."""
    for index in range(word_count(state)):
        bits = word(state, index)
        for i in range(WORD_BYTES):
            seen[index * WORD_BYTES + i] = np.int64(bits & _BYTE)
            bits >>= np.uint64(8)
