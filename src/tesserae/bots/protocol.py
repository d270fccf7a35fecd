"""The one protocol of computer players: what a player is given, and what it may spend.

A player is given the state as its seat may know it, never the truth.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from tesserae.bots.cores import CORES
from tesserae.kernel import single
from tesserae.kernel.generator import GENERATOR_WORDS, Words
from tesserae.kernel.play import Trail
from tesserae.kernel.rules import States
from tesserae.words import Refused

ALL_NOTICED = 1000
"""The attention of a player who overlooks nothing: so many of a thousand moves are noticed."""
_FIRST_PIECE = 64
_PIECE_SECONDS = 0.004
"""Compiled work is done in pieces of about this length, with a look at the clock between them."""


@dataclass(frozen=True)
class Budget:
    """How long a player may think about one move: milliseconds, iterations, or whichever ends first.

    An iteration is a position looked at, or a game played out in the mind. The same generator state and number of
    iterations give the same move; milliseconds depend on the machine.
    """

    ms: int | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        if self.ms is None and self.iterations is None:
            raise Refused("bot.no_budget")
        for name, value in (("ms", self.ms), ("iterations", self.iterations)):
            if value is not None and value < 1:
                raise Refused("bot.bad_budget", name=name, value=value)

    def at_most(self, iterations: int | None) -> "Budget":
        """Cut the iterations down to those of a weaker player."""
        if iterations is None:
            return self
        return replace(self, iterations=min(iterations, self.iterations or iterations))

    def spend(self, work: Callable[[int], int]) -> None:
        """Let `work` do so many iterations at a time, as long as it returns that it did any."""
        deadline = None if self.ms is None else time.perf_counter() + self.ms / 1000
        left, piece = self.iterations, _FIRST_PIECE
        while left is None or left > 0:
            with CORES.one():
                began = time.perf_counter()
                done = work(piece if left is None else min(piece, left))
            if done == 0:
                return
            left = None if left is None else left - done
            now = time.perf_counter()
            time_left = _PIECE_SECONDS if deadline is None else min(_PIECE_SECONDS, deadline - now)
            if time_left <= 0:
                return
            piece = max(1, min(4 * piece, int(done * time_left / max(now - began, 1e-7))))


class Player(Protocol):
    """Whoever chooses moves for a seat."""

    def choose(
        self, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
    ) -> int:
        """Pick a legal action.

        `trail` has the keys of the positions since the last move that cannot be undone (see `kernel.play`), for
        games in which positions may recur; without it a player knows nothing of what was before.
        """


class Thought(NamedTuple):
    """A move, and what whoever chose it expects."""

    action: int
    chance: float | None
    """To win, from 0 to 1, half for a draw; None from those who do not say."""


@runtime_checkable
class Thinker(Player, Protocol):
    """A player who also says what it expects."""

    def think(
        self, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
    ) -> Thought:
        """Pick the action that `choose` would pick, and say what to expect of it."""


def thought_of(
    player: Player, masked: States, seat: int, generator: Words, budget: Budget, trail: Trail | None = None
) -> Thought:
    """Ask a player for a move and, if it is one who says so, for what it expects."""
    if isinstance(player, Thinker):
        return player.think(masked, seat, generator, budget, trail)
    return Thought(player.choose(masked, seat, generator, budget, trail), None)


def new_generator(seed: int, stream: int = 0) -> Words:
    """Start a generator for a player."""
    generator = np.zeros(GENERATOR_WORDS, np.uint64)
    single.seeded(generator, np.uint64(seed % 2**64), stream)
    return generator
