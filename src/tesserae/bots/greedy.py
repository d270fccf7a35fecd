"""Players who look no further than the next move or the next reply, as people do who play for the fun of it."""

from dataclasses import dataclass

import numpy as np

from tesserae.bots.protocol import ALL_NOTICED, Budget
from tesserae.kernel import single
from tesserae.kernel.bits import signed
from tesserae.kernel.compiling import compiled, inner
from tesserae.kernel.generator import Words, below
from tesserae.kernel.judgement import is_stubborn, promise
from tesserae.kernel.play import Trail
from tesserae.kernel.ranking import NO_SCORE
from tesserae.kernel.rules import Actions, States, apply, determinize, legal, mover, worth

SAMPLES = 12
"""So many times the tiles of the others are imagined to see what they could reply."""


@inner
def highest_worth(state: np.record, actions: Actions) -> int:
    """Say what the best move would score at once."""
    count = legal(state, actions)
    highest = worth(state, signed(actions[0])) if count else 0
    for i in range(1, count):
        highest = max(highest, worth(state, signed(actions[i])))
    return highest


@inner
def worth_of_replies(states: States, seat: int, action: int, samples: int, generator: Words, room: Actions) -> int:
    """Add up what the next player could score after a move, over so many guesses at what is hidden."""
    total = 0
    for _ in range(samples):
        states[1] = states[0]
        determinize(states[1], seat, generator)
        apply(states[1], action)
        if mover(states[1]) >= 0 and mover(states[1]) != seat:
            total += highest_worth(states[1], room)
    return total


@compiled
def reply_worth(states: States, seat: int, action: int, samples: int, generator: Words, room: Actions) -> int:
    """See `worth_of_replies`."""
    return worth_of_replies(states, seat, action, samples, generator, room)


@compiled
def greediest(
    states: States, seat: int, attention: int, caution: int, generator: Words, actions: Actions, room: Actions
) -> int:
    """Take what promises most among the moves that are noticed, less what the next player could score then.

    `attention` is how many moves of a thousand are noticed, `caution` how often the replies are guessed for each.
    """
    count = legal(states[0], actions)
    best, highest, equals = signed(actions[below(generator, count)]), NO_SCORE, 0
    for i in range(count):
        if below(generator, ALL_NOTICED) >= attention:
            continue
        action = signed(actions[i])
        if is_stubborn(states[0], action):
            continue
        value = promise(states[0], action) * max(caution, 1)
        value -= worth_of_replies(states, seat, action, caution, generator, room)
        if value > highest:
            best, highest, equals = action, value, 1
        elif value == highest:
            equals += 1
            best = action if below(generator, equals) == 0 else best
    return best


@dataclass(frozen=True)
class Greedy:
    """A player who takes what scores most, of the moves it notices, and with caution minds the next player."""

    attention: int = ALL_NOTICED
    caution: int = 0

    def choose(
        self, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
    ) -> int:
        """See `Player`."""
        actions, room = np.zeros((2, single.most_legal(masked)), np.int32)
        states = np.repeat(masked, 2)
        return greediest(states, seat, self.attention, self.caution, generator, actions, room)
