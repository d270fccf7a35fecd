"""What a game knows about playing well: the operations that searches ask for, beside the rules.

A game brings them in a module of its own, given to `extend`; each has a default, so a game without any is played
too, only worse. None of them ever changes what is legal or who wins.
"""

import numpy as np

from tesserae.kernel.generator import Words
from tesserae.kernel.record import hash_words, word_count
from tesserae.kernel.rules import (
    OVER,
    Actions,
    choose,
    determinize,
    mover,
    operation,
    position_words,
    winners,
    worth,
)

WIN = 1_000_000
"""A won position, less the number of moves until then."""
SURE = 900_000
"""Every judgement stays below this; beyond it the result is certain."""
CERTAIN = 10_000
"""The chance of a player who has won."""
PLAIN, FULL = 0, 1
"""The manners to judge: a simple count, as a textbook would do it, or with everything that is known."""


@operation
def side(_state: np.record, seat: int) -> int:
    """Name the side a seat plays for; seats of one side win together."""
    return seat


@operation
def judge(_state: np.record, _seat: int, _manner: int) -> int:
    """Say how good a position is for a seat's side, without looking ahead: between -SURE and SURE.

    It is asked after a move, when another seat is to move.
    """
    return 0


@operation
def confidence(_state: np.record) -> int:
    """Give the judgement at which a side wins e times as often as it loses."""
    return 100


@operation
def likeness(state: np.record) -> np.uint64:
    """Hash the position so that positions with the same prospects, as far as that is easily seen, get the same.

    Where positions never recur nobody has said which words make up one, so all words of the record count.
    """
    words = position_words(state)
    return hash_words(state, words if words else word_count(state))


@operation
def promise(state: np.record, action: int) -> int:
    """Say how good a move looks at first sight; what it scores, where a game knows no better."""
    return worth(state, action)


@operation
def is_stubborn(_state: np.record, _action: int) -> bool:
    """Say whether a legal move only holds everybody up once more; thinkers leave it out, so that games end."""
    return False


@operation
def sensible(state: np.record, generator: Words, actions: Actions) -> int:
    """Draw a legal move as a decent player might make it without much thought; `actions` is room to work in."""
    return choose(state, generator, actions)


@operation
def witness(_state: np.record, _action: int) -> None:
    """Note, in the record, what everybody may conclude from a legal action that is about to be made.

    It serves `imagine` and observations. Nobody watches what is played in the mind or at random by the thousand.
    """


@operation
def imagine(state: np.record, seat: int, generator: Words) -> None:
    """Fill, in place, what was blanked for this seat, the likelier the rather, by how the others have played."""
    determinize(state, seat, generator)


@operation
def outlook(state: np.record, seat: int) -> int:
    """Estimate a seat's chance to win, 0 to CERTAIN, when the game is over, waits for a deal or was cut off."""
    won = winners(state)
    if mover(state) != OVER or won == 0:
        return CERTAIN // 2
    return CERTAIN * (won >> seat & 1)
